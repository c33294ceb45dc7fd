/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads from files that are open: short and interrupted reads are made whole.
 */
#ifndef LC_FILE_H
#define LC_FILE_H

#include <sys/types.h>

#include "internal.h"

/* Read @size bytes, fewer only at the end of the file. Bytes or a negative errno. */
ssize_t lc_read_up_to(int fd, char *buffer, size_t size);

#endif
