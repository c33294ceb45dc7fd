/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Is this node a JPEG decoder? By what it can, never by its name.
 */
#include "device.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "copy-out.h"
#include "v4l2-common/queue.h"

/* A driver whose list doesn't end is left at that. */
#define ENTRIES_MAX 256

static int64_t now_ns(void *data)
{
	const struct libcodec_host *host = data;

	return host->now_ns(host);
}

int lc_v4l2_device_open(struct lc_v4l2_device *d, struct lc_v4l2_node *ret)
{
	int fd = d->host->device_open(d->host, d->dev, 0);

	*ret = (struct lc_v4l2_node){
		.sys = lc_v4l2_sys,
		.now_ns = now_ns,
		.now_data = (void *)(uintptr_t)d->host,
		.fd = fd,
		.mplane = d->mplane,
	};
	return fd < 0 ? fd : 0;
}

void lc_v4l2_device_close(struct lc_v4l2_device *d, struct lc_v4l2_node *node)
{
	if (node->fd >= 0)
		d->host->device_close(d->host, d->dev, node->fd);
	node->fd = -1;
}

/* Mem2mem, and which API it speaks. */
static int look_at_capabilities(struct lc_v4l2_device *d, struct lc_v4l2_node *node)
{
	struct v4l2_capability cap = { .driver = "" };
	uint32_t caps;
	int r;

	r = lc_v4l2_ioctl(node, VIDIOC_QUERYCAP, &cap);
	if (r < 0)
		return r == -ENOTTY ? -ENODEV : r;
	caps = cap.capabilities & V4L2_CAP_DEVICE_CAPS ? cap.device_caps : cap.capabilities;
	if (!(caps & V4L2_CAP_STREAMING) ||
	    !(caps & (V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE)))
		return -ENODEV;
	node->mplane = d->mplane = caps & V4L2_CAP_VIDEO_M2M_MPLANE;
	snprintf(d->name, sizeof(d->name), "%.15s, %.31s", (const char *)cap.driver,
		 (const char *)cap.card);
	return 0;
}

/* What OUTPUT takes: JPEG, or MJPG where there is no JPEG. */
static int look_at_output(struct lc_v4l2_device *d, struct lc_v4l2_node *node)
{
	uint32_t i, fourcc, flags;
	int r;

	for (i = 0; i < ENTRIES_MAX; i++) {
		r = lc_v4l2_enum_format(node, LC_V4L2_OUTPUT, i, &fourcc, &flags);
		if (r == -ENODEV)
			return r;
		if (r < 0)
			break;
		if (fourcc == V4L2_PIX_FMT_JPEG ||
		    (fourcc == V4L2_PIX_FMT_MJPEG && !d->coded))
			d->coded = fourcc;
	}
	return d->coded ? 0 : -ENODEV;
}

/* What CAPTURE gives; a node that has coded formats there too is no decoder. */
static int look_at_capture(struct lc_v4l2_device *d, struct lc_v4l2_node *node)
{
	uint32_t i, fourcc, flags;
	int r;

	for (i = 0; i < ENTRIES_MAX; i++) {
		r = lc_v4l2_enum_format(node, LC_V4L2_CAPTURE, i, &fourcc, &flags);
		if (r == -ENODEV)
			return r;
		if (r < 0)
			break;
		if ((flags & V4L2_FMT_FLAG_COMPRESSED) || fourcc == V4L2_PIX_FMT_JPEG ||
		    fourcc == V4L2_PIX_FMT_MJPEG)
			return -ENODEV;
		if (lc_v4l2_native_format(fourcc) && d->n_formats < LC_V4L2_FORMATS)
			d->formats[d->n_formats++] = fourcc;
	}
	return d->n_formats ? 0 : -ENODEV;
}

static int look_at_sizes(struct lc_v4l2_device *d, struct lc_v4l2_node *node)
{
	struct v4l2_frmsizeenum s = { .pixel_format = d->coded };
	int r;

	d->min_width = d->min_height = 1;
	d->max_width = d->max_height = 65535;
	r = lc_v4l2_ioctl(node, VIDIOC_ENUM_FRAMESIZES, &s);
	if (r == -ENODEV)
		return r;
	/* A list of single sizes is nothing that JPEG decoders have. */
	if (r < 0 || s.type == V4L2_FRMSIZE_TYPE_DISCRETE)
		return 0;
	if (s.stepwise.min_width && s.stepwise.min_width <= s.stepwise.max_width)
		d->min_width = s.stepwise.min_width;
	if (s.stepwise.min_height && s.stepwise.min_height <= s.stepwise.max_height)
		d->min_height = s.stepwise.min_height;
	if (s.stepwise.max_width && s.stepwise.max_width < d->max_width)
		d->max_width = s.stepwise.max_width;
	if (s.stepwise.max_height && s.stepwise.max_height < d->max_height)
		d->max_height = s.stepwise.max_height;
	/* Steps of the coded size are the driver's padding: a picture of any size goes in. */
	return 0;
}

