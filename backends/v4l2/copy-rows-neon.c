/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kernels with NEON, which all aarch64 have: its loads and stores take samples apart
 * and put them together. A row that is shorter than a block is left to C.
 */
#include "copy-rows.h"

#if defined(__aarch64__)

#include <arm_neon.h>

static void interleave_neon(uint8_t *pairs, const uint8_t *first, const uint8_t *second,
			    size_t n)
{
	size_t i;

	if (n < 16) {
		lc_v4l2_rows_c.interleave(pairs, first, second, n);
		return;
	}
	for (i = 0; i < n; i = lc_v4l2_next_block(i, n, 16)) {
		uint8x16x2_t v = { { vld1q_u8(first + i), vld1q_u8(second + i) } };

		vst2q_u8(pairs + 2 * i, v);
	}
}

static void swap_neon(uint8_t *dst, const uint8_t *src, size_t n)
{
	size_t i;

	if (n < 8) {
		lc_v4l2_rows_c.swap(dst, src, n);
		return;
	}
	for (i = 0; i < n; i = lc_v4l2_next_block(i, n, 8))
		vst1q_u8(dst + 2 * i, vrev16q_u8(vld1q_u8(src + 2 * i)));
}

static void split_444_neon(uint8_t *luma, uint8_t *chroma, const uint8_t *src, size_t n)
{
	size_t i;

	if (n < 16) {
		lc_v4l2_rows_c.split_444(luma, chroma, src, n);
		return;
	}
	for (i = 0; i < n; i = lc_v4l2_next_block(i, n, 16)) {
		uint8x16x3_t v = vld3q_u8(src + 3 * i);
		uint8x16x2_t pairs = { { v.val[1], v.val[2] } };

		vst1q_u8(luma + i, v.val[0]);
		vst2q_u8(chroma + 2 * i, pairs);
	}
}

/* Whole pairs first, then the pixel of an odd row that has a pair of its own. */
static void split_422_neon(uint8_t *luma, uint8_t *chroma, const uint8_t *src, size_t n,
			   unsigned int order)
{
	size_t i, whole = n & ~(size_t)1;

	if (n < 16) {
		lc_v4l2_rows_c.split_422(luma, chroma, src, n, order);
		return;
	}
	for (i = 0; i < whole; i = lc_v4l2_next_block(i, whole, 16)) {
		uint8x16x2_t v = vld2q_u8(src + 2 * i);
		uint8x16_t y = order & LC_V4L2_LUMA_SECOND ? v.val[1] : v.val[0];
		uint8x16_t c = order & LC_V4L2_LUMA_SECOND ? v.val[0] : v.val[1];

		vst1q_u8(luma + i, y);
		vst1q_u8(chroma + i, order & LC_V4L2_CR_FIRST ? vrev16q_u8(c) : c);
	}
	lc_v4l2_rows_c.split_422(luma + whole, chroma + whole, src + 2 * whole, n - whole,
				 order);
}

const struct lc_v4l2_rows lc_v4l2_rows_neon = {
	.name = "NEON",
	.interleave = interleave_neon,
	.swap = swap_neon,
	.split_444 = split_444_neon,
	.split_422 = split_422_neon,
};

#endif
