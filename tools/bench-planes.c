/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How planes of Y, Cb and Cr become the picture that we deliver: see bench-planes.h.
 */
#include "config.h"

#include "bench-planes.h"

#include <string.h>

#include "bench-kernels.h"

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

static void write_row(enum bench_chroma kind, const struct bench_planes *planes,
		      const struct bench_picture *pic, uint8_t *dst, uint32_t y)
{
	size_t n = pic->layout.plane_width[1] / 2;
	uint32_t y0 = y, y1 = y;
	uint8_t *cb0, *cb1, *cr0, *cr1;

	if (kind != BENCH_CHROMA_INTERLEAVE) {
		y0 = 2 * y;
		y1 = y0 + 1 < pic->layout.height ? y0 + 1 : y0;
	}
	cb0 = planes->data[1] + planes->stride[1] * y0;
	cb1 = planes->data[1] + planes->stride[1] * y1;
	cr0 = planes->data[2] + planes->stride[2] * y0;
	cr1 = planes->data[2] + planes->stride[2] * y1;
	if (kind == BENCH_CHROMA_INTERLEAVE) {
		bench_interleave(dst, cb0, cr0, n);
		return;
	}
	if (kind == BENCH_CHROMA_HALVE_ROWS) {
		bench_halve_rows(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	pad_row(cb0, pic->layout.width);
	pad_row(cb1, pic->layout.width);
	pad_row(cr0, pic->layout.width);
	pad_row(cr1, pic->layout.width);
	bench_halve_both(dst, cb0, cb1, cr0, cr1, n);
}

void bench_chroma_write(enum bench_chroma kind, const struct bench_planes *planes,
			const struct bench_picture *pic, uint8_t *dst)
{
	uint32_t y;

	if (kind == BENCH_CHROMA_NONE || kind == BENCH_CHROMA_OTHER)
		return;
	dst += pic->layout.plane_offset[1];
	for (y = 0; y < pic->layout.plane_height[1]; y++)
		write_row(kind, planes, pic,
			  dst + (size_t)pic->layout.plane_stride[1] * y, y);
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
