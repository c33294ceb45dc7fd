/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A decoded picture as the CPU reads it: see picture.h.
 */
#include "config.h"

#include "picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static unsigned int dtype_bytes(uint32_t dtype)
{
	switch (dtype) {
	case LIBCODEC_DTYPE_U16:
	case LIBCODEC_DTYPE_I16:
		return 2;
	case LIBCODEC_DTYPE_F32:
		return 4;
	default:
		return 1;
	}
}

int picture_map(struct picture *p, struct libcodec_image *image)
{
	struct libcodec_image_layout layout = { .struct_size = sizeof(layout) };
	unsigned char *base;
	unsigned int i;
	void *data;
	int r;

	r = libcodec_image_get_layout(image, &layout);
	if (r < 0)
		return r;
	r = libcodec_image_map(image, LIBCODEC_ACCESS_READ, &data);
	if (r < 0)
		return r;
	base = data;
	*p = (struct picture){
		.image = image,
		.width = layout.width,
		.height = layout.height,
		.format = layout.format,
		.dtype = layout.dtype,
		.sample_bytes = dtype_bytes(layout.dtype),
		.n_planes = layout.n_planes,
	};
	for (i = 0; i < layout.n_planes; i++)
		p->plane[i] = (struct picture_plane){
			.data = base + layout.plane_offset[i],
			.stride = layout.plane_stride[i],
			.width = layout.plane_width[i],
			.height = layout.plane_height[i],
		};
	return 0;
}

void picture_unmap(struct picture *p)
{
	libcodec_image_unmap(p->image);
}

bool picture_is_yuv(const struct picture *p)
{
	return p->n_planes == 2;
}

unsigned int picture_channels(const struct picture *p)
{
	if (p->format == LIBCODEC_FORMAT_RGB)
		return 3;
	return p->format == LIBCODEC_FORMAT_RGBA ? 4 : 1;
}

static const unsigned char *plane_row(const struct picture_plane *plane, uint32_t y)
{
	return plane->data + plane->stride * y;
}

static bool host_is_big_endian(void)
{
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
}

static void swap_row(const unsigned char *from, unsigned char *to, size_t size,
		     unsigned int sample_bytes)
{
	size_t i;

	for (i = 0; i < size; i++)
		to[i] = from[i ^ (sample_bytes - 1)];
}

static int put_plane(const struct picture *p, const struct picture_plane *plane,
		     unsigned char *swapped, picture_sink sink, void *data)
{
	const unsigned char *row;
	uint32_t y;
	int r;

	for (y = 0; y < plane->height; y++) {
		row = plane_row(plane, y);
		if (swapped) {
			swap_row(row, swapped, plane->width, p->sample_bytes);
			row = swapped;
		}
		r = sink(data, row, plane->width);
		if (r < 0)
			return r;
	}
	return 0;
}

int picture_put_tight(const struct picture *p, picture_sink sink, void *data)
{
	unsigned char *swapped = NULL;
	unsigned int i;
	int r = 0;

	if (p->sample_bytes > 1 && host_is_big_endian()) {
		swapped = malloc(p->plane[0].width);
		if (!swapped)
			return -ENOMEM;
	}
	for (i = 0; i < p->n_planes && r == 0; i++)
		r = put_plane(p, &p->plane[i], swapped, sink, data);
	free(swapped);
	return r;
}

static unsigned char clamp(int value)
{
	if (value < 0)
		return 0;
	return value > 255 ? 255 : (unsigned char)value;
}

/* chroma * factor, the factor with 14 bits behind the point; rounded. */
static int scaled(int chroma, int factor)
{
	return (4 * chroma * factor + 0x8000) >> 16;
}

/* JFIF: R = Y + 1.402 Cr, G = Y - 0.34414 Cb - 0.71414 Cr, B = Y + 1.772 Cb. */
static void yuv_to_rgb(int luma, int cb, int cr, unsigned char *rgb)
{
	cb -= 128;
	cr -= 128;
	rgb[0] = clamp(luma + scaled(cr, 22970));
	rgb[1] = clamp(luma - scaled(cb, 5638) - scaled(cr, 11700));
	rgb[2] = clamp(luma + scaled(cb, 29032));
}

static unsigned int chroma_shift_x(const struct picture *p)
{
	return p->format == LIBCODEC_FORMAT_NV12 || p->format == LIBCODEC_FORMAT_NV16;
}

static unsigned int chroma_shift_y(const struct picture *p)
{
	return p->format == LIBCODEC_FORMAT_NV12;
}

