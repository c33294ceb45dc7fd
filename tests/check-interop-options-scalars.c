/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The spelling that values of options have in an encode record: which texts are numbers,
 * and that reals are those that the C library makes of the same text.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options-scalar.h"
#include "test.h"

/* What an integer is spelled, and one of FFmpeg; NULL: it is none. */
static const struct {
	const char *text, *plain, *scaled;
} integers[] = {
	{ "0", "0", "0" },
	{ "-0", "0", "0" },
	{ "+7", "7", "7" },
	{ "-7", "-7", "-7" },
	{ "9223372036854775807", "9223372036854775807", "9223372036854775807" },
	{ "9223372036854775808", NULL, NULL },
	{ "-9223372036854775808", "-9223372036854775808", "-9223372036854775808" },
	{ "-9223372036854775809", NULL, NULL },
	{ "18446744073709551616", NULL, NULL },
	{ "0x1F", "31", NULL },
	{ "-0Xff", "-255", NULL },
	{ "0x7fffffffffffffff", "9223372036854775807", NULL },
	{ "0x10000000000000000", NULL, NULL },
	{ "0x", NULL, NULL },
	{ "0xg", NULL, NULL },
	{ "010", NULL, "10" }, /* 8 or 10 */
	{ "00", NULL, "0" },
	{ "", NULL, NULL },
	{ "-", NULL, NULL },
	{ "+-1", NULL, NULL },
	{ " 1", NULL, NULL },
	{ "1 ", NULL, NULL },
	{ "1a", NULL, NULL },
	{ "1.0", NULL, "1" },
	{ "1.50", NULL, NULL },
	{ "1e3", NULL, "1000" },
	{ "1500e-2", NULL, "15" },
	{ "1501e-2", NULL, NULL },
	{ "2k", NULL, "2000" },
	{ "2K", NULL, "2000" },
	{ "2M", NULL, "2000000" },
	{ "2G", NULL, "2000000000" },
	{ "2m", NULL, NULL },
	{ "2g", NULL, NULL },
	{ "2T", NULL, NULL },
	{ "1.5M", NULL, "1500000" },
	{ "-.5k", NULL, "-500" },
	{ "2Ki", NULL, "2048" },
	{ "2Mi", NULL, "2097152" },
	{ "1Gi", NULL, "1073741824" },
	{ "0.5Ki", NULL, "512" },
	{ "2kB", NULL, "16000" },
	{ "2KiB", NULL, "16384" },
	{ "2B", NULL, "16" },
	{ "2BB", NULL, NULL },
	{ "2i", NULL, NULL },
	{ "2kk", NULL, NULL },
	{ "k", NULL, NULL },
	{ "9223372036854775807k", NULL, NULL },
	{ "9007199254740992Ki", NULL, NULL },
	{ "0e99999", NULL, "0" },
	{ "1e19", NULL, NULL },
	{ "1e18", NULL, "1000000000000000000" },
};

START_TEST(test_integers)
{
	const char *text = integers[_i].text;
	char out[LC_SCALAR_SIZE];
	int64_t v = 99;
	bool is;

	is = lc_scalar_int(text, strlen(text), &v);
	ck_assert_msg(is == !!integers[_i].plain, "%s", text);
	if (is) {
		ck_assert_uint_eq(lc_scalar_put_int(v, out), strlen(out));
		ck_assert_str_eq(out, integers[_i].plain);
	}
	is = lc_scalar_scaled(text, strlen(text), &v);
	ck_assert_msg(is == !!integers[_i].scaled, "%s, as FFmpeg's", text);
	if (is) {
		lc_scalar_put_int(v, out);
		ck_assert_str_eq(out, integers[_i].scaled);
	}
}
END_TEST

