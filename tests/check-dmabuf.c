/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Images over the caller's dma-bufs: what is taken and what is refused, where planes come
 * to lie, when they are mapped, and what the kernel is told about it.
 */
#include "config.h"

#include "dmabuf-bed.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "image.h"

#define GREY LIBCODEC_FORMAT_GREY
#define RGB  LIBCODEC_FORMAT_RGB
#define NV12 LIBCODEC_FORMAT_NV12
#define NV24 LIBCODEC_FORMAT_NV24

static struct testbed tb;
static struct libcodec_context *ctx;
static unsigned int fds_before, maps_before;

static void setup(void)
{
	testbed_init(&tb);
	ctx = testbed_context(&tb);
	fds_before = dmabuf_fds();
	maps_before = dmabuf_maps();
}

/* Each test gives back what it took: so must the library have. */
static void teardown(void)
{
	ck_assert_uint_eq(dmabuf_fds(), fds_before);
	ck_assert_uint_eq(dmabuf_maps(), maps_before);
	libcodec_context_unref(ctx);
	testbed_done(&tb);
}

static struct libcodec_image_layout layout_of(struct libcodec_image *image)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };

	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	return l;
}

static struct libcodec_image *image_over(const struct libcodec_image_params *p)
{
	struct libcodec_image *image = NULL;

	ck_assert_int_eq(libcodec_image_new(ctx, p, &image), 0);
	ck_assert_uint_eq(layout_of(image).memory, LIBCODEC_MEMORY_DMABUF);
	return image;
}

static int fails(const struct libcodec_image_params *p)
{
	struct libcodec_image *image = (struct libcodec_image *)&tb;
	int r = libcodec_image_new(ctx, p, &image);

	ck_assert_ptr_eq(image, &tb);
	return r;
}

static uint8_t *map(struct libcodec_image *image, uint32_t access)
{
	void *data = NULL;

	ck_assert_int_eq(libcodec_image_map(image, access, &data), 0);
	return data;
}

static void unmap(struct libcodec_image *image)
{
	ck_assert_int_eq(libcodec_image_unmap(image), 0);
}

static uint64_t place(struct libcodec_image *image, uint32_t plane, int *ret_fd)
{
	uint64_t offset = UINT64_MAX;

	ck_assert_int_eq(libcodec_image_get_dmabuf(image, plane, ret_fd, &offset), 0);
	return offset;
}

/* --- one dma-buf --- */

