/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Kernels for AVX-512 as Ice Lake and Zen 4 have it: F, BW, DQ, VL, VBMI, VBMI2, VNNI.
 *
 * A block is two vectors, four rows each. In a pass each vector has the 32-bit sums of two
 * outputs, A and B, in 128-bit lanes: A of columns 0 to 3, B of the same, A of 4 to 7, B of
 * the same; where there are four columns only, of four outputs.
 */
#include "x86.h"

#define V __m512i
#define OP(name) _mm512_##name
#define FN(name) name##_512
#define DWORDS DWORDS_512
#include "idct-lanes.h"
#include "idct-fast-lanes.h"
#undef V
#undef OP
#undef FN

LC_INLINE __m512i load(const void *p)
{
	return _mm512_loadu_si512(p);
}

/* Byte indices for vpermb and vpermi2b. */
enum {
	PAIRS_04,
	PAIRS_26,
	NATURAL,
	SPARSE_IN_02,
	SPARSE_IN_13,
	SPARSE_02,
	SPARSE_13,
	RG_0,
	AT_0,
	RG_1,
	AT_1,
	RG_2,
	AT_2,
};

static const uint8_t indices[][64] __attribute__((aligned(64))) = {
	[PAIRS_04] = {
		0, 1, 32, 33, 16, 17, 48, 49, 18, 19, 50, 51, 2, 3, 34, 35, 0, 1, 32,
		33, 16, 17, 48, 49, 18, 19, 50, 51, 2, 3, 34, 35, 10, 11, 42, 43, 26,
		27, 58, 59, 24, 25, 56, 57, 8, 9, 40, 41, 10, 11, 42, 43, 26, 27, 58,
		59, 24, 25, 56, 57, 8, 9, 40, 41,
	},
	[PAIRS_26] = {
		4, 5, 36, 37, 20, 21, 52, 53, 22, 23, 54, 55, 6, 7, 38, 39, 4, 5, 36,
		37, 20, 21, 52, 53, 22, 23, 54, 55, 6, 7, 38, 39, 14, 15, 46, 47, 30,
		31, 62, 63, 28, 29, 60, 61, 12, 13, 44, 45, 14, 15, 46, 47, 30, 31, 62,
		63, 28, 29, 60, 61, 12, 13, 44, 45,
	},
	[NATURAL] = {
		0, 16, 24, 8, 12, 28, 20, 4, 1, 17, 25, 9, 13, 29, 21, 5, 2, 18, 26, 10,
		14, 30, 22, 6, 3, 19, 27, 11, 15, 31, 23, 7, 32, 48, 56, 40, 44, 60, 52,
		36, 33, 49, 57, 41, 45, 61, 53, 37, 34, 50, 58, 42, 46, 62, 54, 38, 35,
		51, 59, 43, 47, 63, 55, 39,
	},
	[SPARSE_IN_02] = {
		0, 1, 32, 33, 2, 3, 34, 35, 4, 5, 36, 37, 6, 7, 38, 39, 0, 1, 32, 33, 2,
		3, 34, 35, 4, 5, 36, 37, 6, 7, 38, 39, 0, 1, 32, 33, 2, 3, 34, 35, 4, 5,
		36, 37, 6, 7, 38, 39, 0, 1, 32, 33, 2, 3, 34, 35, 4, 5, 36, 37, 6, 7,
		38, 39,
	},
	[SPARSE_IN_13] = {
		16, 17, 48, 49, 18, 19, 50, 51, 20, 21, 52, 53, 22, 23, 54, 55, 16, 17,
		48, 49, 18, 19, 50, 51, 20, 21, 52, 53, 22, 23, 54, 55, 16, 17, 48, 49,
		18, 19, 50, 51, 20, 21, 52, 53, 22, 23, 54, 55, 16, 17, 48, 49, 18, 19,
		50, 51, 20, 21, 52, 53, 22, 23, 54, 55,
	},
	[SPARSE_02] = {
		0, 1, 4, 5, 16, 17, 20, 21, 32, 33, 36, 37, 48, 49, 52, 53, 0, 1, 4, 5,
		16, 17, 20, 21, 32, 33, 36, 37, 48, 49, 52, 53, 56, 57, 60, 61, 40, 41,
		44, 45, 24, 25, 28, 29, 8, 9, 12, 13, 56, 57, 60, 61, 40, 41, 44, 45,
		24, 25, 28, 29, 8, 9, 12, 13,
	},
	[SPARSE_13] = {
		2, 3, 6, 7, 18, 19, 22, 23, 34, 35, 38, 39, 50, 51, 54, 55, 2, 3, 6, 7,
		18, 19, 22, 23, 34, 35, 38, 39, 50, 51, 54, 55, 58, 59, 62, 63, 42, 43,
		46, 47, 26, 27, 30, 31, 10, 11, 14, 15, 58, 59, 62, 63, 42, 43, 46, 47,
		26, 27, 30, 31, 10, 11, 14, 15,
	},
	[RG_0] = {
		0, 64, 0, 1, 65, 1, 2, 66, 2, 3, 67, 3, 4, 68, 4, 5, 69, 5, 6, 70, 6, 7,
		71, 7, 8, 72, 8, 9, 73, 9, 10, 74, 10, 11, 75, 11, 12, 76, 12, 13, 77,
		13, 14, 78, 14, 15, 79, 15, 16, 80, 16, 17, 81, 17, 18, 82, 18, 19, 83,
		19, 20, 84, 20, 21,
	},
	[AT_0] = {
		0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7,
		8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14,
		14, 14, 15, 15, 15, 16, 16, 16, 17, 17, 17, 18, 18, 18, 19, 19, 19, 20,
		20, 20, 21,
	},
	[RG_1] = {
		85, 21, 22, 86, 22, 23, 87, 23, 24, 88, 24, 25, 89, 25, 26, 90, 26, 27,
		91, 27, 28, 92, 28, 29, 93, 29, 30, 94, 30, 31, 95, 31, 32, 96, 32, 33,
		97, 33, 34, 98, 34, 35, 99, 35, 36, 100, 36, 37, 101, 37, 38, 102, 38,
		39, 103, 39, 40, 104, 40, 41, 105, 41, 42, 106,
	},
	[AT_1] = {
		21, 21, 22, 22, 22, 23, 23, 23, 24, 24, 24, 25, 25, 25, 26, 26, 26, 27,
		27, 27, 28, 28, 28, 29, 29, 29, 30, 30, 30, 31, 31, 31, 32, 32, 32, 33,
		33, 33, 34, 34, 34, 35, 35, 35, 36, 36, 36, 37, 37, 37, 38, 38, 38, 39,
		39, 39, 40, 40, 40, 41, 41, 41, 42, 42,
	},
	[RG_2] = {
		42, 43, 107, 43, 44, 108, 44, 45, 109, 45, 46, 110, 46, 47, 111, 47, 48,
		112, 48, 49, 113, 49, 50, 114, 50, 51, 115, 51, 52, 116, 52, 53, 117,
		53, 54, 118, 54, 55, 119, 55, 56, 120, 56, 57, 121, 57, 58, 122, 58, 59,
		123, 59, 60, 124, 60, 61, 125, 61, 62, 126, 62, 63, 127, 63,
	},
	[AT_2] = {
		42, 43, 43, 43, 44, 44, 44, 45, 45, 45, 46, 46, 46, 47, 47, 47, 48, 48,
		48, 49, 49, 49, 50, 50, 50, 51, 51, 51, 52, 52, 52, 53, 53, 53, 54, 54,
		54, 55, 55, 55, 56, 56, 56, 57, 57, 57, 58, 58, 58, 59, 59, 59, 60, 60,
		60, 61, 61, 61, 62, 62, 62, 63, 63, 63,
	},
};

