/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * An open V4L2 mem2mem node: ioctls, waiting, events.
 */
#include "node.h"

#include <errno.h>
#include <string.h>

/* A wrong size makes another ioctl number, which the kernel answers with ENOTTY alone. */
_Static_assert(sizeof(struct v4l2_format) == 208 || sizeof(void *) == 4, "v4l2_format");
_Static_assert(sizeof(struct v4l2_capability) == 104, "v4l2_capability");
_Static_assert(sizeof(struct v4l2_fmtdesc) == 64, "v4l2_fmtdesc");
_Static_assert(sizeof(struct v4l2_plane) == 64 || sizeof(void *) == 4, "v4l2_plane");
_Static_assert(sizeof(struct v4l2_buffer) == 88 || sizeof(void *) == 4, "v4l2_buffer");
_Static_assert(sizeof(struct v4l2_selection) == 64, "v4l2_selection");
_Static_assert(sizeof(struct v4l2_requestbuffers) == 20, "v4l2_requestbuffers");
_Static_assert(sizeof(struct v4l2_event_subscription) == 32, "v4l2_event_subscription");
_Static_assert(sizeof(struct v4l2_event) == 136 || sizeof(void *) == 4, "v4l2_event");

static int gone(struct lc_v4l2_node *node)
{
	node->gone = true;
	return -ENODEV;
}

int lc_v4l2_ioctl(struct lc_v4l2_node *node, unsigned long request, void *arg)
{
	int r, i;

	if (node->gone)
		return -ENODEV;
	for (i = 0; i < LC_V4L2_EINTR_MAX; i++) {
		r = node->sys->ioctl(node->fd, request, arg);
		if (r != -EINTR)
			break;
	}
	if (r == -ENODEV || r == -ENXIO)
		return gone(node);
	return r;
}

uint32_t lc_v4l2_buf_type(const struct lc_v4l2_node *node, enum lc_v4l2_side side)
{
	if (node->mplane)
		return side == LC_V4L2_OUTPUT ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE
					      : V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE;
	return side == LC_V4L2_OUTPUT ? V4L2_BUF_TYPE_VIDEO_OUTPUT
				      : V4L2_BUF_TYPE_VIDEO_CAPTURE;
}

/* Rounded up, so that the last look is not before the end. */
static int milliseconds(int64_t ns)
{
	if (ns <= 0)
		return 0;
	ns = (ns - 1) / 1000000 + 1;
	return ns > 60000 ? 60000 : (int)ns;
}

int lc_v4l2_wait(struct lc_v4l2_node *node, short events, int64_t until_ns)
{
	struct pollfd p = { .fd = node->fd, .events = events };
	int64_t left;
	int r;

	if (node->gone)
		return -ENODEV;
	do {
		left = until_ns - node->now_ns(node->now_data);
		p.revents = 0;
		r = node->sys->poll(&p, 1, milliseconds(left));
		if (r < 0 && r != -EINTR && r != -EAGAIN)
			return r;
		if (r > 0) {
			if (p.revents & (POLLHUP | POLLNVAL))
				return gone(node);
			return p.revents;
		}
	} while (left > 0);
	return 0;
}

int lc_v4l2_subscribe(struct lc_v4l2_node *node)
{
	struct v4l2_event_subscription sub = { .type = V4L2_EVENT_SOURCE_CHANGE };

	return lc_v4l2_ioctl(node, VIDIOC_SUBSCRIBE_EVENT, &sub);
}

int lc_v4l2_drain(struct lc_v4l2_node *node)
{
	struct v4l2_event event;
	int i, r, changed = 0;

	for (i = 0; i < LC_V4L2_EVENTS_MAX; i++) {
		memset(&event, 0, sizeof(event));
		r = lc_v4l2_ioctl(node, VIDIOC_DQEVENT, &event);
		if (r == -ENODEV)
			return r;
		if (r < 0)
			break; /* ENOENT: that was all */
		if (event.type == V4L2_EVENT_SOURCE_CHANGE &&
		    (event.u.src_change.changes & V4L2_EVENT_SRC_CH_RESOLUTION))
			changed = 1;
		if (!event.pending)
			break;
	}
	return changed;
}
