/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The virtual JPEG device's engine: each format against the cpu backend's planes, through the
 * public API, of the same stream with a header that calls whole MCUs the picture; where a
 * sample lies is said here anew, format by format. Layouts, refusals, and knobs that count.
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <linux/videodev2.h>

#include "decoding.h"
#include "vjpeg/engine.h"

#define BUFFER (2u << 20)

static struct vjpeg_engine *engine;
static struct vjpeg_knobs knobs;
static uint8_t *buffer[VJPEG_PLANES], *written[VJPEG_PLANES];

static void setup(void)
{
	unsigned int m;

	decoding_setup();
	ck_assert_int_eq(vjpeg_engine_new(&engine), 0);
	vjpeg_knobs_begin(&knobs, 0);
	for (m = 0; m < VJPEG_PLANES; m++) {
		buffer[m] = malloc(BUFFER);
		written[m] = malloc(BUFFER);
		ck_assert(buffer[m] && written[m]);
	}
}

static void teardown(void)
{
	unsigned int m;

	for (m = 0; m < VJPEG_PLANES; m++) {
		free(buffer[m]);
		free(written[m]);
	}
	vjpeg_engine_free(engine);
	decoding_teardown();
}

static void poison(void)
{
	unsigned int m;

	for (m = 0; m < VJPEG_PLANES; m++) {
		memset(buffer[m], POISON, BUFFER);
		memset(written[m], 0, BUFFER);
	}
}

static int decode_at(size_t size, const struct vjpeg_layout *l, uint32_t x, uint32_t y)
{
	static const size_t room[VJPEG_PLANES] = { BUFFER, BUFFER, BUFFER };

	poison();
	return vjpeg_decode(engine, cpu.stream, size, l, x, y, buffer, room);
}

/* All that is not marked must be poison. */
static void check_untouched(void)
{
	unsigned int m;
	size_t i;

	for (m = 0; m < VJPEG_PLANES; m++)
		for (i = 0; i < BUFFER; i++)
			if (!written[m][i] && buffer[m][i] != POISON)
				ck_abort_msg("byte %zu of plane %u is written", i, m);
}

/* --- where a sample lies --- */

struct place {
	unsigned int mem;
	size_t at;
};

/* Chroma of @l at sample (@x, @y): component 1 or 2. */
static struct place chroma_at(const struct vjpeg_layout *l, unsigned int c, size_t x, size_t y)
{
	size_t bpl = l->bpl[0], luma = bpl * l->height, d = c - 1;

	switch (l->format) {
	case VJPEG_F_NV12:
	case VJPEG_F_NV16:
		return (struct place){ 0, luma + y * bpl + 2 * x + d };
	case VJPEG_F_NV12M:
	case VJPEG_F_NV16M:
		return (struct place){ 1, y * l->bpl[1] + 2 * x + d };
	case VJPEG_F_NV21:
		return (struct place){ 0, luma + y * bpl + 2 * x + !d };
	case VJPEG_F_NV21M:
		return (struct place){ 1, y * l->bpl[1] + 2 * x + !d };
	case VJPEG_F_NV24:
		return (struct place){ 0, luma + y * 2 * bpl + 2 * x + d };
	case VJPEG_F_YUV420:
		return (struct place){ 0, luma + d * luma / 4 + y * bpl / 2 + x };
	case VJPEG_F_YUV422P:
		return (struct place){ 0, luma + d * luma / 2 + y * bpl / 2 + x };
	case VJPEG_F_YUYV:
		return (struct place){ 0, y * bpl + 4 * x + 1 + 2 * d };
	case VJPEG_F_UYVY:
		return (struct place){ 0, y * bpl + 4 * x + 2 * d };
	case VJPEG_F_YVYU:
		return (struct place){ 0, y * bpl + 4 * x + 3 - 2 * d };
	case VJPEG_F_YUV24:
	case VJPEG_F_RGB24:
		return (struct place){ 0, y * bpl + 3 * x + c };
	default: /* YUV420M, YUV422M, YUV444M */
		return (struct place){ c, y * l->bpl[c] + x };
	}
}

static struct place place_of(const struct vjpeg_layout *l, unsigned int c, size_t x, size_t y)
{
	size_t row = y * l->bpl[0];

	if (c)
		return chroma_at(l, c, x, y);
	switch (l->format) {
	case VJPEG_F_YUYV:
	case VJPEG_F_YVYU:
		return (struct place){ 0, row + 2 * x };
	case VJPEG_F_UYVY:
		return (struct place){ 0, row + 2 * x + 1 };
	case VJPEG_F_YUV24:
	case VJPEG_F_RGB24:
		return (struct place){ 0, row + 3 * x };
	default:
		return (struct place){ 0, row + x };
	}
}

/* Luma samples to a chroma sample of a format. */
static unsigned int step_x(uint32_t format)
{
	uint32_t s = vjpeg_sampling_of(format);

	return s == LIBCODEC_SAMPLING_420 || s == LIBCODEC_SAMPLING_422 ? 2 : 1;
}

