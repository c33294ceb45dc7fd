/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A V4L2 client by hand.
 */
#include "config.h"

#include "client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test.h"

#define OUTPUT_SIZE (2u << 20)

int client_ioctl(struct client *c, unsigned long request, void *arg)
{
	return c->control->sys->ioctl(c->fd, request, arg);
}

int client_poll(struct client *c, short events, int timeout_ms, short *ret_revents)
{
	struct pollfd p = { .fd = c->fd, .events = events };
	int r = c->control->sys->poll(&p, 1, timeout_ms);

	*ret_revents = p.revents;
	return r;
}

void client_open(struct client *c, const struct vjpeg_control *control,
		 unsigned int device)
{
	struct v4l2_capability cap = { 0 };
	unsigned int side, i, p;

	memset(c, 0, sizeof(*c));
	c->control = control;
	c->device = device;
	c->fd = control->open(device, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	ck_assert_msg(c->fd >= 0, "%s", strerror(-c->fd));
	ck_assert_int_eq(client_ioctl(c, VIDIOC_QUERYCAP, &cap), 0);
	c->mplane = cap.device_caps & V4L2_CAP_VIDEO_M2M_MPLANE;
	c->queue[CLIENT_OUTPUT].type = c->mplane ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE :
						    V4L2_BUF_TYPE_VIDEO_OUTPUT;
	c->queue[CLIENT_CAPTURE].type = c->mplane ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE :
						     V4L2_BUF_TYPE_VIDEO_CAPTURE;
	for (side = 0; side < 2; side++)
		for (i = 0; i < CLIENT_BUFFERS; i++)
			for (p = 0; p < CLIENT_PLANES; p++)
				c->queue[side].fd[i][p] = -1;
}

static void unmap(struct client *c, struct client_queue *q)
{
	unsigned int i, p;

	for (i = 0; i < CLIENT_BUFFERS; i++)
		for (p = 0; p < CLIENT_PLANES; p++) {
			if (q->map[i][p])
				ck_assert_int_eq(c->control->sys->munmap(q->map[i][p],
									 q->length[i][p]),
						 0);
			if (q->fd[i][p] >= 0)
				close(q->fd[i][p]);
			q->map[i][p] = NULL;
			q->fd[i][p] = -1;
		}
	q->n = 0;
}

void client_close(struct client *c)
{
	unmap(c, &c->queue[CLIENT_OUTPUT]);
	unmap(c, &c->queue[CLIENT_CAPTURE]);
	c->control->close(c->fd);
}

/* --- formats --- */

static void from_v4l2(const struct v4l2_format *f, bool mplane, struct client_format *ret)
{
	const struct v4l2_pix_format_mplane *mp = &f->fmt.pix_mp;
	const struct v4l2_pix_format *pix = &f->fmt.pix;
	unsigned int i;

	memset(ret, 0, sizeof(*ret));
	if (!mplane) {
		*ret = (struct client_format){
			pix->pixelformat, pix->width, pix->height, 1,
			{ pix->bytesperline }, { pix->sizeimage },
			pix->field, pix->colorspace, pix->ycbcr_enc, pix->quantization,
		};
		return;
	}
	*ret = (struct client_format){
		.fourcc = mp->pixelformat,
		.width = mp->width,
		.height = mp->height,
		.n_planes = mp->num_planes,
		.field = mp->field,
		.colorspace = mp->colorspace,
		.ycbcr_enc = mp->ycbcr_enc,
		.quantization = mp->quantization,
	};
	ck_assert_uint_le(mp->num_planes, CLIENT_PLANES);
	for (i = 0; i < mp->num_planes; i++) {
		ret->bpl[i] = mp->plane_fmt[i].bytesperline;
		ret->size[i] = mp->plane_fmt[i].sizeimage;
	}
}

static void to_v4l2(const struct client_format *in, bool mplane, struct v4l2_format *f)
{
	unsigned int i;

	if (!mplane) {
		f->fmt.pix = (struct v4l2_pix_format){
			.width = in->width,
			.height = in->height,
			.pixelformat = in->fourcc,
			.field = V4L2_FIELD_NONE,
			.bytesperline = in->bpl[0],
			.sizeimage = in->size[0],
			.priv = V4L2_PIX_FMT_PRIV_MAGIC,
		};
		return;
	}
	f->fmt.pix_mp = (struct v4l2_pix_format_mplane){
		.width = in->width,
		.height = in->height,
		.pixelformat = in->fourcc,
		.field = V4L2_FIELD_NONE,
		.num_planes = (uint8_t)(in->n_planes ? in->n_planes : 1),
	};
	for (i = 0; i < f->fmt.pix_mp.num_planes; i++) {
		f->fmt.pix_mp.plane_fmt[i].bytesperline = in->bpl[i];
		f->fmt.pix_mp.plane_fmt[i].sizeimage = in->size[i];
	}
}

int client_g_fmt(struct client *c, enum client_side side, struct client_format *ret)
{
	struct v4l2_format f = { .type = c->queue[side].type };
	int r = client_ioctl(c, VIDIOC_G_FMT, &f);

	if (r == 0)
		from_v4l2(&f, c->mplane, ret);
	return r;
}

int client_s_fmt(struct client *c, unsigned long request, enum client_side side,
		 struct client_format *f)
{
	struct v4l2_format v = { .type = c->queue[side].type };
	int r;

	to_v4l2(f, c->mplane, &v);
	r = client_ioctl(c, request, &v);
	if (r == 0)
		from_v4l2(&v, c->mplane, f);
	return r;
}

/* --- buffers --- */

static void init_buffer(const struct client_queue *q, unsigned int index,
			struct v4l2_buffer *b, struct v4l2_plane planes[VIDEO_MAX_PLANES])
{
	memset(planes, 0, VIDEO_MAX_PLANES * sizeof(planes[0]));
	*b = (struct v4l2_buffer){ .index = index, .type = q->type, .memory = q->memory };
	if (V4L2_TYPE_IS_MULTIPLANAR(q->type)) {
		b->m.planes = planes;
		b->length = VIDEO_MAX_PLANES;
	}
}

static int map_mmap(struct client *c, struct client_queue *q, unsigned int i)
{
	struct v4l2_plane planes[VIDEO_MAX_PLANES];
	struct v4l2_buffer b;
	unsigned int p;
	uint32_t offset;
	int r;

	init_buffer(q, i, &b, planes);
	r = client_ioctl(c, VIDIOC_QUERYBUF, &b);
	for (p = 0; r == 0 && p < q->n_planes; p++) {
		q->length[i][p] = c->mplane ? planes[p].length : b.length;
		offset = c->mplane ? planes[p].m.mem_offset : b.m.offset;
		r = c->control->sys->mmap(c->fd, q->length[i][p], PROT_READ | PROT_WRITE,
					  (off_t)offset, &q->map[i][p]);
	}
	return r;
}

static int map_dmabuf(struct client *c, struct client_queue *q, unsigned int i,
		      const struct client_format *f)
{
	unsigned int p;
	int r = 0;

	for (p = 0; r == 0 && p < q->n_planes; p++) {
		q->length[i][p] = (f->size[p] + 4095) / 4096 * 4096;
		q->fd[i][p] = c->control->dmabuf(q->length[i][p]);
		ck_assert_msg(q->fd[i][p] >= 0, "dmabuf: %s", strerror(-q->fd[i][p]));
		r = c->control->sys->mmap(q->fd[i][p], q->length[i][p],
					  PROT_READ | PROT_WRITE, 0, &q->map[i][p]);
	}
	return r;
}

int client_reqbufs(struct client *c, enum client_side side, unsigned int count,
		   uint32_t memory)
{
	struct client_queue *q = &c->queue[side];
	struct v4l2_requestbuffers req = { .count = count, .type = q->type,
					   .memory = memory };
	struct client_format f = { 0 };
	unsigned int i;
	int r;

	ck_assert_uint_le(count, CLIENT_BUFFERS);
	if (!count)
		unmap(c, q);
	r = client_ioctl(c, VIDIOC_REQBUFS, &req);
	if (r < 0 || !count)
		return r;
	unmap(c, q);
	ck_assert_uint_le(req.count, CLIENT_BUFFERS);
	r = client_g_fmt(c, side, &f);
	q->memory = memory;
	q->n = req.count;
	q->n_planes = f.n_planes;
	for (i = 0; r == 0 && i < q->n; i++)
		if (memory == V4L2_MEMORY_MMAP)
			r = map_mmap(c, q, i);
		else if (memory == V4L2_MEMORY_DMABUF)
			r = map_dmabuf(c, q, i, &f);
	return r;
}

int client_qbuf_output(struct client *c, unsigned int index, const uint8_t *data,
		       size_t size, int64_t stamp_us)
{
	struct client_queue *q = &c->queue[CLIENT_OUTPUT];
	struct v4l2_plane planes[VIDEO_MAX_PLANES];
	struct v4l2_buffer b;

	init_buffer(q, index, &b, planes);
	ck_assert_uint_le(size, q->length[index][0]);
	memcpy(q->map[index][0], data, size);
	b.timestamp.tv_sec = stamp_us / 1000000;
	b.timestamp.tv_usec = stamp_us % 1000000;
	if (c->mplane) {
		b.length = 1;
		planes[0].bytesused = (uint32_t)size;
		planes[0].length = q->length[index][0];
		planes[0].m.fd = q->fd[index][0];
	} else {
		b.bytesused = (uint32_t)size;
		b.length = q->length[index][0];
		b.m.fd = q->fd[index][0];
	}
	return client_ioctl(c, VIDIOC_QBUF, &b);
}

static int qbuf_capture(struct client *c, unsigned int index, const int *fd,
			const uint32_t *length)
{
	struct client_queue *q = &c->queue[CLIENT_CAPTURE];
	struct v4l2_plane planes[VIDEO_MAX_PLANES];
	struct v4l2_buffer b;
	unsigned int p;

	init_buffer(q, index, &b, planes);
	if (c->mplane)
		b.length = q->n_planes;
	for (p = 0; c->mplane && p < q->n_planes; p++) {
		planes[p].length = length[p];
		planes[p].m.fd = fd[p];
	}
	if (!c->mplane) {
		b.length = length[0];
		b.m.fd = fd[0];
	}
	return client_ioctl(c, VIDIOC_QBUF, &b);
}

int client_qbuf_capture(struct client *c, unsigned int index)
{
	const struct client_queue *q = &c->queue[CLIENT_CAPTURE];

	return qbuf_capture(c, index, q->fd[index], q->length[index]);
}

int client_qbuf_capture_fd(struct client *c, unsigned int index, int fd, uint32_t length)
{
	const int fds[CLIENT_PLANES] = { fd, fd, fd };
	const uint32_t lengths[CLIENT_PLANES] = { length, length, length };

	return qbuf_capture(c, index, fds, lengths);
}

int client_dqbuf(struct client *c, enum client_side side, struct client_buffer *ret)
{
	struct client_queue *q = &c->queue[side];
	struct v4l2_plane planes[VIDEO_MAX_PLANES];
	struct v4l2_buffer b;
	unsigned int p;
	int r;

	init_buffer(q, 0, &b, planes);
	r = client_ioctl(c, VIDIOC_DQBUF, &b);
	if (r < 0)
		return r;
	*ret = (struct client_buffer){ .index = b.index, .flags = b.flags };
	ret->stamp_us = b.timestamp.tv_sec * INT64_C(1000000) + b.timestamp.tv_usec;
	for (p = 0; p < q->n_planes; p++)
		ret->bytesused[p] = c->mplane ? planes[p].bytesused : b.bytesused;
	return 0;
}

int client_stream(struct client *c, enum client_side side, bool on)
{
	int type = (int)c->queue[side].type;

	return client_ioctl(c, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

/* --- events and the like --- */

int client_subscribe(struct client *c)
{
	struct v4l2_event_subscription sub = { .type = V4L2_EVENT_SOURCE_CHANGE };

	return client_ioctl(c, VIDIOC_SUBSCRIBE_EVENT, &sub);
}

int client_event(struct client *c, unsigned int *ret_pending)
{
	struct v4l2_event ev = { 0 };
	int r = client_ioctl(c, VIDIOC_DQEVENT, &ev);

	if (r < 0)
		return r;
	ck_assert_uint_eq(ev.type, V4L2_EVENT_SOURCE_CHANGE);
	ck_assert_uint_eq(ev.u.src_change.changes, V4L2_EVENT_SRC_CH_RESOLUTION);
	*ret_pending = ev.pending;
	return 0;
}

int client_compose(struct client *c, uint32_t target, struct v4l2_rect *ret)
{
	struct v4l2_selection s = { .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .target = target };
	int r = client_ioctl(c, VIDIOC_G_SELECTION, &s);

	*ret = s.r;
	return r;
}

void client_set(struct client *c, const char *knob, unsigned int value)
{
	ck_assert_int_eq(c->control->set(c->device, knob, value), 0);
}

unsigned int client_get(struct client *c, const char *knob)
{
	unsigned int value = 0;

	ck_assert_int_eq(c->control->get(c->device, knob, &value), 0);
	return value;
}

unsigned int client_stat(struct client *c, const char *name)
{
	unsigned int value = 0;

	ck_assert_int_eq(c->control->stat(c->device, name, &value), 0);
	return value;
}

/* --- a frame --- */

void client_begin(struct client *c, const uint8_t *data, size_t size, uint32_t memory,
		  struct client_format *ret_format)
{
	struct client_format f = { .fourcc = V4L2_PIX_FMT_JPEG, .width = 640, .height = 480,
				   .size = { OUTPUT_SIZE } };
	unsigned int pending;
	short revents;

	ck_assert_int_eq(client_subscribe(c), 0);
	ck_assert_int_eq(client_s_fmt(c, VIDIOC_S_FMT, CLIENT_OUTPUT, &f), 0);
	ck_assert_int_eq(client_reqbufs(c, CLIENT_OUTPUT, 1, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_qbuf_output(c, 0, data, size, 1234567), 0);
	ck_assert_int_eq(client_stream(c, CLIENT_OUTPUT, true), 0);
	ck_assert_int_eq(client_poll(c, POLLPRI, 2000, &revents), 1);
	ck_assert_int_eq(client_event(c, &pending), 0);
	ck_assert_int_eq(client_g_fmt(c, CLIENT_CAPTURE, ret_format), 0);
	ck_assert_int_eq(client_reqbufs(c, CLIENT_CAPTURE, 1, memory), 0);
	ck_assert_int_eq(client_stream(c, CLIENT_CAPTURE, true), 0);
}

void client_collect(struct client *c, struct client_buffer *ret_capture,
		    struct client_buffer *ret_output)
{
	short revents;

	ck_assert_int_eq(client_qbuf_capture(c, 0), 0);
	ck_assert_int_eq(client_poll(c, POLLIN, 5000, &revents), 1);
	ck_assert_int_eq(revents, POLLIN);
	ck_assert_int_eq(client_dqbuf(c, CLIENT_CAPTURE, ret_capture), 0);
	/* Which of them comes first is the driver's. */
	ck_assert_int_eq(client_poll(c, POLLOUT, 5000, &revents), 1);
	ck_assert_int_eq(revents, POLLOUT);
	ck_assert_int_eq(client_dqbuf(c, CLIENT_OUTPUT, ret_output), 0);
}
