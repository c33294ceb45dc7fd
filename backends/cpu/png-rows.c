/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Raw PNG rows to samples: first reduced to the channels that the surface has, in 8 bits
 * or in 16 bits big-endian as PNG stores them (7.1), then stored in the surface's dtype.
 * Freestanding but for memcpy; wide values are stored with it, as nothing is known of the
 * destination's alignment.
 */
#include "png.h"

#include <errno.h>
#include <string.h>

/* Colour types, 11.2.2. */
#define TYPE_GREY	0
#define TYPE_RGB	2
#define TYPE_PALETTE	3
#define TYPE_GREY_ALPHA 4
#define TYPE_RGBA	6

/* --- reduce --------------------------------------------------------------------- */

/* 7.2: packed samples of 1, 2 or 4 bits, the leftmost in the high bits. */
static unsigned int packed(const uint8_t *raw, unsigned int depth, size_t i)
{
	size_t bit = i * depth;

	return (raw[bit / 8] >> (8 - depth - bit % 8)) & ((1u << depth) - 1);
}

/* 13.12: the full range of 8 bits; exact, since 255 is a multiple of 1, 3 and 15. */
static void reduce_grey_packed(const struct lc_png_rows *rows, const uint8_t *raw,
			       size_t n, uint8_t *samples)
{
	unsigned int scale = 255 / ((1u << rows->depth) - 1);
	size_t i;

	for (i = 0; i < n; i++)
		samples[i] = (uint8_t)(packed(raw, rows->depth, i) * scale);
}

static void reduce_grey_alpha_8(const struct lc_png_rows *rows, const uint8_t *raw,
				size_t n, uint8_t *samples)
{
	size_t i;

	(void)rows;
	for (i = 0; i < n; i++)
		samples[i] = raw[2 * i];
}

static void reduce_grey_alpha_16(const struct lc_png_rows *rows, const uint8_t *raw,
				 size_t n, uint8_t *samples)
{
	size_t i;

	(void)rows;
	for (i = 0; i < n; i++)
		memcpy(samples + 2 * i, raw + 4 * i, 2);
}

/* For every depth; @size is a constant where it is called. */
static inline __attribute__((always_inline)) void
reduce_palette(const struct lc_png_rows *rows, const uint8_t *raw, size_t n,
	       uint8_t *samples, size_t size)
{
	size_t i;

	if (rows->depth == 8) {
		for (i = 0; i < n; i++)
			memcpy(samples + size * i, rows->palette[raw[i]], size);
		return;
	}
	for (i = 0; i < n; i++)
		memcpy(samples + size * i, rows->palette[packed(raw, rows->depth, i)],
		       size);
}

static void reduce_palette_rgb(const struct lc_png_rows *rows, const uint8_t *raw,
			       size_t n, uint8_t *samples)
{
	reduce_palette(rows, raw, n, samples, 3);
}

static void reduce_palette_rgba(const struct lc_png_rows *rows, const uint8_t *raw,
				size_t n, uint8_t *samples)
{
	reduce_palette(rows, raw, n, samples, 4);
}

/* 11.3.2.1: at the coded depth, of which the key's upper bits are no part. */
static void reduce_rgb_key_8(const struct lc_png_rows *rows, const uint8_t *raw,
			     size_t n, uint8_t *samples)
{
	const uint8_t key[3] = { (uint8_t)rows->key[0], (uint8_t)rows->key[1],
				 (uint8_t)rows->key[2] };
	size_t i;

	for (i = 0; i < n; i++) {
		const uint8_t *p = raw + 3 * i;
		bool clear = rows->has_key & (p[0] == key[0]) & (p[1] == key[1]) &
			     (p[2] == key[2]);

		memcpy(samples + 4 * i, p, 3);
		samples[4 * i + 3] = clear ? 0 : 255;
	}
}

static void reduce_rgb_key_16(const struct lc_png_rows *rows, const uint8_t *raw,
			      size_t n, uint8_t *samples)
{
	uint8_t key[6];
	size_t i;

	for (i = 0; i < 3; i++) {
		key[2 * i] = (uint8_t)(rows->key[i] >> 8);
		key[2 * i + 1] = (uint8_t)rows->key[i];
	}
	for (i = 0; i < n; i++) {
		const uint8_t *p = raw + 6 * i;
		bool clear = rows->has_key && memcmp(p, key, 6) == 0;

		memcpy(samples + 8 * i, p, 6);
		memset(samples + 8 * i + 6, clear ? 0 : 255, 2);
	}
}

