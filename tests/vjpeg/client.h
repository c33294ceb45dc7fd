/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A V4L2 client by hand, for tests of the virtual devices themselves: each call is one ioctl
 * and says what that said. Single- and multi-planar nodes look alike. It runs on the devices
 * in user space and on the kernel's.
 */
#ifndef VJPEG_CLIENT_H
#define VJPEG_CLIENT_H

#include "control.h"

#include <stdint.h>

#include <linux/videodev2.h>

#define CLIENT_BUFFERS 8
#define CLIENT_PLANES  3

enum client_side { CLIENT_OUTPUT, CLIENT_CAPTURE };

struct client_queue {
	uint32_t type, memory;
	unsigned int n, n_planes; /* buffers, planes of each */
	void *map[CLIENT_BUFFERS][CLIENT_PLANES];
	uint32_t length[CLIENT_BUFFERS][CLIENT_PLANES];
	int fd[CLIENT_BUFFERS][CLIENT_PLANES]; /* DMABUF; -1 */
};

struct client {
	const struct vjpeg_control *control;
	unsigned int device;
	int fd;
	bool mplane;
	struct client_queue queue[2];
};

/* A format, of one plane or of several. */
struct client_format {
	uint32_t fourcc, width, height, n_planes;
	uint32_t bpl[CLIENT_PLANES], size[CLIENT_PLANES];
	uint32_t field, colorspace, ycbcr_enc, quantization;
};

/* What DQBUF gave. */
struct client_buffer {
	unsigned int index;
	uint32_t flags, bytesused[CLIENT_PLANES];
	int64_t stamp_us;
};

/* With O_NONBLOCK; fails the test where that goes wrong. By QUERYCAP it knows mplane. */
void client_open(struct client *c, const struct vjpeg_control *control,
		 unsigned int device);
/* Unmaps and closes whatever there is. */
void client_close(struct client *c);

int client_ioctl(struct client *c, unsigned long request, void *arg);
int client_poll(struct client *c, short events, int timeout_ms, short *ret_revents);

int client_g_fmt(struct client *c, enum client_side side, struct client_format *ret);
/* Both write back what the driver made of it; @request is VIDIOC_S_FMT or _TRY_FMT. */
int client_s_fmt(struct client *c, unsigned long request, enum client_side side,
		 struct client_format *f);

/*
 * REQBUFS, then for MMAP QUERYBUF and mmap(), for DMABUF new dma-bufs that are mapped, too.
 * With @count 0 all is unmapped and closed before.
 */
int client_reqbufs(struct client *c, enum client_side side, unsigned int count,
		   uint32_t memory);
int client_qbuf_output(struct client *c, unsigned int index, const uint8_t *data,
		       size_t size, int64_t stamp_us);
int client_qbuf_capture(struct client *c, unsigned int index);
/* QBUF of CAPTURE with one number other than it should be. */
int client_qbuf_capture_fd(struct client *c, unsigned int index, int fd, uint32_t length);
int client_dqbuf(struct client *c, enum client_side side, struct client_buffer *ret);
int client_stream(struct client *c, enum client_side side, bool on);

int client_subscribe(struct client *c);
/* A SOURCE_CHANGE; *ret_pending is how many more wait. */
int client_event(struct client *c, unsigned int *ret_pending);
int client_compose(struct client *c, uint32_t target, struct v4l2_rect *ret);

/* Knobs and counters of its device; these fail the test. */
void client_set(struct client *c, const char *knob, unsigned int value);
unsigned int client_get(struct client *c, const char *knob);
unsigned int client_stat(struct client *c, const char *name);

/*
 * The sequence of a first frame, up to the picture: OUTPUT with one buffer, the stream in
 * it, the event, CAPTURE by what G_FMT says then, in @memory. Fails the test.
 */
void client_begin(struct client *c, const uint8_t *data, size_t size, uint32_t memory,
		  struct client_format *ret_format);
/* Queue CAPTURE's buffer 0, wait, take both buffers back. Fails the test. */
void client_collect(struct client *c, struct client_buffer *ret_capture,
		    struct client_buffer *ret_output);

#endif
