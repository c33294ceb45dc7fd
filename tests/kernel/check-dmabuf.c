/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Real dma-bufs, of each source that the kernel has: allocated, decoded into, handed on by
 * their descriptors, given back. tests/check-dmabuf*.c have the rules, with memfds.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "context.h"
#include "jpeg-writer.h"
#include "testbed.h"

#define DMABUF_MAGIC 0x444d4142 /* "DMAB": the file system of dma-bufs */
#define WIDTH	     1920
#define HEIGHT	     1080

/* What each test may open; the other sources are not there. */
static const char *const sources[] = {
	"/dev/dma_heap/system",
	"/dev/udmabuf",
	"/dev/dri/card",
};

#define N_SOURCES (sizeof(sources) / sizeof(sources[0]))

static struct testbed tb;
static struct libcodec_context *ctx;
static struct libcodec_decoder *dec;
static const char *source;
static uint8_t stream[1 << 20];
static size_t stream_size;

static int open_device(void *data, const char *node, int flags)
{
	int fd;

	if (strncmp(node, source, strlen(source)))
		return -ENOENT;
	fd = open(node, flags);
	return fd < 0 ? -errno : fd;
}

/* A device of DRM that is none, for dumb buffers. */
static void load_vgem(void)
{
	const char *modprobe = getenv("MODPROBE");
	char command[512];

	snprintf(command, sizeof(command), "%s vgem && udevadm settle",
		 modprobe ? modprobe : "modprobe");
	ck_assert_msg(system(command) == 0, "%s failed", command);
}

/* Once, before the tests' processes are made. */
static void begin_all(void)
{
	struct fx_jpeg j;

	load_vgem();
	fx_jpeg_init(&j, WIDTH, HEIGHT, FX_420);
	stream_size = fx_jpeg_write(&j, stream, sizeof(stream));
	ck_assert_uint_gt(stream_size, 0);
}

static void setup(void)
{
	testbed_init(&tb);
	testbed_add_cpu(&tb);
}

static void teardown(void)
{
	libcodec_decoder_unref(dec);
	libcodec_context_unref(ctx);
	testbed_done(&tb);
}

static void begin(int index)
{
	struct libcodec_context_params p = {
		.struct_size = sizeof(p),
		.backend_path = tb.dir,
		.open_device = open_device,
		.hotplug = LIBCODEC_HOTPLUG_NONE,
	};

	source = sources[index];
	ck_assert_int_eq(libcodec_context_new(&p, &ctx), 0);
	dec = testbed_decoder(ctx, NULL);
}

static struct libcodec_image *image_new(uint32_t memory)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = WIDTH,
		.height = HEIGHT,
		.format = LIBCODEC_FORMAT_NV12,
		.memory = memory,
	};
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	struct libcodec_image *image;
	int r = libcodec_image_new(ctx, &p, &image);

	ck_assert_msg(r == 0, "%s: %s", source, strerror(-r));
	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	ck_assert_uint_eq(l.memory, memory);
	return image;
}

static const uint8_t *map(struct libcodec_image *image)
{
	void *data;

	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_READ, &data), 0);
	return data;
}

static void decode(struct libcodec_image *image)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };

	ck_assert_int_eq(libcodec_decoder_decode(dec, stream, stream_size, image, &info), 0);
	ck_assert_str_eq(info.backend, "cpu");
}

/* Both have one layout: 1920 is a multiple of 64. */
static void must_be_alike(struct libcodec_image *a, struct libcodec_image *b)
{
	ck_assert_int_eq(memcmp(map(a), map(b), WIDTH * HEIGHT * 3 / 2), 0);
	libcodec_image_unmap(a);
	libcodec_image_unmap(b);
}

/* The kernel's own: of its file system, and one that takes words about access. */
static void must_be_dmabuf(int fd)
{
	struct dma_buf_sync sync = { .flags = DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ };
	struct statfs st;

	ck_assert_int_eq(fstatfs(fd, &st), 0);
	ck_assert_uint_eq((unsigned long)st.f_type, DMABUF_MAGIC);
	ck_assert_int_eq(ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync), 0);
	sync.flags |= DMA_BUF_SYNC_END;
	ck_assert_int_eq(ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync), 0);
	ck_assert(fcntl(fd, F_GETFD) & FD_CLOEXEC);
}

