/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Encode records as they are built: what comes out, and that it can be read again; and
 * what can't be in one.
 */
#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "guarded.h"
#include "encode-record.h"
#include "test.h"

static void check_built(const PelorusEncodeRecordInput *in, const char *want)
{
	size_t len;

	ck_assert_int_eq(record_build(in, &len), PEL_OK);
	ck_assert_str_eq(record_buf, want);
}

static void check_refused(const PelorusEncodeRecordInput *in)
{
	size_t len;

	quick_assert(record_build(in, &len) == PEL_ERR_INVALID);
}

/* --- what comes out --- */

START_TEST(test_worked)
{
	check_built(&worked_input, worked_text);
}
END_TEST

#define LEAST_DIGEST   \
	"{\"digest\":" \
	"\"sha256:7934dbe669a4ba638881d94328ef30793883cdd93d8bd440d69f81f9b6a8f501\","
#define LEAST_ENCODER                                                          \
	"\"encoder\":{\"codec\":\"av1\",\"name\":\"libsvtav1\",\"params\":{}," \
	"\"unknown_params\":{},\"version\":\"1.4.1\"},"
#define LEAST_REST \
	"\"input\":{\"id\":\"clip-0042\"},\"schema\":\"pelorus/encode-record/1\"}"

START_TEST(test_least)
{
	PelorusEncodeRecordInput in = least_input;

	check_built(&in, LEAST_DIGEST LEAST_ENCODER "\"filters\":[]," LEAST_REST);
	ck_assert_uint_eq(strlen(record_buf) - strlen(LEAST_DIGEST) + 1, 171);
	/* How long it took has no part in the digest. */
	in.has_elapsed_ns = 1;
	check_built(&in, LEAST_DIGEST "\"elapsed_ns\":\"0\"," LEAST_ENCODER
				      "\"filters\":[]," LEAST_REST);
	in.elapsed_ns = UINT64_MAX;
	check_built(&in,
		    LEAST_DIGEST "\"elapsed_ns\":\"18446744073709551615\"," LEAST_ENCODER
				 "\"filters\":[]," LEAST_REST);
	in.has_elapsed_ns = 0;
	check_built(&in, LEAST_DIGEST LEAST_ENCODER "\"filters\":[]," LEAST_REST);
}
END_TEST

START_TEST(test_hardware)
{
	PelorusEncodeRecordInput in = least_input;
	size_t len;

	in.hardware_path = "cpu";
	in.hardware_device = "CPU \xc3\xa9";
	in.hardware_driver = "a\"b\\c\t";
	check_built(
		&in,
		"{\"digest\":\"sha256:"
		"51796d582d8bf27fc7fccdcc77d4ab1ff9039e733776d8584620d168701bdcb1\"," LEAST_ENCODER
		"\"filters\":[],\"hardware\":{\"device\":\"CPU \xc3\xa9\","
		"\"driver\":\"a\\\"b\\\\c\\t\",\"path\":\"cpu\"}," LEAST_REST);
	in.hardware_path = in.hardware_device = NULL;
	ck_assert_int_eq(record_build(&in, &len), PEL_OK);
	ck_assert_ptr_nonnull(
		strstr(record_buf, ",\"hardware\":{\"driver\":\"a\\\"b\\\\c\\t\"},"));
	in.hardware_driver = NULL;
	in.hardware_device = "";
	ck_assert_int_eq(record_build(&in, &len), PEL_OK);
	ck_assert_ptr_nonnull(strstr(record_buf, ",\"hardware\":{\"device\":\"\"},"));
}
END_TEST

START_TEST(test_paths)
{
	static const char *const paths[] = {
		"cpu", "vulkan", "nvenc", "qsv", "amf", "vaapi", "videotoolbox",
	};
	static const char *const others[] = { "",     "CPU",	 "cp",
					      "cpux", "vdpau",	 "videotoolbo",
					      "cpu ", "vulkan,", "videotoolboxx" };
	PelorusEncodeRecordInput in = least_input;
	char want[64];
	size_t i, len;

	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		in.hardware_path = paths[i];
		snprintf(want, sizeof(want), ",\"hardware\":{\"path\":\"%s\"},",
			 paths[i]);
		ck_assert_int_eq(record_build(&in, &len), PEL_OK);
		ck_assert_ptr_nonnull(strstr(record_buf, want));
	}
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		in.hardware_path = others[i];
		check_refused(&in);
	}
}
END_TEST

