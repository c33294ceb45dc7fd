/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Whole pictures through the public API: samples against libjpeg-turbo, sample for
 * sample; chroma that is averaged against a plain reading of the rule; and the format that
 * a decoder is told to prefer.
 */
#include "config.h"

#include "decoding.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_TURBOJPEG
#include <turbojpeg.h>
#endif

#include "png-writer.h"

/* --- samples --- */

START_TEST(test_sizes)
{
	static const unsigned int sides[] = { 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65 };
	const unsigned int n = sizeof(sides) / sizeof(sides[0]);
	unsigned int i, k;

	need_oracle();
	for (i = 0; i < n; i++) {
		for (k = 0; k < n; k++) {
			struct libcodec_image_info info;
			struct fx_jpeg j;
			size_t size;

			fx_jpeg_init(&j, sides[i], sides[k], kinds[_i].sampling);
			j.seed = i * n + k;
			size = write_stream(&j);
			info = decode_ok(size);
			ck_assert_uint_eq(info.width, sides[i]);
			ck_assert_uint_eq(info.height, sides[k]);
			ck_assert_uint_eq(info.format, kinds[_i].format);
			ck_assert_uint_eq(info.native_format, kinds[_i].format);
			ck_assert_uint_eq(info.sampling, kinds[_i].sampling_is);
			ck_assert_uint_eq(info.consumed, size);
			ck_assert_str_eq(info.backend, "cpu");
			compare(size);
		}
	}
}
END_TEST

static const unsigned int variants[] = {
	0,
	FX_NO_DHT,
	FX_DQT16,
	FX_FILL_BYTES,
	FX_NONINTERLEAVED,
	FX_NO_JFIF,
	FX_OPT_DHT,
	FX_LONG_DHT,
	FX_SHARED_TABLES,
	FX_ONE_SEGMENT,
	FX_JUNK_BETWEEN_SEGMENTS,
	FX_BIG_APPS,
	FX_NO_EOI,
	FX_AVI1 | FX_NO_DHT,
	FX_NONINTERLEAVED | FX_FILL_BYTES | FX_OPT_DHT,
	FX_STRAY_BEFORE_RST,
};

START_TEST(test_variants)
{
	unsigned int v, restart;

	need_oracle();
	for (v = 0; v < sizeof(variants) / sizeof(variants[0]); v++) {
		for (restart = 0; restart < 12; restart += restart ? 4 : 1) {
			struct fx_jpeg j;
			size_t size;

			fx_jpeg_init(&j, 75, 53, kinds[_i].sampling);
			j.flags = variants[v];
			j.restart_interval = restart;
			j.seed = v;
			size = write_stream(&j);
			ck_assert_uint_eq(decode_ok(size).restart_interval, restart);
			compare(size);
		}
	}
}
END_TEST

START_TEST(test_content)
{
	static const unsigned int qualities[] = { 1, 25, 75, 95, 100 };
	int pattern;
	unsigned int q;

	need_oracle();
	for (pattern = FX_PAT_WAVES; pattern <= FX_PAT_COEF_FULL; pattern++) {
		for (q = 0; q < 5; q++) {
			struct fx_jpeg j;
			size_t size;

			/* Coefficients of these are legal at the best quality only. */
			if (pattern >= FX_PAT_COEF_DC11 && qualities[q] != 100)
				continue;
			fx_jpeg_init(&j, 61, 47, kinds[_i].sampling);
			j.pattern = (enum fx_pattern)pattern;
			j.quality = qualities[q];
			size = write_stream(&j);
			decode_ok(size);
			compare(size);
		}
	}
}
END_TEST

/* Every legal choice of factors whose ratios are whole, Cb and Cr independent. */
START_TEST(test_factors)
{
	unsigned int f[6], i, n = 0;

	need_oracle();
	for (i = 0; i < 4096; i++) {
		struct fx_jpeg j;
		unsigned int k, blocks = 0;
		size_t size;

		for (k = 0; k < 6; k++)
			f[k] = 1 + (i >> 2 * k & 3);
		for (k = 0; k < 3; k++)
			blocks += f[2 * k] * f[2 * k + 1];
		if (blocks > 10 || f[0] % f[2] || f[0] % f[4] || f[1] % f[3] || f[1] % f[5])
			continue;
		fx_jpeg_init(&j, 37, 29, FX_444);
		for (k = 0; k < 3; k++) {
			j.comp[k].h = f[2 * k];
			j.comp[k].v = f[2 * k + 1];
		}
		size = write_stream(&j);
		decode_ok(size);
		compare(size);
		n++;
	}
	ck_assert_uint_gt(n, 60);
}
END_TEST

