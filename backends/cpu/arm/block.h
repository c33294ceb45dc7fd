/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the inverse DCTs for NEON share: coefficients into vectors, samples out of them.
 */
#ifndef LC_CPU_ARM_BLOCK_H
#define LC_CPU_ARM_BLOCK_H

#include "neon.h"

#include <string.h>

/*
 * A product that may wrap is unsigned: in arm_neon.h the signed one can be a plain operator
 * of C, and then it is undefined what happens where it overflows.
 */
LC_INLINE int16x8_t product(int16x8_t a, uint16x8_t b)
{
	return vreinterpretq_s16_u16(vmulq_u16(vreinterpretq_u16_s16(a), b));
}

/* The first @n rows. */
LC_INLINE void load_rows(const int16_t *coef, int n, int16x8_t s[8])
{
	int i;

	UNROLL_8
	for (i = 0; i < n; i++)
		s[i] = vld1q_s16(coef + 8 * i);
}

LC_INLINE void dequantise(int16x8_t s[8], int n, const uint16_t *quant)
{
	int i;

	UNROLL_8
	for (i = 0; i < n; i++)
		s[i] = product(s[i], vld1q_u16(quant + 8 * i));
}

/* The upper half to an address that is not aligned to it; one instruction, in fact. */
LC_INLINE void store_high(uint8_t *dst, uint8x16_t v)
{
	uint64_t high = vgetq_lane_u64(vreinterpretq_u64_u8(v), 1);

	memcpy(dst, &high, sizeof(high));
}

/* Rows 2 * i and 2 * i + 1 in each of @rows. */
LC_INLINE void store_rows(uint8_t *dst, ptrdiff_t stride, const uint8x16_t rows[4])
{
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++) {
		vst1_u8(dst, vget_low_u8(rows[i]));
		dst += stride;
		store_high(dst, rows[i]);
		dst += stride;
	}
}

/* In both halves of the vectors: four rows of four to four columns of four. */
LC_INLINE void transpose_4x4(const int16x8_t r[4], int16x8_t ret[4])
{
	int32x4_t a = vreinterpretq_s32_s16(vtrn1q_s16(r[0], r[1]));
	int32x4_t b = vreinterpretq_s32_s16(vtrn2q_s16(r[0], r[1]));
	int32x4_t c = vreinterpretq_s32_s16(vtrn1q_s16(r[2], r[3]));
	int32x4_t d = vreinterpretq_s32_s16(vtrn2q_s16(r[2], r[3]));

	ret[0] = vreinterpretq_s16_s32(vtrn1q_s32(a, c));
	ret[1] = vreinterpretq_s16_s32(vtrn1q_s32(b, d));
	ret[2] = vreinterpretq_s16_s32(vtrn2q_s32(a, c));
	ret[3] = vreinterpretq_s16_s32(vtrn2q_s32(b, d));
}

/* All of a block the same. */
LC_INLINE void store_flat(uint8_t *dst, ptrdiff_t stride, uint8x8_t v)
{
	int i;

	UNROLL_8
	for (i = 0; i < 8; i++) {
		vst1_u8(dst, v);
		dst += stride;
	}
}

#endif
