/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Asks the machine, by way of the compiler's run time, which also looks at what of the
 * registers the operating system saves.
 */
#include "cpu-features.h"

#if LC_CPU_ARM64
#include "arm/cores.h"
#endif

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

#if LC_CPU_X86
static bool has_x86(unsigned int level)
{
	__builtin_cpu_init();
	switch (level) {
	case LC_SIMD_SSE2:
		return __builtin_cpu_supports("sse2");
	case LC_SIMD_SSE41:
		return has_x86(LC_SIMD_SSE2) && has_sse41();
	case LC_SIMD_AVX2:
		return has_x86(LC_SIMD_SSE41) && __builtin_cpu_supports("avx2");
#if LC_CPU_X86_AVX512
	case LC_SIMD_AVX512:
		return has_x86(LC_SIMD_AVX2) && has_avx512();
#endif
	default:
		return false;
	}
}
#endif

bool lc_cpu_has_simd(unsigned int level)
{
	if (level == LC_SIMD_NONE)
		return true;
#if LC_CPU_X86
	return has_x86(level);
#elif LC_CPU_ARM64
	return level == LC_SIMD_NEON || level == LC_SIMD_NEON_BIG;
#else
	return false;
#endif
}

unsigned int lc_cpu_simd_level(void)
{
#if LC_CPU_ARM64
	return lc_arm_machine_is_big() ? LC_SIMD_NEON_BIG : LC_SIMD_NEON;
#else
	unsigned int level = LC_SIMD_LEVELS - 1;

	while (!lc_cpu_has_simd(level))
		level--;
	return level;
#endif
}