START_TEST(test_import_one)
{
	int fd = dmabuf_new(65536), own;
	uint8_t *bytes = dmabuf_bytes(fd);
	struct libcodec_image_plane plane = { .fd = fd, .offset = 1000 };
	struct libcodec_image_params p = dmabuf_params(100, 50, NV12, &plane, 1);
	struct libcodec_image *image = image_over(&p);
	struct libcodec_image_layout l = layout_of(image);

	ck_assert_uint_eq(l.plane_stride[0], 128);
	ck_assert_uint_eq(l.plane_stride[1], 128);
	ck_assert_uint_eq(l.plane_offset[0], 0);
	ck_assert_uint_eq(l.plane_offset[1], 128 * 50);
	ck_assert_uint_eq(l.capacity, 65536 - 1000);
	ck_assert_uint_eq(l.needed, 128 * 75);
	ck_assert_uint_eq(place(image, 0, &own), 1000);
	ck_assert_int_ne(own, fd);
	ck_assert(fcntl(own, F_GETFD) & FD_CLOEXEC);
	ck_assert_uint_eq(place(image, 1, &own), 1000 + 128 * 50);
	ck_assert_int_eq(libcodec_image_get_dmabuf(image, 2, &own, NULL), -ENOENT);
	ck_assert_int_eq(libcodec_image_get_dmabuf(image, 0, NULL, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_image_get_dmabuf(NULL, 0, &own, NULL), -EINVAL);

	/* The caller's descriptor has done its work. */
	ck_assert_uint_eq(dmabuf_maps(), maps_before + 1);
	close(fd);
	map(image, LIBCODEC_ACCESS_WRITE)[l.plane_offset[1] + 5] = 77;
	unmap(image);
	ck_assert_uint_eq(bytes[1000 + 128 * 50 + 5], 77);
	libcodec_image_unref(image);
	munmap(bytes, 65536);
}
END_TEST

/* Whatever the format: rows are aligned in memory that devices write. */
START_TEST(test_strides)
{
	int fd = dmabuf_new(320 * 40);
	struct libcodec_image_plane plane = { .fd = fd };
	struct libcodec_image_params p = dmabuf_params(100, 40, RGB, &plane, 1);
	struct libcodec_image *image = image_over(&p);

	ck_assert_uint_eq(layout_of(image).plane_stride[0], 320);
	ck_assert_int_eq(libcodec_image_configure(image, 90, 40, GREY, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 128);
	ck_assert_int_eq(libcodec_image_configure(image, 30, 40, GREY, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 128); /* kept */
	ck_assert_int_eq(libcodec_image_configure(image, 100, 42, RGB, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 300); /* the room decides */
	ck_assert_int_eq(libcodec_image_configure(image, 100, 43, RGB, 0), -ENOSPC);
	libcodec_image_unref(image);

	p.stride_align = 16;
	image = image_over(&p);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 304);
	libcodec_image_unref(image);
	p.stride_align = 0;
	p.stride = 310;
	image = image_over(&p);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 310);
	ck_assert_int_eq(libcodec_image_configure(image, 104, 10, RGB, 0), -ENOSPC);
	libcodec_image_unref(image);
	p.stride = 0;
	plane.stride = 311;
	image = image_over(&p);
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 311);
	libcodec_image_unref(image);
	close(fd);
}
END_TEST

/* AUTO with the caller's dma-bufs is no question. */
START_TEST(test_auto)
{
	int fd = dmabuf_new(4096);
	struct libcodec_image_plane plane = { .fd = fd };
	struct libcodec_image_params p = dmabuf_params(64, 64, GREY, &plane, 1);

	p.memory = LIBCODEC_MEMORY_AUTO;
	libcodec_image_unref(image_over(&p));
	close(fd);
}
END_TEST

START_TEST(test_capacity)
{
	int fd = dmabuf_new(8192);
	struct libcodec_image_plane plane = { .fd = fd, .offset = 4096 };
	struct libcodec_image_params p = dmabuf_params(64, 64, GREY, &plane, 1);
	struct libcodec_image *image;

	image = image_over(&p);
	ck_assert_uint_eq(layout_of(image).capacity, 4096);
	ck_assert_int_eq(libcodec_image_configure(image, 64, 65, GREY, 0), -ENOSPC);
	libcodec_image_unref(image);
	p.capacity = 4095;
	ck_assert_int_eq(fails(&p), -ENOSPC);
	p.height = 63;
	image = image_over(&p);
	ck_assert_uint_eq(layout_of(image).capacity, 4095);
	libcodec_image_unref(image);
	p.capacity = 4097;
	ck_assert_int_eq(fails(&p), -EINVAL);
	p.capacity = 0;
	plane.offset = 8191;
	ck_assert_int_eq(fails(&p), -ENOSPC);
	plane.offset = 8192;
	ck_assert_int_eq(fails(&p), -EINVAL);
	plane.offset = UINT64_MAX;
	ck_assert_int_eq(fails(&p), -EINVAL);
	close(fd);
}
END_TEST

/* --- refusals --- */

START_TEST(test_refused_descriptors)
{
	struct libcodec_image_plane plane = { .fd = -1 };
	struct libcodec_image_params p = dmabuf_params(8, 8, GREY, &plane, 1);
	char path[64];
	int pipes[2], fd = dmabuf_new(4096);

	ck_assert_int_eq(fails(&p), -EINVAL);
	plane.fd = 1000000;
	ck_assert_int_eq(fails(&p), -EINVAL);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	plane.fd = open(path, O_RDONLY | O_CLOEXEC);
	ck_assert_int_ge(plane.fd, 0);
	ck_assert_int_eq(fails(&p), -EACCES);
	close(plane.fd);
	plane.fd = open(path, O_WRONLY | O_CLOEXEC);
	ck_assert_int_ge(plane.fd, 0);
	ck_assert_int_eq(fails(&p), -EACCES);
	close(plane.fd);
	close(fd);
	plane.fd = fd; /* closed */
	ck_assert_int_eq(fails(&p), -EINVAL);
	plane.fd = dmabuf_new(0);
	ck_assert_int_eq(fails(&p), -EINVAL);
	close(plane.fd);
	ck_assert_int_eq(pipe2(pipes, O_CLOEXEC), 0);
	plane.fd = pipes[1];
	ck_assert_int_eq(fails(&p), -EINVAL);
	close(pipes[0]);
	close(pipes[1]);
	plane.fd = open("/dev/zero", O_RDWR | O_CLOEXEC);
	ck_assert_int_eq(fails(&p), -EINVAL);
	close(plane.fd);
	plane.fd = open("/", O_RDONLY | O_CLOEXEC);
	ck_assert_int_eq(fails(&p), -EINVAL);
	close(plane.fd);
}
END_TEST

START_TEST(test_refused_params)
{
	int fd = dmabuf_new(65536);
	struct libcodec_image_plane planes[5] = {
		{ .fd = fd, .stride = 64 },	       { .fd = fd, .stride = 64, .offset = 4096 },
		{ .fd = fd, .stride = 64, .offset = 8192 },  { .fd = fd, .stride = 64, .offset = 9216 },
		{ .fd = fd, .stride = 64, .offset = 10240 },
	};
	struct libcodec_image_params p, good = dmabuf_params(8, 8, NV12, planes, 2);
	uint8_t data[64];

	libcodec_image_unref(image_over(&good));
#define REFUSED(field, value)                            \
	do {                                             \
		p = good;                                \
		p.field = (value);                       \
		ck_assert_int_eq(fails(&p), -EINVAL);    \
	} while (0)
	REFUSED(memory, LIBCODEC_MEMORY_HOST);
	REFUSED(n_planes, 0);
	REFUSED(n_planes, 5);
	REFUSED(n_planes, UINT32_MAX);
	REFUSED(planes, NULL);
	REFUSED(stride, 128);
	REFUSED(flags, LIBCODEC_IMAGE_FLEXIBLE);
	REFUSED(flags, 2);
	REFUSED(reserved, 1);
	p = good;
	p.data = data;
	p.capacity = sizeof(data);
	ck_assert_int_eq(fails(&p), -EINVAL);

	/* One plane with a stride of its own, twice said or not to be moved. */
	p = dmabuf_params(8, 8, GREY, planes, 1);
	p.stride = 64;
	libcodec_image_unref(image_over(&p));
	p.stride = 128;
	ck_assert_int_eq(fails(&p), -EINVAL);
	p.stride = 0;
	p.flags = LIBCODEC_IMAGE_FLEXIBLE;
	ck_assert_int_eq(fails(&p), -EINVAL);

	/* Several: each has a stride, and lies behind the one before it. */
	p = good;
	planes[1].stride = 0;
	ck_assert_int_eq(fails(&p), -EINVAL);
	planes[1].stride = 64;
	planes[1].offset = 0;
	ck_assert_int_eq(fails(&p), -EINVAL);
	planes[1].offset = 65536;
	ck_assert_int_eq(fails(&p), -EINVAL);
	close(fd);
}
END_TEST

/* --- several planes --- */

START_TEST(test_two_dmabufs)
{
	int luma = dmabuf_new(96 * 48 + 100), chroma = dmabuf_new(8192), fd_y, fd_c;
	uint8_t *y = dmabuf_bytes(luma), *c = dmabuf_bytes(chroma), *data;
	struct libcodec_image_plane planes[2] = {
		{ .fd = luma, .stride = 96, .offset = 100 },
		{ .fd = chroma, .stride = 80, .offset = 7 },
	};
	struct libcodec_image_params p = dmabuf_params(80, 48, NV12, planes, 2);
	struct libcodec_image *image = image_over(&p);
	struct libcodec_image_layout l = layout_of(image);

	ck_assert_uint_eq(l.plane_stride[0], 96);
	ck_assert_uint_eq(l.plane_stride[1], 80);
	ck_assert_uint_eq(l.plane_offset[0], 0);
	ck_assert_uint_eq(place(image, 0, &fd_y), 100);
	ck_assert_uint_eq(place(image, 1, &fd_c), 7);
	ck_assert_int_ne(fd_y, fd_c);
	data = map(image, LIBCODEC_ACCESS_BOTH);
	ck_assert_str_eq(dmabuf_said(), " +rw +rw");
	data[0] = 11;
	data[47 * 96 + 79] = 12;
	data[l.plane_offset[1]] = 13;
	data[l.plane_offset[1] + 23 * 80 + 79] = 14;
	unmap(image);
	ck_assert_str_eq(dmabuf_said(), " -rw -rw");
	ck_assert_uint_eq(y[100], 11);
	ck_assert_uint_eq(y[100 + 47 * 96 + 79], 12);
	ck_assert_uint_eq(c[7], 13);
	ck_assert_uint_eq(c[7 + 23 * 80 + 79], 14);

	/* No plane runs over its end, nor needs more planes than there are. */
	ck_assert_int_eq(libcodec_image_configure(image, 80, 49, NV12, 0), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(image, 81, 4, NV12, 0), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(image, 97, 4, GREY, 0), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(image, 96, 48, GREY, 0), 0);
	ck_assert_int_eq(libcodec_image_configure(image, 40, 40, NV24, 0), 0);
	ck_assert_uint_eq(layout_of(image).plane_stride[1], 80);
	ck_assert_int_eq(libcodec_image_configure(image, 41, 4, NV24, 0), -ENOSPC);
	/* The stride is no multiple of a sample. */
	ck_assert_int_eq(libcodec_image_configure(image, 4, 4, RGB, LIBCODEC_DTYPE_F32), 0);
	libcodec_image_unref(image);
	planes[0].stride = 98;
	p.height = 47;
	image = image_over(&p);
	ck_assert_int_eq(libcodec_image_configure(image, 4, 4, RGB, LIBCODEC_DTYPE_F32),
			 -ENOSPC);
	libcodec_image_unref(image);
	planes[0].stride = 96;
	p.height = 48;
	p.capacity = 96 * 48; /* of the first: the second has none */
	ck_assert_int_eq(fails(&p), -EINVAL);
	dmabuf_done(luma, y);
	dmabuf_done(chroma, c);
}
END_TEST

START_TEST(test_same_dmabuf_twice)
{
	int fd = dmabuf_new(16384), again = dup(fd), fd_y, fd_c;
	uint8_t *bytes = dmabuf_bytes(fd);
	struct libcodec_image_plane planes[2] = {
		{ .fd = fd, .stride = 128, .offset = 64 },
		{ .fd = again, .stride = 128, .offset = 64 + 128 * 60 },
	};
	struct libcodec_image_params p = dmabuf_params(128, 60, NV12, planes, 2);
	struct libcodec_image *image = image_over(&p);
	struct libcodec_image_layout l = layout_of(image);

	ck_assert_uint_eq(dmabuf_fds(), fds_before + 3);
	ck_assert_uint_eq(l.plane_offset[1], 128 * 60);
	ck_assert_uint_eq(l.capacity, 16384 - 64);
	ck_assert_uint_eq(place(image, 0, &fd_y), 64);
	ck_assert_uint_eq(place(image, 1, &fd_c), 64 + 128 * 60);
	ck_assert_int_eq(fd_y, fd_c);
	map(image, LIBCODEC_ACCESS_WRITE)[l.plane_offset[1]] = 9;
	ck_assert_uint_eq(dmabuf_maps(), maps_before + 2);
	unmap(image);
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	ck_assert_uint_eq(bytes[64 + 128 * 60], 9);
	/* The first plane ends where the second begins. */
	ck_assert_int_eq(libcodec_image_configure(image, 128, 61, GREY, 0), -ENOSPC);
	ck_assert_int_eq(libcodec_image_configure(image, 128, 60, GREY, 0), 0);
	libcodec_image_unref(image);
	p.capacity = 128 * 89;
	ck_assert_int_eq(fails(&p), -ENOSPC);
	p.capacity = 128 * 90;
	libcodec_image_unref(image_over(&p));
	dmabuf_done(fd, bytes);
	close(again);
}
END_TEST

/* --- windows and slices --- */

START_TEST(test_window)
{
	int fd = dmabuf_new(65536), own;
	uint8_t *bytes = dmabuf_bytes(fd);
	struct libcodec_image_plane plane = { .fd = fd, .offset = 256 };
	struct libcodec_image_params p = dmabuf_params(100, 50, RGB, &plane, 1);
	struct libcodec_image *image, *window;

	p.flags = LIBCODEC_IMAGE_FLEXIBLE;
	image = image_over(&p);
	ck_assert(image->flexible);
	ck_assert_int_eq(libcodec_image_new_window(image, 10, 20, 30, 5, &window), 0);
	ck_assert(!window->flexible);
	ck_assert_uint_eq(place(window, 0, &own), 256 + 20 * 320 + 30);
	map(window, LIBCODEC_ACCESS_WRITE)[320] = 3;
	unmap(window);
	ck_assert_uint_eq(bytes[256 + 21 * 320 + 30], 3);
	libcodec_image_unref(image);
	ck_assert_int_eq(libcodec_image_configure(window, 120, 5, GREY, 0), -ENOSPC);
	libcodec_image_unref(window);
	dmabuf_done(fd, bytes);
}
END_TEST

START_TEST(test_slice)
{
	int fd = dmabuf_new(65536), own;
	uint8_t *bytes = dmabuf_bytes(fd);
	struct libcodec_image_plane planes[2] = {
		{ .fd = fd, .stride = 64 },
		{ .fd = fd, .stride = 64, .offset = 4096 },
	};
	struct libcodec_image_plane plane = { .fd = fd, .offset = 128 };
	struct libcodec_image_params p = dmabuf_params(60, 40, NV12, &plane, 1);
	struct libcodec_image *image, *slice;

	p.flags = LIBCODEC_IMAGE_FLEXIBLE;
	image = image_over(&p);
	ck_assert_int_eq(libcodec_image_new_slice(image, 8192, 8192, &slice), 0);
	ck_assert(slice->flexible);
	ck_assert_uint_eq(place(slice, 0, &own), 128 + 8192);
	ck_assert_uint_eq(place(slice, 1, &own), 128 + 8192 + 64 * 40);
	ck_assert_uint_eq(layout_of(slice).capacity, 8192);
	map(slice, LIBCODEC_ACCESS_WRITE)[64 * 40] = 3;
	unmap(slice);
	ck_assert_uint_eq(bytes[128 + 8192 + 64 * 40], 3);
	libcodec_image_unref(slice);
	libcodec_image_unref(image);

	/* Planes that lie here and there have windows, but no slices. */
	p = dmabuf_params(60, 40, NV12, planes, 2);
	image = image_over(&p);
	ck_assert_int_eq(libcodec_image_new_slice(image, 0, 4096, &slice), -EINVAL);
	ck_assert_int_eq(libcodec_image_configure(image, 60, 64, GREY, 0), 0);
	ck_assert_int_eq(libcodec_image_new_window(image, 4, 60, 50, 4, &slice), 0);
	ck_assert_uint_eq(place(slice, 0, &own), 60 * 64 + 4);
	ck_assert_uint_eq(layout_of(slice).capacity, 4096 - 60 * 64 - 4);
	libcodec_image_unref(slice);
	libcodec_image_unref(image);
	dmabuf_done(fd, bytes);
}
END_TEST

/* --- maps --- */

/* Mapped when first needed, once, and kept; the kernel hears of each access. */
START_TEST(test_lazy)
{
	int fd = dmabuf_new(4096);
	struct libcodec_image_plane plane = { .fd = fd };
	struct libcodec_image_params p = dmabuf_params(64, 64, GREY, &plane, 1);
	struct libcodec_image *image = image_over(&p);
	uint8_t *first;

	ck_assert_uint_eq(dmabuf_maps(), maps_before);
	ck_assert_str_eq(dmabuf_said(), "");
	first = map(image, LIBCODEC_ACCESS_WRITE);
	ck_assert_uint_eq(dmabuf_maps(), maps_before + 1);
	unmap(image);
	ck_assert_uint_eq(dmabuf_maps(), maps_before + 1);
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	ck_assert_ptr_eq(map(image, LIBCODEC_ACCESS_READ), first);
	unmap(image);
	ck_assert_str_eq(dmabuf_said(), " +r -r");
	ck_assert_int_eq(libcodec_image_unmap(image), -EINVAL);
	/* Who forgets it is helped: devices would wait for it. */
	map(image, LIBCODEC_ACCESS_BOTH);
	libcodec_image_unref(image);
	ck_assert_str_eq(dmabuf_said(), " +rw -rw");
	close(fd);
}
END_TEST

/* Slices are maps of the same memory: what one began is not ended under it. */
START_TEST(test_nested)
{
	int fd = dmabuf_new(8192);
	struct libcodec_image_plane plane = { .fd = fd };
	struct libcodec_image_params p = dmabuf_params(64, 64, GREY, &plane, 1);
	struct libcodec_image *image = image_over(&p), *slice;

	ck_assert_int_eq(libcodec_image_new_slice(image, 4096, 4096, &slice), 0);
	map(image, LIBCODEC_ACCESS_WRITE);
	map(image, LIBCODEC_ACCESS_WRITE);
	ck_assert_str_eq(dmabuf_said(), " +w");
	unmap(image);
	ck_assert_str_eq(dmabuf_said(), "");
	/* What was written is cleaned before reading begins. */
	map(slice, LIBCODEC_ACCESS_READ);
	ck_assert_str_eq(dmabuf_said(), " -w +rw");
	map(image, LIBCODEC_ACCESS_BOTH);
	map(image, LIBCODEC_ACCESS_READ);
	unmap(image);
	unmap(image);
	unmap(image);
	ck_assert_str_eq(dmabuf_said(), "");
	unmap(slice);
	ck_assert_str_eq(dmabuf_said(), " -rw");
	libcodec_image_unref(slice);
	libcodec_image_unref(image);
	close(fd);
}
END_TEST

START_TEST(test_interrupted)
{
	static const int errors[] = { EINTR, EAGAIN, ENOTTY };
	int fd = dmabuf_new(4096);
	struct libcodec_image_plane plane = { .fd = fd };
	struct libcodec_image_params p = dmabuf_params(64, 64, GREY, &plane, 1);
	struct libcodec_image *image = image_over(&p);

	dmabuf_fail(1, 5, errors[_i]);
	map(image, LIBCODEC_ACCESS_WRITE);
	unmap(image);
	/* Asked again until it is done; or there is nothing to be done. */
	ck_assert_str_eq(dmabuf_said(), errors[_i] == ENOTTY ? "" : " +w -w");
	libcodec_image_unref(image);
	close(fd);
}
END_TEST

START_TEST(test_sync_fails)
{
	int fd = dmabuf_new(4096), other = dmabuf_new(4096);
	struct libcodec_image_plane planes[2] = {
		{ .fd = fd, .stride = 64 },
		{ .fd = other, .stride = 64 },
	};
	struct libcodec_image_params p = dmabuf_params(64, 64, NV12, planes, 2);
	struct libcodec_image *image = image_over(&p);
	void *data = &p;

	/* All begin or none. */
	dmabuf_fail(2, 1, EIO);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_WRITE, &data), -EIO);
	ck_assert_ptr_eq(data, &p);
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	ck_assert_int_eq(libcodec_image_unmap(image), -EINVAL);
	/* All end, and the error is told. */
	map(image, LIBCODEC_ACCESS_WRITE);
	dmabuf_fail(1, 1, EIO);
	ck_assert_int_eq(libcodec_image_unmap(image), -EIO);
	ck_assert_str_eq(dmabuf_said(), " +w +w -w");
	/* The inner map fails, the outer one stays what it was. */
	map(image, LIBCODEC_ACCESS_READ);
	dmabuf_fail(3, 1, EIO);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_WRITE, &data), -EIO);
	ck_assert_str_eq(dmabuf_said(), " +r +r -r -r +r +r");
	unmap(image);
	ck_assert_str_eq(dmabuf_said(), " -r -r");
	libcodec_image_unref(image);
	close(fd);
	close(other);
}
END_TEST