START_TEST(test_allocate_and_decode)
{
	struct libcodec_image *image, *host;
	const uint8_t *data;
	uint64_t offset;
	size_t i;
	int fd;

	begin(_i);
	image = image_new(LIBCODEC_MEMORY_DMABUF);
	ck_assert_int_eq(libcodec_image_get_dmabuf(image, 1, &fd, &offset), 0);
	ck_assert_uint_eq(offset, WIDTH * HEIGHT);
	must_be_dmabuf(fd);
	ck_assert_int_ge(lseek(fd, 0, SEEK_END), WIDTH * 1088 * 3 / 2);
	data = map(image);
	for (i = 0; i < WIDTH * HEIGHT * 3 / 2 && !data[i]; i++)
		;
	ck_assert_uint_eq(i, WIDTH * HEIGHT * 3 / 2);
	libcodec_image_unmap(image);
	host = image_new(LIBCODEC_MEMORY_HOST);
	decode(image);
	decode(host);
	must_be_alike(image, host);
	decode(image);
	must_be_alike(image, host);
	libcodec_image_unref(image);
	libcodec_image_unref(host);
}
END_TEST

/* What one image allocated another one imports: the same memory. */
START_TEST(test_hand_on)
{
	struct libcodec_image *image, *again;
	struct libcodec_image_plane plane = { .fd = -1 };
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = WIDTH,
		.height = HEIGHT,
		.format = LIBCODEC_FORMAT_NV12,
		.memory = LIBCODEC_MEMORY_DMABUF,
		.n_planes = 1,
		.planes = &plane,
	};

	begin(_i);
	image = image_new(LIBCODEC_MEMORY_DMABUF);
	ck_assert_int_eq(libcodec_image_get_dmabuf(image, 0, &plane.fd, NULL), 0);
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &again), 0);
	decode(image);
	must_be_alike(image, again);
	libcodec_image_unref(image);
	decode(again);
	libcodec_image_unref(again);
}
END_TEST

/* A plane in each of two dma-bufs, with one base. */
START_TEST(test_planes_apart)
{
	struct libcodec_image_plane planes[2] = {
		{ .stride = WIDTH, .offset = 4096 },
		{ .stride = 2048, .offset = 64 },
	};
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = WIDTH,
		.height = HEIGHT,
		.format = LIBCODEC_FORMAT_NV12,
		.memory = LIBCODEC_MEMORY_DMABUF,
		.n_planes = 2,
		.planes = planes,
	};
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	struct libcodec_image *image, *host;
	const uint8_t *a, *b;
	uint32_t y;

	begin(_i);
	planes[0].fd = lc_dmabufs_new(&ctx->dmabufs, WIDTH * HEIGHT + 4096);
	planes[1].fd = lc_dmabufs_new(&ctx->dmabufs, 2048 * HEIGHT / 2 + 64);
	ck_assert_int_ge(planes[0].fd, 0);
	ck_assert_int_ge(planes[1].fd, 0);
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	close(planes[0].fd);
	close(planes[1].fd);
	host = image_new(LIBCODEC_MEMORY_HOST);
	decode(image);
	decode(host);
	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	a = map(image);
	b = map(host);
	ck_assert_int_eq(memcmp(a, b, WIDTH * HEIGHT), 0);
	for (y = 0; y < HEIGHT / 2; y++)
		if (memcmp(a + l.plane_offset[1] + (size_t)2048 * y, b + WIDTH * (HEIGHT + y),
			   WIDTH))
			break;
	ck_assert_uint_eq(y, HEIGHT / 2);
	libcodec_image_unmap(image);
	libcodec_image_unmap(host);
	libcodec_image_unref(image);
	libcodec_image_unref(host);
}
END_TEST

/* More than a source gives is refused, and no failure stays. */
START_TEST(test_too_large)
{
	int fd;

	begin(_i);
	fd = lc_dmabufs_new(&ctx->dmabufs, UINT64_C(1) << 40);
	ck_assert_int_lt(fd, 0);
	fd = lc_dmabufs_new(&ctx->dmabufs, 1);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_ge(lseek(fd, 0, SEEK_END), 1);
	close(fd);
}
END_TEST

/* AUTO is a dma-buf here. */
START_TEST(test_auto)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 30,
		.height = 20,
		.format = LIBCODEC_FORMAT_RGB,
	};
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	struct libcodec_image *image;

	begin(_i);
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	ck_assert_uint_eq(l.memory, LIBCODEC_MEMORY_DMABUF);
	ck_assert_uint_eq(l.plane_stride[0], 128);
	libcodec_image_unref(image);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("kernel-dmabuf");
	TCase *tc = tcase_create("kernel-dmabuf");

	tcase_add_unchecked_fixture(tc, begin_all, NULL);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test_allocate_and_decode, 0, (int)N_SOURCES);
	tcase_add_loop_test(tc, test_hand_on, 0, (int)N_SOURCES);
	tcase_add_loop_test(tc, test_planes_apart, 0, (int)N_SOURCES);
	tcase_add_loop_test(tc, test_too_large, 0, (int)N_SOURCES);
	tcase_add_loop_test(tc, test_auto, 0, (int)N_SOURCES);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("kernel-dmabuf", make);
}
