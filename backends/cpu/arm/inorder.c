/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The inverse DCT for cores that execute in order, as Cortex-A53 and A55. Each instruction
 * counts there and a mispredicted branch costs few, so that a block is looked at for halves
 * without coefficients: of pictures at usual qualities a half to four fifths of the blocks
 * that come here have nothing in columns 4 to 7.
 *
 * Not so for the fast one: a pass takes eight columns at once whether they are empty or not,
 * and what the rest would be shorter by is hardly more than the look costs. Nor are two
 * blocks done at once, lc_jpeg_idct.batch is 1: a single one has work enough beside the
 * products for what they take, and most blocks have a shorter way, which only single ones
 * go.
 */
#include "idct.h"
#include "idct-fast.h"

LC_INLINE int16x8_t any_of_four(const int16x8_t *v)
{
	return vorrq_s16(vorrq_s16(v[0], v[1]), vorrq_s16(v[2], v[3]));
}

LC_INLINE uint64_t lanes_low(int16x8_t v)
{
	return vgetq_lane_u64(vreinterpretq_u64_s16(v), 0);
}

LC_INLINE uint64_t lanes_high(int16x8_t v)
{
	return vgetq_lane_u64(vreinterpretq_u64_s16(v), 1);
}

/* Not inlined, so that the compiler does not mix it with what is done for a full block. */
static __attribute__((noinline)) void left_half(const int16_t coef[64],
						const uint16_t quant[64], uint8_t *dst,
						ptrdiff_t stride)
{
	idct_left(coef, quant, 8, dst, stride);
}

static void idct_inorder(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
			 ptrdiff_t stride)
{
	int16x8_t s[8], upper, lower;

	load_rows(coef, 8, s);
	upper = any_of_four(s);
	lower = any_of_four(s + 4);
	if (lanes_high(vorrq_s16(upper, lower)))
		idct_loaded(s, quant, dst, stride);
	else if (lanes_low(lower))
		left_half(coef, quant, dst, stride);
	else
		lc_idct_sparse_neon(coef, quant, dst, stride);
}

static void idct_fast_inorder(const int16_t coef[64], const uint16_t quant[64],
			      uint8_t *dst, ptrdiff_t stride)
{
	idct_fast_full(coef, quant, dst, stride);
}

void lc_jpeg_dsp_init_neon(struct lc_jpeg_dsp *dsp)
{
	lc_jpeg_dsp_init_neon_common(dsp);
	dsp->accurate.idct = idct_inorder;
	dsp->accurate.idct_batch = idct_inorder;
	dsp->fast.idct = idct_fast_inorder;
	dsp->fast.idct_batch = idct_fast_inorder;
}
