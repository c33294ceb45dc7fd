/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What SIMD this machine has, as levels. Those of a machine stand one above the other,
 * with plain C below all; the numbers of the other machines are none of its.
 */
#ifndef LC_CPU_FEATURES_H
#define LC_CPU_FEATURES_H

#include <stdbool.h>

enum lc_simd_level {
	LC_SIMD_NONE,
	LC_SIMD_SSE2,
	LC_SIMD_SSE41, /* and SSSE3 */
	LC_SIMD_AVX2,
	LC_SIMD_AVX512, /* F, BW, DQ, VL, VBMI, VBMI2, VNNI: Ice Lake, Zen 4 and later */
	LC_SIMD_NEON, /* Advanced SIMD of aarch64, tuned for cores in order */
	LC_SIMD_NEON_BIG, /* the same, tuned for cores that execute out of order */
	LC_SIMD_LEVELS,
};

/*
 * Whether both the machine, its operating system too, and the build are for a level. Any
 * aarch64 has all of its levels, which differ in what they are good for.
 */
bool lc_cpu_has_simd(unsigned int level);

/* The best level for this machine. Any thread. */
unsigned int lc_cpu_simd_level(void);

#endif
