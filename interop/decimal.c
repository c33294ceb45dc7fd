/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Numbers out of a text. strtod() asks the locale of the program for the point.
 */
#include "decimal.h"

#include <float.h>
#include <stdbool.h>

/* Digits that a uint64_t holds whatever they are. */
#define DIGITS_MAX 19
/* A power of ten that no float has, with any such digits. */
#define EXPONENT_MAX 400
/* More than a text is long, so that an exponent may take back what digits say. */
#define EXPONENT_LIMIT 100000

struct text {
	const char *p, *end;
};

static bool next_is(const struct text *t, char c)
{
	return t->p < t->end && *t->p == c;
}

static bool next_is_digit(const struct text *t)
{
	return t->p < t->end && *t->p >= '0' && *t->p <= '9';
}

/* Says whether there was a minus. */
static bool take_sign(struct text *t)
{
	bool minus = next_is(t, '-');

	if (minus || next_is(t, '+'))
		t->p++;
	return minus;
}

struct decimal {
	uint64_t digits;
	unsigned int n; /* of them, without zeros at the start */
	int exponent;   /* of ten, by which digits are to be multiplied */
};

/* @fraction: the digits stand behind the point. */
static void take_digits(struct text *t, bool fraction, struct decimal *d)
{
	for (; next_is_digit(t); t->p++) {
		if (d->n == DIGITS_MAX) {
			if (!fraction && d->exponent < EXPONENT_LIMIT)
				d->exponent++;
			continue;
		}
		d->digits = d->digits * 10 + (uint64_t)(*t->p - '0');
		if (d->digits)
			d->n++;
		if (fraction && d->exponent > -EXPONENT_LIMIT)
			d->exponent--;
	}
}

/* An e counts only with digits behind it. */
static int take_exponent(struct text *t)
{
	struct text e = *t;
	bool minus;
	int v = 0;

	if (!next_is(&e, 'e') && !next_is(&e, 'E'))
		return 0;
	e.p++;
	minus = take_sign(&e);
	for (; next_is_digit(&e); e.p++)
		if (v < EXPONENT_LIMIT)
			v = v * 10 + (*e.p - '0');
	return minus ? -v : v;
}

/* 0 for what is far out of a float's range. */
static double scale(uint64_t digits, int exponent)
{
	/* These, and no higher ones, are doubles. */
	static const double ten[] = {
		1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
	};
	double v = (double)digits;

	if (exponent < -EXPONENT_MAX || exponent > EXPONENT_MAX)
		return 0;
	for (; exponent > 22; exponent -= 22)
		v *= ten[22];
	for (; exponent < -22; exponent += 22)
		v /= ten[22];
	return exponent < 0 ? v / ten[-exponent] : v * ten[exponent];
}

float lc_decimal_float(const char *text, size_t n)
{
	struct text t = { text, text + n };
	struct decimal d = { 0 };
	bool minus = take_sign(&t);
	float v;

	take_digits(&t, false, &d);
	if (next_is(&t, '.')) {
		t.p++;
		take_digits(&t, true, &d);
	}
	v = (float)scale(d.digits, d.exponent + take_exponent(&t));
	if (v > FLT_MAX)
		return 0;
	return minus ? -v : v;
}

/* Says whether the number fits; without digits it is 0. */
static bool take_integer(struct text *t, uint64_t *ret)
{
	uint64_t v = 0;

	for (; next_is_digit(t); t->p++) {
		unsigned int digit = (unsigned int)(*t->p - '0');

		if (v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*ret = v;
	return true;
}

int32_t lc_decimal_int32(const char *text, size_t n)
{
	struct text t = { text, text + n };
	bool minus = take_sign(&t);
	uint64_t v;

	if (!take_integer(&t, &v) || v > (uint64_t)INT32_MAX + minus)
		return 0;
	return (int32_t)(minus ? -(int64_t)v : (int64_t)v);
}

uint64_t lc_decimal_uint64(const char *text, size_t n)
{
	struct text t = { text, text + n };
	bool minus = take_sign(&t);
	uint64_t v;

	return take_integer(&t, &v) && !minus ? v : 0;
}