LC_INLINE __m512i index_of(unsigned int i)
{
	return _mm512_load_si512(indices[i]);
}

/* Factor pairs for the lanes. */
#define LANES(a, b, c, d) \
	_mm512_setr_epi32(a, a, a, a, b, b, b, b, c, c, c, c, d, d, d, d)
#define AB(a, b) LANES(a, b, a, b)

/* The even outputs 0, 1 and 3, 2 and the odd ones, to outputs 0, 1; 7, 6; 3, 2; 4, 5. */
LC_INLINE void outputs(__m512i e01, __m512i e32, __m512i o32, __m512i o01, __m512i out[4])
{
	out[0] = _mm512_add_epi32(e01, o32);
	out[1] = _mm512_sub_epi32(e01, o32);
	out[2] = _mm512_add_epi32(e32, o01);
	out[3] = _mm512_sub_epi32(e32, o01);
}

LC_INLINE void pass(__m512i p04, __m512i p15, __m512i p26, __m512i p37, __m512i bias,
		    __m512i out[4])
{
	__m512i t = _mm512_dpwssd_epi32(bias, p04, AB(PAIR(8192, 8192), PAIR(8192, -8192)));
	__m512i e01 = _mm512_dpwssd_epi32(t, p26, AB(PAIR(10703, 4433), PAIR(4433, -10704)));
	__m512i e32 = _mm512_dpwssd_epi32(t, p26,
					  AB(PAIR(-10703, -4433), PAIR(-4433, 10704)));
	__m512i o32 = _mm512_madd_epi16(p15, AB(ODD3_15, ODD2_15));
	__m512i o01 = _mm512_madd_epi16(p15, AB(ODD0_15, ODD1_15));

	o32 = _mm512_dpwssd_epi32(o32, p37, AB(ODD3_37, ODD2_37));
	o01 = _mm512_dpwssd_epi32(o01, p37, AB(ODD0_37, ODD1_37));
	outputs(e01, e32, o32, o01, out);
}

