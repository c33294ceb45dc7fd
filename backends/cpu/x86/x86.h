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

#endif
