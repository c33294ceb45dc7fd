/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fast inverse DCT: the reference against its definition, word by word; how far it is
 * from the accurate one on pictures; and through the public API, that it's used when it is
 * asked for, and gives the same bytes with the kernels of every SIMD level.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dsp.h"
#include "jpeg-writer.h"
#include "testbed.h"

#include "test.h"

static uint32_t rng = 1;

static uint32_t next_random(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

/* --- the definition --- */

/* A scaled value of 16 bits. */
static int wrap(int64_t v)
{
	int64_t low = v & 0xffff;

	return (int)(low < 32768 ? low : low - 65536);
}

static int mul(int a, int b)
{
	int64_t twice = 2 * (int64_t)a * b;

	return (int)((twice - (twice & 0xffff)) / 65536);
}

/* Eight points as the algorithm has it, each result wrapped. */
static void points(int s[8])
{
	int t10 = wrap(s[0] + s[4]), t11 = wrap(s[0] - s[4]);
	int t13 = wrap(s[2] + s[6]), d = wrap(s[2] - s[6]);
	int t12 = wrap(wrap(d + mul(d, 13573)) - t13);
	int e[4] = { wrap(t10 + t13), wrap(t11 + t12), wrap(t11 - t12), wrap(t10 - t13) };
	int z13 = wrap(s[5] + s[3]), z10 = wrap(s[5] - s[3]);
	int z11 = wrap(s[1] + s[7]), z12 = wrap(s[1] - s[7]);
	int sum = wrap(z10 + z12), difference = wrap(z11 - z13);
	int z5 = wrap(sum + mul(sum, 27779));
	int o[4], i;

	o[0] = wrap(z11 + z13);
	o[1] = wrap(wrap(z5 - wrap(2 * z10 + mul(z10, 20091))) - o[0]);
	o[2] = wrap(wrap(difference + mul(difference, 13573)) - o[1]);
	o[3] = wrap(wrap(z5 - wrap(z12 + mul(z12, 2700))) - o[2]);
	for (i = 0; i < 4; i++) {
		s[i] = wrap(e[i] + o[i]);
		s[7 - i] = wrap(e[i] - o[i]);
	}
}

static void define(const int16_t coef[64], const uint16_t quant[64], uint8_t out[64])
{
	int ws[64], s[8], i, k;

	for (k = 0; k < 8; k++) {
		for (i = 0; i < 8; i++)
			s[i] = wrap((int64_t)coef[8 * i + k] * quant[8 * i + k]);
		points(s);
		for (i = 0; i < 8; i++)
			ws[8 * i + k] = s[i];
	}
	for (k = 0; k < 64; k += 8) {
		points(ws + k);
		for (i = 0; i < 8; i++) {
			int v = (int)floor(wrap(ws[k + i] + 16) / 32.0) + 128;

			out[k + i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
		}
	}
}

static void check_block(const int16_t coef[64], const uint16_t quant[64])
{
	uint8_t out[64], right[64];
	unsigned int i;

	define(coef, quant, right);
	lc_idct_fast_c(coef, quant, out, 8);
	for (i = 0; i < 64; i++)
		if (out[i] != right[i])
			ck_abort_msg("sample %u is %u, not %u", i, out[i], right[i]);
}

/* Legal, hostile and sparse blocks. */
START_TEST(test_definition)
{
	int16_t coef[64];
	uint16_t quant[64];
	unsigned int n, i;

	for (n = 0; n < 200000; n++) {
		unsigned int ends = next_random() % 65, hostile = n & 3;

		for (i = 0; i < 64; i++) {
			uint32_t r = next_random();

			quant[i] = (uint16_t)(hostile > 1 ? r >> 16 : 1 + (r >> 16) % 255);
			coef[i] = (int16_t)(hostile > 0 ? r : r % 31 - 15);
			if (hostile == 3)
				coef[i] = r & 64 ? INT16_MIN : INT16_MAX;
			if (i >= ends)
				coef[i] = 0;
		}
		check_block(coef, quant);
	}
}
END_TEST

/* All that a factor may be multiplied with, by each way into a pass. */
START_TEST(test_factors)
{
	uint16_t quant[64];
	unsigned int i, v;

	for (i = 0; i < 64; i++)
		quant[i] = 1;
	for (i = 1; i < 8; i++) {
		int16_t coef[64] = { 0 };

		for (v = 0; v < 65536; v++) {
			coef[8 * i] = (int16_t)v;
			check_block(coef, quant);
		}
		coef[8 * i] = 0;
		for (v = 0; v < 65536; v++) {
			coef[i] = (int16_t)v;
			check_block(coef, quant);
		}
	}
}
END_TEST

START_TEST(test_dc)
{
	uint16_t quant[64] = { 0 };
	int16_t coef[64] = { 0 };
	uint8_t full[64], only[64];
	unsigned int i;

	for (i = 0; i < 200000; i++) {
		coef[0] = (int16_t)i;
		quant[0] = i < 65536 ? 1 : (uint16_t)(next_random() >> 9);
		define(coef, quant, full);
		lc_idct_fast_dc_c(coef[0], quant[0], only, 8);
		ck_assert_mem_eq(only, full, 64);
	}
}
END_TEST

static double scale(unsigned int k)
{
	return k ? sqrt(2) * cos(k * M_PI / 16) : 1;
}

/* The table from the formula, for all quantisers of 8 bits and some of 16. */
START_TEST(test_prescale)
{
	unsigned int q, i;

	for (q = 1; q < 65536; q += q < 256 ? 1 : 251) {
		uint16_t table[64];

		for (i = 0; i < 64; i++)
			table[i] = (uint16_t)q;
		lc_idct_fast_prescale(table);
		for (i = 0; i < 64; i++) {
			double aan = floor(16384 * scale(i / 8) * scale(i % 8) + 0.5);
			uint64_t right = ((uint64_t)aan * q + 2048) >> 12;

			ck_assert_uint_eq(table[i], right & 0xffff);
		}
	}
}
END_TEST

/* --- through the public API --- */

static struct testbed_cpu cpu;
static uint8_t *other;

static void setup(void)
{
	testbed_cpu_init(&cpu);
	other = malloc(TESTBED_IMAGE_MAX);
	ck_assert_ptr_nonnull(other);
}

static void teardown(void)
{
	testbed_cpu_done(&cpu);
	free(other);
}

/* Decode into zeros, and see which method was used. */
static void decode(const uint8_t *data, size_t size, uint32_t method, uint32_t simd)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.dct_method = method,
		.simd = simd,
	};
	struct libcodec_image_info info = { .struct_size = sizeof(info) };

	ck_assert_int_eq(libcodec_decoder_set_params(cpu.dec, &p), 0);
	memset(cpu.pixels, 0, TESTBED_IMAGE_MAX);
	ck_assert_int_eq(libcodec_decoder_decode(cpu.dec, data, size, cpu.image, &info),
			 0);
	ck_assert_uint_eq(info.dct_method, method);
}

