/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The write stage: planes of components to the caller's layout. What the stream holds is
 * copied as it is; chroma that no NV layout has is averaged into NV12; RGB takes the
 * nearest chroma sample. Only visible bytes are written.
 */
#include "jpeg.h"

/* Luma pixels that a chroma sample of an NV layout covers. */
struct chroma_grid {
	unsigned int x, y;
};

static struct chroma_grid grid_of(uint32_t format)
{
	switch (format) {
	case LIBCODEC_FORMAT_NV12:
		return (struct chroma_grid){ 2, 2 };
	case LIBCODEC_FORMAT_NV16:
		return (struct chroma_grid){ 2, 1 };
	default:
		return (struct chroma_grid){ 1, 1 };
	}
}

bool lc_jpeg_can_write(uint32_t colour, uint32_t sampling, uint32_t format)
{
	if (colour == LIBCODEC_COLOUR_GREY)
		return sampling == LIBCODEC_SAMPLING_400 &&
		       (format == LIBCODEC_FORMAT_GREY || format == LIBCODEC_FORMAT_RGB);
	if (colour == LIBCODEC_COLOUR_RGB)
		return format == LIBCODEC_FORMAT_RGB && sampling == LIBCODEC_SAMPLING_444;
	if (colour != LIBCODEC_COLOUR_YCBCR || sampling == LIBCODEC_SAMPLING_UNKNOWN ||
	    sampling == LIBCODEC_SAMPLING_400)
		return false;
	switch (format) {
	case LIBCODEC_FORMAT_NV12:
		return true;
	case LIBCODEC_FORMAT_NV16:
		return sampling == LIBCODEC_SAMPLING_422;
	case LIBCODEC_FORMAT_NV24:
		return sampling == LIBCODEC_SAMPLING_444;
	case LIBCODEC_FORMAT_RGB:
		return sampling == LIBCODEC_SAMPLING_444 ||
		       sampling == LIBCODEC_SAMPLING_422 ||
		       sampling == LIBCODEC_SAMPLING_420 ||
		       sampling == LIBCODEC_SAMPLING_440;
	default:
		return false;
	}
}

static uint8_t *surface_row(const struct libcodec_surface *s, unsigned int plane,
			    unsigned int y)
{
	return (uint8_t *)s->data + s->plane_offset[plane] +
	       (size_t)y * s->plane_stride[plane];
}

static const uint8_t *plane_row(const struct lc_jpeg_plane *p, unsigned int y)
{
	return p->data + (size_t)y * p->stride;
}

void lc_jpeg_aim(struct lc_jpeg_frame *frame, const struct libcodec_surface *surface,
		 unsigned int y, unsigned int width, unsigned int height)
{
	struct lc_jpeg_plane *p = &frame->plane[0];

	p->direct_width = 0;
	if (surface->format == LIBCODEC_FORMAT_RGB || surface->height - y < height)
		return;
	p->direct_width = surface->width / width * width;
	p->direct = surface_row(surface, 0, y);
	p->direct_stride = (ptrdiff_t)surface->plane_stride[0];
}

/* What lc_jpeg_aim() left to do. */
static void write_luma(const struct lc_jpeg_frame *frame, const struct libcodec_surface *s,
		       unsigned int y, unsigned int rows)
{
	unsigned int from = frame->plane[0].direct_width, i;

	if (from == s->width)
		return;
	for (i = 0; i < rows; i++)
		memcpy(surface_row(s, 0, y + i) + from, plane_row(&frame->plane[0], i) + from,
		       s->width - from);
}

/* Whether a component is sampled on the grid of the output. */
static bool on_grid(const struct lc_jpeg_frame *f, const struct lc_jpeg_plane *p,
		    struct chroma_grid g)
{
	return p->h * g.x == f->h_max && p->v * g.y == f->v_max;
}

/* The sample of a component, @f of @max sampled, under column (or row) @n of the picture. */
static inline unsigned int sample_under(unsigned int n, unsigned int f, unsigned int max)
{
	return n * f / max;
}

/*
 * One component of a chroma row of NV12 by the mean, rounded down, of the component's samples
 * that lie under each output sample: those under its four pixels, of which neighbours may be
 * the same one, and counting that twice changes nothing. Behind the picture's edge these are
 * samples of the padding, which the encoder chose to continue the picture.
 */
static void mean_row(const struct lc_jpeg_frame *f, const struct lc_jpeg_plane *p,
		     unsigned int row, uint8_t *dst, unsigned int n)
{
	const uint8_t *upper = plane_row(p, sample_under(2 * row, p->v, f->v_max));
	const uint8_t *lower = plane_row(p, sample_under(2 * row + 1, p->v, f->v_max));
	unsigned int i;

	for (i = 0; i < n; i++) {
		unsigned int l = sample_under(2 * i, p->h, f->h_max);
		unsigned int r = sample_under(2 * i + 1, p->h, f->h_max);

		dst[2 * i] = (uint8_t)((upper[l] + upper[r] + lower[l] + lower[r]) >> 2);
	}
}

