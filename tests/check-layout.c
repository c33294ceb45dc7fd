/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Strides, plane offsets and capacity, rule by rule.
 */
#include "config.h"

#include <stdlib.h>

#include "layout.h"

#include "test.h"

#define ANY UINT64_MAX

#define GREY LIBCODEC_FORMAT_GREY
#define NV12 LIBCODEC_FORMAT_NV12
#define NV16 LIBCODEC_FORMAT_NV16
#define NV24 LIBCODEC_FORMAT_NV24
#define RGB  LIBCODEC_FORMAT_RGB
#define RGBA LIBCODEC_FORMAT_RGBA

static int choose(struct lc_layout_rules rules, uint32_t w, uint32_t h, uint32_t format,
		  uint32_t dtype, struct libcodec_image_layout *ret)
{
	struct libcodec_image_layout untouched;
	int r;

	memset(&untouched, 0x5a, sizeof(untouched));
	*ret = untouched;
	r = lc_layout_choose(&rules, w, h, format, dtype, ret);
	if (r < 0)
		ck_assert_mem_eq(ret, &untouched, sizeof(*ret));
	else
		ck_assert_uint_eq(ret->struct_size, sizeof(*ret));
	return r;
}

/* The stride of u8, or a negative errno. */
static int64_t stride_of(struct lc_layout_rules rules, uint32_t w, uint32_t h,
			 uint32_t format)
{
	struct libcodec_image_layout l;
	int r = choose(rules, w, h, format, LIBCODEC_DTYPE_U8, &l);

	return r < 0 ? r : (int64_t)l.plane_stride[0];
}

/* Rules for that many bytes, and where room does not matter. */
#define ROOM(bytes, ...) ((struct lc_layout_rules){ .capacity = (bytes), __VA_ARGS__ })
#define RULES(...)	 ROOM(ANY, __VA_ARGS__)
/* What an image of that format and stride hands down. */
#define WAS(f, s) .old_format = (f), .old_stride = (s)
#define ALIGNED	  .stride_align = 64

START_TEST(test_arguments)
{
	static const uint32_t bad[] = { 0, 65536, UINT32_MAX };
	struct libcodec_image_layout l;
	size_t i;
	uint32_t d;

	for (i = 0; i < 3; i++) {
		ck_assert_int_eq(choose(RULES(), bad[i], 1, GREY, 0, &l), -EINVAL);
		ck_assert_int_eq(choose(RULES(), 1, bad[i], GREY, 0, &l), -EINVAL);
	}
	ck_assert_int_eq(choose(RULES(), 1, 1, 0, 0, &l), -EINVAL);
	ck_assert_int_eq(
		choose(RULES(), 1, 1, LIBCODEC_FOURCC('Y', 'U', 'Y', 'V'), 0, &l),
		-EINVAL);
	ck_assert_int_eq(choose(RULES(), 1, 1, GREY, 5, &l), -EINVAL);
	ck_assert_int_eq(choose(RULES(), 1, 1, GREY, UINT32_MAX, &l), -EINVAL);
	for (d = LIBCODEC_DTYPE_U16; d <= LIBCODEC_DTYPE_F32; d++) {
		ck_assert_int_eq(choose(RULES(), 2, 2, NV12, d, &l), -EINVAL);
		ck_assert_int_eq(choose(RULES(), 2, 2, NV16, d, &l), -EINVAL);
		ck_assert_int_eq(choose(RULES(), 2, 2, NV24, d, &l), -EINVAL);
		ck_assert_int_eq(choose(RULES(), 2, 2, RGBA, d, &l), 0);
	}
}
END_TEST

/* Format, least stride and rows of 7x5, as the head of image.h has them. */
static const struct {
	uint32_t format, least, rows;
	uint32_t chroma_pitch; /* in strides */
	uint32_t chroma_width, chroma_height;
} odd_sizes[] = {
	{ GREY, 7, 5, 0, 0, 0 },     { RGB, 21, 5, 0, 0, 0 },
	{ RGBA, 28, 5, 0, 0, 0 },    { NV12, 8, 5 + 3, 1, 8, 3 },
	{ NV16, 8, 2 * 5, 1, 8, 5 }, { NV24, 8, 3 * 5, 2, 14, 5 },
};

