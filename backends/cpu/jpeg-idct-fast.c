/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fast inverse DCT, C reference: the algorithm of Arai, Agui and Nakajima (1988), which
 * leaves five products to a pass since the others are part of the quantisers; columns
 * first. Everything is 16 bits wide and wraps, so that an instruction does eight or more
 * columns at once. Freestanding.
 */
#include "dsp.h"

/* As in jpeg-idct.c: else the points of a loop over them live in memory. */
#define UNROLL_8 _Pragma("GCC unroll 8")

/* What the factors below are more than a whole number, scaled by 2^15. */
#define FIX_1_082 2700
#define FIX_1_414 13573
#define FIX_1_847 27779
#define FIX_2_613 20091

/*
 * 1 or sqrt(2) * cos(k * pi / 16) for rows and columns, multiplied, scaled by 2^14: what
 * the algorithm leaves to the quantisers.
 */
static const uint16_t scales[64] = {
	16384, 22725, 21407, 19266, 16384, 12873, 8867, 4520,
	22725, 31521, 29692, 26722, 22725, 17855, 12299, 6270,
	21407, 29692, 27969, 25172, 21407, 16819, 11585, 5906,
	19266, 26722, 25172, 22654, 19266, 15137, 10426, 5315,
	16384, 22725, 21407, 19266, 16384, 12873, 8867, 4520,
	12873, 17855, 16819, 15137, 12873, 10114, 6967, 3552,
	8867, 12299, 11585, 10426, 8867, 6967, 4799, 2446,
	4520, 6270, 5906, 5315, 4520, 3552, 2446, 1247,
};

void lc_idct_fast_prescale(uint16_t quant[64])
{
	unsigned int i;

	for (i = 0; i < 64; i++)
		quant[i] = (uint16_t)(((uint32_t)quant[i] * scales[i] + (1u << 11)) >> 12);
}

/*
 * @a by a fraction scaled by 2^15, rounded down: what sqdmulh computes. It takes the lower
 * 16 bits of @a, and since sums wrap, it's here only that those above have to go.
 */
static inline uint32_t mul(uint32_t a, int32_t fraction)
{
	return (uint32_t)((int16_t)a * fraction >> 15);
}

static inline uint32_t by_1_082(uint32_t a)
{
	return a + mul(a, FIX_1_082);
}

static inline uint32_t by_1_414(uint32_t a)
{
	return a + mul(a, FIX_1_414);
}

static inline uint32_t by_1_847(uint32_t a)
{
	return a + mul(a, FIX_1_847);
}

static inline uint32_t by_2_613(uint32_t a)
{
	return 2 * a + mul(a, FIX_2_613);
}

/* Eight points; of @s and @out the lower 16 bits count. */
static inline void idct_1d(const uint32_t s[8], uint32_t out[8])
{
	uint32_t t10 = s[0] + s[4], t11 = s[0] - s[4], t13 = s[2] + s[6];
	uint32_t t12 = by_1_414(s[2] - s[6]) - t13;
	uint32_t e0 = t10 + t13, e3 = t10 - t13, e1 = t11 + t12, e2 = t11 - t12;
	uint32_t z13 = s[5] + s[3], z10 = s[5] - s[3], z11 = s[1] + s[7], z12 = s[1] - s[7];
	uint32_t z5 = by_1_847(z10 + z12);
	uint32_t o0 = z11 + z13;
	uint32_t o1 = z5 - by_2_613(z10) - o0;
	uint32_t o2 = by_1_414(z11 - z13) - o1;
	uint32_t o3 = z5 - by_1_082(z12) - o2;

	out[0] = e0 + o0;
	out[7] = e0 - o0;
	out[1] = e1 + o1;
	out[6] = e1 - o1;
	out[2] = e2 + o2;
	out[5] = e2 - o2;
	out[3] = e3 + o3;
	out[4] = e3 - o3;
}

/* Down from eight times four, and centred on 128. */
static inline uint8_t sample(uint32_t v)
{
	int s = ((int16_t)(v + 16) >> 5) + 128;

	return s < 0 ? 0 : s > 255 ? 255 : (uint8_t)s;
}

/* One column of the first pass; results go to the same column of @ws. */
static inline void pass1(const int16_t *coef, const uint16_t *quant, int16_t *ws)
{
	uint32_t s[8], out[8];
	int i;

	s[0] = (uint32_t)coef[0] * quant[0];
	if (!(coef[8] | coef[16] | coef[24] | coef[32] | coef[40] | coef[48] | coef[56])) {
		UNROLL_8
		for (i = 0; i < 8; i++)
			ws[8 * i] = (int16_t)s[0];
		return;
	}
	UNROLL_8
	for (i = 1; i < 8; i++)
		s[i] = (uint32_t)coef[8 * i] * quant[8 * i];
	idct_1d(s, out);
	UNROLL_8
	for (i = 0; i < 8; i++)
		ws[8 * i] = (int16_t)out[i];
}

/* One row of the second pass. */
static inline void pass2(const int16_t *ws, uint8_t *dst)
{
	uint32_t s[8], out[8];
	int i;

	UNROLL_8
	for (i = 0; i < 8; i++)
		s[i] = (uint32_t)ws[i];
	idct_1d(s, out);
	UNROLL_8
	for (i = 0; i < 8; i++)
		dst[i] = sample(out[i]);
}

void lc_idct_fast_c(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
		    ptrdiff_t stride)
{
	int16_t ws[64];
	int i;

	for (i = 0; i < 8; i++)
		pass1(coef + i, quant + i, ws + i);
	for (i = 0; i < 8; i++)
		pass2(ws + 8 * i, dst + i * stride);
}

void lc_idct_fast_dc_c(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride)
{
	uint8_t v = sample((uint32_t)dc * quant);
	int x, y;

	for (y = 0; y < 8; y++)
		for (x = 0; x < 8; x++)
			dst[y * stride + x] = v;
}
