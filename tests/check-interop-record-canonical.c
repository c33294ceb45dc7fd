/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The one spelling of encode records: order of keys, escapes and space; and what is no
 * record. tests/interop-record.sh has Python's word on many more.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "guarded.h"
#include "encode-record.h"
#include "test.h"

static char buf[PEL_ENCODE_RECORD_MAX_BYTES + 1];

/* Text in memory of its exact size, behind which there is none. */
static pel_result spell(const char *json, size_t len, size_t *ret_len)
{
	static struct arena a;

	if (!a.base)
		a = arena_make(PEL_ENCODE_RECORD_MAX_BYTES + 1);
	memcpy(arena_place(&a, len, true), json, len);
	memset(buf, '?', 64);
	*ret_len = 7;
	return pel_encode_record_canonicalize((char *)arena_place(&a, len, true), len,
					      buf, sizeof(buf), ret_len);
}

/* --- texts and their one spelling --- */

static const struct {
	const char *json, *want;
} spellings[] = {
	{ "{}", "{}" },
	{ " \t\n\r{ \t\n\r} \t\n\r", "{}" },
	{ "{\"a\":\"\"}", "{\"a\":\"\"}" },
	{ "{ \"a\" : [ ] , \"b\" : { } }", "{\"a\":[],\"b\":{}}" },
	{ "{\"a\":[\"2\" ,\"1\", [ ],{},\"\"]}", "{\"a\":[\"2\",\"1\",[],{},\"\"]}" },
	/* By bytes, and a key before a longer one, also where that goes on with the least. */
	{ "{\"b\":\"1\",\"a\":\"2\"}", "{\"a\":\"2\",\"b\":\"1\"}" },
	{ "{\"a\":\"1\",\"B\":\"2\",\"~\":\"3\",\"!\":\"4\",\"0\":\"5\"}",
	  "{\"!\":\"4\",\"0\":\"5\",\"B\":\"2\",\"a\":\"1\",\"~\":\"3\"}" },
	{ "{\"aa\":\"1\",\"a\":\"2\",\"aaa\":\"3\",\"ab\":\"4\"}",
	  "{\"a\":\"2\",\"aa\":\"1\",\"aaa\":\"3\",\"ab\":\"4\"}" },
	{ "{\"a!\":\"1\",\"a\":\"2\",\"a!!\":\"3\"}",
	  "{\"a\":\"2\",\"a!\":\"1\",\"a!!\":\"3\"}" },
	{ "{\"/'#{}[],:\":\"1\"}", "{\"/'#{}[],:\":\"1\"}" },
	/* Keys of others have no say; inner objects are sorted, too. */
	{ "{\"b\":{\"b\":\"1\",\"a\":{\"d\":\"2\",\"c\":[{\"f\":\"3\",\"e\":\"4\"}]}},"
	  "\"a\":\"5\"}",
	  "{\"a\":\"5\",\"b\":{\"a\":{\"c\":[{\"e\":\"4\",\"f\":\"3\"}],\"d\":\"2\"},"
	  "\"b\":\"1\"}}" },
	/* No member is left out here. */
	{ "{\"elapsed_ns\":\"1\",\"digest\":\"2\",\"a\":\"3\"}",
	  "{\"a\":\"3\",\"digest\":\"2\",\"elapsed_ns\":\"1\"}" },
	{ "{\"a\":\"}]\\\"{[,:\",\"b\":\"\\\\\"}",
	  "{\"a\":\"}]\\\"{[,:\",\"b\":\"\\\\\"}" },
};

START_TEST(test_spellings)
{
	const char *json = spellings[_i].json;
	size_t len;

	ck_assert_int_eq(spell(json, strlen(json), &len), PEL_OK);
	ck_assert_str_eq(buf, spellings[_i].want);
	ck_assert_uint_eq(len, strlen(spellings[_i].want));
}
END_TEST

/* Strings as they may be written, and as they are written. */
static const struct {
	const char *from, *want;
} strings[] = {
	{ "\\\"\\\\\\/\\b\\f\\n\\r\\t", "\\\"\\\\/\\b\\f\\n\\r\\t" },
	{ "\\u0022\\u005c\\u002f\\u0008\\u000c\\u000a\\u000d\\u0009",
	  "\\\"\\\\/\\b\\f\\n\\r\\t" },
	{ "\\u0000\\u0001\\u0007\\u000B\\u000e\\u0010\\u001F",
	  "\\u0000\\u0001\\u0007\\u000b\\u000e\\u0010\\u001f" },
	{ "\\u0020\\u007f\\u0041\\u007E", " \x7f"
					  "A~" },
	{ "\\u0080\\u00e9\\u07ff", "\xc2\x80\xc3\xa9\xdf\xbf" },
	{ "\\u0800\\u20AC\\u2028\\u2029",
	  "\xe0\xa0\x80\xe2\x82\xac\xe2\x80\xa8\xe2\x80\xa9" },
	{ "\\ud7ff\\ue000\\uFFFF", "\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf" },
	{ "\\ud800\\udc00\\uD83D\\uDE00\\udbff\\udfff",
	  "\xf0\x90\x80\x80\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf" },
	{ "\x7f\xc2\x80\xdf\xbf", "\x7f\xc2\x80\xdf\xbf" },
	{ "\xe0\xa0\x80\xec\xbf\xbf\xed\x80\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf",
	  "\xe0\xa0\x80\xec\xbf\xbf\xed\x80\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf" },
	{ "\xf0\x90\x80\x80\xf1\x80\x80\x80\xf3\xbf\xbf\xbf\xf4\x80\x80\x80\xf4\x8f\xbf\xbf",
	  "\xf0\x90\x80\x80\xf1\x80\x80\x80\xf3\xbf\xbf\xbf\xf4\x80\x80\x80\xf4\x8f\xbf\xbf" },
	{ "a\\u0062c\\\\u0064", "abc\\\\u0064" },
};

