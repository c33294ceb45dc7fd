/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the tests of copy-out share: see copy-bed.h.
 */
#include "config.h"

#include "copy-bed.h"

#include <stdlib.h>
#include <string.h>

#include <linux/videodev2.h>

const struct form forms[N_FORMS] = {
#define FORM(name, native, sampling, ...)                                                \
	{ #name, V4L2_PIX_FMT_##name, LIBCODEC_FORMAT_##native,                          \
	  LIBCODEC_SAMPLING_##sampling, __VA_ARGS__ }
	FORM(GREY, GREY, 400, 1, 0, 0),
	FORM(NV12, NV12, 420, 1, 2, 2),
	FORM(NV12M, NV12, 420, 2, 2, 2),
	FORM(NV21, NV12, 420, 1, 2, 2),
	FORM(NV21M, NV12, 420, 2, 2, 2),
	FORM(YUV420, NV12, 420, 1, 2, 2),
	FORM(YUV420M, NV12, 420, 3, 2, 2),
	FORM(YVU420, NV12, 420, 1, 2, 2),
	FORM(YVU420M, NV12, 420, 3, 2, 2),
	FORM(NV16, NV16, 422, 1, 2, 1),
	FORM(NV16M, NV16, 422, 2, 2, 1),
	FORM(NV61, NV16, 422, 1, 2, 1),
	FORM(NV61M, NV16, 422, 2, 2, 1),
	FORM(YUV422P, NV16, 422, 1, 2, 1),
	FORM(YUV422M, NV16, 422, 3, 2, 1),
	FORM(YVU422M, NV16, 422, 3, 2, 1),
	FORM(YUYV, NV16, 422, 1, 2, 1),
	FORM(YVYU, NV16, 422, 1, 2, 1),
	FORM(UYVY, NV16, 422, 1, 2, 1),
	FORM(VYUY, NV16, 422, 1, 2, 1),
	FORM(NV24, NV24, 444, 1, 1, 1),
	FORM(NV42, NV24, 444, 1, 1, 1),
	FORM(YUV24, NV24, 444, 1, 1, 1),
	FORM(YUV444M, NV24, 444, 3, 1, 1),
	FORM(YVU444M, NV24, 444, 3, 1, 1),
};

struct place where(const struct lc_v4l2_source *s, enum sample what, uint64_t x,
		   uint64_t y)
{
	uint64_t S = s->stride[0], H = s->height, half = (H + 1) / 2;
	unsigned int cr = what == CR, cb = what == CB;

#define AT(m, n) ((struct place){ m, n })
	if (what == Y) {
		switch (s->fourcc) {
		case V4L2_PIX_FMT_YUYV:
		case V4L2_PIX_FMT_YVYU:
			return AT(0, y * S + 2 * x);
		case V4L2_PIX_FMT_UYVY:
		case V4L2_PIX_FMT_VYUY:
			return AT(0, y * S + 2 * x + 1);
		case V4L2_PIX_FMT_YUV24:
			return AT(0, y * S + 3 * x);
		default:
			return AT(0, y * S + x);
		}
	}
	switch (s->fourcc) {
	case V4L2_PIX_FMT_NV12:
		return AT(0, H * S + y / 2 * S + x / 2 * 2 + cr);
	case V4L2_PIX_FMT_NV21:
		return AT(0, H * S + y / 2 * S + x / 2 * 2 + cb);
	case V4L2_PIX_FMT_NV12M:
		return AT(1, y / 2 * s->stride[1] + x / 2 * 2 + cr);
	case V4L2_PIX_FMT_NV21M:
		return AT(1, y / 2 * s->stride[1] + x / 2 * 2 + cb);
	case V4L2_PIX_FMT_YUV420:
		return AT(0, H * S + cr * half * (S / 2) + y / 2 * (S / 2) + x / 2);
	case V4L2_PIX_FMT_YVU420:
		return AT(0, H * S + cb * half * (S / 2) + y / 2 * (S / 2) + x / 2);
	case V4L2_PIX_FMT_YUV420M:
		return AT(1 + cr, y / 2 * s->stride[1 + cr] + x / 2);
	case V4L2_PIX_FMT_YVU420M:
		return AT(1 + cb, y / 2 * s->stride[1 + cb] + x / 2);
	case V4L2_PIX_FMT_NV16:
		return AT(0, (H + y) * S + x / 2 * 2 + cr);
	case V4L2_PIX_FMT_NV61:
		return AT(0, (H + y) * S + x / 2 * 2 + cb);
	case V4L2_PIX_FMT_NV16M:
		return AT(1, y * s->stride[1] + x / 2 * 2 + cr);
	case V4L2_PIX_FMT_NV61M:
		return AT(1, y * s->stride[1] + x / 2 * 2 + cb);
	case V4L2_PIX_FMT_YUV422P:
		return AT(0, H * S + cr * H * (S / 2) + y * (S / 2) + x / 2);
	case V4L2_PIX_FMT_YUV422M:
		return AT(1 + cr, y * s->stride[1 + cr] + x / 2);
	case V4L2_PIX_FMT_YVU422M:
		return AT(1 + cb, y * s->stride[1 + cb] + x / 2);
	case V4L2_PIX_FMT_YUYV:
		return AT(0, y * S + x / 2 * 4 + (cr ? 3 : 1));
	case V4L2_PIX_FMT_YVYU:
		return AT(0, y * S + x / 2 * 4 + (cr ? 1 : 3));
	case V4L2_PIX_FMT_UYVY:
		return AT(0, y * S + x / 2 * 4 + (cr ? 2 : 0));
	case V4L2_PIX_FMT_VYUY:
		return AT(0, y * S + x / 2 * 4 + (cr ? 0 : 2));
	case V4L2_PIX_FMT_NV24:
		return AT(0, H * S + y * 2 * S + 2 * x + cr);
	case V4L2_PIX_FMT_NV42:
		return AT(0, H * S + y * 2 * S + 2 * x + cb);
	case V4L2_PIX_FMT_YUV24:
		return AT(0, y * S + 3 * x + (cr ? 2 : 1));
	case V4L2_PIX_FMT_YUV444M:
		return AT(1 + cr, y * s->stride[1 + cr] + x);
	case V4L2_PIX_FMT_YVU444M:
		return AT(1 + cb, y * s->stride[1 + cb] + x);
	default:
		abort();
	}
#undef AT
}

bool is_packed_422(const struct form *f)
{
	return f->fourcc == V4L2_PIX_FMT_YUYV || f->fourcc == V4L2_PIX_FMT_YVYU ||
	       f->fourcc == V4L2_PIX_FMT_UYVY || f->fourcc == V4L2_PIX_FMT_VYUY;
}

bool halves_stride(const struct form *f)
{
	return f->fourcc == V4L2_PIX_FMT_YUV420 || f->fourcc == V4L2_PIX_FMT_YVU420 ||
	       f->fourcc == V4L2_PIX_FMT_YUV422P;
}

static uint32_t even(uint32_t v)
{
	return v + v % 2;
}

/* The least stride of a memory plane. */
static uint32_t tight(const struct form *f, uint32_t width, unsigned int plane)
{
	uint32_t chroma = f->cx == 2 ? even(width) / 2 : width;

	if (plane)
		return f->planes == 2 ? 2 * chroma : chroma;
	if (is_packed_422(f))
		return 2 * even(width);
	if (f->fourcc == V4L2_PIX_FMT_YUV24)
		return 3 * width;
	return f->planes == 1 && f->cx == 2 ? even(width) : width;
}

/* What must be readable: up to the last of all samples (of packed pairs: the pair). */
static void set_sizes(const struct form *f, struct lc_v4l2_source *s)
{
	uint64_t x = s->width - 1, y = s->height - 1;
	int what;

	if (is_packed_422(f))
		x |= 1;
	memset(s->size, 0, sizeof(s->size));
	for (what = Y; what <= (f->cx ? CR : Y); what++) {
		struct place p = where(s, (enum sample)what, x, y);

		if (s->size[p.memory] < p.at + 1)
			s->size[p.memory] = p.at + 1;
	}
	if (is_packed_422(f))
		s->size[0] = y * s->stride[0] + 2 * (x + 1);
}

void bed_init(struct bed *b, size_t most)
{
	unsigned int i;

	for (i = 0; i < 3; i++)
		b->src[i] = arena_make(most);
	b->dst = arena_make(most);
	b->want = malloc(b->dst.size);
	ck_assert_ptr_nonnull(b->want);
}

void bed_done(struct bed *b)
{
	free(b->want);
}

const struct variant variants[N_VARIANTS] = {
	{ 0, 1, 0, 0, 0, 0, 0, 0 },
	{ 0, 64, 0, 0, 0, 0, 58, 0 },
	{ 13, 1, 0, 0, 3, 5, 1, 1 },
	{ 2, 1, 2, 2, 0, 0, 7, 13 },
	{ 0, 16, 16, 8, 16, 8, 0, 3 },
	{ 5, 1, 4, 6, 1, 1, 33, 64 },
	{ 0, 32, 1, 0, 6, 0, 2, 0 }, /* not where chroma is shared */
	{ 1, 1, 3, 5, 0, 1, 0, 5 },
	{ 6, 1, 2, 1, 4, 0, 0, 0 },
};

void source_make(const struct form *f, const struct variant *v, uint32_t w, uint32_t h,
		 struct bed *b, bool at_end, struct lc_v4l2_source *s)
{
	unsigned int i;

	*s = (struct lc_v4l2_source){
		.fourcc = f->fourcc,
		.width = v->left + w + v->right,
		.height = v->top + h + v->bottom,
		.n_planes = f->planes,
		.left = v->left,
		.top = v->top,
	};
	for (i = 0; i < f->planes; i++) {
		s->stride[i] = tight(f, s->width, i) + v->src_pad * (1 + i);
		s->stride[i] +=
			(v->src_align - s->stride[i] % v->src_align) % v->src_align;
		if (halves_stride(f))
			s->stride[i] = even(s->stride[i]);
	}
	set_sizes(f, s);
	for (i = 0; i < f->planes; i++) {
		uint8_t *data = arena_place(&b->src[i], s->size[i], at_end);

		random_bytes(data, s->size[i]);
		s->data[i] = data;
	}
}

uint32_t shared_x(uint32_t format)
{
	if (format == LIBCODEC_FORMAT_GREY)
		return 0;
	return format == LIBCODEC_FORMAT_NV24 ? 1 : 2;
}

uint32_t shared_y(uint32_t format)
{
	return format == LIBCODEC_FORMAT_NV12 ? 2 : shared_x(format) ? 1 : 0;
}

void surface_make(uint32_t format, const struct variant *v, uint32_t w, uint32_t h,
		  struct libcodec_surface *s)
{
	uint32_t cx = shared_x(format), cy = shared_y(format);

	*s = (struct libcodec_surface){
		.struct_size = sizeof(*s),
		.memory = LIBCODEC_MEMORY_HOST,
		.format = format,
		.dtype = LIBCODEC_DTYPE_U8,
		.width = w,
		.height = h,
		.n_planes = cx ? 2 : 1,
	};
	s->plane_offset[0] = v->dst_gap;
	s->plane_stride[0] = w + v->dst_pad;
	s->size = s->plane_offset[0] + (uint64_t)s->plane_stride[0] * (h - 1) + w;
	if (!cx)
		return;
	s->plane_offset[1] = s->size + v->dst_pad + v->dst_gap;
	s->plane_stride[1] = (w + cx - 1) / cx * 2 + 2 * v->dst_pad;
	s->size = s->plane_offset[1] +
		  (uint64_t)s->plane_stride[1] * ((h + cy - 1) / cy - 1) +
		  (w + cx - 1) / cx * 2;
}
