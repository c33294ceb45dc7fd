/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the CAPTURE formats look like in memory, the bounds of a copy, and the copy.
 *
 * A driver's numbers are hostile here: planes are laid out in 64 bits with every sum and
 * product checked, and only what fits is ever made a pointer.
 */
#include "copy-out.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <linux/videodev2.h>

#include "copy-rows.h"

/* Luma samples for one of chroma; 0: there is none. */
struct shape {
	uint32_t format, sampling;
	uint32_t x, y;
};

static const struct shape grey = { LIBCODEC_FORMAT_GREY, LIBCODEC_SAMPLING_400, 0, 0 };
static const struct shape nv12 = { LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_420, 2, 2 };
static const struct shape nv16 = { LIBCODEC_FORMAT_NV16, LIBCODEC_SAMPLING_422, 2, 1 };
static const struct shape nv24 = { LIBCODEC_FORMAT_NV24, LIBCODEC_SAMPLING_444, 1, 1 };

enum arrangement {
	LUMA_ONLY,
	SEMI_PLANAR, /* luma, and a plane of chroma pairs */
	PLANAR, /* luma, and two planes of chroma */
	PACKED_422, /* pairs of pixels in 4 bytes */
	PACKED_444, /* Y, Cb, Cr */
};

struct pixels {
	uint32_t fourcc;
	const struct shape *shape;
	enum arrangement arrangement;
	uint32_t n_planes; /* memory planes */
	unsigned int order; /* LC_V4L2_*; LUMA_SECOND of PACKED_422 alone */
};

static const struct pixels formats[] = {
	{ V4L2_PIX_FMT_GREY, &grey, LUMA_ONLY, 1, 0 },

	{ V4L2_PIX_FMT_NV12, &nv12, SEMI_PLANAR, 1, 0 },
	{ V4L2_PIX_FMT_NV12M, &nv12, SEMI_PLANAR, 2, 0 },
	{ V4L2_PIX_FMT_NV21, &nv12, SEMI_PLANAR, 1, LC_V4L2_CR_FIRST },
	{ V4L2_PIX_FMT_NV21M, &nv12, SEMI_PLANAR, 2, LC_V4L2_CR_FIRST },
	{ V4L2_PIX_FMT_NV16, &nv16, SEMI_PLANAR, 1, 0 },
	{ V4L2_PIX_FMT_NV16M, &nv16, SEMI_PLANAR, 2, 0 },
	{ V4L2_PIX_FMT_NV61, &nv16, SEMI_PLANAR, 1, LC_V4L2_CR_FIRST },
	{ V4L2_PIX_FMT_NV61M, &nv16, SEMI_PLANAR, 2, LC_V4L2_CR_FIRST },
	{ V4L2_PIX_FMT_NV24, &nv24, SEMI_PLANAR, 1, 0 },
	{ V4L2_PIX_FMT_NV42, &nv24, SEMI_PLANAR, 1, LC_V4L2_CR_FIRST },

	{ V4L2_PIX_FMT_YUV420, &nv12, PLANAR, 1, 0 },
	{ V4L2_PIX_FMT_YUV420M, &nv12, PLANAR, 3, 0 },
	{ V4L2_PIX_FMT_YVU420, &nv12, PLANAR, 1, LC_V4L2_CR_FIRST },
	{ V4L2_PIX_FMT_YVU420M, &nv12, PLANAR, 3, LC_V4L2_CR_FIRST },
	{ V4L2_PIX_FMT_YUV422P, &nv16, PLANAR, 1, 0 },
	{ V4L2_PIX_FMT_YUV422M, &nv16, PLANAR, 3, 0 },
	{ V4L2_PIX_FMT_YVU422M, &nv16, PLANAR, 3, LC_V4L2_CR_FIRST },
	{ V4L2_PIX_FMT_YUV444M, &nv24, PLANAR, 3, 0 },
	{ V4L2_PIX_FMT_YVU444M, &nv24, PLANAR, 3, LC_V4L2_CR_FIRST },

	{ V4L2_PIX_FMT_YUYV, &nv16, PACKED_422, 1, 0 },
	{ V4L2_PIX_FMT_YVYU, &nv16, PACKED_422, 1, LC_V4L2_CR_FIRST },
	{ V4L2_PIX_FMT_UYVY, &nv16, PACKED_422, 1, LC_V4L2_LUMA_SECOND },
	{ V4L2_PIX_FMT_VYUY, &nv16, PACKED_422, 1,
	  LC_V4L2_LUMA_SECOND | LC_V4L2_CR_FIRST },
	{ V4L2_PIX_FMT_YUV24, &nv24, PACKED_444, 1, 0 },
};

