/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Whole pictures by the PNG decoder of the cpu backend: every colour type, depth,
 * interlace and dtype against the writer's samples, and compressed ones against libpng's
 * own transformations.
 */
#include "config.h"

#include "png-call.h"

#ifdef HAVE_LIBPNG
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

/* --- the first oracle: the writer's samples ------------------------------------- */

/* It decodes, whole, as it should, in every dtype. */
static void check_picture(const struct fx_png *p)
{
	uint32_t dtype, verdict;

	write_stream(p);
	for (dtype = 0; dtype < N_DTYPES; dtype++) {
		verdict = decode_exact(stream, stream_size, dtype, 0);
		ck_assert_msg(verdict == LIBCODEC_VERDICT_DONE, "colour %u, depth %u: %s",
			      p->colour, p->depth, call.result.message);
		check_rows(p, dtype, 0, p->height);
		check_poison();
		ck_assert_uint_eq(call.result.consumed, stream_size);
		ck_assert_uint_eq(call.result.partial, 0);
		ck_assert_str_eq(call.result.message, "");
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

	call.pad = 0;
	fx_png_init(&p, 5, 1, 0, 8);
	p.samples = s8;
	write_stream(&p);
	ck_assert_uint_eq(decode_exact(stream, stream_size, LIBCODEC_DTYPE_U16, 0), 1);
	ck_assert_mem_eq(row_of(0), u16, sizeof(u16));
	ck_assert_uint_eq(decode_exact(stream, stream_size, LIBCODEC_DTYPE_I8, 0), 1);
	ck_assert_mem_eq(row_of(0), i8, sizeof(i8));
	ck_assert_uint_eq(decode_exact(stream, stream_size, LIBCODEC_DTYPE_I16, 0), 1);
	ck_assert_mem_eq(row_of(0), i16, sizeof(i16));
	ck_assert_uint_eq(decode_exact(stream, stream_size, LIBCODEC_DTYPE_F32, 0), 1);
	for (i = 0; i < 5; i++) {
		memcpy(&f, row_of(0) + 4 * i, 4);
		ck_assert(f == (float)((double)s8[i] / 255.0));
	}
	fx_png_init(&p, 5, 1, 0, 16);
	p.samples = s16;
	write_stream(&p);
	ck_assert_uint_eq(decode_exact(stream, stream_size, LIBCODEC_DTYPE_U8, 0), 1);
	ck_assert_mem_eq(row_of(0), u8_wide, sizeof(u8_wide));
	ck_assert_uint_eq(decode_exact(stream, stream_size, LIBCODEC_DTYPE_I16, 0), 1);
	ck_assert_mem_eq(row_of(0), i16_wide, sizeof(i16_wide));
	ck_assert_uint_eq(decode_exact(stream, stream_size, LIBCODEC_DTYPE_F32, 0), 1);
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
		ck_assert_uint_eq(call.channels, 4);
		decode_exact(stream, stream_size, LIBCODEC_DTYPE_U8, 0);
		ck_assert_uint_eq(row_of(7)[5 * 4 + 3], 0);
	}
	for (depth = 1; depth <= 8; depth *= 2) {
		fx_png_init(&p, 23, 11, 3, depth);
		p.flags = adam7;
		p.trns = palette;
		p.ntrns = p.npalette < 6 ? p.npalette - 1 : 6;
		check_picture(&p);
		ck_assert_uint_eq(call.channels, 4);
	}
	for (depth = 1; depth <= 16; depth *= 2) { /* of grey it is dropped */
		fx_png_init(&p, 23, 11, 0, depth);
		p.flags = adam7;
		p.trns = key;
		p.ntrns = 2;
		check_picture(&p);
		ck_assert_uint_eq(call.channels, 1);
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
	decode_exact(stream, stream_size, LIBCODEC_DTYPE_U8, 0);
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

static void get_bytes(png_structp png, png_bytep p, size_t n)
{
	size_t *pos = png_get_io_ptr(png);

	if (n > stream_size - *pos)
		abort();
	memcpy(p, stream + *pos, n);
	*pos += n;
}

/* What libpng makes of the stream, against what is in the parent: u8, or u16. */
static void compare_with_libpng(bool wide_out)
{
	int transforms = PNG_TRANSFORM_EXPAND | PNG_TRANSFORM_STRIP_ALPHA;
	png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png_create_info_struct(png);
	size_t pos = 0, row, y, i;
	png_bytepp rows;

	if (call.channels == 4)
		transforms &= ~PNG_TRANSFORM_STRIP_ALPHA;
	png_set_read_fn(png, &pos, get_bytes);
	png_read_png(png, info, transforms | (wide_out ? 0 : PNG_TRANSFORM_STRIP_16),
		     NULL);
	rows = png_get_rows(png, info);
	row = png_get_rowbytes(png, info);
	ck_assert_uint_eq(row, call.row);
	for (y = 0; y < call.header.height; y++) {
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
	const struct picture_kind *k = &kinds[_i];
	uint32_t seed = 4711u + (uint32_t)_i;
	unsigned int n;

	for (n = 0; n < 40; n++) {
		unsigned int w = 1 + lcg(&seed) % 150, h = 1 + lcg(&seed) % 80;

		write_compressed(k, w, h, n & 1, seed);
		ck_assert_uint_eq(decode_exact(stream, stream_size, LIBCODEC_DTYPE_U8, 0),
				  1);
		compare_with_libpng(false);
		check_poison();
		ck_assert_uint_eq(call.result.consumed, stream_size);
		if (k->depth < 16)
			continue;
		ck_assert_uint_eq(
			decode_exact(stream, stream_size, LIBCODEC_DTYPE_U16, 0), 1);
		compare_with_libpng(true);
	}
}
END_TEST

static void add_tests(TCase *tc)
{
	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, call_setup, call_teardown);
	tcase_add_loop_test(tc, test_samples, 0, N_KINDS);
	tcase_add_test(tc, test_formulas);
	tcase_add_loop_test(tc, test_transparency, 0, 2);
	tcase_add_test(tc, test_key_is_wide);
	tcase_add_loop_test(tc, test_short_palette, 0, 2);
	tcase_add_loop_test(tc, test_compressed, 0, N_KINDS);
}
#endif

static Suite *make_suite(void)
{
	Suite *s = suite_create("png");
	TCase *tc = tcase_create("png");

#ifdef HAVE_LIBPNG
	add_tests(tc);
#else
	add_without_libpng(tc);
#endif
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("png", make_suite);
}
