/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kernels of each SIMD level against the C reference, byte by byte: legal, sparse and
 * hostile blocks; rows of all widths and alignments. What they must not touch is poisoned,
 * and the pages before and behind inputs and outputs are not there.
 *
 * With --bench: nanoseconds per call of each kernel and level (kernel-bench.c).
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "kernel-bed.h"
#include "test.h"

#define POISON 0xee
#define WIDTHS 134
#define ALIGNMENTS 32

/* What the tests of one kernel share. */
struct block_bed {
	struct arena coef, quant, out;
	uint8_t *want; /* what the output arena should be */
};

static void bed_make(struct block_bed *bed)
{
	bed->coef = arena_make();
	bed->quant = arena_make();
	bed->out = arena_make();
	bed->want = malloc(bed->out.size);
	ck_assert_ptr_nonnull(bed->want);
}

/* The window around @n blocks. */
static struct window window_of_blocks(const struct arena *a, const uint8_t *dst,
				      ptrdiff_t stride, unsigned int n)
{
	return window_of(a, stride < 0 ? dst + 7 * stride : dst,
			 7 * (size_t)labs(stride) + 8 * n);
}

/* Whether a kernel does as the reference, and writes nothing else. */
static bool same_blocks(const struct block_bed *bed, const struct lc_jpeg_dsp *dsp,
			enum method m, enum block_kernel k, const int16_t *coef,
			const uint16_t *quant, uint8_t *dst, ptrdiff_t stride)
{
	unsigned int n = block_count(kernels(dsp, m), k), i;
	struct window w = window_of_blocks(&bed->out, dst, stride, n);
	uint8_t *want = bed->want + (dst - bed->out.base);

	memset(bed->want + w.at, POISON, w.size);
	memset(bed->out.base + w.at, POISON, w.size);
	for (i = 0; i < n; i++)
		references[m].idct(coef + 64 * i, quant, want + 8 * i, stride);
	call_blocks(kernels(dsp, m), k, coef, quant, dst, stride);
	return !memcmp(bed->want + w.at, bed->out.base + w.at, w.size);
}

static const int strides[] = { 32, 33, 40, 64, 307, 512, -32, -41 };

/*
 * One of many places: the output ends at the missing page or is somewhere, the inputs end
 * there or begin behind one, and are aligned to no more than their type.
 */
static bool try_blocks(const struct block_bed *bed, const struct lc_jpeg_dsp *dsp,
		       enum method m, enum block_kernel k, const struct blocks *b)
{
	unsigned int n = block_count(kernels(dsp, m), k), place = next_random() >> 5;
	ptrdiff_t stride = strides[(place >> 8) % 8];
	size_t coefs = n * 64 * sizeof(int16_t), quants = sizeof(b->quant);
	size_t bytes = 7 * (size_t)labs(stride) + 8 * n, shift = 2 * (place >> 3 & 31);
	size_t off = place >> 16 & 63;
	uint8_t *out = place & 1 ? at_end(&bed->out, bytes, place >> 4 & 1 ? off : 0)
				 : at_start(&bed->out, bytes, off);
	uint8_t *c = place & 2 ? at_end(&bed->coef, coefs, shift)
			       : at_start(&bed->coef, coefs, shift);
	uint8_t *q = place & 4 ? at_end(&bed->quant, quants, shift)
			       : at_start(&bed->quant, quants, shift);

	if (stride < 0)
		out += 7 * -stride;
	memcpy(c, b->coef, coefs);
	memcpy(q, b->quant, quants);
	return same_blocks(bed, dsp, m, k, (const void *)c, (const void *)q, out, stride);
}

static void check_blocks(int test, enum block_kernel k, unsigned int rounds)
{
	int level = test / N_METHODS;
	enum method m = (enum method)(test % N_METHODS);
	struct lc_jpeg_dsp dsp;
	struct block_bed bed;
	struct blocks b;
	unsigned int i, n;

	dsp_of(level, &dsp);
	bed_make(&bed);
	for (i = 0; i < rounds; i++) {
		fills[i % N_FILLS](&b);
		for (n = 0; n < BLOCKS && is_sparse(k); n++)
			zero_outside_4x4(b.coef + 64 * n);
		if (!try_blocks(&bed, &dsp, m, k, &b))
			ck_abort_msg("%s %s of %s, round %u", references[m].name,
				     block_names[k], levels[level].name, i);
	}
	free(bed.want);
}

