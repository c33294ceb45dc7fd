/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * From CAPTURE buffers to surfaces: every format, pixel by pixel, against where V4L2's
 * documentation says that each sample lies; and what is refused. Sources and destinations
 * end where the next page is not there. check-copy-rows has the kernels.
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/videodev2.h>

#include "backends/v4l2/copy-out.h"

#include "guarded.h"
#include "test.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* --- the formats, as V4L2's documentation has them --- */

static const struct form {
	const char *name;
	uint32_t fourcc, native, sampling;
	unsigned int planes; /* of memory */
	unsigned int cx, cy; /* pixels that share a chroma sample */
} forms[] = {
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

#define N_FORMS (int)COUNT(forms)

enum sample { Y, CB, CR };

struct place {
	unsigned int memory;
	uint64_t at;
};

/* Where the sample of pixel x, y lies. */
static struct place where(const struct lc_v4l2_source *s, enum sample what, uint64_t x,
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

static bool is_packed_422(const struct form *f)
{
	return f->fourcc == V4L2_PIX_FMT_YUYV || f->fourcc == V4L2_PIX_FMT_YVYU ||
	       f->fourcc == V4L2_PIX_FMT_UYVY || f->fourcc == V4L2_PIX_FMT_VYUY;
}

/* Chroma planes of half stride in luma's memory: that stride is even. */
static bool halves_stride(const struct form *f)
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

/* --- one copy --- */

struct bed {
	struct arena src[3], dst;
	uint8_t *want;
};

#define LARGE_W 1283
#define LARGE_H 517

/* Bytes for a picture, however it lies there. */
#define ROOM(w, h) (4 * (size_t)((w) + 200) * ((h) + 40))

static void bed_init(struct bed *b, size_t most)
{
	unsigned int i;

	for (i = 0; i < 3; i++)
		b->src[i] = arena_make(most);
	b->dst = arena_make(most);
	b->want = malloc(b->dst.size);
	ck_assert_ptr_nonnull(b->want);
}

static void bed_done(struct bed *b)
{
	free(b->want);
}

/* How a case differs from the plainest: bytes and pixels more than needed. */
struct variant {
	uint32_t src_pad;	 /* bytes at the end of a source row, made even where it must */
	uint32_t src_align;	 /* of source strides */
	uint32_t left, top;
	uint32_t right, bottom;	 /* padding of the buffer */
	uint32_t dst_pad;	 /* bytes at the end of a destination row */
	uint32_t dst_gap;	 /* bytes before each plane */
};

static const struct variant variants[] = {
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

static void source_make(const struct form *f, const struct variant *v, uint32_t w,
			uint32_t h, struct bed *b, bool at_end, struct lc_v4l2_source *s)
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
		s->stride[i] += (v->src_align - s->stride[i] % v->src_align) % v->src_align;
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

/* Samples for one of chroma in a surface; 0: none. */
static uint32_t shared_x(uint32_t format)
{
	return format == LIBCODEC_FORMAT_GREY ? 0 : format == LIBCODEC_FORMAT_NV24 ? 1 : 2;
}

static uint32_t shared_y(uint32_t format)
{
	return format == LIBCODEC_FORMAT_NV12 ? 2 : shared_x(format) ? 1 : 0;
}

static void surface_make(uint32_t format, const struct variant *v, uint32_t w, uint32_t h,
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

static uint8_t sample(const struct lc_v4l2_source *s, enum sample what, uint32_t x,
		      uint32_t y)
{
	struct place p = where(s, what, s->left + x, s->top + y);

	if (p.at >= s->size[p.memory]) /* an assertion costs a system call */
		ck_abort_msg("a sample at %" PRIu64, p.at);
	return s->data[p.memory][p.at];
}

/* The oracle: pixel by pixel what must be in the destination. */
static void paint(const struct lc_v4l2_source *src, const struct libcodec_surface *s,
		  uint8_t *want)
{
	uint32_t cx = shared_x(s->format), cy = shared_y(s->format), x, y;

	for (y = 0; y < s->height; y++)
		for (x = 0; x < s->width; x++)
			want[s->plane_offset[0] + (uint64_t)y * s->plane_stride[0] + x] =
				sample(src, Y, x, y);
	for (y = 0; cx && y < s->height; y += cy) {
		for (x = 0; x < s->width; x += cx) {
			uint8_t *pair = want + s->plane_offset[1] +
					(uint64_t)(y / cy) * s->plane_stride[1] +
					x / cx * 2;

			pair[0] = sample(src, CB, x, y);
			pair[1] = sample(src, CR, x, y);
		}
	}
}

/* Returns whether the copy was made, which a crop between chroma samples isn't. */
static bool check_copy(const struct form *f, uint32_t format, const struct variant *v,
		       uint32_t w, uint32_t h, struct bed *b, bool at_end)
{
	uint32_t cx = shared_x(format), cy = shared_y(format);
	struct libcodec_surface s;
	struct lc_v4l2_source src;
	uint8_t poison = (uint8_t)next_random(), *dst;
	int r;

	source_make(f, v, w, h, b, at_end, &src);
	surface_make(format, v, w, h, &s);
	dst = arena_place(&b->dst, s.size, at_end);
	r = lc_v4l2_copy_check(&src, &s);
	if (cx && (v->left % cx || v->top % cy)) {
		ck_assert_int_eq(r, -EINVAL);
		return false;
	}
	ck_assert_msg(r == 0, "%s, %ux%u: %d", f->name, w, h, r);

	memset(b->dst.base, poison, b->dst.size);
	memset(b->want, poison, b->dst.size);
	paint(&src, &s, b->want + (dst - b->dst.base));
	lc_v4l2_copy_out(&src, &s, dst);
	if (memcmp(b->dst.base, b->want, b->dst.size)) {
		size_t i = 0;

		while (b->dst.base[i] == b->want[i])
			i++;
		ck_abort_msg("%s to %s, %ux%u, variant %d: byte %td is %u, not %u", f->name,
			     libcodec_format_name(format), w, h, (int)(v - variants),
			     b->dst.base + i - dst, b->dst.base[i], b->want[i]);
	}
	return true;
}

static void each_variant(const struct form *f, uint32_t format, uint32_t w, uint32_t h,
			 struct bed *b)
{
	size_t i, copies = 0;

	for (i = 0; i < COUNT(variants); i++) {
		copies += check_copy(f, format, &variants[i], w, h, b, true);
		copies += check_copy(f, format, &variants[i], w, h, b, false);
	}
	ck_assert_uint_ge(copies, 12);
}

/* Every width, since kernels end their rows in several ways. */
START_TEST(test_small)
{
	const struct form *f = &forms[_i];
	struct bed b;
	uint32_t w;

	bed_init(&b, ROOM(70, 40));
	for (w = 1; w <= 70; w++) {
		uint32_t h = 1 + w * 7 % 11;

		each_variant(f, f->native, w, h, &b);
		each_variant(f, LIBCODEC_FORMAT_GREY, w, h, &b);
	}
	each_variant(f, f->native, 70, 40, &b);
	each_variant(f, f->native, 1, 39, &b);
	bed_done(&b);
}
END_TEST

START_TEST(test_large)
{
	const struct form *f = &forms[_i];
	struct bed b;

	bed_init(&b, ROOM(LARGE_W, LARGE_H));
	ck_assert(check_copy(f, f->native, &variants[3], LARGE_W, LARGE_H, &b, true));
	ck_assert(check_copy(f, LIBCODEC_FORMAT_GREY, &variants[7], LARGE_W, LARGE_H, &b,
			     true));
	bed_done(&b);
}
END_TEST

/* --- what is known --- */

START_TEST(test_formats)
{
	static const uint32_t targets[] = {
		LIBCODEC_FORMAT_GREY, LIBCODEC_FORMAT_NV12, LIBCODEC_FORMAT_NV16,
		LIBCODEC_FORMAT_NV24, LIBCODEC_FORMAT_RGB,  LIBCODEC_FORMAT_RGBA,
		0,		      V4L2_PIX_FMT_GREY,
	};
	const struct form *f = &forms[_i];
	size_t i;

	ck_assert_uint_eq(lc_v4l2_native_format(f->fourcc), f->native);
	ck_assert_uint_eq(lc_v4l2_native_sampling(f->fourcc), f->sampling);
	for (i = 0; i < COUNT(targets); i++)
		ck_assert_int_eq(lc_v4l2_can_copy(f->fourcc, targets[i]),
				 targets[i] == LIBCODEC_FORMAT_GREY ||
					 targets[i] == f->native);
}
END_TEST

START_TEST(test_unknown)
{
	static const uint32_t unknown[] = {
		0, UINT32_MAX, V4L2_PIX_FMT_RGB24, V4L2_PIX_FMT_BGR24, V4L2_PIX_FMT_YUV410,
		V4L2_PIX_FMT_YUV411P, V4L2_PIX_FMT_Y10, V4L2_PIX_FMT_JPEG,
		V4L2_PIX_FMT_NV12_4L4, V4L2_PIX_FMT_YUV32,
	};
	uint8_t bytes[64] = { 0 };
	struct lc_v4l2_source src = {
		.width = 1, .height = 1, .n_planes = 1, .stride = { 16 }, .size = { 64 },
		.data = { bytes },
	};
	struct libcodec_surface s;
	size_t i;

	surface_make(LIBCODEC_FORMAT_GREY, &variants[0], 1, 1, &s);
	for (i = 0; i < COUNT(unknown); i++) {
		src.fourcc = unknown[i];
		ck_assert_uint_eq(lc_v4l2_native_format(unknown[i]), 0);
		ck_assert_uint_eq(lc_v4l2_native_sampling(unknown[i]), 0);
		ck_assert(!lc_v4l2_can_copy(unknown[i], LIBCODEC_FORMAT_GREY));
		ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), -EOPNOTSUPP);
	}
	src.fourcc = V4L2_PIX_FMT_GREY;
	ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), 0);
}
END_TEST