static unsigned int step_y(uint32_t format)
{
	return vjpeg_sampling_of(format) == LIBCODEC_SAMPLING_420 ? 2 : 1;
}

/* --- what the sample must be --- */

/* The stream and, decoded by the public API, all of its MCUs. */
struct wide {
	struct libcodec_image_layout l;
	uint32_t width, height;
	bool grey, rgb;
};

static struct wide decode_wide(const struct fx_jpeg *narrow, uint32_t output)
{
	struct libcodec_decoder_params params = {
		.struct_size = sizeof(params),
		.output_format = output,
	};
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	unsigned int w = 8 * narrow->comp[0].h, h = 8 * narrow->comp[0].v;
	struct fx_jpeg j = *narrow;
	struct libcodec_decoder *dec;
	struct wide wide = { .grey = j.ncomp == 1 };
	size_t size;

	wide.width = j.claim_width = (j.width + w - 1) / w * w;
	wide.height = j.claim_height = (j.height + h - 1) / h * h;
	size = write_stream(&j);
	dec = testbed_decoder(cpu.ctx, &params);
	ck_assert_int_eq(libcodec_decoder_decode(dec, cpu.stream, size, cpu.image, &info), 0);
	libcodec_decoder_unref(dec);
	wide.l = layout();
	wide.rgb = wide.l.format == LIBCODEC_FORMAT_RGB;
	return wide;
}

static unsigned int wide_sample(const struct wide *wide, unsigned int c, uint32_t x, uint32_t y)
{
	if (wide->rgb)
		return row(&wide->l, 0, y)[3 * x + c];
	if (!c)
		return row(&wide->l, 0, y)[x];
	return wide->grey ? 128 : row(&wide->l, 1, y)[2 * x + c - 1];
}

/* Everything of a buffer whose picture lies at (@px, @py). */
static void check_buffer(const struct vjpeg_layout *l, const struct wide *wide, uint32_t px,
			 uint32_t py)
{
	unsigned int c, n = l->format == VJPEG_F_GREY ? 1 : 3;
	uint32_t x, y;

	for (c = 0; c < n; c++) {
		unsigned int sx = c ? step_x(l->format) : 1, sy = c ? step_y(l->format) : 1;
		uint32_t left = px / sx, top = py / sy;
		uint32_t w = (wide->width + sx - 1) / sx, h = (wide->height + sy - 1) / sy;

		for (y = 0; y < l->height / sy; y++) {
			for (x = 0; x < l->width / sx; x++) {
				struct place p = place_of(l, c, x, y);
				bool in = x >= left && y >= top && x - left < w && y - top < h;
				unsigned int is = buffer[p.mem][p.at];
				unsigned int right =
					in ? wide_sample(wide, c, x - left, y - top) : 0x5a;

				if (is != right)
					ck_abort_msg("component %u at %u, %u is %u, not %u", c,
						     x, y, is, right);
				/* Not by an assertion, which is a system call for each sample. */
				if (p.at >= l->size[p.mem])
					ck_abort_msg("component %u at %u, %u lies outside", c, x,
						     y);
				written[p.mem][p.at] = 1;
			}
		}
	}
	check_untouched();
}

static uint32_t output_of(uint32_t format)
{
	return format == VJPEG_F_RGB24 ? LIBCODEC_FORMAT_RGB : 0;
}

/* A picture into a format, by the knobs. */
static void check_picture(const struct fx_jpeg *j, uint32_t format, uint32_t wanted_bpl,
			  uint32_t x, uint32_t y)
{
	struct vjpeg_layout l;
	struct wide wide;
	size_t size;

	wide = decode_wide(j, output_of(format));
	size = write_stream(j);
	ck_assert_int_eq(vjpeg_layout(&knobs, format, j->width, j->height, wanted_bpl, &l), 0);
	ck_assert_int_eq(decode_at(size, &l, x, y), 0);
	check_buffer(&l, &wide, x, y);
}

static const struct {
	unsigned int width, height;
} sizes[] = { { 1, 1 }, { 7, 5 }, { 17, 9 }, { 500, 375 }, { 307, 461 }, { 64, 32 } };

#define N_SIZES (sizeof(sizes) / sizeof(sizes[0]))

static const enum fx_sampling samplings[] = { FX_GREY, FX_420, FX_422, FX_444 };

static bool fits(unsigned int kind, uint32_t format)
{
	static const uint32_t is[] = { LIBCODEC_SAMPLING_400, LIBCODEC_SAMPLING_420,
				       LIBCODEC_SAMPLING_422, LIBCODEC_SAMPLING_444 };

	return kind == 0 || is[kind] == vjpeg_sampling_of(format);
}

/* Each format, and what it holds, in all sizes; with and without alignments. */
START_TEST(test_formats)
{
	uint32_t format = (uint32_t)_i;
	unsigned int k, n;

	for (k = 0; k < 4; k++) {
		for (n = 0; n < N_SIZES; n++) {
			struct fx_jpeg j;

			if (!fits(k, format))
				continue;
			fx_jpeg_init(&j, sizes[n].width, sizes[n].height, samplings[k]);
			j.seed = n;
			knobs.align_w = n % 2 ? 16 : 1;
			knobs.align_h = n % 2 ? 8 : 1;
			knobs.bpl_align = n % 3 == 2 ? 64 : 1;
			knobs.size_align = n % 3 ? 1 : 4096;
			check_picture(&j, format, 0, 0, 0);
		}
	}
}
END_TEST

