/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Whole pictures through the public API: samples against libjpeg-turbo, sample for sample;
 * chroma that is averaged against a plain reading of the rule; typed errors; and that a
 * bad frame spoils nothing.
 */
#include "config.h"

#include "testbed.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_TURBOJPEG
#include <turbojpeg.h>
#endif

#include "jpeg-writer.h"
#include "oracle.h"
#include "png-writer.h"

#define STREAM_MAX (1u << 20)
#define IMAGE_MAX  (1u << 20)
#define POISON     0xa5

static struct testbed tb;
static struct libcodec_context *ctx;
static struct libcodec_decoder *dec;
static struct libcodec_image *image;
static uint8_t *stream, *pixels;

static void setup(void)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.capacity = IMAGE_MAX,
	};

	testbed_init(&tb);
	testbed_add_cpu(&tb);
	ctx = testbed_context(&tb);
	dec = testbed_decoder(ctx, NULL);
	stream = malloc(STREAM_MAX);
	pixels = malloc(IMAGE_MAX);
	p.data = pixels;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
}

static void teardown(void)
{
	libcodec_image_unref(image);
	libcodec_decoder_unref(dec);
	libcodec_context_unref(ctx);
	free(stream);
	free(pixels);
	testbed_done(&tb);
}

static size_t write_stream(const struct fx_jpeg *j)
{
	size_t n = fx_jpeg_write(j, stream, STREAM_MAX);

	ck_assert_uint_gt(n, 0);
	return n;
}

static struct libcodec_image_layout layout(void)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };

	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	return l;
}

static const uint8_t *row(const struct libcodec_image_layout *l, unsigned int plane,
			  unsigned int y)
{
	return pixels + l->plane_offset[plane] + (size_t)y * l->plane_stride[plane];
}

/* Decode into poison; everything that is no pixel must still be poison afterwards. */
static struct libcodec_image_info decode_ok(size_t size)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_result res = { .struct_size = sizeof(res) };
	struct libcodec_image_layout l;
	uint8_t *visible;
	unsigned int p, y;
	size_t i;
	int r;

	memset(pixels, POISON, IMAGE_MAX);
	r = libcodec_decoder_decode(dec, stream, size, image, &info);
	libcodec_decoder_get_result(dec, &res);
	ck_assert_msg(r == 0, "%d: %s", r, res.message);
	l = layout();
	visible = calloc(1, IMAGE_MAX);
	for (p = 0; p < l.n_planes; p++)
		for (y = 0; y < l.plane_height[p]; y++)
			memset(visible + (row(&l, p, y) - pixels), 1, l.plane_width[p]);
	for (i = 0; i < IMAGE_MAX; i++)
		if (!visible[i] && pixels[i] != POISON)
			ck_abort_msg("byte %zu is written and is no pixel", i);
	free(visible);
	return info;
}

/* A decode that must fail; returns why. */
static struct libcodec_result decode_bad(const void *data, size_t size, int error)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info), .width = 77 };
	struct libcodec_result res = { .struct_size = sizeof(res) };
	int r = libcodec_decoder_decode(dec, data, size, image, &info);

	libcodec_decoder_get_result(dec, &res);
	ck_assert_msg(r == error, "%d, not %d: %s", r, error, res.message);
	ck_assert_int_eq(res.error, error);
	ck_assert_str_ne(res.message, "");
	ck_assert_uint_eq(info.width, 77);
	return res;
}

/* Samples against libjpeg-turbo's. */
static void compare(size_t size)
{
	struct libcodec_image_layout l = layout();
	char why[128];

	if (oracle_compare(stream, size, &l, pixels, why, sizeof(why)) < 0)
		ck_abort_msg("%s", why);
}

static void need_oracle(void)
{
	if (!oracle_there())
		test_skip("turbojpeg", "built without libjpeg-turbo, so there is nothing to "
				       "compare samples with");
}

/* --- samples --- */

