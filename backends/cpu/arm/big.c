/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The inverse DCT for cores that execute out of order, as Cortex-A76. A block is done
 * without a look at what is in it: the answer would come late, after what was speculated on
 * it, and a wrong guess costs as much as half a block saves.
 *
 * Blocks stay single, lc_jpeg_idct.batch is 1: such a core has the next block in flight
 * anyway, and two at once would have the full transform for a block that is nearly empty.
 * For the fast one there is less to win yet: it fills its vectors with a single block.
 */
#include "idct.h"
#include "idct-fast.h"

static void idct_big(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
		     ptrdiff_t stride)
{
	int16x8_t s[8];

	load_rows(coef, 8, s);
	idct_loaded(s, quant, dst, stride);
}

static void idct_fast_big(const int16_t coef[64], const uint16_t quant[64],
			  uint8_t *dst, ptrdiff_t stride)
{
	idct_fast_full(coef, quant, dst, stride);
}

void lc_jpeg_dsp_init_neon_big(struct lc_jpeg_dsp *dsp)
{
	dsp->accurate.idct = idct_big;
	dsp->accurate.idct_batch = idct_big;
	dsp->fast.idct = idct_fast_big;
	dsp->fast.idct_batch = idct_fast_big;
}
