/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The inverse DCT for NEON, in parts that are inlined into the kernels of each tuning.
 * Exact on all inputs: sums wrap in 32 bits before a shift that saturates sees them, so
 * that the biases are added, never left to an instruction that rounds.
 */
#ifndef LC_CPU_ARM_IDCT_H
#define LC_CPU_ARM_IDCT_H

#include "block.h"

#define SHIFT1 11
#define SHIFT2 18
#define BIAS1  (1 << (SHIFT1 - 1))
#define BIAS2  ((1 << (SHIFT2 - 1)) + (128 << SHIFT2))

/* The constants of jpeg-idct.c by what they are multiplied with. */
struct factors {
	int16x8_t even, odd;
};

static const int16_t even_factors[8] = { 10703, 4433, 10704 };
static const int16_t odd_factors[8] = {
	2260, 2261, 2259, 9633, 6437, 6436, 11363, 11362
};

LC_INLINE struct factors load_factors(void)
{
	return (struct factors){ vld1q_s16(even_factors), vld1q_s16(odd_factors) };
}

/*
 * Sums and products that may wrap are unsigned: in arm_neon.h the signed ones can be plain
 * operators of C, and then it is undefined what happens where they overflow.
 */
LC_INLINE int32x4_t sum(int32x4_t a, int32x4_t b)
{
	return vreinterpretq_s32_u32(
		vaddq_u32(vreinterpretq_u32_s32(a), vreinterpretq_u32_s32(b)));
}

LC_INLINE int32x4_t difference(int32x4_t a, int32x4_t b)
{
	return vreinterpretq_s32_u32(
		vsubq_u32(vreinterpretq_u32_s32(a), vreinterpretq_u32_s32(b)));
}

/* Two rows of four columns. */
LC_INLINE int16x8_t saturated(int32x4_t a, int32x4_t b)
{
	return vqshrn_high_n_s32(vqshrn_n_s32(a, SHIFT1), b, SHIFT1);
}

/* The second half of the shift by 18. */
LC_INLINE uint8x16_t clamped(int16x8_t a, int16x8_t b)
{
	return vqshrun_high_n_s16(vqshrun_n_s16(a, SHIFT2 - 16), b, SHIFT2 - 16);
}

/* Four rows of columns 0 to 3 and of 4 to 7, to rows 0 and 1, 2 and 3. */
LC_INLINE void rows_of_columns(uint8x16_t low, uint8x16_t high, uint8x16_t ret[2])
{
	uint8x16_t even = vuzp1q_u8(low, high), odd = vuzp2q_u8(low, high);

	ret[0] = vuzp1q_u8(even, odd);
	ret[1] = vuzp2q_u8(even, odd);
}

#define FN(name)	 name##_low
#define SHLL(s)		 vshll_n_s16(vget_low_s16(s), 13)
#define MULL(s, k, i)	 vmull_laneq_s16(vget_low_s16(s), k, i)
#define MLAL(a, s, k, i) vmlal_laneq_s16(a, vget_low_s16(s), k, i)
#define MLSL(a, s, k, i) vmlsl_laneq_s16(a, vget_low_s16(s), k, i)
#include "idct-half.h"
#undef FN
#undef SHLL
#undef MULL
#undef MLAL
#undef MLSL

#define FN(name)	 name##_high
#define SHLL(s)		 vshll_high_n_s16(s, 13)
#define MULL(s, k, i)	 vmull_high_laneq_s16(s, k, i)
#define MLAL(a, s, k, i) vmlal_high_laneq_s16(a, s, k, i)
#define MLSL(a, s, k, i) vmlsl_high_laneq_s16(a, s, k, i)
#include "idct-half.h"
#undef FN
#undef SHLL
#undef MULL
#undef MLAL
#undef MLSL

/* The second pass on columns @s, of which @n may be other than zero. */
LC_INLINE void finish(const int16x8_t s[8], int n, struct factors k, uint8_t *dst,
		      ptrdiff_t stride)
{
	uint8x16_t rows[4];

	pass2_low(s, n, k, rows);
	pass2_high(s, n, k, rows + 2);
	store_rows(dst, stride, rows);
}

/* A block whose rows from @n on are zero and whose columns from 4 on are. */
LC_INLINE void idct_left(const int16_t *coef, const uint16_t *quant, int n, uint8_t *dst,
			 ptrdiff_t stride)
{
	const struct factors k = load_factors();
	int16x8_t s[8], columns[8];

	load_rows(coef, n, s);
	dequantise(s, n, quant);
	pass1_low(s, n, k, columns);
	finish(columns, 4, k, dst, stride);
}

/* A block of which the rows of coefficients are in @s. */
LC_INLINE void idct_loaded(int16x8_t s[8], const uint16_t *quant, uint8_t *dst,
			   ptrdiff_t stride)
{
	const struct factors k = load_factors();
	int16x8_t columns[8];

	dequantise(s, 8, quant);
	pass1_low(s, 8, k, columns);
	pass1_high(s, 8, k, columns + 4);
	finish(columns, 8, k, dst, stride);
}

#endif
