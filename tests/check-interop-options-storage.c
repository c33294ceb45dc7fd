/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The bounds of an encode record, and the storage that a caller gives for an encoder's
 * options: too small in each way, with nothing written behind it, and without a single
 * allocation.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc-counter.h"
#include "interop-options.h"
#include "test.h"

/* Something of everything: numbers, an array, unknown ones, a name out of a list. */
static const char all[] = "-i a -c:v libx264 -b:v 2M -crf 20.5 -foo:v 1 -x264-params "
			  "cqm4=1,2,3:strange=5:me='umh' o";
static const char all_want[] =
	"codec=libx264 bitrate=2000 crf=f64:4034800000000000 cqm4=[1,2,3] me=umh | foo=1 "
	"strange=5";

START_TEST(test_needs)
{
	options_reset();
	ck_assert_int_eq(options_parse(FFMPEG, all), PEL_OK);
	ck_assert_str_eq(options_text(), all_want);
	ck_assert_uint_eq(options.nb_params, 5);
	ck_assert_uint_eq(options.nb_unknown_params, 2);
	ck_assert_uint_eq(options.nb_values, 9);
	/* 2000, f64:..., 1, 2, umh, foo, strange, 5; the 3 ends at a colon, too. */
	ck_assert_uint_eq(options.text_size, 5 + 21 + 2 + 2 + 2 + 4 + 4 + 8 + 2);
}
END_TEST

/* Each of the four by one; with nothing at all; exactly enough. */
START_TEST(test_room)
{
	uint32_t *const caps[] = { &options.cap_params, &options.cap_unknown_params,
				   &options.cap_values, &options.cap_text };
	static const uint32_t needs[] = { 5, 2, 9, 50 };
	uint32_t cap;
	size_t i, k;

	for (i = 0; i < 4; i++)
		for (cap = 0; cap <= needs[i]; cap++) {
			options_reset();
			for (k = 0; k < 4; k++)
				*caps[k] = needs[k];
			*caps[i] = cap;
			ck_assert_int_eq(options_parse(FFMPEG, all),
					 cap < needs[i] ? PEL_ERR_RANGE : PEL_OK);
			ck_assert_uint_eq(options.nb_params, 5);
			ck_assert_uint_eq(options.nb_unknown_params, 2);
			ck_assert_uint_eq(options.nb_values, 9);
			ck_assert_uint_eq(options.text_size, 50);
			ck_assert_uint_eq(options.bad_arg, LIBCODEC_PEL_OPTIONS_NO_ARG);
		}
	ck_assert_str_eq(options_text(), all_want);

	options_reset();
	options.params = options.unknown_params = NULL;
	options.values = NULL;
	options.text = NULL;
	for (k = 0; k < 4; k++)
		*caps[k] = 0;
	ck_assert_int_eq(options_parse(FFMPEG, all), PEL_ERR_RANGE);
	ck_assert_uint_eq(options.nb_params, 5);
	ck_assert_uint_eq(options.text_size, 50);
	ck_assert_int_eq(options_parse(FFMPEG, ""), PEL_OK);
}
END_TEST

/* Nothing behind what the caller gave is touched. */
START_TEST(test_behind)
{
	PelorusEncodeParam untouched;
	uint32_t cap;

	memset(&untouched, 0xee, sizeof(untouched));
	for (cap = 0; cap < 5; cap++) {
		options_reset();
		options.cap_params = options.cap_unknown_params = cap / 2;
		options.cap_values = options.cap_text = cap;
		ck_assert_int_eq(options_parse(FFMPEG, all), PEL_ERR_RANGE);
		ck_assert_mem_eq(&options.params[cap / 2], &untouched, sizeof(untouched));
		ck_assert_mem_eq(&options.unknown_params[cap / 2], &untouched,
				 sizeof(untouched));
		ck_assert_mem_eq(&options.values[cap], &untouched, sizeof(char *));
		ck_assert_int_eq((unsigned char)options.text[cap], 0xee);
	}
}
END_TEST

/* --- bounds of a record --- */

static pel_result parse_one(const char *name, const char *value)
{
	const char *const argv[] = { name, value };

	options_reset();
	return libcodec_pel_options_parse(X264, argv, 2, &options);
}

START_TEST(test_sizes)
{
	char name[2 + 65 + 1] = "--", value[1026];

	memset(name + 2, 'k', 65);
	memset(value, 'v', 1025);
	name[2 + 65] = value[1025] = 0;
	ck_assert_int_eq(parse_one(name, "1"), PEL_ERR_INVALID);
	ck_assert_uint_eq(options.bad_arg, 0);
	name[2 + 64] = 0;
	ck_assert_int_eq(parse_one(name, "1"), PEL_OK);
	ck_assert_str_eq(options.unknown_params[0].key, name + 2);

	ck_assert_int_eq(parse_one(name, value), PEL_ERR_INVALID);
	ck_assert_int_eq(parse_one("--tune", value), PEL_ERR_INVALID);
	ck_assert_int_eq(parse_one("--crf", value), PEL_ERR_INVALID);
	ck_assert_uint_eq(options.bad_arg, 0);
	/* What is left out may be anything. */
	ck_assert_int_eq(parse_one("--output", value), PEL_OK);
	ck_assert_int_eq(parse_one("--output", "\xff"), PEL_OK);
	ck_assert_int_eq(parse_one(value, "\xff"), PEL_OK);
	value[1024] = 0;
	ck_assert_int_eq(parse_one(name, value), PEL_OK);
	ck_assert_int_eq(parse_one("--tune", value), PEL_OK);
	ck_assert_str_eq(options.params[0].values[0], value);
}
END_TEST