static const struct {
	enum fx_sampling sampling;
	uint32_t format, sampling_is;
} kinds[] = {
	{ FX_GREY, LIBCODEC_FORMAT_GREY, LIBCODEC_SAMPLING_400 },
	{ FX_444, LIBCODEC_FORMAT_NV24, LIBCODEC_SAMPLING_444 },
	{ FX_422, LIBCODEC_FORMAT_NV16, LIBCODEC_SAMPLING_422 },
	{ FX_420, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_420 },
	{ FX_440, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_440 },
	{ FX_411, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_411 },
	{ FX_410, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_410 },
	{ FX_441, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_OTHER },
};
#define N_KINDS ((int)(sizeof(kinds) / sizeof(kinds[0])))

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
	want = malloc(IMAGE_MAX);
	memcpy(want, pixels, IMAGE_MAX);
	j.flags = FX_DNL;
	size = write_stream(&j);
	ck_assert_uint_gt(size, plain);
	ck_assert_uint_eq(decode_ok(size).height, 53);
	ck_assert_int_eq(memcmp(pixels, want, IMAGE_MAX), 0);
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
	ck_assert_int_eq(tjDecompressHeader3(tj, stream, size, &width, &height, &sub, &space),
			 0);
	for (i = 0; i < 3; i++) {
		strides[i] = tjPlaneWidth((int)i, width, sub);
		plane[i] = malloc(tjPlaneSizeYUV((int)i, width, 0, height, sub));
	}
	ck_assert_int_eq(tjDecompressToYUVPlanes(tj, stream, size, plane, width, strides,
						 height, TJFLAG_ACCURATEDCT),
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

	ck_assert_int_eq(libcodec_decoder_set_params(dec, &p), 0);
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
	yuv = malloc(IMAGE_MAX);
	memcpy(yuv, pixels, IMAGE_MAX);
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
	size = fx_png_write(&png, stream, STREAM_MAX);
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
	ck_assert_uint_eq(decode_bad(stream, size, -EOPNOTSUPP).feature,
			  LIBCODEC_FEATURE_COLOURSPACE);
}
END_TEST

/* --- typed errors --- */

