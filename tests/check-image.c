/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Images: life, configure, windows, slices, maps. The memory is the test's own and full
 * of poison, so that a byte that anybody writes shows.
 */
#include "config.h"

#include <stdlib.h>

#include "image.h"

#include "test.h"

#define GREY LIBCODEC_FORMAT_GREY
#define NV12 LIBCODEC_FORMAT_NV12
#define NV24 LIBCODEC_FORMAT_NV24
#define RGB  LIBCODEC_FORMAT_RGB
#define RGBA LIBCODEC_FORMAT_RGBA

#define ROOM   4096
#define POISON 0xa5

static struct libcodec_context *ctx;
static uint8_t *memory;

/* Whatever this machine has: here AUTO finds no dma-bufs. */
static int no_node(void *data, const char *node, int flags)
{
	return -ENOENT;
}

static void setup(void)
{
	struct libcodec_context_params p = {
		.struct_size = sizeof(p),
		.open_device = no_node,
	};

	ck_assert_int_eq(libcodec_context_new(&p, &ctx), 0);
	memory = malloc(ROOM);
	ck_assert_ptr_nonnull(memory);
	memset(memory, POISON, ROOM);
}

static void teardown(void)
{
	ctx = libcodec_context_unref(ctx);
	ck_assert_ptr_null(ctx);
	free(memory);
}

static void assert_untouched(void)
{
	size_t i;

	for (i = 0; i < ROOM; i++)
		ck_assert_uint_eq(memory[i], POISON);
}

static struct libcodec_image_params params_of(uint32_t w, uint32_t h, uint32_t format)
{
	return (struct libcodec_image_params){
		.struct_size = sizeof(struct libcodec_image_params),
		.width = w,
		.height = h,
		.format = format,
	};
}

/* In the test's memory. */
static struct libcodec_image *image_of(uint32_t w, uint32_t h, uint32_t format)
{
	struct libcodec_image_params p = params_of(w, h, format);
	struct libcodec_image *image;

	p.data = memory;
	p.capacity = ROOM;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	return image;
}

static struct libcodec_image_layout layout_of(struct libcodec_image *image)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };

	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	return l;
}

static uint8_t *place_of(struct libcodec_image *image)
{
	void *data;

	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_READ, &data), 0);
	ck_assert_int_eq(libcodec_image_unmap(image), 0);
	return data;
}

static int fails(const struct libcodec_image_params *p)
{
	struct libcodec_image *image = (void *)memory;
	int r = libcodec_image_new(ctx, p, &image);

	ck_assert_int_lt(r, 0);
	ck_assert_ptr_eq(image, (void *)memory);
	return r;
}

START_TEST(test_new)
{
	struct libcodec_image_params p = params_of(101, 7, NV12);
	struct libcodec_image *image;
	struct libcodec_image_layout l;
	void *data;
	size_t i;

	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	l = layout_of(image);
	ck_assert_uint_eq(l.memory, LIBCODEC_MEMORY_HOST);
	ck_assert_uint_eq(l.plane_stride[0], 128);
	ck_assert_uint_eq(l.needed, 128 * (7 + 4));
	ck_assert_uint_eq(l.capacity, l.needed);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_BOTH, &data), 0);
	ck_assert_uint_eq((uintptr_t)data % 64, 0);
	for (i = 0; i < l.capacity; i++)
		ck_assert_uint_eq(((uint8_t *)data)[i], 0);
	memset(data, 1, l.capacity);
	ck_assert_int_eq(libcodec_image_unmap(image), 0);
	ck_assert_ptr_eq(libcodec_image_ref(image), image);
	ck_assert_ptr_null(libcodec_image_unref(image));
	ck_assert_uint_eq(layout_of(image).width, 101);
	ck_assert_ptr_null(libcodec_image_unref(image));
	ck_assert_ptr_null(libcodec_image_unref(NULL));
}
END_TEST

