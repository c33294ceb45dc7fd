/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What SIMD this machine has, as levels of which each has all below it.
 */
#ifndef LC_CPU_FEATURES_H
#define LC_CPU_FEATURES_H

enum lc_simd_level {
	LC_SIMD_NONE,
	LC_SIMD_SSE2,
	LC_SIMD_SSE41,  /* and SSSE3 */
	LC_SIMD_AVX2,
	LC_SIMD_AVX512, /* F, BW, DQ, VL, VBMI, VBMI2, VNNI: Ice Lake, Zen 4 and later */
	LC_SIMD_LEVELS,
};

/* The best level for which both the machine, its operating system too, and the build are. */
unsigned int lc_cpu_simd_level(void);

#endif
