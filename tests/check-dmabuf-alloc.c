/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where dma-bufs come from: the order of the sources, what is said about those that refuse,
 * and what images make of it. The nodes are the test's: the context's opener gives memfds
 * for them, and the linker leads requests here. The real ones are for tests in a kernel.
 */
#include "config.h"

#include "dmabuf-bed.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xf86drm.h>

#include "context.h"
#include "image.h"

#define NODES_MAX 32

/* A node that is there, and what it does. */
struct node {
	const char *path;
	int open_error;  /* opening it fails so */
	int alloc_error; /* it allocates nothing, and says so */
	unsigned int opened, allocated;
	int fd;          /* while it is open; else -1 */
	uint64_t size;   /* of the last allocation */
	uint64_t handle; /* of a dumb buffer; 0: none */
	bool was_master, dirty, small;
	int export_error;
};

static struct node nodes[NODES_MAX];
static unsigned int n_nodes;
static char asked[1024]; /* names of the nodes that were opened, in order */
static char logged[4096];
static struct testbed tb;
static struct libcodec_context *ctx;
static unsigned int fds_before;

int __wrap_drmIoctl(int fd, unsigned long request, void *arg);
int __wrap_drmDropMaster(int fd);
int __wrap_drmPrimeHandleToFD(int fd, uint32_t handle, uint32_t flags, int *prime_fd);

static struct node *node_of(int fd)
{
	unsigned int i;

	for (i = 0; i < n_nodes; i++)
		if (nodes[i].fd == fd)
			return &nodes[i];
	return NULL;
}

static struct node *plug(const char *path)
{
	ck_assert_uint_lt(n_nodes, NODES_MAX);
	nodes[n_nodes] = (struct node){ .path = path, .fd = -1 };
	return &nodes[n_nodes++];
}

static int open_device(void *data, const char *path, int flags)
{
	size_t n = strlen(asked);
	unsigned int i;

	ck_assert(flags & O_CLOEXEC);
	ck_assert(data == &tb);
	snprintf(asked + n, sizeof(asked) - n, " %s", strrchr(path, '/') + 1);
	for (i = 0; i < n_nodes; i++) {
		if (strcmp(nodes[i].path, path))
			continue;
		if (nodes[i].open_error)
			return -nodes[i].open_error;
		ck_assert_int_eq(nodes[i].fd, -1);
		nodes[i].opened++;
		nodes[i].fd = dmabuf_new(0);
		return nodes[i].fd;
	}
	return -ENOENT;
}

static void close_device(void *data, int fd)
{
	struct node *node = node_of(fd);

	ck_assert_ptr_nonnull(node);
	node->fd = -1;
	close(fd);
}

/* --- what nodes do --- */

static int fail_with(int error)
{
	errno = error;
	return -1;
}

static int heap_alloc(struct node *node, struct dma_heap_allocation_data *data)
{
	ck_assert_uint_eq(data->fd, 0);
	ck_assert_uint_eq(data->fd_flags, O_RDWR | O_CLOEXEC);
	ck_assert_uint_eq(data->heap_flags, 0);
	if (node->alloc_error)
		return fail_with(node->alloc_error);
	node->allocated++;
	node->size = data->len;
	data->fd = (uint32_t)dmabuf_new(data->len);
	return 0;
}

/* The kernel's conditions. */
static int udmabuf_create(struct node *node, const struct udmabuf_create *create)
{
	int seals = fcntl((int)create->memfd, F_GET_SEALS);
	struct stat st;

	ck_assert_int_ge(seals, 0);
	ck_assert(seals & F_SEAL_SHRINK);
	ck_assert(!(seals & F_SEAL_WRITE));
	ck_assert_int_eq(fstat((int)create->memfd, &st), 0);
	ck_assert_uint_eq((uint64_t)st.st_size, create->size);
	ck_assert_uint_eq(create->size % 4096, 0);
	ck_assert_uint_eq(create->offset, 0);
	ck_assert_uint_eq(create->flags, UDMABUF_FLAGS_CLOEXEC);
	if (node->alloc_error)
		return fail_with(node->alloc_error);
	node->allocated++;
	node->size = create->size;
	return fcntl((int)create->memfd, F_DUPFD_CLOEXEC, 0);
}