struct difference {
	unsigned int most;
	double square;
};

/* Of two pictures in the same layout; what is no sample is zero in both. */
static struct difference compare(const uint8_t *a, const uint8_t *b)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	struct difference d = { 0 };
	unsigned int p, y, x;
	double samples = 0;

	ck_assert_int_eq(libcodec_image_get_layout(cpu.image, &l), 0);
	for (p = 0; p < l.n_planes; p++) {
		for (y = 0; y < l.plane_height[p]; y++) {
			size_t at = l.plane_offset[p] + (size_t)y * l.plane_stride[p];

			for (x = 0; x < l.plane_width[p]; x++) {
				int e = abs(a[at + x] - b[at + x]);

				d.most = (unsigned int)e > d.most ? (unsigned int)e : d.most;
				d.square += e * e;
			}
		}
		samples += (double)l.plane_width[p] * l.plane_height[p];
	}
	d.square /= samples;
	return d;
}

/* The fast picture against the accurate one. */
static struct difference both(const uint8_t *data, size_t size)
{
	decode(data, size, LIBCODEC_DCT_ACCURATE, LIBCODEC_SIMD_AUTO);
	memcpy(other, cpu.pixels, TESTBED_IMAGE_MAX);
	decode(data, size, LIBCODEC_DCT_FAST, LIBCODEC_SIMD_AUTO);
	return compare(cpu.pixels, other);
}