START_TEST(test_idct)
{
	check_blocks(_i, IDCT, 60000);
}
END_TEST

START_TEST(test_idct_batch)
{
	check_blocks(_i, IDCT_BATCH, 40000);
}
END_TEST

START_TEST(test_idct_batch_sparse)
{
	check_blocks(_i, IDCT_BATCH_SPARSE, 40000);
}
END_TEST

START_TEST(test_idct_sparse)
{
	check_blocks(_i, IDCT_SPARSE, 60000);
}
END_TEST

/*
 * Each coefficient alone, in each of the blocks: no place is mistaken for another. And the
 * factors of the fast one by all that they may meet: a row or column of one input each.
 */
static void check_single(const struct block_bed *bed, int test, enum block_kernel k,
			 unsigned int i, int16_t coef, uint16_t scale)
{
	int level = test / N_METHODS;
	enum method m = (enum method)(test % N_METHODS);
	struct lc_jpeg_dsp dsp;
	struct blocks b;
	unsigned int n;

	dsp_of(level, &dsp);
	memset(&b, 0, sizeof(b));
	for (n = 0; n < 64; n++)
		b.quant[n] = (uint16_t)(scale ? scale : n + 1);
	b.coef[i] = coef;
	if (!try_blocks(bed, &dsp, m, k, &b))
		ck_abort_msg("%s %s of %s: %d at coefficient %u", references[m].name,
			     block_names[k], levels[level].name, coef, i);
}

START_TEST(test_single_coefficients)
{
	struct block_bed bed;
	unsigned int k, i;

	bed_make(&bed);
	for (k = 0; k < N_BLOCK_KERNELS; k++)
		for (i = 0; i < 64 * BLOCKS; i++)
			if (!is_sparse(k) || (i % 64 / 8 <= 3 && i % 8 <= 3))
				check_single(&bed, _i, k, i,
					     (int16_t)(2000 / (i % 64 + 1)), 0);
	free(bed.want);
}
END_TEST

START_TEST(test_single_values)
{
	struct block_bed bed;
	unsigned int i, v;

	bed_make(&bed);
	for (i = 1; i < 8; i++)
		for (v = 0; v < 65536; v += 7)
			check_single(&bed, _i, v & 1 ? IDCT_BATCH : IDCT, v & 2 ? i : 8 * i,
				     (int16_t)v, 1);
	free(bed.want);
}
END_TEST

static bool same_dc(const struct block_bed *bed, const struct lc_jpeg_dsp *dsp,
		    enum method m, int dc, unsigned int quant)
{
	ptrdiff_t stride = 8 + (ptrdiff_t)(next_random() % 57);
	uint8_t *dst = at_end(&bed->out, 7 * (size_t)stride + 8, 0);
	struct window w = window_of_blocks(&bed->out, dst, stride, 1);

	memset(bed->want + w.at, POISON, w.size);
	memset(bed->out.base + w.at, POISON, w.size);
	references[m].idct_dc(dc, quant, bed->want + (dst - bed->out.base), stride);
	kernels(dsp, m)->idct_dc(dc, quant, dst, stride);
	return !memcmp(bed->want + w.at, bed->out.base + w.at, w.size);
}

START_TEST(test_idct_dc)
{
	enum method m = (enum method)(_i % N_METHODS);
	struct lc_jpeg_dsp dsp;
	struct block_bed bed;
	unsigned int i;

	dsp_of(_i / N_METHODS, &dsp);
	bed_make(&bed);
	for (i = 0; i < 65536; i++)
		if (!same_dc(&bed, &dsp, m, (int16_t)i, 1))
			ck_abort_msg("DC %d, quantiser 1", (int16_t)i);
	for (i = 0; i < 50000; i++) {
		int dc = (int16_t)(next_random() >> 9);
		unsigned int quant = next_random() >> 9 & 0xffff;

		if (!same_dc(&bed, &dsp, m, dc, quant))
			ck_abort_msg("DC %d, quantiser %u", dc, quant);
	}
	free(bed.want);
}
END_TEST