/* --- bounds --- */

/* A change to a source or a surface that must be refused, and undone. */
#define REFUSED(error, lvalue, value)                                                    \
	do {                                                                             \
		__typeof__(lvalue) saved_ = lvalue;                                      \
		lvalue = value;                                                          \
		ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), error);                   \
		lvalue = saved_;                                                         \
		ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), 0);                       \
	} while (0)

START_TEST(test_source_bounds)
{
	const struct form *f = &forms[_i];
	struct libcodec_surface s;
	struct lc_v4l2_source src;
	struct bed b;
	unsigned int i;

	bed_init(&b, ROOM(70, 40));
	/* No row has padding, and nothing is cropped. */
	source_make(f, &variants[0], 36, 10, &b, true, &src);
	surface_make(f->native, &variants[0], 36, 10, &s);
	ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), 0);
	for (i = 0; i < f->planes; i++) {
		REFUSED(-EINVAL, src.size[i], src.size[i] - 1);
		REFUSED(-EINVAL, src.size[i], 0);
		REFUSED(-EINVAL, src.stride[i], src.stride[i] - 1);
		REFUSED(-EINVAL, src.stride[i], src.stride[i] - 2);
		REFUSED(-EINVAL, src.stride[i], 0);
	}
	REFUSED(-EINVAL, src.n_planes, 0);
	REFUSED(-EINVAL, src.n_planes, f->planes - 1);
	REFUSED(-EINVAL, src.n_planes, f->planes + 1);
	REFUSED(-EINVAL, src.width, 0);
	REFUSED(-EINVAL, src.width, 35);
	REFUSED(-EINVAL, src.height, 0);
	REFUSED(-EINVAL, src.height, 9);
	REFUSED(-EINVAL, src.left, 2);
	REFUSED(-EINVAL, src.left, UINT32_MAX - 35);
	REFUSED(-EINVAL, src.top, 2);
	REFUSED(-EINVAL, src.top, UINT32_MAX - 9);
	bed_done(&b);
}
END_TEST