START_TEST(test_new_refusals)
{
	struct libcodec_image_params p = params_of(8, 8, GREY);
	struct libcodec_image *image;

	ck_assert_int_eq(libcodec_image_new(NULL, &p, &image), -EINVAL);
	ck_assert_int_eq(libcodec_image_new(ctx, &p, NULL), -EINVAL);
	ck_assert_int_eq(fails(NULL), -EINVAL);
#define REFUSED(error, field, value)                  \
	do {                                          \
		p = params_of(8, 8, GREY);            \
		p.field = (value);                    \
		ck_assert_int_eq(fails(&p), (error)); \
	} while (0)
	REFUSED(-EINVAL, width, 0);
	REFUSED(-EINVAL, height, 65536);
	REFUSED(-EINVAL, format, 1);
	REFUSED(-EINVAL, dtype, 5);
	REFUSED(-EINVAL, access, 4);
	REFUSED(-EINVAL, stride_align, 48);
	REFUSED(-EINVAL, stride_align, 8192);
	REFUSED(-EINVAL, reserved, 1);
	REFUSED(-EINVAL, planes, (const struct libcodec_image_plane *)&p);
	REFUSED(-EINVAL, memory, 4);
	REFUSED(-EOPNOTSUPP, memory, LIBCODEC_MEMORY_DMABUF);
	REFUSED(-EINVAL, n_planes, 1);
	REFUSED(-EINVAL, flags, 2);
	REFUSED(-EOPNOTSUPP, memory, LIBCODEC_MEMORY_CUDA);
	REFUSED(-ENOSPC, capacity, 63);
	REFUSED(-ENOSPC, stride, 7);
	REFUSED(-ENOSPC, stride, UINT32_MAX);
	REFUSED(-ENOMEM, capacity, UINT64_MAX);
	REFUSED(-ENOMEM, capacity, PTRDIFF_MAX);
	REFUSED(-EINVAL, data, memory); /* of which size? */
	p.capacity = UINT64_MAX;
	ck_assert_int_eq(fails(&p), -EINVAL);
	p.capacity = (uint64_t)PTRDIFF_MAX;
	p.data = (void *)(UINTPTR_MAX - 100);
	ck_assert_int_eq(fails(&p), -EINVAL);
}
END_TEST