START_TEST(test_progressive)
{
	static const unsigned int flags[] = { 0, FX_OPT_DHT, FX_FILL_BYTES, FX_NO_EOI };
	unsigned int f, restart;

	need_oracle();
	for (f = 0; f < 4; f++) {
		for (restart = 0; restart < 8; restart += 7) {
			struct libcodec_image_info info;
			struct fx_jpeg j;
			size_t size;

			fx_jpeg_init(&j, 75, 53, kinds[_i].sampling);
			j.sof = 0xc2;
			j.flags = flags[f];
			j.restart_interval = restart;
			size = write_stream(&j);
			info = decode_ok(size);
			ck_assert_uint_eq(info.process, LIBCODEC_PROCESS_PROGRESSIVE);
			ck_assert_uint_eq(info.present & LIBCODEC_INFO_UNREFINED, 0);
			ck_assert_uint_eq(info.consumed, size);
			compare(size);
		}
	}
}
END_TEST

/* The height comes from a DNL: the same samples as with it in the frame header. */
START_TEST(test_dnl)
{
	struct fx_jpeg j;
	size_t size, plain;
	uint8_t *want;

	fx_jpeg_init(&j, 75, 53, kinds[_i].sampling);
	plain = write_stream(&j);
	decode_ok(plain);
	want = malloc(TESTBED_IMAGE_MAX);
	memcpy(want, cpu.pixels, TESTBED_IMAGE_MAX);
	j.flags = FX_DNL;
	size = write_stream(&j);
	ck_assert_uint_gt(size, plain);
	ck_assert_uint_eq(decode_ok(size).height, 53);
	ck_assert_int_eq(memcmp(cpu.pixels, want, TESTBED_IMAGE_MAX), 0);
	free(want);
}
END_TEST

/* One component: an MCU is one block, whatever the factors say (T.81 A.2.2). */
START_TEST(test_grey_factors)
{
	unsigned int h, v;

	need_oracle();
	for (h = 1; h <= 4; h++) {
		for (v = 1; v <= 4; v++) {
			struct fx_jpeg j;
			size_t size;

			fx_jpeg_init(&j, 43, 27, FX_GREY);
			j.comp[0].h = h;
			j.comp[0].v = v;
			j.restart_interval = 3;
			size = write_stream(&j);
			ck_assert_uint_eq(decode_ok(size).format, LIBCODEC_FORMAT_GREY);
			compare(size);
		}
	}
}
END_TEST

START_TEST(test_long_sides)
{
	struct fx_jpeg j;
	size_t size;

	need_oracle();
	fx_jpeg_init(&j, 65500, 1, FX_420);
	size = write_stream(&j);
	decode_ok(size);
	compare(size);
	fx_jpeg_init(&j, 1, 65500, FX_422);
	size = write_stream(&j);
	ck_assert_uint_eq(layout().width, 65500);
	/* 64 bytes a row don't fit; two do. */
	decode_ok(size);
	ck_assert_uint_eq(layout().plane_stride[0], 2);
	compare(size);
}
END_TEST

#ifdef HAVE_TURBOJPEG
/* The same planes through the API that most people know. */
START_TEST(test_turbojpeg_planes)
{
	static const enum fx_sampling standard[] = { FX_444, FX_422, FX_420 };
	struct libcodec_image_layout l;
	uint8_t *plane[3] = { NULL };
	struct fx_jpeg j;
	unsigned int i, x, y;
	int strides[3], width, height, sub, space;
	tjhandle tj = tjInitDecompress();
	size_t size;

	fx_jpeg_init(&j, 333, 217, standard[_i]);
	size = write_stream(&j);
	decode_ok(size);
	l = layout();
	ck_assert_int_eq(
		tjDecompressHeader3(tj, cpu.stream, size, &width, &height, &sub, &space),
		0);
	for (i = 0; i < 3; i++) {
		strides[i] = tjPlaneWidth((int)i, width, sub);
		plane[i] = malloc(tjPlaneSizeYUV((int)i, width, 0, height, sub));
	}
	ck_assert_int_eq(tjDecompressToYUVPlanes(tj, cpu.stream, size, plane, width,
						 strides, height, TJFLAG_ACCURATEDCT),
			 0);
	for (y = 0; y < l.height; y++)
		ck_assert_mem_eq(row(&l, 0, y), plane[0] + (size_t)y * (size_t)strides[0],
				 l.width);
	for (y = 0; y < l.plane_height[1]; y++)
		for (x = 0; x < l.plane_width[1]; x++)
			if (row(&l, 1, y)[x] !=
			    plane[1 + x % 2][y * (unsigned int)strides[1] + x / 2])
				ck_abort_msg("chroma differs at %u,%u", x, y);
	for (i = 0; i < 3; i++)
		free(plane[i]);
	tjDestroy(tj);
}
END_TEST
#endif