static const struct pixels *pixels_get(uint32_t fourcc)
{
	size_t i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (formats[i].fourcc == fourcc)
			return &formats[i];
	return NULL;
}

/* Where @px becomes @format: the shape of that, else NULL. */
static const struct shape *shape_of(const struct pixels *px, uint32_t format)
{
	if (format == LIBCODEC_FORMAT_GREY)
		return &grey;
	return px->shape->format == format ? px->shape : NULL;
}

int lc_v4l2_can_copy(uint32_t fourcc, uint32_t format)
{
	const struct pixels *px = pixels_get(fourcc);

	return px && shape_of(px, format);
}

uint32_t lc_v4l2_native_format(uint32_t fourcc)
{
	const struct pixels *px = pixels_get(fourcc);

	return px ? px->shape->format : 0;
}

uint32_t lc_v4l2_native_sampling(uint32_t fourcc)
{
	const struct pixels *px = pixels_get(fourcc);

	return px ? px->shape->sampling : LIBCODEC_SAMPLING_UNKNOWN;
}

/* --- planes and their bounds ------------------------------------------------------ */

/* A plane of samples in one memory plane, or in the surface's memory. */
struct plane {
	unsigned int memory;
	uint64_t offset, stride; /* bytes */
	uint64_t row; /* bytes of one that are samples */
	uint64_t rows;
};

static uint64_t ceil_div(uint64_t v, uint32_t by)
{
	return v / by + (v % by != 0);
}

/* A plane's rows lie behind each other, and the last sample lies in @size bytes. */
static bool plane_fits(const struct plane *p, uint64_t size)
{
	uint64_t end;

	return p->stride >= p->row &&
	       !__builtin_mul_overflow(p->stride, p->rows - 1, &end) &&
	       !__builtin_add_overflow(end, p->row, &end) &&
	       !__builtin_add_overflow(end, p->offset, &end) && end <= size &&
	       end <= PTRDIFF_MAX;
}

/* Put @p right behind @before in the same memory plane. */
static bool plane_follows(struct plane *p, const struct plane *before)
{
	p->memory = before->memory;
	return !__builtin_mul_overflow(before->stride, before->rows, &p->offset) &&
	       !__builtin_add_overflow(p->offset, before->offset, &p->offset);
}

static uint64_t luma_row(const struct pixels *px, uint64_t width)
{
	switch (px->arrangement) {
	case PACKED_422:
		return 4 * ceil_div(width, 2);
	case PACKED_444:
		return 3 * width;
	default:
		return width;
	}
}

static unsigned int n_chroma_planes(const struct pixels *px)
{
	return px->arrangement == PLANAR ? 2 : px->arrangement == SEMI_PLANAR;
}

/*
 * Lay chroma plane @i (1 or 2) out. In one memory plane the strides follow from luma's:
 * as many bytes for pairs of half width, twice as many for pairs of full width, and half
 * of them for planes of half width, which therefore must be even.
 */
static bool lay_chroma(const struct pixels *px, const struct lc_v4l2_source *src,
		       struct plane planes[3], unsigned int i)
{
	unsigned int samples = px->arrangement == SEMI_PLANAR ? 2 : 1;
	struct plane *p = &planes[i];

	p->row = samples * ceil_div(src->width, px->shape->x);
	p->rows = ceil_div(src->height, px->shape->y);
	if (px->n_planes > 1) {
		p->memory = i;
		p->offset = 0;
		p->stride = src->stride[i];
		return true;
	}
	p->stride = (uint64_t)samples * src->stride[0];
	if (p->stride % px->shape->x)
		return false;
	p->stride /= px->shape->x;
	return plane_follows(p, &planes[i - 1]);
}

