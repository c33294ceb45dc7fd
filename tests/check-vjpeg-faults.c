/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The knobs of the virtual JPEG devices: each fault comes as knobs.h says, and goes again.
 * On the fake, or by VJPEG_BED=kernel on the kernel's devices.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>

#include "vjpeg/devices.h"

static struct client client;
static struct client_format format;
static size_t size;

static void begin_with(unsigned int device, const char *knob, unsigned int value)
{
	size = devices_begin(&client, device, knob, value, &format);
}

static void is_error(const struct client_buffer *b, bool is)
{
	ck_assert_int_eq(!!(b->flags & V4L2_BUF_FLAG_ERROR), is);
}

static bool is_right(void)
{
	const struct libcodec_image_layout l = layout();

	return !memcmp(client.queue[CLIENT_CAPTURE].map[0][0], row(&l, 0, 0), 64);
}

/* The frame after a fault is fine. */
static void next_is_fine(void)
{
	struct client_buffer cap, out;

	memset(client.queue[CLIENT_CAPTURE].map[0][0], POISON, format.size[0]);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	client_collect(&client, &cap, &out);
	is_error(&cap, false);
	is_error(&out, false);
	devices_decode(size);
	devices_compare(&client, &format, 0, 0, 0);
}

/* --- jobs --- */

START_TEST(job_error)
{
	struct client_buffer cap, out;

	begin_with(0, "job", VJPEG_JOB_ERROR);
	client_collect(&client, &cap, &out);
	is_error(&cap, true);
	is_error(&out, false);
	devices_decode(size);
	ck_assert(is_right());
	ck_assert_mem_ne((uint8_t *)client.queue[CLIENT_CAPTURE].map[0][0] + 40 * 64,
			 cpu.pixels + 40 * layout().plane_stride[0], 64);
	ck_assert_uint_eq(client_stat(&client, "errors"), 1);
	ck_assert_uint_eq(client_stat(&client, "decoded"), 0);
	ck_assert_uint_eq(client_get(&client, "job"), VJPEG_JOB_OK);
	next_is_fine();
	client_close(&client);
}
END_TEST

START_TEST(job_error_of_output)
{
	struct client_buffer out;
	short revents;

	begin_with(1, "job", VJPEG_JOB_ERROR_OUTPUT);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN | POLLOUT, 2000, &revents), 1);
	ck_assert_int_eq(revents, POLLOUT);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_OUTPUT, &out), 0);
	is_error(&out, true);
	/* CAPTURE's buffer serves the next one. */
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN, 2000, &revents), 1);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &out), 0);
	is_error(&out, false);
	client_close(&client);
}
END_TEST

START_TEST(job_error_of_both)
{
	struct client_buffer cap, out;

	begin_with(0, "job", VJPEG_JOB_ERROR_BOTH);
	memset(client.queue[CLIENT_CAPTURE].map[0][0], POISON, format.size[0]);
	client_collect(&client, &cap, &out);
	is_error(&cap, true);
	is_error(&out, true);
	ck_assert_uint_eq(cap.bytesused[0], 0);
	ck_assert_uint_eq(*(uint8_t *)client.queue[CLIENT_CAPTURE].map[0][0], POISON);
	next_is_fine();
	client_close(&client);
}
END_TEST

START_TEST(job_short_and_empty)
{
	struct client_buffer cap, out;

	begin_with(0, "job", VJPEG_JOB_SHORT);
	client_collect(&client, &cap, &out);
	is_error(&cap, false);
	ck_assert_uint_eq(cap.bytesused[0], format.size[0] / 2);
	next_is_fine();
	client_set(&client, "job", VJPEG_JOB_EMPTY);
	memset(client.queue[CLIENT_CAPTURE].map[0][0], POISON, format.size[0]);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	client_collect(&client, &cap, &out);
	is_error(&cap, false);
	ck_assert_uint_eq(cap.bytesused[0], 0);
	ck_assert_uint_eq(*(uint8_t *)client.queue[CLIENT_CAPTURE].map[0][0], POISON);
	next_is_fine();
	client_close(&client);
}
END_TEST

START_TEST(job_last)
{
	struct client_buffer cap, out;
	short revents;

	begin_with(0, "job", VJPEG_JOB_LAST);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN, 2000, &revents), 1);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), 0);
	ck_assert_uint_ne(cap.flags & V4L2_BUF_FLAG_LAST, 0);
	ck_assert_uint_eq(cap.bytesused[0], 0);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), -EPIPE);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_OUTPUT, &out), -EAGAIN);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, true), 0);
	/* OUTPUT's buffer is still there. */
	client_collect(&client, &cap, &out);
	ck_assert_uint_eq(cap.flags & V4L2_BUF_FLAG_LAST, 0);
	devices_decode(size);
	devices_compare(&client, &format, 0, 0, 0);
	client_close(&client);
}
END_TEST