/* --- rows --------------------------------------------------------------------------- */

struct row_bed {
	struct arena in[INPUTS], out;
	uint8_t *want;
};

static void row_bed_make(struct row_bed *bed)
{
	unsigned int i;

	for (i = 0; i < INPUTS; i++) {
		bed->in[i] = arena_make();
		random_bytes(bed->in[i].base, bed->in[i].size);
	}
	bed->out = arena_make();
	bed->want = malloc(bed->out.size);
	ck_assert_ptr_nonnull(bed->want);
}

static bool same_row(const struct row_bed *bed, const struct lc_jpeg_dsp *dsp,
		     enum row_kernel k, uint8_t *dst, uint8_t *const in[INPUTS], size_t n)
{
	static struct lc_jpeg_dsp c;
	struct window w = window_of(&bed->out, dst, n * rows[k].out);

	if (!c.interleave)
		lc_jpeg_dsp_init_c(&c);
	memset(bed->want + w.at, POISON, w.size);
	memset(bed->out.base + w.at, POISON, w.size);
	call_row(&c, k, bed->want + (dst - bed->out.base), in, n);
	call_row(dsp, k, dst, in, n);
	return !memcmp(bed->want + w.at, bed->out.base + w.at, w.size);
}

/* All buffers from @alignment on, then all up to the missing page. */
static bool try_row(const struct row_bed *bed, const struct lc_jpeg_dsp *dsp,
		    enum row_kernel k, size_t n, unsigned int alignment)
{
	uint8_t *in[INPUTS];
	unsigned int i;

	for (i = 0; i < INPUTS; i++)
		in[i] = at_start(&bed->in[i], bytes_of(rows[k].in[i], n),
				 i * 5 + alignment * (i + 1) % ALIGNMENTS);
	if (!same_row(bed, dsp, k, at_start(&bed->out, n * rows[k].out, 64 + alignment), in,
		      n))
		return false;
	for (i = 0; i < INPUTS; i++)
		in[i] = at_end(&bed->in[i], bytes_of(rows[k].in[i], n), 0);
	return same_row(bed, dsp, k, at_end(&bed->out, n * rows[k].out, alignment), in, n);
}

START_TEST(test_rows)
{
	static const size_t widths[] = { 160, 255, 256, 319, 320, 321, 640, 1919, 1920, 1921 };
	struct lc_jpeg_dsp dsp;
	struct row_bed bed;
	unsigned int k, a, i;
	size_t n;

	dsp_of(_i, &dsp);
	row_bed_make(&bed);
	for (k = 0; k < N_ROW_KERNELS; k++) {
		for (n = 0; n < WIDTHS; n++)
			for (a = 0; a < ALIGNMENTS; a++)
				if (!try_row(&bed, &dsp, k, n, a))
					ck_abort_msg("%s of %s: %zu, alignment %u",
						     rows[k].name, levels[_i].name, n, a);
		for (i = 0; i < sizeof(widths) / sizeof(widths[0]); i++)
			for (a = 0; a < ALIGNMENTS; a++)
				if (!try_row(&bed, &dsp, k, widths[i], a))
					ck_abort_msg("%s of %s: %zu, alignment %u",
						     rows[k].name, levels[_i].name,
						     widths[i], a);
	}
	free(bed.want);
}
END_TEST

/* --- bytes without FF --------------------------------------------------------------- */

#define COPY_MAX 200