START_TEST(test_odd_sizes)
{
	uint32_t f = odd_sizes[_i].format, least = odd_sizes[_i].least;
	uint64_t tight = (uint64_t)least * odd_sizes[_i].rows;
	struct libcodec_image_layout l;
	bool nv = odd_sizes[_i].chroma_pitch;

	/* Exactly enough for the least stride: an unaligned one is fine. */
	ck_assert_int_eq(choose(ROOM(tight), 7, 5, f, 0, &l), 0);
	ck_assert_uint_eq(l.width, 7);
	ck_assert_uint_eq(l.height, 5);
	ck_assert_uint_eq(l.format, f);
	ck_assert_uint_eq(l.memory, 0);
	ck_assert_uint_eq(l.plane_stride[0], least);
	ck_assert_uint_eq(l.plane_width[0], nv ? 7 : least);
	ck_assert_uint_eq(l.plane_height[0], 5);
	ck_assert_uint_eq(l.plane_offset[0], 0);
	ck_assert_uint_eq(l.needed, tight);
	ck_assert_uint_eq(l.capacity, tight);
	ck_assert_uint_eq(l.n_planes, nv ? 2 : 1);
	if (nv) {
		ck_assert_uint_eq(l.plane_offset[1], 5 * least);
		ck_assert_uint_eq(l.plane_stride[1], least * odd_sizes[_i].chroma_pitch);
		ck_assert_uint_eq(l.plane_width[1], odd_sizes[_i].chroma_width);
		ck_assert_uint_eq(l.plane_height[1], odd_sizes[_i].chroma_height);
	}
	ck_assert_int_eq(choose(ROOM(tight - 1), 7, 5, f, 0, &l), -ENOSPC);
	ck_assert_int_eq(choose(ROOM(0), 7, 5, f, 0, &l), -ENOSPC);
}
END_TEST

/* Every byte of a chroma row lies inside of what is needed, for all small sizes. */
START_TEST(test_planes_inside)
{
	static const uint32_t formats[] = { GREY, RGB, RGBA, NV12, NV16, NV24 };
	struct libcodec_image_layout l;
	uint32_t w, h, i, p;
	uint64_t end, last;

	for (i = 0; i < 6 * 20 * 20; i++) {
		w = i % 20 + 1;
		h = i / 20 % 20 + 1;
		ck_assert_int_eq(
			choose(RULES(.stride_align = 1), w, h, formats[i / 400], 0, &l),
			0);
		for (p = 0, end = 0; p < l.n_planes; p++) {
			ck_assert_uint_ge(l.plane_offset[p], end);
			ck_assert_uint_le(l.plane_width[p], l.plane_stride[p]);
			last = (uint64_t)l.plane_stride[p] * (l.plane_height[p] - 1);
			end = l.plane_offset[p] + last + l.plane_width[p];
		}
		ck_assert_uint_le(end, l.needed);
	}
}
END_TEST

START_TEST(test_rule1_fixed)
{
	ck_assert_int_eq(stride_of(RULES(.stride = 100), 7, 5, GREY), 100);
	ck_assert_int_eq(stride_of(RULES(.stride = 7), 7, 5, GREY), 7);
	ck_assert_int_eq(stride_of(RULES(.stride = 6), 7, 5, GREY), -ENOSPC);
	/* An odd one is fine for NV as long as the chroma pairs fit. */
	ck_assert_int_eq(stride_of(RULES(.stride = 9), 7, 5, NV12), 9);
	ck_assert_int_eq(stride_of(RULES(.stride = 7), 7, 5, NV12), -ENOSPC);
	/* That or nothing, though another one would fit. */
	ck_assert_int_eq(stride_of(ROOM(499, .stride = 100), 7, 5, GREY), -ENOSPC);
	ck_assert_int_eq(stride_of(ROOM(500, .stride = 100), 7, 5, GREY), 100);
	/* It wins over the stride so far. */
	ck_assert_int_eq(stride_of(RULES(.stride = 100, WAS(GREY, 64)), 7, 5, GREY), 100);
}
END_TEST

