/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Chroma planes to pairs, by SIMD: see bench-kernels.h.
 */
#include "config.h"

#include "bench-kernels.h"

#include <stdbool.h>

#include <libcodec/codec.h>

/* What the vectors leave over, or all of it. */
static void interleave_plain(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		dst[2 * i] = cb[i];
		dst[2 * i + 1] = cr[i];
	}
}

static uint8_t mean_of_4(const uint8_t *row0, const uint8_t *row1, size_t i)
{
	return (uint8_t)((row0[2 * i] + row0[2 * i + 1] + row1[2 * i] +
			  row1[2 * i + 1]) >>
			 2);
}

static uint8_t mean_of_2(unsigned int a, unsigned int b)
{
	return (uint8_t)((a + b) >> 1);
}

static uint32_t limit = LIBCODEC_SIMD_AUTO;

void bench_kernels_limit(uint32_t simd)
{
	limit = simd;
}

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

static bool have_avx2(void)
{
	return (limit == LIBCODEC_SIMD_AUTO || limit >= LIBCODEC_SIMD_AVX2) &&
	       __builtin_cpu_supports("avx2");
}

static bool have_sse2(void)
{
	return limit != LIBCODEC_SIMD_NONE;
}

const char *bench_kernels_name(void)
{
	if (!have_sse2())
		return "plain C";
	return have_avx2() ? "AVX2" : "SSE2";
}

static void store_pairs(uint8_t *dst, __m128i cb, __m128i cr)
{
	_mm_storeu_si128((__m128i *)dst, _mm_unpacklo_epi8(cb, cr));
	_mm_storeu_si128((__m128i *)(dst + 16), _mm_unpackhi_epi8(cb, cr));
}

static size_t interleave_sse2(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
			      size_t n)
{
	size_t i;

	for (i = 0; i + 16 <= n; i += 16)
		store_pairs(dst + 2 * i, _mm_loadu_si128((const __m128i *)(cb + i)),
			    _mm_loadu_si128((const __m128i *)(cr + i)));
	return i;
}

AVX2 static void store_pairs_avx2(uint8_t *dst, __m256i cb, __m256i cr)
{
	__m256i low = _mm256_unpacklo_epi8(cb, cr), high = _mm256_unpackhi_epi8(cb, cr);

	_mm256_storeu_si256((__m256i *)dst, _mm256_permute2x128_si256(low, high, 0x20));
	_mm256_storeu_si256((__m256i *)(dst + 32),
			    _mm256_permute2x128_si256(low, high, 0x31));
}

AVX2 static size_t interleave_avx2(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				   size_t n)
{
	size_t i;

	for (i = 0; i + 32 <= n; i += 32)
		store_pairs_avx2(dst + 2 * i,
				 _mm256_loadu_si256((const __m256i *)(cb + i)),
				 _mm256_loadu_si256((const __m256i *)(cr + i)));
	return i;
}

static size_t interleave_vectors(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				 size_t n)
{
	if (have_avx2())
		return interleave_avx2(dst, cb, cr, n);
	return have_sse2() ? interleave_sse2(dst, cb, cr, n) : 0;
}

/* 8 means as words: the sums of neighbours in two rows of 16. */
static __m128i means_8(const uint8_t *row0, const uint8_t *row1)
{
	const __m128i even = _mm_set1_epi16(0xff);
	__m128i a = _mm_loadu_si128((const __m128i *)row0);
	__m128i b = _mm_loadu_si128((const __m128i *)row1);
	__m128i sum = _mm_add_epi16(_mm_and_si128(a, even), _mm_srli_epi16(a, 8));

	sum = _mm_add_epi16(sum, _mm_and_si128(b, even));
	sum = _mm_add_epi16(sum, _mm_srli_epi16(b, 8));
	return _mm_srli_epi16(sum, 2);
}

static __m128i means_16(const uint8_t *row0, const uint8_t *row1)
{
	return _mm_packus_epi16(means_8(row0, row1), means_8(row0 + 16, row1 + 16));
}

