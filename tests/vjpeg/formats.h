/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where the components of V4L2's raw formats lie, for layouts and for the conversion.
 */
#ifndef VJPEG_FORMATS_H
#define VJPEG_FORMATS_H

#include "engine.h"

#define VJPEG_COMPONENTS 3

/* A format: planes of the picture, and its components in them. */
struct vjpeg_format {
	uint32_t fourcc;
	uint32_t sampling;   /* LIBCODEC_SAMPLING_* */
	uint32_t family;     /* formats that differ in memory planes alone have the same */
	uint8_t n_mem;       /* memory planes: 1, or as many as the picture has */
	uint8_t n_planes;    /* of the picture */
	uint8_t n_components;
	uint8_t step_x, step_y; /* luma samples of a chroma sample */
	uint8_t pixel;       /* bytes from pixel to pixel of the first plane */
	/* Of each component: its plane, its first byte there, and bytes to its next sample. */
	struct {
		uint8_t plane, first, step;
	} at[VJPEG_COMPONENTS];
};

/* NULL where there is none of that index. */
const struct vjpeg_format *vjpeg_format(uint32_t index);

/* Bytes of a row, and rows, of a plane of the picture. */
uint32_t vjpeg_plane_pitch(const struct vjpeg_format *f, unsigned int plane, uint32_t bpl);
uint32_t vjpeg_plane_rows(const struct vjpeg_format *f, unsigned int plane, uint32_t height);

/* Planes of memory with the components of a picture in them. */
struct vjpeg_component {
	uint8_t *data;
	size_t pitch;        /* bytes from row to row */
	unsigned int step;   /* bytes from sample to sample */
	uint32_t width, height; /* samples */
};

/* Component @c in the planes of a layout, which are as long as it says. */
struct vjpeg_component vjpeg_component(const struct vjpeg_layout *layout, unsigned int c,
				       uint8_t *const plane[VJPEG_PLANES]);

#endif