START_TEST(test_struct_size)
{
	struct {
		struct libcodec_image_params p;
		uint64_t newer;
	} longer = { .p = params_of(8, 8, GREY) };
	struct libcodec_image_layout l = { .struct_size = 8, .width = 1, .height = 77 };
	struct libcodec_image_params p = params_of(8, 8, GREY);
	struct libcodec_image *image;

	longer.p.struct_size = sizeof(longer);
	ck_assert_int_eq(libcodec_image_new(ctx, &longer.p, &image), 0);
	libcodec_image_unref(image);
	longer.newer = UINT64_C(1) << 63;
	ck_assert_int_eq(fails(&longer.p), -E2BIG);

	/* What a short one leaves out is the default, whatever lies behind it. */
	p.struct_size = offsetof(struct libcodec_image_params, memory);
	p.memory = 99;
	p.capacity = 1;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	ck_assert_uint_eq(layout_of(image).capacity, 64);
	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	ck_assert_uint_eq(l.width, 8);
	ck_assert_uint_eq(l.height, 77);
	l.struct_size = 0;
	ck_assert_int_eq(libcodec_image_get_layout(image, &l), -EINVAL);
	ck_assert_int_eq(libcodec_image_get_layout(image, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_image_get_layout(NULL, &l), -EINVAL);
	libcodec_image_unref(image);
	p.struct_size = 3;
	ck_assert_int_eq(fails(&p), -EINVAL);
	p.struct_size = 0;
	ck_assert_int_eq(fails(&p), -EINVAL);
}
END_TEST

/* A pool: one allocation for the worst case, pictures of any kind in it. */
START_TEST(test_pool)
{
	struct libcodec_image *image = image_of(32, 96, GREY);
	struct libcodec_image_layout before, l;

	ck_assert_int_eq(libcodec_image_configure(image, 31, 31, NV24, 0), 0);
	l = layout_of(image);
	/* 64 * 93 is too much for the room. */
	ck_assert_uint_eq(l.plane_stride[0], 32);
	ck_assert_uint_eq(l.plane_stride[1], 64);
	ck_assert_uint_eq(l.plane_offset[1], 31 * 32);
	ck_assert_int_eq(libcodec_image_configure(image, 16, 15, NV12, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 64);
	before = layout_of(image);
	ck_assert_int_eq(libcodec_image_configure(image, 1000, 1000, RGB, 0), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(image, 65535, 65535, RGBA, 4), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(image, 0, 1, GREY, 0), -EINVAL);
	ck_assert_int_eq(libcodec_image_configure(image, 2, 2, NV12, LIBCODEC_DTYPE_I8),
			 -EINVAL);
	ck_assert_int_eq(libcodec_image_configure(NULL, 1, 1, GREY, 0), -EINVAL);
	l = layout_of(image);
	ck_assert_mem_eq(&l, &before, sizeof(l));
	/* And usable afterwards. */
	ck_assert_int_eq(libcodec_image_configure(image, 64, 64, GREY, 0), 0);
	ck_assert_int_eq(libcodec_image_configure(image, 36, 37, RGB, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 108);
	ck_assert_ptr_eq(place_of(image), memory);
	libcodec_image_unref(image);
	assert_untouched();
}
END_TEST

/* A stride that fitted the picture before and is too short for the next. */
START_TEST(test_stale_stride)
{
	struct libcodec_image *image = image_of(64, 10, GREY);

	ck_assert_int_eq(libcodec_image_configure(image, 50, 10, GREY, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 50);
	ck_assert_int_eq(libcodec_image_configure(image, 70, 10, GREY, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 70);
	ck_assert_int_eq(libcodec_image_configure(image, 50, 10, GREY, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 50);
	ck_assert_int_eq(libcodec_image_configure(image, 64, 10, RGB, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 192);
	ck_assert_int_eq(libcodec_image_configure(image, 40, 10, GREY, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 40);
	libcodec_image_unref(image);
}
END_TEST

/* The question without the deed has the same answer and changes nothing. */
START_TEST(test_layout_for)
{
	struct libcodec_image *image = image_of(100, 10, NV12);
	struct libcodec_image_layout l, before = layout_of(image);
	void *data;

	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_READ, &data), 0);
	ck_assert_int_eq(lc_image_layout_for(image, 50, 20, NV12, 0, &l), 0);
	ck_assert_uint_eq(l.plane_stride[0], 128);
	ck_assert_int_eq(lc_image_layout_for(image, 500, 200, NV12, 0, &l), -ENOSPC);
	ck_assert_uint_eq(l.plane_stride[0], 128);
	ck_assert_mem_eq(&image->layout, &before, sizeof(before));
	ck_assert_int_eq(libcodec_image_unmap(image), 0);
	ck_assert_int_eq(libcodec_image_configure(image, 50, 20, NV12, 0), 0);
	ck_assert_mem_eq(&image->layout, &l, sizeof(l));
	libcodec_image_unref(image);
}
END_TEST

START_TEST(test_fixed_stride)
{
	struct libcodec_image_params p = params_of(10, 10, RGB);
	struct libcodec_image *image, *slice;

	p.stride = 100;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	ck_assert_uint_eq(layout_of(image).capacity, 1000);
	ck_assert_int_eq(libcodec_image_configure(image, 33, 10, RGB, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 100);
	ck_assert_int_eq(libcodec_image_configure(image, 34, 5, RGB, 0), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(image, 50, 6, NV12, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 100);
	/* It holds in a slice too; one that can't hold a row of it holds nothing. */
	ck_assert_int_eq(libcodec_image_new_slice(image, 500, 200, &slice), 0);
	ck_assert_uint_eq(layout_of(slice).plane_stride[0], 100);
	libcodec_image_unref(slice);
	ck_assert_int_eq(libcodec_image_new_slice(image, 0, 99, &slice), -EINVAL);
	libcodec_image_unref(image);
}
END_TEST

static struct libcodec_image *window_of(struct libcodec_image *parent, uint32_t x,
					uint32_t y, uint32_t w, uint32_t h)
{
	struct libcodec_image *window;

	ck_assert_int_eq(libcodec_image_new_window(parent, x, y, w, h, &window), 0);
	return window;
}

START_TEST(test_window_place)
{
	struct libcodec_image *image = image_of(30, 20, RGB), *w, *inner;
	struct libcodec_image_layout l;

	w = window_of(image, 10, 4, 20, 16);
	ck_assert_ptr_eq(place_of(w), memory + 4 * 90 + 30);
	l = layout_of(w);
	ck_assert_uint_eq(l.width, 20);
	ck_assert_uint_eq(l.height, 16);
	ck_assert_uint_eq(l.format, RGB);
	ck_assert_uint_eq(l.plane_stride[0], 90);
	ck_assert_uint_eq(l.needed, 15 * 90 + 60);
	ck_assert_uint_eq(l.capacity, ROOM - (4 * 90 + 30));

	inner = window_of(w, 1, 2, 3, 4);
	ck_assert_ptr_eq(place_of(inner), memory + 6 * 90 + 33);
	ck_assert_uint_eq(layout_of(inner).plane_stride[0], 90);
	/* Parents may be let go of, or change their mind. */
	ck_assert_int_eq(libcodec_image_configure(image, 5, 5, GREY, 0), 0);
	libcodec_image_unref(image);
	libcodec_image_unref(w);
	ck_assert_int_eq(libcodec_image_configure(inner, 2, 2, RGB, 0), 0);
	ck_assert_uint_eq(layout_of(inner).plane_stride[0], 90);
	ck_assert_ptr_eq(place_of(inner), memory + 6 * 90 + 33);
	libcodec_image_unref(inner);
	assert_untouched();
}
END_TEST

/* The original put a window of a new format at the parent's start. */
START_TEST(test_window_format)
{
	struct libcodec_image *image = image_of(30, 20, RGB), *w;
	uint8_t *place;

	w = window_of(image, 10, 4, 8, 6);
	place = place_of(w);
	ck_assert_int_eq(libcodec_image_configure(w, 24, 6, GREY, 0), 0);
	ck_assert_ptr_eq(place_of(w), place);
	ck_assert_uint_eq(layout_of(w).plane_stride[0], 90);
	ck_assert_int_eq(libcodec_image_configure(w, 6, 6, RGBA, 0), 0);
	ck_assert_ptr_eq(place_of(w), place);
	ck_assert_int_eq(libcodec_image_configure(w, 4, 6, RGB, LIBCODEC_DTYPE_U16), 0);
	ck_assert_ptr_eq(place_of(w), place);
	/* A row or a line more would be outside. */
	ck_assert_int_eq(libcodec_image_configure(w, 25, 6, GREY, 0), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(w, 7, 6, RGBA, 0), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(w, 8, 7, RGB, 0), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(w, 5, 1, RGB, LIBCODEC_DTYPE_U16),
			 -ENOSPC);
	/* 90 is no multiple of 4. */
	ck_assert_int_eq(libcodec_image_configure(w, 1, 1, GREY, LIBCODEC_DTYPE_F32),
			 -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(w, 2, 2, NV12, 0), -EINVAL);
	ck_assert_int_eq(libcodec_image_configure(w, 2000, 2000, NV24, 0), -EINVAL);
	ck_assert_int_eq(libcodec_image_configure(w, 2, 2, 0, 0), -EINVAL);
	ck_assert_uint_eq(layout_of(w).width, 4);
	libcodec_image_unref(w);
	libcodec_image_unref(image);
	assert_untouched();
}
END_TEST

START_TEST(test_window_tight)
{
	struct libcodec_image_params p = params_of(10, 10, GREY);
	struct libcodec_image *image, *w;

	/* Down to the last byte of an exact allocation. */
	p.data = memory;
	p.capacity = 100;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	w = window_of(image, 9, 9, 1, 1);
	ck_assert_ptr_eq(place_of(w), memory + 99);
	ck_assert_uint_eq(layout_of(w).capacity, 1);
	libcodec_image_unref(w);
	w = window_of(image, 3, 5, 7, 5);
	ck_assert_uint_eq(layout_of(w).needed, layout_of(w).capacity);
	libcodec_image_unref(w);
	w = window_of(image, 0, 0, 10, 10);
	ck_assert_uint_eq(layout_of(w).needed, 100);
	libcodec_image_unref(w);
	libcodec_image_unref(image);
}
END_TEST

START_TEST(test_window_refusals)
{
	struct libcodec_image *image = image_of(30, 20, RGB), *w = NULL;

	ck_assert_int_eq(libcodec_image_new_window(NULL, 0, 0, 1, 1, &w), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_window(image, 0, 0, 1, 1, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_window(image, 0, 0, 0, 1, &w), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_window(image, 0, 0, 1, 0, &w), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_window(image, 30, 0, 1, 1, &w), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_window(image, 0, 20, 1, 1, &w), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_window(image, 1, 0, 30, 1, &w), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_window(image, 0, 1, 1, 20, &w), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_window(image, 2, 0, UINT32_MAX, 1, &w),
			 -EINVAL);
	ck_assert_int_eq(libcodec_image_new_window(image, UINT32_MAX, 0, 2, 1, &w),
			 -EINVAL);
	ck_assert_int_eq(libcodec_image_configure(image, 30, 20, NV12, 0), 0);
	ck_assert_int_eq(libcodec_image_new_window(image, 0, 0, 2, 2, &w), -EINVAL);
	ck_assert_ptr_null(w);
	libcodec_image_unref(image);
}
END_TEST

/* Fill what a layout calls its own and look at every other byte. */
START_TEST(test_window_bounds)
{
	struct libcodec_image *image = image_of(30, 20, RGB), *w;
	struct libcodec_image_layout l;
	uint32_t x, y;
	uint8_t *data;

	w = window_of(image, 7, 3, 9, 11);
	ck_assert_int_eq(libcodec_image_configure(w, 27, 11, GREY, 0), 0);
	l = layout_of(w);
	data = place_of(w);
	for (y = 0; y < l.plane_height[0]; y++)
		memset(data + (size_t)y * l.plane_stride[0], 0, l.plane_width[0]);
	for (y = 0; y < 20; y++)
		for (x = 0; x < 90; x++) {
			bool inside = y >= 3 && y < 14 && x >= 21 && x < 48;

			ck_assert_uint_eq(memory[y * 90 + x], inside ? 0 : POISON);
		}
	libcodec_image_unref(w);
	libcodec_image_unref(image);
}
END_TEST

/* A batch: [4, 8, 8, 3] as one image and four slices. */
START_TEST(test_batch)
{
	struct libcodec_image *image = image_of(8, 32, RGB), *s[4];
	struct libcodec_image_layout l;
	uint32_t n;

	for (n = 0; n < 4; n++) {
		ck_assert_int_eq(libcodec_image_new_slice(image, n * 192, 192, &s[n]), 0);
		ck_assert_ptr_eq(place_of(s[n]), memory + n * 192);
		l = layout_of(s[n]);
		/* All 32 rows don't fit an element. */
		ck_assert_uint_eq(l.format, GREY);
		ck_assert_uint_eq(l.width * l.height, 1);
		ck_assert_uint_eq(l.capacity, 192);
		ck_assert_int_eq(libcodec_image_configure(s[n], 8, 8, RGB, 0), 0);
		ck_assert_uint_eq(layout_of(s[n]).plane_stride[0], 24);
		ck_assert_int_eq(libcodec_image_configure(s[n], 8, 9, RGB, 0), -ENOSPC);
		ck_assert_int_eq(libcodec_image_configure(s[n], 8, 8, NV24, 0), 0);
		ck_assert_uint_eq(layout_of(s[n]).needed, 192);
	}
	libcodec_image_unref(image);
	for (n = 0; n < 4; n++)
		libcodec_image_unref(s[n]);
	assert_untouched();
}
END_TEST

START_TEST(test_slice)
{
	struct libcodec_image *image = image_of(50, 20, NV12), *s, *w;
	struct libcodec_image_layout l;

	/* The parent's picture, with the parent's stride, where it fits. */
	ck_assert_int_eq(libcodec_image_new_slice(image, 100, 64 * 30, &s), 0);
	l = layout_of(s);
	ck_assert_uint_eq(l.format, NV12);
	ck_assert_uint_eq(l.plane_stride[0], 64);
	ck_assert_uint_eq(l.needed, l.capacity);
	libcodec_image_unref(s);
	/* Else with a tighter one. */
	ck_assert_int_eq(libcodec_image_new_slice(image, 100, 64 * 30 - 1, &s), 0);
	ck_assert_uint_eq(layout_of(s).plane_stride[0], 50);

	/* A window in a slice in an image. */
	ck_assert_int_eq(libcodec_image_configure(s, 10, 10, GREY, 0), 0);
	w = window_of(s, 2, 3, 4, 5);
	ck_assert_ptr_eq(place_of(w), memory + 100 + 3 * 10 + 2);
	ck_assert_uint_eq(layout_of(w).capacity, 64 * 30 - 1 - 32);
	libcodec_image_unref(image);
	libcodec_image_unref(s);
	ck_assert_int_eq(libcodec_image_new_slice(w, 0, 1, &s), -EINVAL);
	libcodec_image_unref(w);
}
END_TEST

START_TEST(test_slice_refusals)
{
	struct libcodec_image *image = image_of(50, 20, GREY), *s = NULL, *inner = NULL;

	ck_assert_int_eq(libcodec_image_new_slice(NULL, 0, 1, &s), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_slice(image, 0, 1, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_slice(image, 0, 0, &s), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_slice(image, 0, ROOM + 1, &s), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_slice(image, ROOM, 1, &s), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_slice(image, 1, UINT64_MAX, &s), -EINVAL);
	ck_assert_int_eq(libcodec_image_new_slice(image, UINT64_MAX, 2, &s), -EINVAL);
	ck_assert_ptr_null(s);
	/* Past the picture, but in the memory, is fine; down to a single byte. */
	ck_assert_int_eq(libcodec_image_new_slice(image, ROOM - 10, 10, &s), 0);
	ck_assert_int_eq(libcodec_image_new_slice(s, 9, 1, &inner), 0);
	ck_assert_ptr_eq(place_of(inner), memory + ROOM - 1);
	libcodec_image_unref(inner);
	inner = NULL;
	ck_assert_int_eq(libcodec_image_new_slice(s, 9, 2, &inner), -EINVAL);
	ck_assert_ptr_null(inner);
	libcodec_image_unref(s);
	libcodec_image_unref(image);
}
END_TEST

START_TEST(test_map)
{
	struct libcodec_image *image = image_of(8, 8, GREY), *w;
	void *a = NULL, *b = NULL;

	w = window_of(image, 1, 1, 2, 2);
	ck_assert_int_eq(libcodec_image_unmap(image), -EINVAL);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_WRITE, &a), 0);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_READ, &b), 0);
	ck_assert_ptr_eq(a, memory);
	ck_assert_ptr_eq(b, memory);
	ck_assert_int_eq(libcodec_image_configure(image, 4, 4, GREY, 0), -EBUSY);
	ck_assert_int_eq(libcodec_image_unmap(image), 0);
	ck_assert_int_eq(libcodec_image_configure(image, 4, 4, GREY, 0), -EBUSY);
	ck_assert_uint_eq(layout_of(image).width, 8);
	/* Each image counts its own. */
	ck_assert_int_eq(libcodec_image_unmap(w), -EINVAL);
	ck_assert_int_eq(libcodec_image_configure(w, 1, 1, GREY, 0), 0);
	ck_assert_int_eq(libcodec_image_unmap(image), 0);
	ck_assert_int_eq(libcodec_image_unmap(image), -EINVAL);
	ck_assert_int_eq(libcodec_image_configure(image, 4, 4, GREY, 0), 0);

	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_NONE, &a), -EINVAL);
	ck_assert_int_eq(libcodec_image_map(image, 4, &a), -EINVAL);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_READ, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_image_map(NULL, LIBCODEC_ACCESS_READ, &a), -EINVAL);
	ck_assert_int_eq(libcodec_image_unmap(NULL), -EINVAL);
	/* A map that is left open is no leak. */
	ck_assert_int_eq(libcodec_image_map(w, LIBCODEC_ACCESS_READ, &a), 0);
	libcodec_image_unref(w);
	libcodec_image_unref(image);
}
END_TEST

/* What the owner allows (rows) against what is asked for: both, read, write. */
static const int map_results[][3] = {
	[LIBCODEC_ACCESS_BOTH] = { 0, 0, 0 },
	[LIBCODEC_ACCESS_READ] = { -EACCES, 0, -EACCES },
	[LIBCODEC_ACCESS_WRITE] = { -EACCES, -EACCES, 0 },
	[LIBCODEC_ACCESS_NONE] = { -EACCES, -EACCES, -EACCES },
};

START_TEST(test_access)
{
	struct libcodec_image_params p = params_of(8, 8, GREY);
	struct libcodec_image *image, *child[2];
	uint32_t wanted, i;
	void *data;

	p.access = (uint32_t)_i;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	child[0] = window_of(image, 1, 1, 2, 2);
	ck_assert_int_eq(libcodec_image_new_slice(image, 1, 2, &child[1]), 0);
	for (wanted = 0; wanted < 3; wanted++) {
		int expected = map_results[_i][wanted];

		data = NULL;
		ck_assert_int_eq(libcodec_image_map(image, wanted, &data), expected);
		ck_assert_int_eq(data != NULL, expected == 0);
		ck_assert_int_eq(libcodec_image_unmap(image), expected ? -EINVAL : 0);
		for (i = 0; i < 2; i++)
			ck_assert_int_eq(libcodec_image_map(child[i], wanted, &data),
					 expected);
	}
	libcodec_image_unref(child[0]);
	libcodec_image_unref(child[1]);
	libcodec_image_unref(image);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("image");
	TCase *tc = tcase_create("image");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_new);
	tcase_add_test(tc, test_new_refusals);
	tcase_add_test(tc, test_struct_size);
	tcase_add_test(tc, test_pool);
	tcase_add_test(tc, test_stale_stride);
	tcase_add_test(tc, test_layout_for);
	tcase_add_test(tc, test_fixed_stride);
	tcase_add_test(tc, test_window_place);
	tcase_add_test(tc, test_window_format);
	tcase_add_test(tc, test_window_tight);
	tcase_add_test(tc, test_window_refusals);
	tcase_add_test(tc, test_window_bounds);
	tcase_add_test(tc, test_batch);
	tcase_add_test(tc, test_slice);
	tcase_add_test(tc, test_slice_refusals);
	tcase_add_test(tc, test_map);
	tcase_add_loop_test(tc, test_access, 0, (int)LC_ARRAY_SIZE(map_results));
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("image", make_suite);
}