static const struct {
	const char *file;
	int error;
	uint32_t feature, truncated;
} fixtures[] = {
	{ "jpeg-2comp.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_COMPONENTS, 0 },
	{ "jpeg-cmyk.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_COMPONENTS, 0 },
	{ "jpeg-ycck.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_COMPONENTS, 0 },
	{ "jpeg-zero-height.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-12bit.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_PRECISION, 0 },
	{ "jpeg-sof3-lossless.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_LOSSLESS, 0 },
	{ "jpeg-sof5-hierarchical.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_HIERARCHICAL, 0 },
	{ "jpeg-sof9-arithmetic.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_ARITHMETIC, 0 },
	{ "jpeg-65535x65535-in-200-bytes.jpg", -EFBIG, LIBCODEC_FEATURE_PIXELS, 0 },
	{ "jpeg-no-dqt.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-18-blocks-per-mcu.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-zero-width.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-factor-0.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-factor-5.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-bad-sof-length.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-bad-quant-selector.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-bad-table-selector.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-unknown-scan-component.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-oversubscribed-dht.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-bad-dqt-precision.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-wrong-rst-number.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-truncated.jpg", -EBADMSG, 0, 1 },
	{ "jpeg-header-only.jpg", -EBADMSG, 0, 1 },
	{ "jpeg-ends-in-sos.jpg", -EBADMSG, 0, 1 },
	{ "jpeg-soi-only.jpg", -EBADMSG, 0, 1 },
	{ "not-a-picture.txt", -EOPNOTSUPP, LIBCODEC_FEATURE_CODEC, 0 },
	{ "not-a-picture.gif", -EOPNOTSUPP, LIBCODEC_FEATURE_CODEC, 0 },
	{ "empty.bin", -EBADMSG, 0, 1 },
};

START_TEST(test_typed_errors)
{
	struct libcodec_result res;
	struct fx_jpeg j;
	char path[256];
	uint8_t *data;
	size_t size;

	snprintf(path, sizeof(path), "fixtures/data/%s", fixtures[_i].file);
	data = test_read_file(path, &size);
	res = decode_bad(data, size, fixtures[_i].error);
	ck_assert_uint_eq(res.feature, fixtures[_i].feature);
	ck_assert_uint_eq(res.truncated, fixtures[_i].truncated);
	ck_assert_uint_le(res.offset, size);
	free(data);
	/* The next good frame goes into the same objects. */
	fx_jpeg_init(&j, 40, 30, FX_420);
	size = write_stream(&j);
	decode_ok(size);
	compare(size);
}
END_TEST

/* A good file cut anywhere is an error and nothing worse, and the reason is the end. */
START_TEST(test_cut_anywhere)
{
	struct libcodec_result res = { .struct_size = sizeof(res) };
	struct fx_jpeg j;
	size_t size, n;
	uint8_t *copy;

	fx_jpeg_init(&j, 33, 25, kinds[_i].sampling);
	j.restart_interval = 2;
	j.orientation = 6;
	size = write_stream(&j);
	/* Without EOI the picture is still whole. */
	for (n = 0; n < size - 2; n++) {
		copy = malloc(n ? n : 1); /* exact, so that a sanitizer sees a step too far */
		memcpy(copy, stream, n);
		if (n < 2) {
			libcodec_decoder_decode(dec, copy, n, image, NULL);
		} else {
			res = decode_bad(copy, n, -EBADMSG);
			ck_assert_msg(res.truncated, "cut at %zu: %s", n, res.message);
			ck_assert_uint_le(res.offset, n);
		}
		free(copy);
	}
	decode_ok(size - 2);
	compare(size);
}
END_TEST

/* Damage anywhere: any outcome but a crash, a write outside, or a spoilt decoder. */
START_TEST(test_damage)
{
	struct fx_jpeg j;
	uint32_t seed = 1;
	size_t size, n, i;
	uint8_t *good;

	fx_jpeg_init(&j, 45, 37, kinds[_i].sampling);
	j.restart_interval = 5;
	j.flags = _i & 1 ? FX_OPT_DHT : FX_NONINTERLEAVED;
	size = write_stream(&j);
	good = malloc(size);
	memcpy(good, stream, size);
	for (n = 0; n < 20000; n++) {
		unsigned int hits = 1 + n % 4;

		memcpy(stream, good, size);
		for (i = 0; i < hits; i++) {
			seed = seed * 1664525u + 1013904223u;
			stream[(seed >> 8) % size] ^= (uint8_t)(1u << (seed & 7));
		}
		memset(pixels + IMAGE_MAX - 64, POISON, 64);
		libcodec_decoder_decode(dec, stream, size, image, NULL);
	}
	memcpy(stream, good, size);
	decode_ok(size);
	compare(size);
	free(good);
}
END_TEST

/* --- partial pictures --- */

static void accept_partial(void)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.accept = LIBCODEC_ACCEPT_PARTIAL,
	};

	ck_assert_int_eq(libcodec_decoder_set_params(dec, &p), 0);
}

/* How many rows of luma are those of the whole picture, which @want holds. */
static unsigned int equal_rows(const uint8_t *want)
{
	struct libcodec_image_layout l = layout();
	unsigned int y;

	for (y = 0; y < l.height; y++)
		if (memcmp(row(&l, 0, y), want + (row(&l, 0, y) - pixels), l.width) != 0)
			break;
	return y;
}

static uint8_t *whole_picture(size_t size)
{
	uint8_t *want = malloc(IMAGE_MAX);

	decode_ok(size);
	memcpy(want, pixels, IMAGE_MAX);
	return want;
}

/*
 * A stump gives the rows that are there, and says how many: all that it says are right,
 * and not more than one MCU row that was is kept back.
 */
START_TEST(test_partial_stump)
{
	unsigned int mcu = kinds[_i].sampling == FX_441 ? 32 :
			   kinds[_i].format == LIBCODEC_FORMAT_NV12 &&
					   kinds[_i].sampling != FX_411 ?
							 16 :
							 8;
	struct fx_jpeg j;
	size_t size, begin, n;
	uint8_t *want;

	fx_jpeg_init(&j, 75, 150, kinds[_i].sampling);
	j.restart_interval = _i & 1 ? 3 : 0;
	size = write_stream(&j);
	want = whole_picture(size);
	begin = fx_jpeg_find(stream, size, 0xda) + 40;
	accept_partial();
	for (n = size - 10; n > begin; n -= 97) {
		struct libcodec_image_info info = { .struct_size = sizeof(info) };
		unsigned int rows;
		int r = libcodec_decoder_decode(dec, stream, n, image, &info);

		if (r == -EBADMSG) /* too few bytes for a picture of that size */
			break;
		ck_assert_int_eq(r, 0);
		ck_assert(info.present & LIBCODEC_INFO_PARTIAL);
		rows = equal_rows(want);
		ck_assert_uint_le(info.good_rows, rows);
		ck_assert_uint_ge(info.good_rows + 2 * mcu, rows);
	}
	ck_assert_uint_lt(n, size / 2);
	ck_assert_uint_eq(decode_ok(size).good_rows, 150);
	free(want);
}
END_TEST

/* Damage in one interval is lost with that interval; the rest is as it was. */
START_TEST(test_partial_resync)
{
	unsigned int n_rst, victim;
	struct fx_jpeg j;
	size_t size, i, at[64];
	uint8_t *want, *good;

	fx_jpeg_init(&j, 64, 160, FX_422);
	j.restart_interval = 4; /* one MCU row */
	size = write_stream(&j);
	want = whole_picture(size);
	good = malloc(size);
	memcpy(good, stream, size);
	for (i = fx_jpeg_find(stream, size, 0xda), n_rst = 0; i + 1 < size; i++)
		if (stream[i] == 0xff && stream[i + 1] >= 0xd0 && stream[i + 1] <= 0xd7)
			at[n_rst++] = i;
	ck_assert_uint_eq(n_rst, 19);
	accept_partial();
	for (victim = 0; victim < 17; victim++) {
		struct libcodec_image_info info = { .struct_size = sizeof(info) };
		struct libcodec_image_layout l;
		unsigned int y;

		/* Take one whole interval out, with its marker. */
		memcpy(stream, good, at[victim]);
		memcpy(stream + at[victim], good + at[victim + 1], size - at[victim + 1]);
		ck_assert_int_eq(libcodec_decoder_decode(dec, stream,
							 size - at[victim + 1] + at[victim],
							 image, &info),
				 0);
		ck_assert(info.present & LIBCODEC_INFO_PARTIAL);
		ck_assert_uint_eq(info.good_rows, 8 * (victim + 1));
		l = layout();
		for (y = 0; y < 160; y++)
			if (y / 8 != victim + 1 &&
			    memcmp(row(&l, 0, y), want + (row(&l, 0, y) - pixels), 64))
				ck_abort_msg("interval %u: row %u is lost too", victim, y);
	}
	free(good);
	free(want);
}
END_TEST

/* By default none of that is accepted. */
START_TEST(test_partial_is_asked_for)
{
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 75, 53, kinds[_i].sampling);
	j.sof = 0xc2;
	size = write_stream(&j);
	ck_assert(decode_bad(stream, size * 2 / 3, -EBADMSG).truncated);
	accept_partial();
	ck_assert_int_eq(libcodec_decoder_decode(dec, stream, size * 2 / 3, image, NULL), 0);
	libcodec_decoder_set_params(dec, NULL);
	decode_ok(size);
	compare(size);
}
END_TEST

/* A progressive file that ends early by its own EOI is the best picture so far. */
START_TEST(test_unrefined)
{
	struct libcodec_image_info info;
	struct fx_jpeg j;
	size_t size, sos;

	need_oracle();
	fx_jpeg_init(&j, 75, 53, kinds[_i].sampling);
	j.sof = 0xc2;
	size = write_stream(&j);
	/* Behind the first scan, which has all of DC: the marker of the next one. */
	sos = fx_jpeg_find(stream, size, 0xda) + 2;
	while (!(stream[sos] == 0xff && stream[sos + 1] != 0x00))
		sos++;
	stream[sos + 1] = 0xd9;
	info = decode_ok(sos + 2);
	ck_assert(info.present & LIBCODEC_INFO_UNREFINED);
	compare(sos + 2);
	/* Without the EOI it is cut off. */
	ck_assert(decode_bad(stream, sos, -EBADMSG).truncated);
}
END_TEST

/* --- several pictures --- */

START_TEST(test_next_jpeg)
{
	size_t begin[5], end[5], n = 0, at = 0, size = 0, from = 0;
	struct fx_jpeg j;
	unsigned int i;

	memset(stream, 0x55, 7);
	n = 7;
	for (i = 0; i < 5; i++) {
		fx_jpeg_init(&j, 40 + i, 30, kinds[_i].sampling);
		j.orientation = 6;
		j.restart_interval = i;
		j.flags = (i == 1 ? FX_NO_EOI : 0) | (i == 2 ? FX_FILL_BYTES : 0) |
			  (i == 3 ? FX_BIG_APPS : 0); /* with SOI and EOI inside */
		begin[i] = n;
		n += fx_jpeg_write(&j, stream + n, STREAM_MAX - n);
		end[i] = n;
		if (i == 3) {
			memset(stream + n, 0, 100); /* as cameras pad */
			n += 100;
		}
	}
	for (i = 0; i < 5; i++) {
		struct libcodec_image_info info = { .struct_size = sizeof(info) };

		ck_assert_int_eq(libcodec_next_jpeg(stream, n, from, &at, &size), 0);
		ck_assert_uint_eq(at, begin[i]);
		ck_assert_uint_eq(at + size, end[i]);
		ck_assert_int_eq(libcodec_decoder_decode(dec, stream + at, size, image,
							 &info),
				 0);
		ck_assert_uint_eq(info.width, 40 + i);
		from = at + size;
	}
	ck_assert_int_eq(libcodec_next_jpeg(stream, n, from, &at, &size), -ENOENT);
	ck_assert_int_eq(libcodec_next_jpeg(NULL, 0, 0, &at, &size), -ENOENT);
	ck_assert_int_eq(libcodec_next_jpeg(stream, n, 0, NULL, &size), -EINVAL);
}
END_TEST

START_TEST(test_dtype)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p) };
	struct libcodec_result res;
	struct fx_jpeg j;
	size_t size;
	uint32_t d;

	fx_jpeg_init(&j, 40, 30, FX_420);
	size = write_stream(&j);
	for (d = LIBCODEC_DTYPE_U16; d <= LIBCODEC_DTYPE_F32; d++) {
		p.dtype = d;
		ck_assert_int_eq(libcodec_decoder_set_params(dec, &p), 0);
		res = decode_bad(stream, size, -EOPNOTSUPP);
		ck_assert_uint_eq(res.feature, LIBCODEC_FEATURE_DTYPE);
		ck_assert_uint_eq(res.detail, d);
	}
	p.dtype = d;
	ck_assert_int_eq(libcodec_decoder_set_params(dec, &p), -EINVAL);
}
END_TEST

START_TEST(test_too_small)
{
	struct libcodec_image *small = testbed_image(ctx, 1799);
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_result res = { .struct_size = sizeof(res) };
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 40, 30, FX_420);
	size = write_stream(&j);
	ck_assert_int_eq(libcodec_decoder_decode(dec, stream, size, small, &info), -ENOSPC);
	libcodec_decoder_get_result(dec, &res);
	ck_assert_uint_eq(res.stage, LIBCODEC_STAGE_CONFIGURE);
	ck_assert_ptr_nonnull(strstr(res.message, "40x30"));
	/* A smaller one still fits. */
	fx_jpeg_init(&j, 20, 30, FX_420);
	size = write_stream(&j);
	ck_assert_int_eq(libcodec_decoder_decode(dec, stream, size, small, &info), 0);
	libcodec_image_unref(small);
}
END_TEST