/* Lay all of a source's planes out: 0, or -EINVAL where they don't fit. */
static int lay_source(const struct pixels *px, const struct lc_v4l2_source *src,
		      struct plane planes[3])
{
	unsigned int i;

	if (!src->width || !src->height || src->n_planes != px->n_planes)
		return -EINVAL;
	planes[0] = (struct plane){
		.stride = src->stride[0],
		.row = luma_row(px, src->width),
		.rows = src->height,
	};
	for (i = 0; i <= n_chroma_planes(px); i++) {
		if (i && !lay_chroma(px, src, planes, i))
			return -EINVAL;
		if (!plane_fits(&planes[i], src->size[planes[i].memory]))
			return -EINVAL;
	}
	return 0;
}

/* The planes of a surface that are written; their number. */
static unsigned int lay_surface(const struct shape *shape,
				const struct libcodec_surface *s, struct plane planes[2])
{
	unsigned int i, n = shape->x ? 2 : 1;

	for (i = 0; i < n; i++)
		planes[i] = (struct plane){
			.offset = s->plane_offset[i],
			.stride = s->plane_stride[i],
			.row = i ? 2 * ceil_div(s->width, shape->x) : s->width,
			.rows = i ? ceil_div(s->height, shape->y) : s->height,
		};
	return n;
}

static int check_surface(const struct shape *shape, const struct libcodec_surface *s)
{
	struct plane planes[2];
	unsigned int i, n;

	if (!s->width || !s->height)
		return -EINVAL;
	n = lay_surface(shape, s, planes);
	if (s->n_planes < n)
		return -EINVAL;
	for (i = 0; i < n; i++)
		if (!plane_fits(&planes[i], s->size))
			return -EINVAL;
	return 0;
}

/* Whether the visible picture lies in the buffer, and begins with a chroma sample. */
static bool crop_fits(const struct lc_v4l2_source *src, const struct libcodec_surface *s,
		      const struct shape *shape)
{
	return (uint64_t)src->left + s->width <= src->width &&
	       (uint64_t)src->top + s->height <= src->height &&
	       (!shape->x || (src->left % shape->x == 0 && src->top % shape->y == 0));
}

int lc_v4l2_copy_check(const struct lc_v4l2_source *src,
		       const struct libcodec_surface *surface)
{
	const struct pixels *px = pixels_get(src->fourcc);
	const struct shape *shape = px ? shape_of(px, surface->format) : NULL;
	struct plane planes[3];
	int r;

	if (!shape || surface->dtype != LIBCODEC_DTYPE_U8)
		return -EOPNOTSUPP;
	r = lay_source(px, src, planes);
	if (r < 0)
		return r;
	if (!crop_fits(src, surface, shape))
		return -EINVAL;
	return check_surface(shape, surface);
}

/* --- the copy --------------------------------------------------------------------- */

/* The visible part of planes as pointers: all of it has been checked. */
struct copy {
	const struct pixels *px;
	const struct lc_v4l2_rows *kernels;
	const uint8_t *src[3];
	size_t src_stride[3];
	uint8_t *dst[2];
	size_t dst_stride[2];
	size_t row[2]; /* bytes to write in each */
	size_t rows[2];
};

/* Where the visible picture begins in a plane. */
static uint64_t crop_offset(const struct pixels *px, const struct lc_v4l2_source *src,
			    const struct plane *p, unsigned int i)
{
	const struct shape *shape = px->shape;

	if (i == 0) {
		/* Of a packed pair it is this pixel's luma that GREY may begin with. */
		uint64_t left = px->arrangement == PACKED_422 ? 2 * (uint64_t)src->left :
								luma_row(px, src->left);

		return src->top * p->stride + left;
	}
	return src->top / shape->y * p->stride +
	       src->left / shape->x * (px->arrangement == SEMI_PLANAR ? 2 : 1);
}