START_TEST(test_fixed_and_dtype)
{
	struct libcodec_image_layout l;

	/* A stride that is no multiple of the sample is refused, not truncated. */
	ck_assert_int_eq(choose(RULES(.stride = 15), 7, 5, GREY, LIBCODEC_DTYPE_U16, &l),
			 -ENOSPC);
	ck_assert_int_eq(choose(RULES(.stride = 30), 7, 5, GREY, LIBCODEC_DTYPE_F32, &l),
			 -ENOSPC);
	ck_assert_int_eq(choose(RULES(.stride = 32), 7, 5, GREY, LIBCODEC_DTYPE_F32, &l),
			 0);
	ck_assert_uint_eq(l.plane_stride[0], 32);
	ck_assert_uint_eq(l.plane_width[0], 28);
}
END_TEST

START_TEST(test_rule2_keep)
{
	/* NV keeps it, whatever format was before, if it is aligned, enough and fits. */
	ck_assert_int_eq(stride_of(RULES(WAS(NV24, 1920)), 100, 10, NV12), 1920);
	ck_assert_int_eq(stride_of(RULES(WAS(GREY, 192)), 100, 10, NV12), 192);
	ck_assert_int_eq(stride_of(RULES(WAS(NV12, 100)), 100, 10, NV12), 128);
	ck_assert_int_eq(stride_of(RULES(WAS(NV12, 64)), 100, 10, NV12), 128);
	ck_assert_int_eq(stride_of(ROOM(192 * 15, WAS(NV12, 192)), 100, 10, NV12), 192);
	ck_assert_int_eq(stride_of(ROOM(192 * 15 - 1, WAS(NV12, 192)), 100, 10, NV12),
			 128);
	/* The alignment is the image's own where it has one. */
	ck_assert_int_eq(
		stride_of(RULES(WAS(NV12, 112), .stride_align = 16), 100, 10, NV12), 112);
	ck_assert_int_eq(
		stride_of(RULES(WAS(NV12, 192), .stride_align = 256), 100, 10, NV12),
		256);
	ck_assert_int_eq(
		stride_of(RULES(WAS(NV12, 101), .stride_align = 1), 100, 10, NV12), 101);
}
END_TEST

START_TEST(test_rule2_packed)
{
	struct libcodec_image_layout l;

	ck_assert_int_eq(stride_of(RULES(ALIGNED, WAS(RGB, 384)), 100, 10, RGB), 384);
	/* Stale: shorter than a row of the new width. Rows would overlap. */
	ck_assert_int_eq(stride_of(RULES(ALIGNED, WAS(RGB, 192)), 100, 10, RGB), 320);
	ck_assert_int_eq(stride_of(RULES(ALIGNED, WAS(GREY, 64)), 65, 10, GREY), 128);
	/* Tight and unaligned ones aren't kept. */
	ck_assert_int_eq(stride_of(RULES(ALIGNED, WAS(RGB, 300)), 50, 10, RGB), 192);
	/* Another format or dtype: begin anew. */
	ck_assert_int_eq(stride_of(RULES(ALIGNED, WAS(RGBA, 448)), 100, 10, RGB), 320);
	ck_assert_int_eq(stride_of(RULES(ALIGNED, WAS(NV12, 192)), 100, 10, GREY), 128);
	ck_assert_int_eq(
		choose(RULES(ALIGNED, WAS(GREY, 512)), 100, 10, GREY, LIBCODEC_DTYPE_U16, &l), 0);
	ck_assert_uint_eq(l.plane_stride[0], 256);
	/* It doesn't fit: the next rule that does. */
	ck_assert_int_eq(stride_of(ROOM(3000, ALIGNED, WAS(RGB, 384)), 100, 10, RGB), 300);
	/* Host memory without an alignment: tight, whatever came before. */
	ck_assert_int_eq(stride_of(RULES(WAS(RGB, 384)), 100, 10, RGB), 300);
	ck_assert_int_eq(stride_of(RULES(WAS(GREY, 64)), 50, 10, GREY), 50);
}
END_TEST

