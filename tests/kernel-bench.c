/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Times the kernels of each SIMD level: check-kernels --bench.
 */
#include "config.h"

#include "kernel-bed.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BENCH_WIDTH 1920
#define BENCH_BLOCKS 32
#define BENCH_TRIES 200
#define BENCH_CALLS 64

struct bench {
	int16_t coef[BENCH_BLOCKS * 64], sparse[BENCH_BLOCKS * 64];
	uint16_t quant[64];
	/* As images are. */
	uint8_t in[INPUTS][2 * BENCH_WIDTH] __attribute__((aligned(64)));
	uint8_t out[3 * BENCH_WIDTH] __attribute__((aligned(64)));
	uint8_t plain[BENCH_WIDTH];
};

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Kernels of blocks, idct_dc behind them, of each method; those of rows; the copy. */
#define BENCH_BLOCK_KERNELS (N_BLOCK_KERNELS + 1)
#define BENCH_COPY	    (N_METHODS * BENCH_BLOCK_KERNELS + N_ROW_KERNELS)
#define BENCH_KERNELS	    (BENCH_COPY + 1)

static void bench_blocks(const struct lc_jpeg_idct *idct, struct bench *b, unsigned int k,
			 unsigned int at)
{
	if (k < N_BLOCK_KERNELS)
		call_blocks(idct, k, (is_sparse(k) ? b->sparse : b->coef) + 64 * at,
			    b->quant, b->out + 8 * at, 512);
	else
		idct->idct_dc(b->coef[64 * at], b->quant[0], b->out + 8 * at, 512);
}

static void bench_call(const struct lc_jpeg_dsp *dsp, struct bench *b, unsigned int k,
		       unsigned int i)
{
	unsigned int at = 4 * i % BENCH_BLOCKS;
	uint8_t *in[INPUTS] = { b->in[0], b->in[1], b->in[2], b->in[3] };

	if (k < N_METHODS * BENCH_BLOCK_KERNELS)
		bench_blocks(kernels(dsp, (enum method)(k / BENCH_BLOCK_KERNELS)), b,
			     k % BENCH_BLOCK_KERNELS, at);
	else if (k == BENCH_COPY)
		dsp->copy_until_ff(b->out, b->plain, BENCH_WIDTH);
	else
		call_row(dsp, k - N_METHODS * BENCH_BLOCK_KERNELS, b->out, in, BENCH_WIDTH);
}

static void bench_name(unsigned int k)
{
	unsigned int block = k % BENCH_BLOCK_KERNELS;

	if (k == BENCH_COPY)
		printf("%-21s", "copy_until_ff");
	else if (k >= N_METHODS * BENCH_BLOCK_KERNELS)
		printf("%-21s", rows[k - N_METHODS * BENCH_BLOCK_KERNELS].name);
	else
		printf("%-8s %-12s", references[k / BENCH_BLOCK_KERNELS].name,
		       block == N_BLOCK_KERNELS ? "idct_dc" : block_names[block]);
}

/* The best of many, since what disturbs only ever adds. */
static double bench_one(const struct lc_jpeg_dsp *dsp, struct bench *b, unsigned int k)
{
	double best = 1e18;
	unsigned int i, n;

	for (n = 0; n < BENCH_TRIES; n++) {
		double start = now_ns(), t;

		for (i = 0; i < BENCH_CALLS; i++)
			bench_call(dsp, b, k, i);
		t = (now_ns() - start) / BENCH_CALLS;
		best = t < best ? t : best;
	}
	return best;
}

int kernel_bench(void)
{
	struct bench *b = aligned_alloc(64, sizeof(*b));
	struct lc_jpeg_dsp dsp;
	unsigned int k, i, level;

	if (!b)
		return 1;
	memset(b, 0, sizeof(*b));
	for (i = 0; i < BENCH_BLOCKS; i += 4) {
		struct blocks blocks;

		legal(&blocks);
		memcpy(b->coef + 64 * i, blocks.coef, sizeof(blocks.coef));
		memcpy(b->quant, blocks.quant, sizeof(b->quant));
	}
	memcpy(b->sparse, b->coef, sizeof(b->coef));
	for (i = 0; i < BENCH_BLOCKS; i++)
		zero_outside_4x4(b->sparse + 64 * i);
	random_bytes(b->in[0], sizeof(b->in));
	printf("%-21s", "ns per call");
	for (level = 0; level < N_LEVELS; level++)
		if (lc_cpu_has_simd(levels[level].level))
			printf("%10s", levels[level].name);
	printf("\n");
	for (k = 0; k < BENCH_KERNELS; k++) {
		bench_name(k);
		for (level = 0; level < N_LEVELS; level++) {
			if (!lc_cpu_has_simd(levels[level].level))
				continue;
			lc_jpeg_dsp_init(&dsp, levels[level].level);
			printf("%10.1f", bench_one(&dsp, b, k));
		}
		printf("\n");
	}
	printf("rows are %u outputs long\n", BENCH_WIDTH);
	free(b);
	return 0;
}
