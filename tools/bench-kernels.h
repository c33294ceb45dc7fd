/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What users of planar decoders have to add to get semi-planar pictures, as fast as it
 * is done: bench charges it to those decoders. Means are rounded down, as ours are.
 */
#ifndef CODECCTL_BENCH_KERNELS_H
#define CODECCTL_BENCH_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* @n pairs from two rows. */
void bench_interleave(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n);

/*
 * @n pairs, each the mean of 2 x 2 samples: those of two rows, which may be the same.
 * Rows hold 2 * n samples.
 */
void bench_halve_both(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
		      const uint8_t *cr0, const uint8_t *cr1, size_t n);

/* @n pairs, each the mean of two samples, one below the other. */
void bench_halve_rows(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
		      const uint8_t *cr0, const uint8_t *cr1, size_t n);

/* @n pairs, each the mean of two samples side by side. Rows hold 2 * n samples. */
void bench_halve_columns(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n);

/*
 * @n pairs, two for each sample, which is the mean of one of each row; these may be the
 * same. Rows hold (n + 1) / 2 samples.
 */
void bench_double_columns(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			  const uint8_t *cr0, const uint8_t *cr1, size_t n);

/* Do not use more than this LIBCODEC_SIMD_ level of x86 from now on. */
void bench_kernels_limit(uint32_t simd);

/* What these run with: "AVX2", "SSE2", "NEON" or "plain C". */
const char *bench_kernels_name(void);

#endif