START_TEST(test_limits)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p), .max_width = 39 };
	struct libcodec_result res;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 40, 30, FX_420);
	j.flags = FX_NONINTERLEAVED;
	size = write_stream(&j);
	libcodec_decoder_set_params(dec, &p);
	res = decode_bad(stream, size, -EFBIG);
	ck_assert_uint_eq(res.feature, LIBCODEC_FEATURE_WIDTH);
	ck_assert_uint_eq(res.detail, 40);
	p.max_width = 0;
	p.max_height = 29;
	libcodec_decoder_set_params(dec, &p);
	ck_assert_uint_eq(decode_bad(stream, size, -EFBIG).feature, LIBCODEC_FEATURE_HEIGHT);
	p.max_height = 0;
	p.max_pixels = 1199;
	libcodec_decoder_set_params(dec, &p);
	ck_assert_uint_eq(decode_bad(stream, size, -EFBIG).feature, LIBCODEC_FEATURE_PIXELS);
	p.max_pixels = 1200;
	p.max_segment_bytes = 60;
	libcodec_decoder_set_params(dec, &p);
	ck_assert_uint_eq(decode_bad(stream, size, -EFBIG).feature,
			  LIBCODEC_FEATURE_SEGMENT);
	p.max_segment_bytes = 0;
	p.max_scratch_bytes = 1000;
	libcodec_decoder_set_params(dec, &p);
	ck_assert_uint_eq(decode_bad(stream, size, -EOPNOTSUPP).feature,
			  LIBCODEC_FEATURE_MULTI_SCAN);
	libcodec_decoder_set_params(dec, NULL);
	decode_ok(size);
}
END_TEST