/* All 64 samples, row by row. */
LC_INLINE __m512i samples(const __m512i out[4])
{
	__m512i u = _mm512_packs_epi32(_mm512_srai_epi32(out[0], SHIFT2),
				       _mm512_srai_epi32(out[1], SHIFT2));
	__m512i v = _mm512_packs_epi32(_mm512_srai_epi32(out[2], SHIFT2),
				       _mm512_srai_epi32(out[3], SHIFT2));

	return _mm512_permutexvar_epi8(index_of(NATURAL), _mm512_packus_epi16(u, v));
}

LC_INLINE __m512i transform(const int16_t *coef, const uint16_t *quant)
{
	const __mmask32 odd_words = 0xaaaaaaaa;
	__m512i r0 = _mm512_mullo_epi16(load(coef), load(quant));
	__m512i r4 = _mm512_mullo_epi16(load(coef + 32), load(quant + 32));
	__m512i lo = _mm512_unpacklo_epi16(r0, r4), hi = _mm512_unpackhi_epi16(r0, r4);
	__m512i u, v, even, odd, out[4];

	pass(_mm512_shuffle_i64x2(lo, hi, 0x00), _mm512_shuffle_i64x2(lo, hi, 0x55),
	     _mm512_shuffle_i64x2(lo, hi, 0xaa), _mm512_shuffle_i64x2(lo, hi, 0xff),
	     _mm512_set1_epi32(BIAS1), out);
	u = _mm512_packs_epi32(_mm512_srai_epi32(out[0], SHIFT1),
			       _mm512_srai_epi32(out[1], SHIFT1));
	v = _mm512_packs_epi32(_mm512_srai_epi32(out[2], SHIFT1),
			       _mm512_srai_epi32(out[3], SHIFT1));
	/* Columns 0, 2, 4, 6 of all rows, and the others: each a source of its own. */
	even = _mm512_mask_blend_epi16(odd_words, u, _mm512_slli_epi32(v, 16));
	odd = _mm512_mask_blend_epi16(odd_words, _mm512_srli_epi32(u, 16), v);
	pass(_mm512_permutexvar_epi8(index_of(PAIRS_04), even),
	     _mm512_permutexvar_epi8(index_of(PAIRS_04), odd),
	     _mm512_permutexvar_epi8(index_of(PAIRS_26), even),
	     _mm512_permutexvar_epi8(index_of(PAIRS_26), odd), _mm512_set1_epi32(BIAS2),
	     out);
	return samples(out);
}