/* --- preferences --- */

static void prefer(uint32_t format)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.output_format = format,
	};

	ck_assert_int_eq(libcodec_decoder_set_params(cpu.dec, &p), 0);
}

/* NV12 from any colour; grey stays grey, silently. */
START_TEST(test_prefer_nv12)
{
	struct fx_jpeg j;
	size_t size;

	need_oracle();
	prefer(LIBCODEC_FORMAT_NV12);
	fx_jpeg_init(&j, 51, 39, kinds[_i].sampling);
	size = write_stream(&j);
	ck_assert_uint_eq(decode_ok(size).format, kinds[_i].sampling == FX_GREY ?
							  LIBCODEC_FORMAT_GREY :
							  LIBCODEC_FORMAT_NV12);
	compare(size);
}
END_TEST

static int clamp(double v)
{
	int i = (int)(v + 0.5);

	return v < 0 ? 0 : i > 255 ? 255 : i;
}

static bool rgb_is_offered(enum fx_sampling sampling)
{
	return sampling == FX_GREY || sampling == FX_444 || sampling == FX_422 ||
	       sampling == FX_420 || sampling == FX_440;
}

/* RGB where no pass over the picture is added; else what comes without the preference. */
START_TEST(test_prefer_rgb)
{
	static const unsigned int sides[] = { 1, 2, 7, 16, 17, 33, 40, 66 };
	unsigned int i, flags;

	need_oracle();
	prefer(LIBCODEC_FORMAT_RGB);
	for (i = 0; i < 64; i++) {
		for (flags = 0; flags < 3; flags++) {
			struct fx_jpeg j;
			size_t size;

			fx_jpeg_init(&j, sides[i / 8], sides[i % 8], kinds[_i].sampling);
			j.pattern = i & 1 ? FX_PAT_NOISE : FX_PAT_WAVES;
			j.flags = flags == 1 ? FX_NONINTERLEAVED : 0;
			j.sof = flags == 2 ? 0xc2 : 0xc0;
			j.seed = i;
			size = write_stream(&j);
			ck_assert_uint_eq(decode_ok(size).format,
					  rgb_is_offered(kinds[_i].sampling) ?
						  LIBCODEC_FORMAT_RGB :
						  kinds[_i].format);
			compare(size);
		}
	}
}
END_TEST

/* The same samplings by other factors than the usual ones, as some cameras write them. */
START_TEST(test_prefer_rgb_factors)
{
	static const unsigned int factors[][6] = {
		{ 2, 2, 1, 2, 1, 2 }, { 2, 1, 2, 1, 2, 1 }, { 2, 2, 2, 1, 2, 1 },
		{ 1, 2, 1, 2, 1, 2 }, { 4, 1, 2, 1, 2, 1 }, { 1, 4, 1, 2, 1, 2 },
	};
	struct fx_jpeg j;
	unsigned int k;
	size_t size;

	need_oracle();
	prefer(LIBCODEC_FORMAT_RGB);
	fx_jpeg_init(&j, 51, 39, FX_444);
	for (k = 0; k < 3; k++) {
		j.comp[k].h = factors[_i][2 * k];
		j.comp[k].v = factors[_i][2 * k + 1];
	}
	size = write_stream(&j);
	ck_assert_uint_eq(decode_ok(size).format, LIBCODEC_FORMAT_RGB);
	compare(size);
}
END_TEST

