/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One queue of a node.
 */
#include "queue.h"

#include <errno.h>
#include <string.h>

void lc_v4l2_queue_init(struct lc_v4l2_queue *q, struct lc_v4l2_node *node,
			enum lc_v4l2_side side)
{
	*q = (struct lc_v4l2_queue){ .node = node, .side = side };
}

static int reqbufs(struct lc_v4l2_queue *q, uint32_t memory, uint32_t *n)
{
	struct v4l2_requestbuffers req = {
		.count = *n,
		.type = lc_v4l2_buf_type(q->node, q->side),
		.memory = memory,
	};
	int r;

	r = lc_v4l2_ioctl(q->node, VIDIOC_REQBUFS, &req);
	if (r < 0)
		return r;
	*n = req.count;
	q->capabilities = req.capabilities;
	return 0;
}

int lc_v4l2_queue_ask(struct lc_v4l2_queue *q, uint32_t memory)
{
	uint32_t none = 0;

	return reqbufs(q, memory, &none);
}

int lc_v4l2_queue_request(struct lc_v4l2_queue *q, uint32_t memory, uint32_t n,
			  uint32_t n_planes)
{
	uint32_t got = n;
	int r;

	r = reqbufs(q, memory, &got);
	if (r < 0)
		return r;
	q->memory = memory;
	q->n_planes = n_planes;
	q->n = got;
	memset(q->buffer, 0, sizeof(q->buffer));
	/* A driver may give more than were asked for: those are left alone. */
	if (got > LC_V4L2_BUFFERS)
		q->n = LC_V4L2_BUFFERS;
	if (got < n) {
		lc_v4l2_queue_release(q);
		return -ENOBUFS;
	}
	return 0;
}

/* A v4l2_buffer for @index, with room for its planes where the API has them. */
static void fill_buffer(const struct lc_v4l2_queue *q, uint32_t index,
			struct v4l2_plane planes[VIDEO_MAX_PLANES], struct v4l2_buffer *b)
{
	*b = (struct v4l2_buffer){
		.index = index,
		.type = lc_v4l2_buf_type(q->node, q->side),
		.memory = q->memory,
		.field = V4L2_FIELD_NONE,
	};
	if (!q->node->mplane)
		return;
	memset(planes, 0, VIDEO_MAX_PLANES * sizeof(*planes));
	b->m.planes = planes;
	b->length = VIDEO_MAX_PLANES; /* room; the driver says how many there are */
}

static int map_plane(struct lc_v4l2_queue *q, struct lc_v4l2_mapping *m, uint32_t size,
		     uint32_t offset, int prot)
{
	int r;

	if (!size)
		return -EPROTO;
	r = q->node->sys->mmap(q->node->fd, size, prot, (off_t)offset, &m->address);
	if (r < 0) {
		m->address = NULL;
		return r == -ENXIO ? -ENODEV : r;
	}
	m->size = size;
	return 0;
}

static int map_buffer(struct lc_v4l2_queue *q, uint32_t index, int prot)
{
	struct v4l2_plane planes[VIDEO_MAX_PLANES];
	struct lc_v4l2_mapping *m = q->buffer[index].plane;
	struct v4l2_buffer b;
	uint32_t i;
	int r;

	fill_buffer(q, index, planes, &b);
	r = lc_v4l2_ioctl(q->node, VIDIOC_QUERYBUF, &b);
	if (r < 0)
		return r;
	if (!q->node->mplane)
		return map_plane(q, &m[0], b.length, b.m.offset, prot);
	if (b.length != q->n_planes)
		return -EPROTO;
	for (i = 0; i < q->n_planes && r == 0; i++)
		r = map_plane(q, &m[i], planes[i].length, planes[i].m.mem_offset, prot);
	return r;
}

static void unmap(struct lc_v4l2_queue *q)
{
	uint32_t i, k;

	for (i = 0; i < q->n; i++)
		for (k = 0; k < LC_V4L2_PLANES; k++) {
			struct lc_v4l2_mapping *m = &q->buffer[i].plane[k];

			if (m->address)
				q->node->sys->munmap(m->address, m->size);
			m->address = NULL;
		}
}

