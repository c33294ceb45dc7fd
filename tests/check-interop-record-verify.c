/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Digests of encode records, and whether records are what theirs say.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "guarded.h"
#include "encode-record.h"
#include "test.h"

static char text[1024];

/* The worked record with @from exchanged for @to, once. */
static void edit(const char *from, const char *to)
{
	const char *at = strstr(worked_text, from);

	quick_assert(at && !strstr(at + 1, from));
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - worked_text), worked_text, to,
		 at + strlen(from));
}

static pel_result verify(const char *json, const uint8_t *expected)
{
	return pel_encode_record_verify(json, strlen(json), expected);
}

/* --- digests --- */

static const struct {
	const char *json, *want;
} digests[] = {
	{ "{}", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" },
	{ " { } ", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" },
	/* Without the two members it is {}, whatever these are. */
	{ "{\"digest\":\"x\"}",
	  "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" },
	{ "{\"elapsed_ns\":{\"a\":[\"1\",{}],\"b\":\"2\"},\"digest\":[[\"1\"],\"2\"]}",
	  "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" },
	{ "{\"encoder\":{\"codec\":\"av1\",\"name\":\"libsvtav1\",\"params\":{},"
	  "\"unknown_params\":{},\"version\":\"1.4.1\"},\"filters\":[],"
	  "\"input\":{\"id\":\"clip-0042\"},\"schema\":\"pelorus/encode-record/1\"}",
	  "7934dbe669a4ba638881d94328ef30793883cdd93d8bd440d69f81f9b6a8f501" },
};

START_TEST(test_digests)
{
	ck_assert_str_eq(record_hex(digests[_i].json, strlen(digests[_i].json)),
			 digests[_i].want);
}
END_TEST

START_TEST(test_worked)
{
	ck_assert_str_eq(record_hex(worked_text, strlen(worked_text)), worked_hex);
	ck_assert_str_eq(record_hex(escapes_text, strlen(escapes_text)), escapes_hex);
	edit("\"range\":\"16\"", "\"range\":\"15\"");
	ck_assert_str_eq(
		record_hex(text, strlen(text)),
		"f603fbf21c0423dbc7a353da631239283f88e1239c8a913707369441a39cb804");
}
END_TEST

/* Members of these names count where they are, but not the root's; others always do. */
START_TEST(test_left_out)
{
	static const struct {
		const char *a, *b;
		bool same;
	} pairs[] = {
		{ "{\"x\":\"1\"}", "{\"digest\":\"\",\"x\":\"1\",\"elapsed_ns\":[]}",
		  true },
		{ "{\"x\":\"1\",\"a\":\"2\"}",
		  "{\"elapsed_ns\":\"\",\"a\":\"2\",\"x\":\"1\"}", true },
		{ "{\"x\":\"1\",\"z\":\"2\"}",
		  "{\"elapsed_ns\":\"\",\"z\":\"2\",\"x\":\"1\"}", true },
		{ "{\"x\":{\"digest\":\"1\"}}", "{\"x\":{}}", false },
		{ "{\"x\":{\"elapsed_ns\":\"1\"}}", "{\"x\":{}}", false },
		{ "{\"digest2\":\"1\"}", "{}", false },
		{ "{\"diges\":\"1\"}", "{}", false },
		{ "{\"Digest\":\"1\"}", "{}", false },
		{ "{\"elapsed_n\":\"1\"}", "{}", false },
		{ "{\"elapsed_nsx\":\"1\"}", "{}", false },
	};
	char hex[80];
	size_t i;

	for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		strcpy(hex, record_hex(pairs[i].a, strlen(pairs[i].a)));
		ck_assert_msg(!strcmp(hex, record_hex(pairs[i].b, strlen(pairs[i].b))) ==
				      pairs[i].same,
			      "%s, %s", pairs[i].a, pairs[i].b);
	}
}
END_TEST

/* --- what they say --- */

static const struct {
	const char *from, *to;
	pel_result want;
} edits[] = {
	{ "\"encoder\":{", " \"encoder\" : { ", PEL_OK },
	{ "\"range\":\"16\"", "\"range\":\"\\u00316\"", PEL_OK },
	{ "\"elapsed_ns\":\"8123456789\"", "\"elapsed_ns\":\"1\"", PEL_OK },
	{ "\"elapsed_ns\":\"8123456789\",", "", PEL_OK },
	{ "\"elapsed_ns\":\"8123456789\"", "\"elapsed_ns\":{\"digest\":\"1\"}", PEL_OK },
	{ "\"range\":\"16\"", "\"range\":\"15\"", PEL_ERR_MISMATCH },
	{ "\"range\":\"16\",", "", PEL_ERR_MISMATCH },
	{ "\"some-new-option\":\"1\"", "", PEL_ERR_MISMATCH },
	{ "\"unknown_params\":{},", "", PEL_ERR_MISMATCH },
	{ "\"elapsed_ns\"", "\"elapsed_ms\"", PEL_ERR_MISMATCH },
	{ "\"digest\":\"sha256:b", "\"digest\":\"sha256:a", PEL_ERR_MISMATCH },
	{ "\"digest\":\"sha256:b0", "\"digest\":\"sha256:B0", PEL_ERR_MISMATCH },
	{ "\"digest\":\"sha256:b0", "\"digest\":\"sha512:b0", PEL_ERR_MISMATCH },
	{ "\"digest\":\"sha256:b0", "\"digest\":\" sha256:b0", PEL_ERR_MISMATCH },
	{ "\"digest\":\"sha256:b0", "\"digest\":\"b0", PEL_ERR_MISMATCH },
	{ "f054d244bc\"", "f054d244bd\"", PEL_ERR_MISMATCH },
	{ "f054d244bc\"", "f054d244b\"", PEL_ERR_MISMATCH },
	{ "f054d244bc\"", "f054d244bc0\"", PEL_ERR_MISMATCH },
	/* Escaped it would be the same. */
	{ "\"digest\":\"sha256:b0", "\"digest\":\"\\u0073ha256:b0", PEL_ERR_MISMATCH },
	{ "f054d244bc\"", "f054d244b\\u0063\"", PEL_ERR_MISMATCH },
	{ "\"digest\":\"sha256:b0201cec9782a58a59541103a7757fbd8221f67bd45a32f3b6a8d7f054d244"
	  "bc\"",
	  "\"digest\":\"\"", PEL_ERR_MISMATCH },
	{ "\"digest\":\"sha256:b0201cec9782a58a59541103a7757fbd8221f67bd45a32f3b6a8d7f054d244"
	  "bc\"",
	  "\"digest\":[\"sha256:"
	  "b0201cec9782a58a59541103a7757fbd8221f67bd45a32f3b6a8d7f054d244bc\"]",
	  PEL_ERR_MISMATCH },
	{ "\"digest\":\"sha256:b0201cec9782a58a59541103a7757fbd8221f67bd45a32f3b6a8d7f054d244"
	  "bc\"",
	  "\"digest\":{}", PEL_ERR_MISMATCH },
	{ "\"digest\":\"sha256:b0201cec9782a58a59541103a7757fbd8221f67bd45a32f3b6a8d7f054d244"
	  "bc\",",
	  "", PEL_ERR_ABSENT },
	{ "\"range\":\"16\"", "\"range\":16", PEL_ERR_INVALID },
	{ "\"range\":\"16\"", "\"thr\":\"16\"", PEL_ERR_INVALID },
};

START_TEST(test_edits)
{
	edit(edits[_i].from, edits[_i].to);
	ck_assert_int_eq(verify(text, NULL), edits[_i].want);
}
END_TEST

/* A digest from elsewhere must fit, and so must the member, if there is one. */
START_TEST(test_expected)
{
	static const char member[] =
		"\"digest\":"
		"\"sha256:b0201cec9782a58a59541103a7757fbd8221f67bd45a32f3b6a8d7f054d244bc\",";
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE];
	int bit;

	ck_assert_int_eq(pel_encode_record_hash(worked_text, strlen(worked_text), digest),
			 PEL_OK);
	ck_assert_int_eq(verify(worked_text, NULL), PEL_OK);
	ck_assert_int_eq(verify(worked_text, digest), PEL_OK);
	edit(member, "");
	ck_assert_int_eq(verify(text, digest), PEL_OK);
	ck_assert_int_eq(verify(text, NULL), PEL_ERR_ABSENT);
	edit("\"digest\":\"sha256:b0", "\"digest\":\"sha256:c0");
	ck_assert_int_eq(verify(text, digest), PEL_ERR_MISMATCH);
	edit("\"range\":\"16\"", "\"range\":\"15\"");
	ck_assert_int_eq(verify(text, digest), PEL_ERR_MISMATCH);
	/* What the section has is right for the text, and the member is that of another. */
	ck_assert_int_eq(pel_encode_record_hash(text, strlen(text), digest), PEL_OK);
	ck_assert_int_eq(verify(text, digest), PEL_ERR_MISMATCH);

	ck_assert_int_eq(pel_encode_record_hash(worked_text, strlen(worked_text), digest),
			 PEL_OK);
	edit(member, "");
	for (bit = 0; bit < 256; bit++) {
		digest[bit / 8] ^= (uint8_t)(1 << bit % 8);
		quick_assert(verify(worked_text, digest) == PEL_ERR_MISMATCH);
		quick_assert(verify(text, digest) == PEL_ERR_MISMATCH);
		digest[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
}
END_TEST

/* A member that is short, where the text's end is that of all memory. */
START_TEST(test_short)
{
	static const char json[] = "{\"digest\":\"\"}";
	struct arena a = arena_make(4096);
	char *copy = (char *)arena_place(&a, sizeof(json) - 1, true);

	memcpy(copy, json, sizeof(json) - 1);
	ck_assert_int_eq(pel_encode_record_verify(copy, sizeof(json) - 1, NULL),
			 PEL_ERR_MISMATCH);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-record-verify");
	TCase *tc = tcase_create("digest");

	tcase_add_loop_test(tc, test_digests, 0, sizeof(digests) / sizeof(digests[0]));
	tcase_add_test(tc, test_worked);
	tcase_add_test(tc, test_left_out);
	suite_add_tcase(s, tc);

	tc = tcase_create("verify");
	tcase_add_loop_test(tc, test_edits, 0, sizeof(edits) / sizeof(edits[0]));
	tcase_add_test(tc, test_expected);
	tcase_add_test(tc, test_short);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-record-verify", make_suite);
}
