/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Kernels for SSE4.1, and SSSE3 which comes with it. The inverse DCT stays SSE2's: it has
 * no use for what is new.
 */
#include "x86.h"
#include "rgb-shuffles.h"

#define V __m128i
#define OP(name) _mm_##name
#define FN(name) name##_sse41
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

void lc_jpeg_dsp_init_sse41(struct lc_jpeg_dsp *dsp)
{
	dsp->interleave = interleave_sse41;
	dsp->nv12_from_444 = nv12_from_444_sse41;
	dsp->nv12_from_422 = nv12_from_422_sse41;
	dsp->nv12_from_440 = nv12_from_440_sse41;
	dsp->nv12_from_411 = nv12_from_411_sse41;
	dsp->pack_rgb = pack_rgb_sse41;
	dsp->rgb_444 = rgb_444_sse41;
	dsp->rgb_420 = rgb_420_sse41;
	dsp->rgb_400 = rgb_400_sse41;
}