/* Half of an odd stride: whoever rounds it which way, the samples are elsewhere. */
START_TEST(test_odd_stride)
{
	const struct form *f = &forms[_i];
	struct libcodec_surface s;
	struct lc_v4l2_source src;
	struct bed b;

	bed_init(&b, ROOM(70, 40));
	source_make(f, &variants[0], 8, 2, &b, true, &src);
	surface_make(f->native, &variants[0], 8, 2, &s);
	src.stride[0] += 7;
	src.size[0] = b.src[0].size;
	src.data[0] = b.src[0].base;
	ck_assert_int_eq(lc_v4l2_copy_check(&src, &s),
			 halves_stride(f) ? -EINVAL : 0);
	bed_done(&b);
}
END_TEST

START_TEST(test_surface_bounds)
{
	const struct form *f = &forms[_i];
	struct libcodec_surface s;
	struct lc_v4l2_source src;
	struct bed b;
	unsigned int i;

	bed_init(&b, ROOM(70, 40));
	source_make(f, &variants[0], 37, 11, &b, true, &src);
	surface_make(f->native, &variants[0], 37, 11, &s);
	ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), 0);
	for (i = 0; i < s.n_planes; i++) {
		REFUSED(-EINVAL, s.plane_stride[i], s.plane_stride[i] - 1);
		REFUSED(-EINVAL, s.plane_offset[i], s.size);
		REFUSED(-EINVAL, s.plane_offset[i], UINT64_MAX);
		REFUSED(-EINVAL, s.plane_stride[i], UINT32_MAX);
	}
	REFUSED(-EINVAL, s.size, s.size - 1);
	REFUSED(-EINVAL, s.n_planes, s.n_planes - 1);
	REFUSED(-EINVAL, s.width, 0);
	REFUSED(-EINVAL, s.width, UINT32_MAX);
	REFUSED(-EINVAL, s.height, 0);
	REFUSED(-EINVAL, s.height, UINT32_MAX);
	REFUSED(-EOPNOTSUPP, s.dtype, LIBCODEC_DTYPE_I8);
	REFUSED(-EOPNOTSUPP, s.dtype, LIBCODEC_DTYPE_U16);
	REFUSED(-EOPNOTSUPP, s.format, LIBCODEC_FORMAT_RGB);
	REFUSED(-EOPNOTSUPP, s.format,
		f->native == LIBCODEC_FORMAT_NV12 ? LIBCODEC_FORMAT_NV16 :
						    LIBCODEC_FORMAT_NV12);
	bed_done(&b);
}
END_TEST

