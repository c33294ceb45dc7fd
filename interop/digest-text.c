/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The digest that a blob carries, as encode records write it. It needs nothing of these.
 */
#include "export.h"

#include <string.h>

#include <pelorus/interop.h>

LC_EXPORT pel_result pel_encode_record_digest_text(const PelorusEncodeRecordSection *s,
						   size_t got, char *out, size_t cap)
{
	static const char digits[] = "0123456789abcdef";
	static const char name[] = "sha256:";
	size_t i;

	if (!s || !out || got < sizeof(*s))
		return PEL_ERR_INVALID;
	if (s->digest_alg != PEL_DIGEST_ALG_SHA256)
		return PEL_ERR_INVALID;
	if (cap < PEL_DIGEST_TEXT_SIZE)
		return PEL_ERR_RANGE;
	memcpy(out, name, sizeof(name));
	out += sizeof(name) - 1;
	for (i = 0; i < sizeof(s->digest); i++) {
		*out++ = digits[s->digest[i] >> 4];
		*out++ = digits[s->digest[i] & 15];
	}
	*out = '\0';
	return PEL_OK;
}
