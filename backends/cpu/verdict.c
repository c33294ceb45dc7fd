/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Filling results.
 */
#include "verdict.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

void lc_say(struct libcodec_decode_result *result, const char *fmt, ...)
{
	va_list ap;
	char *c;

	va_start(ap, fmt);
	vsnprintf(result->message, sizeof(result->message), fmt, ap);
	va_end(ap);
	for (c = result->message; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
}

uint32_t lc_corrupt(struct libcodec_decode_result *result, uint64_t offset, const char *what)
{
	result->error = -EBADMSG;
	result->offset = offset;
	if (what)
		lc_say(result, "%s", what);
	return LIBCODEC_VERDICT_CORRUPT;
}

uint32_t lc_not_applicable(struct libcodec_decode_result *result, uint64_t reason,
			   uint32_t feature, uint64_t detail)
{
	result->error = -EOPNOTSUPP;
	result->reasons |= reason;
	result->feature = feature;
	result->detail = detail;
	return LIBCODEC_VERDICT_NOT_APPLICABLE;
}

uint32_t lc_fall_back(struct libcodec_decode_result *result, int error, const char *what)
{
	result->error = error;
	lc_say(result, "%s", what);
	return LIBCODEC_VERDICT_FALLBACK;
}
