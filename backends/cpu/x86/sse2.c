/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Kernels for SSE2, which every x86-64 has.
 */
#include "x86.h"

#define V __m128i
#define OP(name) _mm_##name
#define FN(name) name##_128
#define DWORDS DWORDS_128
#include "idct-lanes.h"
#include "idct-fast-lanes.h"

LC_INLINE __m128i load(const void *p)
{
	return _mm_loadu_si128(p);
}

LC_INLINE void store(void *p, __m128i v)
{
	_mm_storeu_si128(p, v);
}

static void idct_sse2(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
		      ptrdiff_t stride)
{
	__m128i s[8], rows[4];

	load_block_128(coef, quant, 8, s);
	idct_lanes_128(s, rows);
	store_block_128(dst, stride, rows);
}

static void idct_sparse_sse2(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
			     ptrdiff_t stride)
{
	__m128i s[4], rows[4];

	load_block_128(coef, quant, 4, s);
	idct_sparse_lanes_128(s, rows);
	store_block_128(dst, stride, rows);
}

static void idct_dc_sse2(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride)
{
	int d = (int16_t)((uint32_t)dc * quant);
	__m128i v = _mm_set1_epi16((int16_t)(((d + 4) >> 3) + 128));
	int i;

	v = _mm_packus_epi16(v, v);
	UNROLL_8
	for (i = 0; i < 8; i++)
		store_low(dst + i * stride, v);
}

static void idct_fast_sse2(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
			   ptrdiff_t stride)
{
	__m128i s[8], rows[4];

	load_block_128(coef, quant, 8, s);
	idct_fast_lanes_128(s, rows);
	store_block_128(dst, stride, rows);
}

static void idct_fast_sparse_sse2(const int16_t coef[64], const uint16_t quant[64],
				  uint8_t *dst, ptrdiff_t stride)
{
	__m128i s[8], rows[4];

	load_block_128(coef, quant, 4, s);
	idct_fast_sparse_lanes_128(s, rows);
	store_block_128(dst, stride, rows);
}

static void idct_fast_dc_sse2(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride)
{
	int v = (int16_t)((uint32_t)dc * quant + 16) >> 5;
	__m128i row = _mm_set1_epi16((int16_t)(v + 128));
	int i;

	row = _mm_packus_epi16(row, row);
	UNROLL_8
	for (i = 0; i < 8; i++)
		store_low(dst + i * stride, row);
}

/*
 * Rows of @n end with a whole vector that overlaps the one before, and rows that are
 * shorter than a vector go through the reference.
 */
static void interleave_sse2(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i = 0;

	if (n < 16) {
		lc_interleave_c(dst, cb, cr, n);
		return;
	}
	for (;;) {
		__m128i u = load(cb + i), v = load(cr + i);

		store(dst + 2 * i, _mm_unpacklo_epi8(u, v));
		store(dst + 2 * i + 16, _mm_unpackhi_epi8(u, v));
		if (i == n - 16)
			return;
		i = i + 16 < n - 16 ? i + 16 : n - 16;
	}
}

/* Sums of neighbours, 16 bits each. */
LC_INLINE __m128i pairs(__m128i v)
{
	return _mm_add_epi16(_mm_and_si128(v, _mm_set1_epi16(0xff)), _mm_srli_epi16(v, 8));
}

