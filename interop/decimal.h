/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Numbers out of a text, with a point whatever the locale says, as far as they are
 * numbers: what follows one is passed over, and without one the value is 0.
 */
#ifndef INTEROP_DECIMAL_H
#define INTEROP_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

/*
 * A real number: sign, digits, point, digits, exponent. Correctly rounded to a double,
 * and then to a float, where it has up to 15 digits and a decimal exponent up to 22, else
 * off by a few units in a double's last place. What a float can't hold is 0.
 */
float lc_decimal_float(const char *text, size_t n);

/* An integer; 0 where it lies outside of its type. */
int32_t lc_decimal_int32(const char *text, size_t n);
uint64_t lc_decimal_uint64(const char *text, size_t n);

#endif