START_TEST(test_deadline)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p), .deadline_ns = 1 };
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 640, 480, FX_420);
	size = write_stream(&j);
	libcodec_decoder_set_params(dec, &p);
	decode_bad(stream, size, -ETIMEDOUT);
	p.deadline_ns = UINT64_MAX;
	libcodec_decoder_set_params(dec, &p);
	decode_ok(size);
}
END_TEST

/* --- reports --- */

START_TEST(test_probe_is_true)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) }, have;
	struct libcodec_image_info bare = { .struct_size = sizeof(bare) };
	struct fx_jpeg j;
	unsigned int i;
	size_t size;

	fx_jpeg_init(&j, 99, 57, kinds[_i].sampling);
	size = write_stream(&j);
	ck_assert_int_eq(libcodec_decoder_probe(dec, stream, size, image, &info), 0);
	have = decode_ok(size);
	ck_assert_uint_eq(info.format, have.format);
	ck_assert_uint_eq(info.capacity, have.capacity);
	ck_assert_int_eq(libcodec_probe(stream, size, &bare), 0);
	ck_assert_uint_eq(bare.format, have.format);
	for (i = 0; i < have.n_planes; i++) {
		ck_assert_uint_eq(info.plane_stride[i], have.plane_stride[i]);
		ck_assert_uint_eq(info.plane_offset[i], have.plane_offset[i]);
		ck_assert_uint_eq(bare.plane_stride[i], have.plane_stride[i]);
	}
}
END_TEST