/* What can't be mapped is told when it is asked for, and may be asked for again. */
START_TEST(test_map_fails)
{
	int fd = dmabuf_new(4096), other = dmabuf_new(4096);
	struct libcodec_image_plane planes[2] = {
		{ .fd = fd, .stride = 64 },
		{ .fd = other, .stride = 64 },
	};
	struct libcodec_image_params p = dmabuf_params(64, 64, NV12, planes, 2);
	struct libcodec_image *image;
	void *data;

	ck_assert_int_eq(fcntl(other, F_ADD_SEALS, F_SEAL_WRITE), 0);
	image = image_over(&p);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_WRITE, &data), -EPERM);
	ck_assert_uint_eq(dmabuf_maps(), maps_before);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_WRITE, &data), -EPERM);
	ck_assert_str_eq(dmabuf_said(), "");
	libcodec_image_unref(image);
	close(fd);
	close(other);
}
END_TEST

START_TEST(test_access)
{
	int fd = dmabuf_new(4096);
	struct libcodec_image_plane plane = { .fd = fd };
	struct libcodec_image_params p = dmabuf_params(64, 64, GREY, &plane, 1);
	struct libcodec_image *image;
	void *data;

	p.access = LIBCODEC_ACCESS_READ;
	image = image_over(&p);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_WRITE, &data), -EACCES);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_BOTH, &data), -EACCES);
	map(image, LIBCODEC_ACCESS_READ);
	unmap(image);
	ck_assert_str_eq(dmabuf_said(), " +r -r");
	libcodec_image_unref(image);
	close(fd);
}
END_TEST