/* MCUs stand out of the buffer, or leave much of it free. */
START_TEST(test_padding)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, 33, 17, FX_420);
	knobs.align_w = 2;
	knobs.align_h = 2;
	check_picture(&j, VJPEG_F_NV12, 0, 0, 0);
	knobs.align_w = 64;
	knobs.align_h = 64;
	check_picture(&j, VJPEG_F_NV12, 0, 0, 0);
	check_picture(&j, VJPEG_F_YUV420, 100, 0, 0);
	fx_jpeg_init(&j, 33, 17, FX_GREY);
	check_picture(&j, VJPEG_F_NV12M, 0, 0, 0);
}
END_TEST

START_TEST(test_pitch)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, 33, 17, FX_420);
	check_picture(&j, VJPEG_F_NV12, 77, 0, 0);
	check_picture(&j, VJPEG_F_NV21M, 77, 0, 0);
	check_picture(&j, VJPEG_F_YUV420M, 78, 0, 0);
	fx_jpeg_init(&j, 33, 17, FX_444);
	check_picture(&j, VJPEG_F_NV24, 77, 0, 0);
	check_picture(&j, VJPEG_F_YUV24, 200, 0, 0);
}
END_TEST

START_TEST(test_offset)
{
	struct fx_jpeg j;

	knobs.sel = VJPEG_SEL_OFFSET;
	fx_jpeg_init(&j, 33, 17, FX_420);
	check_picture(&j, VJPEG_F_NV12, 0, VJPEG_OFFSET_X, VJPEG_OFFSET_Y);
	check_picture(&j, VJPEG_F_YUV420M, 0, VJPEG_OFFSET_X, VJPEG_OFFSET_Y);
	fx_jpeg_init(&j, 33, 17, FX_422);
	check_picture(&j, VJPEG_F_YUYV, 0, VJPEG_OFFSET_X, VJPEG_OFFSET_Y);
	check_picture(&j, VJPEG_F_YUV422P, 0, VJPEG_OFFSET_X, VJPEG_OFFSET_Y);
}
END_TEST

/* The same header of other factors: what counts is the ratio, and single blocks for grey. */
START_TEST(test_factors)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, 35, 21, FX_444);
	j.comp[0].h = j.comp[1].h = j.comp[2].h = 2;
	check_picture(&j, VJPEG_F_NV24, 0, 0, 0);
	fx_jpeg_init(&j, 35, 21, FX_444);
	j.flags = FX_NO_JFIF | FX_ADOBE0;
	check_picture(&j, VJPEG_F_RGB24, 0, 0, 0);
	fx_jpeg_init(&j, 35, 21, FX_420);
	j.restart_interval = 2;
	j.flags = FX_NO_DHT | FX_BIG_APPS | FX_TRAILER;
	check_picture(&j, VJPEG_F_NV12, 0, 0, 0);
}
END_TEST

START_TEST(test_grey_factors)
{
	struct vjpeg_layout l;
	struct wide wide;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 35, 21, FX_GREY);
	wide = decode_wide(&j, 0);
	j.comp[0].h = j.comp[0].v = 2;
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_layout(&knobs, VJPEG_F_GREY, 35, 21, 0, &l), 0);
	ck_assert_int_eq(decode_at(size, &l, 0, 0), 0);
	check_buffer(&l, &wide, 0, 0);
}
END_TEST

/* A device whose geometry is stale writes what fits. */
START_TEST(test_cut_off)
{
	struct vjpeg_layout l;
	struct wide wide;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 64, 48, FX_420);
	wide = decode_wide(&j, 0);
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_layout(&knobs, VJPEG_F_NV12, 32, 24, 0, &l), 0);
	ck_assert_int_eq(decode_at(size, &l, 0, 0), 0);
	check_buffer(&l, &wide, 0, 0);
	ck_assert_int_eq(decode_at(size, &l, 32, 24), 0);
	check_buffer(&l, &wide, 32, 24);
	ck_assert_int_eq(decode_at(size, &l, 34, 0), -EINVAL);
	ck_assert_int_eq(decode_at(size, &l, 1, 0), -EINVAL);
}
END_TEST

/* --- refusals --- */

START_TEST(test_short_buffers)
{
	struct vjpeg_layout l;
	struct fx_jpeg j;
	unsigned int m;
	size_t size;

	fx_jpeg_init(&j, 33, 17, FX_420);
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_layout(&knobs, VJPEG_F_YUV420M, 33, 17, 0, &l), 0);
	for (m = 0; m < 3; m++) {
		size_t room[VJPEG_PLANES] = { l.size[0], l.size[1], l.size[2] };

		poison();
		ck_assert_int_eq(vjpeg_decode(engine, cpu.stream, size, &l, 0, 0, buffer, room),
				 0);
		room[m]--;
		poison();
		ck_assert_int_eq(vjpeg_decode(engine, cpu.stream, size, &l, 0, 0, buffer, room),
				 -ENOSPC);
		check_untouched();
	}
}
END_TEST

