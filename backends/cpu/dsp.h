/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kernels behind one table. The C reference (jpeg-idct.c, jpeg-dsp.c) is the
 * specification; kernels for an instruction set overwrite its entries, bit-exact. The
 * table is chosen when a session opens. Freestanding.
 */
#ifndef LC_CPU_DSP_H
#define LC_CPU_DSP_H

#include <stddef.h>
#include <stdint.h>

struct lc_jpeg_dsp {
	/*
	 * Dequantise and transform one block (both in natural order) into 8x8 samples at
	 * @dst, @stride bytes from row to row. Byte-identical to libjpeg-turbo's islow.
	 */
	void (*idct)(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
		     ptrdiff_t stride);
	/* The same for a block of nothing but DC. */
	void (*idct_dc)(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride);
	/* @n Cb, Cr pairs to @dst. */
	void (*interleave)(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n);
	/* @n pixels of R, G, B to @dst, from three planes that are R, G, B. */
	void (*pack_rgb)(uint8_t *dst, const uint8_t *r, const uint8_t *g, const uint8_t *b,
			 size_t n);
	/* @n pixels of R, G, B, from Y and a chroma sample for each pixel. */
	void (*rgb_444)(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			const uint8_t *cr, size_t n);
	/* The same with a chroma sample for two pixels, nearest neighbour. */
	void (*rgb_420)(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			const uint8_t *cr, size_t n);
};

/* The C reference. */
void lc_jpeg_dsp_init_c(struct lc_jpeg_dsp *dsp);

void lc_idct_c(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
	       ptrdiff_t stride);
void lc_idct_dc_c(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride);

#endif