START_TEST(test_strings)
{
	char json[256], want[256];
	size_t len;

	/* In an object and in an array. */
	snprintf(json, sizeof(json), "{\"k\":[\"%s\"],\"a\":\"%s\"}", strings[_i].from,
		 strings[_i].from);
	snprintf(want, sizeof(want), "{\"a\":\"%s\",\"k\":[\"%s\"]}", strings[_i].want,
		 strings[_i].want);
	ck_assert_int_eq(spell(json, strlen(json), &len), PEL_OK);
	ck_assert_str_eq(buf, want);
}
END_TEST

/* What is spelt right stays as it is. */
START_TEST(test_worked)
{
	size_t len;

	ck_assert_uint_eq(strlen(worked_text), 705);
	ck_assert_int_eq(spell(worked_text, 705, &len), PEL_OK);
	ck_assert_str_eq(buf, worked_text);
	ck_assert_uint_eq(strlen(escapes_text), 61);
	ck_assert_int_eq(spell(escapes_text, 61, &len), PEL_OK);
	ck_assert_str_eq(buf, escapes_text);
}
END_TEST

/* --- what is no record --- */

static const char *const wrong[] = {
	"",
	" ",
	"\xef\xbb\xbf{}",
	"\"a\"",
	"[]",
	"null",
	"{",
	"}",
	"{}{}",
	"{}x",
	"{} \"a\"",
	"{},",
	"x{}",
	"{\"a\"}",
	"{\"a\":}",
	"{\"a\" \"1\"}",
	"{\"a\":\"1\"",
	"{\"a\":\"1",
	"{\"a\":\"1\\",
	"{\"a\":\"1\\\"}",
	"{\"a",
	"{\"a\":",
	"{\"a\":[",
	"{\"a\":[\"1\"",
	"{\"a\":{",
	"{\"a\":\"1\",}",
	"{,\"a\":\"1\"}",
	"{,}",
	"{\"a\":\"1\",,\"b\":\"2\"}",
	"{\"a\":\"1\" \"b\":\"2\"}",
	"{\"a\"::\"1\"}",
	"{\"a\":\"1\":\"2\"}",
	"{\"a\":[\"1\",]}",
	"{\"a\":[,\"1\"]}",
	"{\"a\":[,]}",
	"{\"a\":[\"1\" \"2\"]}",
	"{\"a\":[\"1\":\"2\"]}",
	"{\"a\":[\"1\"}",
	"{\"a\":[\"1\"}]",
	"{\"a\":{\"b\":\"1\"]}",
	"{\"a\":\"1\"]",
	"{\"a\":{\"1\"}}",
	"{a:\"1\"}",
	"{'a':\"1\"}",
	"{\"a\":'1'}",
	"{\"a\":1}",
	"{\"a\":-1.5e3}",
	"{\"a\":true}",
	"{\"a\":false}",
	"{\"a\":null}",
	"{\"a\":[1]}",
	"{\"elapsed_ns\":{\"x\":1}}",
	"{\"digest\":7}",
	"{1:\"a\"}",
	/* space that is none */
	"{\v}",
	"{\f}",
	"{\xc2\xa0}",
	"{\"a\":\"1\"}/**/",
	/* keys */
	"{\"\":\"1\"}",
	"{\"a\":{\"\":\"1\"}}",
	"{\"a b\":\"1\"}",
	"{\"a\\u0062\":\"1\"}",
	"{\"a\\\\b\":\"1\"}",
	"{\"a\\\"b\":\"1\"}",
	"{\"a\x7f\":\"1\"}",
	"{\"a\t\":\"1\"}",
	"{\"\xc3\xa9\":\"1\"}",
	"{\"a\":\"1\",\"a\":\"1\"}",
	"{\"a\":\"1\",\"b\":\"2\",\"a\":\"3\"}",
	"{\"a\":{\"b\":\"1\",\"b\":\"1\"}}",
	"{\"x\":\"1\",\"y\":[{\"c\":{\"d\":\"1\",\"d\":\"2\"}}]}",
	"{\"digest\":\"1\",\"digest\":\"1\"}",
	"{\"elapsed_ns\":{\"x\":\"1\",\"x\":\"1\"}}",
	"{\"digest\":[{\"x\":\"1\",\"x\":\"1\"}]}",
};