static size_t halve_both_sse2(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			      const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i + 16 <= n; i += 16)
		store_pairs(dst + 2 * i, means_16(cb0 + 2 * i, cb1 + 2 * i),
			    means_16(cr0 + 2 * i, cr1 + 2 * i));
	return i;
}

AVX2 static __m256i means_16_avx2(const uint8_t *row0, const uint8_t *row1)
{
	const __m256i ones = _mm256_set1_epi8(1);
	__m256i a = _mm256_loadu_si256((const __m256i *)row0);
	__m256i b = _mm256_loadu_si256((const __m256i *)row1);
	__m256i sum = _mm256_add_epi16(_mm256_maddubs_epi16(a, ones),
				       _mm256_maddubs_epi16(b, ones));

	return _mm256_srli_epi16(sum, 2);
}

/* Cb in the even bytes, Cr in the odd ones: no shuffle is needed. */
AVX2 static size_t halve_both_avx2(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				   const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	__m256i cb, cr;
	size_t i;

	for (i = 0; i + 16 <= n; i += 16) {
		cb = means_16_avx2(cb0 + 2 * i, cb1 + 2 * i);
		cr = means_16_avx2(cr0 + 2 * i, cr1 + 2 * i);
		_mm256_storeu_si256((__m256i *)(dst + 2 * i),
				    _mm256_or_si256(cb, _mm256_slli_epi16(cr, 8)));
	}
	return i;
}

static size_t halve_both_vectors(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				 const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	if (have_avx2())
		return halve_both_avx2(dst, cb0, cb1, cr0, cr1, n);
	return have_sse2() ? halve_both_sse2(dst, cb0, cb1, cr0, cr1, n) : 0;
}

/* pavgb rounds up: less 1 where the sum is odd. */
static __m128i mean_rows(const uint8_t *row0, const uint8_t *row1)
{
	__m128i a = _mm_loadu_si128((const __m128i *)row0);
	__m128i b = _mm_loadu_si128((const __m128i *)row1);

	return _mm_sub_epi8(_mm_avg_epu8(a, b),
			    _mm_and_si128(_mm_xor_si128(a, b), _mm_set1_epi8(1)));
}

static size_t halve_rows_sse2(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			      const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i + 16 <= n; i += 16)
		store_pairs(dst + 2 * i, mean_rows(cb0 + i, cb1 + i),
			    mean_rows(cr0 + i, cr1 + i));
	return i;
}

AVX2 static __m256i mean_rows_avx2(const uint8_t *row0, const uint8_t *row1)
{
	__m256i a = _mm256_loadu_si256((const __m256i *)row0);
	__m256i b = _mm256_loadu_si256((const __m256i *)row1);

	return _mm256_sub_epi8(
		_mm256_avg_epu8(a, b),
		_mm256_and_si256(_mm256_xor_si256(a, b), _mm256_set1_epi8(1)));
}

AVX2 static size_t halve_rows_avx2(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				   const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i + 32 <= n; i += 32)
		store_pairs_avx2(dst + 2 * i, mean_rows_avx2(cb0 + i, cb1 + i),
				 mean_rows_avx2(cr0 + i, cr1 + i));
	return i;
}

static size_t halve_rows_vectors(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				 const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	if (have_avx2())
		return halve_rows_avx2(dst, cb0, cb1, cr0, cr1, n);
	return have_sse2() ? halve_rows_sse2(dst, cb0, cb1, cr0, cr1, n) : 0;
}

/* 8 means of neighbours as words. */
static __m128i neighbours_8(const uint8_t *row)
{
	__m128i a = _mm_loadu_si128((const __m128i *)row);

	return _mm_srli_epi16(_mm_add_epi16(_mm_and_si128(a, _mm_set1_epi16(0xff)),
					    _mm_srli_epi16(a, 8)),
			      1);
}

/* Cb in the even bytes, Cr in the odd ones. */
static size_t halve_columns_sse2(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				 size_t n)
{
	size_t i;

	for (i = 0; i + 8 <= n; i += 8)
		_mm_storeu_si128(
			(__m128i *)(dst + 2 * i),
			_mm_or_si128(neighbours_8(cb + 2 * i),
				     _mm_slli_epi16(neighbours_8(cr + 2 * i), 8)));
	return i;
}

