/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Numbers and truth out of the text of an option, and their spelling in an encode record.
 */
#include "options-scalar.h"

#include <string.h>

/* --- digits --- */

/* A decimal number: digits times ten to the power of exponent. */
struct decimal {
	uint64_t digits;
	int exponent;
	bool minus;
};

/* More than any exponent that is of use; a text may have more digits than that. */
#define EXPONENT_LIMIT 10000

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* False where the digits are too many for 64 bits. */
static bool push_digit(uint64_t *v, unsigned int base, unsigned int digit)
{
	if (*v > (UINT64_MAX - digit) / base)
		return false;
	*v = *v * base + digit;
	return true;
}

static bool take_minus(const char **p, const char *end)
{
	bool minus = *p < end && **p == '-';

	if (*p < end && (**p == '-' || **p == '+'))
		++*p;
	return minus;
}

/*
 * Digits with a point among them. Zeros at the end of a fraction are passed over, so that
 * they cost no digit. False where there is none, or more than can be held.
 */
static bool take_digits(const char **p, const char *end, struct decimal *d)
{
	bool any = false, fraction = false;
	int zeros = 0; /* of the fraction, not yet counted */

	for (; *p < end && (is_digit(**p) || (**p == '.' && !fraction)); ++*p) {
		if (**p == '.') {
			fraction = true;
			continue;
		}
		any = true;
		if (fraction && **p == '0' && zeros < EXPONENT_LIMIT) {
			zeros++;
			continue;
		}
		for (; zeros; zeros--, d->exponent--)
			if (!push_digit(&d->digits, 10, 0))
				return false;
		if (!push_digit(&d->digits, 10, (unsigned int)(**p - '0')))
			return false;
		d->exponent -= fraction;
	}
	return any;
}

static bool take_exponent(const char **p, const char *end, struct decimal *d)
{
	bool minus, any = false;
	int v = 0;

	if (*p == end || lower(**p) != 'e')
		return true;
	++*p;
	minus = take_minus(p, end);
	for (; *p < end && is_digit(**p); ++*p) {
		any = true;
		if (v < EXPONENT_LIMIT)
			v = v * 10 + (**p - '0');
	}
	d->exponent += minus ? -v : v;
	return any;
}

static bool take_decimal(const char **p, const char *end, struct decimal *d)
{
	memset(d, 0, sizeof(*d));
	d->minus = take_minus(p, end);
	return take_digits(p, end, d) && take_exponent(p, end, d);
}

/* --- integers --- */

static bool with_sign(uint64_t v, bool minus, int64_t *ret)
{
	if (v > (uint64_t)INT64_MAX + minus)
		return false;
	*ret = minus ? (int64_t)(0 - v) : (int64_t)v;
	return true;
}

static bool take_hex(const char *p, const char *end, uint64_t *v)
{
	for (; p < end; p++) {
		char c = lower(*p);

		if (!is_digit(c) && (c < 'a' || c > 'f'))
			return false;
		c = (char)(is_digit(c) ? c - '0' : c - 'a' + 10);
		if (!push_digit(v, 16, (unsigned int)c))
			return false;
	}
	return true;
}

bool lc_scalar_int(const char *text, size_t n, int64_t *ret)
{
	const char *p = text, *end = text + n;
	bool minus = take_minus(&p, end);
	uint64_t v = 0;

	if (end - p > 2 && p[0] == '0' && lower(p[1]) == 'x')
		return take_hex(p + 2, end, &v) && with_sign(v, minus, ret);
	if (p == end || (*p == '0' && end - p > 1))
		return false;
	for (; p < end; p++)
		if (!is_digit(*p) || !push_digit(&v, 10, (unsigned int)(*p - '0')))
			return false;
	return with_sign(v, minus, ret);
}

static bool multiply(uint64_t *v, uint64_t by)
{
	if (*v > UINT64_MAX / by)
		return false;
	*v *= by;
	return true;
}

