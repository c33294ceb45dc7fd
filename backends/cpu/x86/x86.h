/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the files of this folder share. Each is compiled for its own instruction set, so
 * nothing here may become a function of its own: macros, and what is always inlined.
 */
#ifndef LC_CPU_X86_H
#define LC_CPU_X86_H

#include "dsp.h"

#include <immintrin.h>

#define LC_INLINE static inline __attribute__((always_inline))

/* Before a loop over a block's vectors, which else lie in memory instead of registers. */
#define UNROLL_8 _Pragma("GCC unroll 8")

/* shufps of dwords, for vectors of each size. */
#define DWORDS_128(a, b, order) \
	_mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), order))
#define DWORDS_256(a, b, order) \
	_mm256_castps_si256( \
		_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), order))
#define DWORDS_512(a, b, order) \
	_mm512_castps_si512( \
		_mm512_shuffle_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b), order))

/* Two 16-bit factors for pmaddwd. */
#define PAIR(a, b) ((int)((uint32_t)(uint16_t)(b) << 16 | (uint16_t)(a)))

/*
 * The constants of jpeg-idct.c by what they are multiplied with: the odd outputs as sums
 * over (s1, s5) and (s3, s7), or over (s1, s3) where rows or columns 4 to 7 are zero.
 */
#define ODD0_15 PAIR(2260, 9633)
#define ODD0_37 PAIR(-6436, -11363)
#define ODD1_15 PAIR(6437, 2261)
#define ODD1_37 PAIR(-11362, 9633)
#define ODD2_15 PAIR(9633, -11362)
#define ODD2_37 PAIR(-2259, -6436)
#define ODD3_15 PAIR(11363, 6437)
#define ODD3_37 PAIR(9633, 2260)

#define ODD0_13 PAIR(2260, -6436)
#define ODD1_13 PAIR(6437, -11362)
#define ODD2_13 PAIR(9633, -2259)
#define ODD3_13 PAIR(11363, 9633)
#define EVEN0_02 PAIR(8192, 10703)
#define EVEN1_02 PAIR(8192, 4433)
#define EVEN2_02 PAIR(8192, -4433)
#define EVEN3_02 PAIR(8192, -10703)

#define SHIFT1 11
#define SHIFT2 18
#define BIAS1 (1 << (SHIFT1 - 1))
#define BIAS2 ((1 << (SHIFT2 - 1)) + (128 << SHIFT2))

/* JFIF by 2^14; pmulhrsw with twice the chroma is (2 * a * k + 2^15) >> 16. */
#define CR_TO_R 22970
#define CB_TO_G 5638
#define CR_TO_G 11700
#define CB_TO_B 29032

/* The lower and the upper half of 16 bytes. */
LC_INLINE void store_low(uint8_t *p, __m128i v)
{
	_mm_storel_epi64((void *)p, v);
}

LC_INLINE void store_high(uint8_t *p, __m128i v)
{
	_mm_storeh_pi((void *)p, _mm_castsi128_ps(v));
}

/* Rows 2 * i and 2 * i + 1 of a block in each of @rows. */
LC_INLINE void store_block_128(uint8_t *dst, ptrdiff_t stride, const __m128i rows[4])
{
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++) {
		store_low(dst + 2 * i * stride, rows[i]);
		store_high(dst + (2 * i + 1) * stride, rows[i]);
	}
}

/* The first @n rows of a block, dequantised. */
LC_INLINE void load_block_128(const int16_t *coef, const uint16_t *quant, int n, __m128i *s)
{
	int i;

	UNROLL_8
	for (i = 0; i < n; i++)
		s[i] = _mm_mullo_epi16(_mm_loadu_si128((const void *)(coef + 8 * i)),
				       _mm_loadu_si128((const void *)(quant + 8 * i)));
}

#ifdef __AVX2__
/* The same for two blocks, one in each lane. */
LC_INLINE void store_blocks_256(uint8_t *dst, ptrdiff_t stride, const __m256i rows[4])
{
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++) {
		__m256i v = _mm256_permute4x64_epi64(rows[i], _MM_SHUFFLE(3, 1, 2, 0));

		_mm_storeu_si128((void *)(dst + 2 * i * stride), _mm256_castsi256_si128(v));
		_mm_storeu_si128((void *)(dst + (2 * i + 1) * stride),
				 _mm256_extracti128_si256(v, 1));
	}
}

LC_INLINE void load_blocks_256(const int16_t *coef, const uint16_t *quant, int n, __m256i *s)
{
	int i;

	UNROLL_8
	for (i = 0; i < n; i++) {
		__m128i a = _mm_loadu_si128((const void *)(coef + 8 * i));
		__m128i b = _mm_loadu_si128((const void *)(coef + 64 + 8 * i));
		__m128i q = _mm_loadu_si128((const void *)(quant + 8 * i));

		s[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1);
		s[i] = _mm256_mullo_epi16(s[i], _mm256_broadcastsi128_si256(q));
	}
}
#endif

#endif