int lc_v4l2_queue_map(struct lc_v4l2_queue *q, int prot)
{
	uint32_t i;
	int r = 0;

	for (i = 0; i < q->n && r == 0; i++)
		r = map_buffer(q, i, prot);
	if (r < 0)
		unmap(q);
	return r;
}

int lc_v4l2_queue_release(struct lc_v4l2_queue *q)
{
	uint32_t none = 0;
	int r;

	if (!q->n)
		return 0;
	/* Before they are given back: drivers without orphaned buffers say EBUSY. */
	unmap(q);
	r = reqbufs(q, q->memory, &none);
	if (r == 0)
		q->n = 0;
	return r;
}

int lc_v4l2_queue_on(struct lc_v4l2_queue *q)
{
	int type = (int)lc_v4l2_buf_type(q->node, q->side);
	int r;

	if (q->streaming)
		return 0;
	r = lc_v4l2_ioctl(q->node, VIDIOC_STREAMON, &type);
	q->streaming = r == 0;
	return r;
}

int lc_v4l2_queue_off(struct lc_v4l2_queue *q)
{
	int type = (int)lc_v4l2_buf_type(q->node, q->side);
	bool held = false;
	uint32_t i;
	int r;

	for (i = 0; i < q->n; i++)
		held |= q->buffer[i].queued;
	if (!q->streaming && !held)
		return 0;
	r = lc_v4l2_ioctl(q->node, VIDIOC_STREAMOFF, &type);
	if (r < 0)
		return r;
	q->streaming = false;
	for (i = 0; i < q->n; i++)
		q->buffer[i].queued = false;
	return 0;
}

static void put_planes(const struct lc_v4l2_queue *q, const struct lc_v4l2_payload *payload,
		       struct v4l2_plane planes[VIDEO_MAX_PLANES], struct v4l2_buffer *b)
{
	uint32_t i;

	b->length = q->n_planes;
	for (i = 0; i < q->n_planes; i++) {
		planes[i].bytesused = payload[i].used;
		if (q->memory != V4L2_MEMORY_DMABUF)
			continue;
		planes[i].m.fd = payload[i].fd;
		planes[i].length = payload[i].length;
	}
}

int lc_v4l2_queue_put(struct lc_v4l2_queue *q, uint32_t index,
		      const struct lc_v4l2_payload *payload, uint64_t tag)
{
	struct v4l2_plane planes[VIDEO_MAX_PLANES];
	struct v4l2_buffer b;
	int r;

	if (index >= q->n)
		return -EINVAL;
	if (q->buffer[index].queued)
		return -EBUSY;
	fill_buffer(q, index, planes, &b);
	b.timestamp.tv_sec = (time_t)(tag / 1000000 & 0x7fffffff);
	b.timestamp.tv_usec = (long)(tag % 1000000);
	if (q->node->mplane) {
		put_planes(q, payload, planes, &b);
	} else {
		b.bytesused = payload->used;
		if (q->memory == V4L2_MEMORY_DMABUF) {
			b.m.fd = payload->fd;
			b.length = payload->length;
		}
	}
	r = lc_v4l2_ioctl(q->node, VIDIOC_QBUF, &b);
	q->buffer[index].queued = r == 0;
	return r;
}

int lc_v4l2_queue_take(struct lc_v4l2_queue *q, struct lc_v4l2_done *ret)
{
	struct v4l2_plane planes[VIDEO_MAX_PLANES];
	struct v4l2_buffer b;
	uint32_t i;
	int r;

	fill_buffer(q, 0, planes, &b);
	r = lc_v4l2_ioctl(q->node, VIDIOC_DQBUF, &b);
	if (r < 0)
		return r;
	if (b.index >= q->n || !q->buffer[b.index].queued)
		return -EPROTO;
	q->buffer[b.index].queued = false;
	*ret = (struct lc_v4l2_done){ .index = b.index, .flags = b.flags };
	if (!q->node->mplane)
		ret->used[0] = b.bytesused;
	else
		for (i = 0; i < q->n_planes; i++)
			ret->used[i] = planes[i].bytesused;
	return 0;
}
