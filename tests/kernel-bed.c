/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the tests of kernels and their timing share: see kernel-bed.h.
 */
#include "config.h"

#include "kernel-bed.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test.h"

const struct kernel_level levels[N_LEVELS] = {
	{ LC_SIMD_NONE, "C" },
#if defined(__x86_64__)
	{ LC_SIMD_SSE2, "SSE2" },   { LC_SIMD_SSE41, "SSE4.1" },
	{ LC_SIMD_AVX2, "AVX2" },   { LC_SIMD_AVX512, "AVX-512" },
#elif defined(__aarch64__)
	{ LC_SIMD_NEON, "NEON" },   { LC_SIMD_NEON_BIG, "NEON-big" },
#endif
};

static uint32_t rng = 1;

uint32_t next_random(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

int random_in(int low, int high)
{
	return low + (int)(next_random() % (uint32_t)(high - low + 1));
}

void random_bytes(uint8_t *p, size_t n)
{
	while (n--)
		*p++ = (uint8_t)(next_random() >> 7);
}

void dsp_of(int i, struct lc_jpeg_dsp *dsp)
{
	if (!lc_cpu_has_simd(levels[i].level))
		test_skip(levels[i].name, "this machine or this build does not have it");
	lc_jpeg_dsp_init(dsp, levels[i].level);
}

/* Memory between two pages that are not there. */
#define ARENA_PAGES 3

struct arena arena_make(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct arena a = { .size = ARENA_PAGES * page };

	a.base = mmap(NULL, a.size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		      0);
	ck_assert(a.base != MAP_FAILED);
	a.base += page;
	ck_assert_int_eq(mprotect(a.base, a.size, PROT_READ | PROT_WRITE), 0);
	return a;
}

uint8_t *at_end(const struct arena *a, size_t n, size_t back)
{
	ck_assert_uint_le(n + back, a->size);
	return a->base + a->size - back - n;
}

uint8_t *at_start(const struct arena *a, size_t n, size_t at)
{
	ck_assert_uint_le(n + at, a->size);
	return a->base + at;
}

#define MARGIN 256

struct window window_of(const struct arena *a, const uint8_t *p, size_t bytes)
{
	size_t at = (size_t)(p - a->base), end = at + bytes;
	size_t from = at > MARGIN ? at - MARGIN : 0;
	size_t to = end + MARGIN < a->size ? end + MARGIN : a->size;

	return (struct window){ from, to - from };
}

/* --- blocks ------------------------------------------------------------------------- */

/* As an encoder makes them: the sum stays in the range of samples, mostly. */
void legal(struct blocks *b)
{
	unsigned int i, k;

	for (i = 0; i < 64; i++)
		b->quant[i] = (uint16_t)random_in(1, 60);
	for (k = 0; k < 4; k++) {
		unsigned int ends = next_random() % 64;

		for (i = 0; i < 64; i++) {
			int most = 1000 / (1 + (int)i) / b->quant[i];

			if (i > ends)
				most = 0;
			b->coef[64 * k + i] = (int16_t)random_in(-most, most);
		}
	}
}

/* A few coefficients at random places. */
static void few(struct blocks *b)
{
	unsigned int i, n = 1 + next_random() % 12;

	memset(b->coef, 0, sizeof(b->coef));
	for (i = 0; i < 64; i++)
		b->quant[i] = (uint16_t)random_in(1, 255);
	while (n--)
		b->coef[next_random() % 256] = (int16_t)random_in(-100, 100);
}

static void extremes(struct blocks *b)
{
	static const int16_t coefs[] = { INT16_MIN, INT16_MAX, -1024, 1023, -1, 0, 1 };
	static const uint16_t quants[] = { 0, 1, 2, 255, 32767, 32768, 65535 };
	unsigned int i;

	for (i = 0; i < 256; i++)
		b->coef[i] = coefs[next_random() % 7];
	for (i = 0; i < 64; i++)
		b->quant[i] = quants[next_random() % 7];
}

static void any_16_bits(struct blocks *b)
{
	unsigned int i;

	for (i = 0; i < 256; i++)
		b->coef[i] = (int16_t)(next_random() >> 9);
	for (i = 0; i < 64; i++)
		b->quant[i] = (uint16_t)(next_random() >> 9);
}

/* Products at the limits of 16 bits: sums wrap, the first pass saturates. */
static void large_products(struct blocks *b)
{
	unsigned int i;

	for (i = 0; i < 256; i++)
		b->coef[i] = (int16_t)(next_random() % 3 ? INT16_MIN : INT16_MAX);
	for (i = 0; i < 64; i++)
		b->quant[i] = (uint16_t)(next_random() % 8 ? 1 : 65535);
}

void (*const fills[N_FILLS])(struct blocks *) = { legal, few, extremes, any_16_bits,
						  large_products };

void zero_outside_4x4(int16_t *coef)
{
	unsigned int i;

	for (i = 0; i < 64; i++)
		if (i / 8 > 3 || i % 8 > 3)
			coef[i] = 0;
}

const struct reference references[N_METHODS] = {
	[ACCURATE] = { "accurate", lc_idct_c, lc_idct_dc_c },
	[FAST] = { "fast", lc_idct_fast_c, lc_idct_fast_dc_c },
};

const struct lc_jpeg_idct *kernels(const struct lc_jpeg_dsp *dsp, enum method m)
{
	return m == FAST ? &dsp->fast : &dsp->accurate;
}

const char *const block_names[N_BLOCK_KERNELS] = { "idct", "sparse", "batch",
							   "batch_sparse" };

bool is_sparse(enum block_kernel k)
{
	return k == IDCT_SPARSE || k == IDCT_BATCH_SPARSE;
}

unsigned int block_count(const struct lc_jpeg_idct *idct, enum block_kernel k)
{
	return k == IDCT_BATCH || k == IDCT_BATCH_SPARSE ? idct->batch : 1;
}

void call_blocks(const struct lc_jpeg_idct *idct, enum block_kernel k,
			const int16_t *coef, const uint16_t *quant, uint8_t *dst,
			ptrdiff_t stride)
{
	switch (k) {
	case IDCT:
		idct->idct(coef, quant, dst, stride);
		break;
	case IDCT_SPARSE:
		idct->idct_sparse(coef, quant, dst, stride);
		break;
	case IDCT_BATCH:
		idct->idct_batch(coef, quant, dst, stride);
		break;
	case IDCT_BATCH_SPARSE:
		idct->idct_batch_sparse(coef, quant, dst, stride);
		break;
	default:
		abort();
	}
}

/* --- rows --------------------------------------------------------------------------- */

const struct row rows[N_ROW_KERNELS] = {
	[INTERLEAVE] = { "interleave", 2, { ONE, ONE } },
	[NV12_FROM_444] = { "nv12_from_444", 2, { TWO, TWO, TWO, TWO } },
	[NV12_FROM_422] = { "nv12_from_422", 2, { ONE, ONE, ONE, ONE } },
	[NV12_FROM_440] = { "nv12_from_440", 2, { TWO, TWO } },
	[NV12_FROM_411] = { "nv12_from_411", 2, { HALF, HALF, HALF, HALF } },
	[PACK_RGB] = { "pack_rgb", 3, { ONE, ONE, ONE } },
	[RGB_444] = { "rgb_444", 3, { ONE, ONE, ONE } },
	[RGB_420] = { "rgb_420", 3, { ONE, HALF, HALF } },
	[RGB_400] = { "rgb_400", 3, { ONE } },
};

size_t bytes_of(enum bytes b, size_t n)
{
	return b == NO ? 0 : b == ONE ? n : b == TWO ? 2 * n : (n + 1) / 2;
}

void call_row(const struct lc_jpeg_dsp *dsp, enum row_kernel k, uint8_t *dst,
		     uint8_t *const in[INPUTS], size_t n)
{
	switch (k) {
	case INTERLEAVE:
		dsp->interleave(dst, in[0], in[1], n);
		break;
	case NV12_FROM_444:
		dsp->nv12_from_444(dst, in[0], in[1], in[2], in[3], n);
		break;
	case NV12_FROM_422:
		dsp->nv12_from_422(dst, in[0], in[1], in[2], in[3], n);
		break;
	case NV12_FROM_440:
		dsp->nv12_from_440(dst, in[0], in[1], n);
		break;
	case NV12_FROM_411:
		dsp->nv12_from_411(dst, in[0], in[1], in[2], in[3], n);
		break;
	case PACK_RGB:
		dsp->pack_rgb(dst, in[0], in[1], in[2], n);
		break;
	case RGB_444:
		dsp->rgb_444(dst, in[0], in[1], in[2], n);
		break;
	case RGB_420:
		dsp->rgb_420(dst, in[0], in[1], in[2], n);
		break;
	case RGB_400:
		dsp->rgb_400(dst, in[0], n);
		break;
	default:
		abort();
	}
}