/* --- store ---------------------------------------------------------------------- */

static unsigned int be16(const uint8_t *p)
{
	return (unsigned int)p[0] << 8 | p[1];
}

static void put16(uint8_t *dst, unsigned int v)
{
	uint16_t u = (uint16_t)v;

	memcpy(dst, &u, sizeof(u));
}

/* A division, not a product with the inverse: the quotient is the nearest float. */
static void put_float(uint8_t *dst, unsigned int v, float full)
{
	float f = (float)v / full;

	memcpy(dst, &f, sizeof(f));
}

static void store_u8(const uint8_t *samples, size_t n, uint8_t *dst)
{
	memcpy(dst, samples, n);
}

static void store_u16(const uint8_t *samples, size_t n, uint8_t *dst)
{
	size_t i;

	for (i = 0; i < n; i++)
		put16(dst + 2 * i, samples[i] * 257u);
}

static void store_i8(const uint8_t *samples, size_t n, uint8_t *dst)
{
	size_t i;

	for (i = 0; i < n; i++)
		dst[i] = samples[i] ^ 0x80;
}

static void store_i16(const uint8_t *samples, size_t n, uint8_t *dst)
{
	size_t i;

	for (i = 0; i < n; i++)
		put16(dst + 2 * i, samples[i] * 257u ^ 0x8000u);
}

static void store_f32(const uint8_t *samples, size_t n, uint8_t *dst)
{
	size_t i;

	for (i = 0; i < n; i++)
		put_float(dst + 4 * i, samples[i], 255.0f);
}

/* 8 bits of 16: the high byte, not rounded. */
static void store_u8_wide(const uint8_t *samples, size_t n, uint8_t *dst)
{
	size_t i;

	for (i = 0; i < n; i++)
		dst[i] = samples[2 * i];
}

static void store_u16_wide(const uint8_t *samples, size_t n, uint8_t *dst)
{
	size_t i;

	for (i = 0; i < n; i++)
		put16(dst + 2 * i, be16(samples + 2 * i));
}

static void store_i8_wide(const uint8_t *samples, size_t n, uint8_t *dst)
{
	size_t i;

	for (i = 0; i < n; i++)
		dst[i] = samples[2 * i] ^ 0x80;
}

static void store_i16_wide(const uint8_t *samples, size_t n, uint8_t *dst)
{
	size_t i;

	for (i = 0; i < n; i++)
		put16(dst + 2 * i, be16(samples + 2 * i) ^ 0x8000u);
}

static void store_f32_wide(const uint8_t *samples, size_t n, uint8_t *dst)
{
	size_t i;

	for (i = 0; i < n; i++)
		put_float(dst + 4 * i, be16(samples + 2 * i), 65535.0f);
}

/* --- scatter -------------------------------------------------------------------- */

static inline __attribute__((always_inline)) void
scatter_size(const uint8_t *line, size_t n, uint8_t *dst, size_t step, size_t size)
{
	size_t i;

	for (i = 0; i < n; i++)
		memcpy(dst + i * step * size, line + i * size, size);
}

/* A pixel has 1, 3 or 4 samples of 1, 2 or 4 bytes. */
static void scatter(const uint8_t *line, size_t n, uint8_t *dst, size_t step, size_t size)
{
	switch (size) {
	case 1:
		scatter_size(line, n, dst, step, 1);
		break;
	case 2:
		scatter_size(line, n, dst, step, 2);
		break;
	case 3:
		scatter_size(line, n, dst, step, 3);
		break;
	case 4:
		scatter_size(line, n, dst, step, 4);
		break;
	case 6:
		scatter_size(line, n, dst, step, 6);
		break;
	case 8:
		scatter_size(line, n, dst, step, 8);
		break;
	case 12:
		scatter_size(line, n, dst, step, 12);
		break;
	default:
		scatter_size(line, n, dst, step, 16);
		break;
	}
}

/* --- the row -------------------------------------------------------------------- */

/* The format that a picture has, and how many samples a pixel of it has. */
static uint32_t format_of(const struct libcodec_png_header *h, unsigned int *ret_channels)
{
	switch (h->colour_type) {
	case TYPE_GREY:
	case TYPE_GREY_ALPHA:
		*ret_channels = 1;
		return LIBCODEC_FORMAT_GREY;
	case TYPE_RGB:
	case TYPE_PALETTE:
		if (!(h->flags & LIBCODEC_PNG_TRNS)) {
			*ret_channels = 3;
			return LIBCODEC_FORMAT_RGB;
		}
		__attribute__((fallthrough));
	case TYPE_RGBA:
		*ret_channels = 4;
		return LIBCODEC_FORMAT_RGBA;
	default:
		return 0;
	}
}

