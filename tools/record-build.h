/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * An encode record of a command line: codecctl record build.
 */
#ifndef RECORD_BUILD_H
#define RECORD_BUILD_H

#include <stddef.h>

/*
 * Write the record's text into @cap bytes at @text, with a NUL, and its length into
 * *ret_size. Returns an exit code, after a message where it isn't CTL_OK.
 */
int record_build(int argc, char **argv, char *text, size_t cap, size_t *ret_size);

#endif