/* Cut at any byte: nothing is written, and the next frame comes as if nothing had been. */
START_TEST(test_truncated)
{
	struct vjpeg_header h;
	struct vjpeg_layout l;
	struct fx_jpeg j;
	size_t size, n, scan;
	int r;

	fx_jpeg_init(&j, 33, 17, FX_420);
	size = write_stream(&j);
	scan = fx_jpeg_find(cpu.stream, size, 0xda) + 14;
	ck_assert_int_eq(vjpeg_layout(&knobs, VJPEG_F_NV12, 33, 17, 0, &l), 0);
	for (n = 0; n < size - 4; n++) {
		r = vjpeg_parse(cpu.stream, n, &h);
		ck_assert_int_eq(n < scan ? r : -EBADMSG, -EBADMSG);
		ck_assert_int_eq(decode_at(n, &l, 0, 0), -EBADMSG);
		if (n % 100 == 0)
			check_untouched();
	}
	check_picture(&j, VJPEG_F_NV12, 0, 0, 0);
}
END_TEST

/* Not what the header says: another sampling, another kind of JPEG. */
START_TEST(test_unsupported)
{
	static const struct {
		enum fx_sampling sampling;
		unsigned int sof, flags;
	} bad[] = {
		{ FX_440, 0xc0, 0 },
		{ FX_411, 0xc0, 0 },
		{ FX_410, 0xc0, 0 },
		{ FX_441, 0xc0, 0 },
		{ FX_2COMP, 0xc0, 0 },
		{ FX_CMYK, 0xc0, 0 },
		{ FX_420, 0xc1, 0 },
		{ FX_420, 0xc2, 0 },
		{ FX_420, 0xc3, 0 },
		{ FX_420, 0xc9, 0 },
		{ FX_420, 0xc0, FX_NONINTERLEAVED },
		{ FX_420, 0xc0, FX_DNL },
		{ FX_420, 0xc0, FX_NO_JFIF | FX_ADOBE0 },
	};
	struct vjpeg_header h;
	struct vjpeg_layout l;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 33, 17, bad[_i].sampling);
	j.sof = bad[_i].sof;
	j.flags = bad[_i].flags;
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_parse(cpu.stream, size, &h), -EOPNOTSUPP);
	ck_assert_int_eq(vjpeg_layout(&knobs, VJPEG_F_NV12, 33, 17, 0, &l), 0);
	ck_assert_int_eq(decode_at(size, &l, 0, 0), -EOPNOTSUPP);
	check_untouched();
}
END_TEST

#define N_UNSUPPORTED 13

START_TEST(test_other_format)
{
	uint32_t format = (uint32_t)_i;
	struct vjpeg_layout l;
	struct fx_jpeg j;
	unsigned int k;
	size_t size;

	for (k = 0; k < 4; k++) {
		if (fits(k, format))
			continue;
		fx_jpeg_init(&j, 33, 17, samplings[k]);
		size = write_stream(&j);
		ck_assert_int_eq(vjpeg_layout(&knobs, format, 33, 17, 0, &l), 0);
		ck_assert_int_eq(decode_at(size, &l, 0, 0), -EOPNOTSUPP);
		check_untouched();
	}
	if (format == VJPEG_F_RGB24)
		return;
	fx_jpeg_init(&j, 33, 17, FX_444);
	j.flags = FX_NO_JFIF | FX_ADOBE0;
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_layout(&knobs, format, 33, 17, 0, &l), 0);
	ck_assert_int_eq(decode_at(size, &l, 0, 0), -EOPNOTSUPP);
}
END_TEST

/* A picture larger than any device has. */
START_TEST(test_bomb)
{
	struct vjpeg_header h;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 8, 8, FX_420);
	j.claim_width = j.claim_height = 65535;
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_parse(cpu.stream, size, &h), -EOPNOTSUPP);
	j.claim_width = j.claim_height = 8000;
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_parse(cpu.stream, size, &h), -EBADMSG);
}
END_TEST

/* --- headers --- */

START_TEST(test_parse)
{
	struct vjpeg_header h;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 33, 17, FX_422);
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_parse(cpu.stream, size, &h), 0);
	ck_assert_uint_eq(h.width, 33);
	ck_assert_uint_eq(h.height, 17);
	ck_assert_uint_eq(h.sampling, LIBCODEC_SAMPLING_422);
	ck_assert_uint_eq(h.is_rgb, 0);
	ck_assert_uint_eq(h.has_dht, 1);
	ck_assert_uint_eq(h.has_metadata, 0);
	j.flags = FX_NO_DHT | FX_ADOBE1 | FX_FILL_BYTES | FX_JUNK_BETWEEN_SEGMENTS;
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_parse(cpu.stream, size, &h), 0);
	ck_assert_uint_eq(h.has_dht, 0);
	ck_assert_uint_eq(h.has_metadata, 0);
	j.orientation = 6;
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_parse(cpu.stream, size, &h), 0);
	ck_assert_uint_eq(h.has_metadata, 1);
	fx_jpeg_init(&j, 33, 17, FX_444);
	j.flags = FX_NO_JFIF | FX_ADOBE0;
	size = write_stream(&j);
	ck_assert_int_eq(vjpeg_parse(cpu.stream, size, &h), 0);
	ck_assert_uint_eq(h.is_rgb, 1);
}
END_TEST

