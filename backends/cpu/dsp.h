/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kernels behind one table. The C reference (jpeg-idct.c, jpeg-idct-fast.c, jpeg-dsp.c)
 * is the specification; kernels for an instruction set overwrite its entries, bit-exact.
 * The table is chosen when a session opens. Freestanding.
 */
#ifndef LC_CPU_DSP_H
#define LC_CPU_DSP_H

#include <stddef.h>
#include <stdint.h>

/* The last zigzag index of a block that idct_sparse takes. */
#define LC_IDCT_SPARSE_LAST 9

/* The inverse DCT of blocks, and where their samples go. */
typedef void lc_idct_fn(const int16_t *coef, const uint16_t *quant, uint8_t *dst,
			ptrdiff_t stride);

/* A way to do the inverse DCT. @quant is a table of the kind that it takes. */
struct lc_jpeg_idct {
	/*
	 * Dequantise and transform one block (both in natural order) into 8x8 samples at
	 * @dst, @stride bytes from row to row.
	 */
	lc_idct_fn *idct;
	/*
	 * The same for a block that has nothing outside of its upper left 4x4, as one has
	 * that ends at zigzag index LC_IDCT_SPARSE_LAST or before. The rest is read, or
	 * not, but is zero.
	 */
	lc_idct_fn *idct_sparse;
	/* The same for a block of nothing but DC. */
	void (*idct_dc)(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride);
	/*
	 * The first two for @batch blocks side by side, 1, 2 or 4: coefficients of the one
	 * behind those of the other, samples 8 bytes further on.
	 */
	unsigned int batch;
	lc_idct_fn *idct_batch, *idct_batch_sparse;
};

/* How much copy_until_ff writes at the most behind the bytes that it copies. */
#define LC_COPY_BEHIND 64

struct lc_jpeg_dsp {
	/*
	 * Copy bytes up to the first FF of @n, or all. Returns how many; of what lies behind
	 * them in @dst at most LC_COPY_BEHIND bytes, and none behind @n, have changed.
	 */
	size_t (*copy_until_ff)(uint8_t *dst, const uint8_t *src, size_t n);
	/* Byte-identical to libjpeg-turbo's islow; takes the stream's quantisers. */
	struct lc_jpeg_idct accurate;
	/* By five products of 16 bits to a pass; takes what lc_idct_fast_prescale() makes. */
	struct lc_jpeg_idct fast;
	/* @n Cb, Cr pairs to @dst. */
	void (*interleave)(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n);
	/*
	 * @n Cb, Cr pairs of NV12: the mean, rounded down, of two times two samples of two
	 * rows, of one above the other, and of two side by side.
	 */
	void (*nv12_from_444)(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			      const uint8_t *cr0, const uint8_t *cr1, size_t n);
	void (*nv12_from_422)(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			      const uint8_t *cr0, const uint8_t *cr1, size_t n);
	void (*nv12_from_440)(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n);
	/* The same of one above the other, each mean for two pairs. */
	void (*nv12_from_411)(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			      const uint8_t *cr0, const uint8_t *cr1, size_t n);
	/* @n pixels of R, G, B to @dst, from three planes that are R, G, B. */
	void (*pack_rgb)(uint8_t *dst, const uint8_t *r, const uint8_t *g, const uint8_t *b,
			 size_t n);
	/* @n pixels of R, G, B, from Y and a chroma sample for each pixel. */
	void (*rgb_444)(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			const uint8_t *cr, size_t n);
	/* The same with a chroma sample for two pixels, nearest neighbour; 4:2:2 has it, too. */
	void (*rgb_420)(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			const uint8_t *cr, size_t n);
	/* The same without chroma: Y three times. */
	void (*rgb_400)(uint8_t *dst, const uint8_t *y, size_t n);
};

/*
 * The kernels of an LC_SIMD_ level (cpu-features.h), or of the best that there is below of
 * the levels of this machine; another machine's level gives the C reference.
 */
void lc_jpeg_dsp_init(struct lc_jpeg_dsp *dsp, unsigned int level);

/* What an instruction set does better than the one before, where the build has it. */
void lc_jpeg_dsp_init_sse2(struct lc_jpeg_dsp *dsp);
void lc_jpeg_dsp_init_sse41(struct lc_jpeg_dsp *dsp);
void lc_jpeg_dsp_init_avx2(struct lc_jpeg_dsp *dsp);
void lc_jpeg_dsp_init_avx512(struct lc_jpeg_dsp *dsp);
void lc_jpeg_dsp_init_neon(struct lc_jpeg_dsp *dsp);
void lc_jpeg_dsp_init_neon_big(struct lc_jpeg_dsp *dsp);

/* The C reference. */
void lc_jpeg_dsp_init_c(struct lc_jpeg_dsp *dsp);

void lc_idct_c(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
	       ptrdiff_t stride);
void lc_idct_dc_c(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride);
void lc_idct_fast_c(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
		    ptrdiff_t stride);
void lc_idct_fast_dc_c(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride);

/* A table of the stream's quantisers, in natural order, to one for the fast kernels. */
void lc_idct_fast_prescale(uint16_t quant[64]);

/* For what a kernel leaves to it: short rows, or the end of longer ones. */
size_t lc_copy_until_ff_c(uint8_t *dst, const uint8_t *src, size_t n);
void lc_interleave_c(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n);
void lc_nv12_from_444_c(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			const uint8_t *cr0, const uint8_t *cr1, size_t n);
void lc_nv12_from_422_c(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			const uint8_t *cr0, const uint8_t *cr1, size_t n);
void lc_nv12_from_440_c(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n);
void lc_nv12_from_411_c(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			const uint8_t *cr0, const uint8_t *cr1, size_t n);
void lc_pack_rgb_c(uint8_t *dst, const uint8_t *r, const uint8_t *g, const uint8_t *b,
		   size_t n);
void lc_rgb_444_c(uint8_t *dst, const uint8_t *y, const uint8_t *cb, const uint8_t *cr,
		  size_t n);
void lc_rgb_420_c(uint8_t *dst, const uint8_t *y, const uint8_t *cb, const uint8_t *cr,
		  size_t n);
void lc_rgb_400_c(uint8_t *dst, const uint8_t *y, size_t n);

#endif