static void rgb_row_from_yuv(const struct picture *p, uint32_t y, unsigned char *rgb)
{
	const unsigned char *luma = plane_row(&p->plane[0], y);
	const unsigned char *chroma = plane_row(&p->plane[1], y >> chroma_shift_y(p));
	unsigned int shift = chroma_shift_x(p);
	const unsigned char *pair;
	uint32_t x;

	for (x = 0; x < p->width; x++) {
		pair = chroma + 2 * (size_t)(x >> shift);
		yuv_to_rgb(luma[x], pair[0], pair[1], rgb + 3 * (size_t)x);
	}
}

/* Packed or grey samples of @bytes each, three a pixel: for grey the same thrice. */
static void rgb_row_from_packed(const struct picture *p, uint32_t y, unsigned char *rgb)
{
	const unsigned char *from = plane_row(&p->plane[0], y);
	unsigned int channels = picture_channels(p), bytes = p->sample_bytes, i;
	uint32_t x;

	for (x = 0; x < p->width; x++) {
		for (i = 0; i < 3; i++, rgb += bytes)
			memcpy(rgb, from + (channels > 1 ? i * bytes : 0), bytes);
		from += channels * bytes;
	}
}

void picture_rgb_row(const struct picture *p, uint32_t y, void *rgb)
{
	if (picture_is_yuv(p))
		rgb_row_from_yuv(p, y, rgb);
	else
		rgb_row_from_packed(p, y, rgb);
}

/* Y = 0.299 R + 0.587 G + 0.114 B with 16 bits behind the point. */
static uint32_t rgb_to_luma(uint32_t r, uint32_t g, uint32_t b)
{
	return (uint32_t)(((uint64_t)19595 * r + 38470 * (uint64_t)g +
			   (uint64_t)7471 * b + 0x8000) >>
			  16);
}

static void luma_row_from_rgb8(const struct picture *p, uint32_t y, unsigned char *luma)
{
	const unsigned char *from = plane_row(&p->plane[0], y);
	unsigned int channels = picture_channels(p);
	uint32_t x;

	for (x = 0; x < p->width; x++, from += channels)
		luma[x] = (unsigned char)rgb_to_luma(from[0], from[1], from[2]);
}

static void luma_row_from_rgb16(const struct picture *p, uint32_t y, unsigned char *luma)
{
	const unsigned char *from = plane_row(&p->plane[0], y);
	unsigned int channels = picture_channels(p);
	uint16_t rgb[3], value;
	uint32_t x;

	for (x = 0; x < p->width; x++, from += channels * sizeof(value)) {
		memcpy(rgb, from, sizeof(rgb));
		value = (uint16_t)rgb_to_luma(rgb[0], rgb[1], rgb[2]);
		memcpy(luma + x * sizeof(value), &value, sizeof(value));
	}
}

void picture_luma_row(const struct picture *p, uint32_t y, void *luma)
{
	if (picture_channels(p) == 1)
		memcpy(luma, plane_row(&p->plane[0], y),
		       (size_t)p->width * p->sample_bytes);
	else if (p->sample_bytes == 1)
		luma_row_from_rgb8(p, y, luma);
	else
		luma_row_from_rgb16(p, y, luma);
}

uint32_t picture_chroma_width(const struct picture *p)
{
	return chroma_shift_x(p) ? p->width / 2 + p->width % 2 : p->width;
}

uint32_t picture_chroma_height(const struct picture *p)
{
	return chroma_shift_y(p) ? p->height / 2 + p->height % 2 : p->height;
}

/* JFIF again, 16 bits behind the point, rounded. */
static void chroma_row_from_rgb(const struct picture *p, uint32_t y, unsigned char *cb,
				unsigned char *cr)
{
	const unsigned char *s = plane_row(&p->plane[0], y);
	unsigned int channels = picture_channels(p);
	const int one_half = (128 << 16) + 0x8000;
	uint32_t x;

	for (x = 0; x < p->width; x++, s += channels) {
		cb[x] = clamp((-11059 * s[0] - 21709 * s[1] + 32768 * s[2] + one_half) >>
			      16);
		cr[x] = clamp((32768 * s[0] - 27439 * s[1] - 5329 * s[2] + one_half) >>
			      16);
	}
}

void picture_chroma_row(const struct picture *p, uint32_t y, unsigned char *cb,
			unsigned char *cr)
{
	const unsigned char *pair;
	uint32_t x, width = picture_chroma_width(p);

	if (!picture_is_yuv(p)) {
		chroma_row_from_rgb(p, y, cb, cr);
		return;
	}
	pair = plane_row(&p->plane[1], y);
	for (x = 0; x < width; x++, pair += 2) {
		cb[x] = pair[0];
		cr[x] = pair[1];
	}
}