static double psnr(double square)
{
	return square > 0 ? 10 * log10(255 * 255 / square) : 99;
}

static const struct {
	enum fx_sampling sampling;
	unsigned int sof;
} kinds[] = {
	{ FX_GREY, 0xc0 }, { FX_444, 0xc0 }, { FX_422, 0xc0 },
	{ FX_420, 0xc0 },  { FX_420, 0xc2 }, { FX_411, 0xc0 },
};
#define N_KINDS ((int)(sizeof(kinds) / sizeof(kinds[0])))

/*
 * How far off a sample may be, and the whole in dB: up to quality 90 what is promised, and
 * at 95, where most quantisers are one or two, which prescaling rounds most. Noise and hard
 * edges have more in the high frequencies than photographs.
 */
static const struct {
	enum fx_pattern pattern;
	unsigned int most[2];
	double least[2];
} bounds[] = {
	{ FX_PAT_WAVES, { 6, 12 }, { 50, 41 } },
	{ FX_PAT_GRADIENT, { 6, 12 }, { 50, 41 } },
	{ FX_PAT_NOISE, { 6, 12 }, { 45, 41 } },
	{ FX_PAT_EXTREMES, { 10, 24 }, { 45, 41 } },
};
#define N_BOUNDS (sizeof(bounds) / sizeof(bounds[0]))

static void check_accuracy(const struct fx_jpeg *j, unsigned int most, double least)
{
	size_t size = fx_jpeg_write(j, cpu.stream, TESTBED_STREAM_MAX);
	struct difference d;

	ck_assert_uint_gt(size, 0);
	d = both(cpu.stream, size);
	if (d.most > most || psnr(d.square) < least)
		ck_abort_msg("quality %u, pattern %d: off by %u, %.1f dB", j->quality,
			     j->pattern, d.most, psnr(d.square));
}

START_TEST(test_accuracy)
{
	static const unsigned int qualities[] = { 1, 10, 25, 50, 75, 85, 90, 95 };
	unsigned int q, i;

	for (q = 0; q < sizeof(qualities) / sizeof(qualities[0]); q++) {
		for (i = 0; i < N_BOUNDS; i++) {
			unsigned int high = qualities[q] > 90;
			struct fx_jpeg j;

			fx_jpeg_init(&j, 333, 217, kinds[_i].sampling);
			j.sof = kinds[_i].sof;
			j.quality = qualities[q];
			j.pattern = bounds[i].pattern;
			j.seed = q;
			check_accuracy(&j, bounds[i].most[high], bounds[i].least[high]);
		}
	}
}
END_TEST