/* The same where rows and columns 4 to 7 are zero; the first pass has all outputs at once. */
LC_INLINE __m512i transform_sparse(const int16_t *coef, const uint16_t *quant)
{
	__m512i r = _mm512_mullo_epi16(load(coef), load(quant));
	__m512i p02 = _mm512_permutexvar_epi8(index_of(SPARSE_IN_02), r);
	__m512i p13 = _mm512_permutexvar_epi8(index_of(SPARSE_IN_13), r);
	__m512i bias = _mm512_set1_epi32(BIAS2), e, o, out[4];

	e = _mm512_dpwssd_epi32(_mm512_set1_epi32(BIAS1), p02,
				LANES(EVEN0_02, EVEN1_02, EVEN2_02, EVEN3_02));
	o = _mm512_madd_epi16(p13, LANES(ODD3_13, ODD2_13, ODD1_13, ODD0_13));
	r = _mm512_packs_epi32(_mm512_srai_epi32(_mm512_add_epi32(e, o), SHIFT1),
			       _mm512_srai_epi32(_mm512_sub_epi32(e, o), SHIFT1));
	p02 = _mm512_permutexvar_epi8(index_of(SPARSE_02), r);
	p13 = _mm512_permutexvar_epi8(index_of(SPARSE_13), r);
	outputs(_mm512_dpwssd_epi32(bias, p02, AB(EVEN0_02, EVEN1_02)),
		_mm512_dpwssd_epi32(bias, p02, AB(EVEN3_02, EVEN2_02)),
		_mm512_madd_epi16(p13, AB(ODD3_13, ODD2_13)),
		_mm512_madd_epi16(p13, AB(ODD0_13, ODD1_13)), out);
	return samples(out);
}

LC_INLINE void store_2_rows(uint8_t *dst, ptrdiff_t stride, __m128i v)
{
	store_low(dst, v);
	store_high(dst + stride, v);
}

LC_INLINE void store_block(uint8_t *dst, ptrdiff_t stride, __m512i v)
{
	store_2_rows(dst, stride, _mm512_castsi512_si128(v));
	store_2_rows(dst + 2 * stride, stride, _mm512_extracti32x4_epi32(v, 1));
	store_2_rows(dst + 4 * stride, stride, _mm512_extracti32x4_epi32(v, 2));
	store_2_rows(dst + 6 * stride, stride, _mm512_extracti32x4_epi32(v, 3));
}

static void idct_avx512(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
			ptrdiff_t stride)
{
	store_block(dst, stride, transform(coef, quant));
}

static void idct_sparse_avx512(const int16_t coef[64], const uint16_t quant[64],
			       uint8_t *dst, ptrdiff_t stride)
{
	store_block(dst, stride, transform_sparse(coef, quant));
}

/* Rows @row and @row + 2 of four blocks. */
LC_INLINE void store_2_wide(uint8_t *dst, ptrdiff_t stride, int row, __m512i v)
{
	_mm256_storeu_si256((void *)(dst + row * stride), _mm512_castsi512_si256(v));
	_mm256_storeu_si256((void *)(dst + (row + 2) * stride),
			    _mm512_extracti64x4_epi64(v, 1));
}

/* Rows of four blocks side by side. */
LC_INLINE void store_4_blocks(uint8_t *dst, ptrdiff_t stride, __m512i a, __m512i b, __m512i c,
			      __m512i d)
{
	const __m512i upper = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
	const __m512i lower = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
	__m512i ab = _mm512_unpacklo_epi64(a, b), cd = _mm512_unpacklo_epi64(c, d);

	store_2_wide(dst, stride, 0, _mm512_permutex2var_epi64(ab, upper, cd));
	store_2_wide(dst, stride, 4, _mm512_permutex2var_epi64(ab, lower, cd));
	ab = _mm512_unpackhi_epi64(a, b);
	cd = _mm512_unpackhi_epi64(c, d);
	store_2_wide(dst, stride, 1, _mm512_permutex2var_epi64(ab, upper, cd));
	store_2_wide(dst, stride, 5, _mm512_permutex2var_epi64(ab, lower, cd));
}

/* One after the other: a block in each lane, by idct-lanes.h, is slower. */
static void idct4_avx512(const int16_t coef[256], const uint16_t quant[64], uint8_t *dst,
			 ptrdiff_t stride)
{
	store_4_blocks(dst, stride, transform(coef, quant), transform(coef + 64, quant),
		       transform(coef + 128, quant), transform(coef + 192, quant));
}

static void idct4_sparse_avx512(const int16_t coef[256], const uint16_t quant[64],
				uint8_t *dst, ptrdiff_t stride)
{
	store_4_blocks(dst, stride, transform_sparse(coef, quant),
		       transform_sparse(coef + 64, quant),
		       transform_sparse(coef + 128, quant),
		       transform_sparse(coef + 192, quant));
}