START_TEST(test_input)
{
	static const char *const wrong[] = {
		"",
		"sha256:",
		"sha256:6d7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2a",
		"sha256:6d7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2aea",
		"sha256:6d7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2ae ",
		"sha256:6D7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2ae",
		"sha256:6g7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2ae",
		"sha512:6d7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2ae",
		"6d7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2ae",
	};
	PelorusEncodeRecordInput in = least_input;
	size_t i, len;

	in.input_digest = worked_input.input_digest;
	ck_assert_int_eq(record_build(&in, &len), PEL_OK);
	ck_assert_ptr_nonnull(strstr(
		record_buf,
		"\"input\":{\"digest\":\"sha256:6d7233c7036e18b055f7861cd3c9f534093"
		"477b15efe8f58a80fecce4993c2ae\",\"id\":\"clip-0042\"},"));
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		in.input_digest = wrong[i];
		in.input_id = "clip-0042";
		check_refused(&in);
		in.input_id = NULL;
		check_refused(&in);
	}
	in.input_digest = NULL;
	check_refused(&in);
	in.input_id = "";
	ck_assert_int_eq(record_build(&in, &len), PEL_OK);
	ck_assert_ptr_nonnull(strstr(record_buf, "\"input\":{\"id\":\"\"},"));
}
END_TEST

/* Programs that were compiled with libpelorus have the fields in this order. */
START_TEST(test_layout)
{
#define AT(field) offsetof(PelorusEncodeRecordInput, field)
	static const size_t at[] = {
		AT(encoder_name),
		AT(encoder_version),
		AT(encoder_codec),
		AT(encoder_params),
		AT(nb_encoder_params),
		AT(encoder_unknown_params),
		AT(nb_encoder_unknown_params),
		AT(input_digest),
		AT(input_id),
		AT(filters),
		AT(nb_filters),
		AT(hardware_path),
		AT(hardware_device),
		AT(hardware_driver),
		AT(elapsed_ns),
		AT(has_elapsed_ns),
		sizeof(PelorusEncodeRecordInput),
	};
	size_t i;

	ck_assert_uint_eq(at[0], 0);
	for (i = 1; i < sizeof(at) / sizeof(at[0]); i++)
		ck_assert_uint_lt(at[i - 1], at[i]);
	if (sizeof(void *) != 8)
		return;
	ck_assert_uint_eq(sizeof(PelorusEncodeParam), 24);
	ck_assert_uint_eq(offsetof(PelorusEncodeParam, nb_values), 16);
	ck_assert_uint_eq(offsetof(PelorusEncodeParam, is_array), 20);
	ck_assert_uint_eq(sizeof(PelorusEncodeFilter), 56);
	ck_assert_uint_eq(offsetof(PelorusEncodeFilter, library), 8);
	ck_assert_uint_eq(offsetof(PelorusEncodeFilter, nb_params), 32);
	ck_assert_uint_eq(offsetof(PelorusEncodeFilter, unknown_params), 40);
	ck_assert_uint_eq(sizeof(PelorusEncodeRecordInput), 128);
}
END_TEST

/* --- names and values --- */

/* Where a record has a string of the caller's. */
enum place {
	ENCODER_CODEC,
	ENCODER_NAME,
	ENCODER_VERSION,
	FILTER_LIBRARY,
	FILTER_NAME,
	FILTER_VERSION,
	ID, /* from here on it may be empty */
	DEVICE,
	DRIVER,
	VALUE,
	PLACES,
};

static pel_result build_with(enum place place, const char *s)
{
	PelorusEncodeFilter filter = { .name = "n", .library = "l", .version = "v" };
	const char *const values[2] = { "1", s };
	PelorusEncodeParam param = { "k", values, 2, 1 };
	PelorusEncodeRecordInput in = least_input;
	const char **strings[PLACES] = {
		&in.encoder_codec, &in.encoder_name,	&in.encoder_version,
		&filter.library,   &filter.name,	&filter.version,
		&in.input_id,	   &in.hardware_device, &in.hardware_driver,
	};
	size_t len;

	if (place == VALUE) {
		filter.unknown_params = &param;
		filter.nb_unknown_params = 1;
	} else {
		*strings[place] = s;
	}
	in.filters = &filter;
	in.nb_filters = 1;
	return record_build(&in, &len);
}

START_TEST(test_strings)
{
	char s[PEL_ENCODE_RECORD_MAX_VALUE + 2] = "", want[64];
	bool may_be_empty = _i >= ID;

	ck_assert_int_eq(build_with((enum place)_i, "x\xf0\x9f\x98\x80\x01/\x7f\b\"\n"),
			 PEL_OK);
	snprintf(want, sizeof(want), "\"x\xf0\x9f\x98\x80\\u0001/\x7f\\b\\\"\\n\"");
	ck_assert_ptr_nonnull(strstr(record_buf, want));
	ck_assert_int_eq(build_with((enum place)_i, ""),
			 may_be_empty ? PEL_OK : PEL_ERR_INVALID);
	/* No UTF-8, and what is cut off by the end. */
	ck_assert_int_eq(build_with((enum place)_i, "a\x80"), PEL_ERR_INVALID);
	ck_assert_int_eq(build_with((enum place)_i, "\xc0\x80"), PEL_ERR_INVALID);
	ck_assert_int_eq(build_with((enum place)_i, "\xed\xa0\x80"), PEL_ERR_INVALID);
	ck_assert_int_eq(build_with((enum place)_i, "a\xf0\x9f\x98"), PEL_ERR_INVALID);
	memset(s, 'x', 1024);
	ck_assert_int_eq(build_with((enum place)_i, s), PEL_OK);
	s[1024] = 'x';
	ck_assert_int_eq(build_with((enum place)_i, s), PEL_ERR_INVALID);
	/* Escapes don't count, bytes do. */
	memset(s, '\x01', 1024);
	s[1024] = '\0';
	ck_assert_int_eq(build_with((enum place)_i, s), PEL_OK);
	memcpy(s + 1023, "\xc3\xa9", 2);
	ck_assert_int_eq(build_with((enum place)_i, s), PEL_ERR_INVALID);
}
END_TEST

