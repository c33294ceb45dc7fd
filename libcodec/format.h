/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Pixel formats and dtypes: the one table of what each looks like in memory.
 */
#ifndef LC_FORMAT_H
#define LC_FORMAT_H

#include "internal.h"

struct lc_format {
	uint32_t fourcc; /* LIBCODEC_FORMAT_* */
	const char *name;
	uint8_t channels; /* of plane 0: samples a pixel */
	bool semi_planar; /* a second plane with Cb, Cr pairs */
	uint8_t chroma_x, chroma_y; /* semi-planar: pixels a chroma sample covers */
};

/* NULL where the fourcc is unknown. */
const struct lc_format *lc_format_get(uint32_t fourcc);

/* The formats one by one, in the table's order; NULL past the last. */
const struct lc_format *lc_format_at(size_t index);

/* Bytes of a sample, 0 where the dtype is unknown. */
unsigned int lc_dtype_size(uint32_t dtype);

#endif
