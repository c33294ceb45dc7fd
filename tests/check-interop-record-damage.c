/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Encode records from strangers: cut, with every byte changed, left out and put twice,
 * and of pieces at random. What comes out is nothing, or a text that is its own one
 * spelling.
 */
#include "config.h"

#include <string.h>

#include "guarded.h"
#include "encode-record.h"
#include "test.h"

static struct arena in, out;

static void setup(void)
{
	in = arena_make(4096);
	out = arena_make(4096);
}

/* Whether it is a record; if so, its spelling is one, too, with the same digest. */
static bool check(const char *json, size_t len)
{
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE],
		again[PEL_ENCODE_RECORD_DIGEST_SIZE];
	char *text = (char *)arena_place(&in, len, true), *room, second[4096];
	size_t need = 7, size = 7;
	pel_result r;

	memcpy(text, json, len);
	r = pel_encode_record_canonicalize(text, len, NULL, 0, &need);
	quick_assert((pel_encode_record_hash(text, len, digest) == PEL_OK) ==
		     (r == PEL_ERR_RANGE));
	if (r != PEL_ERR_RANGE) {
		quick_assert(r == PEL_ERR_INVALID && !need);
		quick_assert(pel_encode_record_verify(text, len, NULL) ==
			     PEL_ERR_INVALID);
		return false;
	}
	quick_assert(need <= len);
	room = (char *)arena_place(&out, need + 1, true);
	quick_assert(pel_encode_record_canonicalize(text, len, room, need + 1, &size) ==
			     PEL_OK &&
		     size == need && !room[size]);
	/* Without the NUL, that is at the end of all memory. */
	text = (char *)arena_place(&in, need, true);
	memcpy(text, room, need);
	quick_assert(pel_encode_record_canonicalize(text, need, second, sizeof(second),
						    &size) == PEL_OK &&
		     size == need && !memcmp(second, room, need + 1));
	quick_assert(pel_encode_record_hash(text, need, again) == PEL_OK &&
		     !memcmp(digest, again, sizeof(digest)));
	quick_assert(pel_encode_record_verify(text, need, digest) != PEL_ERR_INVALID);
	return true;
}

START_TEST(test_cut)
{
	size_t len, n = strlen(worked_text);

	for (len = 0; len < n; len++) {
		quick_assert(!check(worked_text, len));
		quick_assert(!check(worked_text + len + 1, n - len - 1));
	}
	ck_assert(check(worked_text, n));
}
END_TEST

/* What has a meaning in a text, and where UTF-8 changes its mind. */
static const char bytes[] =
	"\"\\{}[],:u ~!\x7f\x1f\x01\x80\xa0\xbf\xc2\xe0\xed\xf0\xf4\xff";

/* Bytes of a string may be others, and keys, too, where none comes twice. */
START_TEST(test_bytes)
{
	unsigned int c, good = 0, all = 0;
	size_t i, n = strlen(worked_text);
	char json[1024];

	memcpy(json, worked_text, n);
	for (i = 0; i < n; i++) {
		for (c = 0; c < 8; c++, all++) {
			json[i] ^= (char)(1 << c);
			good += check(json, n);
			json[i] = worked_text[i];
		}
		/* With the NUL at its end. */
		for (c = 0; c < sizeof(bytes); c++, all++) {
			json[i] = bytes[c];
			good += check(json, n);
		}
		json[i] = worked_text[i];
	}
	ck_assert_uint_gt(good, all / 5);
	ck_assert_uint_lt(good, all / 2);
}
END_TEST

/* A byte out, and one byte more. */
START_TEST(test_moved)
{
	char json[1024];
	size_t i, n = strlen(worked_text);
	unsigned int c;

	for (i = 0; i < n; i++) {
		memcpy(json, worked_text, i);
		memcpy(json + i, worked_text + i + 1, n - i - 1);
		check(json, n - 1);
		memcpy(json + i + 1, worked_text + i, n - i);
		for (c = 0; c < sizeof(bytes); c++) {
			json[i] = bytes[c];
			check(json, n + 1);
		}
	}
}
END_TEST

/* What texts are made of, so that some of them are records. */
START_TEST(test_pieces)
{
	static const char *const pieces[] = {
		"{",
		"}",
		"[",
		"]",
		",",
		"\"a\":",
		"\"b\" : ",
		"\"aa\":",
		"\"a\"",
		"\"\\u00e9\"",
		"\"\\ud83d\\ude00\\u001F\"",
		"\"\xc3\xa9\"",
		" ",
		"\"digest\":",
		"\"elapsed_ns\":",
		"\"",
	};
	int i, good = 0;

	for (i = 0; i < 100000; i++) {
		unsigned int n = 1 + next_random() % 12;
		char json[512] = "{";

		while (n--)
			strcat(json, pieces[next_random() % 16]);
		strcat(json, "}");
		good += check(json, strlen(json));
	}
	ck_assert_int_gt(good, 200);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-record-damage");
	TCase *tc = tcase_create("damage");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, test_cut);
	tcase_add_test(tc, test_bytes);
	tcase_add_test(tc, test_moved);
	tcase_add_test(tc, test_pieces);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-record-damage", make_suite);
}
