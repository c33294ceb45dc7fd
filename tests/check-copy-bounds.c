/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What copy-out refuses: buffers and surfaces that are too small by a byte, pictures that
 * lie outside, and numbers whose sums and products wrap.
 */
#include "config.h"

#include <errno.h>

#include <linux/videodev2.h>

#include "copy-bed.h"
#include "test.h"

/* A change to a source or a surface that must be refused, and undone. */
#define REFUSED(error, lvalue, value)                                  \
	do {                                                           \
		__typeof__(lvalue) saved_ = lvalue;                    \
		lvalue = value;                                        \
		ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), error); \
		lvalue = saved_;                                       \
		ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), 0);     \
	} while (0)

/* No row has padding, and nothing is cropped. */
static void source_bounds(const struct form *f, uint32_t w, uint32_t h, struct bed *b)
{
	struct libcodec_surface s;
	struct lc_v4l2_source src;
	unsigned int i;

	source_make(f, &variants[0], w, h, b, true, &src);
	surface_make(f->native, &variants[0], w, h, &s);
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
	REFUSED(-EINVAL, src.width, w - 1);
	REFUSED(-EINVAL, src.height, 0);
	REFUSED(-EINVAL, src.height, h - 1);
	REFUSED(-EINVAL, src.left, 2);
	REFUSED(-EINVAL, src.left, -w);
	REFUSED(-EINVAL, src.top, 2);
	REFUSED(-EINVAL, src.top, -h);
}

START_TEST(test_source_bounds)
{
	struct bed b;

	bed_init(&b, ROOM(70, 40));
	source_bounds(&forms[_i], 36, 10, &b);
	source_bounds(&forms[_i], 35, 9, &b);
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
	ck_assert_int_eq(lc_v4l2_copy_check(&src, &s), halves_stride(f) ? -EINVAL : 0);
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

/* Bytes of a plane, in numbers that don't wrap, if not to the last byte. */
static double span(double stride, double rows, double row)
{
	return stride * (rows - 1) + row;
}

/* How much of the largest memory plane must be there. */
static double end_of(const struct form *f, const struct lc_v4l2_source *s)
{
	double S = s->stride[0], W = s->width, H = s->height, luma, chroma;
	double w = f->cx == 2 ? s->width / 2 + s->width % 2 : W;
	double h = f->cy == 2 ? s->height / 2 + s->height % 2 : H;

	if (is_packed_422(f))
		return span(S, H, 4 * w);
	if (f->fourcc == V4L2_PIX_FMT_YUV24)
		return span(S, H, 3 * W);
	luma = span(S, H, W);
	if (!f->cx)
		return luma;
	if (halves_stride(f))
		return S * H + S / 2 * h + span(S / 2, h, w);
	if (f->planes == 1)
		return S * H + span(f->cx == 1 ? 2 * S : S, h, 2 * w);
	chroma = span(s->stride[1], h, f->planes == 2 ? 2 * w : w);
	return chroma > luma ? chroma : luma;
}

/*
 * Numbers whose sums and products wrap, in buffers that claim to have any size. What goes
 * beyond the address space is refused, and what doesn't is let through.
 */
START_TEST(test_overflow)
{
	static const uint32_t odd_numbers[] = {
		2,	    0x7ffe,	0x10000,    0x40000000, 0x55555556, 0x7ffffffe,
		0x80000000, 0xaaaaaaaa, 0xfffffff0, 0xfffffffe, UINT32_MAX,
	};
	const struct form *f = &forms[_i];
	struct libcodec_surface s;
	static uint8_t byte;
	size_t i, n = COUNT(odd_numbers), refused = 0, taken = 0;

	surface_make(f->native, &variants[0], 2, 2, &s);
	for (i = 0; i < n * n * n; i++) {
		uint32_t stride = odd_numbers[i / n / n];
		struct lc_v4l2_source src = {
			.fourcc = f->fourcc,
			.width = odd_numbers[i % n],
			.height = odd_numbers[i / n % n],
			.n_planes = f->planes,
			.stride = { stride, stride, stride },
			.size = { UINT64_MAX, UINT64_MAX, UINT64_MAX },
			.data = { &byte, &byte, &byte },
		};
		double end = end_of(f, &src);
		int r = lc_v4l2_copy_check(&src, &s);

		if (stride < src.width || end > 1.0001 * (double)PTRDIFF_MAX)
			ck_assert_int_eq(r, -EINVAL);
		else if (stride / 4 >= src.width && stride % 2 == 0 &&
			 end < 0.9999 * (double)PTRDIFF_MAX)
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
		int r;

		surface_make(f->native, &variants[0], 8, 8, &s);
		s.size = UINT64_MAX;
		s.plane_stride[0] = s.plane_stride[1] = 1 << 20;
		s.width = any_number();
		s.height = any_number();
		src.left = any_number() & ~1u;
		src.top = any_number() & ~1u;
		right = (uint64_t)src.left + s.width;
		bottom = (uint64_t)src.top + s.height;
		inside = s.width && s.height && right <= 8 && bottom <= 8;
		r = lc_v4l2_copy_check(&src, &s);
		if (r != (inside ? 0 : -EINVAL)) /* an assertion costs a system call */
			ck_abort_msg("%ux%u at %u, %u: %d", s.width, s.height, src.left,
				     src.top, r);
		taken += inside;
	}
	ck_assert_uint_gt(taken, 100);
	bed_done(&b);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("copy-bounds");
	TCase *tc = tcase_create("bounds");

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
	return test_main("copy-bounds", make);
}
