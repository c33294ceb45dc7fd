/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kernels by their names and levels, what they are fed with, and memory with nothing
 * around it: for check-kernels, which compares them, and its --bench, which times them.
 */
#ifndef KERNEL_BED_H
#define KERNEL_BED_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cpu-features.h"
#include "dsp.h"

/* The levels of this machine, from the reference up. */
struct kernel_level {
	unsigned int level;
	const char *name;
};

#if defined(__x86_64__)
#define N_LEVELS 5
#elif defined(__aarch64__)
#define N_LEVELS 3
#else
#define N_LEVELS 1
#endif
extern const struct kernel_level levels[N_LEVELS];

/* The same numbers in each run. */
uint32_t next_random(void);
int random_in(int low, int high);
void random_bytes(uint8_t *p, size_t n);

/* The table of one of the levels, or the test is skipped. */
void dsp_of(int i, struct lc_jpeg_dsp *dsp);

/* Memory between two pages that are not there. */
struct arena {
	uint8_t *base;
	size_t size;
};

struct arena arena_make(void);
/* @n bytes that end @back bytes before the page behind, or begin @at bytes from the start. */
uint8_t *at_end(const struct arena *a, size_t n, size_t back);
uint8_t *at_start(const struct arena *a, size_t n, size_t at);

/* What of an output arena is compared: @bytes at @p and a margin around them. */
struct window {
	size_t at, size;
};

struct window window_of(const struct arena *a, const uint8_t *p, size_t bytes);

#define BLOCKS 4 /* as many as a batch may have */

struct blocks {
	int16_t coef[BLOCKS * 64];
	uint16_t quant[64];
};

/* As an encoder makes them, and ways to fill them that none does. */
void legal(struct blocks *b);
#define N_FILLS 5
extern void (*const fills[N_FILLS])(struct blocks *);
void zero_outside_4x4(int16_t *coef);

/* Two ways to do an inverse DCT. Tests of blocks run through levels and methods. */
enum method { ACCURATE, FAST, N_METHODS };

struct reference {
	const char *name;
	lc_idct_fn *idct;
	void (*idct_dc)(int dc, unsigned int quant, uint8_t *dst, ptrdiff_t stride);
};
extern const struct reference references[N_METHODS];

const struct lc_jpeg_idct *kernels(const struct lc_jpeg_dsp *dsp, enum method m);

enum block_kernel { IDCT, IDCT_SPARSE, IDCT_BATCH, IDCT_BATCH_SPARSE, N_BLOCK_KERNELS };

extern const char *const block_names[N_BLOCK_KERNELS];
bool is_sparse(enum block_kernel k);
unsigned int block_count(const struct lc_jpeg_idct *idct, enum block_kernel k);
void call_blocks(const struct lc_jpeg_idct *idct, enum block_kernel k, const int16_t *coef,
		 const uint16_t *quant, uint8_t *dst, ptrdiff_t stride);

enum row_kernel {
	INTERLEAVE,
	NV12_FROM_444,
	NV12_FROM_422,
	NV12_FROM_440,
	NV12_FROM_411,
	PACK_RGB,
	RGB_444,
	RGB_420,
	RGB_400,
	N_ROW_KERNELS,
};

#define INPUTS 4

/* Bytes of each input for @n outputs: n, 2 * n or half of it. */
enum bytes { NO, ONE, TWO, HALF };

struct row {
	const char *name;
	unsigned int out; /* bytes of an output */
	enum bytes in[INPUTS];
};
extern const struct row rows[N_ROW_KERNELS];

size_t bytes_of(enum bytes b, size_t n);
void call_row(const struct lc_jpeg_dsp *dsp, enum row_kernel k, uint8_t *dst,
	      uint8_t *const in[INPUTS], size_t n);

/* Print nanoseconds per call of each kernel and level; an exit status. */
int kernel_bench(void);

#endif
