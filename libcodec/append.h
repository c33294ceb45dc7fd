/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Text that grows piece by piece.
 */
#ifndef LC_APPEND_H
#define LC_APPEND_H

#include "internal.h"

/* Append to *s, which is from malloc() or NULL. 0, or -ENOMEM, then *s is as it was. */
int lc_append(char **s, const char *fmt, ...) LC_PRINTF(2, 3);

#endif
