/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The PNG decoder called as the library would, and its pictures against the writer's
 * samples.
 */
#include "config.h"

#include "png-call.h"

#ifdef HAVE_LIBPNG
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "bitstream/png-header.h"
#include "internal.h"

const struct picture_kind kinds[N_KINDS] = {
	{ 0, 1 }, { 0, 2 }, { 0, 4 }, { 0, 8 }, { 0, 16 }, { 2, 8 }, { 2, 16 }, { 3, 1 },
	{ 3, 2 }, { 3, 4 }, { 3, 8 }, { 4, 8 }, { 4, 16 }, { 6, 8 }, { 6, 16 },
};

const uint8_t dtype_size[N_DTYPES] = { 1, 2, 1, 2, 4 };
static const struct lc_limits wide = { 1 << 24, 1 << 24, UINT64_C(1) << 40, 1 << 24 };

/* --- calling the decoder -------------------------------------------------------- */

int64_t clock_ns, clock_step;

static int64_t fake_now(const struct libcodec_host *host)
{
	(void)host;
	return clock_ns += clock_step;
}

static uint32_t tracing;
static const struct libcodec_host host = {
	.struct_size = sizeof(host),
	.abi = LIBCODEC_PLUGIN_ABI,
	.now_ns = fake_now,
	.tracing = &tracing,
};

uint8_t stream[STREAM_MAX];
size_t stream_size;
uint8_t parent[PARENT_MAX];

struct call call;

void call_setup(void)
{
	memset(&call, 0, sizeof(call));
	ck_assert_int_eq(lc_png_session_new(&host, &call.s), 0);
	call.job.max_scratch_bytes = UINT64_C(1) << 30;
	call.pad = 13;
	clock_ns = clock_step = 0;
}

void call_teardown(void)
{
	lc_png_session_free(call.s);
}

static uint32_t native_format(const struct libcodec_png_header *h, unsigned int *channels)
{
	bool trns = h->flags & LIBCODEC_PNG_TRNS;

	*channels = h->colour_type == 6 || (trns && h->colour_type & 2) ? 4 :
		    h->colour_type & 2					? 3 :
									  1;
	return *channels == 4 ? LIBCODEC_FORMAT_RGBA :
	       *channels == 3 ? LIBCODEC_FORMAT_RGB :
				LIBCODEC_FORMAT_GREY;
}

/* The surface begins at an odd offset of the poisoned parent. */
static void make_surface(uint32_t dtype)
{
	const struct libcodec_png_header *h = &call.header;
	uint32_t format = native_format(h, &call.channels);

	call.pixel = call.channels * dtype_size[dtype];
	call.row = call.pixel * h->width;
	call.surface = (struct libcodec_surface){
		.struct_size = sizeof(call.surface),
		.memory = LIBCODEC_MEMORY_HOST,
		.format = format,
		.dtype = dtype,
		.width = h->width,
		.height = h->height,
		.n_planes = 1,
		.plane_stride = { (uint32_t)(call.row + call.pad) },
		.plane_offset = { 101 },
		.size = sizeof(parent),
		.data = parent,
	};
	/* Not asserted: Check allocates with every assertion, and calls are counted. */
	if (101 + (call.row + call.pad) * h->height + 64 > sizeof(parent))
		ck_abort_msg("the parent is too small for the test's picture");
	memset(parent, POISON, 101 + (call.row + call.pad) * h->height + 64);
}

uint32_t decode_bytes(const uint8_t *data, size_t n, uint32_t dtype, uint32_t accept)
{
	struct lc_fault fault = { .error = 0 };

	memset(&call.result, 0, sizeof(call.result));
	call.result.struct_size = sizeof(call.result);
	call.parsed = lc_png_header_parse(data, n, &wide, &call.header, &fault) == 0;
	if (!call.parsed)
		return LIBCODEC_VERDICT_NONE;
	if ((uint64_t)call.header.width * call.header.height > 20000)
		return LIBCODEC_VERDICT_NONE; /* a mutation; too large for the parent */
	make_surface(dtype);
	call.job.struct_size = sizeof(call.job);
	call.job.codec = LIBCODEC_CODEC_PNG;
	call.job.threads = 1;
	call.job.accept = accept;
	call.job.size = n;
	call.job.data = data;
	call.job.png = &call.header;
	call.job.surface = &call.surface;
	return lc_png_decode(call.s, &call.job, &call.result);
}

uint32_t decode_exact(const uint8_t *data, size_t n, uint32_t dtype, uint32_t accept)
{
	uint8_t *copy = malloc(n + !n);
	uint32_t verdict;

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, data, n);
	verdict = decode_bytes(copy, n, dtype, accept);
	free(copy);
	call.job.data = NULL;
	return verdict;
}

const uint8_t *row_of(unsigned int y)
{
	return parent + 101 + (call.row + call.pad) * y;
}

bool poisoned(const uint8_t *p, size_t n)
{
	while (n--)
		if (*p++ != POISON)
			return false;
	return true;
}

void check_poison(void)
{
	unsigned int y;

	ck_assert(poisoned(parent, 101));
	for (y = 0; y < call.header.height; y++)
		ck_assert(poisoned(row_of(y) + call.row, call.pad));
	ck_assert(poisoned(row_of(call.header.height), 64));
}

/* --- the first oracle: the writer's samples ------------------------------------- */