START_TEST(test_wrong)
{
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE] = { 1, 2 };
	size_t len, n = strlen(wrong[_i]);

	ck_assert_int_eq(spell(wrong[_i], n, &len), PEL_ERR_INVALID);
	ck_assert_uint_eq(len, 0);
	ck_assert_int_eq(pel_encode_record_canonicalize(wrong[_i], n, NULL, 0, &len),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(len, 0);
	/* Also in members that have no part in the digest. */
	ck_assert_int_eq(pel_encode_record_hash(wrong[_i], n, digest), PEL_ERR_INVALID);
	ck_assert(digest[0] == 1 && digest[1] == 2 && !digest[2]);
	ck_assert_int_eq(pel_encode_record_verify(wrong[_i], n, NULL), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_verify(wrong[_i], n, digest), PEL_ERR_INVALID);
}
END_TEST

static const char *const wrong_strings[] = {
	"\x01",
	"\x1f",
	"\n",
	"\t",
	"\\x",
	"\\a",
	"\\v",
	"\\'",
	"\\0",
	"\\U0041",
	"\\ ",
	"\\u",
	"\\u1",
	"\\u12",
	"\\u123",
	"\\u123g",
	"\\u 123",
	"\\u+123",
	"\\u12 4",
	/* half a pair, or in the wrong order */
	"\\ud800",
	"\\udbff",
	"\\udc00",
	"\\udfff",
	"\\ud800x",
	"\\ud800xu0041",
	"\\ud800xudc00",
	"\\ud800\\xdc00",
	"\\ud800\\n",
	"\\ud800\\u",
	"\\ud800\\udc0",
	"\\ud800\\u0041",
	"\\ud800\\udbff",
	"\\ud800\\ue000",
	"\\udc00\\ud800",
	"\\udc00\\udc00",
	"\\udfff\\udfff",
	"\\ude00\\ud83d",
	/* UTF-8 */
	"\x80",
	"\xbf",
	"\xff",
	"\xfe",
	"\xc0\x80",
	"\xc0\xaf",
	"\xc1\xbf",
	"\xc2",
	"\xc2\xc0",
	"\xc2\x7f",
	"\xdf"
	"a",
	"\xe0\x80\x80",
	"\xe0\x9f\xbf",
	"\xe1\x80",
	"\xe1\x80\x7f",
	"\xe1\xc0\x80",
	"\xe2\x82",
	"\xed\xa0\x80",
	"\xed\xbf\xbf",
	"\xed\xa0\xbd\xed\xb8\x80",
	"\xef\xbf\xc0",
	"\xf0\x80\x80\x80",
	"\xf0\x8f\xbf\xbf",
	"\xf0\x90\x80",
	"\xf0\x90\x80\xc0",
	"\xf0\x90\x7f\x80",
	"\xf4\x90\x80\x80",
	"\xf5\x80\x80\x80",
	"\xf8\x88\x80\x80\x80",
};

START_TEST(test_wrong_strings)
{
	char json[64];
	size_t len;

	snprintf(json, sizeof(json), "{\"a\":\"ab%sxy\"}", wrong_strings[_i]);
	ck_assert_int_eq(spell(json, strlen(json), &len), PEL_ERR_INVALID);
	snprintf(json, sizeof(json), "{\"a\":[\"%s\"]}", wrong_strings[_i]);
	ck_assert_int_eq(spell(json, strlen(json), &len), PEL_ERR_INVALID);
	/* Where the text ends within. */
	snprintf(json, sizeof(json), "{\"a\":\"%s", wrong_strings[_i]);
	ck_assert_int_eq(spell(json, strlen(json), &len), PEL_ERR_INVALID);
}
END_TEST

/* A NUL ends no text, and is no space. */
START_TEST(test_nul)
{
	size_t len;

	ck_assert_int_eq(spell("{}\0", 3, &len), PEL_ERR_INVALID);
	ck_assert_int_eq(spell("{\0}", 3, &len), PEL_ERR_INVALID);
	ck_assert_int_eq(spell("{\"a\":\"\0\"}", 9, &len), PEL_ERR_INVALID);
	ck_assert_int_eq(spell("{\"\0\":\"\"}", 8, &len), PEL_ERR_INVALID);
	ck_assert_int_eq(spell("{\"a\":\"\\\0\"}", 10, &len), PEL_ERR_INVALID);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-record-canonical");
	TCase *tc = tcase_create("spelling");

	tcase_add_loop_test(tc, test_spellings, 0,
			    sizeof(spellings) / sizeof(spellings[0]));
	tcase_add_loop_test(tc, test_strings, 0, sizeof(strings) / sizeof(strings[0]));
	tcase_add_test(tc, test_worked);
	suite_add_tcase(s, tc);

	tc = tcase_create("wrong");
	tcase_add_loop_test(tc, test_wrong, 0, sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_loop_test(tc, test_wrong_strings, 0,
			    sizeof(wrong_strings) / sizeof(wrong_strings[0]));
	tcase_add_test(tc, test_nul);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-record-canonical", make_suite);
}
