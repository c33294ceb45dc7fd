/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Records that come from outside: their one spelling, their digest, and whether it is
 * what they say.
 */
#include "digest-text.h"
#include "export.h"
#include "record-order.h"
#include "record-read.h"
#include "record-write.h"

#include <string.h>

LC_EXPORT pel_result pel_encode_record_canonicalize(const char *json, size_t len,
						    char *buf, size_t cap,
						    size_t *out_len)
{
	struct lc_record_out out = { .text = { buf, cap, 0 } };
	const char *digest;

	if (!out_len)
		return PEL_ERR_INVALID;
	*out_len = 0;
	if (!json || (!buf && cap))
		return PEL_ERR_INVALID;
	if (!lc_record_check(json, len) ||
	    !lc_record_reorder(json, LC_RECORD_WHOLE, &out, &digest))
		return PEL_ERR_INVALID;
	return lc_record_end(&out, out_len);
}

/* *ret_member: the value of its "digest", or NULL. */
static bool hash_record(const char *json, size_t len, uint8_t digest[LC_SHA256_DIGEST],
			const char **ret_member)
{
	struct lc_sha256 hash;
	struct lc_record_out out = { .hash = &hash };

	if (!json || !lc_record_check(json, len))
		return false;
	lc_sha256_init(&hash);
	if (!lc_record_reorder(json, LC_RECORD_DIGESTED, &out, ret_member))
		return false;
	lc_sha256_final(&hash, digest);
	return true;
}

LC_EXPORT pel_result pel_encode_record_hash(const char *json, size_t len,
					    uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE])
{
	uint8_t found[LC_SHA256_DIGEST];
	const char *member;

	if (!digest || !hash_record(json, len, found, &member))
		return PEL_ERR_INVALID;
	memcpy(digest, found, sizeof(found));
	return PEL_OK;
}

/* Whether a member's value is this digest, as it stands there: it needs no escapes. */
static bool says(const char *member, const uint8_t digest[LC_SHA256_DIGEST])
{
	char quoted[1 + PEL_DIGEST_TEXT_SIZE];

	quoted[0] = '"';
	lc_digest_text(digest, quoted + 1);
	quoted[PEL_DIGEST_TEXT_SIZE] = '"';
	return (size_t)(lc_record_skip_value(member) - member) == sizeof(quoted) &&
	       !memcmp(member, quoted, sizeof(quoted));
}

LC_EXPORT pel_result
pel_encode_record_verify(const char *json, size_t len,
			 const uint8_t expected[PEL_ENCODE_RECORD_DIGEST_SIZE])
{
	uint8_t found[LC_SHA256_DIGEST];
	const char *member;

	if (!hash_record(json, len, found, &member))
		return PEL_ERR_INVALID;
	if (expected && memcmp(found, expected, sizeof(found)))
		return PEL_ERR_MISMATCH;
	if (!member)
		return expected ? PEL_OK : PEL_ERR_ABSENT;
	return says(member, found) ? PEL_OK : PEL_ERR_MISMATCH;
}
