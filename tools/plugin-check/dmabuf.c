/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * dma-bufs by the public API: an image has one.
 */
#include "config.h"

#include "dmabuf.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>

#include <libcodec/image.h>

static int take(struct libcodec_image *image)
{
	int fd, r;

	r = libcodec_image_get_dmabuf(image, 0, &fd, NULL);
	if (r < 0)
		return r;
	fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	return fd < 0 ? -ENOMEM : fd;
}

int kit_dmabuf_new(uint64_t size)
{
	struct libcodec_context_params params = {
		.struct_size = sizeof(params),
		.hotplug = LIBCODEC_HOTPLUG_NONE,
	};
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.memory = LIBCODEC_MEMORY_DMABUF,
		.capacity = size,
	};
	struct libcodec_context *ctx;
	struct libcodec_image *image;
	int r;

	if (!size)
		return -EINVAL;
	r = libcodec_context_new(&params, &ctx);
	if (r < 0)
		return r;
	r = libcodec_image_new(ctx, &p, &image);
	if (r == 0) {
		r = take(image);
		libcodec_image_unref(image);
	}
	libcodec_context_unref(ctx);
	return r;
}

int kit_dmabuf_sync(int fd, uint32_t access, bool end)
{
	struct dma_buf_sync sync = {
		.flags = end ? DMA_BUF_SYNC_END : DMA_BUF_SYNC_START,
	};
	int r;

	if (access != LIBCODEC_ACCESS_WRITE)
		sync.flags |= DMA_BUF_SYNC_READ;
	if (access != LIBCODEC_ACCESS_READ)
		sync.flags |= DMA_BUF_SYNC_WRITE;
	do
		r = ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync);
	while (r < 0 && (errno == EINTR || errno == EAGAIN));
	return r < 0 && errno != ENOTTY ? -errno : 0;
}
