/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The limits of encode records, each met and passed by one; and rooms of every size for
 * what is written.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guarded.h"
#include "encode-record.h"
#include "test.h"

static char text[PEL_ENCODE_RECORD_MAX_BYTES + 2];
static char want[PEL_ENCODE_RECORD_MAX_BYTES + 1], buf[PEL_ENCODE_RECORD_MAX_BYTES + 1];
static size_t used;

static void add(const char *s)
{
	size_t n = strlen(s);

	quick_assert(used + n < sizeof(text));
	memcpy(text + used, s, n + 1);
	used += n;
}

static void add_times(const char *s, unsigned int times)
{
	while (times--)
		add(s);
}

/* Whether what was added is a record; the text begins anew. */
static bool is_record(void)
{
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE];
	size_t len = 7, n = used;
	pel_result r = pel_encode_record_canonicalize(text, n, buf, sizeof(buf), &len);

	used = 0;
	quick_assert(r == pel_encode_record_hash(text, n, digest));
	if (r == PEL_OK)
		return true;
	quick_assert(r == PEL_ERR_INVALID && !len);
	return false;
}

START_TEST(test_depth)
{
	static const struct {
		const char *text;
		bool good;
	} depths[] = {
		{ "{\"a\":[[[[\"deep\"]]]]}", true },
		{ "{\"a\":[[[[[\"deep\"]]]]]}", false },
		{ "{\"a\":[[[[[]]]]]}", false },
		{ "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":\"\"}}}}}", true },
		{ "{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":{}}}}}}", false },
		{ "{\"a\":[{\"c\":[{\"e\":\"\"}]}]}", true },
		{ "{\"a\":[{\"c\":[{\"e\":[]}]}]}", false },
		/* How many there are one behind the other doesn't count. */
		{ "{\"a\":[[],[],[],[],[],[[]]],\"b\":[[[[]]]],\"c\":{}}", true },
	};
	size_t i;

	for (i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		add(depths[i].text);
		ck_assert_msg(is_record() == depths[i].good, "%s", depths[i].text);
	}
	add("{\"a\":");
	add_times("[", 30000);
	ck_assert(!is_record());
}
END_TEST

START_TEST(test_key)
{
	unsigned int n;

	for (n = 63; n <= 66; n++) {
		add("{\"");
		add_times("k", n);
		add("\":\"\"}");
		ck_assert(is_record() == (n <= 64));
		add("{\"a\":{\"");
		add_times("~", n);
		add("\":\"\"}}");
		ck_assert(is_record() == (n <= 64));
	}
}
END_TEST

/* Bytes of a string are those that it stands for. */
static const struct {
	const char *piece;
	unsigned int most;
} pieces[] = {
	{ "v", 1024 },		 { "\xc3\xa9", 512 },
	{ "\xe2\x82\xac", 341 }, { "\xf0\x9f\x98\x80", 256 },
	{ "\\n", 1024 },	 { "\\u0001", 1024 },
	{ "\\u007f", 1024 },	 { "\\u0080", 512 },
	{ "\\u07ff", 512 },	 { "\\u0800", 341 },
	{ "\\uffff", 341 },	 { "\\ud83d\\ude00", 256 },
};

START_TEST(test_value)
{
	unsigned int n;

	for (n = pieces[_i].most - 1; n <= pieces[_i].most + 1; n++) {
		add("{\"a\":\"");
		add_times(pieces[_i].piece, n);
		add("\"}");
		ck_assert(is_record() == (n <= pieces[_i].most));
		add("{\"a\":[\"\",\"");
		add_times(pieces[_i].piece, n);
		add("\"]}");
		ck_assert(is_record() == (n <= pieces[_i].most));
	}
	/* A byte more than the most, of other kind. */
	add("{\"a\":\"");
	add_times("v", 1023);
	add("\xc3\xa9\"}");
	ck_assert(!is_record());
}
END_TEST

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Members in an order of @kind: as they must be, the other way round, or mixed. */
static void add_members(char (*keys)[8], unsigned int n, unsigned int kind)
{
	unsigned int i, k;

	add("{");
	for (i = 0; i < n; i++) {
		k = kind == 0 ? i : kind == 1 ? n - 1 - i : i * 89 % n;
		if (i)
			add(",");
		add("\"");
		add(keys[k]);
		add("\":\"\"");
	}
	add("}");
}

/* As many members as may be, in three orders; 89 has no divisor with any count here. */
START_TEST(test_members)
{
	static const unsigned int counts[] = { 1, 2, 3, 4, 5, 127, 128, 255, 256, 257 };
	unsigned int n = counts[_i], kind, i;
	char keys[257][8];
	size_t len;

	for (i = 0; i < n; i++)
		snprintf(keys[i], sizeof(keys[i]), "%x", i * 7919 % 65521);
	qsort(keys, n, sizeof(keys[0]), compare);
	add("{\"a\":");
	add_members(keys, n, 0);
	add("}");
	memcpy(want, text, used + 1);
	used = 0;
	for (kind = 0; kind < 3; kind++) {
		add_members(keys, n, kind);
		ck_assert(is_record() == (n <= 256));
		add("{\"a\":");
		add_members(keys, n, kind);
		add("}");
		len = used;
		ck_assert(is_record() == (n <= 256));
		if (n <= 256)
			ck_assert(!memcmp(buf, want, len + 1));
	}
	if (n < 2)
		return;
	/* The first twice, in whatever distance. */
	memcpy(keys[n - 1], keys[0], sizeof(keys[0]));
	for (kind = 0; kind < 3; kind++) {
		add_members(keys, n, kind);
		ck_assert(!is_record());
	}
}
END_TEST

