/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a blob says of an encode record: the digest as text, and where the record is.
 */
#include "config.h"

#include <string.h>

#include <pelorus/interop.h>

#include "guarded.h"
#include "interop-golden.h"
#include "test.h"

/* SHA-256 of "abc". */
static const char want[] =
	"sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

static PelorusEncodeRecordSection section;
static size_t got;

static void setup(void)
{
	const void *p;

	ck_assert_int_eq(pel_blob_find_section(golden_record, sizeof(golden_record),
					       PEL_SEC_ENCODE_RECORD, sizeof(section), &p,
					       &got),
			 PEL_OK);
	ck_assert_uint_eq(got, 48);
	memcpy(&section, p, got);
}

START_TEST(test_text)
{
	struct arena a = arena_make(4096);
	char *out = (char *)arena_place(&a, PEL_DIGEST_TEXT_SIZE, true);
	size_t cap;

	for (cap = 0; cap < PEL_DIGEST_TEXT_SIZE; cap++) {
		memset(out, '?', PEL_DIGEST_TEXT_SIZE);
		quick_assert(pel_encode_record_digest_text(&section, got, out, cap) ==
			     PEL_ERR_RANGE);
		quick_assert(*out == '?' && !memcmp(out, out + 1, PEL_DIGEST_TEXT_SIZE - 1));
	}
	ck_assert_int_eq(pel_encode_record_digest_text(&section, got, out, cap), PEL_OK);
	ck_assert_str_eq(out, want);
	ck_assert_uint_eq(strlen(out), 71);

	memset(section.digest, 0xf0, 32);
	section.digest[0] = 0x09;
	section.locator_size = UINT32_MAX;
	section.record_major = 9; /* neither is looked at */
	ck_assert_int_eq(pel_encode_record_digest_text(&section, 4096, out, cap), PEL_OK);
	ck_assert_int_eq(strncmp(out, "sha256:09f0f0", 13), 0);
}
END_TEST

START_TEST(test_refused)
{
	char out[PEL_DIGEST_TEXT_SIZE] = "?";

	ck_assert_int_eq(pel_encode_record_digest_text(NULL, got, out, sizeof(out)),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_digest_text(&section, got, NULL, sizeof(out)),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_digest_text(&section, 47, out, sizeof(out)),
			 PEL_ERR_INVALID);
	section.digest_alg = 0;
	ck_assert_int_eq(pel_encode_record_digest_text(&section, got, out, sizeof(out)),
			 PEL_ERR_INVALID);
	section.digest_alg = 2;
	/* Before the room is looked at. */
	ck_assert_int_eq(pel_encode_record_digest_text(&section, got, out, 0),
			 PEL_ERR_INVALID);
	ck_assert_str_eq(out, "?");
}
END_TEST

START_TEST(test_locator)
{
	const void *p;

	ck_assert_uint_le(section.locator_size, PEL_ENCODE_RECORD_LOCATOR_MAX);
	ck_assert_int_eq(section.locator_kind, PEL_LOCATOR_MEDIA_PATH);
	ck_assert_int_eq(section.record_major, PEL_ENCODE_RECORD_MAJOR);
	ck_assert_int_eq(pel_blob_map(golden_record, sizeof(golden_record),
				      section.locator_offset, section.locator_size,
				      section.locator_size, 1, &p),
			 PEL_OK);
	ck_assert_uint_eq(section.locator_size, 23);
	ck_assert_mem_eq(p, "clip.encode-record.json", 23);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-digest");
	TCase *tc = tcase_create("digest");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, test_text);
	tcase_add_test(tc, test_refused);
	tcase_add_test(tc, test_locator);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-digest", make_suite);
}