AVX2 static __m256i neighbours_16_avx2(const uint8_t *row)
{
	return _mm256_srli_epi16(
		_mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)row),
				     _mm256_set1_epi8(1)),
		1);
}

AVX2 static size_t halve_columns_avx2(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				      size_t n)
{
	__m256i b, r;
	size_t i;

	for (i = 0; i + 16 <= n; i += 16) {
		b = neighbours_16_avx2(cb + 2 * i);
		r = neighbours_16_avx2(cr + 2 * i);
		_mm256_storeu_si256((__m256i *)(dst + 2 * i),
				    _mm256_or_si256(b, _mm256_slli_epi16(r, 8)));
	}
	return i;
}

static size_t halve_columns_vectors(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				    size_t n)
{
	if (have_avx2())
		return halve_columns_avx2(dst, cb, cr, n);
	return have_sse2() ? halve_columns_sse2(dst, cb, cr, n) : 0;
}

/* 8 pairs, each twice. */
static void store_twice(uint8_t *dst, __m128i pairs)
{
	_mm_storeu_si128((__m128i *)dst, _mm_unpacklo_epi16(pairs, pairs));
	_mm_storeu_si128((__m128i *)(dst + 16), _mm_unpackhi_epi16(pairs, pairs));
}

/* @n is of the output here, too: two for each sample. */
static size_t double_columns_sse2(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				  const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	__m128i cb, cr;
	size_t i;

	for (i = 0; i + 32 <= n; i += 32) {
		cb = mean_rows(cb0 + i / 2, cb1 + i / 2);
		cr = mean_rows(cr0 + i / 2, cr1 + i / 2);
		store_twice(dst + 2 * i, _mm_unpacklo_epi8(cb, cr));
		store_twice(dst + 2 * i + 32, _mm_unpackhi_epi8(cb, cr));
	}
	return i;
}

/* 8 pairs in each half, each twice. */
AVX2 static void store_twice_avx2(uint8_t *dst, __m256i pairs)
{
	__m256i low = _mm256_unpacklo_epi16(pairs, pairs);
	__m256i high = _mm256_unpackhi_epi16(pairs, pairs);

	_mm256_storeu_si256((__m256i *)dst, _mm256_permute2x128_si256(low, high, 0x20));
	_mm256_storeu_si256((__m256i *)(dst + 64),
			    _mm256_permute2x128_si256(low, high, 0x31));
}

AVX2 static size_t double_columns_avx2(uint8_t *dst, const uint8_t *cb0,
				       const uint8_t *cb1, const uint8_t *cr0,
				       const uint8_t *cr1, size_t n)
{
	__m256i cb, cr;
	size_t i;

	for (i = 0; i + 64 <= n; i += 64) {
		cb = mean_rows_avx2(cb0 + i / 2, cb1 + i / 2);
		cr = mean_rows_avx2(cr0 + i / 2, cr1 + i / 2);
		store_twice_avx2(dst + 2 * i, _mm256_unpacklo_epi8(cb, cr));
		store_twice_avx2(dst + 2 * i + 32, _mm256_unpackhi_epi8(cb, cr));
	}
	return i;
}

static size_t double_columns_vectors(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				     const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	if (have_avx2())
		return double_columns_avx2(dst, cb0, cb1, cr0, cr1, n);
	return have_sse2() ? double_columns_sse2(dst, cb0, cb1, cr0, cr1, n) : 0;
}

#elif defined(__aarch64__)

#include <arm_neon.h>

const char *bench_kernels_name(void)
{
	return "NEON";
}

static size_t interleave_vectors(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				 size_t n)
{
	uint8x16x2_t pairs;
	size_t i;

	for (i = 0; i + 16 <= n; i += 16) {
		pairs.val[0] = vld1q_u8(cb + i);
		pairs.val[1] = vld1q_u8(cr + i);
		vst2q_u8(dst + 2 * i, pairs);
	}
	return i;
}

static uint8x8_t means_8(const uint8_t *row0, const uint8_t *row1)
{
	return vshrn_n_u16(vpadalq_u8(vpaddlq_u8(vld1q_u8(row0)), vld1q_u8(row1)), 2);
}

