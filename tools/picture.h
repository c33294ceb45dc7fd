/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A decoded picture as the CPU reads it: planes, rows of tight bytes, rows of RGB.
 */
#ifndef CODECCTL_PICTURE_H
#define CODECCTL_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libcodec/image.h>

struct picture_plane {
	const unsigned char *data;
	size_t stride; /* bytes from row to row */
	size_t width;  /* bytes of a row that are pixels */
	uint32_t height;
};

/* Valid from picture_map() to picture_unmap(). */
struct picture {
	struct libcodec_image *image;
	uint32_t width, height;
	uint32_t format, dtype;
	unsigned int sample_bytes;
	unsigned int n_planes;
	struct picture_plane plane[LIBCODEC_PLANES_MAX];
};

/* Returns 0 or a negative errno. */
int picture_map(struct picture *p, struct libcodec_image *image);
void picture_unmap(struct picture *p);

bool picture_is_yuv(const struct picture *p);
/* Samples of a pixel: 3 and 4 for packed formats, else 1. */
unsigned int picture_channels(const struct picture *p);

/* Receives bytes; returns 0 to go on, or a negative errno. */
typedef int (*picture_sink)(void *data, const void *bytes, size_t size);

/*
 * Hand all visible samples to @sink, plane by plane, row by row, without padding and in
 * little-endian order. Returns 0, -ENOMEM, or what @sink returned.
 */
int picture_put_tight(const struct picture *p, picture_sink sink, void *data);

/*
 * One row as R, G, B of 8 bits (dtype u8) or as native 16 bit words (dtype u16).
 * YCbCr is JFIF's: BT.601, full range. Chroma is the nearest sample, as in the
 * library's own RGB output. Alpha is left out.
 */
void picture_rgb_row(const struct picture *p, uint32_t y, void *rgb);

/* One row of luma, as above; that of RGB is computed by BT.601. */
void picture_luma_row(const struct picture *p, uint32_t y, void *luma);

/*
 * One row of Cb and Cr as two runs of bytes; RGB's is computed. dtype u8 only; @y is a
 * row of the chroma plane. Not for grey pictures.
 */
void picture_chroma_row(const struct picture *p, uint32_t y, unsigned char *cb,
			unsigned char *cr);
/* How many samples such a row has, and how many rows there are. */
uint32_t picture_chroma_width(const struct picture *p);
uint32_t picture_chroma_height(const struct picture *p);

#endif