static void copy_make(struct copy *c, const struct pixels *px, const struct shape *shape,
		      const struct lc_v4l2_source *src,
		      const struct libcodec_surface *surface, uint8_t *dst)
{
	struct plane from[3], to[2];
	unsigned int i, n;

	*c = (struct copy){ .px = px, .kernels = lc_v4l2_best_rows() };
	lay_source(px, src, from);
	for (i = 0; i <= n_chroma_planes(px); i++) {
		c->src[i] = src->data[from[i].memory] +
			    (size_t)(from[i].offset + crop_offset(px, src, &from[i], i));
		c->src_stride[i] = (size_t)from[i].stride;
	}
	n = lay_surface(shape, surface, to);
	for (i = 0; i < n; i++) {
		c->dst[i] = dst + (size_t)to[i].offset;
		c->dst_stride[i] = (size_t)to[i].stride;
		c->row[i] = (size_t)to[i].row;
		c->rows[i] = (size_t)to[i].rows;
	}
}

static void copy_plane(const struct copy *c, unsigned int i)
{
	size_t y;

	for (y = 0; y < c->rows[i]; y++)
		memcpy(c->dst[i] + y * c->dst_stride[i], c->src[i] + y * c->src_stride[i],
		       c->row[i]);
}

static void swap_chroma(const struct copy *c)
{
	size_t y;

	for (y = 0; y < c->rows[1]; y++)
		c->kernels->swap(c->dst[1] + y * c->dst_stride[1],
				 c->src[1] + y * c->src_stride[1], c->row[1] / 2);
}

static void interleave_chroma(const struct copy *c)
{
	unsigned int cb = c->px->order & LC_V4L2_CR_FIRST ? 2 : 1, cr = 3 - cb;
	size_t y;

	for (y = 0; y < c->rows[1]; y++)
		c->kernels->interleave(c->dst[1] + y * c->dst_stride[1],
				       c->src[cb] + y * c->src_stride[cb],
				       c->src[cr] + y * c->src_stride[cr], c->row[1] / 2);
}

/* Both planes at once: each packed row is read once. */
static void split_packed(const struct copy *c)
{
	size_t y;

	for (y = 0; y < c->rows[0]; y++) {
		uint8_t *luma = c->dst[0] + y * c->dst_stride[0];
		uint8_t *chroma = c->dst[1] + y * c->dst_stride[1];
		const uint8_t *src = c->src[0] + y * c->src_stride[0];

		if (c->px->arrangement == PACKED_444)
			c->kernels->split_444(luma, chroma, src, c->row[0]);
		else
			c->kernels->split_422(luma, chroma, src, c->row[0], c->px->order);
	}
}

static void pick_luma(const struct copy *c)
{
	size_t step = c->px->arrangement == PACKED_444 ? 3 : 2;
	size_t first = c->px->order & LC_V4L2_LUMA_SECOND ? 1 : 0;
	size_t x, y;

	for (y = 0; y < c->rows[0]; y++) {
		uint8_t *dst = c->dst[0] + y * c->dst_stride[0];
		const uint8_t *src = c->src[0] + y * c->src_stride[0] + first;

		for (x = 0; x < c->row[0]; x++)
			dst[x] = src[step * x];
	}
}

static bool is_packed(const struct pixels *px)
{
	return px->arrangement == PACKED_422 || px->arrangement == PACKED_444;
}

static void copy_chroma(const struct copy *c)
{
	if (c->px->arrangement == PLANAR)
		interleave_chroma(c);
	else if (c->px->order & LC_V4L2_CR_FIRST)
		swap_chroma(c);
	else
		copy_plane(c, 1);
}

void lc_v4l2_copy_out(const struct lc_v4l2_source *src,
		      const struct libcodec_surface *surface, uint8_t *dst)
{
	const struct pixels *px = pixels_get(src->fourcc);
	const struct shape *shape = shape_of(px, surface->format);
	struct copy c;

	copy_make(&c, px, shape, src, surface, dst);
	if (is_packed(px)) {
		if (shape->x)
			split_packed(&c);
		else
			pick_luma(&c);
		return;
	}
	copy_plane(&c, 0);
	if (shape->x)
		copy_chroma(&c);
}