static void choose_reduce(struct lc_png_rows *rows, const struct libcodec_png_header *h)
{
	switch (h->colour_type) {
	case TYPE_GREY:
		if (rows->depth < 8)
			rows->reduce = reduce_grey_packed;
		break;
	case TYPE_GREY_ALPHA:
		rows->reduce = rows->wide ? reduce_grey_alpha_16 : reduce_grey_alpha_8;
		break;
	case TYPE_PALETTE:
		rows->reduce = rows->channels == 4 ? reduce_palette_rgba
						   : reduce_palette_rgb;
		break;
	case TYPE_RGB:
		if (rows->channels == 4)
			rows->reduce = rows->wide ? reduce_rgb_key_16 : reduce_rgb_key_8;
		break;
	default:
		break;
	}
}

/* 11.2.2, table 11.1; the host has looked already. */
static bool depth_legal(uint32_t colour_type, uint32_t depth)
{
	if (depth == 8)
		return true;
	if (depth == 16)
		return colour_type != TYPE_PALETTE;
	return (depth == 1 || depth == 2 || depth == 4) &&
	       (colour_type == TYPE_GREY || colour_type == TYPE_PALETTE);
}

int lc_png_rows_init(struct lc_png_rows *rows, const struct libcodec_png_header *header,
		     uint32_t format, uint32_t dtype)
{
	static const struct {
		void (*store)(const uint8_t *samples, size_t n, uint8_t *dst);
		void (*store_wide)(const uint8_t *samples, size_t n, uint8_t *dst);
		unsigned int size;
	} stores[] = {
		[LIBCODEC_DTYPE_U8] = { store_u8, store_u8_wide, 1 },
		[LIBCODEC_DTYPE_U16] = { store_u16, store_u16_wide, 2 },
		[LIBCODEC_DTYPE_I8] = { store_i8, store_i8_wide, 1 },
		[LIBCODEC_DTYPE_I16] = { store_i16, store_i16_wide, 2 },
		[LIBCODEC_DTYPE_F32] = { store_f32, store_f32_wide, 4 },
	};
	uint32_t native;
	size_t i;

	memset(rows, 0, sizeof(*rows));
	native = format_of(header, &rows->channels);
	if (!native || !depth_legal(header->colour_type, header->bit_depth) ||
	    dtype >= sizeof(stores) / sizeof(stores[0]))
		return -EDOM;
	if (format != native)
		return -EINVAL;
	rows->depth = header->bit_depth;
	rows->wide = rows->depth == 16;
	rows->store = rows->wide ? stores[dtype].store_wide : stores[dtype].store;
	rows->pixel_size = rows->channels * stores[dtype].size;
	rows->copy = dtype == LIBCODEC_DTYPE_U8 && !rows->wide;
	choose_reduce(rows, header);
	for (i = 0; i < 256; i++)
		rows->palette[i][3] = 255;
	return 0;
}

/* Reduced samples, and a line of pixels that are to be scattered. */
static size_t samples_size(const struct lc_png_rows *rows, size_t width)
{
	return width * rows->channels * (rows->wide ? 2 : 1);
}

size_t lc_png_rows_scratch(const struct lc_png_rows *rows, size_t width)
{
	return samples_size(rows, width) + width * rows->pixel_size;
}

static void put_line(const struct lc_png_rows *rows, const uint8_t *raw, size_t n,
		     uint8_t *samples, uint8_t *dst)
{
	if (!rows->reduce) {
		rows->store(raw, n * rows->channels, dst);
	} else if (rows->copy) {
		rows->reduce(rows, raw, n, dst);
	} else {
		rows->reduce(rows, raw, n, samples);
		rows->store(samples, n * rows->channels, dst);
	}
}

void lc_png_rows_put(const struct lc_png_rows *rows, const uint8_t *raw, size_t n,
		     uint8_t *scratch, uint8_t *dst, size_t step)
{
	uint8_t *line = scratch + samples_size(rows, n);

	if (step == 1) {
		put_line(rows, raw, n, scratch, dst);
		return;
	}
	put_line(rows, raw, n, scratch, line);
	scatter(line, n, dst, step, rows->pixel_size);
}