START_TEST(test_orientation)
{
	static const struct {
		uint32_t degrees, flip;
	} want[] = { { 0, 0 },	 { 0, 0 },  { 0, 1 },  { 180, 0 }, { 180, 1 },
		     { 270, 1 }, { 90, 0 }, { 90, 1 }, { 270, 0 }, { 0, 0 } };
	unsigned int flags;

	for (flags = 0; flags < 8; flags++) {
		struct libcodec_image_info info;
		size_t size, at, n;
		struct fx_jpeg j;

		fx_jpeg_init(&j, 40, 30, FX_420);
		j.orientation = (unsigned int)_i;
		j.flags = (flags & 1 ? FX_EXIF_BIG_ENDIAN : 0) |
			  (flags & 2 ? FX_EXIF_LONG : 0) |
			  (flags & 4 ? FX_EXIF_DAMAGED_MAKERNOTE : 0);
		size = write_stream(&j);
		info = decode_ok(size);
		ck_assert_uint_eq(info.rotation_degrees, want[_i].degrees);
		ck_assert_uint_eq(info.flip_horizontal, want[_i].flip);
		ck_assert_uint_eq(info.width, 40);
		ck_assert_uint_eq(!!(info.present & LIBCODEC_INFO_ORIENTATION),
				  _i >= 1 && _i <= 8);
		ck_assert_int_eq(libcodec_find_exif(stream, size, &at, &n),
				 _i ? 0 : -ENOENT);
		if (_i)
			ck_assert(stream[at] == 'I' || stream[at] == 'M');
	}
}
END_TEST

