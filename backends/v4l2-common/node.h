/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * An open V4L2 mem2mem node: ioctls that survive signals, waiting with a deadline, and
 * events. Once the device has gone that is remembered, and nothing is asked any more.
 */
#ifndef LC_V4L2_NODE_H
#define LC_V4L2_NODE_H

#include "sys.h"

#include <stdbool.h>
#include <stdint.h>

#include <linux/videodev2.h>

/* The two queues of a mem2mem node, named as V4L2 does: from the device's point of view. */
enum lc_v4l2_side {
	LC_V4L2_OUTPUT,  /* what goes into the device */
	LC_V4L2_CAPTURE, /* what comes out of it */
};

struct lc_v4l2_node {
	const struct lc_v4l2_sys *sys;
	int64_t (*now_ns)(void *data); /* CLOCK_MONOTONIC */
	void *now_data;
	int fd;
	bool mplane;
	bool gone; /* ENODEV or POLLHUP was seen: for good */
};

/* Calls that a signal interrupts are made again, this often at the most. */
#define LC_V4L2_EINTR_MAX 10000

/* 0 or a negative errno; -ENODEV, also for ENXIO, where the device has gone. */
int lc_v4l2_ioctl(struct lc_v4l2_node *node, unsigned long request, void *arg);

/* V4L2_BUF_TYPE_* of a side. */
uint32_t lc_v4l2_buf_type(const struct lc_v4l2_node *node, enum lc_v4l2_side side);

/*
 * Wait until one of @events (POLL*) holds, until @until_ns. The conditions that hold, POLLERR
 * among them, 0 when the time is over, or a negative errno; -ENODEV where it has gone.
 */
int lc_v4l2_wait(struct lc_v4l2_node *node, short events, int64_t until_ns);

/* Ask for SOURCE_CHANGE events. 0 or a negative errno: there are drivers without. */
int lc_v4l2_subscribe(struct lc_v4l2_node *node);

/* At most so many events are taken at a time: a driver may never run dry. */
#define LC_V4L2_EVENTS_MAX 16

/*
 * Take the events that are there. 1: a SOURCE_CHANGE of resolution was among them; 0; or a
 * negative errno.
 */
int lc_v4l2_drain(struct lc_v4l2_node *node);

#endif