/*
 * The fast one, with a block in each 128-bit lane: its sums are of 16 bits, so that a lane
 * is a row, and there is nothing to gain by another layout.
 */

/* Row @i of four blocks, one in each lane. Inserts from memory leave the shuffles' port. */
LC_INLINE __m512i load_row_4(const int16_t *coef, int i)
{
	const __m128i *row = (const void *)(coef + 8 * i);
	__m256i lo = _mm256_castsi128_si256(_mm_loadu_si128(row));
	__m256i hi = _mm256_castsi128_si256(_mm_loadu_si128(row + 16));

	lo = _mm256_inserti128_si256(lo, _mm_loadu_si128(row + 8), 1);
	hi = _mm256_inserti128_si256(hi, _mm_loadu_si128(row + 24), 1);
	return _mm512_inserti64x4(_mm512_castsi256_si512(lo), hi, 1);
}

/* Dequantised rows 0 to @n of four blocks, one in each lane. */
LC_INLINE void load_lanes(const int16_t *coef, const uint16_t *quant, int n, __m512i s[8])
{
	int i;

	UNROLL_8
	for (i = 0; i < n; i++) {
		__m128i q = _mm_loadu_si128((const void *)(quant + 8 * i));

		s[i] = _mm512_mullo_epi16(load_row_4(coef, i), _mm512_broadcast_i32x4(q));
	}
}

/* Rows 2 * i and 2 * i + 1 of a block in each lane of @rows[i]. */
LC_INLINE void store_lanes(uint8_t *dst, ptrdiff_t stride, const __m512i rows[4])
{
	const __m512i by_rows = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++) {
		__m512i v = _mm512_permutexvar_epi64(by_rows, rows[i]);

		_mm256_storeu_si256((void *)(dst + 2 * i * stride),
				    _mm512_castsi512_si256(v));
		_mm256_storeu_si256((void *)(dst + (2 * i + 1) * stride),
				    _mm512_extracti64x4_epi64(v, 1));
	}
}

static void idct4_fast_avx512(const int16_t coef[256], const uint16_t quant[64],
			      uint8_t *dst, ptrdiff_t stride)
{
	__m512i s[8], rows[4];

	load_lanes(coef, quant, 8, s);
	idct_fast_lanes_512(s, rows);
	store_lanes(dst, stride, rows);
}

static void idct4_fast_sparse_avx512(const int16_t coef[256], const uint16_t quant[64],
				     uint8_t *dst, ptrdiff_t stride)
{
	__m512i s[8], rows[4];

	load_lanes(coef, quant, 4, s);
	idct_fast_sparse_lanes_512(s, rows);
	store_lanes(dst, stride, rows);
}

/*
 * Rows are done by whole vectors and then one more that is masked. What the mask leaves out
 * is neither read nor written.
 */

/* The first @n bytes of a vector, which may be more or less than there are. */
LC_INLINE __mmask64 first_bytes(size_t n)
{
	return n < 64 ? ((__mmask64)1 << n) - 1 : ~(__mmask64)0;
}

LC_INLINE __mmask64 bytes_from(size_t n, size_t from)
{
	return n > from ? first_bytes(n - from) : 0;
}

LC_INLINE __m512i load_n(const uint8_t *p, size_t n)
{
	return n < 64 ? _mm512_maskz_loadu_epi8(first_bytes(n), p) : load(p);
}

/* 32 bytes or less, as 16 bits each. */
LC_INLINE __m512i widen_n(const uint8_t *p, size_t n)
{
	__m256i v = n < 32 ? _mm256_maskz_loadu_epi8((__mmask32)first_bytes(n), p)
			   : _mm256_loadu_si256((const void *)p);

	return _mm512_cvtepu8_epi16(v);
}

/* From byte @from of @n on. */
LC_INLINE void store_n(uint8_t *p, size_t n, size_t from, __m512i v)
{
	if (n >= from + 64)
		_mm512_storeu_si512(p + from, v);
	else if (n > from)
		_mm512_mask_storeu_epi8(p + from, bytes_from(n, from), v);
}

LC_INLINE void interleave_n(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	__m512i v = _mm512_slli_epi16(widen_n(cr, n), 8);

	store_n(dst, 2 * n, 0, _mm512_or_si512(widen_n(cb, n), v));
}