START_TEST(test_consumed)
{
	struct fx_jpeg j;
	size_t one, two;

	fx_jpeg_init(&j, 40, 30, kinds[_i].sampling);
	one = write_stream(&j);
	/* Two pictures in one buffer, then rubbish. */
	two = fx_jpeg_write(&j, stream + one, STREAM_MAX - one);
	memset(stream + one + two, 0x55, 100);
	ck_assert_uint_eq(decode_ok(one + two + 100).consumed, one);
	/* No EOI, and the next picture follows at once. */
	memmove(stream + one - 2, stream + one, two);
	ck_assert_uint_eq(decode_ok(one - 2 + two).consumed, one - 2);
}
END_TEST

/* --- destinations --- */

START_TEST(test_window)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 100,
		.height = 80,
		.format = LIBCODEC_FORMAT_RGB,
		.data = pixels,
		.capacity = IMAGE_MAX,
	};
	struct libcodec_decoder_params rgb = {
		.struct_size = sizeof(rgb),
		.output_format = LIBCODEC_FORMAT_RGB,
	};
	struct libcodec_image *parent, *window;
	struct fx_jpeg j;
	size_t size, i;

	ck_assert_int_eq(libcodec_image_new(ctx, &p, &parent), 0);
	ck_assert_int_eq(libcodec_image_new_window(parent, 10, 20, 33, 25, &window), 0);
	libcodec_decoder_set_params(dec, &rgb);
	fx_jpeg_init(&j, 33, 25, FX_444);
	size = write_stream(&j);
	memset(pixels, POISON, IMAGE_MAX);
	ck_assert_int_eq(libcodec_decoder_decode(dec, stream, size, window, NULL), 0);
	for (i = 0; i < 100 * 80 * 3; i++) {
		size_t x = i % 300 / 3, y = i / 300;

		if ((x < 10 || x >= 43 || y < 20 || y >= 45) && pixels[i] != POISON)
			ck_abort_msg("byte %zu outside of the window is written", i);
	}
	ck_assert_uint_ne(pixels[20 * 300 + 30], POISON);
	fx_jpeg_init(&j, 34, 25, FX_444);
	size = write_stream(&j);
	ck_assert_int_eq(libcodec_decoder_decode(dec, stream, size, window, NULL), -ENOSPC);
	libcodec_image_unref(window);
	libcodec_image_unref(parent);
}
END_TEST

START_TEST(test_no_write_access)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 40,
		.height = 30,
		.format = LIBCODEC_FORMAT_NV12,
		.access = LIBCODEC_ACCESS_READ,
	};
	struct libcodec_image *readonly;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 40, 30, FX_420);
	size = write_stream(&j);
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &readonly), 0);
	ck_assert_int_eq(libcodec_decoder_decode(dec, stream, size, readonly, NULL), -EACCES);
	libcodec_image_unref(readonly);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("decode");
	TCase *tc = tcase_create("decode");

	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, setup, teardown);
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
	tcase_add_loop_test(tc, test_typed_errors, 0,
			    (int)(sizeof(fixtures) / sizeof(fixtures[0])));
	tcase_add_loop_test(tc, test_cut_anywhere, 0, N_KINDS);
	tcase_add_loop_test(tc, test_damage, 0, N_KINDS);
	tcase_add_loop_test(tc, test_partial_stump, 0, N_KINDS);
	tcase_add_test(tc, test_partial_resync);
	tcase_add_loop_test(tc, test_partial_is_asked_for, 0, N_KINDS);
	tcase_add_loop_test(tc, test_unrefined, 0, N_KINDS);
	tcase_add_loop_test(tc, test_next_jpeg, 0, N_KINDS);
	tcase_add_test(tc, test_dtype);
	tcase_add_test(tc, test_too_small);
	tcase_add_test(tc, test_limits);
	tcase_add_test(tc, test_deadline);
	tcase_add_loop_test(tc, test_probe_is_true, 0, N_KINDS);
	tcase_add_loop_test(tc, test_orientation, 0, 10);
	tcase_add_loop_test(tc, test_consumed, 0, N_KINDS);
	tcase_add_test(tc, test_window);
	tcase_add_test(tc, test_no_write_access);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("decode", make_suite);
}