START_TEST(test_rule2_sample)
{
	struct libcodec_image_layout l;

	/* An alignment below the sample lets no odd stride through. */
	ck_assert_int_eq(choose(RULES(.old_format = GREY, .old_dtype = LIBCODEC_DTYPE_F32,
				      .old_stride = 402, .stride_align = 2),
				100, 10, GREY, LIBCODEC_DTYPE_F32, &l),
			 0);
	ck_assert_uint_eq(l.plane_stride[0], 400);
}
END_TEST

START_TEST(test_rule3_round)
{
	ck_assert_int_eq(stride_of(RULES(), 100, 10, NV12), 128);
	ck_assert_int_eq(stride_of(RULES(), 127, 10, NV16), 128);
	ck_assert_int_eq(stride_of(RULES(), 129, 10, NV24), 192);
	ck_assert_int_eq(stride_of(ROOM(128 * 15), 100, 10, NV12), 128);
	ck_assert_int_eq(stride_of(RULES(.stride_align = 4096), 100, 10, NV12), 4096);
	ck_assert_int_eq(stride_of(RULES(.stride_align = 1), 99, 10, NV12), 100);
	/* Packed only on request. */
	ck_assert_int_eq(stride_of(RULES(), 100, 10, GREY), 100);
	ck_assert_int_eq(stride_of(RULES(), 100, 10, RGB), 300);
	ck_assert_int_eq(stride_of(RULES(.stride_align = 64), 100, 10, GREY), 128);
	ck_assert_int_eq(stride_of(RULES(.stride_align = 64), 100, 10, RGB), 320);
	ck_assert_int_eq(stride_of(RULES(.stride_align = 32), 100, 10, RGB), 320);
	ck_assert_int_eq(stride_of(RULES(.stride_align = 16), 100, 10, RGB), 304);
}
END_TEST

START_TEST(test_rule4_least)
{
	ck_assert_int_eq(stride_of(ROOM(128 * 15 - 1), 100, 10, NV12), 100);
	ck_assert_int_eq(stride_of(ROOM(100 * 15), 100, 10, NV12), 100);
	ck_assert_int_eq(stride_of(ROOM(100 * 15 - 1), 100, 10, NV12), -ENOSPC);
	ck_assert_int_eq(stride_of(ROOM(1000, .stride_align = 64), 100, 10, GREY), 100);
}
END_TEST

START_TEST(test_window)
{
	struct libcodec_image_layout l;
	struct lc_layout_rules rules = RULES(.window = true, .stride = 100);

	rules.capacity = 9 * 100 + 30;
	ck_assert_int_eq(choose(rules, 10, 10, RGB, 0, &l), 0);
	ck_assert_uint_eq(l.needed, 930);
	ck_assert_uint_eq(l.plane_stride[0], 100);
	rules.capacity--;
	ck_assert_int_eq(choose(rules, 10, 10, RGB, 0, &l), -ENOSPC);
	rules.capacity = 30;
	ck_assert_int_eq(choose(rules, 10, 1, RGB, 0, &l), 0);
}
END_TEST

START_TEST(test_large)
{
	struct libcodec_image_layout l;
	uint64_t side = 65535;

	ck_assert_int_eq(choose(RULES(), 65535, 65535, RGBA, LIBCODEC_DTYPE_F32, &l), 0);
	ck_assert_uint_eq(l.needed, 16 * side * side);
	ck_assert_int_eq(choose(ROOM(16 * side * side - 1), 65535, 65535, RGBA,
				LIBCODEC_DTYPE_F32, &l),
			 -ENOSPC);
	/* What 32 bits make of it. */
	ck_assert_int_eq(choose(ROOM((uint32_t)(16 * side * side)), 65535, 65535, RGBA,
				LIBCODEC_DTYPE_F32, &l),
			 -ENOSPC);
	ck_assert_int_eq(choose(RULES(), 65535, 65535, NV24, 0, &l), 0);
	ck_assert_uint_eq(l.needed, 65536 * 3 * side);
	ck_assert_uint_eq(l.plane_offset[1], 65536 * side);
	ck_assert_uint_eq(l.plane_stride[1], 131072);
	ck_assert_uint_eq(l.plane_width[1], 131070);
	ck_assert_int_eq(choose(ROOM(UINT32_MAX), 65535, 65535, NV24, 0, &l), -ENOSPC);
}
END_TEST