START_TEST(test_elements)
{
	unsigned int n;

	for (n = 63; n <= 65; n++) {
		add("{\"a\":[");
		add_times("\"\",", n - 1);
		add("[]]}");
		ck_assert(is_record() == (n <= 64));
	}
}
END_TEST

/* All five levels with as many members as they may have. */
START_TEST(test_wide)
{
	unsigned int level, i;
	char member[16];

	for (level = 0; level < 5; level++) {
		add("{");
		for (i = 0; i < 255; i++) {
			snprintf(member, sizeof(member), "\"%x\":\"\",", i);
			add(member);
		}
		add(level < 4 ? "\"zz\":" : "\"zz\":\"\"");
	}
	add("}}}}}");
	ck_assert(is_record());
}
END_TEST

/* A text as long as may be, of space or of members. */
START_TEST(test_text)
{
	size_t len = 7;
	unsigned int i;
	char key[16];

	memset(text, ' ', sizeof(text));
	memcpy(text, "{}", 2);
	used = 65536;
	ck_assert(is_record());
	ck_assert_str_eq(buf, "{}");
	used = 65537;
	ck_assert(!is_record());

	add("{");
	for (i = 0; i < 63; i++) {
		snprintf(key, sizeof(key), "\"%02u\":\"", i);
		add(key);
		add_times("v", 1024);
		add("\",");
	}
	add("\"z\":\"");
	add_times("v", 65536 - 2 - (unsigned int)used);
	add("\"}");
	ck_assert_uint_eq(used, 65536);
	ck_assert(is_record());
	ck_assert(!memcmp(buf, text, 65537));
	ck_assert_int_eq(pel_encode_record_canonicalize(text, 65536, buf, 65536, &len),
			 PEL_ERR_RANGE);
	ck_assert_uint_eq(len, 65536);
	/* A length that is none is refused before anything is read. */
	ck_assert_int_eq(pel_encode_record_canonicalize("{}", SIZE_MAX, buf, 9, &len),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(len, 0);
}
END_TEST

/* --- rooms --- */

/* No byte behind a room is written; whatever its size, the length is told. */
static void check_rooms(const char *json, const char *spelling)
{
	struct arena a = arena_make(4096);
	size_t n = strlen(json), need = strlen(spelling), cap, len;

	for (cap = 0; cap <= need + 2; cap++) {
		char *room = (char *)arena_place(&a, cap, true);
		pel_result r;

		len = 7;
		memset(room, '?', cap);
		r = pel_encode_record_canonicalize(json, n, room, cap, &len);
		quick_assert(len == need);
		if (cap <= need) {
			quick_assert(r == PEL_ERR_RANGE);
			continue;
		}
		quick_assert(r == PEL_OK && !memcmp(room, spelling, need + 1));
		quick_assert(cap < need + 2 || room[need + 1] == '?');
	}
	len = 7;
	ck_assert_int_eq(pel_encode_record_canonicalize(json, n, NULL, 0, &len),
			 PEL_ERR_RANGE);
	ck_assert_uint_eq(len, need);
}

START_TEST(test_rooms)
{
	size_t len;

	check_rooms(worked_text, worked_text);
	check_rooms(escapes_text, escapes_text);
	check_rooms("{ \"b\" : [ \"\\u0062\" ] , \"a\" : \"\\u001F\" }",
		    "{\"a\":\"\\u001f\",\"b\":[\"b\"]}");
	check_rooms("{}", "{}");
	ck_assert_int_eq(pel_encode_record_canonicalize("{}", 2, buf, 2, &len),
			 PEL_ERR_RANGE);
	ck_assert_uint_eq(len, 2);
}
END_TEST

START_TEST(test_refused)
{
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE];
	size_t len = 7;

	ck_assert_int_eq(pel_encode_record_canonicalize("{}", 2, buf, 9, NULL),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_canonicalize(NULL, 2, buf, 9, &len),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(len, 0);
	len = 7;
	ck_assert_int_eq(pel_encode_record_canonicalize("{}", 2, NULL, 9, &len),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(len, 0);
	/* Wrong, and no room for it either. */
	len = 7;
	ck_assert_int_eq(pel_encode_record_canonicalize("{]", 2, NULL, 0, &len),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(len, 0);
	ck_assert_int_eq(pel_encode_record_hash(NULL, 2, digest), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_hash("{}", 2, NULL), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_verify(NULL, 2, digest), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_verify(NULL, 2, NULL), PEL_ERR_INVALID);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-record-bounds");
	TCase *tc = tcase_create("limits");

	tcase_add_test(tc, test_depth);
	tcase_add_test(tc, test_key);
	tcase_add_loop_test(tc, test_value, 0, sizeof(pieces) / sizeof(pieces[0]));
	tcase_add_loop_test(tc, test_members, 0, 10);
	tcase_add_test(tc, test_elements);
	tcase_add_test(tc, test_wide);
	tcase_add_test(tc, test_text);
	suite_add_tcase(s, tc);

	tc = tcase_create("rooms");
	tcase_add_test(tc, test_rooms);
	tcase_add_test(tc, test_refused);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-record-bounds", make_suite);
}
