/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How planes of Y, Cb and Cr become the picture that we deliver: see bench-planes.h.
 */
#include "config.h"

#include "bench-planes.h"

#include <string.h>

#include "bench-kernels.h"

/* Luma pixels that a chroma sample covers. */
struct grid {
	uint32_t x, y;
};

/* _OTHER is taken for 4:4:1: a peer sees to it that it is, or takes no part. */
static struct grid grid_of(uint32_t sampling)
{
	switch (sampling) {
	case LIBCODEC_SAMPLING_444:
		return (struct grid){ 1, 1 };
	case LIBCODEC_SAMPLING_422:
		return (struct grid){ 2, 1 };
	case LIBCODEC_SAMPLING_440:
		return (struct grid){ 1, 2 };
	case LIBCODEC_SAMPLING_411:
		return (struct grid){ 4, 1 };
	case LIBCODEC_SAMPLING_410:
		return (struct grid){ 4, 2 };
	case LIBCODEC_SAMPLING_OTHER:
		return (struct grid){ 1, 4 };
	default:
		return (struct grid){ 2, 2 };
	}
}

enum bench_chroma bench_chroma_of(const struct bench_picture *pic)
{
	static const struct {
		uint32_t sampling, format;
		enum bench_chroma kind;
	} kinds[] = {
		{ LIBCODEC_SAMPLING_400, LIBCODEC_FORMAT_GREY, BENCH_CHROMA_NONE },
		{ LIBCODEC_SAMPLING_420, LIBCODEC_FORMAT_NV12, BENCH_CHROMA_INTERLEAVE },
		{ LIBCODEC_SAMPLING_422, LIBCODEC_FORMAT_NV16, BENCH_CHROMA_INTERLEAVE },
		{ LIBCODEC_SAMPLING_444, LIBCODEC_FORMAT_NV24, BENCH_CHROMA_INTERLEAVE },
		{ LIBCODEC_SAMPLING_444, LIBCODEC_FORMAT_NV12, BENCH_CHROMA_HALVE_BOTH },
		{ LIBCODEC_SAMPLING_422, LIBCODEC_FORMAT_NV12, BENCH_CHROMA_HALVE_ROWS },
		{ LIBCODEC_SAMPLING_440, LIBCODEC_FORMAT_NV12,
		  BENCH_CHROMA_HALVE_COLUMNS },
		{ LIBCODEC_SAMPLING_OTHER, LIBCODEC_FORMAT_NV12,
		  BENCH_CHROMA_HALVE_COLUMNS },
		{ LIBCODEC_SAMPLING_411, LIBCODEC_FORMAT_NV12,
		  BENCH_CHROMA_DOUBLE_COLUMNS },
		{ LIBCODEC_SAMPLING_410, LIBCODEC_FORMAT_NV12,
		  BENCH_CHROMA_DOUBLE_COLUMNS },
	};
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].sampling == pic->info.sampling &&
		    kinds[i].format == pic->layout.format)
			return kinds[i].kind;
	return BENCH_CHROMA_OTHER;
}

/* The last sample of a row of odd width counts twice. */
static void pad_row(uint8_t *row, uint32_t width)
{
	if (width % 2)
		row[width] = row[width - 1];
}

/* The row of a chroma plane under row @y of the picture, the last one below it. */
static uint32_t row_under(const struct bench_picture *pic, struct grid g, uint32_t y)
{
	return (y < pic->layout.height ? y : pic->layout.height - 1) / g.y;
}

static void write_means(enum bench_chroma kind, const struct bench_planes *planes,
			const struct bench_picture *pic, uint8_t *dst, uint32_t y)
{
	struct grid g = grid_of(pic->info.sampling);
	size_t n = pic->layout.plane_width[1] / 2;
	uint32_t y0 = row_under(pic, g, 2 * y), y1 = row_under(pic, g, 2 * y + 1);
	uint8_t *cb0 = planes->data[1] + planes->stride[1] * y0;
	uint8_t *cb1 = planes->data[1] + planes->stride[1] * y1;
	uint8_t *cr0 = planes->data[2] + planes->stride[2] * y0;
	uint8_t *cr1 = planes->data[2] + planes->stride[2] * y1;

	if (kind == BENCH_CHROMA_HALVE_ROWS) {
		bench_halve_rows(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	if (kind == BENCH_CHROMA_DOUBLE_COLUMNS) {
		bench_double_columns(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	pad_row(cb0, pic->layout.width);
	pad_row(cr0, pic->layout.width);
	if (kind == BENCH_CHROMA_HALVE_COLUMNS) {
		bench_halve_columns(dst, cb0, cr0, n);
		return;
	}
	pad_row(cb1, pic->layout.width);
	pad_row(cr1, pic->layout.width);
	bench_halve_both(dst, cb0, cb1, cr0, cr1, n);
}

void bench_chroma_write(enum bench_chroma kind, const struct bench_planes *planes,
			const struct bench_picture *pic, uint8_t *dst)
{
	size_t n = pic->layout.plane_width[1] / 2, stride = pic->layout.plane_stride[1];
	uint32_t y;

	if (kind == BENCH_CHROMA_NONE || kind == BENCH_CHROMA_OTHER)
		return;
	dst += pic->layout.plane_offset[1];
	for (y = 0; y < pic->layout.plane_height[1]; y++, dst += stride) {
		if (kind == BENCH_CHROMA_INTERLEAVE)
			bench_interleave(dst, planes->data[1] + planes->stride[1] * y,
					 planes->data[2] + planes->stride[2] * y, n);
		else
			write_means(kind, planes, pic, dst, y);
	}
}

void bench_luma_write(const struct bench_planes *planes, const struct bench_picture *pic,
		      uint8_t *dst)
{
	uint32_t y;

	dst += pic->layout.plane_offset[0];
	for (y = 0; y < pic->layout.height; y++)
		memcpy(dst + (size_t)pic->layout.plane_stride[0] * y,
		       planes->data[0] + planes->stride[0] * y, pic->layout.width);
}