/* Which segments are metadata, put behind SOI one by one. */
START_TEST(test_metadata)
{
	struct vjpeg_header h;
	struct fx_jpeg j;
	unsigned int marker;
	size_t size;

	fx_jpeg_init(&j, 8, 8, FX_420);
	size = write_stream(&j);
	for (marker = 0xe0; marker <= 0xfe; marker++) {
		uint8_t segment[] = { 0xff, 0xd8, 0xff, (uint8_t)marker, 0, 4, 0, 0 };
		bool is = marker > 0xe0 && marker < 0xf0 && marker != 0xee;

		if (marker >= 0xf0 && marker != 0xfe)
			continue;
		memmove(cpu.stream + 6, cpu.stream, size);
		memcpy(cpu.stream, segment, sizeof(segment));
		ck_assert_int_eq(vjpeg_parse(cpu.stream, size + 6, &h), 0);
		ck_assert_uint_eq(h.has_metadata, is || marker == 0xfe);
		memmove(cpu.stream, cpu.stream + 6, size);
		cpu.stream[0] = 0xff;
		cpu.stream[1] = 0xd8;
	}
}
END_TEST

/* --- layouts --- */

struct layout_case {
	const char *name;
	uint32_t format, width, height, bpl;
	struct vjpeg_knobs set; /* what is not 0 */
	struct vjpeg_layout is;
};

#define IS(w, h, n, ...) { .width = (w), .height = (h), .n_mem = (n), __VA_ARGS__ }

static const struct layout_case layout_cases[] = {
	{ "NV12", VJPEG_F_NV12, 500, 375, 0, { 0 },
	  IS(512, 376, 1, .bpl = { 512 }, .size = { 512 * 376 * 3 / 2 }) },
	{ "NV12M", VJPEG_F_NV12M, 500, 375, 0, { 0 },
	  IS(512, 376, 2, .bpl = { 512, 512 }, .size = { 512 * 376, 512 * 188 }) },
	{ "YUV420M", VJPEG_F_YUV420M, 500, 375, 0, { 0 },
	  IS(512, 376, 3, .bpl = { 512, 256, 256 },
	     .size = { 512 * 376, 256 * 188, 256 * 188 }) },
	{ "YUV422M", VJPEG_F_YUV422M, 500, 375, 0, { 0 },
	  IS(512, 376, 3, .bpl = { 512, 256, 256 },
	     .size = { 512 * 376, 256 * 376, 256 * 376 }) },
	{ "YUYV", VJPEG_F_YUYV, 500, 375, 0, { 0 },
	  IS(512, 376, 1, .bpl = { 1024 }, .size = { 1024 * 376 }) },
	{ "NV24", VJPEG_F_NV24, 500, 375, 0, { 0 },
	  IS(512, 376, 1, .bpl = { 512 }, .size = { 512 * 376 * 3 }) },
	{ "YUV24", VJPEG_F_YUV24, 500, 375, 0, { 0 },
	  IS(512, 376, 1, .bpl = { 1536 }, .size = { 1536 * 376 }) },
	{ "GREY", VJPEG_F_GREY, 500, 375, 0, { 0 },
	  IS(512, 376, 1, .bpl = { 512 }, .size = { 512 * 376 }) },
	{ "even at least", VJPEG_F_NV12, 7, 5, 0, { .align_w = 1, .align_h = 1 },
	  IS(8, 6, 1, .bpl = { 8 }, .size = { 72 }) },
	{ "an odd alignment", VJPEG_F_NV12, 7, 5, 0, { .align_w = 3, .align_h = 5 },
	  IS(12, 10, 1, .bpl = { 12 }, .size = { 180 }) },
	{ "odd where it may be", VJPEG_F_NV24, 7, 5, 0, { .align_w = 1, .align_h = 1 },
	  IS(7, 5, 1, .bpl = { 7 }, .size = { 105 }) },
	{ "size_align", VJPEG_F_NV12M, 16, 8, 0, { .size_align = 1000 },
	  IS(16, 8, 2, .bpl = { 16, 16 }, .size = { 1000, 1000 }) },
	{ "bpl_align", VJPEG_F_YUV420, 16, 8, 0, { .bpl_align = 3 },
	  IS(16, 8, 1, .bpl = { 18 }, .size = { 18 * 12 }) },
	{ "a pitch that is taken", VJPEG_F_NV12, 16, 8, 77, { 0 },
	  IS(16, 8, 1, .bpl = { 77 }, .size = { 77 * 12 }) },
	{ "a pitch that is too short", VJPEG_F_NV12, 16, 8, 15, { 0 },
	  IS(16, 8, 1, .bpl = { 16 }, .size = { 16 * 12 }) },
	{ "a pitch that is too long", VJPEG_F_NV12, 16, 8, 101, { .bpl_max = 100 },
	  IS(16, 8, 1, .bpl = { 16 }, .size = { 16 * 12 }) },
	{ "a pitch without a half", VJPEG_F_YUV420, 16, 8, 77, { 0 },
	  IS(16, 8, 1, .bpl = { 16 }, .size = { 16 * 12 }) },
	{ "a pitch that is fixed", VJPEG_F_NV12, 16, 8, 64, { .bpl = VJPEG_BPL_FIXED },
	  IS(16, 8, 1, .bpl = { 16 }, .size = { 16 * 12 }) },
	{ "a pitch by four", VJPEG_F_NV12, 16, 8, 68, { .bpl = VJPEG_BPL_BY_FOUR },
	  IS(16, 8, 1, .bpl = { 68 }, .size = { 68 * 12 }) },
	{ "a pitch not by four", VJPEG_F_NV12, 16, 8, 66, { .bpl = VJPEG_BPL_BY_FOUR },
	  IS(16, 8, 1, .bpl = { 16 }, .size = { 16 * 12 }) },
	{ "a pitch that is clamped", VJPEG_F_NV12, 16, 8, 200,
	  { .bpl = VJPEG_BPL_CLAMP, .bpl_max = 100 },
	  IS(16, 8, 1, .bpl = { 100 }, .size = { 100 * 12 }) },
	{ "an offset", VJPEG_F_NV12, 16, 8, 0, { .sel = VJPEG_SEL_OFFSET },
	  IS(32, 16, 1, .bpl = { 32 }, .size = { 32 * 24 }) },
};

