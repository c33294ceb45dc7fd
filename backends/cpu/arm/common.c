/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kernels for NEON that are the same on all cores: rows, blocks with little in them,
 * and the copy of entropy-coded bytes. A row ends with a whole vector that overlaps the one
 * before; rows of less than a vector go through the reference.
 */
#include "idct.h"
#include "idct-fast.h"

/* What is done at a time. */
#define STEP 16

void lc_idct_sparse_neon(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
			 ptrdiff_t stride)
{
	idct_left(coef, quant, 4, dst, stride);
}

/* The shift rounds and saturates: what is added to it cannot wrap here. */
static void idct_dc_neon(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride)
{
	int16x8_t d = vdupq_n_s16((int16_t)((uint32_t)dc * quant));
	uint8x8_t v = veor_u8(vreinterpret_u8_s8(vqrshrn_n_s16(d, 3)), vdup_n_u8(128));

	store_flat(dst, stride, v);
}

static void idct_fast_sparse_neon(const int16_t coef[64], const uint16_t quant[64],
				  uint8_t *dst, ptrdiff_t stride)
{
	idct_fast_upper_left(coef, quant, dst, stride);
}

/* What rounds wraps, so that the shift must not do it. */
static void idct_fast_dc_neon(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride)
{
	int16x8_t v = vdupq_n_s16((int16_t)((uint32_t)dc * quant + 16));

	store_flat(dst, stride, vget_low_u8(fast_samples(v, v)));
}

/* Where the next vector of a row begins; the last one ends at @n. */
LC_INLINE size_t next(size_t i, size_t n)
{
	return i + STEP < n - STEP ? i + STEP : n - STEP;
}

LC_INLINE void store_pairs(uint8_t *dst, uint8x16_t cb, uint8x16_t cr)
{
	uint8x16x2_t v = { { cb, cr } };

	vst2q_u8(dst, v);
}

static void interleave_neon(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i = 0;

	if (n < STEP) {
		lc_interleave_c(dst, cb, cr, n);
		return;
	}
	for (;; i = next(i, n)) {
		store_pairs(dst + 2 * i, vld1q_u8(cb + i), vld1q_u8(cr + i));
		if (i == n - STEP)
			return;
	}
}

/* Sums of two times two samples. */
LC_INLINE uint16x8_t sums(uint8x16_t p, uint8x16_t q)
{
	return vpadalq_u8(vpaddlq_u8(p), q);
}

/* 16 means of two times two samples. */
LC_INLINE uint8x16_t means_of_4(const uint8_t *p, const uint8_t *q)
{
	uint8x16x2_t a = vld1q_u8_x2(p), b = vld1q_u8_x2(q);

	return vshrn_high_n_u16(vshrn_n_u16(sums(a.val[0], b.val[0]), 2),
				sums(a.val[1], b.val[1]), 2);
}

