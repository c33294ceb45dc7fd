/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kernels with SSSE3 and AVX2, for 64 and 32 bits. Nothing else is compiled for
 * these, so each function says what it needs, and is called where the machine has it.
 *
 * A row that is shorter than a block is left to the next lower level.
 */
#include "copy-rows.h"

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#define SSSE3  __attribute__((target("ssse3")))
#define AVX2   __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline))

/* --- shuffles of 16 bytes --------------------------------------------------------- */

#define __ -1 /* becomes 0 */

/*
 * 16 pixels of Y, Cb, Cr are three vectors. What each gives to the vector of luma, and
 * what the first two and the last two give to those of chroma.
 */
static const int8_t luma_of[3][16] = {
	{ 0, 3, 6, 9, 12, 15, __, __, __, __, __, __, __, __, __, __ },
	{ __, __, __, __, __, __, 2, 5, 8, 11, 14, __, __, __, __, __ },
	{ __, __, __, __, __, __, __, __, __, __, __, 1, 4, 7, 10, 13 },
};
static const int8_t chroma_of[2][2][16] = {
	{ { 1, 2, 4, 5, 7, 8, 10, 11, 13, 14, __, __, __, __, __, __ },
	  { __, __, __, __, __, __, __, __, __, __, 0, 1, 3, 4, 6, 7 } },
	{ { 9, 10, 12, 13, 15, __, __, __, __, __, __, __, __, __, __, __ },
	  { __, __, __, __, __, 0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15 } },
};

/* 8 pixels of packed 4:2:2 in any order: luma, then chroma. */
static const int8_t halves_of[LC_V4L2_ORDERS][16] = {
	{ 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15 },
	{ 1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 14 },
	{ 0, 2, 4, 6, 8, 10, 12, 14, 3, 1, 7, 5, 11, 9, 15, 13 },
	{ 1, 3, 5, 7, 9, 11, 13, 15, 2, 0, 6, 4, 10, 8, 14, 12 },
};

static const int8_t swapped[16] = {
	1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14
};

#undef __

/* --- SSSE3 ------------------------------------------------------------------------ */

SSSE3 INLINE __m128i load(const void *p)
{
	return _mm_loadu_si128(p);
}

SSSE3 INLINE void store(void *p, __m128i v)
{
	_mm_storeu_si128(p, v);
}

SSSE3 static void interleave_ssse3(uint8_t *pairs, const uint8_t *first,
				   const uint8_t *second, size_t n)
{
	size_t i;

	if (n < 16) {
		lc_v4l2_rows_c.interleave(pairs, first, second, n);
		return;
	}
	for (i = 0; i < n; i = lc_v4l2_next_block(i, n, 16)) {
		__m128i a = load(first + i), b = load(second + i);

		store(pairs + 2 * i, _mm_unpacklo_epi8(a, b));
		store(pairs + 2 * i + 16, _mm_unpackhi_epi8(a, b));
	}
}

SSSE3 static void swap_ssse3(uint8_t *dst, const uint8_t *src, size_t n)
{
	const __m128i mask = load(swapped);
	size_t i;

	if (n < 8) {
		lc_v4l2_rows_c.swap(dst, src, n);
		return;
	}
	for (i = 0; i < n; i = lc_v4l2_next_block(i, n, 8))
		store(dst + 2 * i, _mm_shuffle_epi8(load(src + 2 * i), mask));
}

SSSE3 static void split_444_ssse3(uint8_t *luma, uint8_t *chroma, const uint8_t *src,
				  size_t n)
{
	const __m128i ya = load(luma_of[0]), yb = load(luma_of[1]), yc = load(luma_of[2]);
	const __m128i low_a = load(chroma_of[0][0]), low_b = load(chroma_of[0][1]);
	const __m128i high_b = load(chroma_of[1][0]), high_c = load(chroma_of[1][1]);
	size_t i;

	if (n < 16) {
		lc_v4l2_rows_c.split_444(luma, chroma, src, n);
		return;
	}
	for (i = 0; i < n; i = lc_v4l2_next_block(i, n, 16)) {
		__m128i a = load(src + 3 * i), b = load(src + 3 * i + 16);
		__m128i c = load(src + 3 * i + 32);

		store(luma + i, _mm_or_si128(_mm_or_si128(_mm_shuffle_epi8(a, ya),
							  _mm_shuffle_epi8(b, yb)),
					     _mm_shuffle_epi8(c, yc)));
		store(chroma + 2 * i, _mm_or_si128(_mm_shuffle_epi8(a, low_a),
						   _mm_shuffle_epi8(b, low_b)));
		store(chroma + 2 * i + 16, _mm_or_si128(_mm_shuffle_epi8(b, high_b),
							_mm_shuffle_epi8(c, high_c)));
	}
}

/* Whole pairs first, then the pixel of an odd row that has a pair of its own. */
SSSE3 static void split_422_ssse3(uint8_t *luma, uint8_t *chroma, const uint8_t *src,
				  size_t n, unsigned int order)
{
	const __m128i mask = load(halves_of[order]);
	size_t i, whole = n & ~(size_t)1;

	if (n < 16) {
		lc_v4l2_rows_c.split_422(luma, chroma, src, n, order);
		return;
	}
	for (i = 0; i < whole; i = lc_v4l2_next_block(i, whole, 16)) {
		__m128i a = _mm_shuffle_epi8(load(src + 2 * i), mask);
		__m128i b = _mm_shuffle_epi8(load(src + 2 * i + 16), mask);

		store(luma + i, _mm_unpacklo_epi64(a, b));
		store(chroma + i, _mm_unpackhi_epi64(a, b));
	}
	lc_v4l2_rows_c.split_422(luma + whole, chroma + whole, src + 2 * whole, n - whole,
				 order);
}

