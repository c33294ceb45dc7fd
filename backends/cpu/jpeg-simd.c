/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fills the table of kernels: the reference, then upward what each level does better. Apart
 * from jpeg-dsp.c, which must do without the rest.
 */
#include "cpu-features.h"
#include "dsp.h"

#if LC_CPU_X86
static void init_x86(struct lc_jpeg_dsp *dsp, unsigned int level)
{
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
}
#endif

#if LC_CPU_ARM64
static void init_arm(struct lc_jpeg_dsp *dsp, unsigned int level)
{
	if (level < LC_SIMD_NEON)
		return;
	lc_jpeg_dsp_init_neon(dsp);
	if (level < LC_SIMD_NEON_BIG)
		return;
	lc_jpeg_dsp_init_neon_big(dsp);
}
#endif

/*
 * What there is at or below a level: of the machine's own levels the next one down, for a
 * number that is not known its best.
 */
static unsigned int clamp_level(unsigned int level)
{
	if (level >= LC_SIMD_LEVELS)
		return lc_cpu_simd_level();
#if LC_CPU_X86
	if (level > LC_SIMD_AVX512)
		return LC_SIMD_NONE;
#endif
	while (!lc_cpu_has_simd(level))
		level--;
	return level;
}

void lc_jpeg_dsp_init(struct lc_jpeg_dsp *dsp, unsigned int level)
{
	level = clamp_level(level);
	lc_jpeg_dsp_init_c(dsp);
#if LC_CPU_X86
	init_x86(dsp, level);
#elif LC_CPU_ARM64
	init_arm(dsp, level);
#endif
}