static void interleave_avx512(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i;

	for (i = 0; i + 32 <= n; i += 32)
		interleave_n(dst + 2 * i, cb + i, cr + i, 32);
	if (i < n)
		interleave_n(dst + 2 * i, cb + i, cr + i, n - i);
}

LC_INLINE __m512i pairs_n(const uint8_t *p, size_t n)
{
	return _mm512_maddubs_epi16(load_n(p, 2 * n), _mm512_set1_epi8(1));
}

LC_INLINE void mean_444_n(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			  const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	__m512i u = _mm512_add_epi16(pairs_n(cb0, n), pairs_n(cb1, n));
	__m512i v = _mm512_add_epi16(pairs_n(cr0, n), pairs_n(cr1, n));

	u = _mm512_srli_epi16(u, 2);
	v = _mm512_slli_epi16(_mm512_srli_epi16(v, 2), 8);
	store_n(dst, 2 * n, 0, _mm512_or_si512(u, v));
}

static void nv12_from_444_avx512(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				 const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i + 32 <= n; i += 32)
		mean_444_n(dst + 2 * i, cb0 + 2 * i, cb1 + 2 * i, cr0 + 2 * i, cr1 + 2 * i,
			   32);
	if (i < n)
		mean_444_n(dst + 2 * i, cb0 + 2 * i, cb1 + 2 * i, cr0 + 2 * i, cr1 + 2 * i,
			   n - i);
}

LC_INLINE void mean_422_n(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			  const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	__m512i u = _mm512_add_epi16(widen_n(cb0, n), widen_n(cb1, n));
	__m512i v = _mm512_add_epi16(widen_n(cr0, n), widen_n(cr1, n));

	u = _mm512_srli_epi16(u, 1);
	v = _mm512_slli_epi16(_mm512_srli_epi16(v, 1), 8);
	store_n(dst, 2 * n, 0, _mm512_or_si512(u, v));
}

static void nv12_from_422_avx512(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				 const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i + 32 <= n; i += 32)
		mean_422_n(dst + 2 * i, cb0 + i, cb1 + i, cr0 + i, cr1 + i, 32);
	if (i < n)
		mean_422_n(dst + 2 * i, cb0 + i, cb1 + i, cr0 + i, cr1 + i, n - i);
}

LC_INLINE void mean_440_n(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	__m512i u = _mm512_srli_epi16(pairs_n(cb, n), 1);
	__m512i v = _mm512_slli_epi16(_mm512_srli_epi16(pairs_n(cr, n), 1), 8);

	store_n(dst, 2 * n, 0, _mm512_or_si512(u, v));
}

static void nv12_from_440_avx512(uint8_t *dst, const uint8_t *cb, const uint8_t *cr,
				 size_t n)
{
	size_t i;

	for (i = 0; i + 32 <= n; i += 32)
		mean_440_n(dst + 2 * i, cb + 2 * i, cr + 2 * i, 32);
	if (i < n)
		mean_440_n(dst + 2 * i, cb + 2 * i, cr + 2 * i, n - i);
}

/* Words 0 to 15 and 16 to 31, twice each. */
static const uint16_t twice[2][32] __attribute__((aligned(64))) = {
	{ 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7,
	  8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15 },
	{ 16, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22, 22, 23, 23,
	  24, 24, 25, 25, 26, 26, 27, 27, 28, 28, 29, 29, 30, 30, 31, 31 },
};

/* @n pairs, 64 at the most. */
LC_INLINE void mean_411_n(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			  const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t m = (n + 1) / 2;
	__m512i u = _mm512_add_epi16(widen_n(cb0, m), widen_n(cb1, m));
	__m512i v = _mm512_add_epi16(widen_n(cr0, m), widen_n(cr1, m));

	u = _mm512_srli_epi16(u, 1);
	u = _mm512_or_si512(u, _mm512_slli_epi16(_mm512_srli_epi16(v, 1), 8));
	store_n(dst, 2 * n, 0, _mm512_permutexvar_epi16(load(twice[0]), u));
	store_n(dst, 2 * n, 64, _mm512_permutexvar_epi16(load(twice[1]), u));
}

