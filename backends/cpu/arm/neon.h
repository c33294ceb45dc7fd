/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the NEON files share. All need no more than the Advanced SIMD that every aarch64
 * has.
 */
#ifndef LC_CPU_ARM_NEON_H
#define LC_CPU_ARM_NEON_H

#include "dsp.h"

#include <arm_neon.h>

#define LC_INLINE static inline __attribute__((always_inline))

/* Before a loop over a block's vectors, which else lie in memory instead of registers. */
#define UNROLL_8 _Pragma("GCC unroll 8")

/* What is the same on all cores: all but for blocks that may be full. */
void lc_jpeg_dsp_init_neon_common(struct lc_jpeg_dsp *dsp);

void lc_idct_sparse_neon(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
			 ptrdiff_t stride);

#endif