/* Fixtures that decode, and are a picture rather than coefficients. */
static const char *const files[] = {
	"demo.jpg",
	"jpeg-410-33x17-dri3.jpg",
	"jpeg-411-35x19-noninterleaved-dri2.jpg",
	"jpeg-420-17x9.jpg",
	"jpeg-420-1x2999.jpg",
	"jpeg-420-48x48-quality-1.jpg",
	"jpeg-420-64x48-noise.jpg",
	"jpeg-420-64x48.jpg",
	"jpeg-420-65x33-flat.jpg",
	"jpeg-420-shared-tables.jpg",
	"jpeg-422-17x9.jpg",
	"jpeg-422-80x80-dri4-wraps.jpg",
	"jpeg-440-17x9.jpg",
	"jpeg-441-9x37.jpg",
	"jpeg-444-33x31-extremes.jpg",
	"jpeg-444-64x48.jpg",
	"jpeg-444-adobe-rgb.jpg",
	"jpeg-444-dqt16.jpg",
	"jpeg-grey-19x11.jpg",
	"jpeg-grey-3000x1.jpg",
	"jpeg-progressive.jpg",
	"jpeg-sof1-8bit.jpg",
	"jpeg-unlike-chroma.jpg",
	/* Of quality 100, or what no encoder makes; nothing is promised of these. */
	"jpeg-420-32x32-quality-100.jpg",
	"jpeg-coef-dc11.jpg",
	"jpeg-coef-extreme.jpg",
	"jpeg-coef-full.jpg",
	"jpeg-coef-last.jpg",
	"jpeg-coef-zrl.jpg",
};
#define N_FILES	   ((int)(sizeof(files) / sizeof(files[0])))
#define N_PICTURES (N_FILES - 6)

static uint8_t *fixture(int i, size_t *ret_size)
{
	char path[256];

	snprintf(path, sizeof(path), "fixtures/data/%s", files[i]);
	return test_read_file(path, ret_size);
}

START_TEST(test_fixtures)
{
	size_t size;
	uint8_t *data = fixture(_i, &size);
	struct difference d = both(data, size);

	if (d.most > 6 || psnr(d.square) < 45)
		ck_abort_msg("%s: off by %u, %.1f dB", files[_i], d.most, psnr(d.square));
	free(data);
}
END_TEST

START_TEST(test_levels)
{
	size_t size;
	uint8_t *data = fixture(_i, &size);
	uint32_t simd;

	decode(data, size, LIBCODEC_DCT_FAST, LIBCODEC_SIMD_NONE);
	memcpy(other, cpu.pixels, TESTBED_IMAGE_MAX);
	for (simd = LIBCODEC_SIMD_AUTO; simd <= LIBCODEC_SIMD_NEON_BIG; simd++) {
		decode(data, size, LIBCODEC_DCT_FAST, simd);
		if (memcmp(cpu.pixels, other, TESTBED_IMAGE_MAX) != 0)
			ck_abort_msg("%s differs with %s", files[_i],
				     libcodec_simd_name(simd));
	}
	free(data);
}
END_TEST

/* To and fro with one decoder: neither leaves a table of its kind to the other. */
START_TEST(test_in_turn)
{
	size_t size;
	uint8_t *data = fixture(0, &size), *accurate = malloc(TESTBED_IMAGE_MAX);
	unsigned int i;

	ck_assert_ptr_nonnull(accurate);
	ck_assert_uint_gt(both(data, size).most, 0); /* it is another method */
	memcpy(accurate, other, TESTBED_IMAGE_MAX);
	memcpy(other, cpu.pixels, TESTBED_IMAGE_MAX);
	for (i = 0; i < 3; i++) {
		decode(data, size, LIBCODEC_DCT_ACCURATE, LIBCODEC_SIMD_AUTO);
		ck_assert_int_eq(memcmp(cpu.pixels, accurate, TESTBED_IMAGE_MAX), 0);
		decode(data, size, LIBCODEC_DCT_FAST, LIBCODEC_SIMD_AUTO);
		ck_assert_int_eq(memcmp(cpu.pixels, other, TESTBED_IMAGE_MAX), 0);
	}
	free(accurate);
	free(data);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("fast-dct");
	TCase *tc = tcase_create("fast-dct");

	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_definition);
	tcase_add_test(tc, test_factors);
	tcase_add_test(tc, test_dc);
	tcase_add_test(tc, test_prescale);
	tcase_add_loop_test(tc, test_accuracy, 0, N_KINDS);
	tcase_add_loop_test(tc, test_fixtures, 0, N_PICTURES);
	tcase_add_loop_test(tc, test_levels, 0, N_FILES);
	tcase_add_test(tc, test_in_turn);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("fast-dct", make_suite);
}