#define N_LAYOUTS (sizeof(layout_cases) / sizeof(layout_cases[0]))

START_TEST(test_layout)
{
	const struct layout_case *c = &layout_cases[_i];
	struct vjpeg_layout is = c->is, l;

#define KNOB(name, value)                                                                \
	if (c->set.name)                                                                 \
		knobs.name = c->set.name;
	VJPEG_KNOBS(KNOB)
#undef KNOB
	is.format = c->format;
	is.fourcc = vjpeg_fourcc(c->format);
	ck_assert_int_eq(vjpeg_layout(&knobs, c->format, c->width, c->height, c->bpl, &l), 0);
	ck_assert_msg(memcmp(&l, &is, sizeof(l)) == 0, "%s: %ux%u, %u, %u %u %u, %u %u %u",
		      c->name, l.width, l.height, l.n_mem, l.bpl[0], l.bpl[1], l.bpl[2],
		      l.size[0], l.size[1], l.size[2]);
}
END_TEST

START_TEST(test_layout_refused)
{
	struct vjpeg_layout l;

	ck_assert_int_eq(vjpeg_layout(&knobs, VJPEG_F_COUNT, 8, 8, 0, &l), -EINVAL);
	ck_assert_int_eq(vjpeg_layout(&knobs, 0, 0, 8, 0, &l), -EINVAL);
	ck_assert_int_eq(vjpeg_layout(&knobs, 0, 8, 0, 0, &l), -EINVAL);
	ck_assert_int_eq(vjpeg_layout(&knobs, 0, 65536, 8, 0, &l), -EINVAL);
	ck_assert_int_eq(vjpeg_layout(&knobs, 0, 65535, 65535, 0, &l), -EINVAL);
	knobs.bpl_max = UINT32_MAX;
	ck_assert_int_eq(vjpeg_layout(&knobs, 0, 8, 8, UINT32_MAX, &l), -EINVAL);
	knobs.align_w = UINT32_MAX;
	ck_assert_int_eq(vjpeg_layout(&knobs, 0, 8, 8, 0, &l), -EINVAL);
}
END_TEST

/* --- which format --- */

START_TEST(test_fourccs)
{
	static const char fourccs[][5] = {
		"NV12", "NM12", "NV21", "NM21", "YU12", "YM12", "NV16", "NM16", "422P",
		"YM16", "YUYV", "UYVY", "YVYU", "NV24", "YUV3", "YM24", "GREY", "RGB3",
	};
	static const unsigned int mem[] = { 1, 2, 1, 2, 1, 3, 1, 2, 1, 3, 1, 1, 1, 1, 1, 3, 1, 1 };
	unsigned int i;

	ck_assert_uint_eq(sizeof(fourccs) / 5, VJPEG_F_COUNT);
	for (i = 0; i < VJPEG_F_COUNT; i++) {
		const char *f = fourccs[i];
		uint32_t code = v4l2_fourcc((uint32_t)f[0], (uint32_t)f[1], (uint32_t)f[2],
					    (uint32_t)f[3]);

		ck_assert_uint_eq(vjpeg_fourcc(i), code);
		ck_assert_int_eq(vjpeg_format_of(code), (int)i);
		ck_assert_uint_eq(vjpeg_mem_planes(i), mem[i]);
		ck_assert(vjpeg_lists(&knobs, i, true));
		ck_assert_int_eq(vjpeg_lists(&knobs, i, false), mem[i] == 1);
	}
	ck_assert_int_eq(vjpeg_format_of(V4L2_PIX_FMT_JPEG), -1);
	ck_assert_uint_eq(vjpeg_fourcc(VJPEG_F_COUNT), 0);
	ck_assert_uint_eq(vjpeg_mem_planes(VJPEG_F_COUNT), 0);
	ck_assert(!vjpeg_lists(&knobs, VJPEG_F_COUNT, true));
}
END_TEST