START_TEST(job_stalls_until_streamoff)
{
	struct client_buffer cap, out;
	short revents;

	begin_with(0, "job", VJPEG_JOB_STALLS);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN | POLLOUT, 60, &revents), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, true), 0);
	client_collect(&client, &cap, &out);
	is_error(&cap, false);
	devices_decode(size);
	devices_compare(&client, &format, 0, 0, 0);
	client_close(&client);
}
END_TEST

START_TEST(jobs_are_counted)
{
	struct client_buffer cap, out;
	unsigned int i;

	begin_with(0, "job", VJPEG_JOB_ERROR_BOTH);
	client_set(&client, "job_skip", 2);
	client_set(&client, "job_n", 3);
	for (i = 0; i < 8; i++) {
		if (i)
			ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0),
					 0);
		client_collect(&client, &cap, &out);
		is_error(&cap, i >= 2 && i < 5);
	}
	ck_assert_uint_eq(client_stat(&client, "jobs"), 8);
	ck_assert_uint_eq(client_stat(&client, "decoded"), 5);
	ck_assert_uint_eq(client_stat(&client, "errors"), 3);
	client_set(&client, "job_n", 0);
	client_set(&client, "job", VJPEG_JOB_ERROR_BOTH);
	for (i = 0; i < 4; i++) {
		ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
		client_collect(&client, &cap, &out);
		is_error(&cap, true);
	}
	client_close(&client);
}
END_TEST

START_TEST(jobs_take_time)
{
	struct client_buffer cap, out;
	int64_t began;
	short revents;

	begin_with(0, "job_ms", 60);
	began = devices_now_ms();
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN, 10, &revents), 0);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), -EAGAIN);
	ck_assert_int_eq(client_poll(&client, POLLIN, 5000, &revents), 1);
	ck_assert_int_ge(devices_now_ms() - began, 55);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), 0);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_OUTPUT, &out), 0);
	client_close(&client);
}
END_TEST

/* One context's job at a time: who stalls holds up the others. */
START_TEST(contexts_take_turns)
{
	struct client other;
	struct client_format f;
	short revents;
	struct client_buffer cap, out;

	begin_with(0, "job", VJPEG_JOB_STALLS);
	client_open(&other, control, 0);
	client_begin(&other, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	ck_assert_int_eq(client_qbuf_capture(&other, 0), 0);
	ck_assert_int_eq(client_poll(&other, POLLIN, 40, &revents), 0);
	client_close(&client);
	ck_assert_int_eq(client_poll(&other, POLLIN, 5000, &revents), 1);
	ck_assert_int_eq(client_dqbuf(&other, CLIENT_CAPTURE, &cap), 0);
	ck_assert_int_eq(client_dqbuf(&other, CLIENT_OUTPUT, &out), 0);
	is_error(&cap, false);
	/* Only so many of them. */
	client_set(&other, "contexts", 1);
	ck_assert_int_eq(control->open(0, O_RDWR | O_NONBLOCK | O_CLOEXEC), -EBUSY);
	ck_assert_uint_ge(client_stat(&other, "busy"), 1);
	client_close(&other);
}
END_TEST

/* --- refusals --- */

static void offer(const char *knob, unsigned int value)
{
	struct client_format f = { .fourcc = V4L2_PIX_FMT_JPEG, .width = 64, .height = 48,
				   .size = { 65536 } };

	client_open(&client, control, 0);
	client_set(&client, knob, value);
	ck_assert_int_eq(client_subscribe(&client), 0);
	ck_assert_int_eq(client_s_fmt(&client, VIDIOC_S_FMT, CLIENT_OUTPUT, &f), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_OUTPUT, 1, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, true), 0);
}

static void expect_refusal_at_once(void)
{
	struct client_buffer out;
	short revents;

	ck_assert_int_eq(client_poll(&client, POLLPRI | POLLOUT, 1000, &revents), 1);
	ck_assert_int_eq(revents, POLLOUT);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_OUTPUT, &out), 0);
	is_error(&out, true);
	ck_assert_uint_eq(client_stat(&client, "errors"), 1);
	ck_assert_uint_eq(client_stat(&client, "jobs"), 0);
	client_close(&client);
}