/* Whether both chroma components have 1/@x and 1/@y of the full resolution. */
static bool chroma_is(const struct lc_jpeg_frame *f, unsigned int x, unsigned int y)
{
	struct chroma_grid g = { x, y };

	return on_grid(f, &f->plane[1], g) && on_grid(f, &f->plane[2], g);
}

/* A chroma row of NV12 from samplings that are not its own. */
static void mean_rows(const struct lc_jpeg_dsp *dsp, const struct lc_jpeg_frame *f,
		      unsigned int row, uint8_t *dst, unsigned int n)
{
	const struct lc_jpeg_plane *cb = &f->plane[1], *cr = &f->plane[2];
	unsigned int y = 2 * row;

	if (chroma_is(f, 1, 1)) {
		dsp->nv12_from_444(dst, plane_row(cb, y), plane_row(cb, y + 1),
				   plane_row(cr, y), plane_row(cr, y + 1), n);
	} else if (chroma_is(f, 2, 1)) {
		dsp->nv12_from_422(dst, plane_row(cb, y), plane_row(cb, y + 1),
				   plane_row(cr, y), plane_row(cr, y + 1), n);
	} else if (chroma_is(f, 1, 2)) {
		dsp->nv12_from_440(dst, plane_row(cb, row), plane_row(cr, row), n);
	} else if (chroma_is(f, 4, 1)) {
		dsp->nv12_from_411(dst, plane_row(cb, y), plane_row(cb, y + 1),
				   plane_row(cr, y), plane_row(cr, y + 1), n);
	} else if (chroma_is(f, 4, 2)) {
		dsp->nv12_from_411(dst, plane_row(cb, row), plane_row(cb, row),
				   plane_row(cr, row), plane_row(cr, row), n);
	} else {
		mean_row(f, cb, row, dst, n);
		mean_row(f, cr, row, dst + 1, n);
	}
}

static void write_nv(const struct lc_jpeg_dsp *dsp, const struct lc_jpeg_frame *f,
		     const struct libcodec_surface *s, unsigned int y, unsigned int rows)
{
	struct chroma_grid g = grid_of(s->format);
	const struct lc_jpeg_plane *cb = &f->plane[1], *cr = &f->plane[2];
	bool direct = on_grid(f, cb, g) && on_grid(f, cr, g);
	unsigned int n = (s->width + g.x - 1) / g.x;
	unsigned int m = (rows + g.y - 1) / g.y;
	unsigned int i;

	write_luma(f, s, y, rows);
	for (i = 0; i < m; i++) {
		uint8_t *dst = surface_row(s, 1, y / g.y + i);

		if (direct)
			dsp->interleave(dst, plane_row(cb, i), plane_row(cr, i), n);
		else
			mean_rows(dsp, f, i, dst, n);
	}
}

/* @n pixels of row @y of luma with row @c of chroma, where there is any. */
static void rgb_row(const struct lc_jpeg_dsp *dsp, const struct lc_jpeg_frame *f,
		    unsigned int y, unsigned int c, uint8_t *dst, unsigned int n)
{
	const struct lc_jpeg_plane *p = f->plane;
	const uint8_t *luma = plane_row(&p[0], y);

	if (f->n == 1)
		dsp->rgb_400(dst, luma, n);
	else if (f->header->colour == LIBCODEC_COLOUR_RGB)
		dsp->pack_rgb(dst, luma, plane_row(&p[1], c), plane_row(&p[2], c), n);
	else if (p[1].h == f->h_max)
		dsp->rgb_444(dst, luma, plane_row(&p[1], c), plane_row(&p[2], c), n);
	else
		dsp->rgb_420(dst, luma, plane_row(&p[1], c), plane_row(&p[2], c), n);
}

static void write_rgb(const struct lc_jpeg_dsp *dsp, const struct lc_jpeg_frame *f,
		      const struct libcodec_surface *s, unsigned int y, unsigned int rows)
{
	bool half = f->n == 3 && f->plane[1].v != f->v_max;
	unsigned int i;

	for (i = 0; i < rows; i++)
		rgb_row(dsp, f, i, half ? i / 2 : i, surface_row(s, 0, y + i), s->width);
}

void lc_jpeg_write(const struct lc_jpeg_dsp *dsp, const struct lc_jpeg_frame *frame,
		   const struct libcodec_surface *surface, unsigned int y,
		   unsigned int rows)
{
	if (rows > surface->height - y)
		rows = surface->height - y;
	if (surface->format == LIBCODEC_FORMAT_GREY)
		write_luma(frame, surface, y, rows);
	else if (surface->format == LIBCODEC_FORMAT_RGB)
		write_rgb(dsp, frame, surface, y, rows);
	else
		write_nv(dsp, frame, surface, y, rows);
}
