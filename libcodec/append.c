/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Formats a piece and puts it behind what is there.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "append.h"

int lc_append(char **s, const char *fmt, ...)
{
	size_t before = *s ? strlen(*s) : 0;
	char *piece = NULL, *whole;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&piece, fmt, ap);
	va_end(ap);
	if (n < 0)
		return -ENOMEM;
	whole = realloc(*s, before + (size_t)n + 1);
	if (whole) {
		memcpy(whole + before, piece, (size_t)n + 1);
		*s = whole;
	}
	free(piece);
	return whole ? 0 : -ENOMEM;
}
