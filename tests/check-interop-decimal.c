/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Numbers out of a text that need not end: as the C library reads them where the locale has
 * a point, and 0 where there is none or the type can't hold it.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decimal.h"
#include "guarded.h"
#include "test.h"

/* The text at the end of memory, and without a NUL. */
static const char *place(const char *text)
{
	struct arena a = arena_make(4096);
	size_t n = strlen(text);

	return memcpy(arena_place(&a, n, true), text, n);
}

static const struct {
	const char *text;
	float want;
} reals[] = {
	{ "31.00", 31 },
	{ "31.00abc", 31 },
	{ "31 32", 31 },
	{ "+1.5", 1.5f },
	{ "-1.5", -1.5f },
	{ "-0", 0 },
	{ ".5", 0.5f },
	{ "5.", 5 },
	{ "00012.2500", 12.25f },
	{ "1e2", 100 },
	{ "1E+2", 100 },
	{ "125e-3", 0.125f },
	{ "1e", 1 },
	{ "1e+", 1 },
	{ "1ex", 1 },
	{ "1e22", 1e22f },
	{ "1e23", 1e23f },
	{ "1e30", 1e30f },
	{ "25e36", 2.5e37f },
	{ "1e-22", 1e-22f },
	{ "1e-23", 1e-23f },
	{ "25e-38", 2.5e-37f },
	{ "1e-45", 0x1p-149f },
	{ "41.301", 41.301f },
	{ "0.98", 0.98f },
	{ "16777217", 16777216 },
	{ "0.000000000000000000000000000000000000000000001", 0x1p-149f }, /* least float */
	{ "1000000000000000000000000000000", 1e30f },
	{ "12345678901234567890123", 12345678901234567890123.f },
	{ "1.00000000000000000000000000000000000000000000", 1 },
	{ "340282350000000000000000000000000000000", 0x1.fffffep127f }, /* greatest float */
	{ "", 0 },
	{ "x", 0 },
	{ "-", 0 },
	{ ".", 0 },
	{ "- 1", 0 },
	{ "--1", 0 },
	{ "e5", 0 },
	{ "nan", 0 },
	{ "inf", 0 },
	{ "-inf", 0 },
	{ "0x10", 0 },
	{ "1e39", 0 },
	{ "-1e39", 0 },
	{ "1e400", 0 },
	{ "1e99999999999999999999", 0 },
	{ "1e-99999999999999999999", 0 },
	{ "0e99999999999999999999", 0 },
	{ "1e-400", 0 },
};

START_TEST(test_reals)
{
	float got = lc_decimal_float(place(reals[_i].text), strlen(reals[_i].text));

	ck_assert_msg(got == reals[_i].want, "%s: %a", reals[_i].text, (double)got);
}
END_TEST

/* What has up to 15 digits reads as the C library reads it, which is right. */
START_TEST(test_as_strtod)
{
	char text[64];
	int i;

	for (i = 0; i < 20000; i++) {
		int n = snprintf(text, sizeof(text), "%u.%07ue%d", next_random() % 100000000,
				 next_random() % 10000000, (int)(next_random() % 30) - 15);

		if (lc_decimal_float(text, (size_t)n) != (float)strtod(text, NULL))
			ck_abort_msg("%s", text);
	}
}
END_TEST

/* An exponent that a digit count takes back, and one that no loop should count down. */
START_TEST(test_far)
{
	static char text[3000];

	memset(text, '0', sizeof(text));
	text[0] = '7';
	memcpy(text + 2000, "e-2000", 6);
	ck_assert(lc_decimal_float(text, 2006) == 0.7f);
	memset(text, '0', sizeof(text));
	text[1] = '.';
	text[1999] = '7';
	memcpy(text + 2000, "e+1999", 6);
	ck_assert(lc_decimal_float(text, 2006) == 70);
}
END_TEST

static const struct {
	const char *text;
	uint64_t large;
	int32_t small;
} integers[] = {
	{ "7", 7, 7 },
	{ "+7", 7, 7 },
	{ "-7", 0, -7 },
	{ "-0", 0, 0 },
	{ "7.9", 7, 7 },
	{ "7e3", 7, 7 },
	{ "", 0, 0 },
	{ "x7", 0, 0 },
	{ "2147483647", 2147483647, INT32_MAX },
	{ "2147483648", 2147483648, 0 },
	{ "-2147483648", 0, INT32_MIN },
	{ "-2147483649", 0, 0 },
	{ "18446744073709551615", UINT64_MAX, 0 },
	{ "18446744073709551616", 0, 0 },
	{ "99999999999999999999999", 0, 0 },
};

START_TEST(test_integers)
{
	const char *text = integers[_i].text;

	ck_assert_uint_eq(lc_decimal_uint64(place(text), strlen(text)), integers[_i].large);
	ck_assert_int_eq(lc_decimal_int32(place(text), strlen(text)), integers[_i].small);
}
END_TEST

/* A program's locale has another point, perhaps. */
START_TEST(test_locale)
{
	static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (setlocale(LC_ALL, names[i]))
			break;
	if (*localeconv()->decimal_point != ',')
		test_skip("locale", "no locale here has a comma for a point");
	ck_assert(lc_decimal_float("30.75", 5) == 30.75f);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-decimal");
	TCase *tc = tcase_create("decimal");

	tcase_add_loop_test(tc, test_reals, 0, sizeof(reals) / sizeof(reals[0]));
	tcase_add_test(tc, test_as_strtod);
	tcase_add_test(tc, test_far);
	tcase_add_loop_test(tc, test_integers, 0, sizeof(integers) / sizeof(integers[0]));
	tcase_add_test(tc, test_locale);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-decimal", make_suite);
}
