/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The virtual JPEG devices in a storm: threads open, decode, stop and close in all orders, with
 * errors or without, while devices go and come and knobs are turned. Nothing may be left
 * behind. What the kernel says to it is for the kernel's tests to see: VJPEG_BED=kernel.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "vjpeg/devices.h"

#define THREADS 3
#define ROUNDS  150
#define DEVICES 2

struct worker {
	pthread_t thread;
	uint32_t random;
	unsigned int closes;
};

static size_t stream_size;
static bool stops; /* atomic */

static uint32_t next(uint32_t *random, uint32_t n)
{
	*random ^= *random << 13;
	*random ^= *random >> 17;
	*random ^= *random << 5;
	return *random % n;
}

static void sleep_ms(unsigned int ms)
{
	struct timespec t = { ms / 1000, (long)(ms % 1000) * 1000000 };

	while (nanosleep(&t, &t) < 0)
		;
}

/* As client_open() does, but here it may fail. */
static bool try_open(struct client *c, unsigned int device)
{
	struct v4l2_capability cap = { 0 };
	unsigned int side, i, p;

	*c = (struct client){ .control = control, .device = device };
	c->fd = control->open(device, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (c->fd < 0)
		return false;
	for (side = 0; side < 2; side++)
		for (i = 0; i < CLIENT_BUFFERS; i++)
			for (p = 0; p < CLIENT_PLANES; p++)
				c->queue[side].fd[i][p] = -1;
	client_ioctl(c, VIDIOC_QUERYCAP, &cap);
	c->mplane = cap.device_caps & V4L2_CAP_VIDEO_M2M_MPLANE;
	c->queue[CLIENT_OUTPUT].type = c->mplane ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE :
						    V4L2_BUF_TYPE_VIDEO_OUTPUT;
	c->queue[CLIENT_CAPTURE].type = c->mplane ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE :
						     V4L2_BUF_TYPE_VIDEO_CAPTURE;
	return true;
}

/* Until a picture comes, or an error, or it takes too long. */
static void collect(struct client *c)
{
	struct client_buffer b;
	short revents;

	client_poll(c, POLLIN | POLLPRI, 30, &revents);
	client_dqbuf(c, CLIENT_CAPTURE, &b);
	client_dqbuf(c, CLIENT_OUTPUT, &b);
}

/* Into a buffer that came to be mapped. */
static void qbuf_output(struct client *c, unsigned int index)
{
	if (c->queue[CLIENT_OUTPUT].map[index][0])
		client_qbuf_output(c, index, cpu.stream, stream_size, 1);
}

/* Something that a client may do at any time. */
static void do_anything(struct client *c, struct worker *w)
{
	enum client_side side = next(&w->random, 2) ? CLIENT_OUTPUT : CLIENT_CAPTURE;
	uint32_t memory = next(&w->random, 2) ? V4L2_MEMORY_MMAP : V4L2_MEMORY_DMABUF;
	unsigned int index = next(&w->random, 3);
	struct client_format f;

	switch (next(&w->random, 10)) {
	case 0:
		client_stream(c, side, false);
		break;
	case 1:
		client_stream(c, side, true);
		break;
	case 2:
		client_stream(c, side, false);
		client_reqbufs(c, side, 0, memory);
		client_reqbufs(c, side, 3, memory);
		break;
	case 3:
		if (client_g_fmt(c, side, &f) == 0)
			client_s_fmt(c, VIDIOC_S_FMT, side, &f);
		break;
	case 4:
	case 5:
		qbuf_output(c, index);
		break;
	case 6:
	case 7:
		client_qbuf_capture(c, index);
		break;
	default:
		collect(c);
		break;
	}
}

static void use(struct client *c, struct worker *w)
{
	unsigned int i;

	client_subscribe(c);
	client_reqbufs(c, CLIENT_OUTPUT, 3, V4L2_MEMORY_MMAP);
	qbuf_output(c, 0);
	client_stream(c, CLIENT_OUTPUT, true);
	client_reqbufs(c, CLIENT_CAPTURE, 3,
		       next(&w->random, 2) ? V4L2_MEMORY_MMAP : V4L2_MEMORY_DMABUF);
	client_qbuf_capture(c, 0);
	client_stream(c, CLIENT_CAPTURE, true);
	collect(c);
	for (i = next(&w->random, 20); i; i--)
		do_anything(c, w);
}

static void *work(void *data)
{
	struct worker *w = data;
	struct client c;

	while (!__atomic_load_n(&stops, __ATOMIC_RELAXED)) {
		if (!try_open(&c, next(&w->random, DEVICES))) {
			sleep_ms(1);
			continue;
		}
		use(&c, w);
		client_close(&c);
		w->closes++;
	}
	return NULL;
}

static void turn(uint32_t *random)
{
	static const unsigned int jobs[] = { VJPEG_JOB_OK, VJPEG_JOB_OK, VJPEG_JOB_ERROR,
					     VJPEG_JOB_ERROR_OUTPUT, VJPEG_JOB_STALLS,
					     VJPEG_JOB_LAST };
	unsigned int device = next(random, DEVICES);

	switch (next(random, 8)) {
	case 0:
		control->unplug(device);
		break;
	case 1:
		control->set(device, "job", jobs[next(random, 6)]);
		break;
	case 2:
		control->set(device, "job_ms", next(random, 6));
		break;
	case 3:
		control->set(device, "unplug_job", 1 + next(random, 3));
		break;
	case 4:
		control->set(device, "unplug_at", 1 + next(random, 40));
		break;
	case 5:
		control->set(device, "replug_ms", next(random, 5));
		break;
	default:
		control->plug(device);
		break;
	}
}

/* A picture as if nothing had been. */
static void calm(unsigned int device)
{
	struct client_buffer cap, out;
	struct client_format f;
	struct client c;
	size_t size;

	ck_assert_int_eq(control->reset(device), 0);
	sleep_ms(100); /* it may be about to come back by itself */
	ck_assert_int_eq(control->unplug(device), 0);
	ck_assert_int_eq(control->plug(device), 0);
	size = devices_begin(&c, device, NULL, 0, &f);
	client_collect(&c, &cap, &out);
	devices_decode(size);
	devices_compare(&c, &f, cap.index, 0, 0);
	client_close(&c);
}

START_TEST(storm)
{
	struct worker worker[THREADS];
	unsigned int i, closes = 0;
	uint32_t random = 2463534242u;

	stream_size = devices_picture(200, 120, FX_420);
	for (i = 0; i < THREADS; i++) {
		worker[i] = (struct worker){ .random = 1 + i };
		ck_assert_int_eq(pthread_create(&worker[i].thread, NULL, work, &worker[i]), 0);
	}
	for (i = 0; i < ROUNDS; i++) {
		turn(&random);
		sleep_ms(1 + next(&random, 15));
	}
	__atomic_store_n(&stops, true, __ATOMIC_RELAXED);
	for (i = 0; i < THREADS; i++) {
		ck_assert_int_eq(pthread_join(worker[i].thread, NULL), 0);
		closes += worker[i].closes;
	}
	ck_assert_uint_gt(closes, ROUNDS / 10);
	for (i = 0; i < DEVICES; i++)
		calm(i);
}
END_TEST

/* Going and coming alone, with a file that stays open from before. */
START_TEST(many_plugs)
{
	struct client c;
	unsigned int i;

	client_open(&c, control, 0);
	for (i = 0; i < 40; i++) {
		ck_assert_int_eq(control->unplug(0), 0);
		ck_assert(!control->is_plugged(0));
		ck_assert_int_eq(control->plug(0), 0);
		ck_assert(control->is_plugged(0));
	}
	ck_assert_int_eq(client_subscribe(&c), -ENODEV);
	client_close(&c);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("vjpeg-storm");
	TCase *tc = tcase_create("storm");

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, devices_setup, devices_teardown);
	tcase_add_test(tc, storm);
	tcase_add_test(tc, many_plugs);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("vjpeg-storm", make_suite);
}