START_TEST(test_huge_strides)
{
	struct libcodec_image_layout l;

	ck_assert_int_eq(choose(RULES(.stride = 0x7fffffff), 65535, 65535, NV24, 0, &l),
			 0);
	ck_assert_uint_eq(l.plane_stride[1], 0xfffffffe);
	ck_assert_uint_eq(l.needed, UINT64_C(0x7fffffff) * 3 * 65535);
	ck_assert_int_eq(choose(RULES(.stride = 0x80000000), 16, 16, NV24, 0, &l),
			 -ENOSPC);
	ck_assert_int_eq(choose(RULES(.stride = UINT32_MAX), 16, 16, GREY, 0, &l),
			 -ENOSPC);
	ck_assert_int_eq(choose(RULES(WAS(NV12, 0xffffffc0)), 16, 16, NV12, 0, &l), 0);
	ck_assert_uint_eq(l.plane_stride[0], 64);
}
END_TEST

START_TEST(test_public)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	struct {
		struct libcodec_image_layout l;
		uint64_t newer;
	} longer = { .l = { .struct_size = sizeof(longer) }, .newer = 77 };

	ck_assert_int_eq(libcodec_layout_for(100, 10, NV12, 0, 0, 0, &l), 0);
	ck_assert_uint_eq(l.struct_size, sizeof(l));
	ck_assert_uint_eq(l.plane_stride[0], 128);
	ck_assert_uint_eq(l.needed, 128 * 15);
	ck_assert_uint_eq(l.capacity, 128 * 15);
	ck_assert_int_eq(libcodec_layout_for(100, 10, NV12, 0, 0, 1600, &l), 0);
	ck_assert_uint_eq(l.plane_stride[0], 100);
	ck_assert_uint_eq(l.capacity, 1600);
	ck_assert_int_eq(libcodec_layout_for(100, 10, NV12, 0, 0, 1, &l), -ENOSPC);
	ck_assert_int_eq(libcodec_layout_for(100, 10, NV12, 0, 3, 0, &l), -EINVAL);
	ck_assert_int_eq(libcodec_layout_for(100, 10, NV12, 0, 8192, 0, &l), -EINVAL);
	ck_assert_int_eq(libcodec_layout_for(100, 10, NV12, 0, 0, 0, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_layout_for(0, 10, NV12, 0, 0, 0, &l), -EINVAL);
	ck_assert_uint_eq(l.capacity, 1600);

	/* A receiver that knows less gets less, one that knows more gets zeros. */
	l = (struct libcodec_image_layout){ .struct_size = 12, .format = 99 };
	ck_assert_int_eq(libcodec_layout_for(100, 10, NV12, 0, 0, 0, &l), 0);
	ck_assert_uint_eq(l.height, 10);
	ck_assert_uint_eq(l.format, 99);
	ck_assert_int_eq(libcodec_layout_for(100, 10, GREY, 0, 0, 0, &longer.l), 0);
	ck_assert_uint_eq(longer.l.struct_size, sizeof(longer));
	ck_assert_uint_eq(longer.l.needed, 1000);
	ck_assert_uint_eq(longer.newer, 0);
	l.struct_size = 3;
	ck_assert_int_eq(libcodec_layout_for(100, 10, NV12, 0, 0, 0, &l), -EINVAL);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("layout");
	TCase *tc = tcase_create("layout");

	tcase_add_test(tc, test_arguments);
	tcase_add_loop_test(tc, test_odd_sizes, 0, (int)LC_ARRAY_SIZE(odd_sizes));
	tcase_add_test(tc, test_planes_inside);
	tcase_add_test(tc, test_rule1_fixed);
	tcase_add_test(tc, test_fixed_and_dtype);
	tcase_add_test(tc, test_rule2_keep);
	tcase_add_test(tc, test_rule2_packed);
	tcase_add_test(tc, test_rule2_sample);
	tcase_add_test(tc, test_rule3_round);
	tcase_add_test(tc, test_rule4_least);
	tcase_add_test(tc, test_window);
	tcase_add_test(tc, test_large);
	tcase_add_test(tc, test_huge_strides);
	tcase_add_test(tc, test_public);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("layout", make_suite);
}