static int node_ioctl(int fd, unsigned long request, void *arg)
{
	struct node *node = node_of(fd);

	ck_assert_ptr_nonnull(node);
	if (request == DMA_HEAP_IOCTL_ALLOC && strstr(node->path, "heap"))
		return heap_alloc(node, arg);
	if (request == UDMABUF_CREATE && strstr(node->path, "udmabuf"))
		return udmabuf_create(node, arg);
	return fail_with(ENOTTY);
}

int __wrap_drmDropMaster(int fd)
{
	struct node *node = node_of(fd);

	ck_assert_ptr_nonnull(node);
	node->was_master = true;
	return 0;
}

int __wrap_drmIoctl(int fd, unsigned long request, void *arg)
{
	struct drm_mode_create_dumb *create = arg;
	struct node *node = node_of(fd);

	ck_assert_ptr_nonnull(node);
	if (request == DRM_IOCTL_MODE_DESTROY_DUMB) {
		struct drm_mode_destroy_dumb *destroy = arg;

		ck_assert_uint_ne(node->handle, 0);
		ck_assert_uint_eq(destroy->handle, node->handle);
		node->handle = 0;
		return 0;
	}
	ck_assert_uint_eq(request, DRM_IOCTL_MODE_CREATE_DUMB);
	ck_assert(node->was_master); /* given up before anything else */
	if (node->alloc_error)
		return fail_with(node->alloc_error);
	create->pitch = create->width * create->bpp / 8;
	create->size = (uint64_t)create->pitch * create->height - (node->small ? 4096 : 0);
	create->handle = 7;
	node->handle = 7;
	node->size = create->size;
	return 0;
}

int __wrap_drmPrimeHandleToFD(int fd, uint32_t handle, uint32_t flags, int *prime_fd)
{
	struct node *node = node_of(fd);
	uint8_t *bytes;

	ck_assert_ptr_nonnull(node);
	ck_assert_uint_eq(handle, node->handle);
	ck_assert_uint_eq(flags, DRM_CLOEXEC | DRM_RDWR);
	if (node->export_error)
		return fail_with(node->export_error);
	node->allocated++;
	*prime_fd = dmabuf_new(node->size);
	if (node->dirty) {
		bytes = dmabuf_bytes(*prime_fd);
		memset(bytes, 0x5a, node->size);
		munmap(bytes, node->size);
	}
	return 0;
}

/* --- contexts --- */

static void log_line(void *data, int level, const char *text)
{
	size_t n = strlen(logged);

	snprintf(logged + n, sizeof(logged) - n, "%d %s\n", level, text);
}

static void setup(void)
{
	struct libcodec_context_params p = {
		.struct_size = sizeof(p),
		.log_level = LIBCODEC_LOG_INFO,
		.log = log_line,
		.open_device = open_device,
		.close_device = close_device,
		.device_data = &tb,
		.hotplug = LIBCODEC_HOTPLUG_NONE,
	};

	n_nodes = 0;
	asked[0] = logged[0] = '\0';
	dmabuf_ioctl = node_ioctl;
	testbed_init(&tb);
	p.backend_path = tb.dir;
	ck_assert_int_eq(libcodec_context_new(&p, &ctx), 0);
	fds_before = dmabuf_fds();
}

static void teardown(void)
{
	unsigned int i;

	for (i = 0; i < n_nodes; i++) {
		ck_assert_int_eq(nodes[i].fd, -1);
		ck_assert_uint_eq(nodes[i].handle, 0);
	}
	ck_assert_uint_eq(dmabuf_fds(), fds_before);
	ck_assert_uint_eq(dmabuf_maps(), 0);
	libcodec_context_unref(ctx);
	testbed_done(&tb);
}

static unsigned int lines_with(const char *text)
{
	const char *at = logged;
	unsigned int n = 0;

	while ((at = strstr(at, text))) {
		n++;
		at++;
	}
	return n;
}