/* @n bytes at @src of which the one at @ff is the first FF, or none where @ff is @n. */
static bool copies(const struct lc_jpeg_dsp *dsp, uint8_t *dst, uint8_t *src, size_t n,
		   size_t ff)
{
	size_t i, behind = ff + LC_COPY_BEHIND < n ? ff + LC_COPY_BEHIND : n;

	memset(src, 0x55, n);
	for (i = 0; i < n; i++)
		src[i] = i < ff ? (uint8_t)(next_random() % 255)
				: (uint8_t)(i == ff ? 0xff : next_random());
	memset(dst, 0xa5, n);
	if (dsp->copy_until_ff(dst, src, n) != ff || memcmp(dst, src, ff) != 0)
		return false;
	for (i = behind; i < n; i++)
		if (dst[i] != 0xa5)
			return false;
	return true;
}

/* Every length, every place of the FF, up to the page that isn't there. */
START_TEST(test_copy_until_ff)
{
	struct lc_jpeg_dsp dsp;
	struct arena in, out;
	size_t n, ff, back;

	dsp_of(_i, &dsp);
	in = arena_make();
	out = arena_make();
	for (n = 0; n <= COPY_MAX; n++)
		for (ff = 0; ff <= n; ff++)
			for (back = 0; back < 3; back++)
				if (!copies(&dsp, at_end(&out, n, back * 7),
					    at_end(&in, n, back * 11), n, ff))
					ck_abort_msg("%s: %zu bytes, FF at %zu",
						     levels[_i].name, n, ff);
}
END_TEST

/* All pairs of chroma with Y at its limits and between; means of all sums. */
START_TEST(test_all_values)
{
	static const uint8_t lumas[] = { 0, 1, 17, 127, 128, 200, 254, 255 };
	struct lc_jpeg_dsp dsp;
	struct row_bed bed;
	unsigned int k, cb, i;
	uint8_t *in[INPUTS];

	dsp_of(_i, &dsp);
	row_bed_make(&bed);
	for (i = 0; i < INPUTS; i++)
		in[i] = bed.in[i].base;
	for (cb = 0; cb < 256; cb++) {
		for (i = 0; i < 8 * 256; i++) {
			in[0][i] = lumas[i / 256];
			in[1][i] = (uint8_t)cb;
			in[2][i] = (uint8_t)i;
		}
		ck_assert(same_row(&bed, &dsp, RGB_444, bed.out.base + 64, in, 8 * 256));
		for (i = 0; i < 8 * 256; i++)
			in[0][i] = lumas[i / 512 * 2 + i % 2];
		ck_assert(same_row(&bed, &dsp, RGB_420, bed.out.base + 64, in, 8 * 256));
		for (i = 0; i < 1024; i++) {
			in[0][i] = in[3][i] = (uint8_t)cb;
			in[1][i] = in[2][i] = (uint8_t)(i / 4 + (i >> 1 & next_random() & 1));
		}
		for (k = NV12_FROM_444; k <= NV12_FROM_440; k++)
			ck_assert(same_row(&bed, &dsp, k, bed.out.base + 64, in, 512));
	}
	free(bed.want);
}
END_TEST

/* --- the tables, and the tests themselves -------------------------------------------- */

/* An unknown level gives the best that there is, another machine's level the reference. */
START_TEST(test_clamp)
{
	struct lc_jpeg_dsp best, more;

	/* There is padding between the members. */
	memset(&best, 0, sizeof(best));
	memset(&more, 0, sizeof(more));
	ck_assert_uint_lt(lc_cpu_simd_level(), LC_SIMD_LEVELS);
	lc_jpeg_dsp_init(&best, lc_cpu_simd_level());
	lc_jpeg_dsp_init(&more, LC_SIMD_LEVELS + 100);
	ck_assert_mem_eq(&best, &more, sizeof(best));
#if defined(__x86_64__)
	lc_jpeg_dsp_init(&best, LC_SIMD_NEON_BIG);
#else
	lc_jpeg_dsp_init(&best, LC_SIMD_AVX512);
#endif
	lc_jpeg_dsp_init_c(&more);
	ck_assert_mem_eq(&best, &more, sizeof(best));
	lc_jpeg_dsp_init(&best, LC_SIMD_NONE);
	lc_jpeg_dsp_init_c(&more);
	ck_assert_mem_eq(&best, &more, sizeof(best));
}
END_TEST

static void wrong_idct(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
		       ptrdiff_t stride)
{
	lc_idct_c(coef, quant, dst, stride);
	dst[7 * stride + 7] ^= coef[63] & 1;
}

