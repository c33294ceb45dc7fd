/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Kernels for AVX2: one block by vectors of all eight columns, two blocks in the two lanes.
 */
#include "x86.h"
#include "rgb-shuffles.h"

#define V __m128i
#define OP(name) _mm_##name
#define FN(name) name##_128
#define DWORDS DWORDS_128
#include "idct-lanes.h"
#include "idct-fast-lanes.h"
#undef V
#undef OP
#undef FN
#undef DWORDS

#define V __m256i
#define OP(name) _mm256_##name
#define FN(name) name##_256
#define DWORDS DWORDS_256
#include "idct-lanes.h"
#include "idct-fast-lanes.h"
#undef V
#undef OP
#undef FN

/* Rows of less than 32 bytes. */
#define V __m128i
#define OP(name) _mm_##name
#define FN(name) name##_16
#define SHORT(name) lc_##name##_c
#define W 16
#define AND(a, b) _mm_and_si128(a, b)
#define OR(a, b) _mm_or_si128(a, b)
#define XOR(a, b) _mm_xor_si128(a, b)
#define LOAD(p) _mm_loadu_si128((const void *)(p))
#define STORE(p, v) _mm_storeu_si128((void *)(p), v)
#define WIDEN(p) _mm_cvtepu8_epi16(_mm_loadl_epi64((const void *)(p)))
#define STORE_2(p, lo, hi) (STORE(p, lo), STORE((p) + 16, hi))
#define LANES16(v) _mm_load_si128((const void *)(v))
#define STORE_RGB(p, v) (STORE(p, (v)[0]), STORE((p) + 16, (v)[1]), STORE((p) + 32, (v)[2]))
#include "rows-lanes.h"
#undef V
#undef OP
#undef FN
#undef SHORT
#undef W
#undef AND
#undef OR
#undef XOR
#undef LOAD
#undef STORE
#undef WIDEN
#undef STORE_2
#undef LANES16
#undef STORE_RGB

#define V __m256i
#define OP(name) _mm256_##name
#define FN(name) name##_avx2
#define SHORT(name) name##_16
#define W 32
#define AND(a, b) _mm256_and_si256(a, b)
#define OR(a, b) _mm256_or_si256(a, b)
#define XOR(a, b) _mm256_xor_si256(a, b)
#define LOAD(p) _mm256_loadu_si256((const void *)(p))
#define STORE(p, v) _mm256_storeu_si256((void *)(p), v)
#define WIDEN(p) _mm256_cvtepu8_epi16(_mm_loadu_si128((const void *)(p)))
#define STORE_2(p, lo, hi) store_2(p, lo, hi)
#define LANES16(v) _mm256_broadcastsi128_si256(_mm_load_si128((const void *)(v)))
#define STORE_RGB(p, v) store_3(p, v)

LC_INLINE void store_2(uint8_t *p, __m256i lo, __m256i hi)
{
	STORE(p, _mm256_permute2x128_si256(lo, hi, 0x20));
	STORE(p + 32, _mm256_permute2x128_si256(lo, hi, 0x31));
}

LC_INLINE void store_3(uint8_t *p, const __m256i v[3])
{
	STORE(p, _mm256_permute2x128_si256(v[0], v[1], 0x20));
	STORE(p + 32, _mm256_permute2x128_si256(v[2], v[0], 0x30));
	STORE(p + 64, _mm256_permute2x128_si256(v[1], v[2], 0x31));
}

#include "rows-lanes.h"

/* A register with rows a, b in its lower lane, c, d in its upper. */
LC_INLINE void store_rows(uint8_t *dst, ptrdiff_t stride, __m256i v, int a, int b, int c,
			  int d)
{
	__m128i lo = _mm256_castsi256_si128(v), hi = _mm256_extracti128_si256(v, 1);

	store_low(dst + a * stride, lo);
	store_high(dst + b * stride, lo);
	store_low(dst + c * stride, hi);
	store_high(dst + d * stride, hi);
}

/*
 * 32-bit columns of eight rows to samples: @lo has four rows of a lane's as in store_rows(),
 * 0 and 1, @hi 2 and 3.
 */
LC_INLINE void samples(const __m256i a[8], __m256i *lo, __m256i *hi)
{
	const __m256i by_rows = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
	__m256i q[4];
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++)
		q[i] = _mm256_packs_epi32(_mm256_srai_epi32(a[2 * i], SHIFT2),
					  _mm256_srai_epi32(a[2 * i + 1], SHIFT2));
	q[0] = _mm256_shuffle_epi8(_mm256_packus_epi16(q[0], q[1]), by_rows);
	q[1] = _mm256_shuffle_epi8(_mm256_packus_epi16(q[2], q[3]), by_rows);
	*lo = _mm256_unpacklo_epi32(q[0], q[1]);
	*hi = _mm256_unpackhi_epi32(q[0], q[1]);
}

