/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Numbers as an encode record has them: integers as they are written, real ones by their
 * bits, so that neither a locale nor a reader's rounding has a say.
 */
#include "export.h"
#include "record-scalar.h"

#include <string.h>

#include "text.h"

/* Of a binary64. */
#define SIGN	 (UINT64_C(1) << 63)
#define EXPONENT (UINT64_C(0x7ff) << 52)
_Static_assert(sizeof(double) == sizeof(uint64_t), "a double is a binary64");

void lc_record_uint(uint64_t v, char out[PEL_ENCODE_RECORD_SCALAR_SIZE])
{
	struct lc_text t = { out, PEL_ENCODE_RECORD_SCALAR_SIZE, 0 };

	lc_text_put_uint(&t, v);
	lc_text_end(&t);
}

LC_EXPORT pel_result pel_encode_record_int(int64_t v,
					   char out[PEL_ENCODE_RECORD_SCALAR_SIZE])
{
	char text[PEL_ENCODE_RECORD_SCALAR_SIZE];

	if (!out)
		return PEL_ERR_INVALID;
	lc_record_uint(v < 0 ? -(uint64_t)v : (uint64_t)v, text);
	if (v < 0)
		*out++ = '-';
	memcpy(out, text, strlen(text) + 1);
	return PEL_OK;
}

LC_EXPORT pel_result pel_encode_record_f64(double v,
					   char out[PEL_ENCODE_RECORD_SCALAR_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	static const char name[] = "f64:";
	uint64_t bits;
	int shift;

	if (!out)
		return PEL_ERR_INVALID;
	memcpy(&bits, &v, sizeof(bits));
	if ((bits & EXPONENT) == EXPONENT)
		return PEL_ERR_RANGE;
	if (bits == SIGN)
		bits = 0;
	memcpy(out, name, sizeof(name) - 1);
	out += sizeof(name) - 1;
	for (shift = 60; shift >= 0; shift -= 4)
		*out++ = digits[bits >> shift & 15];
	*out = '\0';
	return PEL_OK;
}