START_TEST(test_booleans)
{
	static const char *const yes[] = { "1", "true", "yes", "on", "y", "TRUE", "oN" };
	static const char *const no[] = { "0", "false", "no", "off", "n", "False" };
	static const char *const neither[] = { "", "2", "auto", "tru", "truer", "-1", "yess" };
	size_t i;
	bool on;

	for (i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
		ck_assert_msg(lc_scalar_bool(yes[i], strlen(yes[i]), &on) && on, "%s", yes[i]);
	for (i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		ck_assert_msg(lc_scalar_bool(no[i], strlen(no[i]), &on) && !on, "%s", no[i]);
	for (i = 0; i < sizeof(neither) / sizeof(neither[0]); i++)
		ck_assert_msg(!lc_scalar_bool(neither[i], strlen(neither[i]), &on), "%s",
			      neither[i]);
}
END_TEST

/* --- reals --- */

/* The bits of what strtod() makes of it; -0 is 0. */
static uint64_t oracle(const char *text)
{
	double v = strtod(text, NULL) + 0.0;
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	return bits;
}

static void check_real(const char *text)
{
	uint64_t bits = 99;

	ck_assert_msg(lc_scalar_real(text, strlen(text), &bits), "%s", text);
	ck_assert_msg(bits == oracle(text), "%s: %016" PRIx64 ", not %016" PRIx64, text, bits,
		      oracle(text));
}

START_TEST(test_reals)
{
	static const char *const texts[] = {
		"0",
		"-0",
		"-0.0e5",
		"0.1",
		"-0.1",
		"23",
		"1.4",
		"+.5",
		"5.",
		"1e19",
		"1E-18",
		"123.456e-2",
		"0.000000000000000001",
		"1.00000000000000000000000000000000000000",
		"100000000000000000.0",
		"9007199254740993",     /* halfway, to the even one below */
		"9007199254740995",     /* and above */
		"9007199254740993.1",   /* a bit more than halfway */
		"4503599627370497.5",   /* halfway, of a fraction */
		"18014398509481985",    /* below halfway of 54 bits */
		"18014398509481986",    /* halfway */
		"18014398509481987",    /* above */
		"18446744073709551615", /* all bits */
		"18446744073709549568", /* rounds up to a power of two */
		"9.999999999999999999",
		"0.333333333333333333",
		"2.2250738585072014",
		"1844674407370955161e1",
	};
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		check_real(texts[i]);
}
END_TEST

/* Of each length, with the point anywhere. */
START_TEST(test_many_reals)
{
	uint64_t seed = 1;
	unsigned int i;

	for (i = 0; i < 20000; i++) {
		unsigned int digits = 1 + i % 18, point = i / 18 % (digits + 1), k;
		char text[32];
		size_t n = 0;

		for (k = 0; k < digits; k++) {
			if (k == point)
				text[n++] = '.';
			seed = seed * 6364136223846793005 + 1442695040888963407;
			text[n++] = (char)('0' + (seed >> 33) % 10);
		}
		text[n] = 0;
		check_real(text);
	}
}
END_TEST

/* No numbers, and such as no setting is: they stay the text they are. */
START_TEST(test_no_reals)
{
	static const char *const texts[] = {
		"",    ".",    "-",    "e5",	"1e",	"1e+",	 "1.2.3",
		"nan", "inf",  "0x10", "1,5",	" 1",	"1 ",	 "1f",
		"--1", "2e19", "1e-19", "1e999", "1e-999999999999",
		"123456789012345678901", "0.12345678901234567891",
		"0.3333333333333333333",
	};
	uint64_t bits;
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		ck_assert_msg(!lc_scalar_real(texts[i], strlen(texts[i]), &bits), "%s",
			      texts[i]);
}
END_TEST

/* Numbers from the specification of binary64. */
START_TEST(test_spelling)
{
	char out[LC_SCALAR_SIZE];
	uint64_t bits;

	ck_assert(lc_scalar_real("1", 1, &bits));
	ck_assert_uint_eq(lc_scalar_put_real(bits, out), 20);
	ck_assert_str_eq(out, "f64:3ff0000000000000");
	ck_assert(lc_scalar_real("-2.5", 4, &bits));
	lc_scalar_put_real(bits, out);
	ck_assert_str_eq(out, "f64:c004000000000000");
	ck_assert(lc_scalar_real("0.1", 3, &bits));
	lc_scalar_put_real(bits, out);
	ck_assert_str_eq(out, "f64:3fb999999999999a");
	ck_assert(lc_scalar_real("-0", 2, &bits));
	lc_scalar_put_real(bits, out);
	ck_assert_str_eq(out, "f64:0000000000000000");
	/* Only as far as it goes. */
	ck_assert(lc_scalar_real("123", 2, &bits));
	ck_assert_uint_eq(bits, oracle("12"));
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-options-scalars");
	TCase *tc = tcase_create("integers");

	tcase_add_loop_test(tc, test_integers, 0, sizeof(integers) / sizeof(integers[0]));
	tcase_add_test(tc, test_booleans);
	suite_add_tcase(s, tc);

	tc = tcase_create("reals");
	tcase_add_test(tc, test_reals);
	tcase_add_test(tc, test_many_reals);
	tcase_add_test(tc, test_no_reals);
	tcase_add_test(tc, test_spelling);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-options-scalars", make_suite);
}
