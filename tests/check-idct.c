/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The accurate inverse DCT: known blocks, against libjpeg-turbo's islow byte by byte,
 * against the definition in double precision, and what must not happen: bytes outside
 * the block, undefined behaviour on coefficients that no encoder makes.
 */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dsp.h"
#include "jpeg-writer.h"
#include "jpeg.h"

#include "test.h"

#if defined(HAVE_TURBOJPEG) && HAVE_TURBOJPEG
#include <jpeglib.h>
#endif

#define POISON 0xee

static uint32_t rng = 1;

static uint32_t next_random(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

static int random_in(int low, int high)
{
	return low + (int)(next_random() % (uint32_t)(high - low + 1));
}

struct block {
	int16_t coef[64] __attribute__((aligned(64)));
	uint16_t quant[64] __attribute__((aligned(64)));
};

static void set_quant(struct block *b, uint16_t q)
{
	unsigned int i;

	for (i = 0; i < 64; i++)
		b->quant[i] = q;
}

static void idct(const struct block *b, uint8_t out[64])
{
	struct lc_jpeg_dsp dsp;

	lc_jpeg_dsp_init_c(&dsp);
	dsp.accurate.idct(b->coef, b->quant, out, 8);
}

static void assert_uniform(const uint8_t out[64], unsigned int v)
{
	unsigned int i;

	for (i = 0; i < 64; i++)
		ck_assert_uint_eq(out[i], v);
}

START_TEST(test_zero)
{
	struct block b = { 0 };
	uint8_t out[64];

	set_quant(&b, 16);
	idct(&b, out);
	assert_uniform(out, 128);
}
END_TEST

START_TEST(test_dc)
{
	struct block b = { 0 };
	uint8_t out[64];

	set_quant(&b, 1);
	b.coef[0] = 8;
	idct(&b, out);
	assert_uniform(out, 129);
	b.coef[0] = -8;
	idct(&b, out);
	assert_uniform(out, 127);
	b.coef[0] = 2000;
	idct(&b, out);
	assert_uniform(out, 255);
	b.coef[0] = -2000;
	idct(&b, out);
	assert_uniform(out, 0);
}
END_TEST

/* A coefficient is multiplied with the table's entry of its own place. */
START_TEST(test_quant)
{
	unsigned int k, i;

	for (k = 0; k < 64; k++) {
		struct block a = { 0 }, b = { 0 };
		uint8_t out_a[64], out_b[64];

		set_quant(&a, 1);
		for (i = 0; i < 64; i++)
			b.quant[i] = (uint16_t)(i == k ? 24 : 1000 + i);
		a.coef[k] = 24 * 11;
		b.coef[k] = 11;
		idct(&a, out_a);
		idct(&b, out_b);
		ck_assert_mem_eq(out_a, out_b, 64);
		memset(out_b, 128, 64);
		ck_assert_mem_ne(out_a, out_b, 64);
	}
}
END_TEST

static void random_block(struct block *b, int most, int quant)
{
	unsigned int i;

	for (i = 0; i < 64; i++) {
		b->coef[i] = (int16_t)random_in(-most, most);
		b->quant[i] = (uint16_t)random_in(0, quant);
	}
}

/* What must be in memory after a block went to @stride: its bytes, else poison. */
static void check_written(const uint8_t *mem, size_t size, size_t at, size_t stride,
			  const uint8_t right[64])
{
	uint8_t *want = malloc(size);
	unsigned int y;

	ck_assert_ptr_nonnull(want);
	memset(want, POISON, size);
	for (y = 0; y < 8; y++)
		memcpy(want + at + y * stride, right + 8 * y, 8);
	ck_assert_mem_eq(mem, want, size);
	free(want);
}

START_TEST(test_strides)
{
	static const size_t strides[] = { 8, 12, 16, 24, 307 };
	struct lc_jpeg_dsp dsp;
	unsigned int i, k;

	lc_jpeg_dsp_init_c(&dsp);
	for (i = 0; i < sizeof(strides) / sizeof(strides[0]); i++) {
		size_t stride = strides[i], at = 32, size = 2 * at + 7 * stride + 8;
		uint8_t *mem = malloc(size);

		ck_assert_ptr_nonnull(mem);
		for (k = 0; k < 50; k++) {
			struct block b;
			uint8_t right[64];

			random_block(&b, 200, 8);
			dsp.accurate.idct(b.coef, b.quant, right, 8);
			memset(mem, POISON, size);
			dsp.accurate.idct(b.coef, b.quant, mem + at, (ptrdiff_t)stride);
			check_written(mem, size, at, stride, right);

			dsp.accurate.idct_dc(b.coef[0], b.quant[0], right, 8);
			memset(mem, POISON, size);
			dsp.accurate.idct_dc(b.coef[0], b.quant[0], mem + at, (ptrdiff_t)stride);
			check_written(mem, size, at, stride, right);
		}
		free(mem);
	}
}
END_TEST

static void check_dc_only(int dc, unsigned int quant)
{
	struct block b = { 0 };
	struct lc_jpeg_dsp dsp;
	uint8_t full[64], only[64];

	lc_jpeg_dsp_init_c(&dsp);
	set_quant(&b, (uint16_t)quant);
	b.coef[0] = (int16_t)dc;
	dsp.accurate.idct(b.coef, b.quant, full, 8);
	dsp.accurate.idct_dc(dc, quant, only, 8);
	if (memcmp(full, only, 64))
		ck_abort_msg("DC %d, quantiser %u: %u, not %u", dc, quant, only[0], full[0]);
}

START_TEST(test_dc_only)
{
	static const int dcs[] = { 0,  1,    -1,    17,	       -17,
				   255, 1023, -1023, INT16_MIN, INT16_MAX };
	static const unsigned int quants[] = { 1, 2, 16, 255, 4096, 65535 };
	unsigned int i, k;

	for (i = 0; i < sizeof(dcs) / sizeof(dcs[0]); i++)
		for (k = 0; k < sizeof(quants) / sizeof(quants[0]); k++)
			check_dc_only(dcs[i], quants[k]);
	for (i = 0; i < 65536; i++)
		check_dc_only((int16_t)i, 1);
	for (i = 0; i < 100000; i++)
		check_dc_only((int16_t)next_random(), next_random() & 0xffff);
}
END_TEST

/* 128 plus the definition, T.81 A.3.3. */
static void idct_double(const int32_t coef[64], double out[64])
{
	static double basis[8][8];
	double rows[64];
	unsigned int i, x, u;

	for (x = 0; x < 8; x++)
		for (u = 0; u < 8; u++)
			basis[x][u] = cos((2 * x + 1) * u * M_PI / 16) *
				      (u ? 0.5 : sqrt(0.125));
	for (i = 0; i < 8; i++) {
		for (x = 0; x < 8; x++) {
			rows[8 * i + x] = 0;
			for (u = 0; u < 8; u++)
				rows[8 * i + x] += basis[x][u] * coef[8 * i + u];
		}
	}
	for (i = 0; i < 8; i++) {
		for (x = 0; x < 8; x++) {
			double v = 128;

			for (u = 0; u < 8; u++)
				v += basis[x][u] * rows[8 * u + i];
			out[8 * x + i] = v < 0 ? 0 : v > 255 ? 255 : v;
		}
	}
}

static void fdct_double(const int in[64], int32_t coef[64])
{
	unsigned int u, v, x, y;

	for (v = 0; v < 8; v++) {
		for (u = 0; u < 8; u++) {
			double sum = 0;

			for (y = 0; y < 8; y++)
				for (x = 0; x < 8; x++)
					sum += in[8 * y + x] *
					       cos((2 * x + 1) * u * M_PI / 16) *
					       cos((2 * y + 1) * v * M_PI / 16);
			sum *= (u ? 0.5 : sqrt(0.125)) * (v ? 0.5 : sqrt(0.125));
			coef[8 * v + u] = (int32_t)lrint(sum);
		}
	}
}

/*
 * As IEEE 1180 does it: samples of three ranges through an exact forward DCT. No sample
 * is off by more than one, and the mean error is far below.
 */
START_TEST(test_precision)
{
	static const int ranges[][2] = { { -256, 255 }, { -5, 5 }, { -300, 300 } };
	const unsigned int blocks = 2000;
	double square = 0, sum = 0;
	unsigned int n, i;

	for (n = 0; n < blocks; n++) {
		struct block b;
		int in[64];
		int32_t coef[64];
		double right[64];
		uint8_t out[64];

		for (i = 0; i < 64; i++)
			in[i] = random_in(ranges[_i][0], ranges[_i][1]);
		fdct_double(in, coef);
		set_quant(&b, 1);
		for (i = 0; i < 64; i++)
			b.coef[i] = (int16_t)coef[i];
		idct_double(coef, right);
		idct(&b, out);
		for (i = 0; i < 64; i++) {
			double e = out[i] - rint(right[i]);

			if (fabs(e) > 1)
				ck_abort_msg("%u is not %f", out[i], right[i]);
			square += e * e;
			sum += e;
		}
	}
	ck_assert_double_le(square / (64 * blocks), 0.02);
	ck_assert_double_le(fabs(sum) / (64 * blocks), 0.0015);
}
END_TEST

/* Coefficients and quantisers at their limits: UBSan has the last word. */
START_TEST(test_extremes)
{
	static const int coefs[] = { INT16_MIN, INT16_MAX, -1023, 1023, -1, 0, 1 };
	static const unsigned int quants[] = { 0, 1, 255, 32767, 32768, 65535 };
	struct block b;
	uint8_t out[64], again[64];
	unsigned int i, k, n;

	for (i = 0; i < sizeof(coefs) / sizeof(coefs[0]); i++) {
		for (k = 0; k < sizeof(quants) / sizeof(quants[0]); k++) {
			set_quant(&b, (uint16_t)quants[k]);
			for (n = 0; n < 64; n++)
				b.coef[n] = (int16_t)coefs[i];
			idct(&b, out);
			idct(&b, again);
			ck_assert_mem_eq(out, again, 64);
		}
	}
	for (i = 0; i < 50000; i++) {
		for (n = 0; n < 64; n++) {
			b.coef[n] = (int16_t)coefs[next_random() % 7];
			b.quant[n] = (uint16_t)quants[next_random() % 6];
		}
		idct(&b, out);
	}
	for (i = 0; i < 50000; i++) {
		random_block(&b, 32767, 65535);
		idct(&b, out);
	}
}
END_TEST

#if defined(HAVE_TURBOJPEG) && HAVE_TURBOJPEG
#define SIDE 512 /* of the pictures that are compared: 4096 blocks */

/* One grey picture by libjpeg, with nothing but its islow between bits and samples. */
static void decode_islow(const uint8_t *data, size_t size, uint8_t *out)
{
	struct jpeg_error_mgr error;
	struct jpeg_decompress_struct d;

	d.err = jpeg_std_error(&error);
	jpeg_create_decompress(&d);
	jpeg_mem_src(&d, data, (unsigned long)size);
	ck_assert_int_eq(jpeg_read_header(&d, TRUE), JPEG_HEADER_OK);
	d.dct_method = JDCT_ISLOW;
	jpeg_start_decompress(&d);
	ck_assert_uint_eq(d.output_width, SIDE);
	ck_assert_uint_eq(d.output_height, SIDE);
	while (d.output_scanline < d.output_height) {
		JSAMPROW row = out + (size_t)d.output_scanline * SIDE;

		jpeg_read_scanlines(&d, &row, 1);
	}
	ck_assert_int_eq(error.num_warnings, 0);
	jpeg_finish_decompress(&d);
	jpeg_destroy_decompress(&d);
}

/* Block by block what was written into the stream, through our kernel. */
static void decode_ours(const struct fx_jpeg *j, uint8_t *out)
{
	struct block b;
	uint16_t quant[64];
	unsigned int x, y, i;

	fx_jpeg_quant(j, 0, quant);
	for (i = 0; i < 64; i++)
		b.quant[lc_jpeg_natural[i]] = quant[i];
	for (y = 0; y < SIDE; y += 8) {
		for (x = 0; x < SIDE; x += 8) {
			int16_t zz[64];

			fx_jpeg_block(j, 0, x / 8, y / 8, zz);
			for (i = 0; i < 64; i++)
				b.coef[lc_jpeg_natural[i]] = zz[i];
			lc_idct_c(b.coef, b.quant, out + (size_t)y * SIDE + x, SIDE);
		}
	}
}

static void compare_islow(const struct fx_jpeg *j)
{
	const size_t cap = SIDE * SIDE * 8;
	uint8_t *stream = malloc(cap), *ours = malloc(SIDE * SIDE);
	uint8_t *theirs = malloc(SIDE * SIDE);
	size_t size, i;

	ck_assert(stream && ours && theirs);
	size = fx_jpeg_write(j, stream, cap);
	ck_assert_uint_ne(size, 0);
	decode_islow(stream, size, theirs);
	decode_ours(j, ours);
	for (i = 0; i < SIDE * SIDE; i++)
		if (ours[i] != theirs[i])
			ck_abort_msg("sample %zu: %u, not %u (quality %u)", i, ours[i],
				     theirs[i], j->quality);
	free(stream);
	free(ours);
	free(theirs);
}

static const unsigned int qualities[] = { 1, 10, 50, 75, 90, 100 };

/* Blocks of pictures: noise, edges, waves, at all qualities. */
START_TEST(test_islow_pictures)
{
	static const enum fx_pattern patterns[] = { FX_PAT_WAVES, FX_PAT_NOISE,
						    FX_PAT_EXTREMES, FX_PAT_GRADIENT };
	struct fx_jpeg j;
	unsigned int i;

	for (i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		fx_jpeg_init(&j, SIDE, SIDE, FX_GREY);
		j.quality = qualities[_i];
		j.pattern = patterns[i];
		compare_islow(&j);
	}
}
END_TEST

/*
 * One to eight coefficients at random places, and what else a budget allows: the samples
 * reach 350 beyond 128 on both sides, so clamping is met, but libjpeg's sums don't wrap.
 */
static void sparse_block(void *arg, unsigned int c, unsigned int bx, unsigned int by,
			 int16_t zz[64])
{
	const uint16_t *quant = arg;
	uint32_t h = fx_hash(7, c, bx, by);
	unsigned int n = 1 + h % 8;
	int budget = 1400;

	memset(zz, 0, 64 * sizeof(zz[0]));
	while (n--) {
		unsigned int k = fx_hash(h, n, 1, 0) % 64;
		int most = budget / quant[k], v;

		if (most > 1000)
			most = 1000;
		v = (int)(fx_hash(h, n, 2, 0) % (uint32_t)(2 * most + 1)) - most;
		if (zz[k])
			continue;
		zz[k] = (int16_t)v;
		budget -= abs(v) * quant[k];
	}
}

START_TEST(test_islow_sparse)
{
	struct fx_jpeg j;
	uint16_t quant[64];

	fx_jpeg_init(&j, SIDE, SIDE, FX_GREY);
	j.quality = qualities[_i];
	fx_jpeg_quant(&j, 0, quant);
	fx_jpeg_set_coef_cb(&j, sparse_block, quant);
	compare_islow(&j);
}
END_TEST
#else
static const unsigned int qualities[1];

START_TEST(test_islow_pictures)
{
	test_skip("turbojpeg", "built without libjpeg-turbo to compare with");
}
END_TEST

START_TEST(test_islow_sparse)
{
	test_skip("turbojpeg", "built without libjpeg-turbo to compare with");
}
END_TEST
#endif

#define N_QUALITIES (int)(sizeof(qualities) / sizeof(qualities[0]))

static Suite *make_suite(void)
{
	Suite *s = suite_create("idct");
	TCase *tc = tcase_create("idct");

	tcase_add_test(tc, test_zero);
	tcase_add_test(tc, test_dc);
	tcase_add_test(tc, test_quant);
	tcase_add_test(tc, test_strides);
	tcase_add_test(tc, test_dc_only);
	tcase_add_loop_test(tc, test_precision, 0, 3);
	tcase_add_test(tc, test_extremes);
	tcase_add_loop_test(tc, test_islow_pictures, 0, N_QUALITIES);
	tcase_add_loop_test(tc, test_islow_sparse, 0, N_QUALITIES);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("idct", make_suite);
}
