/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fast inverse DCT for NEON, in parts that are inlined into the kernels of each
 * tuning. A pass is the reference's with eight columns in a vector, but for sums that are
 * taken in another order: they wrap in 16 bits, so that this is exact. sqdmulh, the
 * reference's product, saturates for -1 times -1 only, and no fraction here is negative.
 */
#ifndef LC_CPU_ARM_IDCT_FAST_H
#define LC_CPU_ARM_IDCT_FAST_H

#include "block.h"

/* What the factors of jpeg-idct-fast.c are more than a whole number, scaled by 2^15. */
static const int16_t fast_fractions[4] = { 13573, 27779, 20091, 2700 };

/* By these, each a lane of @k. */
#define BY_0_414(a, k) vqdmulhq_lane_s16(a, k, 0)
#define BY_0_847(a, k) vqdmulhq_lane_s16(a, k, 1)
#define BY_0_613(a, k) vqdmulhq_lane_s16(a, k, 2)
#define BY_0_082(a, k) vqdmulhq_lane_s16(a, k, 3)

/* Sums that wrap; unsigned as product() is. */
LC_INLINE int16x8_t plus(int16x8_t a, int16x8_t b)
{
	return vreinterpretq_s16_u16(
		vaddq_u16(vreinterpretq_u16_s16(a), vreinterpretq_u16_s16(b)));
}

LC_INLINE int16x8_t minus(int16x8_t a, int16x8_t b)
{
	return vreinterpretq_s16_u16(
		vsubq_u16(vreinterpretq_u16_s16(a), vreinterpretq_u16_s16(b)));
}

/* Sums of the halves to outputs. */
LC_INLINE void fast_outputs(const int16x8_t e[4], const int16x8_t o[4], int16x8_t out[8])
{
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++) {
		out[i] = plus(e[i], o[i]);
		out[7 - i] = minus(e[i], o[i]);
	}
}

LC_INLINE void fast_even(const int16x8_t s[8], int16x4_t k, int16x8_t e[4])
{
	int16x8_t t10 = plus(s[0], s[4]), t11 = minus(s[0], s[4]), t13 = plus(s[2], s[6]);
	int16x8_t d = minus(s[2], s[6]);
	int16x8_t t12 = minus(plus(d, BY_0_414(d, k)), t13);

	e[0] = plus(t10, t13);
	e[1] = plus(t11, t12);
	e[2] = minus(t11, t12);
	e[3] = minus(t10, t13);
}

/*
 * The reference's z5 is z10 + z12 + z: once 2 * z10 are taken from it, z12 - z10 + z,
 * once z12 is, z10 + z.
 */
LC_INLINE void fast_odd(const int16x8_t s[8], int16x4_t k, int16x8_t o[4])
{
	int16x8_t z10 = minus(s[5], s[3]), z13 = plus(s[5], s[3]);
	int16x8_t z11 = plus(s[1], s[7]), z12 = minus(s[1], s[7]);
	int16x8_t d = minus(z11, z13), z = BY_0_847(plus(z10, z12), k);

	o[0] = plus(z11, z13);
	o[1] = minus(minus(plus(minus(z12, z10), z), BY_0_613(z10, k)), o[0]);
	o[2] = minus(plus(d, BY_0_414(d, k)), o[1]);
	o[3] = minus(minus(plus(z10, z), BY_0_082(z12, k)), o[2]);
}

LC_INLINE void fast_pass(int16x8_t s[8], int16x4_t k)
{
	int16x8_t e[4], o[4];

	fast_even(s, k, e);
	fast_odd(s, k, o);
	fast_outputs(e, o, s);
}

/* The two halves where inputs 4 to 7 are zero. */
LC_INLINE void fast_sparse_even(const int16x8_t s[4], int16x4_t k, int16x8_t e[4])
{
	int16x8_t t12 = BY_0_414(s[2], k);

	e[0] = plus(s[0], s[2]);
	e[1] = plus(s[0], t12);
	e[2] = minus(s[0], t12);
	e[3] = minus(s[0], s[2]);
}

LC_INLINE void fast_sparse_odd(const int16x8_t s[4], int16x4_t k, int16x8_t o[4])
{
	int16x8_t z10 = minus(vdupq_n_s16(0), s[3]), d = minus(s[1], s[3]);
	int16x8_t z = BY_0_847(d, k);

	o[0] = plus(s[1], s[3]);
	o[1] = minus(z, BY_0_613(z10, k));
	o[2] = minus(plus(d, BY_0_414(d, k)), o[1]);
	o[3] = minus(minus(minus(z, s[3]), BY_0_082(s[1], k)), o[2]);
}