/* The end of the source in numbers that don't wrap, if not to the last byte. */
static double end_of(const struct form *f, const struct lc_v4l2_source *s)
{
	double S = s->stride[0], H = s->height, half = (H + H / 2 + 0.5) * S;
	double end = S * H, other;
	unsigned int i;

	if (f->planes == 1 && f->cx && !is_packed_422(f) && f->fourcc != V4L2_PIX_FMT_YUV24)
		end = f->cy == 2 ? half : f->cx == 2 ? 2 * S * H : 3 * S * H;
	for (i = 1; i < f->planes; i++) {
		other = (double)s->stride[i] * H / f->cy;
		end = other > end ? other : end;
	}
	return end;
}

/*
 * Numbers whose sums and products wrap, in buffers that claim to have any size. What goes
 * beyond the address space is refused, and what doesn't is let through.
 */
START_TEST(test_overflow)
{
	static const uint32_t odd_numbers[] = {
		2, 0x7ffe, 0x10000, 0x40000000, 0x55555556, 0x7ffffffe, 0x80000000,
		0xaaaaaaaa, 0xfffffff0, 0xfffffffe, UINT32_MAX,
	};
	const struct form *f = &forms[_i];
	struct libcodec_surface s;
	static uint8_t byte;
	size_t w, h, k, refused = 0, taken = 0;

	surface_make(f->native, &variants[0], 2, 2, &s);
	for (w = 0; w < COUNT(odd_numbers); w++)
	for (h = 0; h < COUNT(odd_numbers); h++)
	for (k = 0; k < COUNT(odd_numbers); k++) {
		uint32_t stride = odd_numbers[k];
		struct lc_v4l2_source src = {
			.fourcc = f->fourcc,
			.width = odd_numbers[w],
			.height = odd_numbers[h],
			.n_planes = f->planes,
			.stride = { stride, stride, stride },
			.size = { UINT64_MAX, UINT64_MAX, UINT64_MAX },
			.data = { &byte, &byte, &byte },
		};
		bool rows = (double)stride >= src.width *
			(f->fourcc == V4L2_PIX_FMT_YUV24 ? 3.0 : is_packed_422(f) ? 2.0 : 1.0);
		int r = lc_v4l2_copy_check(&src, &s);

		if (!rows || end_of(f, &src) > 1.001 * (double)PTRDIFF_MAX)
			ck_assert_int_eq(r, -EINVAL);
		else if (end_of(f, &src) < 0.999 * (double)PTRDIFF_MAX &&
			 (double)stride > 4.0 * src.width && stride % 2 == 0)
			ck_assert_int_eq(r, 0);
		refused += r == -EINVAL;
		taken += r == 0;
	}
	ck_assert_uint_gt(refused, 0);
	ck_assert_uint_gt(taken, 0);
}
END_TEST