const struct lc_v4l2_rows lc_v4l2_rows_ssse3 = {
	.name = "SSSE3",
	.interleave = interleave_ssse3,
	.swap = swap_ssse3,
	.split_444 = split_444_ssse3,
	.split_422 = split_422_ssse3,
};

/* --- AVX2 ------------------------------------------------------------------------- */

AVX2 INLINE __m256i load_32(const void *p)
{
	return _mm256_loadu_si256(p);
}

AVX2 INLINE void store_32(void *p, __m256i v)
{
	_mm256_storeu_si256(p, v);
}

/* The same 16 bytes in both lanes. */
AVX2 INLINE __m256i load_both(const void *p)
{
	return _mm256_broadcastsi128_si256(_mm_loadu_si128(p));
}

/* Two times 16 bytes, a lane each. */
AVX2 INLINE __m256i load_lanes(const uint8_t *low, const uint8_t *high)
{
	return _mm256_inserti128_si256(
		_mm256_castsi128_si256(_mm_loadu_si128((const void *)low)),
		_mm_loadu_si128((const void *)high), 1);
}

/* 64 bytes from their even and their odd 16. */
AVX2 INLINE void store_lanes(uint8_t *p, __m256i even, __m256i odd)
{
	store_32(p, _mm256_permute2x128_si256(even, odd, 0x20));
	store_32(p + 32, _mm256_permute2x128_si256(even, odd, 0x31));
}

AVX2 static void interleave_avx2(uint8_t *pairs, const uint8_t *first,
				 const uint8_t *second, size_t n)
{
	size_t i;

	if (n < 32) {
		interleave_ssse3(pairs, first, second, n);
		return;
	}
	for (i = 0; i < n; i = lc_v4l2_next_block(i, n, 32)) {
		__m256i a = load_32(first + i), b = load_32(second + i);

		store_lanes(pairs + 2 * i, _mm256_unpacklo_epi8(a, b),
			    _mm256_unpackhi_epi8(a, b));
	}
}

AVX2 static void swap_avx2(uint8_t *dst, const uint8_t *src, size_t n)
{
	const __m256i mask = load_both(swapped);
	size_t i;

	if (n < 16) {
		swap_ssse3(dst, src, n);
		return;
	}
	for (i = 0; i < n; i = lc_v4l2_next_block(i, n, 16))
		store_32(dst + 2 * i, _mm256_shuffle_epi8(load_32(src + 2 * i), mask));
}

/* As with SSSE3, 16 pixels to each lane. */
AVX2 static void split_444_avx2(uint8_t *luma, uint8_t *chroma, const uint8_t *src,
				size_t n)
{
	const __m256i ya = load_both(luma_of[0]), yb = load_both(luma_of[1]);
	const __m256i yc = load_both(luma_of[2]);
	const __m256i low_a = load_both(chroma_of[0][0]);
	const __m256i low_b = load_both(chroma_of[0][1]);
	const __m256i high_b = load_both(chroma_of[1][0]);
	const __m256i high_c = load_both(chroma_of[1][1]);
	size_t i;

	if (n < 32) {
		split_444_ssse3(luma, chroma, src, n);
		return;
	}
	for (i = 0; i < n; i = lc_v4l2_next_block(i, n, 32)) {
		const uint8_t *p = src + 3 * i;
		__m256i a = load_lanes(p, p + 48), b = load_lanes(p + 16, p + 64);
		__m256i c = load_lanes(p + 32, p + 80);

		store_32(luma + i,
			 _mm256_or_si256(_mm256_or_si256(_mm256_shuffle_epi8(a, ya),
							 _mm256_shuffle_epi8(b, yb)),
					 _mm256_shuffle_epi8(c, yc)));
		store_lanes(chroma + 2 * i,
			    _mm256_or_si256(_mm256_shuffle_epi8(a, low_a),
					    _mm256_shuffle_epi8(b, low_b)),
			    _mm256_or_si256(_mm256_shuffle_epi8(b, high_b),
					    _mm256_shuffle_epi8(c, high_c)));
	}
}

/* Quarters 0, 2, 1, 3 to 0, 1, 2, 3. */
#define IN_ORDER 0xd8

AVX2 static void split_422_avx2(uint8_t *luma, uint8_t *chroma, const uint8_t *src,
				size_t n, unsigned int order)
{
	const __m256i mask = load_both(halves_of[order]);
	size_t i, whole = n & ~(size_t)1;

	if (n < 32) {
		split_422_ssse3(luma, chroma, src, n, order);
		return;
	}
	for (i = 0; i < whole; i = lc_v4l2_next_block(i, whole, 32)) {
		__m256i a = _mm256_shuffle_epi8(load_32(src + 2 * i), mask);
		__m256i b = _mm256_shuffle_epi8(load_32(src + 2 * i + 32), mask);

		store_32(luma + i,
			 _mm256_permute4x64_epi64(_mm256_unpacklo_epi64(a, b), IN_ORDER));
		store_32(chroma + i,
			 _mm256_permute4x64_epi64(_mm256_unpackhi_epi64(a, b), IN_ORDER));
	}
	lc_v4l2_rows_c.split_422(luma + whole, chroma + whole, src + 2 * whole, n - whole,
				 order);
}

const struct lc_v4l2_rows lc_v4l2_rows_avx2 = {
	.name = "AVX2",
	.interleave = interleave_avx2,
	.swap = swap_avx2,
	.split_444 = split_444_avx2,
	.split_422 = split_422_avx2,
};

#endif
