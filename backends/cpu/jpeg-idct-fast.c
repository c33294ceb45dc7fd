/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fast inverse DCT, C reference: the algorithm of Arai, Agui and Nakajima (1988), which
 * leaves five products to a pass since the others are part of the quantisers; columns
 * first. Everything is 16 bits wide and wraps. Freestanding.
 */
#include "dsp.h"

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

/* (2 * a * fraction) >> 16, rounded down: what sqdmulh computes. */
static inline uint16_t mul(uint16_t a, int32_t fraction)
{
	return (uint16_t)((int16_t)a * fraction >> 15);
}

/*
 * Eight points of each column, in place. Nothing here is wider than 16 bits, nor branches,
 * so that compilers take eight columns at once.
 */
static inline void columns(uint16_t s[64])
{
	int c;

	for (c = 0; c < 8; c++) {
		uint16_t s0 = s[c], s1 = s[8 + c], s2 = s[16 + c], s3 = s[24 + c];
		uint16_t s4 = s[32 + c], s5 = s[40 + c], s6 = s[48 + c], s7 = s[56 + c];
		uint16_t t10 = s0 + s4, t11 = s0 - s4, t13 = s2 + s6, even = s2 - s6;
		uint16_t t12 = even + mul(even, FIX_1_414) - t13;
		uint16_t e0 = t10 + t13, e3 = t10 - t13, e1 = t11 + t12, e2 = t11 - t12;
		uint16_t z13 = s5 + s3, z10 = s5 - s3, z11 = s1 + s7, z12 = s1 - s7;
		uint16_t sum = z10 + z12, odd = z11 - z13;
		uint16_t z5 = sum + mul(sum, FIX_1_847);
		uint16_t o0 = z11 + z13;
		uint16_t o1 = z5 - (z10 + z10 + mul(z10, FIX_2_613)) - o0;
		uint16_t o2 = odd + mul(odd, FIX_1_414) - o1;
		uint16_t o3 = z5 - (z12 + mul(z12, FIX_1_082)) - o2;

		s[c] = e0 + o0;
		s[56 + c] = e0 - o0;
		s[8 + c] = e1 + o1;
		s[48 + c] = e1 - o1;
		s[16 + c] = e2 + o2;
		s[40 + c] = e2 - o2;
		s[24 + c] = e3 + o3;
		s[32 + c] = e3 - o3;
	}
}

static inline void transpose(const uint16_t *in, uint16_t *out)
{
	int x, y;

	for (y = 0; y < 8; y++) {
		UNROLL_8
		for (x = 0; x < 8; x++)
			out[8 * x + y] = in[8 * y + x];
	}
}

/* Down from eight times four, and centred on 128. */
static inline uint8_t sample(uint16_t v)
{
	int s = ((int16_t)(uint16_t)(v + 16) >> 5) + 128;

	return s < 0 ? 0 : s > 255 ? 255 : (uint8_t)s;
}

void lc_idct_fast_c(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
		    ptrdiff_t stride)
{
	uint16_t a[64], b[64];
	int i, x;

	for (i = 0; i < 64; i++)
		a[i] = (uint16_t)((uint32_t)coef[i] * quant[i]);
	columns(a);
	transpose(a, b);
	columns(b);
	transpose(b, a);
	for (i = 0; i < 8; i++)
		for (x = 0; x < 8; x++)
			dst[i * stride + x] = sample(a[8 * i + x]);
}

void lc_idct_fast_dc_c(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride)
{
	uint8_t v = sample((uint16_t)((uint32_t)dc * quant));
	int x, y;

	for (y = 0; y < 8; y++)
		for (x = 0; x < 8; x++)
			dst[y * stride + x] = v;
}
