/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A V4L2 node that decodes JPEG: what it says of itself when it is probed, and what its
 * sessions learn of it as frames go through. Shared by all sessions of the device.
 */
#ifndef LC_V4L2_DEVICE_H
#define LC_V4L2_DEVICE_H

#include "v4l2-common/format.h"

#include <libcodec/plugin.h>

#define LC_V4L2_FORMATS 64 /* of CAPTURE that are looked at */

/*
 * The least that must be done for a stream with other headers than the last one. Each begins
 * as what is cheapest; who fails with it goes on to the next, and that is remembered.
 */
enum lc_v4l2_change {
	LC_V4L2_RECONFIGURE, /* CAPTURE anew, OUTPUT runs on: parses at each QBUF */
	LC_V4L2_RESTART,     /* and OUTPUT stopped and started: parses there, or once after */
	LC_V4L2_REBUILD,     /* and OUTPUT's buffers and format: doesn't parse */
};

struct lc_v4l2_device {
	const struct libcodec_host *host;
	const struct libcodec_device *dev;
	bool mplane;
	uint32_t coded; /* V4L2_PIX_FMT_JPEG or _MJPEG */
	uint32_t min_width, min_height, max_width, max_height;
	uint32_t n_formats;
	uint32_t formats[LC_V4L2_FORMATS]; /* of CAPTURE, in the driver's order */
	bool imports; /* dma-bufs on CAPTURE, as far as it says */
	char name[64]; /* driver and card, for people */

	/* Learned; atomic, relaxed: to be late costs a wait and nothing else. */
	uint32_t change;       /* enum lc_v4l2_change */
	uint32_t silent;       /* 1: it sends no events */
	uint32_t no_import;    /* 1: it takes no dma-bufs after all */
	uint32_t no_scratch;   /* 1: it doesn't take those that can be allocated here */
};

/*
 * Look at a node. 0, -ENODEV (no JPEG decoder, or gone), -EACCES, or another negative errno.
 */
int lc_v4l2_device_new(const struct libcodec_host *host, const struct libcodec_device *dev,
		       struct lc_v4l2_device **ret);
void lc_v4l2_device_free(struct lc_v4l2_device *d);

/* Open it: a node that the caller closes with lc_v4l2_device_close(). 0 or -errno. */
int lc_v4l2_device_open(struct lc_v4l2_device *d, struct lc_v4l2_node *ret);
void lc_v4l2_device_close(struct lc_v4l2_device *d, struct lc_v4l2_node *node);

/* Capability record @index, or -ENOENT. */
int lc_v4l2_device_cap(const struct lc_v4l2_device *d, uint32_t index,
		       struct libcodec_cap *cap);

/* The first of its CAPTURE formats that can become @format, or 0. */
uint32_t lc_v4l2_device_format_for(const struct lc_v4l2_device *d, uint32_t format);

static inline uint32_t lc_v4l2_learned(const uint32_t *flag)
{
	return __atomic_load_n(flag, __ATOMIC_RELAXED);
}

static inline void lc_v4l2_learn(uint32_t *flag, uint32_t value)
{
	__atomic_store_n(flag, value, __ATOMIC_RELAXED);
}

#endif