START_TEST(streams_are_refused)
{
	struct fx_jpeg j;

	size = devices_picture(63, 48, FX_420);
	offer("min_size", 64);
	expect_refusal_at_once();

	ck_assert_int_eq(control->clear_stats(0), 0);
	ck_assert_int_eq(control->reset(0), 0);
	fx_jpeg_init(&j, 64, 48, FX_420);
	j.flags |= FX_NO_DHT;
	size = write_stream(&j);
	offer("dht_required", 1);
	expect_refusal_at_once();

	ck_assert_int_eq(control->clear_stats(0), 0);
	ck_assert_int_eq(control->reset(0), 0);
	size = devices_picture(64, 48, FX_420);
	memset(cpu.stream + 2, 0, 100);
	offer("job_ms", 0);
	expect_refusal_at_once();
}
END_TEST

START_TEST(streams_are_refused_in_the_job)
{
	struct client_buffer cap, out;
	short revents;

	size = devices_picture(63, 48, FX_420);
	ck_assert_int_eq(control->set(0, "reject", VJPEG_REJECT_IN_JOB), 0);
	offer("min_size", 64);
	ck_assert_int_eq(client_poll(&client, POLLPRI | POLLOUT, 30, &revents), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_CAPTURE, 1, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, true), 0);
	client_collect(&client, &cap, &out);
	is_error(&cap, true);
	is_error(&out, true);
	client_close(&client);
}
END_TEST

START_TEST(metadata_wedges)
{
	struct fx_jpeg j;
	struct client_format f;
	short revents;

	begin_with(0, "app_wedge", 1);
	client_collect(&client, &(struct client_buffer){ 0 }, &(struct client_buffer){ 0 });
	client_close(&client);
	fx_jpeg_init(&j, 64, 48, FX_420);
	j.orientation = 6;
	size = write_stream(&j);
	client_open(&client, control, 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN, 40, &revents), 0);
	client_close(&client);
}
END_TEST

/* --- events and geometry --- */

/* The events that come when a header is parsed, until there are none; at most 20. */
static unsigned int drain_events(void)
{
	unsigned int n = 0, pending;
	short revents;

	while (n < 20 && client_poll(&client, POLLPRI, 5, &revents) == 1 &&
	       client_event(&client, &pending) == 0)
		n++;
	return n;
}

START_TEST(events_as_knobs_say)
{
	size = devices_picture(64, 48, FX_420);
	offer("event", VJPEG_EVENT_NORMAL);
	ck_assert_uint_eq(drain_events(), 1);
	client_close(&client);
	offer("event", VJPEG_EVENT_NONE);
	ck_assert_uint_eq(drain_events(), 0);
	client_close(&client);
	ck_assert_int_eq(control->set(0, "event_n", 4), 0);
	offer("event", VJPEG_EVENT_DUPLICATE);
	ck_assert_uint_eq(drain_events(), 4);
	client_close(&client);
	offer("event", VJPEG_EVENT_FLOOD);
	ck_assert_uint_eq(drain_events(), 20);
	client_close(&client);
	client_open(&client, control, 0);
	client_set(&client, "event", VJPEG_EVENT_REFUSED);
	ck_assert_int_eq(client_subscribe(&client), -EINVAL);
	client_close(&client);
}
END_TEST

START_TEST(events_come_late)
{
	struct client_format f;
	unsigned int pending;
	int64_t began;
	short revents;

	size = devices_picture(64, 48, FX_420);
	ck_assert_int_eq(control->set(0, "event_ms", 60), 0);
	began = devices_now_ms();
	offer("event", VJPEG_EVENT_LATE);
	ck_assert_int_eq(client_event(&client, &pending), -ENOENT);
	ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, &f), 0);
	ck_assert_uint_eq(f.width, 64);
	ck_assert_uint_eq(f.height, 48);
	ck_assert_int_eq(client_poll(&client, POLLPRI, 5000, &revents), 1);
	ck_assert_int_ge(devices_now_ms() - began, 55);
	ck_assert_int_eq(client_event(&client, &pending), 0);
	client_close(&client);
}
END_TEST

START_TEST(geometry_is_latched)
{
	struct client_format f;

	begin_with(0, "latch", 1);
	client_collect(&client, &(struct client_buffer){ 0 }, &(struct client_buffer){ 0 });
	size = devices_picture(100, 60, FX_420);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_uint_eq(drain_events(), 1);
	ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, &f), 0);
	ck_assert_uint_eq(f.width, 64);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, &f), 0);
	ck_assert_uint_eq(f.width, 112);
	client_close(&client);
}
END_TEST