/* Of @s[0..3] to @s[0..7]. */
LC_INLINE void fast_sparse_pass(int16x8_t s[8], int16x4_t k)
{
	int16x8_t e[4], o[4];

	fast_sparse_even(s, k, e);
	fast_sparse_odd(s, k, o);
	fast_outputs(e, o, s);
}

LC_INLINE int16x8_t low_halves(int16x8_t a, int16x8_t b)
{
	return vreinterpretq_s16_s64(
		vzip1q_s64(vreinterpretq_s64_s16(a), vreinterpretq_s64_s16(b)));
}

LC_INLINE int16x8_t high_halves(int16x8_t a, int16x8_t b)
{
	return vreinterpretq_s16_s64(
		vzip2q_s64(vreinterpretq_s64_s16(a), vreinterpretq_s64_s16(b)));
}

LC_INLINE void transpose_8x8(int16x8_t s[8])
{
	int16x8_t upper[4], lower[4];
	int i;

	transpose_4x4(s, upper);
	transpose_4x4(s + 4, lower);
	UNROLL_8
	for (i = 0; i < 4; i++) {
		s[i] = low_halves(upper[i], lower[i]);
		s[4 + i] = high_halves(upper[i], lower[i]);
	}
}

/* Rows, of which columns 4 to 7 don't count, to columns 0 to 3. */
LC_INLINE void transpose_8x4(int16x8_t s[8])
{
	int16x8_t rows[4];
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++)
		rows[i] = low_halves(s[i], s[4 + i]);
	transpose_4x4(rows, s);
}

/* Two columns, which have 16 added, to samples. */
LC_INLINE uint8x16_t fast_samples(int16x8_t a, int16x8_t b)
{
	int8x16_t v = vqshrn_high_n_s16(vqshrn_n_s16(a, 5), b, 5);

	return veorq_u8(vreinterpretq_u8_s8(v), vdupq_n_u8(128));
}

/*
 * Columns to rows 2 * i and 2 * i + 1 in each of @rows: neighbours are columns 0 and 4,
 * then 0, 2, 4 and 6, then all.
 */
LC_INLINE void fast_rows(const int16x8_t s[8], uint8x16_t rows[4])
{
	uint8x16_t c01 = fast_samples(s[0], s[1]), c23 = fast_samples(s[2], s[3]);
	uint8x16_t c45 = fast_samples(s[4], s[5]), c67 = fast_samples(s[6], s[7]);
	uint8x16_t c04 = vzip1q_u8(c01, c45), c15 = vzip2q_u8(c01, c45);
	uint8x16_t c26 = vzip1q_u8(c23, c67), c37 = vzip2q_u8(c23, c67);
	uint8x16_t upper_even = vzip1q_u8(c04, c26), upper_odd = vzip1q_u8(c15, c37);
	uint8x16_t lower_even = vzip2q_u8(c04, c26), lower_odd = vzip2q_u8(c15, c37);

	rows[0] = vzip1q_u8(upper_even, upper_odd);
	rows[1] = vzip2q_u8(upper_even, upper_odd);
	rows[2] = vzip1q_u8(lower_even, lower_odd);
	rows[3] = vzip2q_u8(lower_even, lower_odd);
}

/* What the last shift rounds by, for all outputs of the second pass; wraps as they do. */
LC_INLINE void fast_round(int16x8_t s[8])
{
	s[0] = plus(s[0], vdupq_n_s16(16));
}

LC_INLINE void idct_fast_full(const int16_t *coef, const uint16_t *quant, uint8_t *dst,
			      ptrdiff_t stride)
{
	const int16x4_t k = vld1_s16(fast_fractions);
	uint8x16_t rows[4];
	int16x8_t s[8];

	load_rows(coef, 8, s);
	dequantise(s, 8, quant);
	fast_pass(s, k);
	transpose_8x8(s);
	fast_round(s);
	fast_pass(s, k);
	fast_rows(s, rows);
	store_rows(dst, stride, rows);
}

/* A block whose rows from 4 on are zero and whose columns from 4 on are. */
LC_INLINE void idct_fast_upper_left(const int16_t *coef, const uint16_t *quant,
				    uint8_t *dst, ptrdiff_t stride)
{
	const int16x4_t k = vld1_s16(fast_fractions);
	uint8x16_t rows[4];
	int16x8_t s[8];

	load_rows(coef, 4, s);
	dequantise(s, 4, quant);
	fast_sparse_pass(s, k);
	transpose_8x4(s);
	fast_round(s);
	fast_sparse_pass(s, k);
	fast_rows(s, rows);
	store_rows(dst, stride, rows);
}

#endif
