/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Parameters and filters of the encode records that are built: their order, their keys,
 * and how many there may be.
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "encode-record.h"
#include "test.h"

static const char *ones[65];

static void setup(void)
{
	size_t i;

	for (i = 0; i < sizeof(ones) / sizeof(ones[0]); i++)
		ones[i] = "1";
}

/* The same list in each of the four places. */
static pel_result build_params(const PelorusEncodeParam *params, uint32_t n)
{
	PelorusEncodeFilter filter = { .name = "n", .library = "l", .version = "v" };
	pel_result r = PEL_OK;
	size_t len;
	int i;

	for (i = 0; i < 4; i++) {
		PelorusEncodeRecordInput in = least_input;

		in.filters = &filter;
		in.nb_filters = 1;
		filter.params = i == 0 ? params : NULL;
		filter.nb_params = i == 0 ? n : 0;
		filter.unknown_params = i == 1 ? params : NULL;
		filter.nb_unknown_params = i == 1 ? n : 0;
		in.encoder_params = i == 2 ? params : NULL;
		in.nb_encoder_params = i == 2 ? n : 0;
		in.encoder_unknown_params = i == 3 ? params : NULL;
		in.nb_encoder_unknown_params = i == 3 ? n : 0;
		if (i)
			quick_assert(record_build(&in, &len) == r);
		else
			r = record_build(&in, &len);
	}
	return r;
}

START_TEST(test_params)
{
	const PelorusEncodeParam mixed[] = {
		{ "b", ones, 1, 0 },  { "a!", ones, 2, 1 }, { "a", ones, 1, 1 },
		{ "aa", ones, 1, 0 }, { "Z", ones, 1, 0 },  { "~", ones, 1, 255 },
	};

	ck_assert_int_eq(build_params(mixed, 6), PEL_OK);
	ck_assert_ptr_nonnull(strstr(record_buf,
				     "{\"Z\":\"1\",\"a\":[\"1\"],\"a!\":[\"1\",\"1\"],"
				     "\"aa\":\"1\",\"b\":\"1\",\"~\":[\"1\"]}"));
	ck_assert_int_eq(build_params(NULL, 0), PEL_OK);
	ck_assert_int_eq(build_params(mixed, 0), PEL_OK);
	ck_assert_int_eq(build_params(NULL, 1), PEL_ERR_INVALID);
}
END_TEST

START_TEST(test_values)
{
	static const struct {
		const char *const *values;
		uint32_t n;
		uint8_t is_array;
		bool good;
	} lists[] = {
		{ ones, 0, 0, false },		{ ones, 1, 0, true },
		{ ones, 2, 0, false },		{ ones, 0, 1, false },
		{ ones, 1, 1, true },		{ ones, 64, 1, true },
		{ ones, 65, 1, false },		{ NULL, 1, 0, false },
		{ NULL, 1, 1, false },		{ NULL, 0, 1, false },
		{ ones, UINT32_MAX, 1, false },
	};
	size_t i;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		PelorusEncodeParam p = { "k", lists[i].values, lists[i].n,
					 lists[i].is_array };

		ck_assert_int_eq(build_params(&p, 1),
				 lists[i].good ? PEL_OK : PEL_ERR_INVALID);
	}
}
END_TEST

START_TEST(test_keys)
{
	static const char *const wrong[] = { NULL,  "",	   " ",	   "a b",      "a\"",
					     "a\\", "a\t", "\x7f", "\xc3\xa9", "a\x01" };
	char key[66] = "";
	PelorusEncodeParam p[3] = {
		{ "a", ones, 1, 0 },
		{ key, ones, 1, 0 },
		{ "z", ones, 1, 0 },
	};
	size_t i;

	memset(key, 'k', 64);
	ck_assert_int_eq(build_params(p, 3), PEL_OK);
	key[64] = 'k';
	ck_assert_int_eq(build_params(p, 3), PEL_ERR_INVALID);
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		p[1].key = wrong[i];
		ck_assert_int_eq(build_params(p, 3), PEL_ERR_INVALID);
	}
	p[1].key = "z";
	ck_assert_int_eq(build_params(p, 3), PEL_ERR_INVALID);
	p[1].key = "a";
	ck_assert_int_eq(build_params(p, 3), PEL_ERR_INVALID);
	ck_assert_int_eq(build_params(p, 1), PEL_OK);
}
END_TEST

START_TEST(test_many)
{
	static PelorusEncodeParam params[257];
	static PelorusEncodeFilter filters[65];
	PelorusEncodeRecordInput in = least_input;
	char keys[257][8];
	size_t len;
	int i;

	for (i = 0; i < 257; i++) {
		snprintf(keys[i], sizeof(keys[i]), "%x", i * 7919 % 65521);
		params[i] = (PelorusEncodeParam){ keys[i], ones, 1, 0 };
	}
	ck_assert_int_eq(build_params(params, 256), PEL_OK);
	ck_assert_int_eq(build_params(params, 257), PEL_ERR_INVALID);
	ck_assert_int_eq(build_params(params, UINT32_MAX), PEL_ERR_INVALID);

	for (i = 0; i < 65; i++)
		filters[i] = (PelorusEncodeFilter){ .name = "n",
						    .library = "l",
						    .version = "v" };
	in.filters = filters;
	in.nb_filters = 64;
	ck_assert_int_eq(record_build(&in, &len), PEL_OK);
	in.nb_filters = 65;
	ck_assert_int_eq(record_build(&in, &len), PEL_ERR_INVALID);
	in.filters = NULL;
	in.nb_filters = 1;
	ck_assert_int_eq(record_build(&in, &len), PEL_ERR_INVALID);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-record-params");
	TCase *tc = tcase_create("params");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, test_params);
	tcase_add_test(tc, test_values);
	tcase_add_test(tc, test_keys);
	tcase_add_test(tc, test_many);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-record-params", make_suite);
}
