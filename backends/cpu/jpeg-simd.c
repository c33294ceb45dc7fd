/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fills the table of kernels: the reference, then upward what each level does better. Apart
 * from jpeg-dsp.c, which must do without the rest.
 */
#include "cpu-features.h"
#include "dsp.h"

void lc_jpeg_dsp_init(struct lc_jpeg_dsp *dsp, unsigned int level)
{
	unsigned int best = lc_cpu_simd_level();

	lc_jpeg_dsp_init_c(dsp);
	if (level > best)
		level = best;
#if LC_CPU_X86
	if (level < LC_SIMD_SSE2)
		return;
	lc_jpeg_dsp_init_sse2(dsp);
	if (level < LC_SIMD_SSE41)
		return;
	lc_jpeg_dsp_init_sse41(dsp);
	if (level < LC_SIMD_AVX2)
		return;
	lc_jpeg_dsp_init_avx2(dsp);
#if LC_CPU_X86_AVX512
	if (level < LC_SIMD_AVX512)
		return;
	lc_jpeg_dsp_init_avx512(dsp);
#endif
#endif
}
