/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One queue of a node: its buffers, which of them the driver holds, whether it streams. What
 * is true of the queue is here and nowhere else, so that it can be taken down from any state.
 */
#ifndef LC_V4L2_QUEUE_H
#define LC_V4L2_QUEUE_H

#include "format.h"

#define LC_V4L2_BUFFERS 8 /* at most, of one queue */

struct lc_v4l2_mapping {
	void *address; /* NULL: not mapped */
	size_t size;
};

struct lc_v4l2_buffer {
	bool queued; /* the driver holds it */
	struct lc_v4l2_mapping plane[LC_V4L2_PLANES]; /* MMAP, after lc_v4l2_queue_map() */
};

struct lc_v4l2_queue {
	struct lc_v4l2_node *node;
	enum lc_v4l2_side side;
	uint32_t memory;       /* V4L2_MEMORY_* of the buffers that there are */
	uint32_t capabilities; /* V4L2_BUF_CAP_*, of the last REQBUFS; 0: an old driver */
	uint32_t n_planes;     /* of the format at that time */
	uint32_t n;            /* buffers; 0: none requested */
	bool streaming;
	struct lc_v4l2_buffer buffer[LC_V4L2_BUFFERS];
};

/* What a plane of a buffer goes in with. */
struct lc_v4l2_payload {
	int fd;            /* DMABUF */
	uint32_t length;   /* DMABUF: bytes of it; else 0 */
	uint32_t used;     /* OUTPUT: bytes of data */
};

/* What a buffer comes back with. */
struct lc_v4l2_done {
	uint32_t index;
	uint32_t flags; /* V4L2_BUF_FLAG_* */
	uint32_t used[LC_V4L2_PLANES];
};

void lc_v4l2_queue_init(struct lc_v4l2_queue *q, struct lc_v4l2_node *node,
			enum lc_v4l2_side side);

/* REQBUFS with no buffers: learn the capabilities. 0 or a negative errno. */
int lc_v4l2_queue_ask(struct lc_v4l2_queue *q, uint32_t memory);

/* Request @n buffers, each of @n_planes memory planes. 0, -ENOBUFS (fewer came), -errno. */
int lc_v4l2_queue_request(struct lc_v4l2_queue *q, uint32_t memory, uint32_t n,
			  uint32_t n_planes);

/* Map all buffers of an MMAP queue. 0 or a negative errno; then none is mapped. */
int lc_v4l2_queue_map(struct lc_v4l2_queue *q, int prot);

/*
 * Unmap and give back all buffers; the queue must not stream. 0 or a negative errno: none is
 * mapped, but the driver may still have them.
 */
int lc_v4l2_queue_release(struct lc_v4l2_queue *q);

int lc_v4l2_queue_on(struct lc_v4l2_queue *q);
/* All buffers are ours again, but where it fails. Nothing where it doesn't stream. */
int lc_v4l2_queue_off(struct lc_v4l2_queue *q);

/* Hand buffer @index over; @tag comes back as its time stamp. -EBUSY: the driver has it. */
int lc_v4l2_queue_put(struct lc_v4l2_queue *q, uint32_t index,
		      const struct lc_v4l2_payload *payload, uint64_t tag);

/* Take one back that is done. 0, -EAGAIN (none), -EPIPE (after the last one), -errno. */
int lc_v4l2_queue_take(struct lc_v4l2_queue *q, struct lc_v4l2_done *ret);

#endif