START_TEST(test_default_format)
{
	struct vjpeg_header h = { .width = 8, .height = 8, .has_dht = 1 };

	h.sampling = LIBCODEC_SAMPLING_420;
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, true), VJPEG_F_NV12);
	knobs.default_420 = VJPEG_F_YUV420M;
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, true), VJPEG_F_YUV420M);
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, false), VJPEG_F_NV12);
	knobs.default_420 = VJPEG_F_YUYV;
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, true), VJPEG_F_NV12);
	knobs.formats = 1u << VJPEG_F_NV21M | 1u << VJPEG_F_GREY;
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, true), VJPEG_F_NV21M);
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, false), -1);
	h.sampling = LIBCODEC_SAMPLING_422;
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, true), -1);
	h.sampling = LIBCODEC_SAMPLING_400;
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, true), VJPEG_F_GREY);
	vjpeg_knobs_begin(&knobs, 0);
	h.sampling = LIBCODEC_SAMPLING_422;
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, true), VJPEG_F_NV16);
	h.sampling = LIBCODEC_SAMPLING_444;
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, true), VJPEG_F_NV24);
	h.is_rgb = 1;
	ck_assert_int_eq(vjpeg_default_format(&knobs, &h, true), VJPEG_F_RGB24);
}
END_TEST

START_TEST(test_change_format)
{
	struct vjpeg_header h = { .sampling = LIBCODEC_SAMPLING_420 };

#define CHANGE(to) (int)vjpeg_change_format(&knobs, &h, true, VJPEG_F_NV12, (to))
	ck_assert_int_eq(CHANGE(VJPEG_F_YUV420), VJPEG_F_YUV420);
	ck_assert_int_eq(CHANGE(VJPEG_F_YUYV), VJPEG_F_NV12);
	ck_assert_int_eq(CHANGE(-1), VJPEG_F_NV12);
	ck_assert_int_eq(CHANGE(VJPEG_F_COUNT), VJPEG_F_NV12);
	knobs.sfmt = VJPEG_SFMT_SIBLING;
	ck_assert_int_eq(CHANGE(VJPEG_F_YUV420), VJPEG_F_NV12);
	ck_assert_int_eq(CHANGE(VJPEG_F_NV12M), VJPEG_F_NV12M);
	ck_assert_uint_eq(vjpeg_change_format(&knobs, &h, false, VJPEG_F_NV12, VJPEG_F_NV12M),
			  VJPEG_F_NV12);
	ck_assert_uint_eq(vjpeg_change_format(&knobs, &h, true, VJPEG_F_YUV420M,
					      VJPEG_F_YUV420), VJPEG_F_YUV420);
	knobs.sfmt = VJPEG_SFMT_FIXED;
	ck_assert_int_eq(CHANGE(VJPEG_F_NV12M), VJPEG_F_NV12);
#undef CHANGE
}
END_TEST

START_TEST(test_admits)
{
	struct vjpeg_header h = { .width = 64, .height = 8192 };

	ck_assert(vjpeg_admits(&knobs, &h));
	knobs.min_size = 65;
	ck_assert(!vjpeg_admits(&knobs, &h));
	knobs.min_size = 64;
	ck_assert(vjpeg_admits(&knobs, &h));
	knobs.max_size = 8191;
	ck_assert(!vjpeg_admits(&knobs, &h));
	knobs.max_size = 8192;
	knobs.dht_required = 1;
	ck_assert(!vjpeg_admits(&knobs, &h));
	h.has_dht = 1;
	ck_assert(vjpeg_admits(&knobs, &h));
}
END_TEST

/* --- knobs that count --- */

START_TEST(test_begin)
{
	ck_assert_uint_eq(knobs.planar, VJPEG_MPLANE);
	ck_assert_uint_eq(knobs.formats, 0x3ffff);
	ck_assert_uint_eq(knobs.align_w, 16);
	vjpeg_knobs_begin(&knobs, 1);
	ck_assert_uint_eq(knobs.planar, VJPEG_SINGLE);
	ck_assert_uint_eq(knobs.max_size, 8192);
}
END_TEST