/* Allocate and close; returns 0 or the error. */
static int allocate(uint64_t size)
{
	int fd = lc_dmabufs_new(&ctx->dmabufs, size);

	if (fd < 0)
		return fd;
	ck_assert(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	close(fd);
	return 0;
}

/* --- sources --- */

static const char *const order[] = {
	"/dev/dma_heap/linux,cma", "/dev/dma_heap/reserved",
	"/dev/dma_heap/default_cma_region", "/dev/dma_heap/system",
	"/dev/udmabuf", "/dev/dri/card0", "/dev/dri/card1", "/dev/dri/card15",
};

#define N_ORDER (sizeof(order) / sizeof(order[0]))

/* Each is asked where those before it are not there, and those behind it are left alone. */
START_TEST(test_order)
{
	unsigned int i;

	for (i = (unsigned int)_i; i < N_ORDER; i++)
		plug(order[i]);
	ck_assert_int_eq(allocate(100000), 0);
	for (i = 0; i < n_nodes; i++) {
		ck_assert_uint_eq(nodes[i].opened, i == 0);
		ck_assert_uint_eq(nodes[i].allocated, i == 0);
	}
	ck_assert_uint_eq(nodes[0].size, 102400);
	ck_assert_uint_eq(lines_with("they come from"), 1);
	ck_assert_ptr_nonnull(strstr(logged, order[_i]));
}
END_TEST

START_TEST(test_nothing)
{
	ck_assert_int_eq(allocate(4096), -EOPNOTSUPP);
	ck_assert_str_eq(asked, " linux,cma reserved default_cma_region system udmabuf"
				" card0 card1 card2 card3 card4 card5 card6 card7 card8"
				" card9 card10 card11 card12 card13 card14 card15");
	ck_assert_uint_eq(lines_with("dma-bufs: no /dev/dma_heap/system: the kernel needs "
				     "CONFIG_DMABUF_HEAPS_SYSTEM\n"), 1);
	ck_assert_uint_eq(lines_with("dma-bufs: no /dev/udmabuf: the kernel needs "
				     "CONFIG_UDMABUF\n"), 1);
	ck_assert_uint_eq(lines_with("dma-bufs: no /dev/dri/card0: "), 1);
	ck_assert_uint_eq(lines_with("\n"), 3);
	/* It is asked again, and said once. */
	ck_assert_int_eq(allocate(4096), -EOPNOTSUPP);
	ck_assert_uint_eq(lines_with("\n"), 3);
	plug("/dev/udmabuf");
	ck_assert_int_eq(allocate(4096), 0);
	ck_assert_int_eq(allocate(0), -EINVAL);
	ck_assert_int_eq(allocate(UINT64_MAX), -ENOMEM);
}
END_TEST

/* The system heap has no bound of its own, and would take the machine down. */
START_TEST(test_more_than_there_is)
{
	struct node *system = plug("/dev/dma_heap/system");
	uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * 4096;

	ck_assert_int_eq(allocate(all + 1), -ENOMEM);
	ck_assert_uint_eq(system->opened, 0);
	ck_assert_int_eq(allocate(4096), 0);
}
END_TEST

/* What worked is asked first from then on, until it fails. */
START_TEST(test_remembered)
{
	struct node *udmabuf = plug("/dev/udmabuf"), *system;

	ck_assert_int_eq(allocate(4096), 0);
	system = plug("/dev/dma_heap/system");
	asked[0] = '\0';
	ck_assert_int_eq(allocate(4096), 0);
	ck_assert_str_eq(asked, " udmabuf");
	udmabuf->alloc_error = EINVAL;
	ck_assert_int_eq(allocate(1 << 20), 0);
	ck_assert_uint_eq(system->allocated, 1);
	ck_assert_uint_eq(lines_with("refuses 1048576 bytes: Invalid argument; "
				     "its parameter size_limit_mb may be too small\n"), 1);
	ck_assert_int_eq(allocate(1 << 20), 0);
	ck_assert_uint_eq(system->allocated, 2);
	ck_assert_uint_eq(lines_with("refuses"), 1);
	ck_assert_uint_eq(lines_with("they come from"), 2);
	system->open_error = ENOENT;
	udmabuf->alloc_error = 0;
	ck_assert_int_eq(allocate(4096), 0);
	ck_assert_uint_eq(udmabuf->allocated, 3);
}
END_TEST

/* The node, whoever may open it, and what the whole comes to. */
START_TEST(test_forbidden)
{
	plug("/dev/dma_heap/system")->open_error = EACCES;
	plug("/dev/udmabuf")->open_error = EPERM;
	ck_assert_int_eq(allocate(4096), -EACCES);
	ck_assert_int_eq(allocate(4096), -EACCES);
	ck_assert_uint_eq(lines_with("2 dma-bufs: /dev/dma_heap/system may not be opened: "),
			  1);
	ck_assert_uint_eq(lines_with("2 dma-bufs: /dev/udmabuf may not be opened: "), 1);
	ck_assert_uint_eq(lines_with("udev rule"), 2);
	/* Another one may. */
	plug("/dev/dri/card3");
	ck_assert_int_eq(allocate(4096), 0);
}
END_TEST

START_TEST(test_no_memory)
{
	plug("/dev/dma_heap/linux,cma")->alloc_error = ENOMEM;
	plug("/dev/dma_heap/system")->open_error = EACCES;
	plug("/dev/udmabuf")->alloc_error = EINVAL;
	ck_assert_int_eq(allocate(4096), -ENOMEM);
	ck_assert_uint_eq(lines_with("linux,cma refuses 4096 bytes: Cannot allocate memory\n"),
			  1);
}
END_TEST

/* --- dumb buffers --- */

/* Their kernel driver needn't clear them. */
START_TEST(test_dumb_cleared)
{
	struct node *card = plug("/dev/dri/card0");
	uint8_t *bytes, zeros[4096] = { 0 };
	int fd;

	card->dirty = true;
	fd = lc_dmabufs_new(&ctx->dmabufs, 10000);
	ck_assert_int_ge(fd, 0);
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	bytes = dmabuf_bytes(fd);
	ck_assert_mem_eq(bytes, zeros, 4096);
	ck_assert_mem_eq(bytes + 4096, zeros, 4096);
	ck_assert_mem_eq(bytes + 8192, zeros, 4096);
	dmabuf_done(fd, bytes);
}
END_TEST

START_TEST(test_dumb_refusals)
{
	struct node *small = plug("/dev/dri/card1"), *none = plug("/dev/dri/card0");
	struct node *full = plug("/dev/dri/card2");

	small->small = true;
	none->export_error = ENOSYS;
	full->alloc_error = ENOMEM;
	ck_assert_int_eq(allocate(8192), -ENOMEM);
	ck_assert_uint_eq(small->allocated + none->allocated + full->allocated, 0);
	plug("/dev/dri/card9");
	ck_assert_int_eq(allocate(8192), 0);
	ck_assert_uint_eq(lines_with("/dev/dri/card9"), 1);
	/* What can't be cleared is of no use. */
	dmabuf_fail(1, 1, EIO);
	ck_assert_int_eq(allocate(8192), -ENOMEM);
}
END_TEST

/* --- images --- */

static struct libcodec_image_params params_of(uint32_t width, uint32_t height,
					      uint32_t format, uint32_t memory)
{
	return (struct libcodec_image_params){
		.struct_size = sizeof(struct libcodec_image_params),
		.width = width,
		.height = height,
		.format = format,
		.memory = memory,
	};
}

static struct libcodec_image_layout layout_of(const struct libcodec_image_params *p)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	struct libcodec_image *image;

	ck_assert_int_eq(libcodec_image_new(ctx, p, &image), 0);
	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	libcodec_image_unref(image);
	return l;
}