/* Both queues are there, and what memory CAPTURE takes. */
static int look_at_queues(struct lc_v4l2_device *d, struct lc_v4l2_node *node)
{
	struct lc_v4l2_format format;
	struct lc_v4l2_queue q;
	int r;

	lc_v4l2_queue_init(&q, node, LC_V4L2_OUTPUT);
	r = lc_v4l2_queue_ask(&q, V4L2_MEMORY_MMAP);
	if (r == -ENODEV || r == -EBUSY)
		return r;
	if (r < 0)
		return -ENODEV;
	lc_v4l2_queue_init(&q, node, LC_V4L2_CAPTURE);
	r = lc_v4l2_queue_ask(&q, V4L2_MEMORY_DMABUF);
	if (r == -ENODEV)
		return r;
	d->imports = r == 0 && (!q.capabilities ||
				(q.capabilities & V4L2_BUF_CAP_SUPPORTS_DMABUF));
	r = lc_v4l2_get_format(node, LC_V4L2_CAPTURE, &format);
	return r == -ENODEV || r == 0 ? r : -ENODEV;
}

static int look(struct lc_v4l2_device *d, struct lc_v4l2_node *node)
{
	int r;

	r = look_at_capabilities(d, node);
	if (r == 0)
		r = look_at_output(d, node);
	if (r == 0)
		r = look_at_capture(d, node);
	if (r == 0)
		r = look_at_sizes(d, node);
	if (r == 0)
		r = look_at_queues(d, node);
	return r;
}

static void tell(const struct lc_v4l2_device *d)
{
	char node[64] = "", text[192];

	d->host->device_get(d->host, d->dev, LIBCODEC_DEVICE_NODE, NULL, node, sizeof(node));
	snprintf(text, sizeof(text), "%s (%s) decodes %.4s by the %s-planar API, %s dma-bufs",
		 node, d->name, (const char *)&d->coded, d->mplane ? "multi" : "single",
		 d->imports ? "takes" : "takes no");
	d->host->log(d->host, LIBCODEC_LOG_INFO, text);
}

int lc_v4l2_device_new(const struct libcodec_host *host, const struct libcodec_device *dev,
		       struct lc_v4l2_device **ret)
{
	struct lc_v4l2_device *d = calloc(1, sizeof(*d));
	struct lc_v4l2_node node;
	int r;

	if (!d)
		return -ENOMEM;
	d->host = host;
	d->dev = dev;
	r = lc_v4l2_device_open(d, &node);
	if (r == 0) {
		r = look(d, &node);
		lc_v4l2_device_close(d, &node);
	}
	if (r < 0) {
		free(d);
		return r == -EPERM ? -EACCES : r;
	}
	tell(d);
	*ret = d;
	return 0;
}

void lc_v4l2_device_free(struct lc_v4l2_device *d)
{
	free(d);
}

uint32_t lc_v4l2_device_format_for(const struct lc_v4l2_device *d, uint32_t format)
{
	uint32_t i;

	for (i = 0; i < d->n_formats; i++)
		if (lc_v4l2_native_format(d->formats[i]) == format)
			return d->formats[i];
	for (i = 0; i < d->n_formats; i++)
		if (lc_v4l2_can_copy(d->formats[i], format))
			return d->formats[i];
	return 0;
}

/* --- capability records --- */

/* Our formats, and the sampling that each is the native one of. */
static const struct {
	uint32_t format, sampling;
} natives[] = {
	{ LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_420 },
	{ LIBCODEC_FORMAT_NV16, LIBCODEC_SAMPLING_422 },
	{ LIBCODEC_FORMAT_NV24, LIBCODEC_SAMPLING_444 },
	{ LIBCODEC_FORMAT_GREY, LIBCODEC_SAMPLING_400 },
};
#define N_NATIVES (sizeof(natives) / sizeof(natives[0]))

/* Record 0: into dma-bufs, in place where it goes; record 1: into anything, by a copy. */
int lc_v4l2_device_cap(const struct lc_v4l2_device *d, uint32_t index,
		       struct libcodec_cap *cap)
{
	bool in_place = d->imports && index == 0;
	uint32_t i;

	if (index > (d->imports ? 1u : 0u))
		return -ENOENT;
	cap->cap_id = in_place ? 1 : 2;
	cap->codec = LIBCODEC_CODEC_JPEG;
	cap->flags = LIBCODEC_CAP_NO_DHT | (in_place ? LIBCODEC_CAP_ZERO_COPY : 0);
	cap->processes = LIBCODEC_PROCESS_BIT(LIBCODEC_PROCESS_BASELINE);
	cap->bit_depths = 1u << (8 - 1);
	cap->components = 1u << (1 - 1) | 1u << (3 - 1);
	cap->colours = LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_GREY) |
		       LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_YCBCR);
	cap->min_width = d->min_width;
	cap->min_height = d->min_height;
	cap->max_width = d->max_width;
	cap->max_height = d->max_height;
	cap->rank = 500;
	for (i = 0; i < N_NATIVES; i++) {
		if (!lc_v4l2_device_format_for(d, natives[i].format))
			continue;
		cap->formats[cap->n_formats++] = (struct libcodec_cap_format){
			.format = natives[i].format,
			.memory = LIBCODEC_MEMORY_BIT(in_place ? LIBCODEC_MEMORY_DMABUF
							       : LIBCODEC_MEMORY_HOST),
			.samplings = LIBCODEC_SAMPLING_BIT(natives[i].sampling),
			.dtypes = 1u << LIBCODEC_DTYPE_U8,
		};
		cap->samplings |= LIBCODEC_SAMPLING_BIT(natives[i].sampling);
	}
	return 0;
}