LC_INLINE __m256i dequantised(const int16_t *coef, const uint16_t *quant)
{
	return _mm256_mullo_epi16(LOAD(coef), LOAD(quant));
}

static void idct_avx2(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
		      ptrdiff_t stride)
{
	/* Columns 0 to 3 with 4 to 7, by pairs. */
	const __m256i by_pairs = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
	__m256i s[4], lo, hi, p04, p15, p26, p37, a[8], t[4];
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++)
		s[i] = dequantised(coef + 16 * i, quant + 16 * i);
	lo = _mm256_unpacklo_epi16(s[0], s[2]);
	hi = _mm256_unpackhi_epi16(s[0], s[2]);
	p04 = _mm256_permute2x128_si256(lo, hi, 0x20);
	p15 = _mm256_permute2x128_si256(lo, hi, 0x31);
	lo = _mm256_unpacklo_epi16(s[1], s[3]);
	hi = _mm256_unpackhi_epi16(s[1], s[3]);
	p26 = _mm256_permute2x128_si256(lo, hi, 0x20);
	p37 = _mm256_permute2x128_si256(lo, hi, 0x31);
	half_pass_256(p04, p15, p26, p37, _mm256_set1_epi32(BIAS1), a);
	/* A row in each lane, by dwords of the pairs 04, 15, 26, 37. */
	UNROLL_8
	for (i = 0; i < 4; i++) {
		t[i] = _mm256_packs_epi32(_mm256_srai_epi32(a[i], SHIFT1),
					  _mm256_srai_epi32(a[i + 4], SHIFT1));
		t[i] = _mm256_permute4x64_epi64(t[i], _MM_SHUFFLE(3, 1, 2, 0));
		t[i] = _mm256_shuffle_epi8(t[i], by_pairs);
	}
	transpose_pairs_256(t[0], t[1], t[2], t[3], s);
	half_pass_256(s[0], s[1], s[2], s[3], _mm256_set1_epi32(BIAS2), a);
	samples(a, &lo, &hi);
	store_rows(dst, stride, lo, 0, 1, 4, 5);
	store_rows(dst, stride, hi, 2, 3, 6, 7);
}

static void idct2_avx2(const int16_t coef[128], const uint16_t quant[64], uint8_t *dst,
		       ptrdiff_t stride)
{
	__m256i s[8], rows[4];

	load_blocks_256(coef, quant, 8, s);
	idct_lanes_256(s, rows);
	store_blocks_256(dst, stride, rows);
}

static void idct2_sparse_avx2(const int16_t coef[128], const uint16_t quant[64],
			      uint8_t *dst, ptrdiff_t stride)
{
	__m256i s[4], rows[4];

	load_blocks_256(coef, quant, 4, s);
	idct_sparse_lanes_256(s, rows);
	store_blocks_256(dst, stride, rows);
}

/* A factor pair for each lane. */
LC_INLINE __m256i lanes(int lo, int hi)
{
	return _mm256_inserti128_si256(_mm256_set1_epi32(lo), _mm_set1_epi32(hi), 1);
}

/* The first pass has four columns only: outputs come two by two. */
static void idct_sparse_avx2(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
			     ptrdiff_t stride)
{
	/* Two rows of columns 0 to 3, to pairs 02 of both rows, 13 of both rows. */
	const __m256i by_pairs = _mm256_broadcastsi128_si256(
		_mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15));
	const __m256i bias1 = _mm256_set1_epi32(BIAS1), bias2 = _mm256_set1_epi32(BIAS2);
	__m256i s, p02, p13, e[4], o[4], a[8], t, u, lo, hi;
	int i;

	s = _mm256_unpacklo_epi16(dequantised(coef, quant),
				  dequantised(coef + 16, quant + 16));
	p02 = _mm256_permute4x64_epi64(s, _MM_SHUFFLE(1, 0, 1, 0));
	p13 = _mm256_permute4x64_epi64(s, _MM_SHUFFLE(3, 2, 3, 2));
	e[0] = _mm256_madd_epi16(p02, lanes(EVEN0_02, EVEN1_02));
	e[1] = _mm256_madd_epi16(p02, lanes(EVEN3_02, EVEN2_02));
	o[0] = _mm256_madd_epi16(p13, lanes(ODD3_13, ODD2_13));
	o[1] = _mm256_madd_epi16(p13, lanes(ODD0_13, ODD1_13));
	UNROLL_8
	for (i = 0; i < 2; i++) {
		e[i] = _mm256_add_epi32(e[i], bias1);
		a[2 * i] = _mm256_srai_epi32(_mm256_add_epi32(e[i], o[i]), SHIFT1);
		a[2 * i + 1] = _mm256_srai_epi32(_mm256_sub_epi32(e[i], o[i]), SHIFT1);
	}
	/* Rows 0, 7 and 1, 6; rows 3, 4 and 2, 5. */
	t = _mm256_shuffle_epi8(_mm256_packs_epi32(a[0], a[1]), by_pairs);
	u = _mm256_shuffle_epi8(_mm256_packs_epi32(a[2], a[3]), by_pairs);
	p02 = _mm256_unpacklo_epi64(t, u);
	p13 = _mm256_unpackhi_epi64(t, u);

	e[0] = _mm256_madd_epi16(p02, _mm256_set1_epi32(EVEN0_02));
	e[1] = _mm256_madd_epi16(p02, _mm256_set1_epi32(EVEN1_02));
	e[2] = _mm256_madd_epi16(p02, _mm256_set1_epi32(EVEN2_02));
	e[3] = _mm256_madd_epi16(p02, _mm256_set1_epi32(EVEN3_02));
	o[0] = _mm256_madd_epi16(p13, _mm256_set1_epi32(ODD0_13));
	o[1] = _mm256_madd_epi16(p13, _mm256_set1_epi32(ODD1_13));
	o[2] = _mm256_madd_epi16(p13, _mm256_set1_epi32(ODD2_13));
	o[3] = _mm256_madd_epi16(p13, _mm256_set1_epi32(ODD3_13));
	UNROLL_8
	for (i = 0; i < 4; i++) {
		e[i] = _mm256_add_epi32(e[i], bias2);
		a[i] = _mm256_add_epi32(e[i], o[3 - i]);
		a[7 - i] = _mm256_sub_epi32(e[i], o[3 - i]);
	}
	samples(a, &lo, &hi);
	store_rows(dst, stride, lo, 0, 7, 1, 6);
	store_rows(dst, stride, hi, 3, 4, 2, 5);
}