static void nv12_from_411_avx512(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
				 const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i;

	for (i = 0; i + 64 <= n; i += 64)
		mean_411_n(dst + 2 * i, cb0 + i / 2, cb1 + i / 2, cr0 + i / 2, cr1 + i / 2,
			   64);
	if (i < n)
		mean_411_n(dst + 2 * i, cb0 + i / 2, cb1 + i / 2, cr0 + i / 2, cr1 + i / 2,
			   n - i);
}

/* Every third byte, from the first that is B in each of three vectors. */
#define B_0 0x4924924924924924u
#define B_1 0x2492492492492492u
#define B_2 0x9249249249249249u

LC_INLINE __m512i mix(__m512i r, __m512i g, __m512i b, unsigned int rg, unsigned int at,
		      __mmask64 is_b)
{
	__m512i v = _mm512_permutex2var_epi8(r, index_of(rg), g);

	return _mm512_mask_permutexvar_epi8(v, is_b, index_of(at), b);
}

/* 64 pixels or less. */
LC_INLINE void store_rgb(uint8_t *dst, __m512i r, __m512i g, __m512i b, size_t n)
{
	store_n(dst, 3 * n, 0, mix(r, g, b, RG_0, AT_0, B_0));
	store_n(dst, 3 * n, 64, mix(r, g, b, RG_1, AT_1, B_1));
	store_n(dst, 3 * n, 128, mix(r, g, b, RG_2, AT_2, B_2));
}

LC_INLINE void pack_rgb_n(uint8_t *dst, const uint8_t *r, const uint8_t *g,
			  const uint8_t *b, size_t n)
{
	store_rgb(dst, load_n(r, n), load_n(g, n), load_n(b, n), n);
}

static void pack_rgb_avx512(uint8_t *dst, const uint8_t *r, const uint8_t *g,
			    const uint8_t *b, size_t n)
{
	size_t i;

	for (i = 0; i + 64 <= n; i += 64)
		pack_rgb_n(dst + 3 * i, r + i, g + i, b + i, 64);
	if (i < n)
		pack_rgb_n(dst + 3 * i, r + i, g + i, b + i, n - i);
}

/* What is to be added to Y for R, G and B. */
struct chroma {
	__m512i r, g, b;
};

LC_INLINE struct chroma chroma_of(__m512i cb, __m512i cr)
{
	const __m512i centre = _mm512_set1_epi16(256);
	__m512i u = _mm512_sub_epi16(_mm512_add_epi16(cb, cb), centre);
	__m512i v = _mm512_sub_epi16(_mm512_add_epi16(cr, cr), centre);
	__m512i g = _mm512_add_epi16(_mm512_mulhrs_epi16(u, _mm512_set1_epi16(CB_TO_G)),
				     _mm512_mulhrs_epi16(v, _mm512_set1_epi16(CR_TO_G)));
	struct chroma c = {
		.r = _mm512_mulhrs_epi16(v, _mm512_set1_epi16(CR_TO_R)),
		.g = _mm512_sub_epi16(_mm512_setzero_si512(), g),
		.b = _mm512_mulhrs_epi16(u, _mm512_set1_epi16(CB_TO_B)),
	};

	return c;
}

LC_INLINE void rgb_n(uint8_t *dst, __m512i y, struct chroma lo, struct chroma hi, size_t n)
{
	const __m512i zero = _mm512_setzero_si512();
	__m512i a = _mm512_unpacklo_epi8(y, zero), b = _mm512_unpackhi_epi8(y, zero);

	store_rgb(dst,
		  _mm512_packus_epi16(_mm512_add_epi16(a, lo.r), _mm512_add_epi16(b, hi.r)),
		  _mm512_packus_epi16(_mm512_add_epi16(a, lo.g), _mm512_add_epi16(b, hi.g)),
		  _mm512_packus_epi16(_mm512_add_epi16(a, lo.b), _mm512_add_epi16(b, hi.b)),
		  n);
}

LC_INLINE void rgb_444_n(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			 const uint8_t *cr, size_t n)
{
	const __m512i zero = _mm512_setzero_si512();
	__m512i u = load_n(cb, n), v = load_n(cr, n);

	rgb_n(dst, load_n(y, n),
	      chroma_of(_mm512_unpacklo_epi8(u, zero), _mm512_unpacklo_epi8(v, zero)),
	      chroma_of(_mm512_unpackhi_epi8(u, zero), _mm512_unpackhi_epi8(v, zero)), n);
}