/* By what a suffix multiplies; the B is left. */
static bool take_suffix(const char **p, const char *end, struct decimal *d, uint64_t *ret)
{
	static const char letters[] = "kmg";
	const char *at = *p < end && **p ? strchr(letters, lower(**p)) : NULL;
	unsigned int power = at ? (unsigned int)(at - letters) + 1 : 0;

	*ret = 1;
	/* An m is a thousandth. */
	if (!power || **p == 'm' || **p == 'g')
		return !power;
	++*p;
	if (*p < end && **p == 'i') {
		++*p;
		*ret = UINT64_C(1) << (10 * power);
	} else {
		d->exponent += 3 * (int)power;
	}
	return true;
}

bool lc_scalar_scaled(const char *text, size_t n, int64_t *ret)
{
	const char *p = text, *end = text + n;
	struct decimal d;
	uint64_t factor;

	if (!take_decimal(&p, end, &d) || !take_suffix(&p, end, &d, &factor))
		return false;
	if (p < end && *p == 'B') {
		factor *= 8;
		p++;
	}
	if (p < end || !multiply(&d.digits, factor))
		return false;
	if (!d.digits)
		d.exponent = 0;
	for (; d.exponent > 0; d.exponent--)
		if (!multiply(&d.digits, 10))
			return false;
	for (; d.exponent < 0; d.exponent++) {
		if (d.digits % 10)
			return false;
		d.digits /= 10;
	}
	return with_sign(d.digits, d.minus, ret);
}

/* --- truth --- */

static bool is_word(const char *text, size_t n, const char *word)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!word[i] || lower(text[i]) != word[i])
			return false;
	return !word[i];
}

bool lc_scalar_bool(const char *text, size_t n, bool *ret)
{
	static const char words[][6] = {
		"0", "1", "false", "true", "no", "yes", "off", "on", "n", "y",
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (is_word(text, n, words[i])) {
			*ret = i & 1;
			return true;
		}
	return false;
}

/* --- reals --- */

#define POWER_MAX 18 /* ten to it, doubled, is less than 2^64 */
#define MANTISSA_BITS 53

/*
 * @v times two to the power of @exponent as a binary64. @v is not 0. @more: there is a bit
 * set behind it, and it has more than 54 bits.
 */
static uint64_t assemble(uint64_t v, int exponent, bool more)
{
	bool half = false;

	for (; v >> MANTISSA_BITS; v >>= 1) {
		more |= half;
		half = v & 1;
		exponent++;
	}
	for (; !(v >> (MANTISSA_BITS - 1)); v <<= 1)
		exponent--;
	if (half && (more || (v & 1)))
		v++;
	if (v >> MANTISSA_BITS) {
		v >>= 1;
		exponent++;
	}
	exponent += 1023 + MANTISSA_BITS - 1;
	return (uint64_t)exponent << 52 | (v & ((UINT64_C(1) << 52) - 1));
}

/* @digits over @by, bit by bit, until there is one more than a binary64 has. */
static uint64_t divide(uint64_t digits, uint64_t by)
{
	uint64_t v = digits / by, rest = digits % by;
	int exponent = 0;

	while (rest && !(v >> (MANTISSA_BITS + 1))) {
		v <<= 1;
		rest <<= 1;
		if (rest >= by) {
			rest -= by;
			v |= 1;
		}
		exponent--;
	}
	return assemble(v, exponent, rest != 0);
}

bool lc_scalar_real(const char *text, size_t n, uint64_t *ret_bits)
{
	const char *p = text, *end = text + n;
	uint64_t by = 1;
	struct decimal d;

	if (!take_decimal(&p, end, &d) || p < end)
		return false;
	*ret_bits = 0; /* also of -0 */
	if (!d.digits)
		return true;
	for (; d.exponent > 0; d.exponent--)
		if (!multiply(&d.digits, 10))
			return false;
	if (d.exponent < -POWER_MAX)
		return false;
	for (; d.exponent < 0; d.exponent++)
		by *= 10;
	*ret_bits = divide(d.digits, by) | (uint64_t)d.minus << 63;
	return true;
}

/* --- spelling --- */

size_t lc_scalar_put_int(int64_t v, char out[LC_SCALAR_SIZE])
{
	pel_encode_record_int(v, out);
	return strlen(out);
}

size_t lc_scalar_put_real(uint64_t bits, char out[LC_SCALAR_SIZE])
{
	double v;

	memcpy(&v, &bits, sizeof(v));
	pel_encode_record_f64(v, out);
	return strlen(out);
}
