/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Kernels of copy-out.c: one row from one arrangement of samples to another.
 *
 * No pointer needs an alignment. Input and output must not overlap: a kernel may write a
 * byte of its row twice, but reads and writes no byte outside of the row, and never reads
 * what it writes, since the output may be uncached memory.
 */
#ifndef LC_V4L2_COPY_ROWS_H
#define LC_V4L2_COPY_ROWS_H

#include <stddef.h>
#include <stdint.h>

/* Where the samples of a packed 4:2:2 pair lie. */
#define LC_V4L2_LUMA_SECOND 1u /* UYVY, VYUY; else YUYV, YVYU */
#define LC_V4L2_CR_FIRST    2u /* YVYU, VYUY */
#define LC_V4L2_ORDERS	    4u

struct lc_v4l2_rows {
	const char *name; /* of the instruction set, for people */
	/* @n samples of two planes to @n pairs. */
	void (*interleave)(uint8_t *pairs, const uint8_t *first, const uint8_t *second,
			   size_t n);
	/* @n pairs to pairs the other way round. */
	void (*swap)(uint8_t *dst, const uint8_t *src, size_t n);
	/* @n pixels of Y, Cb, Cr to luma and Cb, Cr pairs. */
	void (*split_444)(uint8_t *luma, uint8_t *chroma, const uint8_t *src, size_t n);
	/*
	 * @n pixels of packed 4:2:2 to luma and Cb, Cr pairs; @order is a set of
	 * LC_V4L2_*. Where @n is odd, the last pixel has a pair, too: chroma gets n + 1
	 * bytes, and of the source all chroma of the last pair is read.
	 */
	void (*split_422)(uint8_t *luma, uint8_t *chroma, const uint8_t *src, size_t n,
			  unsigned int order);
};

/* Levels from the plain C reference upward; those of other machines are not there. */
enum lc_v4l2_level {
	LC_V4L2_ROWS_C,
#if defined(__x86_64__) || defined(__i386__)
	LC_V4L2_ROWS_SSSE3,
	LC_V4L2_ROWS_AVX2,
#elif defined(__aarch64__)
	LC_V4L2_ROWS_NEON,
#endif
	LC_V4L2_LEVELS
};

/* The kernels of a level, or NULL where this machine lacks it. Any thread. */
const struct lc_v4l2_rows *lc_v4l2_rows(unsigned int level);

/* The kernels of the best level that this machine has. Any thread. */
const struct lc_v4l2_rows *lc_v4l2_best_rows(void);

/*
 * Kernels do @n units, at least a block of them, in whole blocks. Where the one after
 * that at @i begins: the last one reaches back, so that it ends with the row. @n: none
 * follows.
 */
static inline size_t lc_v4l2_next_block(size_t i, size_t n, size_t block)
{
	if (i + block == n)
		return n;
	return i + 2 * block <= n ? i + block : n - block;
}

extern const struct lc_v4l2_rows lc_v4l2_rows_c;
#if defined(__x86_64__) || defined(__i386__)
extern const struct lc_v4l2_rows lc_v4l2_rows_ssse3, lc_v4l2_rows_avx2;
#elif defined(__aarch64__)
extern const struct lc_v4l2_rows lc_v4l2_rows_neon;
#endif

#endif
