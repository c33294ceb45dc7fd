/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The PNG decoder of the cpu backend, called as the library would: every colour type,
 * depth, interlace and dtype against the writer's samples, compressed pictures against
 * libpng's own transformations, and damage of all kinds. The stream lies in memory of its
 * exact size, the picture in poisoned memory at an odd address.
 */
#include "config.h"

#include "test.h"

#ifdef HAVE_LIBPNG
#include <errno.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <libcodec/decoder.h>
#include <png.h>

#include "bitstream/png-header.h"
#include "internal.h"
#include "png-writer.h"

#include "backends/cpu/png.h"

#if defined(__GLIBC__) && !defined(WITH_SANITIZER)
#define COUNTING 1

/* glibc's own, behind the public names that we take over. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static unsigned long calls;

void *malloc(size_t n)
{
	calls++;
	return __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	calls++;
	return __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	calls++;
	return __libc_realloc(p, n);
}

void *aligned_alloc(size_t align, size_t n)
{
	calls++;
	return __libc_memalign(align, n);
}

void free(void *p)
{
	calls += p != NULL;
	__libc_free(p);
}
#else
#define COUNTING 0
static const unsigned long calls;
#endif

#define STREAM_MAX (1u << 18)
#define PARENT_MAX (1u << 20)
#define POISON	   0xa5
#define MUTATIONS  20000
#define FRAMES	   100

/* Table 11.1: all that is legal. */
static const struct kind {
	unsigned int colour, depth;
} kinds[] = {
	{ 0, 1 }, { 0, 2 }, { 0, 4 }, { 0, 8 }, { 0, 16 }, { 2, 8 }, { 2, 16 }, { 3, 1 },
	{ 3, 2 }, { 3, 4 }, { 3, 8 }, { 4, 8 }, { 4, 16 }, { 6, 8 }, { 6, 16 },
};
#define N_KINDS	 ((int)(sizeof(kinds) / sizeof(kinds[0])))
#define N_DTYPES 5

static const uint8_t dtype_size[N_DTYPES] = { 1, 2, 1, 2, 4 };
static const struct lc_limits wide = { 1 << 24, 1 << 24, UINT64_C(1) << 40, 1 << 24 };

/* --- calling the decoder -------------------------------------------------------- */

static int64_t clock_ns, clock_step;

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

static uint8_t stream[STREAM_MAX];
static size_t size;
static uint8_t parent[PARENT_MAX];

/* One call and all about it. */
struct call {
	struct lc_png_session *s;
	struct libcodec_png_header header;
	struct libcodec_surface surface;
	struct libcodec_decode_job job;
	struct libcodec_decode_result result;
	unsigned int channels;
	size_t pixel, row, pad; /* bytes; pad: between two rows */
	bool parsed;
};

static struct call c;

static void setup(void)
{
	memset(&c, 0, sizeof(c));
	ck_assert_int_eq(lc_png_session_new(&host, &c.s), 0);
	c.job.max_scratch_bytes = UINT64_C(1) << 30;
	c.pad = 13;
	clock_ns = clock_step = 0;
}

static void teardown(void)
{
	lc_png_session_free(c.s);
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
	const struct libcodec_png_header *h = &c.header;
	uint32_t format = native_format(h, &c.channels);

	c.pixel = c.channels * dtype_size[dtype];
	c.row = c.pixel * h->width;
	c.surface = (struct libcodec_surface){
		.struct_size = sizeof(c.surface),
		.memory = LIBCODEC_MEMORY_HOST,
		.format = format,
		.dtype = dtype,
		.width = h->width,
		.height = h->height,
		.n_planes = 1,
		.plane_stride = { (uint32_t)(c.row + c.pad) },
		.plane_offset = { 101 },
		.size = sizeof(parent),
		.data = parent,
	};
	/* Not asserted: Check allocates with every assertion, and calls are counted. */
	if (101 + (c.row + c.pad) * h->height + 64 > sizeof(parent))
		ck_abort_msg("the parent is too small for the test's picture");
	memset(parent, POISON, 101 + (c.row + c.pad) * h->height + 64);
}

/* Parse @data and decode it; 0 where the header is refused already. */
static uint32_t decode_bytes(const uint8_t *data, size_t n, uint32_t dtype,
			     uint32_t accept)
{
	struct lc_fault fault = { .error = 0 };

	memset(&c.result, 0, sizeof(c.result));
	c.result.struct_size = sizeof(c.result);
	c.parsed = lc_png_header_parse(data, n, &wide, &c.header, &fault) == 0;
	if (!c.parsed)
		return LIBCODEC_VERDICT_NONE;
	if ((uint64_t)c.header.width * c.header.height > 20000)
		return LIBCODEC_VERDICT_NONE; /* a mutation; too large for the parent */
	make_surface(dtype);
	c.job.struct_size = sizeof(c.job);
	c.job.codec = LIBCODEC_CODEC_PNG;
	c.job.threads = 1;
	c.job.accept = accept;
	c.job.size = n;
	c.job.data = data;
	c.job.png = &c.header;
	c.job.surface = &c.surface;
	return lc_png_decode(c.s, &c.job, &c.result);
}

/* In memory of its exact size. */
static uint32_t decode_exact(const uint8_t *data, size_t n, uint32_t dtype,
			     uint32_t accept)
{
	uint8_t *copy = malloc(n + !n);
	uint32_t verdict;

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, data, n);
	verdict = decode_bytes(copy, n, dtype, accept);
	free(copy);
	c.job.data = NULL;
	return verdict;
}