static uint32_t any_number(void)
{
	uint32_t v = next_random();

	return next_random() % 4 ? v % 9 : v >> next_random() % 32;
}

/* A visible picture of any numbers in a small buffer. */
START_TEST(test_hostile_surface)
{
	const struct form *f = &forms[_i];
	struct libcodec_surface s;
	struct lc_v4l2_source src;
	struct bed b;
	unsigned int n, taken = 0;

	bed_init(&b, ROOM(70, 40));
	source_make(f, &variants[0], 8, 8, &b, true, &src);
	for (n = 0; n < 100000; n++) {
		uint64_t right, bottom;
		bool inside;

		surface_make(f->native, &variants[0], 8, 8, &s);
		s.size = UINT64_MAX;
		s.plane_stride[0] = s.plane_stride[1] = UINT32_MAX;
		s.width = any_number();
		s.height = any_number();
		src.left = any_number() & ~1u;
		src.top = any_number() & ~1u;
		right = (uint64_t)src.left + s.width;
		bottom = (uint64_t)src.top + s.height;
		inside = s.width && s.height && right <= 8 && bottom <= 8;
		ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), inside ? 0 : -EINVAL);
		taken += inside;
	}
	ck_assert_uint_gt(taken, 100);
	bed_done(&b);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("copy-out");
	TCase *tc = tcase_create("pixels");

	tcase_add_loop_test(tc, test_small, 0, N_FORMS);
	tcase_add_loop_test(tc, test_large, 0, N_FORMS);
	suite_add_tcase(s, tc);
	tc = tcase_create("formats");
	tcase_add_loop_test(tc, test_formats, 0, N_FORMS);
	tcase_add_test(tc, test_unknown);
	suite_add_tcase(s, tc);
	tc = tcase_create("bounds");
	tcase_add_loop_test(tc, test_source_bounds, 0, N_FORMS);
	tcase_add_loop_test(tc, test_odd_stride, 0, N_FORMS);
	tcase_add_loop_test(tc, test_surface_bounds, 0, N_FORMS);
	tcase_add_loop_test(tc, test_overflow, 0, N_FORMS);
	tcase_add_loop_test(tc, test_hostile_surface, 0, N_FORMS);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("copy-out", make);
}