/* The real formula, within one. */
START_TEST(test_prefer_rgb_formula)
{
	bool offered = kinds[_i].sampling == FX_444 || kinds[_i].sampling == FX_420;
	unsigned int shift = kinds[_i].sampling == FX_420 ? 1 : 0;
	struct libcodec_image_layout native;
	struct fx_jpeg j;
	unsigned int x, y, k;
	uint8_t *yuv;
	size_t size;

	fx_jpeg_init(&j, 51, 39, kinds[_i].sampling);
	size = write_stream(&j);
	decode_ok(size);
	native = layout();
	yuv = malloc(TESTBED_IMAGE_MAX);
	memcpy(yuv, cpu.pixels, TESTBED_IMAGE_MAX);
	prefer(LIBCODEC_FORMAT_RGB);
	decode_ok(size);
	for (y = 0; offered && y < 39; y++) {
		struct libcodec_image_layout l = layout();

		for (x = 0; x < 51; x++) {
			const uint8_t *c = yuv + native.plane_offset[1] +
					   (y >> shift) * native.plane_stride[1] +
					   2 * (x >> shift);
			double l0 = yuv[y * native.plane_stride[0] + x];
			double u = c[0] - 128.0, v = c[1] - 128.0;
			int want[3] = { clamp(l0 + 1.402 * v),
					clamp(l0 - 0.344136 * u - 0.714136 * v),
					clamp(l0 + 1.772 * u) };

			for (k = 0; k < 3; k++)
				if (abs(row(&l, 0, y)[3 * x + k] - want[k]) > 1)
					ck_abort_msg("RGB differs at %u,%u", x, y);
		}
	}
	free(yuv);
}
END_TEST

#ifdef HAVE_LIBPNG
/* A PNG stays what it is, whatever is preferred. */
START_TEST(test_prefer_png)
{
	static const uint8_t key[] = { 0, 1, 0, 2, 0, 3 };
	static const uint32_t preferred[] = { LIBCODEC_FORMAT_RGB, LIBCODEC_FORMAT_NV12 };
	struct fx_png png;
	size_t size;

	fx_png_init(&png, 23, 17, 2, 8);
	png.trns = key;
	png.ntrns = sizeof(key);
	size = fx_png_write(&png, cpu.stream, TESTBED_STREAM_MAX);
	ck_assert_uint_gt(size, 0);
	prefer(preferred[_i]);
	ck_assert_uint_eq(decode_ok(size).format, LIBCODEC_FORMAT_RGBA);
}
END_TEST
#endif

/* Samples that are R, G, B come as RGB and are never called NV24. */
START_TEST(test_coded_rgb)
{
	struct libcodec_image_info info;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 35, 21, FX_444);
	j.flags = FX_NO_JFIF | FX_ADOBE0;
	size = write_stream(&j);
	info = decode_ok(size);
	ck_assert_uint_eq(info.format, LIBCODEC_FORMAT_RGB);
	ck_assert_uint_eq(info.matrix, LIBCODEC_MATRIX_UNSPECIFIED);
	compare(size);
	fx_jpeg_init(&j, 35, 21, FX_420);
	j.flags = FX_NO_JFIF | FX_ADOBE0;
	size = write_stream(&j);
	ck_assert_uint_eq(decode_bad(cpu.stream, size, -EOPNOTSUPP).feature,
			  LIBCODEC_FEATURE_COLOURSPACE);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("decode");
	TCase *tc = tcase_create("decode");

	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, decoding_setup, decoding_teardown);
	tcase_add_loop_test(tc, test_sizes, 0, N_KINDS);
	tcase_add_loop_test(tc, test_variants, 0, N_KINDS);
	tcase_add_loop_test(tc, test_content, 0, N_KINDS);
	tcase_add_test(tc, test_factors);
	tcase_add_loop_test(tc, test_progressive, 0, N_KINDS);
	tcase_add_loop_test(tc, test_dnl, 0, N_KINDS);
	tcase_add_test(tc, test_grey_factors);
	tcase_add_test(tc, test_long_sides);
#ifdef HAVE_TURBOJPEG
	tcase_add_loop_test(tc, test_turbojpeg_planes, 0, 3);
#endif
	tcase_add_loop_test(tc, test_prefer_nv12, 0, N_KINDS);
	tcase_add_loop_test(tc, test_prefer_rgb, 0, N_KINDS);
	tcase_add_loop_test(tc, test_prefer_rgb_factors, 0, 6);
	tcase_add_loop_test(tc, test_prefer_rgb_formula, 0, N_KINDS);
#ifdef HAVE_LIBPNG
	tcase_add_loop_test(tc, test_prefer_png, 0, 2);
#endif
	tcase_add_test(tc, test_coded_rgb);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("decode", make_suite);
}
