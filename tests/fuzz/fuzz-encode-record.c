/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: the text of an encode record. What is accepted has one spelling, which is
 * its own, and one digest.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <pelorus/encode_record.h>

#include "fuzz.h"

/* The target's copies. */
const size_t fuzz_alloc_limit = 512u << 10;

/* No space, and nothing but brackets and what stands between, outside of strings. */
static void check_punctuation(const char *p, size_t n)
{
	bool quoted = false;
	size_t i;

	for (i = 0; i < n; i++) {
		FUZZ_CHECK((unsigned char)p[i] >= 0x20, "%02x at %zu", p[i], i);
		if (p[i] == '"')
			quoted = !quoted;
		else if (quoted && p[i] == '\\')
			i++;
		else if (!quoted)
			FUZZ_CHECK(strchr("{}[]:,", p[i]), "%02x at %zu", p[i], i);
	}
	FUZZ_CHECK(!quoted, "a string has no end");
}

/* Too little room by one byte, by half, and none at all. */
static void check_short(const char *json, size_t size, size_t need)
{
	const size_t rooms[] = { need, need / 2, 0 };
	size_t i, n = 0;
	pel_result r;
	char *room;

	for (i = 0; i < 3; i++) {
		room = fuzz_allocate(rooms[i]);
		r = pel_encode_record_canonicalize(json, size, room, rooms[i], &n);
		FUZZ_CHECK(r == PEL_ERR_RANGE && n == need, "%d, %zu of %zu", r, n, need);
		free(room);
	}
}

/* Its spelling in @need bytes is its own, has its digest, and is verified as it was. */
static void check_spelling(const char *json, size_t size, size_t need,
			   const uint8_t *digest)
{
	char *text = fuzz_allocate(need + 1), *again = fuzz_allocate(need + 1), *alone;
	uint8_t other[PEL_ENCODE_RECORD_DIGEST_SIZE];
	size_t n = 0;
	pel_result r;

	r = pel_encode_record_canonicalize(json, size, text, need + 1, &n);
	FUZZ_CHECK(r == PEL_OK && n == need && !text[n], "%d, %zu of %zu", r, n, need);
	check_punctuation(text, need);
	alone = fuzz_allocate(need);
	memcpy(alone, text, need);
	r = pel_encode_record_canonicalize(alone, need, again, need + 1, &n);
	FUZZ_CHECK(r == PEL_OK && n == need, "%d, %zu of %zu", r, n, need);
	FUZZ_CHECK(!memcmp(text, again, need + 1), "%s, then %s", text, again);
	r = pel_encode_record_hash(alone, need, other);
	FUZZ_CHECK(r == PEL_OK && !memcmp(digest, other, sizeof(other)), "%d", r);
	free(alone);
	free(again);
	free(text);
}

/* By its digest, by that with a bit turned, and by what it says itself. */
static void check_verify(const char *json, size_t size, uint8_t *digest)
{
	pel_result own = pel_encode_record_verify(json, size, NULL), r;

	FUZZ_CHECK(own == PEL_OK || own == PEL_ERR_MISMATCH || own == PEL_ERR_ABSENT,
		   "%d", own);
	r = pel_encode_record_verify(json, size, digest);
	FUZZ_CHECK(r == (own == PEL_ERR_ABSENT ? PEL_OK : own), "%d, and %d by itself", r,
		   own);
	digest[size % PEL_ENCODE_RECORD_DIGEST_SIZE] ^= 1;
	r = pel_encode_record_verify(json, size, digest);
	FUZZ_CHECK(r == PEL_ERR_MISMATCH, "%d", r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *json = (const char *)data;
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE];
	struct fuzz_alloc a;
	size_t need = SIZE_MAX;
	pel_result r, hashed;

	fuzz_alloc_start(FUZZ_CALL);
	r = pel_encode_record_canonicalize(json, size, NULL, 0, &need);
	hashed = pel_encode_record_hash(json, size, digest);
	a = fuzz_alloc_read(FUZZ_CALL);
	FUZZ_CHECK(!a.calls, "%llu allocations", a.calls);
	if (r != PEL_ERR_RANGE) {
		FUZZ_CHECK(r == PEL_ERR_INVALID && hashed == r && !need, "%d, %d, %zu", r,
			   hashed, need);
		r = pel_encode_record_verify(json, size, NULL);
		FUZZ_CHECK(r == PEL_ERR_INVALID, "%d", r);
		return 0;
	}
	FUZZ_CHECK(hashed == PEL_OK && need >= 2 && need <= size, "%d, %zu", hashed,
		   need);
	check_short(json, size, need);
	check_spelling(json, size, need, digest);
	check_verify(json, size, digest);
	return 0;
}