#define ROUNDS 2000

static void *map_and_unmap(void *arg)
{
	struct libcodec_image *slice = arg;
	void *data;
	int i, bad = 0;

	for (i = 0; i < ROUNDS; i++) {
		uint32_t access = i % 3;

		if (libcodec_image_map(slice, access, &data) < 0) {
			bad++;
			continue;
		}
		((uint8_t *)data)[i % 4096]++;
		libcodec_image_unmap(slice);
	}
	return bad ? slice : NULL;
}

/* Each slice has a thread of its own; the memory is one. ENOTTY: words aren't counted. */
START_TEST(test_threads)
{
	int fd = dmabuf_new(4 * 4096);
	struct libcodec_image_plane plane = { .fd = fd };
	struct libcodec_image_params p = dmabuf_params(64, 64, GREY, &plane, 1);
	struct libcodec_image *image = image_over(&p), *slices[4];
	pthread_t threads[4];
	unsigned int i;
	void *bad;

	dmabuf_fail(1, UINT32_MAX, ENOTTY);
	for (i = 0; i < 4; i++) {
		ck_assert_int_eq(libcodec_image_new_slice(image, i * 4096, 4096, &slices[i]),
				 0);
		ck_assert_int_eq(pthread_create(&threads[i], NULL, map_and_unmap, slices[i]),
				 0);
	}
	for (i = 0; i < 4; i++) {
		ck_assert_int_eq(pthread_join(threads[i], &bad), 0);
		ck_assert_ptr_null(bad);
		libcodec_image_unref(slices[i]);
	}
	dmabuf_fail(0, 0, 0);
	map(image, LIBCODEC_ACCESS_WRITE);
	unmap(image);
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	ck_assert_uint_eq(dmabuf_maps(), maps_before + 1);
	libcodec_image_unref(image);
	close(fd);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("dmabuf");
	TCase *tc = tcase_create("dmabuf");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_import_one);
	tcase_add_test(tc, test_strides);
	tcase_add_test(tc, test_auto);
	tcase_add_test(tc, test_capacity);
	tcase_add_test(tc, test_refused_descriptors);
	tcase_add_test(tc, test_refused_params);
	tcase_add_test(tc, test_two_dmabufs);
	tcase_add_test(tc, test_same_dmabuf_twice);
	tcase_add_test(tc, test_window);
	tcase_add_test(tc, test_slice);
	tcase_add_test(tc, test_lazy);
	tcase_add_test(tc, test_nested);
	tcase_add_loop_test(tc, test_interrupted, 0, 3);
	tcase_add_test(tc, test_sync_fails);
	tcase_add_test(tc, test_map_fails);
	tcase_add_test(tc, test_access);
	tcase_add_test(tc, test_threads);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("dmabuf", make);
}