START_TEST(test_missing)
{
	pel_result want = _i < ID ? PEL_ERR_INVALID : PEL_OK;

	if (_i == ID || _i == VALUE)
		want = PEL_ERR_INVALID; /* there is no digest of the input; no value */
	ck_assert_int_eq(build_with((enum place)_i, NULL), want);
}
END_TEST

/* --- lengths --- */

START_TEST(test_rooms)
{
	struct arena a = arena_make(4096);
	size_t cap, len;

	for (cap = 0; cap <= 708; cap++) {
		char *room = (char *)arena_place(&a, cap, true);
		pel_result r;

		len = 7;
		memset(room, '?', cap);
		r = pel_encode_record_build(&worked_input, room, cap, &len);
		quick_assert(len == 705 && r == (cap > 705 ? PEL_OK : PEL_ERR_RANGE));
		quick_assert(r != PEL_OK || !memcmp(room, worked_text, 706));
		quick_assert(cap < 707 || room[706] == '?');
	}
	len = 7;
	ck_assert_int_eq(pel_encode_record_build(&worked_input, NULL, 706, &len),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(len, 0);
	len = 7;
	ck_assert_int_eq(pel_encode_record_build(NULL, record_buf, 706, &len),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(len, 0);
	ck_assert_int_eq(pel_encode_record_build(&worked_input, record_buf, 706, NULL),
			 PEL_ERR_INVALID);
}
END_TEST

/* The longest record, and one byte more, by a value that is the last of all or not. */
START_TEST(test_longest)
{
	static char s[1025], tail[1025];
	const char *values[64], *last[] = { tail };
	PelorusEncodeParam p[] = { { "a", values, 63, 1 }, { "b", last, 1, 0 } };
	PelorusEncodeRecordInput in = least_input;
	size_t i, len;

	memset(s, 'x', 1024);
	for (i = 0; i < 64; i++)
		values[i] = s;
	in.encoder_params = p;
	in.nb_encoder_params = 2;
	ck_assert_int_eq(record_build(&in, &len), PEL_OK);
	ck_assert_uint_lt(len, 65536);
	ck_assert_uint_lt(65536 - len, 1024);
	memset(tail, 'y', 65536 - len);
	ck_assert_int_eq(record_build(&in, &len), PEL_OK);
	ck_assert_uint_eq(len, 65536);
	ck_assert_int_eq(pel_encode_record_build(&in, record_buf, 65536, &len),
			 PEL_ERR_RANGE);
	ck_assert_uint_eq(len, 65536);
	tail[strlen(tail)] = 'y';
	/* Also where there is little room. */
	check_refused(&in);
	len = 7;
	ck_assert_int_eq(pel_encode_record_build(&in, record_buf, 9, &len),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(len, 0);

	/* By what isn't digested. */
	tail[strlen(tail) - 1] = '\0';
	in.has_elapsed_ns = 1;
	check_refused(&in);
	in.has_elapsed_ns = 0;
	in.hardware_path = "cpu";
	check_refused(&in);
	/* A character that is escaped takes six. */
	in.hardware_path = NULL;
	tail[0] = '\x01';
	check_refused(&in);
	tail[strlen(tail) - 5] = '\0';
	ck_assert_int_eq(record_build(&in, &len), PEL_OK);
	ck_assert_uint_eq(len, 65536);
	p[0].nb_values = 64;
	check_refused(&in);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-record-build");
	TCase *tc = tcase_create("build");

	tcase_add_test(tc, test_worked);
	tcase_add_test(tc, test_least);
	tcase_add_test(tc, test_hardware);
	tcase_add_test(tc, test_paths);
	tcase_add_test(tc, test_input);
	tcase_add_test(tc, test_layout);
	tcase_add_loop_test(tc, test_strings, 0, PLACES);
	tcase_add_loop_test(tc, test_missing, 0, PLACES);
	suite_add_tcase(s, tc);

	tc = tcase_create("length");
	tcase_add_test(tc, test_rooms);
	tcase_add_test(tc, test_longest);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-record-build", make_suite);
}