/* One block in 128 bits: a pass in 256 would have no more columns to do. */
static void idct_fast_avx2(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
			   ptrdiff_t stride)
{
	__m128i s[8], rows[4];

	load_block_128(coef, quant, 8, s);
	idct_fast_lanes_128(s, rows);
	store_block_128(dst, stride, rows);
}

static void idct_fast_sparse_avx2(const int16_t coef[64], const uint16_t quant[64],
				  uint8_t *dst, ptrdiff_t stride)
{
	__m128i s[8], rows[4];

	load_block_128(coef, quant, 4, s);
	idct_fast_sparse_lanes_128(s, rows);
	store_block_128(dst, stride, rows);
}

static void idct2_fast_avx2(const int16_t coef[128], const uint16_t quant[64], uint8_t *dst,
			    ptrdiff_t stride)
{
	__m256i s[8], rows[4];

	load_blocks_256(coef, quant, 8, s);
	idct_fast_lanes_256(s, rows);
	store_blocks_256(dst, stride, rows);
}

static void idct2_fast_sparse_avx2(const int16_t coef[128], const uint16_t quant[64],
				   uint8_t *dst, ptrdiff_t stride)
{
	__m256i s[8], rows[4];

	load_blocks_256(coef, quant, 4, s);
	idct_fast_sparse_lanes_256(s, rows);
	store_blocks_256(dst, stride, rows);
}

static size_t copy_until_ff_avx2(uint8_t *dst, const uint8_t *src, size_t n)
{
	size_t i;

	for (i = 0; i + 32 <= n; i += 32) {
		__m256i v = LOAD(src + i);
		int ff = _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(-1)));

		STORE(dst + i, v);
		if (ff)
			return i + (size_t)__builtin_ctz((unsigned int)ff);
	}
	return i + lc_copy_until_ff_c(dst + i, src + i, n - i);
}

void lc_jpeg_dsp_init_avx2(struct lc_jpeg_dsp *dsp)
{
	dsp->copy_until_ff = copy_until_ff_avx2;
	dsp->accurate.batch = 2;
	dsp->accurate.idct = idct_avx2;
	dsp->accurate.idct_batch = idct2_avx2;
	dsp->accurate.idct_batch_sparse = idct2_sparse_avx2;
	dsp->accurate.idct_sparse = idct_sparse_avx2;
	dsp->fast.batch = 2;
	dsp->fast.idct = idct_fast_avx2;
	dsp->fast.idct_batch = idct2_fast_avx2;
	dsp->fast.idct_batch_sparse = idct2_fast_sparse_avx2;
	dsp->fast.idct_sparse = idct_fast_sparse_avx2;
	dsp->interleave = interleave_avx2;
	dsp->nv12_from_444 = nv12_from_444_avx2;
	dsp->nv12_from_422 = nv12_from_422_avx2;
	dsp->nv12_from_440 = nv12_from_440_avx2;
	dsp->nv12_from_411 = nv12_from_411_avx2;
	dsp->pack_rgb = pack_rgb_avx2;
	dsp->rgb_444 = rgb_444_avx2;
	dsp->rgb_420 = rgb_420_avx2;
	dsp->rgb_400 = rgb_400_avx2;
}
