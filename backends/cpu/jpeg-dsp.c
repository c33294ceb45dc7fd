/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Row kernels, C reference, and the table of the reference. Freestanding.
 */
#include "dsp.h"

#include <string.h>

/* 1.402, 0.344136, 0.714136 and 1.772 of JFIF, scaled by 2^14. */
#define CR_TO_R 22970
#define CB_TO_G 5638
#define CR_TO_G 11700
#define CB_TO_B 29032

/* Whether one of eight bytes is FF. */
static inline int any_ff(uint64_t w)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);

	return ((~w - ones) & w & (ones << 7)) != 0;
}

size_t lc_copy_until_ff_c(uint8_t *dst, const uint8_t *src, size_t n)
{
	size_t i = 0;
	uint64_t w;

	for (; i + 8 <= n; i += 8) {
		memcpy(&w, src + i, 8);
		if (any_ff(w))
			break;
		memcpy(dst + i, &w, 8);
	}
	for (; i < n && src[i] != 0xff; i++)
		dst[i] = src[i];
	return i;
}

void lc_interleave_c(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		dst[2 * i] = cb[i];
		dst[2 * i + 1] = cr[i];
	}
}

void lc_nv12_from_444_c(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		dst[2 * i] = (uint8_t)((cb0[2 * i] + cb0[2 * i + 1] + cb1[2 * i] +
					cb1[2 * i + 1]) >> 2);
		dst[2 * i + 1] = (uint8_t)((cr0[2 * i] + cr0[2 * i + 1] + cr1[2 * i] +
					    cr1[2 * i + 1]) >> 2);
	}
}

void lc_nv12_from_422_c(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		dst[2 * i] = (uint8_t)((cb0[i] + cb1[i]) >> 1);
		dst[2 * i + 1] = (uint8_t)((cr0[i] + cr1[i]) >> 1);
	}
}

void lc_nv12_from_440_c(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		dst[2 * i] = (uint8_t)((cb[2 * i] + cb[2 * i + 1]) >> 1);
		dst[2 * i + 1] = (uint8_t)((cr[2 * i] + cr[2 * i + 1]) >> 1);
	}
}

void lc_nv12_from_411_c(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		dst[2 * i] = (uint8_t)((cb0[i / 2] + cb1[i / 2]) >> 1);
		dst[2 * i + 1] = (uint8_t)((cr0[i / 2] + cr1[i / 2]) >> 1);
	}
}

void lc_pack_rgb_c(uint8_t *dst, const uint8_t *r, const uint8_t *g, const uint8_t *b,
		   size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		dst[3 * i] = r[i];
		dst[3 * i + 1] = g[i];
		dst[3 * i + 2] = b[i];
	}
}

static inline uint8_t clamp_u8(int v)
{
	return v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
}

/* (2*a*k + 2^15) >> 16: what pmulhrsw and sqrdmulh compute; @a is twice the chroma. */
static inline int scale(int a, int k)
{
	return (2 * a * k + 0x8000) >> 16;
}

static inline void rgb_pixel(uint8_t *dst, int y, int cb, int cr)
{
	int u = 2 * (cb - 128), v = 2 * (cr - 128);

	dst[0] = clamp_u8(y + scale(v, CR_TO_R));
	dst[1] = clamp_u8(y - scale(u, CB_TO_G) - scale(v, CR_TO_G));
	dst[2] = clamp_u8(y + scale(u, CB_TO_B));
}

void lc_rgb_444_c(uint8_t *dst, const uint8_t *y, const uint8_t *cb, const uint8_t *cr,
		  size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		rgb_pixel(dst + 3 * i, y[i], cb[i], cr[i]);
}

void lc_rgb_420_c(uint8_t *dst, const uint8_t *y, const uint8_t *cb, const uint8_t *cr,
		  size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		rgb_pixel(dst + 3 * i, y[i], cb[i / 2], cr[i / 2]);
}

void lc_rgb_400_c(uint8_t *dst, const uint8_t *y, size_t n)
{
	lc_pack_rgb_c(dst, y, y, y, n);
}

void lc_jpeg_dsp_init_c(struct lc_jpeg_dsp *dsp)
{
	*dsp = (struct lc_jpeg_dsp){
		.copy_until_ff = lc_copy_until_ff_c,
		.accurate = {
			.idct = lc_idct_c,
			.idct_sparse = lc_idct_c,
			.idct_dc = lc_idct_dc_c,
			.batch = 1,
			.idct_batch = lc_idct_c,
			.idct_batch_sparse = lc_idct_c,
		},
		.fast = {
			.idct = lc_idct_fast_c,
			.idct_sparse = lc_idct_fast_c,
			.idct_dc = lc_idct_fast_dc_c,
			.batch = 1,
			.idct_batch = lc_idct_fast_c,
			.idct_batch_sparse = lc_idct_fast_c,
		},
		.interleave = lc_interleave_c,
		.nv12_from_444 = lc_nv12_from_444_c,
		.nv12_from_422 = lc_nv12_from_422_c,
		.nv12_from_440 = lc_nv12_from_440_c,
		.nv12_from_411 = lc_nv12_from_411_c,
		.pack_rgb = lc_pack_rgb_c,
		.rgb_444 = lc_rgb_444_c,
		.rgb_420 = lc_rgb_420_c,
		.rgb_400 = lc_rgb_400_c,
	};
}