/* A list may be longer than any value, and so may a value with its quotes. */
START_TEST(test_long_list)
{
	static char list[8192];
	const char *const argv[] = { "-i", "a", "-x264-params", list, "o" };
	size_t at = (size_t)sprintf(list, "me='"), i;

	for (i = 0; i < 1024; i++)
		at += (size_t)sprintf(list + at, "''");
	for (i = 0; i < 1024; i++)
		list[at++] = 'v';
	strcpy(list + at, "':qp=5");
	options_reset();
	ck_assert_int_eq(libcodec_pel_options_parse(FFMPEG, argv, 5, &options), PEL_OK);
	ck_assert_uint_eq(strlen(options.params[0].values[0]), 1024);
	ck_assert_str_eq(options.params[1].values[0], "5");
	/* A character that lacks its end there. */
	list[at - 1] = '\xf0';
	ck_assert_int_eq(libcodec_pel_options_parse(FFMPEG, argv, 5, &options),
			 PEL_ERR_INVALID);
	list[at - 1] = 'v';
	strcpy(list + at, "v':qp=5");
	ck_assert_int_eq(libcodec_pel_options_parse(FFMPEG, argv, 5, &options),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(options.bad_arg, 2);
}
END_TEST

/* 64 elements are an array, one more is a text. */
START_TEST(test_array)
{
	char text[256];
	size_t at = 0, i;

	for (i = 0; i < 64; i++)
		at += (size_t)sprintf(text + at, "%s%zu", i ? "," : "", i);
	ck_assert_int_eq(parse_one("--cqm8", text), PEL_OK);
	ck_assert_uint_eq(options.params[0].is_array, 1);
	ck_assert_uint_eq(options.params[0].nb_values, 64);
	ck_assert_str_eq(options.params[0].values[63], "63");
	strcpy(text + at, ",64");
	ck_assert_int_eq(parse_one("--cqm8", text), PEL_OK);
	ck_assert_uint_eq(options.params[0].is_array, 0);
	ck_assert_ptr_eq(options.params[0].values[0], text);
}
END_TEST

/* 256 of a kind, of which one may come again. */
START_TEST(test_members)
{
	static char names[257][16];
	const char *argv[258];
	uint32_t i;

	for (i = 0; i < 257; i++) {
		sprintf(names[i], "--k%u=%u", i, i);
		argv[i] = names[i];
	}
	options_reset();
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 256, &options), PEL_OK);
	ck_assert_uint_eq(options.nb_unknown_params, 256);
	ck_assert_str_eq(options.unknown_params[255].values[0], "255");
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 257, &options),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(options.bad_arg, 256);
	argv[256] = "--k255=again";
	argv[257] = "--crf=1";
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 258, &options), PEL_OK);
	ck_assert_uint_eq(options.nb_unknown_params, 256);
	ck_assert_str_eq(options.unknown_params[255].values[0], "again");
	ck_assert_uint_eq(options.nb_params, 1);
}
END_TEST

/* By RFC 3629. */
static const char *const bad_utf8[] = {
	"\x80",	    "\xbf",	    "\xc0\x80",		"\xc1\xbf",	    "\xc3",
	"\xc3(",    "\xe0\x9f\xbf", "\xed\xa0\x80",	"\xe2\x82",	    "\xe2\x82(",
	"\xe2(\x82", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf0\x9f\x8e",    "\xf0\x9f(\x80",
	"\xf5\x80\x80\x80", "\xff", "a\xe2\x82\xac\xff", "\xf0\x9f\x8e\xc0",
};

START_TEST(test_bad_utf8)
{
	char quoted[16];

	ck_assert_int_eq(parse_one("--tune", bad_utf8[_i]), PEL_ERR_INVALID);
	ck_assert_uint_eq(options.bad_arg, 0);
	ck_assert_int_eq(parse_one("--unknown", bad_utf8[_i]), PEL_ERR_INVALID);
	snprintf(quoted, sizeof(quoted), "--tune=%s", bad_utf8[_i]);
	ck_assert_int_eq(parse_one("x", quoted), PEL_ERR_INVALID);
	ck_assert_uint_eq(options.bad_arg, 1);
}
END_TEST

/* --- the call --- */

START_TEST(test_refused)
{
	const char *argv[] = { "--crf", "1", NULL };

	options_reset();
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 2, NULL), PEL_ERR_INVALID);
	ck_assert_int_eq(libcodec_pel_options_parse(X264, NULL, 2, &options),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(options.bad_arg, LIBCODEC_PEL_OPTIONS_NO_ARG);
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 3, &options),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(options.bad_arg, LIBCODEC_PEL_OPTIONS_NO_ARG);
	ck_assert_int_eq(libcodec_pel_options_parse(X264, NULL, 0, &options), PEL_OK);
	ck_assert_int_eq(libcodec_pel_options_parse((enum libcodec_pel_encoder)0, argv, 2,
						    &options),
			 PEL_ERR_UNSUPPORTED);
	ck_assert_int_eq(libcodec_pel_options_parse((enum libcodec_pel_encoder)5, argv, 2,
						    &options),
			 PEL_ERR_UNSUPPORTED);
	options.flags = 2;
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 2, &options),
			 PEL_ERR_INVALID);
	options.flags = 0;
	options.struct_size--;
	options.nb_params = 77;
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 2, &options),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(options.nb_params, 77);
	options.struct_size += 100;
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 2, &options), PEL_OK);
}
END_TEST

