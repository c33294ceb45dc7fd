/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Writes down why a plugin is refused.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "refusal.h"

int lc_refuse(struct lc_refusal *why, uint32_t stage, int error, const char *fmt, ...)
{
	va_list ap;
	char *p;

	why->stage = stage;
	why->error = error;
	errno = -error; /* for %m */
	va_start(ap, fmt);
	vsnprintf(why->message, sizeof(why->message), fmt, ap);
	va_end(ap);
	/* It holds words of others: file names, what the linker said, a plugin's name. */
	for (p = why->message; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			*p = '?';
	return error;
}