static void nv12_from_444_sse2(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			       const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i = 0;

	if (n < 8) {
		lc_nv12_from_444_c(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	for (;;) {
		__m128i u = _mm_add_epi16(pairs(load(cb0 + 2 * i)), pairs(load(cb1 + 2 * i)));
		__m128i v = _mm_add_epi16(pairs(load(cr0 + 2 * i)), pairs(load(cr1 + 2 * i)));

		u = _mm_srli_epi16(u, 2);
		v = _mm_slli_epi16(_mm_srli_epi16(v, 2), 8);
		store(dst + 2 * i, _mm_or_si128(u, v));
		if (i == n - 8)
			return;
		i = i + 8 < n - 8 ? i + 8 : n - 8;
	}
}

static void nv12_from_440_sse2(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i = 0;

	if (n < 8) {
		lc_nv12_from_440_c(dst, cb, cr, n);
		return;
	}
	for (;;) {
		__m128i u = _mm_srli_epi16(pairs(load(cb + 2 * i)), 1);
		__m128i v = _mm_srli_epi16(pairs(load(cr + 2 * i)), 1);

		store(dst + 2 * i, _mm_or_si128(u, _mm_slli_epi16(v, 8)));
		if (i == n - 8)
			return;
		i = i + 8 < n - 8 ? i + 8 : n - 8;
	}
}

/* pavgb rounds up; what it added is the lowest bit of the difference. */
LC_INLINE __m128i mean(__m128i a, __m128i b)
{
	__m128i odd = _mm_and_si128(_mm_xor_si128(a, b), _mm_set1_epi8(1));

	return _mm_sub_epi8(_mm_avg_epu8(a, b), odd);
}

static void nv12_from_422_sse2(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			       const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i = 0;

	if (n < 16) {
		lc_nv12_from_422_c(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	for (;;) {
		__m128i u = mean(load(cb0 + i), load(cb1 + i));
		__m128i v = mean(load(cr0 + i), load(cr1 + i));

		store(dst + 2 * i, _mm_unpacklo_epi8(u, v));
		store(dst + 2 * i + 16, _mm_unpackhi_epi8(u, v));
		if (i == n - 16)
			return;
		i = i + 16 < n - 16 ? i + 16 : n - 16;
	}
}

/* Sums of 8 samples of two rows, halved. */
LC_INLINE __m128i wide_mean(const uint8_t *a, const uint8_t *b)
{
	const __m128i zero = _mm_setzero_si128();
	__m128i x = _mm_unpacklo_epi8(_mm_loadl_epi64((const void *)a), zero);
	__m128i y = _mm_unpacklo_epi8(_mm_loadl_epi64((const void *)b), zero);

	return _mm_srli_epi16(_mm_add_epi16(x, y), 1);
}

static void nv12_from_411_sse2(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			       const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i + 16 <= n; i += 16) {
		__m128i u = wide_mean(cb0 + i / 2, cb1 + i / 2);
		__m128i v = wide_mean(cr0 + i / 2, cr1 + i / 2);

		u = _mm_or_si128(u, _mm_slli_epi16(v, 8));
		store(dst + 2 * i, _mm_unpacklo_epi16(u, u));
		store(dst + 2 * i + 16, _mm_unpackhi_epi16(u, u));
	}
	lc_nv12_from_411_c(dst + 2 * i, cb0 + i / 2, cb1 + i / 2, cr0 + i / 2, cr1 + i / 2,
			   n - i);
}

/*
 * Four pixels of R, G, B, 0 to 12 bytes, by two stores of 8: the second covers the two
 * bytes too many of the first, and two behind the pixels are overwritten.
 */
LC_INLINE void store_4(uint8_t *dst, __m128i rgbx)
{
	const __m128i first = _mm_set1_epi64x(0xffffff);
	__m128i v = _mm_or_si128(_mm_and_si128(rgbx, first),
				 _mm_srli_epi64(_mm_andnot_si128(first, rgbx), 8));

	store_low(dst, v);
	store_high(dst + 6, v);
}

/* 16 pixels, and two bytes behind them. */
LC_INLINE void store_16(uint8_t *dst, __m128i r, __m128i g, __m128i b)
{
	const __m128i zero = _mm_setzero_si128();
	__m128i rg_lo = _mm_unpacklo_epi8(r, g), rg_hi = _mm_unpackhi_epi8(r, g);
	__m128i b_lo = _mm_unpacklo_epi8(b, zero), b_hi = _mm_unpackhi_epi8(b, zero);

	store_4(dst, _mm_unpacklo_epi16(rg_lo, b_lo));
	store_4(dst + 12, _mm_unpackhi_epi16(rg_lo, b_lo));
	store_4(dst + 24, _mm_unpacklo_epi16(rg_hi, b_hi));
	store_4(dst + 36, _mm_unpackhi_epi16(rg_hi, b_hi));
}

static void pack_rgb_sse2(uint8_t *dst, const uint8_t *r, const uint8_t *g,
			  const uint8_t *b, size_t n)
{
	size_t i;

	for (i = 0; i + 17 <= n; i += 16)
		store_16(dst + 3 * i, load(r + i), load(g + i), load(b + i));
	lc_pack_rgb_c(dst + 3 * i, r + i, g + i, b + i, n - i);
}

/* (a * k + 2^14) >> 15 for eight numbers. */
LC_INLINE __m128i scale(__m128i a, int k)
{
	const __m128i one = _mm_set1_epi16(1), factors = _mm_set1_epi32(PAIR(k, 0x4000));
	__m128i lo = _mm_madd_epi16(_mm_unpacklo_epi16(a, one), factors);
	__m128i hi = _mm_madd_epi16(_mm_unpackhi_epi16(a, one), factors);

	return _mm_packs_epi32(_mm_srai_epi32(lo, 15), _mm_srai_epi32(hi, 15));
}

/* What is to be added to eight Y for R, G and B. */
struct chroma {
	__m128i r, g, b;
};

/* Of eight samples, which are the low half of @cb and @cr. */
LC_INLINE struct chroma chroma_of(__m128i cb, __m128i cr)
{
	const __m128i zero = _mm_setzero_si128(), centre = _mm_set1_epi16(256);
	__m128i u = _mm_unpacklo_epi8(cb, zero), v = _mm_unpacklo_epi8(cr, zero);
	struct chroma c;

	u = _mm_sub_epi16(_mm_add_epi16(u, u), centre);
	v = _mm_sub_epi16(_mm_add_epi16(v, v), centre);
	c.r = scale(v, CR_TO_R);
	c.g = _mm_sub_epi16(zero, _mm_add_epi16(scale(u, CB_TO_G), scale(v, CR_TO_G)));
	c.b = scale(u, CB_TO_B);
	return c;
}

LC_INLINE void rgb_16(uint8_t *dst, __m128i y, struct chroma lo, struct chroma hi)
{
	const __m128i zero = _mm_setzero_si128();
	__m128i a = _mm_unpacklo_epi8(y, zero), b = _mm_unpackhi_epi8(y, zero);

	store_16(dst, _mm_packus_epi16(_mm_add_epi16(a, lo.r), _mm_add_epi16(b, hi.r)),
		 _mm_packus_epi16(_mm_add_epi16(a, lo.g), _mm_add_epi16(b, hi.g)),
		 _mm_packus_epi16(_mm_add_epi16(a, lo.b), _mm_add_epi16(b, hi.b)));
}

static void rgb_444_sse2(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			 const uint8_t *cr, size_t n)
{
	size_t i;

	for (i = 0; i + 17 <= n; i += 16) {
		__m128i u = load(cb + i), v = load(cr + i);

		rgb_16(dst + 3 * i, load(y + i), chroma_of(u, v),
		       chroma_of(_mm_unpackhi_epi64(u, u), _mm_unpackhi_epi64(v, v)));
	}
	lc_rgb_444_c(dst + 3 * i, y + i, cb + i, cr + i, n - i);
}

static void rgb_420_sse2(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			 const uint8_t *cr, size_t n)
{
	size_t i;

	for (i = 0; i + 17 <= n; i += 16) {
		struct chroma c = chroma_of(_mm_loadl_epi64((const void *)(cb + i / 2)),
					    _mm_loadl_epi64((const void *)(cr + i / 2)));
		struct chroma lo = { _mm_unpacklo_epi16(c.r, c.r),
				     _mm_unpacklo_epi16(c.g, c.g),
				     _mm_unpacklo_epi16(c.b, c.b) };
		struct chroma hi = { _mm_unpackhi_epi16(c.r, c.r),
				     _mm_unpackhi_epi16(c.g, c.g),
				     _mm_unpackhi_epi16(c.b, c.b) };

		rgb_16(dst + 3 * i, load(y + i), lo, hi);
	}
	lc_rgb_420_c(dst + 3 * i, y + i, cb + i / 2, cr + i / 2, n - i);
}

static void rgb_400_sse2(uint8_t *dst, const uint8_t *y, size_t n)
{
	pack_rgb_sse2(dst, y, y, y, n);
}

static size_t copy_until_ff_sse2(uint8_t *dst, const uint8_t *src, size_t n)
{
	size_t i;

	for (i = 0; i + 16 <= n; i += 16) {
		__m128i v = load(src + i);
		int ff = _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(-1)));

		store(dst + i, v);
		if (ff)
			return i + (size_t)__builtin_ctz((unsigned int)ff);
	}
	return i + lc_copy_until_ff_c(dst + i, src + i, n - i);
}

void lc_jpeg_dsp_init_sse2(struct lc_jpeg_dsp *dsp)
{
	dsp->copy_until_ff = copy_until_ff_sse2;
	dsp->accurate.idct = idct_sse2;
	dsp->accurate.idct_sparse = idct_sparse_sse2;
	dsp->accurate.idct_batch = idct_sse2;
	dsp->accurate.idct_batch_sparse = idct_sparse_sse2;
	dsp->accurate.idct_dc = idct_dc_sse2;
	dsp->fast.idct = idct_fast_sse2;
	dsp->fast.idct_sparse = idct_fast_sparse_sse2;
	dsp->fast.idct_batch = idct_fast_sse2;
	dsp->fast.idct_batch_sparse = idct_fast_sparse_sse2;
	dsp->fast.idct_dc = idct_fast_dc_sse2;
	dsp->interleave = interleave_sse2;
	dsp->nv12_from_444 = nv12_from_444_sse2;
	dsp->nv12_from_422 = nv12_from_422_sse2;
	dsp->nv12_from_440 = nv12_from_440_sse2;
	dsp->nv12_from_411 = nv12_from_411_sse2;
	dsp->pack_rgb = pack_rgb_sse2;
	dsp->rgb_444 = rgb_444_sse2;
	dsp->rgb_420 = rgb_420_sse2;
	dsp->rgb_400 = rgb_400_sse2;
}
