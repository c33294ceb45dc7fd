/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Numbers as encode records have them.
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <pelorus/encode_record.h>

#include "guarded.h"
#include "test.h"

static const struct {
	int64_t v;
	const char *want;
} ints[] = {
	{ 16, "16" },
	{ 0, "0" },
	{ -3, "-3" },
	{ -10, "-10" },
	{ INT64_MAX, "9223372036854775807" },
	{ INT64_MIN, "-9223372036854775808" },
	{ INT64_C(10000000000), "10000000000" },
};

START_TEST(test_int)
{
	char out[PEL_ENCODE_RECORD_SCALAR_SIZE];

	ck_assert_int_eq(pel_encode_record_int(ints[_i].v, out), PEL_OK);
	ck_assert_str_eq(out, ints[_i].want);
}
END_TEST

START_TEST(test_int_random)
{
	char out[PEL_ENCODE_RECORD_SCALAR_SIZE], want[32];
	int i;

	for (i = 0; i < 100000; i++) {
		uint64_t bits = (uint64_t)next_random() << 32 | next_random();
		int64_t v;

		bits >>= i % 64;
		memcpy(&v, &bits, sizeof(v));
		snprintf(want, sizeof(want), "%" PRId64, v);
		quick_assert(pel_encode_record_int(v, out) == PEL_OK);
		quick_assert(!strcmp(out, want));
	}
}
END_TEST

static const struct {
	double v;
	const char *want;
} reals[] = {
	{ 24.0, "f64:4038000000000000" },
	{ 0.35f, "f64:3fd6666660000000" },
	{ 0.2f, "f64:3fc99999a0000000" },
	{ -1.5, "f64:bff8000000000000" },
	{ 0.0, "f64:0000000000000000" },
	{ -0.0, "f64:0000000000000000" },
	{ 0.1, "f64:3fb999999999999a" },
	{ 1.7976931348623157e308, "f64:7fefffffffffffff" },
	{ 2.2250738585072014e-308, "f64:0010000000000000" },
	{ 4.9406564584124654e-324, "f64:0000000000000001" },
	{ -4.9406564584124654e-324, "f64:8000000000000001" },
};

START_TEST(test_f64)
{
	char out[PEL_ENCODE_RECORD_SCALAR_SIZE];

	ck_assert_int_eq(pel_encode_record_f64(reals[_i].v, out), PEL_OK);
	ck_assert_str_eq(out, reals[_i].want);
}
END_TEST

/* Every number has a text, but those that are none. */
START_TEST(test_f64_random)
{
	char out[PEL_ENCODE_RECORD_SCALAR_SIZE], want[32];
	int i, finite = 0;

	for (i = 0; i < 100000; i++) {
		uint64_t bits = (uint64_t)next_random() << 32 | next_random();
		double v;

		if (i % 8 == 0)
			bits |= UINT64_C(0x7ff) << 52;
		memcpy(&v, &bits, sizeof(v));
		if (!isfinite(v)) {
			quick_assert(pel_encode_record_f64(v, out) == PEL_ERR_RANGE);
			continue;
		}
		finite++;
		snprintf(want, sizeof(want), "f64:%016" PRIx64, bits);
		quick_assert(pel_encode_record_f64(v, out) == PEL_OK);
		quick_assert(!strcmp(out, want));
	}
	ck_assert_int_gt(finite, 80000);
}
END_TEST

START_TEST(test_refused)
{
	char out[PEL_ENCODE_RECORD_SCALAR_SIZE] = "?";

	ck_assert_int_eq(pel_encode_record_int(1, NULL), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_f64(1, NULL), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_f64((double)NAN, NULL), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_encode_record_f64((double)NAN, out), PEL_ERR_RANGE);
	ck_assert_int_eq(pel_encode_record_f64((double)INFINITY, out), PEL_ERR_RANGE);
	ck_assert_int_eq(pel_encode_record_f64(-(double)INFINITY, out), PEL_ERR_RANGE);
	ck_assert_str_eq(out, "?");
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-record-scalar");
	TCase *tc = tcase_create("scalar");

	tcase_add_loop_test(tc, test_int, 0, sizeof(ints) / sizeof(ints[0]));
	tcase_add_test(tc, test_int_random);
	tcase_add_loop_test(tc, test_f64, 0, sizeof(reals) / sizeof(reals[0]));
	tcase_add_test(tc, test_f64_random);
	tcase_add_test(tc, test_refused);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-record-scalar", make_suite);
}