START_TEST(geometry_is_stale)
{
	static const struct {
		unsigned int knob, width, height;
	} kinds_of[] = { { VJPEG_STALE_KEEPS, 640, 480 },
			 { VJPEG_STALE_HALF, 32, 24 },
			 { VJPEG_STALE_TWICE, 128, 96 } };
	struct client_format f;
	unsigned int i;

	size = devices_picture(64, 48, FX_420);
	for (i = 0; i < 3; i++) {
		struct client_format out = { .fourcc = V4L2_PIX_FMT_JPEG, .width = 640,
					     .height = 480, .size = { 65536 } };

		offer("stale", kinds_of[i].knob);
		if (kinds_of[i].knob == VJPEG_STALE_KEEPS) {
			/* It was what S_FMT(OUTPUT) said. */
			ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, false), 0);
			ck_assert_int_eq(client_reqbufs(&client, CLIENT_OUTPUT, 0,
							V4L2_MEMORY_MMAP), 0);
			client_set(&client, "stale", VJPEG_STALE_KEEPS);
			ck_assert_int_eq(client_s_fmt(&client, VIDIOC_S_FMT, CLIENT_OUTPUT,
						      &out), 0);
			ck_assert_int_eq(client_reqbufs(&client, CLIENT_OUTPUT, 1,
							V4L2_MEMORY_MMAP), 0);
			ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, true), 0);
			ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0),
					 0);
		}
		ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, &f), 0);
		ck_assert_uint_eq(f.width, kinds_of[i].width);
		ck_assert_uint_eq(f.height, kinds_of[i].height);
		ck_assert_uint_eq(client_get(&client, "stale"), VJPEG_STALE_NONE);
		/* Looked at again, it is right. */
		ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, false), 0);
		ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, true), 0);
		ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
		ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, &f), 0);
		ck_assert_uint_eq(f.width, 64);
		ck_assert_uint_eq(f.height, 48);
		client_close(&client);
	}
}
END_TEST

START_TEST(selections_as_knobs_say)
{
	struct client_buffer cap, out;
	struct v4l2_rect r;

	begin_with(0, "sel", VJPEG_SEL_OFFSET);
	ck_assert_int_eq(client_compose(&client, V4L2_SEL_TGT_COMPOSE, &r), 0);
	ck_assert(r.left == 16 && r.top == 8 && r.width == 64 && r.height == 48);
	ck_assert_uint_ge(format.width, 80);
	ck_assert_uint_ge(format.height, 56);
	ck_assert_int_eq(client_compose(&client, V4L2_SEL_TGT_COMPOSE_PADDED, &r), 0);
	ck_assert(!r.left && !r.top && r.width == format.width && r.height == format.height);
	client_collect(&client, &cap, &out);
	devices_decode(size);
	devices_compare(&client, &format, 0, 16, 8);
	client_set(&client, "sel", VJPEG_SEL_ZERO);
	ck_assert_int_eq(client_compose(&client, V4L2_SEL_TGT_COMPOSE, &r), 0);
	ck_assert(!r.left && !r.top && !r.width && !r.height);
	client_set(&client, "sel", VJPEG_SEL_EINVAL);
	ck_assert_int_eq(client_compose(&client, V4L2_SEL_TGT_COMPOSE, &r), -EINVAL);
	client_close(&client);

	size = devices_picture(61, 45, FX_420);
	offer("sel", VJPEG_SEL_OK);
	ck_assert_int_eq(client_compose(&client, V4L2_SEL_TGT_COMPOSE, &r), 0);
	ck_assert(!r.left && !r.top && r.width == 61 && r.height == 45);
	ck_assert_int_eq(client_compose(&client, V4L2_SEL_TGT_CROP, &r), 0);
	ck_assert(!r.left && !r.top && r.width == 61 && r.height == 45);
	ck_assert_int_eq(client_compose(&client, V4L2_SEL_TGT_NATIVE_SIZE, &r), -EINVAL);
	client_close(&client);
}
END_TEST

START_TEST(colours_as_knobs_say)
{
	struct client_format f;

	client_open(&client, control, 1);
	client_set(&client, "colorspace", V4L2_COLORSPACE_SRGB);
	client_set(&client, "ycbcr_enc", V4L2_YCBCR_ENC_601);
	client_set(&client, "quantization", V4L2_QUANTIZATION_LIM_RANGE);
	ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, &f), 0);
	ck_assert_uint_eq(f.colorspace, V4L2_COLORSPACE_SRGB);
	ck_assert_uint_eq(f.ycbcr_enc, V4L2_YCBCR_ENC_601);
	ck_assert_uint_eq(f.quantization, V4L2_QUANTIZATION_LIM_RANGE);
	client_close(&client);
}
END_TEST