static void nv12_from_444_neon(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			       const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i = 0;

	if (n < STEP) {
		lc_nv12_from_444_c(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	for (;; i = next(i, n)) {
		store_pairs(dst + 2 * i, means_of_4(cb0 + 2 * i, cb1 + 2 * i),
			    means_of_4(cr0 + 2 * i, cr1 + 2 * i));
		if (i == n - STEP)
			return;
	}
}

static void nv12_from_422_neon(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			       const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i = 0;

	if (n < STEP) {
		lc_nv12_from_422_c(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	for (;; i = next(i, n)) {
		store_pairs(dst + 2 * i, vhaddq_u8(vld1q_u8(cb0 + i), vld1q_u8(cb1 + i)),
			    vhaddq_u8(vld1q_u8(cr0 + i), vld1q_u8(cr1 + i)));
		if (i == n - STEP)
			return;
	}
}

/* 16 means of two neighbours. */
LC_INLINE uint8x16_t means_of_2(const uint8_t *p)
{
	uint8x16x2_t v = vld2q_u8(p);

	return vhaddq_u8(v.val[0], v.val[1]);
}

static void nv12_from_440_neon(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
			       size_t n)
{
	size_t i = 0;

	if (n < STEP) {
		lc_nv12_from_440_c(dst, cb, cr, n);
		return;
	}
	for (;; i = next(i, n)) {
		store_pairs(dst + 2 * i, means_of_2(cb + 2 * i), means_of_2(cr + 2 * i));
		if (i == n - STEP)
			return;
	}
}

/* Eight pairs, each twice. */
LC_INLINE void store_pairs_twice(uint8_t *dst, uint8x8_t cb, uint8x8_t cr)
{
	const uint8x8_t none = vdup_n_u8(0);
	uint16x8_t pairs = vreinterpretq_u16_u8(
		vzip1q_u8(vcombine_u8(cb, none), vcombine_u8(cr, none)));

	vst1q_u8(dst, vreinterpretq_u8_u16(vzip1q_u16(pairs, pairs)));
	vst1q_u8(dst + 16, vreinterpretq_u8_u16(vzip2q_u16(pairs, pairs)));
}

/* Eight means for two pairs each; an overlapping vector begins with a mean, too. */
static void nv12_from_411_neon(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			       const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	const size_t even = n & ~(size_t)1;
	size_t i = 0;

	if (n < STEP) {
		lc_nv12_from_411_c(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	for (;; i = next(i, even)) {
		uint8x8_t u = vhadd_u8(vld1_u8(cb0 + i / 2), vld1_u8(cb1 + i / 2));
		uint8x8_t v = vhadd_u8(vld1_u8(cr0 + i / 2), vld1_u8(cr1 + i / 2));

		store_pairs_twice(dst + 2 * i, u, v);
		if (i == even - STEP)
			break;
	}
	if (n != even)
		lc_nv12_from_411_c(dst + 2 * even, cb0 + even / 2, cb1 + even / 2,
				   cr0 + even / 2, cr1 + even / 2, 1);
}

LC_INLINE void store_rgb(uint8_t *dst, uint8x16_t r, uint8x16_t g, uint8x16_t b)
{
	uint8x16x3_t v = { { r, g, b } };

	vst3q_u8(dst, v);
}

static void pack_rgb_neon(uint8_t *dst, const uint8_t *r, const uint8_t *g,
			  const uint8_t *b, size_t n)
{
	size_t i = 0;

	if (n < STEP) {
		lc_pack_rgb_c(dst, r, g, b, n);
		return;
	}
	for (;; i = next(i, n)) {
		store_rgb(dst + 3 * i, vld1q_u8(r + i), vld1q_u8(g + i), vld1q_u8(b + i));
		if (i == n - STEP)
			return;
	}
}

static void rgb_400_neon(uint8_t *dst, const uint8_t *y, size_t n)
{
	size_t i = 0;

	if (n < STEP) {
		lc_rgb_400_c(dst, y, n);
		return;
	}
	for (;; i = next(i, n)) {
		uint8x16_t l = vld1q_u8(y + i);

		store_rgb(dst + 3 * i, l, l, l);
		if (i == n - STEP)
			return;
	}
}

/*
 * JFIF by 2^14: what Cr adds to R and G, what Cb adds to B and G. sqrdmulh with twice the
 * chroma is (2 * a * k + 2^15) >> 16; that is odd in k, as the reference needs it for G,
 * since no chroma falls upon the half.
 */
static const int16_t rgb_factors[4] = { 22970, -11700, 29032, -5638 };

/* What is to be added to eight Y for R, G and B. */
struct chroma {
	int16x8_t r, g, b;
};

/* Of eight samples, less 128 already. */
LC_INLINE struct chroma chroma_of(int8x8_t cb, int8x8_t cr, int16x4_t k)
{
	int16x8_t u = vshll_n_s8(cb, 1), v = vshll_n_s8(cr, 1);
	struct chroma c;

	c.r = vqrdmulhq_lane_s16(v, k, 0);
	c.g = vaddq_s16(vqrdmulhq_lane_s16(v, k, 1), vqrdmulhq_lane_s16(u, k, 3));
	c.b = vqrdmulhq_lane_s16(u, k, 2);
	return c;
}

LC_INLINE uint8x8_t sum_8(uint8x8_t y, int16x8_t c)
{
	return vqmovun_s16(vreinterpretq_s16_u16(vaddw_u8(vreinterpretq_u16_s16(c), y)));
}

/* Sums of the lower eight Y with @lo, of the upper with @hi. */
LC_INLINE uint8x16_t sum_16(uint8x16_t y, int16x8_t lo, int16x8_t hi)
{
	uint16x8_t upper = vaddw_high_u8(vreinterpretq_u16_s16(hi), y);

	return vqmovun_high_s16(sum_8(vget_low_u8(y), lo), vreinterpretq_s16_u16(upper));
}

static void rgb_444_neon(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			 const uint8_t *cr, size_t n)
{
	const uint8x16_t centre = vdupq_n_u8(128);
	const int16x4_t k = vld1_s16(rgb_factors);
	size_t i = 0;

	if (n < STEP) {
		lc_rgb_444_c(dst, y, cb, cr, n);
		return;
	}
	for (;; i = next(i, n)) {
		int8x16_t u = vreinterpretq_s8_u8(veorq_u8(vld1q_u8(cb + i), centre));
		int8x16_t v = vreinterpretq_s8_u8(veorq_u8(vld1q_u8(cr + i), centre));
		struct chroma lo = chroma_of(vget_low_s8(u), vget_low_s8(v), k);
		struct chroma hi = chroma_of(vget_high_s8(u), vget_high_s8(v), k);
		uint8x16_t l = vld1q_u8(y + i);

		store_rgb(dst + 3 * i, sum_16(l, lo.r, hi.r), sum_16(l, lo.g, hi.g),
			  sum_16(l, lo.b, hi.b));
		if (i == n - STEP)
			return;
	}
}

/* Eight chroma samples to 16 pixels: even and odd ones take the same. */
LC_INLINE uint8x16_t sum_8_twice(uint8x8x2_t y, int16x8_t c)
{
	const uint8x8_t none = vdup_n_u8(0);

	return vzip1q_u8(vcombine_u8(sum_8(y.val[0], c), none),
			 vcombine_u8(sum_8(y.val[1], c), none));
}

/* An overlapping vector begins with a chroma sample, which may leave one pixel over. */
static void rgb_420_neon(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			 const uint8_t *cr, size_t n)
{
	const uint8x8_t centre = vdup_n_u8(128);
	const int16x4_t k = vld1_s16(rgb_factors);
	const size_t even = n & ~(size_t)1;
	size_t i = 0;

	if (n < STEP) {
		lc_rgb_420_c(dst, y, cb, cr, n);
		return;
	}
	for (;; i = next(i, even)) {
		uint8x8x2_t l = vld2_u8(y + i);
		struct chroma c = chroma_of(
			vreinterpret_s8_u8(veor_u8(vld1_u8(cb + i / 2), centre)),
			vreinterpret_s8_u8(veor_u8(vld1_u8(cr + i / 2), centre)), k);

		store_rgb(dst + 3 * i, sum_8_twice(l, c.r), sum_8_twice(l, c.g),
			  sum_8_twice(l, c.b));
		if (i == even - STEP)
			break;
	}
	if (n != even)
		lc_rgb_420_c(dst + 3 * even, y + even, cb + even / 2, cr + even / 2, 1);
}

/* Which byte is the first FF, or 16: four bits of the mask are a byte's. */
LC_INLINE size_t first_ff(uint8x16_t v)
{
	uint16x8_t is_ff = vreinterpretq_u16_u8(vceqq_u8(v, vdupq_n_u8(0xff)));
	uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(is_ff, 4)), 0);

	return mask ? (size_t)__builtin_ctzll(mask) / 4 : 16;
}

/* One question for two vectors, since the answer takes long to come from where they are. */
static size_t copy_until_ff_neon(uint8_t *dst, const uint8_t *src, size_t n)
{
	size_t i, ff;

	for (i = 0; i + 32 <= n; i += 32) {
		uint8x16_t a = vld1q_u8(src + i), b = vld1q_u8(src + i + 16);

		vst1q_u8(dst + i, a);
		vst1q_u8(dst + i + 16, b);
		if (vmaxvq_u8(vmaxq_u8(a, b)) != 0xff)
			continue;
		ff = first_ff(a);
		return ff < 16 ? i + ff : i + 16 + first_ff(b);
	}
	return i + lc_copy_until_ff_c(dst + i, src + i, n - i);
}

void lc_jpeg_dsp_init_neon_common(struct lc_jpeg_dsp *dsp)
{
	dsp->copy_until_ff = copy_until_ff_neon;
	dsp->accurate.idct_sparse = lc_idct_sparse_neon;
	dsp->accurate.idct_batch_sparse = lc_idct_sparse_neon;
	dsp->accurate.idct_dc = idct_dc_neon;
	dsp->fast.idct_sparse = idct_fast_sparse_neon;
	dsp->fast.idct_batch_sparse = idct_fast_sparse_neon;
	dsp->fast.idct_dc = idct_fast_dc_neon;
	dsp->interleave = interleave_neon;
	dsp->nv12_from_444 = nv12_from_444_neon;
	dsp->nv12_from_422 = nv12_from_422_neon;
	dsp->nv12_from_440 = nv12_from_440_neon;
	dsp->nv12_from_411 = nv12_from_411_neon;
	dsp->pack_rgb = pack_rgb_neon;
	dsp->rgb_444 = rgb_444_neon;
	dsp->rgb_420 = rgb_420_neon;
	dsp->rgb_400 = rgb_400_neon;
}
