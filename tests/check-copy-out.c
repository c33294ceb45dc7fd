/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * From CAPTURE buffers to surfaces: every format, pixel by pixel, against where V4L2's
 * documentation says that each sample lies. Sources and destinations end where the next
 * page is not there. check-copy-bounds has what is refused, check-copy-rows the kernels.
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include <linux/videodev2.h>

#include "copy-bed.h"
#include "test.h"

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
		ck_abort_msg("%s to %s, %ux%u, variant %d: byte %td is %u, not %u",
			     f->name, libcodec_format_name(format), w, h,
			     (int)(v - variants), b->dst.base + i - dst, b->dst.base[i],
			     b->want[i]);
	}
	return true;
}

#define LARGE_W 1283
#define LARGE_H 517

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
		V4L2_PIX_FMT_GREY,    0,
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
		0, UINT32_MAX, V4L2_PIX_FMT_RGB24, V4L2_PIX_FMT_BGR24,
		V4L2_PIX_FMT_YUV410, V4L2_PIX_FMT_YUV411P, V4L2_PIX_FMT_Y10,
		V4L2_PIX_FMT_JPEG, V4L2_PIX_FMT_NV12_4L4, V4L2_PIX_FMT_YUV32,
	};
	uint8_t bytes[64] = { 0 };
	struct lc_v4l2_source src = {
		.width = 1,
		.height = 1,
		.n_planes = 1,
		.stride = { 16 },
		.size = { 64 },
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
	return s;
}

int main(void)
{
	return test_main("copy-out", make);
}