static const uint8_t *row_of(unsigned int y)
{
	return parent + 101 + (c.row + c.pad) * y;
}

static bool poisoned(const uint8_t *p, size_t n)
{
	while (n--)
		if (*p++ != POISON)
			return false;
	return true;
}

/* Before the picture, between its rows, behind it: nobody wrote there. */
static void check_poison(void)
{
	unsigned int y;

	ck_assert(poisoned(parent, 101));
	for (y = 0; y < c.header.height; y++)
		ck_assert(poisoned(row_of(y) + c.row, c.pad));
	ck_assert(poisoned(row_of(c.header.height), 64));
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

	for (i = 0; i < c.channels; i++, ret += dtype_size[dtype]) {
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

static void check_rows(const struct fx_png *p, uint32_t dtype, unsigned int from,
		       unsigned int to)
{
	uint8_t want[16];
	unsigned int x, y;

	for (y = from; y < to; y++) {
		for (x = 0; x < p->width; x++) {
			want_pixel(p, x, y, dtype, want);
			if (memcmp(row_of(y) + x * c.pixel, want, c.pixel))
				ck_abort_msg(
					"colour %u, depth %u, dtype %u, %ux%u, flags "
					"%#x: pixel %u, %u is wrong",
					p->colour, p->depth, dtype, p->width, p->height,
					p->flags, x, y);
		}
	}
}

static void write_stream(const struct fx_png *p)
{
	size = fx_png_write(p, stream, sizeof(stream));
	ck_assert_uint_gt(size, 0);
}

/* It decodes, whole, as it should, in every dtype. */
static void check_picture(const struct fx_png *p)
{
	uint32_t dtype, verdict;

	write_stream(p);
	for (dtype = 0; dtype < N_DTYPES; dtype++) {
		verdict = decode_exact(stream, size, dtype, 0);
		ck_assert_msg(verdict == LIBCODEC_VERDICT_DONE, "colour %u, depth %u: %s",
			      p->colour, p->depth, c.result.message);
		check_rows(p, dtype, 0, p->height);
		check_poison();
		ck_assert_uint_eq(c.result.consumed, size);
		ck_assert_uint_eq(c.result.partial, 0);
		ck_assert_str_eq(c.result.message, "");
	}
}

START_TEST(test_samples)
{
	static const struct {
		unsigned int w, h;
	} sizes[] = {
		{ 1, 1 }, { 2, 1 }, { 1, 2 }, { 3, 3 }, { 4, 5 }, { 5, 4 },
		{ 7, 9 }, { 8, 8 }, { 9, 7 }, { 1, 17 }, { 17, 1 }, { 33, 31 },
		{ 64, 5 }, { 2, 40 }, { 67, 43 }, { 127, 3 },
	};
	unsigned int i, adam7;
	struct fx_png p;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		for (adam7 = 0; adam7 < 2; adam7++) {
			fx_png_init(&p, sizes[i].w, sizes[i].h, kinds[_i].colour,
				    kinds[_i].depth);
			p.flags = adam7 ? FX_PNG_ADAM7 : 0;
			p.seed = i + 1;
			check_picture(&p);
			p.idat_size = 11 + i;
			p.block_size = 5 + i;
			check_picture(&p);
		}
	}
}
END_TEST

/* The check values of the element types, written out. */
START_TEST(test_formulas)
{
	static const uint16_t s8[] = { 0, 1, 127, 128, 255 };
	static const uint16_t u16[] = { 0, 257, 32639, 32896, 65535 };
	static const int8_t i8[] = { -128, -127, -1, 0, 127 };
	static const int16_t i16[] = { -32768, -32511, -129, 128, 32767 };
	static const uint16_t s16[] = { 0, 255, 32768, 65279, 65535 };
	static const uint8_t u8_wide[] = { 0, 0, 128, 254, 255 };
	static const int16_t i16_wide[] = { -32768, -32513, 0, 32511, 32767 };
	struct fx_png p;
	unsigned int i;
	float f;

	c.pad = 0;
	fx_png_init(&p, 5, 1, 0, 8);
	p.samples = s8;
	write_stream(&p);
	ck_assert_uint_eq(decode_exact(stream, size, LIBCODEC_DTYPE_U16, 0), 1);
	ck_assert_mem_eq(row_of(0), u16, sizeof(u16));
	ck_assert_uint_eq(decode_exact(stream, size, LIBCODEC_DTYPE_I8, 0), 1);
	ck_assert_mem_eq(row_of(0), i8, sizeof(i8));
	ck_assert_uint_eq(decode_exact(stream, size, LIBCODEC_DTYPE_I16, 0), 1);
	ck_assert_mem_eq(row_of(0), i16, sizeof(i16));
	ck_assert_uint_eq(decode_exact(stream, size, LIBCODEC_DTYPE_F32, 0), 1);
	for (i = 0; i < 5; i++) {
		memcpy(&f, row_of(0) + 4 * i, 4);
		ck_assert(f == (float)((double)s8[i] / 255.0));
	}
	fx_png_init(&p, 5, 1, 0, 16);
	p.samples = s16;
	write_stream(&p);
	ck_assert_uint_eq(decode_exact(stream, size, LIBCODEC_DTYPE_U8, 0), 1);
	ck_assert_mem_eq(row_of(0), u8_wide, sizeof(u8_wide));
	ck_assert_uint_eq(decode_exact(stream, size, LIBCODEC_DTYPE_I16, 0), 1);
	ck_assert_mem_eq(row_of(0), i16_wide, sizeof(i16_wide));
	ck_assert_uint_eq(decode_exact(stream, size, LIBCODEC_DTYPE_F32, 0), 1);
	for (i = 0; i < 5; i++) {
		memcpy(&f, row_of(0) + 4 * i, 4);
		ck_assert(f == (float)((double)s16[i] / 65535.0));
	}
}
END_TEST

START_TEST(test_transparency)
{
	static const uint8_t palette[] = { 0, 1, 127, 128, 255, 77 };
	unsigned int adam7 = _i ? FX_PNG_ADAM7 : 0, depth, i;
	struct fx_png p;
	uint8_t key[6];

	for (depth = 8; depth <= 16; depth *= 2) { /* a colour that is there */
		fx_png_init(&p, 23, 11, 2, depth);
		p.flags = adam7;
		for (i = 0; i < 3; i++) {
			unsigned int v = fx_png_sample(&p, 5, 7, i);

			key[2 * i] = (uint8_t)(depth == 16 ? v >> 8 : 0xee);
			key[2 * i + 1] = (uint8_t)v;
		}
		p.trns = key;
		p.ntrns = 6;
		check_picture(&p);
		ck_assert_uint_eq(c.channels, 4);
		decode_exact(stream, size, LIBCODEC_DTYPE_U8, 0);
		ck_assert_uint_eq(row_of(7)[5 * 4 + 3], 0);
	}
	for (depth = 1; depth <= 8; depth *= 2) {
		fx_png_init(&p, 23, 11, 3, depth);
		p.flags = adam7;
		p.trns = palette;
		p.ntrns = p.npalette < 6 ? p.npalette - 1 : 6;
		check_picture(&p);
		ck_assert_uint_eq(c.channels, 4);
	}
	for (depth = 1; depth <= 16; depth *= 2) { /* of grey it is dropped */
		fx_png_init(&p, 23, 11, 0, depth);
		p.flags = adam7;
		p.trns = key;
		p.ntrns = 2;
		check_picture(&p);
		ck_assert_uint_eq(c.channels, 1);
	}
}
END_TEST

/* Two colours that differ in the low byte alone. */
START_TEST(test_key_is_wide)
{
	static const uint16_t samples[] = {
		0x1234, 0x5678, 0x9abc, 0x1234, 0x5678, 0x9abd
	};
	static const uint8_t key[] = { 0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc };
	struct fx_png p;

	fx_png_init(&p, 2, 1, 2, 16);
	p.samples = samples;
	p.trns = key;
	p.ntrns = sizeof(key);
	check_picture(&p);
	decode_exact(stream, size, LIBCODEC_DTYPE_U8, 0);
	ck_assert_uint_eq(row_of(0)[3], 0);
	ck_assert_uint_eq(row_of(0)[7], 255);
}
END_TEST

/* An index beyond the palette is black and opaque. */
START_TEST(test_short_palette)
{
	static const uint8_t alpha[] = { 9 };
	uint16_t samples[16 * 5];
	unsigned int depth, i;
	struct fx_png p;

	for (depth = 1; depth <= 8; depth *= 2) {
		for (i = 0; i < 16 * 5; i++)
			samples[i] = (uint16_t)(i * 7 & ((1u << depth) - 1));
		fx_png_init(&p, 16, 5, 3, depth);
		p.npalette = (1u << depth) / 2;
		p.samples = samples;
		p.flags = _i ? FX_PNG_ADAM7 : 0;
		check_picture(&p);
		p.trns = alpha;
		p.ntrns = 1;
		check_picture(&p);
	}
}
END_TEST

/* --- the second oracle: libpng's own transformations ---------------------------- */

static void put_bytes(png_structp png, png_bytep p, size_t n)
{
	(void)png;
	if (size + n > sizeof(stream))
		abort();
	memcpy(stream + size, p, n);
	size += n;
}

static void get_bytes(png_structp png, png_bytep p, size_t n)
{
	size_t *pos = png_get_io_ptr(png);

	if (n > size - *pos)
		abort();
	memcpy(p, stream + *pos, n);
	*pos += n;
}

static void no_flush(png_structp png)
{
	(void)png;
}

static uint32_t lcg(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* A picture with some structure, compressed and filtered by libpng. */
static void write_compressed(const struct kind *k, unsigned int w, unsigned int h,
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
	size = 0;
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

/* What libpng makes of the stream, against what is in the parent: u8, or u16. */
static void compare_with_libpng(bool wide_out)
{
	int transforms = PNG_TRANSFORM_EXPAND | PNG_TRANSFORM_STRIP_ALPHA;
	png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png_create_info_struct(png);
	size_t pos = 0, row, y, i;
	png_bytepp rows;

	if (c.channels == 4)
		transforms &= ~PNG_TRANSFORM_STRIP_ALPHA;
	png_set_read_fn(png, &pos, get_bytes);
	png_read_png(png, info, transforms | (wide_out ? 0 : PNG_TRANSFORM_STRIP_16),
		     NULL);
	rows = png_get_rows(png, info);
	row = png_get_rowbytes(png, info);
	ck_assert_uint_eq(row, c.row);
	for (y = 0; y < c.header.height; y++) {
		for (i = 0; wide_out && i < row; i += 2) {
			uint16_t v = (uint16_t)(rows[y][i] << 8 | rows[y][i + 1]);

			memcpy(rows[y] + i, &v, 2);
		}
		ck_assert_mem_eq(row_of((unsigned int)y), rows[y], row);
	}
	png_destroy_read_struct(&png, &info, NULL);
}

START_TEST(test_compressed)
{
	const struct kind *k = &kinds[_i];
	uint32_t seed = 4711u + (uint32_t)_i;
	unsigned int n;

	for (n = 0; n < 40; n++) {
		unsigned int w = 1 + lcg(&seed) % 150, h = 1 + lcg(&seed) % 80;

		write_compressed(k, w, h, n & 1, seed);
		ck_assert_uint_eq(decode_exact(stream, size, LIBCODEC_DTYPE_U8, 0), 1);
		compare_with_libpng(false);
		check_poison();
		ck_assert_uint_eq(c.result.consumed, size);
		if (k->depth < 16)
			continue;
		ck_assert_uint_eq(decode_exact(stream, size, LIBCODEC_DTYPE_U16, 0), 1);
		compare_with_libpng(true);
	}
}
END_TEST

/* --- damage --------------------------------------------------------------------- */

static uint32_t chunk_length(size_t at)
{
	return (uint32_t)stream[at] << 24 | (uint32_t)stream[at + 1] << 16 |
	       (uint32_t)stream[at + 2] << 8 | stream[at + 3];
}

/* The length field of the @n-th chunk of a type, or 0. */
static size_t find_chunk(const char *type, unsigned int n)
{
	size_t at;

	for (at = 8; at + 12 <= size; at += 12 + chunk_length(at))
		if (!memcmp(stream + at + 4, type, 4) && !n--)
			return at;
	return 0;
}

START_TEST(test_checksums)
{
	static const unsigned int flags[] = { FX_PNG_BAD_IDAT_CRC, FX_PNG_BAD_ADLER,
					      FX_PNG_BAD_IDAT_CRC | FX_PNG_BAD_ADLER };
	unsigned int i, idat_size;
	struct fx_png p;

	/*
	 * One IDAT, several, and the Adler-32 in one of its own. libpng doesn't look at
	 * one that is spread over more than two: smaller IDATs are none of the test's.
	 */
	for (i = 0; i < 3; i++) {
		for (idat_size = 3; idat_size <= 200; idat_size++) {
			fx_png_init(&p, 9, 13, 2, 8);
			p.flags = flags[i] | (_i ? FX_PNG_ADAM7 : 0);
			p.idat_size = idat_size > 3 ? idat_size : 0;
			write_stream(&p);
			ck_assert_uint_eq(decode_exact(stream, size, 0, 0),
					  LIBCODEC_VERDICT_CORRUPT);
			ck_assert_int_eq(c.result.error, -EBADMSG);
			ck_assert_uint_eq(c.result.truncated, 0);
			ck_assert_str_ne(c.result.message, "");
			ck_assert_uint_gt(c.result.offset, 0);
			ck_assert_uint_lt(c.result.offset, size);
			ck_assert_uint_eq(decode_exact(stream, size, 0,
						       LIBCODEC_ACCEPT_BAD_CHECKSUM),
					  LIBCODEC_VERDICT_DONE);
			ck_assert_uint_eq(c.result.partial, 0);
			ck_assert_uint_eq(c.result.consumed, size);
			check_rows(&p, 0, 0, p.height);
			if (decode_exact(stream, size, 0, LIBCODEC_ACCEPT_PARTIAL) ==
			    LIBCODEC_VERDICT_DONE) {
				ck_assert_uint_eq(c.result.partial, 1);
				check_rows(&p, 0, 0, c.result.good_rows);
			}
		}
	}
}
END_TEST

/* A wrong CRC of what the picture does without is nothing. */
START_TEST(test_ancillary_crc)
{
	struct fx_png p;

	fx_png_init(&p, 9, 13, 0, 8);
	p.gamma = 45455;
	p.orientation = 6;
	p.flags = FX_PNG_EXIF_AFTER_IDAT;
	write_stream(&p);
	stream[find_chunk("gAMA", 0) + 8] ^= 1;
	stream[find_chunk("eXIf", 0) + 8] ^= 1;
	ck_assert_uint_eq(decode_exact(stream, size, 0, 0), LIBCODEC_VERDICT_DONE);
	check_rows(&p, 0, 0, p.height);
	ck_assert_uint_eq(c.result.consumed, size);
}
END_TEST

/* The key's chunk is damaged: no key, no alpha, whatever checksums are worth. */
START_TEST(test_key_crc)
{
	static const uint8_t key[] = { 0, 1, 0, 2, 0, 3 };
	static const uint32_t accept[] = { 0, LIBCODEC_ACCEPT_BAD_CHECKSUM };
	struct fx_png p;

	fx_png_init(&p, 9, 13, 2, 8);
	p.trns = key;
	p.ntrns = 6;
	write_stream(&p);
	stream[find_chunk("tRNS", 0) + 9] ^= 1;
	ck_assert_uint_eq(decode_exact(stream, size, 0, accept[_i]),
			  LIBCODEC_VERDICT_DONE);
	ck_assert_uint_eq(c.channels, 3);
	check_rows(&p, 0, 0, p.height);
}
END_TEST

/* Where the bytes of an uncut picture are no longer needed: behind the last IDAT. */
static size_t data_end(void)
{
	size_t at = find_chunk("IDAT", 0), end = 0;

	for (; at + 12 <= size; at += 12 + chunk_length(at))
		if (!memcmp(stream + at + 4, "IDAT", 4))
			end = at + 12 + chunk_length(at);
	return end;
}

/* Cut to @n bytes. */
static void check_cut(const struct fx_png *p, size_t n, size_t end)
{
	uint32_t dtype = (uint32_t)n % N_DTYPES;
	uint32_t verdict = decode_exact(stream, n, dtype, 0);
	unsigned int y;

	if (!c.parsed)
		return;
	if (n >= end) {
		ck_assert_uint_eq(verdict, LIBCODEC_VERDICT_DONE);
		ck_assert_uint_eq(c.result.consumed, n);
		check_rows(p, dtype, 0, p->height);
		return;
	}
	ck_assert_uint_eq(verdict, LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(c.result.truncated, 1);
	ck_assert_uint_eq(c.result.offset, n);
	verdict = decode_exact(stream, n, dtype, LIBCODEC_ACCEPT_PARTIAL);
	check_poison();
	if (verdict == LIBCODEC_VERDICT_CORRUPT)
		return;
	ck_assert_uint_eq(verdict, LIBCODEC_VERDICT_DONE);
	ck_assert_uint_eq(c.result.partial, 1);
	ck_assert_uint_le(c.result.good_rows, p->height);
	ck_assert_uint_eq(c.result.consumed, n);
	check_rows(p, dtype, 0, c.result.good_rows);
	if (p->flags & FX_PNG_ADAM7)
		return;
	for (y = c.result.good_rows; y < p->height; y++)
		ck_assert(row_of(y)[0] == 0 &&
			  !memcmp(row_of(y), row_of(y) + 1, c.row - 1));
}

START_TEST(test_cut_anywhere)
{
	unsigned int variant;
	struct fx_png p;
	size_t n;

	for (variant = 0; variant < 4; variant++) {
		fx_png_init(&p, 19, 11, kinds[_i].colour, kinds[_i].depth);
		p.flags = variant & 1 ? FX_PNG_ADAM7 : 0;
		p.idat_size = variant & 2 ? 37 : 0;
		write_stream(&p);
		for (n = 0; n <= size; n++)
			check_cut(&p, n, data_end());
	}
}
END_TEST

/* As many rows as the bytes hold: with stored blocks that can be counted. */
START_TEST(test_cut_gives_all_rows)
{
	struct fx_png p;
	size_t row = 3 * 50 + 1, first, n;

	fx_png_init(&p, 50, 100, 2, 8);
	p.filter = 0;
	write_stream(&p);
	first = find_chunk("IDAT", 0) + 8 + 2 + 5;
	for (n = first + row; n < first + 100 * row; n += 77) {
		ck_assert_uint_eq(decode_exact(stream, n, 0, LIBCODEC_ACCEPT_PARTIAL), 1);
		ck_assert_uint_eq(c.result.good_rows, (n - first) / row);
	}
	n = first + row - 1; /* not one row: nothing to deliver */
	ck_assert_uint_eq(decode_exact(stream, n, 0, LIBCODEC_ACCEPT_PARTIAL),
			  LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(c.result.truncated, 1);
}
END_TEST

/* Of interlaced pictures rows are whole in the last pass only. */
START_TEST(test_cut_interlaced)
{
	unsigned int most = 0;
	struct fx_png p;
	size_t n;

	fx_png_init(&p, 20, 20, 0, 8);
	p.flags = FX_PNG_ADAM7;
	write_stream(&p);
	for (n = find_chunk("IDAT", 0) + 40; n < data_end(); n++) {
		ck_assert_uint_eq(decode_exact(stream, n, 0, LIBCODEC_ACCEPT_PARTIAL), 1);
		ck_assert_uint_ge(c.result.good_rows, most);
		most = c.result.good_rows;
		check_rows(&p, 0, 0, most);
	}
	ck_assert_uint_eq(most, 20);
}
END_TEST

/* Damage in the third IDAT: rows out of the first two are good, later ones are not. */
START_TEST(test_damaged_chunk)
{
	struct fx_png p;
	size_t at;

	fx_png_init(&p, 30, 40, 2, 8);
	p.flags = _i ? FX_PNG_ADAM7 : 0;
	p.idat_size = 800;
	p.filter = 0;
	write_stream(&p);
	at = find_chunk("IDAT", 2);
	stream[at + 8 + 400] ^= 0x10;
	ck_assert_uint_eq(decode_exact(stream, size, 0, 0), LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(c.result.truncated, 0);
	ck_assert_uint_eq(c.result.offset, at);
	ck_assert_uint_eq(decode_exact(stream, size, 0, LIBCODEC_ACCEPT_PARTIAL), 1);
	ck_assert_uint_eq(c.result.partial, 1);
	ck_assert_uint_eq(c.result.good_rows, _i ? 1 : (1600 - 7) / 91);
	check_rows(&p, 0, 0, c.result.good_rows);
	check_poison();
}
END_TEST

/* No filter 5, no second byte of zlib that doesn't fit the first, no rows missing. */
START_TEST(test_corrupt_data)
{
	struct fx_png p;
	size_t idat;

	fx_png_init(&p, 8, 4, 0, 8);
	p.filter = 5;
	p.block_size = 9;
	write_stream(&p);
	idat = find_chunk("IDAT", 0);
	stream[idat + 8] = 0x77; /* compression method 7 */
	ck_assert_uint_eq(decode_exact(stream, size, 0, 3), LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(c.result.offset, idat);
	write_stream(&p);
	stream[idat + 8 + 2 + 5] = 5; /* the filter */
	ck_assert_uint_eq(decode_exact(stream, size, 0, 3), LIBCODEC_VERDICT_CORRUPT);
	write_stream(&p);
	stream[idat + 8 + 2] = 7; /* a block of type 3 */
	ck_assert_uint_eq(decode_exact(stream, size, 0, 3), LIBCODEC_VERDICT_CORRUPT);
	write_stream(&p);
	stream[idat + 8 + 2 + 14] = 1; /* the last block comes early */
	ck_assert_uint_eq(decode_exact(stream, size, 0, 0), LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(c.result.truncated, 0);
	ck_assert_uint_eq(decode_exact(stream, size, 0, 3), LIBCODEC_VERDICT_DONE);
	ck_assert_uint_eq(c.result.partial, 1);
}
END_TEST

START_TEST(test_mutations)
{
	uint8_t *copy = malloc(STREAM_MAX);
	uint32_t seed = 99 + (uint32_t)_i;
	unsigned int n, flips, verdicts[6] = { 0 };
	size_t n_bytes;

	for (n = 0; n < MUTATIONS / 4; n++) {
		const struct kind *k = &kinds[lcg(&seed) % N_KINDS];
		uint32_t verdict;

		if (_i & 1) {
			write_compressed(k, 1 + lcg(&seed) % 40, 1 + lcg(&seed) % 40,
					 lcg(&seed) & 1, seed);
		} else {
			struct fx_png p;

			fx_png_init(&p, 1 + lcg(&seed) % 20, 1 + lcg(&seed) % 20,
				    k->colour, k->depth);
			p.flags = lcg(&seed) & FX_PNG_ADAM7;
			p.idat_size = lcg(&seed) & 1 ? 1 + lcg(&seed) % 50 : 0;
			write_stream(&p);
		}
		memcpy(copy, stream, size);
		for (flips = 1 + lcg(&seed) % 4; flips; flips--)
			copy[33 + lcg(&seed) % (size - 33)] ^=
				(uint8_t)(1 << lcg(&seed) % 8);
		n_bytes = lcg(&seed) % 8 ? size : lcg(&seed) % size;
		if (lcg(&seed) & 1)
			lc_png_session_trim(c.s); /* so that each piece is malloc()'s */
		verdict = decode_exact(copy, n_bytes, lcg(&seed) % N_DTYPES,
				       lcg(&seed) & 3);
		ck_assert_uint_lt(verdict, 6);
		verdicts[verdict]++;
		if (!verdict)
			continue;
		check_poison();
		ck_assert_uint_le(c.result.consumed, n_bytes);
		ck_assert_uint_le(c.result.offset, n_bytes);
		ck_assert(verdict == LIBCODEC_VERDICT_DONE ||
			  verdict == LIBCODEC_VERDICT_CORRUPT);
	}
	free(copy);
	ck_assert_uint_gt(verdicts[LIBCODEC_VERDICT_DONE], 50);
	ck_assert_uint_gt(verdicts[LIBCODEC_VERDICT_CORRUPT], 50);
}
END_TEST

/* --- what comes behind ---------------------------------------------------------- */

static void append(const void *p, size_t n)
{
	memcpy(stream + size, p, n);
	size += n;
}

static void append_chunk(const char *type, const void *p, size_t n, uint32_t damage)
{
	uint8_t head[8] = { (uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8),
			    (uint8_t)n };
	uint32_t crc;
	uint8_t tail[4];

	memcpy(head + 4, type, 4);
	append(head, 8);
	append(p, n);
	crc = fx_crc32(stream + size - n - 4, n + 4) ^ damage;
	tail[0] = (uint8_t)(crc >> 24);
	tail[1] = (uint8_t)(crc >> 16);
	tail[2] = (uint8_t)(crc >> 8);
	tail[3] = (uint8_t)crc;
	append(tail, 4);
}

static void begin_tail(struct fx_png *p)
{
	fx_png_init(p, 9, 13, 0, 8);
	p->flags = FX_PNG_NO_IEND;
	write_stream(p);
}

static void check_tail(const struct fx_png *p, uint32_t verdict, size_t place)
{
	ck_assert_uint_eq(decode_exact(stream, size, 0, 0), verdict);
	ck_assert_uint_eq(verdict == LIBCODEC_VERDICT_DONE ? c.result.consumed :
							     c.result.offset,
			  place);
	/* The picture is whole in any case. */
	ck_assert_uint_eq(decode_exact(stream, size, 0, LIBCODEC_ACCEPT_PARTIAL), 1);
	ck_assert_uint_eq(c.result.partial, 0);
	check_rows(p, 0, 0, p->height);
}

START_TEST(test_tail)
{
	struct fx_png p;
	size_t at;

	begin_tail(&p); /* no IEND */
	check_tail(&p, LIBCODEC_VERDICT_DONE, size);
	append("\0\0\0\0IE", 6); /* a cut one */
	check_tail(&p, LIBCODEC_VERDICT_DONE, size);
	begin_tail(&p); /* other bytes after it */
	append_chunk("IEND", "", 0, 0);
	at = size;
	append("\x89PNG\r\n\x1a\nxyz", 11);
	check_tail(&p, LIBCODEC_VERDICT_DONE, at);
	begin_tail(
		&p); /* ancillary ones before it, a wrong one too; more data; one cut */
	append_chunk("fdAT", "hello", 5, 1);
	append_chunk("IDAT", "", 0, 0);
	append_chunk("IDAT", "more", 4, 0);
	append_chunk("IEND", "??", 2, 0);
	check_tail(&p, LIBCODEC_VERDICT_DONE, size);
	size -= 20;
	check_tail(&p, LIBCODEC_VERDICT_DONE, size);
	begin_tail(&p); /* damage */
	at = size;
	append_chunk("IEND", "", 0, 1);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
	begin_tail(&p);
	append_chunk("IDAT", "more", 4, 1);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
	begin_tail(&p);
	append_chunk("ABCD", "more", 4, 0);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
	begin_tail(&p);
	append_chunk("a?cd", "more", 4, 0);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
	begin_tail(&p);
	append("\xff\xff\xff\xfftEXt    ", 12);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
}
END_TEST

/* --- limits, refusals, memory --------------------------------------------------- */

START_TEST(test_scratch_limit)
{
	struct fx_png p;
	uint64_t limit, least = 0;

	fx_png_init(&p, 60, 20, 2, 16);
	write_stream(&p);
	for (limit = 0; limit < 200000; limit += 1000) {
		uint32_t verdict;

		c.job.max_scratch_bytes = limit;
		verdict = decode_exact(stream, size, 0, 3);
		check_poison();
		if (verdict == LIBCODEC_VERDICT_DONE) {
			least = least ? least : limit;
			continue;
		}
		ck_assert_uint_eq(least, 0);
		ck_assert_uint_eq(verdict, LIBCODEC_VERDICT_FALLBACK);
		ck_assert_int_eq(c.result.error, -ENOMEM);
	}
	ck_assert_uint_gt(least, 4000);
	c.job.max_scratch_bytes = 1000; /* also when there is more already */
	ck_assert_uint_eq(decode_exact(stream, size, 0, 0), LIBCODEC_VERDICT_FALLBACK);
	c.job.max_scratch_bytes = UINT64_MAX;
	ck_assert_uint_eq(decode_exact(stream, size, 0, 0), LIBCODEC_VERDICT_DONE);
}
END_TEST

START_TEST(test_deadline)
{
	struct fx_png p;

	fx_png_init(&p, 190, 100, 6, 8);
	write_stream(&p);
	c.job.deadline_ns = 1000;
	clock_step = 1;
	ck_assert_uint_eq(decode_exact(stream, size, 0, 3), LIBCODEC_VERDICT_DONE);
	ck_assert_int_gt(clock_ns, 1);
	ck_assert_int_lt(clock_ns, 100);
	clock_ns = 1000; /* at once */
	ck_assert_uint_eq(decode_exact(stream, size, 0, 3), LIBCODEC_VERDICT_FALLBACK);
	ck_assert_int_eq(c.result.error, -ETIMEDOUT);
	clock_ns = 0; /* after a while */
	clock_step = 700;
	ck_assert_uint_eq(decode_exact(stream, size, 0, 3), LIBCODEC_VERDICT_FALLBACK);
	ck_assert_int_eq(c.result.error, -ETIMEDOUT);
	c.job.deadline_ns = 0;
	ck_assert_uint_eq(decode_exact(stream, size, 0, 0), LIBCODEC_VERDICT_DONE);
}
END_TEST

/* Refuse once; the picture is left alone. */
static void check_refused(uint64_t reasons)
{
	memset(&c.result, 0, sizeof(c.result));
	memset(parent, POISON, 4096);
	ck_assert_uint_eq(lc_png_decode(c.s, &c.job, &c.result),
			  LIBCODEC_VERDICT_NOT_APPLICABLE);
	ck_assert_uint_eq(c.result.reasons, reasons);
	ck_assert_int_eq(c.result.error, -EOPNOTSUPP);
	ck_assert(poisoned(parent, 4096));
}

START_TEST(test_refusals)
{
	static const uint32_t formats[] = { LIBCODEC_FORMAT_GREY, LIBCODEC_FORMAT_RGB,
					    LIBCODEC_FORMAT_RGBA, LIBCODEC_FORMAT_NV12 };
	unsigned int k, f;
	struct fx_png p;

	for (k = 0; k < (unsigned int)N_KINDS; k++) {
		fx_png_init(&p, 9, 5, kinds[k].colour, kinds[k].depth);
		write_stream(&p);
		ck_assert_uint_eq(decode_bytes(stream, size, 0, 0),
				  LIBCODEC_VERDICT_DONE);
		for (f = 0; f < 4; f++) {
			uint32_t own = c.surface.format;

			if (formats[f] == own)
				continue;
			c.surface.format = formats[f];
			check_refused(LIBCODEC_REASON_FORMAT);
			c.surface.format = own;
		}
		c.surface.dtype = 5;
		check_refused(LIBCODEC_REASON_DTYPE);
		c.surface.dtype = 0;
		c.surface.data = NULL;
		check_refused(LIBCODEC_REASON_MEMORY);
		c.surface.data = parent;
		c.surface.height++;
		check_refused(LIBCODEC_REASON_SIZE);
	}
}
END_TEST

START_TEST(test_cap)
{
	struct libcodec_cap cap = { .struct_size = sizeof(cap) };

	ck_assert_int_eq(lc_png_cap(&cap), 0);
	ck_assert_uint_eq(cap.codec, LIBCODEC_CODEC_PNG);
	ck_assert_uint_eq(cap.n_formats, 3);
	ck_assert_uint_eq(cap.bit_depths, 0x808b);
	ck_assert_uint_eq(cap.components, 0xf);
	ck_assert_uint_eq(cap.formats[0].dtypes, 0x1f);
}
END_TEST

/* Calls of the allocator in some frames, each of which must end with @want. */
static unsigned long calls_of_frames(int n, size_t n_bytes, uint32_t dtype, uint32_t want)
{
	unsigned long before = calls;
	int bad = 0;

	while (n--)
		bad += decode_bytes(stream, n_bytes, dtype, 0) != want;
	before = calls - before;
	ck_assert_int_eq(bad, 0);
	return before;
}

START_TEST(test_no_allocation)
{
	struct fx_png p;
	uint32_t dtype;
	int adam7;

	if (!COUNTING)
		test_skip("malloc-counter", "malloc can't be counted in this build");
	for (adam7 = 0; adam7 < 2; adam7++) {
		for (dtype = 0; dtype < N_DTYPES; dtype++) {
			fx_png_init(&p, 61, 43, kinds[_i].colour, kinds[_i].depth);
			p.flags = adam7 ? FX_PNG_ADAM7 : 0;
			p.idat_size = 1000;
			write_stream(&p);
			calls_of_frames(1, size, dtype, 1);
			ck_assert_uint_eq(calls_of_frames(FRAMES, size, dtype, 1), 0);
			/* A bad one, and good ones again. */
			ck_assert_uint_eq(calls_of_frames(FRAMES, size / 2, dtype, 4), 0);
			ck_assert_uint_eq(calls_of_frames(FRAMES, size, dtype, 1), 0);
		}
	}
	/* A smaller picture in the same memory, and a compressed one. */
	fx_png_init(&p, 5, 5, 0, 8);
	write_stream(&p);
	ck_assert_uint_eq(calls_of_frames(FRAMES, size, 0, 1), 0);
	write_compressed(&kinds[_i], 150, 80, false, 1);
	calls_of_frames(1, size, 0, 1);
	ck_assert_uint_eq(calls_of_frames(FRAMES, size, 0, 1), 0);
	/* IDATs that grow: libpng lets its buffer grow with them. */
	p.width = 90;
	p.height = 90;
	p.samples = NULL;
	for (p.idat_size = 1; p.idat_size < 5000; p.idat_size *= 3) {
		write_stream(&p);
		calls_of_frames(1, size, 0, 1);
		ck_assert_uint_eq(calls_of_frames(10, size, 0, 1), 0);
	}
}
END_TEST

/* What a session gave back comes again. */
START_TEST(test_trim)
{
	struct fx_png p;

	fx_png_init(&p, 61, 43, 2, 8);
	write_stream(&p);
	ck_assert_uint_eq(decode_exact(stream, size, 0, 0), 1);
	lc_png_session_trim(c.s);
	lc_png_session_trim(c.s);
	ck_assert_uint_eq(decode_exact(stream, size, 0, 0), 1);
	check_rows(&p, 0, 0, p.height);
}
END_TEST

static void add_damage(TCase *tc)
{
	tcase_add_loop_test(tc, test_checksums, 0, 2);
	tcase_add_test(tc, test_ancillary_crc);
	tcase_add_loop_test(tc, test_key_crc, 0, 2);
	tcase_add_loop_test(tc, test_cut_anywhere, 0, N_KINDS);
	tcase_add_test(tc, test_cut_gives_all_rows);
	tcase_add_test(tc, test_cut_interlaced);
	tcase_add_loop_test(tc, test_damaged_chunk, 0, 2);
	tcase_add_test(tc, test_corrupt_data);
	tcase_add_loop_test(tc, test_mutations, 0, 4);
	tcase_add_test(tc, test_tail);
}

static void add_tests(TCase *tc)
{
	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test_samples, 0, N_KINDS);
	tcase_add_test(tc, test_formulas);
	tcase_add_loop_test(tc, test_transparency, 0, 2);
	tcase_add_test(tc, test_key_is_wide);
	tcase_add_loop_test(tc, test_short_palette, 0, 2);
	tcase_add_loop_test(tc, test_compressed, 0, N_KINDS);
	add_damage(tc);
	tcase_add_test(tc, test_scratch_limit);
	tcase_add_test(tc, test_deadline);
	tcase_add_test(tc, test_refusals);
	tcase_add_test(tc, test_cap);
	tcase_add_loop_test(tc, test_no_allocation, 0, N_KINDS);
	tcase_add_test(tc, test_trim);
}
#else
START_TEST(test_without_libpng)
{
	test_skip("libpng", "built without libpng: the cpu backend decodes no PNG");
}
END_TEST

static void add_tests(TCase *tc)
{
	tcase_add_test(tc, test_without_libpng);
}
#endif

static Suite *make_suite(void)
{
	Suite *s = suite_create("png");
	TCase *tc = tcase_create("png");

	add_tests(tc);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("png", make_suite);
}
