/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The accurate inverse DCT, C reference: the algorithm of Loeffler, Ligtenberg and
 * Moschytz (ICASSP 1989) with 13 bits of constants and two more bits kept between the
 * passes, columns first. On streams that overflow it behaves like 16-bit SIMD does:
 * products of coefficient and quantiser wrap in 16 bits, sums wrap in 32, what goes from
 * pass to pass is saturated to 16. Freestanding.
 */
#include "dsp.h"

#define CONST_BITS 13
#define PASS1_BITS 2

/* The constants, scaled by 2^13. */
#define FIX_0_298 2446u
#define FIX_0_390 3196u
#define FIX_0_541 4433u
#define FIX_0_765 6270u
#define FIX_0_899 7373u
#define FIX_1_175 9633u
#define FIX_1_501 12299u
#define FIX_1_847 15137u
#define FIX_1_961 16069u
#define FIX_2_053 16819u
#define FIX_2_562 20995u
#define FIX_3_072 25172u

/*
 * Loops over the eight points have to be unrolled before anything else is done to them:
 * else the points live in memory, and a block takes three times as long.
 */
#define UNROLL_8 _Pragma("GCC unroll 8")

static inline int16_t clamp_i16(int32_t v)
{
	if (v < INT16_MIN)
		return INT16_MIN;
	if (v > INT16_MAX)
		return INT16_MAX;
	return (int16_t)v;
}

static inline uint8_t clamp_u8(int32_t v)
{
	if (v < 0)
		return 0;
	if (v > 255)
		return 255;
	return (uint8_t)v;
}

static inline int16_t dequantise(int16_t coef, uint16_t quant)
{
	return (int16_t)((uint32_t)coef * quant);
}

/*
 * Eight points; the sums are unsigned since they may wrap. @out is scaled by 2^13, with
 * @bias added.
 */
static inline void idct_1d(const int16_t s[8], uint32_t bias, uint32_t out[8])
{
	uint32_t s0 = (uint32_t)s[0], s1 = (uint32_t)s[1], s2 = (uint32_t)s[2];
	uint32_t s3 = (uint32_t)s[3], s4 = (uint32_t)s[4], s5 = (uint32_t)s[5];
	uint32_t s6 = (uint32_t)s[6], s7 = (uint32_t)s[7];
	uint32_t t10 = ((s0 + s4) << CONST_BITS) + bias;
	uint32_t t11 = ((s0 - s4) << CONST_BITS) + bias;
	uint32_t z = (s2 + s6) * FIX_0_541;
	uint32_t t13 = z + s2 * FIX_0_765;
	uint32_t t12 = z - s6 * FIX_1_847;
	uint32_t e0 = t10 + t13, e3 = t10 - t13, e1 = t11 + t12, e2 = t11 - t12;
	uint32_t z1 = (s7 + s1) * -FIX_0_899;
	uint32_t z2 = (s5 + s3) * -FIX_2_562;
	uint32_t z3 = s7 + s3, z4 = s5 + s1;
	uint32_t z5 = (z3 + z4) * FIX_1_175;
	uint32_t o0, o1, o2, o3;

	z3 = z3 * -FIX_1_961 + z5;
	z4 = z4 * -FIX_0_390 + z5;
	o0 = s7 * FIX_0_298 + z1 + z3;
	o1 = s5 * FIX_2_053 + z2 + z4;
	o2 = s3 * FIX_3_072 + z2 + z3;
	o3 = s1 * FIX_1_501 + z1 + z4;
	out[0] = e0 + o3;
	out[7] = e0 - o3;
	out[1] = e1 + o2;
	out[6] = e1 - o2;
	out[2] = e2 + o1;
	out[5] = e2 - o1;
	out[3] = e3 + o0;
	out[4] = e3 - o0;
}

/* One column of the first pass; results go to the same column of @ws. */
static inline void pass1(const int16_t *coef, const uint16_t *quant, int16_t *ws)
{
	const unsigned int shift = CONST_BITS - PASS1_BITS;
	int16_t s[8];
	uint32_t out[8];
	int i;

	s[0] = dequantise(coef[0], quant[0]);
	if (!(coef[8] | coef[16] | coef[24] | coef[32] | coef[40] | coef[48] | coef[56])) {
		int16_t dc = clamp_i16((int32_t)s[0] * (1 << PASS1_BITS));

		UNROLL_8
		for (i = 0; i < 8; i++)
			ws[8 * i] = dc;
		return;
	}
	UNROLL_8
	for (i = 1; i < 8; i++)
		s[i] = dequantise(coef[8 * i], quant[8 * i]);
	idct_1d(s, 1u << (shift - 1), out);
	UNROLL_8
	for (i = 0; i < 8; i++)
		ws[8 * i] = clamp_i16((int32_t)out[i] >> shift);
}

/* One row of the second pass: descale, and centre on 128. */
static inline void pass2(const int16_t *ws, uint8_t *dst)
{
	const unsigned int shift = CONST_BITS + PASS1_BITS + 3;
	uint32_t out[8];
	int i;

	idct_1d(ws, (1u << (shift - 1)) + (128u << shift), out);
	UNROLL_8
	for (i = 0; i < 8; i++)
		dst[i] = clamp_u8((int32_t)out[i] >> shift);
}

void lc_idct_c(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
	       ptrdiff_t stride)
{
	int16_t ws[64];
	int i;

	for (i = 0; i < 8; i++)
		pass1(coef + i, quant + i, ws + i);
	for (i = 0; i < 8; i++)
		pass2(ws + 8 * i, dst + i * stride);
}

void lc_idct_dc_c(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride)
{
	int32_t d = dequantise((int16_t)dc, (uint16_t)quant);
	uint8_t v = clamp_u8(((d + 4) >> 3) + 128);
	int x, y;

	for (y = 0; y < 8; y++)
		for (x = 0; x < 8; x++)
			dst[y * stride + x] = v;
}
