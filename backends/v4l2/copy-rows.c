/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kernels in plain C, which are the specification of the others, and the choice.
 */
#include "copy-rows.h"

static void interleave(uint8_t *pairs, const uint8_t *first, const uint8_t *second,
		       size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		pairs[2 * i] = first[i];
		pairs[2 * i + 1] = second[i];
	}
}

static void swap(uint8_t *dst, const uint8_t *src, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		dst[2 * i] = src[2 * i + 1];
		dst[2 * i + 1] = src[2 * i];
	}
}

static void split_444(uint8_t *luma, uint8_t *chroma, const uint8_t *src, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		luma[i] = src[3 * i];
		chroma[2 * i] = src[3 * i + 1];
		chroma[2 * i + 1] = src[3 * i + 2];
	}
}

static void split_422(uint8_t *luma, uint8_t *chroma, const uint8_t *src, size_t n,
		      unsigned int order)
{
	size_t y = order & LC_V4L2_LUMA_SECOND ? 1 : 0;
	size_t cb = (order & LC_V4L2_CR_FIRST ? 3 : 1) - y, cr = 4 - 2 * y - cb;
	size_t i;

	for (i = 0; i < n; i++)
		luma[i] = src[2 * i + y];
	for (i = 0; i < n; i += 2) {
		chroma[i] = src[2 * i + cb];
		chroma[i + 1] = src[2 * i + cr];
	}
}

const struct lc_v4l2_rows lc_v4l2_rows_c = {
	.name = "C",
	.interleave = interleave,
	.swap = swap,
	.split_444 = split_444,
	.split_422 = split_422,
};

const struct lc_v4l2_rows *lc_v4l2_rows(unsigned int level)
{
	switch (level) {
	case LC_V4L2_ROWS_C:
		return &lc_v4l2_rows_c;
#if defined(__x86_64__) || defined(__i386__)
	case LC_V4L2_ROWS_SSSE3:
		__builtin_cpu_init();
		return __builtin_cpu_supports("ssse3") ? &lc_v4l2_rows_ssse3 : NULL;
	case LC_V4L2_ROWS_AVX2:
		__builtin_cpu_init();
		return __builtin_cpu_supports("avx2") ? &lc_v4l2_rows_avx2 : NULL;
#elif defined(__aarch64__)
	case LC_V4L2_ROWS_NEON:
		return &lc_v4l2_rows_neon;
#endif
	default:
		return NULL;
	}
}

const struct lc_v4l2_rows *lc_v4l2_best_rows(void)
{
	const struct lc_v4l2_rows *rows = NULL;
	unsigned int level = LC_V4L2_LEVELS;

	while (!rows)
		rows = lc_v4l2_rows(--level);
	return rows;
}
