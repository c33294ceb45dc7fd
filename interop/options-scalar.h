/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Values of options in the one spelling that an encode record has for each: integers in
 * decimal, truth as true or false, reals by the bits of their binary64. Texts are read
 * without floating point, so that every host writes the same.
 */
#ifndef INTEROP_OPTIONS_SCALAR_H
#define INTEROP_OPTIONS_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pelorus/encode_record.h>

/* Bytes of a number's text and its NUL. */
#define LC_SCALAR_SIZE PEL_ENCODE_RECORD_SCALAR_SIZE

/* An integer as strtol() with base 0 has it, but that octal ones are not taken. */
bool lc_scalar_int(const char *text, size_t n, int64_t *ret);

/*
 * An integer as FFmpeg has it: a decimal number, perhaps with a k, M or G, of which an i
 * behind makes powers of 1024, and perhaps with a B, which is 8 bits.
 */
bool lc_scalar_scaled(const char *text, size_t n, int64_t *ret);

/* 1, true, yes, on, y and their opposites, in any case. */
bool lc_scalar_bool(const char *text, size_t n, bool *ret);

/*
 * The binary64 nearest to a decimal number; a tie goes to the even one. Only for up to 19
 * digits, of which up to 18 stand behind the point when the exponent is accounted for.
 */
bool lc_scalar_real(const char *text, size_t n, uint64_t *ret_bits);

/* Their spelling; @bits are of a finite one. Return the bytes without the NUL. */
size_t lc_scalar_put_int(int64_t v, char out[LC_SCALAR_SIZE]);
size_t lc_scalar_put_real(uint64_t bits, char out[LC_SCALAR_SIZE]);

#endif