/* An array that is NULL but has room. */
START_TEST(test_no_arrays)
{
	const char *argv[] = { "--crf", "1" };

	options_reset();
	options.params = NULL;
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 2, &options),
			 PEL_ERR_INVALID);
	options_reset();
	options.unknown_params = NULL;
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 2, &options),
			 PEL_ERR_INVALID);
	options_reset();
	options.values = NULL;
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 2, &options),
			 PEL_ERR_INVALID);
	options_reset();
	options.text = NULL;
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 2, &options),
			 PEL_ERR_INVALID);
}
END_TEST

/*
 * Each start of a list of arguments, and each with its last argument cut short, in a block
 * of memory that ends where the argument does.
 */
static void cut(enum libcodec_pel_encoder encoder, const char *const *argv, uint32_t argc)
{
	const char *start[16];
	uint32_t n;
	size_t k;

	for (n = 0; n < argc; n++) {
		start[n] = argv[n];
		for (k = 0; k <= strlen(argv[n]); k++) {
			char *last = strndup(argv[n], k);
			pel_result r;

			start[n] = last;
			options_reset();
			r = libcodec_pel_options_parse(encoder, start, n + 1, &options);
			if (r)
				ck_assert_int_eq(r, PEL_ERR_INVALID);
			else
				options_text();
			ck_assert(r ? options.bad_arg <= n :
				      options.bad_arg == LIBCODEC_PEL_OPTIONS_NO_ARG);
			free(last);
		}
		start[n] = argv[n];
	}
}

START_TEST(test_cut)
{
	static const char *const x264[] = { "--crf=20", "-8wq20", "--keyint", "250",
					    "--no-cabac", "--foo", "bar", "in" };
	static const char *const svtav1[] = { "-i", "in", "--svtav1-params", "qp=20:tune=0",
					      "--crf", "30" };
	static const char *const ffmpeg[] = { "-i", "in", "-c:v", "libx264", "-b:v", "2.5MiB",
					      "-x264-params", "me='u\\mh':cqm4=1,2:no-psy=0",
					      "-foo:p:1", "-1", "--", "-out" };

	cut(X264, x264, 8);
	cut(X265, x264, 8);
	cut(SVTAV1, svtav1, 6);
	cut(FFMPEG, ffmpeg, 12);
}
END_TEST

START_TEST(test_allocates_nothing)
{
	static const char *const argv[] = { "-i", "a", "-crf", "20", "-x264-params",
					    "me='umh':x=1", "-foo", "1", "o" };
	unsigned long calls;
	pel_result r;

	if (!ALLOC_COUNTING)
		test_skip("malloc-counter", "malloc can't be counted in this build");
	options_reset();
	calls = alloc_calls;
	r = libcodec_pel_options_parse(FFMPEG, argv, 9, &options);
	r |= libcodec_pel_options_parse(X264, argv, 9, &options);
	r |= libcodec_pel_options_parse(X265, argv, 9, &options);
	r |= libcodec_pel_options_parse(SVTAV1, argv, 9, &options);
	calls = alloc_calls - calls;
	ck_assert_uint_eq(calls, 0);
	ck_assert_int_eq(r, PEL_OK);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-options-storage");
	TCase *tc = tcase_create("storage");

	tcase_add_test(tc, test_needs);
	tcase_add_test(tc, test_room);
	tcase_add_test(tc, test_behind);
	tcase_add_test(tc, test_allocates_nothing);
	suite_add_tcase(s, tc);

	tc = tcase_create("bounds");
	tcase_add_test(tc, test_sizes);
	tcase_add_test(tc, test_long_list);
	tcase_add_test(tc, test_array);
	tcase_add_test(tc, test_members);
	tcase_add_loop_test(tc, test_bad_utf8, 0, sizeof(bad_utf8) / sizeof(bad_utf8[0]));
	suite_add_tcase(s, tc);

	tc = tcase_create("call");
	tcase_add_test(tc, test_refused);
	tcase_add_test(tc, test_no_arrays);
	tcase_add_test(tc, test_cut);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-options-storage", make_suite);
}