/* Room for what a device pads: 1920x1080 becomes 1920x1088, and 8 more rows of chroma. */
START_TEST(test_image_room)
{
	struct node *heap = plug("/dev/dma_heap/system");
	struct libcodec_image_params p =
		params_of(1920, 1080, LIBCODEC_FORMAT_NV12, LIBCODEC_MEMORY_DMABUF);
	struct libcodec_image_layout l = layout_of(&p);

	ck_assert_uint_eq(l.memory, LIBCODEC_MEMORY_DMABUF);
	ck_assert_uint_eq(l.plane_stride[0], 1920);
	ck_assert_uint_eq(l.needed, 1920 * 1620);
	ck_assert_uint_eq(l.capacity, 1920 * (1088 + 544));
	ck_assert_uint_eq(heap->size, 1920 * (1088 + 544));
	p = params_of(65535, 33, LIBCODEC_FORMAT_GREY, LIBCODEC_MEMORY_DMABUF);
	l = layout_of(&p);
	ck_assert_uint_eq(l.capacity, UINT64_C(65536) * 64);
	p = params_of(70, 33, LIBCODEC_FORMAT_RGB, LIBCODEC_MEMORY_DMABUF);
	l = layout_of(&p);
	ck_assert_uint_eq(l.plane_stride[0], 256); /* of 210 */
	ck_assert_uint_eq(l.capacity, 128 * 3 * 64);
	p.stride_align = 4096;
	l = layout_of(&p);
	ck_assert_uint_eq(l.capacity, 4096 * 64);
	p.stride_align = 0;
	p.stride = 300;
	l = layout_of(&p);
	ck_assert_uint_eq(l.capacity, 300 * 64);
	p.capacity = 300 * 33;
	l = layout_of(&p);
	ck_assert_uint_eq(l.capacity, 300 * 33);
	p.capacity--;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &(struct libcodec_image *){ NULL }),
			 -ENOSPC);
}
END_TEST