/* A value of @depth bits as an element of @dtype. */
static void element(unsigned int v, unsigned int depth, uint32_t dtype, uint8_t *ret)
{
	unsigned int v8 = depth == 16 ? v / 256 : v * 255 / ((1u << depth) - 1);
	unsigned int v16 = depth == 16 ? v : v8 * 256 + v8;
	uint16_t u16 = (uint16_t)v16;
	int16_t i16 = (int16_t)((int)v16 - 32768);
	float f32 = depth == 16 ? (float)v / 65535.0f : (float)v8 / 255.0f;

	switch (dtype) {
	case LIBCODEC_DTYPE_U8:
		*ret = (uint8_t)v8;
		break;
	case LIBCODEC_DTYPE_I8:
		*ret = (uint8_t)(int8_t)((int)v8 - 128);
		break;
	case LIBCODEC_DTYPE_U16:
		memcpy(ret, &u16, 2);
		break;
	case LIBCODEC_DTYPE_I16:
		memcpy(ret, &i16, 2);
		break;
	default:
		memcpy(ret, &f32, 4);
		break;
	}
}

/* Alpha of a pixel by tRNS, of the picture's depth (a palette's: of 8 bits). */
static unsigned int alpha_of(const struct fx_png *p, unsigned int x, unsigned int y)
{
	unsigned int i, mask = (1u << p->depth) - 1;

	if (p->colour == 3) {
		i = fx_png_sample(p, x, y, 0);
		return p->trns && i < p->ntrns ? p->trns[i] : 255;
	}
	for (i = 0; i < 3; i++)
		if (fx_png_sample(p, x, y, i) !=
		    ((unsigned int)(p->trns[2 * i] << 8 | p->trns[2 * i + 1]) & mask))
			return mask;
	return 0;
}

static void want_pixel(const struct fx_png *p, unsigned int x, unsigned int y,
		       uint32_t dtype, uint8_t *ret)
{
	unsigned int depth = p->colour == 3 ? 8 : p->depth, i, v, index;
	uint8_t rgb[3] = { 0, 0, 0 };

	for (i = 0; i < call.channels; i++, ret += dtype_size[dtype]) {
		if (i == 3 && p->colour != 6) {
			v = alpha_of(p, x, y);
		} else if (p->colour == 3) {
			index = fx_png_sample(p, x, y, 0);
			if (index < p->npalette)
				fx_png_palette(p, index, rgb);
			v = rgb[i];
		} else {
			v = fx_png_sample(p, x, y, i);
		}
		element(v, depth, dtype, ret);
	}
}

void check_rows(const struct fx_png *p, uint32_t dtype, unsigned int from,
		unsigned int to)
{
	uint8_t want[16];
	unsigned int x, y;

	for (y = from; y < to; y++) {
		for (x = 0; x < p->width; x++) {
			want_pixel(p, x, y, dtype, want);
			if (memcmp(row_of(y) + x * call.pixel, want, call.pixel))
				ck_abort_msg(
					"colour %u, depth %u, dtype %u, %ux%u, flags "
					"%#x: pixel %u, %u is wrong",
					p->colour, p->depth, dtype, p->width, p->height,
					p->flags, x, y);
		}
	}
}

void write_stream(const struct fx_png *p)
{
	stream_size = fx_png_write(p, stream, sizeof(stream));
	ck_assert_uint_gt(stream_size, 0);
}

/* --- streams of libpng ----------------------------------------------------------- */

static void put_bytes(png_structp png, png_bytep p, size_t n)
{
	(void)png;
	if (stream_size + n > sizeof(stream))
		abort();
	memcpy(stream + stream_size, p, n);
	stream_size += n;
}

static void no_flush(png_structp png)
{
	(void)png;
}

uint32_t lcg(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

void write_compressed(const struct picture_kind *k, unsigned int w, unsigned int h,
		      bool adam7, uint32_t seed)
{
	static const uint8_t samples[7] = { 1, 0, 3, 1, 2, 0, 4 };
	size_t row = ((size_t)w * samples[k->colour] * k->depth + 7) / 8, i;
	png_structp png =
		png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png_create_info_struct(png);
	uint8_t *bytes = malloc(row * h);
	png_bytep *rows = malloc(h * sizeof(*rows));
	png_color palette[256];

	ck_assert(bytes && rows);
	for (i = 0; i < row * h; i++)
		bytes[i] = (uint8_t)(lcg(&seed) % 7 ? i / 3 + i / row : lcg(&seed));
	for (i = 0; i < h; i++)
		rows[i] = bytes + i * row;
	for (i = 0; i < 256; i++)
		palette[i] = (png_color){ (png_byte)lcg(&seed), (png_byte)lcg(&seed),
					  (png_byte)lcg(&seed) };
	stream_size = 0;
	png_set_write_fn(png, NULL, put_bytes, no_flush);
	png_set_IHDR(png, info, w, h, (int)k->depth, (int)k->colour,
		     adam7 ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
	if (k->colour == 3)
		png_set_PLTE(png, info, palette, k->depth == 8 ? 256 : 1 << k->depth);
	png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
	png_set_rows(png, info, rows);
	png_write_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
	png_destroy_write_struct(&png, &info);
	free(rows);
	free(bytes);
}
#else
START_TEST(test_without_libpng)
{
	test_skip("libpng", "built without libpng: the cpu backend decodes no PNG");
}
END_TEST

void add_without_libpng(TCase *tc)
{
	tcase_add_test(tc, test_without_libpng);
}
#endif