START_TEST(test_fail_ioctl)
{
	unsigned int i;

	ck_assert_int_eq(vjpeg_next_ioctl(&knobs, 15), 0);
	knobs.fail_ioctl = 15;
	knobs.fail_nth = 3;
	knobs.fail_errno = EIO;
	knobs.fail_n = 2;
	ck_assert_int_eq(vjpeg_next_ioctl(&knobs, 15), 0);
	ck_assert_int_eq(vjpeg_next_ioctl(&knobs, 17), 0);
	ck_assert_int_eq(vjpeg_next_ioctl(&knobs, 15), 0);
	ck_assert_uint_eq(knobs.fail_nth, 1);
	ck_assert_int_eq(vjpeg_next_ioctl(&knobs, 15), -EIO);
	ck_assert_int_eq(vjpeg_next_ioctl(&knobs, 17), 0);
	ck_assert_int_eq(vjpeg_next_ioctl(&knobs, 15), -EIO);
	ck_assert_int_eq(vjpeg_next_ioctl(&knobs, 15), 0);
	ck_assert_uint_eq(knobs.fail_nth, 0);
	ck_assert_uint_eq(knobs.fail_n, 1);
	knobs.fail_ioctl = 0;
	knobs.fail_nth = 1;
	knobs.fail_n = 0;
	for (i = 0; i < 100; i++)
		ck_assert_int_eq(vjpeg_next_ioctl(&knobs, i), -EIO);
}
END_TEST

START_TEST(test_next_job)
{
	unsigned int i;

	ck_assert_uint_eq(vjpeg_next_job(&knobs), VJPEG_JOB_OK);
	knobs.job = VJPEG_JOB_STALLS;
	knobs.job_n = 2;
	knobs.job_skip = 1;
	ck_assert_uint_eq(vjpeg_next_job(&knobs), VJPEG_JOB_OK);
	ck_assert_uint_eq(vjpeg_next_job(&knobs), VJPEG_JOB_STALLS);
	ck_assert_uint_eq(vjpeg_next_job(&knobs), VJPEG_JOB_STALLS);
	ck_assert_uint_eq(vjpeg_next_job(&knobs), VJPEG_JOB_OK);
	knobs.job = VJPEG_JOB_ERROR;
	knobs.job_n = 0;
	for (i = 0; i < 100; i++)
		ck_assert_uint_eq(vjpeg_next_job(&knobs), VJPEG_JOB_ERROR);
}
END_TEST

START_TEST(test_next_stale)
{
	ck_assert_uint_eq(vjpeg_next_stale(&knobs), VJPEG_STALE_NONE);
	knobs.stale = VJPEG_STALE_HALF;
	ck_assert_uint_eq(vjpeg_next_stale(&knobs), VJPEG_STALE_HALF);
	ck_assert_uint_eq(vjpeg_next_stale(&knobs), VJPEG_STALE_NONE);
	knobs.stale = VJPEG_STALE_TWICE;
	knobs.stale_n = 0;
	ck_assert_uint_eq(vjpeg_next_stale(&knobs), VJPEG_STALE_TWICE);
	ck_assert_uint_eq(vjpeg_next_stale(&knobs), VJPEG_STALE_TWICE);
}
END_TEST

START_TEST(test_next_unplug)
{
	unsigned int knob = 0;

	ck_assert(!vjpeg_next_unplug(&knob));
	knob = 2;
	ck_assert(!vjpeg_next_unplug(&knob));
	ck_assert(vjpeg_next_unplug(&knob));
	ck_assert(!vjpeg_next_unplug(&knob));
}
END_TEST

START_TEST(test_crc)
{
	ck_assert_uint_eq(vjpeg_crc32((const uint8_t *)"123456789", 9), 0xcbf43926);
	ck_assert_uint_eq(vjpeg_crc32(NULL, 0), 0);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("vjpeg-engine");
	TCase *tc = tcase_create("engine");

	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test_formats, 0, VJPEG_F_COUNT);
	tcase_add_test(tc, test_padding);
	tcase_add_test(tc, test_pitch);
	tcase_add_test(tc, test_offset);
	tcase_add_test(tc, test_factors);
	tcase_add_test(tc, test_grey_factors);
	tcase_add_test(tc, test_cut_off);
	tcase_add_test(tc, test_short_buffers);
	tcase_add_test(tc, test_truncated);
	tcase_add_loop_test(tc, test_unsupported, 0, N_UNSUPPORTED);
	tcase_add_loop_test(tc, test_other_format, 0, VJPEG_F_COUNT);
	tcase_add_test(tc, test_bomb);
	tcase_add_test(tc, test_parse);
	tcase_add_test(tc, test_metadata);
	tcase_add_loop_test(tc, test_layout, 0, N_LAYOUTS);
	tcase_add_test(tc, test_layout_refused);
	tcase_add_test(tc, test_fourccs);
	tcase_add_test(tc, test_default_format);
	tcase_add_test(tc, test_change_format);
	tcase_add_test(tc, test_admits);
	tcase_add_test(tc, test_begin);
	tcase_add_test(tc, test_fail_ioctl);
	tcase_add_test(tc, test_next_job);
	tcase_add_test(tc, test_next_stale);
	tcase_add_test(tc, test_next_unplug);
	tcase_add_test(tc, test_crc);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("vjpeg-engine", make_suite);
}