/* A device may lay out what nobody fixed. */
START_TEST(test_image_flexible)
{
	struct libcodec_image_params p =
		params_of(64, 64, LIBCODEC_FORMAT_NV12, LIBCODEC_MEMORY_DMABUF);
	struct libcodec_image *image;
	int own;

	plug("/dev/udmabuf");
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	ck_assert(image->flexible);
	ck_assert_int_eq(libcodec_image_get_dmabuf(image, 1, &own, NULL), 0);
	libcodec_image_unref(image);
	p.stride_align = 64;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	ck_assert(!image->flexible);
	libcodec_image_unref(image);
	p.flags = LIBCODEC_IMAGE_FLEXIBLE;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	ck_assert(image->flexible);
	libcodec_image_unref(image);
	p.flags = 0;
	p.stride_align = 0;
	p.stride = 64;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	ck_assert(!image->flexible);
	libcodec_image_unref(image);
}
END_TEST

/* AUTO: what can be had, by its own rules. */
START_TEST(test_image_auto)
{
	struct libcodec_image_params p =
		params_of(70, 33, LIBCODEC_FORMAT_RGB, LIBCODEC_MEMORY_AUTO);
	struct libcodec_image_layout l = layout_of(&p);
	struct libcodec_image *image;
	uint8_t data[210 * 33];
	struct node *heap;
	uint64_t offset;
	int fd;

	ck_assert_uint_eq(l.memory, LIBCODEC_MEMORY_HOST);
	ck_assert_uint_eq(l.plane_stride[0], 210);
	ck_assert_uint_eq(l.capacity, 210 * 33);
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	ck_assert_int_eq(libcodec_image_get_dmabuf(image, 0, &fd, &offset), -EOPNOTSUPP);
	ck_assert(!image->flexible);
	libcodec_image_unref(image);
	p.memory = LIBCODEC_MEMORY_DMABUF;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), -EOPNOTSUPP);

	heap = plug("/dev/dma_heap/system");
	heap->open_error = EACCES;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), -EACCES);
	p.memory = LIBCODEC_MEMORY_AUTO;
	ck_assert_uint_eq(layout_of(&p).memory, LIBCODEC_MEMORY_HOST);
	heap->open_error = 0;
	heap->alloc_error = ENOMEM;
	ck_assert_uint_eq(layout_of(&p).memory, LIBCODEC_MEMORY_HOST);
	heap->alloc_error = 0;
	l = layout_of(&p);
	ck_assert_uint_eq(l.memory, LIBCODEC_MEMORY_DMABUF);
	ck_assert_uint_eq(l.plane_stride[0], 256);
	/* Data of the caller's is plain memory. */
	p.data = data;
	p.capacity = sizeof(data);
	ck_assert_uint_eq(layout_of(&p).memory, LIBCODEC_MEMORY_HOST);
	ck_assert_uint_eq(heap->allocated, 1);
	/* What isn't asked for isn't opened. */
	p = params_of(70, 33, LIBCODEC_FORMAT_RGB, LIBCODEC_MEMORY_HOST);
	asked[0] = '\0';
	ck_assert_uint_eq(layout_of(&p).memory, LIBCODEC_MEMORY_HOST);
	ck_assert_str_eq(asked, "");
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("dmabuf-alloc");
	TCase *tc = tcase_create("dmabuf-alloc");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test_order, 0, (int)N_ORDER);
	tcase_add_test(tc, test_nothing);
	tcase_add_test(tc, test_more_than_there_is);
	tcase_add_test(tc, test_remembered);
	tcase_add_test(tc, test_forbidden);
	tcase_add_test(tc, test_no_memory);
	tcase_add_test(tc, test_dumb_cleared);
	tcase_add_test(tc, test_dumb_refusals);
	tcase_add_test(tc, test_image_room);
	tcase_add_test(tc, test_image_flexible);
	tcase_add_test(tc, test_image_auto);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("dmabuf-alloc", make);
}