static size_t halve_both_vectors(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				 const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	uint8x8x2_t pairs;
	size_t i;

	for (i = 0; i + 8 <= n; i += 8) {
		pairs.val[0] = means_8(cb0 + 2 * i, cb1 + 2 * i);
		pairs.val[1] = means_8(cr0 + 2 * i, cr1 + 2 * i);
		vst2_u8(dst + 2 * i, pairs);
	}
	return i;
}

static size_t halve_rows_vectors(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				 const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	uint8x16x2_t pairs;
	size_t i;

	for (i = 0; i + 16 <= n; i += 16) {
		pairs.val[0] = vhaddq_u8(vld1q_u8(cb0 + i), vld1q_u8(cb1 + i));
		pairs.val[1] = vhaddq_u8(vld1q_u8(cr0 + i), vld1q_u8(cr1 + i));
		vst2q_u8(dst + 2 * i, pairs);
	}
	return i;
}

static size_t halve_columns_vectors(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				    size_t n)
{
	uint8x8x2_t pairs;
	size_t i;

	for (i = 0; i + 8 <= n; i += 8) {
		pairs.val[0] = vshrn_n_u16(vpaddlq_u8(vld1q_u8(cb + 2 * i)), 1);
		pairs.val[1] = vshrn_n_u16(vpaddlq_u8(vld1q_u8(cr + 2 * i)), 1);
		vst2_u8(dst + 2 * i, pairs);
	}
	return i;
}

/* @n is of the output here, too: two for each sample. */
static size_t double_columns_vectors(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				     const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	uint8x16x4_t pairs;
	size_t i;

	for (i = 0; i + 32 <= n; i += 32) {
		pairs.val[0] = vhaddq_u8(vld1q_u8(cb0 + i / 2), vld1q_u8(cb1 + i / 2));
		pairs.val[1] = vhaddq_u8(vld1q_u8(cr0 + i / 2), vld1q_u8(cr1 + i / 2));
		pairs.val[2] = pairs.val[0];
		pairs.val[3] = pairs.val[1];
		vst4q_u8(dst + 2 * i, pairs);
	}
	return i;
}

#else

const char *bench_kernels_name(void)
{
	return "plain C";
}

static size_t interleave_vectors(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				 size_t n)
{
	return 0;
}

static size_t halve_both_vectors(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				 const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	return 0;
}

static size_t halve_rows_vectors(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				 const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	return 0;
}

static size_t halve_columns_vectors(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				    size_t n)
{
	return 0;
}

static size_t double_columns_vectors(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				     const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	return 0;
}

#endif

void bench_interleave(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i = interleave_vectors(dst, cb, cr, n);

	interleave_plain(dst + 2 * i, cb + i, cr + i, n - i);
}

void bench_halve_both(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
		      const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = halve_both_vectors(dst, cb0, cb1, cr0, cr1, n); i < n; i++) {
		dst[2 * i] = mean_of_4(cb0, cb1, i);
		dst[2 * i + 1] = mean_of_4(cr0, cr1, i);
	}
}

void bench_halve_rows(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
		      const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = halve_rows_vectors(dst, cb0, cb1, cr0, cr1, n); i < n; i++) {
		dst[2 * i] = mean_of_2(cb0[i], cb1[i]);
		dst[2 * i + 1] = mean_of_2(cr0[i], cr1[i]);
	}
}

void bench_halve_columns(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i;

	for (i = halve_columns_vectors(dst, cb, cr, n); i < n; i++) {
		dst[2 * i] = mean_of_2(cb[2 * i], cb[2 * i + 1]);
		dst[2 * i + 1] = mean_of_2(cr[2 * i], cr[2 * i + 1]);
	}
}

void bench_double_columns(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			  const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = double_columns_vectors(dst, cb0, cb1, cr0, cr1, n); i < n; i++) {
		dst[2 * i] = mean_of_2(cb0[i / 2], cb1[i / 2]);
		dst[2 * i + 1] = mean_of_2(cr0[i / 2], cr1[i / 2]);
	}
}