/* What a queue lists, by its first @n formats; 0 for what is not there. */
static void listed(enum client_side side, uint32_t *ret, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		struct v4l2_fmtdesc d = { .index = i, .type = client.queue[side].type };

		ret[i] = client_ioctl(&client, VIDIOC_ENUM_FMT, &d) ? 0 : d.pixelformat;
		if (ret[i] == V4L2_PIX_FMT_JPEG)
			ck_assert_uint_eq(d.flags, V4L2_FMT_FLAG_COMPRESSED);
	}
}

START_TEST(formats_as_knobs_say)
{
	struct v4l2_frmsizeenum e = { .pixel_format = V4L2_PIX_FMT_JPEG };
	uint32_t out[3], cap[3];

	ck_assert_int_eq(control->set(2, "planar", VJPEG_SINGLE), 0);
	ck_assert_int_eq(control->set(2, "coded", VJPEG_CODED_JPEG | VJPEG_CODED_MJPG), 0);
	ck_assert_int_eq(control->set(2, "formats", 1u << VJPEG_F_NV12M | 1u << VJPEG_F_GREY),
			 0);
	ck_assert_int_eq(control->set(2, "min_size", 16), 0);
	ck_assert_int_eq(control->plug(2), 0);
	client_open(&client, control, 2);
	listed(CLIENT_OUTPUT, out, 3);
	ck_assert(out[0] == V4L2_PIX_FMT_JPEG && out[1] == V4L2_PIX_FMT_MJPEG && !out[2]);
	listed(CLIENT_CAPTURE, cap, 3);
	ck_assert(cap[0] == V4L2_PIX_FMT_GREY && !cap[1]);
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_ENUM_FRAMESIZES, &e), 0);
	ck_assert_uint_ne(e.type, V4L2_FRMSIZE_TYPE_DISCRETE);
	ck_assert_uint_eq(e.stepwise.min_width, 16);
	ck_assert_uint_eq(e.stepwise.max_height, 8192);
	e.index = 1;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_ENUM_FRAMESIZES, &e), -EINVAL);
	client_close(&client);

	ck_assert_int_eq(control->set(3, "coded", VJPEG_CODED_ENCODER), 0);
	ck_assert_int_eq(control->plug(3), 0);
	client_open(&client, control, 3);
	listed(CLIENT_OUTPUT, out, 3);
	ck_assert(out[0] == V4L2_PIX_FMT_NV12 && out[1] == V4L2_PIX_FMT_NV12M);
	listed(CLIENT_CAPTURE, cap, 3);
	ck_assert(cap[0] == V4L2_PIX_FMT_JPEG && !cap[1]);
	client_close(&client);
	ck_assert_int_eq(control->unplug(2), 0);
	ck_assert_int_eq(control->unplug(3), 0);
}
END_TEST

static TCase *group(Suite *s, const char *name)
{
	TCase *t = tcase_create(name);

	tcase_add_checked_fixture(t, devices_setup, devices_teardown);
	suite_add_tcase(s, t);
	return t;
}

static Suite *make(void)
{
	Suite *s = suite_create("vjpeg-faults");
	TCase *t = group(s, "jobs");

	tcase_add_test(t, job_error);
	tcase_add_test(t, job_error_of_output);
	tcase_add_test(t, job_error_of_both);
	tcase_add_test(t, job_short_and_empty);
	tcase_add_test(t, job_last);
	tcase_add_test(t, job_stalls_until_streamoff);
	tcase_add_test(t, jobs_are_counted);
	tcase_add_test(t, jobs_take_time);
	tcase_add_test(t, contexts_take_turns);
	t = group(s, "streams");
	tcase_add_test(t, streams_are_refused);
	tcase_add_test(t, streams_are_refused_in_the_job);
	tcase_add_test(t, metadata_wedges);
	tcase_add_test(t, events_as_knobs_say);
	tcase_add_test(t, events_come_late);
	tcase_add_test(t, geometry_is_latched);
	tcase_add_test(t, geometry_is_stale);
	tcase_add_test(t, selections_as_knobs_say);
	tcase_add_test(t, colours_as_knobs_say);
	tcase_add_test(t, formats_as_knobs_say);
	return s;
}

int main(void)
{
	return devices_main("vjpeg-faults", make);
}
