/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Asks the machine, by way of the compiler's run time, which also looks at what of the
 * registers the operating system saves.
 */
#include "cpu-features.h"

#include <stdbool.h>

#if LC_CPU_X86
static bool has_sse41(void)
{
	return __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1");
}
#endif

#if LC_CPU_X86_AVX512
static bool has_avx512(void)
{
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
	       __builtin_cpu_supports("avx512vbmi") &&
	       __builtin_cpu_supports("avx512vbmi2") &&
	       __builtin_cpu_supports("avx512vnni");
}
#endif

unsigned int lc_cpu_simd_level(void)
{
	unsigned int level = LC_SIMD_NONE;

#if LC_CPU_X86
	__builtin_cpu_init();
	if (!__builtin_cpu_supports("sse2"))
		return level;
	level = LC_SIMD_SSE2;
	if (!has_sse41())
		return level;
	level = LC_SIMD_SSE41;
	if (!__builtin_cpu_supports("avx2"))
		return level;
	level = LC_SIMD_AVX2;
#if LC_CPU_X86_AVX512
	if (has_avx512())
		level = LC_SIMD_AVX512;
#endif
#endif
	return level;
}