static void rgb_444_avx512(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			   const uint8_t *cr, size_t n)
{
	size_t i;

	for (i = 0; i + 64 <= n; i += 64)
		rgb_444_n(dst + 3 * i, y + i, cb + i, cr + i, 64);
	if (i < n)
		rgb_444_n(dst + 3 * i, y + i, cb + i, cr + i, n - i);
}

LC_INLINE void rgb_420_n(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			 const uint8_t *cr, size_t n)
{
	struct chroma c = chroma_of(widen_n(cb, (n + 1) / 2), widen_n(cr, (n + 1) / 2));
	struct chroma lo = { _mm512_unpacklo_epi16(c.r, c.r),
			     _mm512_unpacklo_epi16(c.g, c.g),
			     _mm512_unpacklo_epi16(c.b, c.b) };
	struct chroma hi = { _mm512_unpackhi_epi16(c.r, c.r),
			     _mm512_unpackhi_epi16(c.g, c.g),
			     _mm512_unpackhi_epi16(c.b, c.b) };

	rgb_n(dst, load_n(y, n), lo, hi, n);
}

static void rgb_420_avx512(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			   const uint8_t *cr, size_t n)
{
	size_t i;

	for (i = 0; i + 64 <= n; i += 64)
		rgb_420_n(dst + 3 * i, y + i, cb + i / 2, cr + i / 2, 64);
	if (i < n)
		rgb_420_n(dst + 3 * i, y + i, cb + i / 2, cr + i / 2, n - i);
}

LC_INLINE void rgb_400_n(uint8_t *dst, const uint8_t *y, size_t n)
{
	__m512i l = load_n(y, n);

	store_n(dst, 3 * n, 0, _mm512_permutexvar_epi8(index_of(AT_0), l));
	store_n(dst, 3 * n, 64, _mm512_permutexvar_epi8(index_of(AT_1), l));
	store_n(dst, 3 * n, 128, _mm512_permutexvar_epi8(index_of(AT_2), l));
}

static void rgb_400_avx512(uint8_t *dst, const uint8_t *y, size_t n)
{
	size_t i;

	for (i = 0; i + 64 <= n; i += 64)
		rgb_400_n(dst + 3 * i, y + i, 64);
	if (i < n)
		rgb_400_n(dst + 3 * i, y + i, n - i);
}

/* What the mask leaves out is neither read nor written. */
LC_INLINE __mmask64 copy_n(uint8_t *dst, const uint8_t *src, size_t n)
{
	__mmask64 mask = first_bytes(n);
	__m512i v = _mm512_maskz_loadu_epi8(mask, src);

	_mm512_mask_storeu_epi8(dst, mask, v);
	return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(-1));
}

static size_t copy_until_ff_avx512(uint8_t *dst, const uint8_t *src, size_t n)
{
	__mmask64 ff = 0;
	size_t i;

	for (i = 0; i < n; i += 64) {
		ff = copy_n(dst + i, src + i, n - i);
		if (ff)
			return i + (size_t)__builtin_ctzll(ff);
	}
	return n;
}

void lc_jpeg_dsp_init_avx512(struct lc_jpeg_dsp *dsp)
{
	dsp->copy_until_ff = copy_until_ff_avx512;
	dsp->accurate.batch = 4;
	dsp->accurate.idct = idct_avx512;
	dsp->accurate.idct_batch = idct4_avx512;
	dsp->accurate.idct_batch_sparse = idct4_sparse_avx512;
	dsp->accurate.idct_sparse = idct_sparse_avx512;
	dsp->fast.batch = 4;
	dsp->fast.idct_batch = idct4_fast_avx512;
	dsp->fast.idct_batch_sparse = idct4_fast_sparse_avx512;
	dsp->interleave = interleave_avx512;
	dsp->nv12_from_444 = nv12_from_444_avx512;
	dsp->nv12_from_422 = nv12_from_422_avx512;
	dsp->nv12_from_440 = nv12_from_440_avx512;
	dsp->nv12_from_411 = nv12_from_411_avx512;
	dsp->pack_rgb = pack_rgb_avx512;
	dsp->rgb_444 = rgb_444_avx512;
	dsp->rgb_420 = rgb_420_avx512;
	dsp->rgb_400 = rgb_400_avx512;
}
