/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Texts, and numbers in them. printf() asks the locale of the program for the point.
 */
#include "text.h"

#include <math.h>
#include <string.h>

#include "decimal.h"

#define DIGITS_MAX 9 /* by which any two floats differ */
/* A float of such a decimal exponent is written without one. */
#define PLAIN_MIN -5
#define PLAIN_MAX 14

void lc_text_put(struct lc_text *t, const char *bytes, size_t n)
{
	if (t->n < t->cap && n <= t->cap - t->n)
		memcpy(t->buf + t->n, bytes, n);
	else if (t->n < t->cap)
		memcpy(t->buf + t->n, bytes, t->cap - t->n);
	t->n = n > SIZE_MAX - t->n ? SIZE_MAX : t->n + n;
}

void lc_text_puts(struct lc_text *t, const char *s)
{
	lc_text_put(t, s, strlen(s));
}

bool lc_text_end(const struct lc_text *t)
{
	if (t->cap <= t->n)
		return false;
	t->buf[t->n] = '\0';
	return true;
}

/* @n digits at the least. Returns how many there are; @digits has room for 20. */
static size_t make_digits(char *digits, uint64_t v, size_t n)
{
	char reversed[20];
	size_t i, have = 0;

	while (v || have < n) {
		reversed[have++] = (char)('0' + v % 10);
		v /= 10;
	}
	for (i = 0; i < have; i++)
		digits[i] = reversed[have - 1 - i];
	return have;
}

void lc_text_put_uint(struct lc_text *t, uint64_t v)
{
	char digits[20];

	lc_text_put(t, digits, make_digits(digits, v, 1));
}

static void put_repeated(struct lc_text *t, char c, int n)
{
	for (; n > 0; n--)
		lc_text_put(t, &c, 1);
}

/* --- floats --- */

/* A number as 0.DIGITS times ten to the power of @point. */
struct shortest {
	char digits[20];
	size_t n;
	int point;
};

/* Not exact, but far closer than two floats are to each other. */
static double scale(double v, int power)
{
	static const double tens[] = { 1e0, 1e1, 1e2,  1e3,  1e4,  1e5,	 1e6,  1e7,
				       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };

	for (; power > 15; power -= 15)
		v *= tens[15];
	for (; power < -15; power += 15)
		v /= tens[15];
	return power < 0 ? v / tens[-power] : v * tens[power];
}

/* @n digits, and whether they are enough. */
static bool try_digits(float v, unsigned int n, int exponent, struct shortest *s)
{
	char text[32];
	struct lc_text t = { text, sizeof(text), 0 };
	int power = (int)n - 1 - exponent;
	bool minus = power > 0;

	s->n = make_digits(s->digits, (uint64_t)(scale(v, power) + 0.5), 1);
	s->point = (int)s->n - power;
	lc_text_put(&t, s->digits, s->n);
	lc_text_puts(&t, minus ? "e-" : "e");
	lc_text_put_uint(&t, (uint64_t)(minus ? power : -power));
	return lc_decimal_float(text, t.n) == v;
}

static void find_shortest(float v, struct shortest *s)
{
	int exponent = (int)floor(log10(v));
	unsigned int n;

	for (n = 1; n < DIGITS_MAX; n++)
		if (try_digits(v, n, exponent, s))
			break;
	if (n == DIGITS_MAX)
		try_digits(v, n, exponent, s);
	while (s->n > 1 && s->digits[s->n - 1] == '0')
		s->n--;
}

static void put_plain(struct lc_text *t, const struct shortest *s)
{
	size_t whole = s->point > 0 ? (size_t)s->point : 0;

	if (!whole) {
		lc_text_puts(t, "0.");
		put_repeated(t, '0', -s->point);
	}
	if (whole >= s->n) {
		lc_text_put(t, s->digits, s->n);
		put_repeated(t, '0', (int)(whole - s->n));
		return;
	}
	lc_text_put(t, s->digits, whole);
	if (whole)
		lc_text_puts(t, ".");
	lc_text_put(t, s->digits + whole, s->n - whole);
}

static void put_with_exponent(struct lc_text *t, const struct shortest *s)
{
	int exponent = s->point - 1;

	lc_text_put(t, s->digits, 1);
	if (s->n > 1) {
		lc_text_puts(t, ".");
		lc_text_put(t, s->digits + 1, s->n - 1);
	}
	lc_text_puts(t, exponent < 0 ? "e-" : "e");
	lc_text_put_uint(t, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

void lc_text_put_float(struct lc_text *t, float v)
{
	struct shortest s;

	if (v == 0) {
		lc_text_puts(t, "0");
		return;
	}
	if (v < 0)
		lc_text_puts(t, "-");
	find_shortest(v < 0 ? -v : v, &s);
	if (s.point - 1 >= PLAIN_MIN && s.point - 1 <= PLAIN_MAX)
		put_plain(t, &s);
	else
		put_with_exponent(t, &s);
}
