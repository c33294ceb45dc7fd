/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How planes of Y, Cb and Cr become the picture that we deliver.
 */
#ifndef CODECCTL_BENCH_PLANES_H
#define CODECCTL_BENCH_PLANES_H

#include "bench.h"

enum bench_chroma {
	BENCH_CHROMA_NONE, /* grey */
	BENCH_CHROMA_INTERLEAVE, /* NV12, NV16, NV24 of the sampling that is stored */
	BENCH_CHROMA_HALVE_BOTH, /* NV12 of 4:4:4 */
	BENCH_CHROMA_HALVE_ROWS, /* NV12 of 4:2:2 */
	BENCH_CHROMA_HALVE_COLUMNS, /* NV12 of 4:4:0 and 4:4:1 */
	BENCH_CHROMA_DOUBLE_COLUMNS, /* NV12 of 4:1:1 and 4:1:0 */
	BENCH_CHROMA_OTHER, /* there is nothing known that could be added */
};

/* Y, Cb, Cr, as stored. Rows of odd width have room for one sample more. */
struct bench_planes {
	uint8_t *data[3];
	size_t stride[3];
};

enum bench_chroma bench_chroma_of(const struct bench_picture *pic);

/* The chroma rows of @dst. Nothing for _NONE and _OTHER. */
void bench_chroma_write(enum bench_chroma kind, const struct bench_planes *planes,
			const struct bench_picture *pic, uint8_t *dst);

/* The luma rows of @dst. */
void bench_luma_write(const struct bench_planes *planes, const struct bench_picture *pic,
		      uint8_t *dst);

#endif