static void wide_idct(const int16_t coef[64], const uint16_t quant[64], uint8_t *dst,
		      ptrdiff_t stride)
{
	lc_idct_c(coef, quant, dst, stride);
	dst[3 * stride + 8] = 0;
}

static void wrong_rgb(uint8_t *dst, const uint8_t *y, const uint8_t *cb, const uint8_t *cr,
		      size_t n)
{
	lc_rgb_444_c(dst, y, cb, cr, n);
	if (n)
		dst[3 * n - 1] ^= 1;
}

static void long_interleave(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	lc_interleave_c(dst, cb, cr, n);
	dst[2 * n] = 0;
}

/* Kernels with planted mistakes are found out. */
START_TEST(test_can_fail)
{
	struct lc_jpeg_dsp dsp;
	struct block_bed bed;
	struct row_bed row_bed;
	struct blocks b;

	lc_jpeg_dsp_init_c(&dsp);
	bed_make(&bed);
	row_bed_make(&row_bed);
	memset(&b, 0, sizeof(b));
	b.coef[63] = 1;
	dsp.accurate.idct = wrong_idct;
	ck_assert(!same_blocks(&bed, &dsp, ACCURATE, IDCT, b.coef, b.quant, bed.out.base, 32));
	b.coef[63] = 0;
	ck_assert(same_blocks(&bed, &dsp, ACCURATE, IDCT, b.coef, b.quant, bed.out.base, 32));
	ck_assert(same_blocks(&bed, &dsp, FAST, IDCT, b.coef, b.quant, bed.out.base, 32));
	dsp.fast.idct = lc_idct_c; /* takes another kind of table */
	b.quant[0] = 1;
	b.coef[0] = 100;
	ck_assert(!same_blocks(&bed, &dsp, FAST, IDCT, b.coef, b.quant, bed.out.base, 32));
	b.coef[0] = 0;
	dsp.accurate.idct = wide_idct;
	ck_assert(!same_blocks(&bed, &dsp, ACCURATE, IDCT, b.coef, b.quant, bed.out.base, 32));
	ck_assert(try_row(&row_bed, &dsp, RGB_444, 33, 1));
	dsp.rgb_444 = wrong_rgb;
	ck_assert(!try_row(&row_bed, &dsp, RGB_444, 33, 1));
	ck_assert(try_row(&row_bed, &dsp, INTERLEAVE, 33, 1));
	dsp.interleave = long_interleave;
	ck_assert(!try_row(&row_bed, &dsp, INTERLEAVE, 33, 1));
	free(bed.want);
	free(row_bed.want);
}
END_TEST

#define N_BLOCK_TESTS (N_LEVELS * N_METHODS)

static Suite *make_suite(void)
{
	Suite *s = suite_create("kernels");
	TCase *tc = tcase_create("kernels");

	tcase_add_test(tc, test_clamp);
	tcase_add_test(tc, test_can_fail);
	tcase_add_loop_test(tc, test_idct, 0, N_BLOCK_TESTS);
	tcase_add_loop_test(tc, test_idct_batch, 0, N_BLOCK_TESTS);
	tcase_add_loop_test(tc, test_idct_batch_sparse, 0, N_BLOCK_TESTS);
	tcase_add_loop_test(tc, test_idct_sparse, 0, N_BLOCK_TESTS);
	tcase_add_loop_test(tc, test_single_coefficients, 0, N_BLOCK_TESTS);
	tcase_add_loop_test(tc, test_single_values, 0, N_BLOCK_TESTS);
	tcase_add_loop_test(tc, test_idct_dc, 0, N_BLOCK_TESTS);
	tcase_add_loop_test(tc, test_rows, 0, N_LEVELS);
	tcase_add_loop_test(tc, test_copy_until_ff, 0, N_LEVELS);
	tcase_add_loop_test(tc, test_all_values, 0, N_LEVELS);
	suite_add_tcase(s, tc);
	return s;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--bench"))
		return kernel_bench();
	return test_main("kernels", make_suite);
}
