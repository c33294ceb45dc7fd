/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A digest as text: those of encode records, and the one that a blob carries.
 */
#include "digest-text.h"
#include "export.h"

#include <string.h>

void lc_digest_text(const uint8_t digest[LC_SHA256_DIGEST], char out[PEL_DIGEST_TEXT_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	static const char name[] = "sha256:";
	size_t i;

	memcpy(out, name, sizeof(name));
	out += sizeof(name) - 1;
	for (i = 0; i < LC_SHA256_DIGEST; i++) {
		*out++ = digits[digest[i] >> 4];
		*out++ = digits[digest[i] & 15];
	}
	*out = '\0';
}

LC_EXPORT pel_result pel_encode_record_digest_text(const PelorusEncodeRecordSection *s,
						   size_t got, char *out, size_t cap)
{
	if (!s || !out || got < sizeof(*s))
		return PEL_ERR_INVALID;
	if (s->digest_alg != PEL_DIGEST_ALG_SHA256)
		return PEL_ERR_INVALID;
	if (cap < PEL_DIGEST_TEXT_SIZE)
		return PEL_ERR_RANGE;
	lc_digest_text(s->digest, out);
	return PEL_OK;
}
