/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The virtual JPEG devices, driven by hand: pictures through each kind of memory, against
 * the cpu backend's; what queues check; poll, drains and changes of geometry. By
 * VJPEG_BED=kernel the same on the kernel's, which is how the fake is held to the truth.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "vjpeg/devices.h"

static struct client client;

/* --- pictures --- */

static void one_picture(unsigned int device, uint32_t memory, unsigned int width,
			unsigned int height, enum fx_sampling sampling, unsigned int n_planes)
{
	size_t size = devices_picture(width, height, sampling);
	struct client_buffer cap, out;
	struct client_format f;
	unsigned int p;

	client_open(&client, control, device);
	ck_assert_int_eq(client.mplane, device == 0);
	client_begin(&client, cpu.stream, size, memory, &f);
	ck_assert_uint_eq(f.n_planes, n_planes);
	ck_assert_uint_ge(f.width, width);
	ck_assert_uint_ge(f.height, height);
	ck_assert_uint_eq(f.width % 16, 0);
	ck_assert_uint_eq(f.height % 8, 0);
	ck_assert_uint_eq(f.field, V4L2_FIELD_NONE);
	ck_assert_uint_eq(f.colorspace, V4L2_COLORSPACE_JPEG);
	client_collect(&client, &cap, &out);
	ck_assert_uint_eq(out.flags, V4L2_BUF_FLAG_TIMESTAMP_COPY | V4L2_BUF_FLAG_MAPPED);
	ck_assert_uint_eq(cap.flags, V4L2_BUF_FLAG_TIMESTAMP_COPY |
					     (memory == V4L2_MEMORY_MMAP ? V4L2_BUF_FLAG_MAPPED : 0));
	ck_assert_int_eq(cap.stamp_us, 1234567);
	for (p = 0; p < n_planes; p++)
		ck_assert_uint_eq(cap.bytesused[p], f.size[p]);
	devices_decode(size);
	devices_compare(&client, &f, 0, 0, 0);
	ck_assert_uint_eq(client_stat(&client, "decoded"), 1);
	ck_assert_uint_eq(client_stat(&client, "jobs"), 1);
	ck_assert_uint_eq(client_stat(&client, "parses"), 1);
	ck_assert_uint_eq(client_stat(&client, "errors"), 0);
	ck_assert_uint_eq(client_stat(&client, "staged_bytes"), size);
	devices_opens(device, 1);
	ck_assert_uint_eq(client_stat(&client, "mapped"),
			  1 + (memory == V4L2_MEMORY_MMAP ? n_planes : 0));
	ck_assert_uint_eq(client_stat(&client, "attached"),
			  memory == V4L2_MEMORY_DMABUF ? n_planes : 0);
	client_close(&client);
}

static const struct {
	enum fx_sampling sampling;
	unsigned int width, height;
} pictures[] = {
	{ FX_420, 64, 48 }, { FX_420, 33, 35 }, { FX_422, 161, 120 },
	{ FX_444, 17, 9 },  { FX_GREY, 61, 45 }, { FX_420, 1, 1 },
};
#define N_PICTURES (sizeof(pictures) / sizeof(pictures[0]))

static void all_pictures(uint32_t memory)
{
	unsigned int i, device;

	for (device = 0; device < 2; device++)
		for (i = 0; i < N_PICTURES; i++) {
			ck_assert_int_eq(control->clear_stats(device), 0);
			one_picture(device, memory, pictures[i].width, pictures[i].height,
				    pictures[i].sampling, 1);
		}
}

START_TEST(pictures_by_mmap)
{
	all_pictures(V4L2_MEMORY_MMAP);
}
END_TEST

START_TEST(pictures_by_dmabuf)
{
	all_pictures(V4L2_MEMORY_DMABUF);
}
END_TEST

START_TEST(pictures_in_two_planes)
{
	ck_assert_int_eq(control->set(0, "default_420", VJPEG_F_NV12M), 0);
	one_picture(0, V4L2_MEMORY_MMAP, 75, 31, FX_420, 2);
	ck_assert_int_eq(control->clear_stats(0), 0);
	one_picture(0, V4L2_MEMORY_DMABUF, 75, 31, FX_420, 2);
}
END_TEST

START_TEST(imports_are_kept)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct client_buffer cap, out;
	struct client_format f;
	unsigned int i;

	client_open(&client, control, 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_DMABUF, &f);
	for (i = 0; i < 5; i++) {
		if (i)
			ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0),
					 0);
		client_collect(&client, &cap, &out);
	}
	ck_assert_uint_eq(client_stat(&client, "decoded"), 5);
	ck_assert_uint_eq(client_stat(&client, "imported"), 5);
	ck_assert_uint_eq(client_stat(&client, "attaches"), 1);
	ck_assert_uint_eq(client_stat(&client, "attached"), 1);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_uint_eq(client_stat(&client, "attached"), 1);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_CAPTURE, 0, V4L2_MEMORY_DMABUF), 0);
	ck_assert_uint_eq(client_stat(&client, "attached"), 0);
	client_close(&client);
}
END_TEST

/* --- changes of geometry --- */

/* CAPTURE anew, by what G_FMT says now, and the picture. */
static void restart_capture(struct client_format *f)
{
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_CAPTURE, 0, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, f), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_CAPTURE, 1, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, true), 0);
}

static void expect_event(void)
{
	unsigned int pending;
	short revents;

	ck_assert_int_eq(client_poll(&client, POLLPRI, 2000, &revents), 1);
	ck_assert_int_eq(revents, POLLPRI);
	ck_assert_int_eq(client_event(&client, &pending), 0);
	ck_assert_uint_eq(pending, 0);
	ck_assert_int_eq(client_event(&client, &pending), -ENOENT);
}

static void collect_right(size_t size, const struct client_format *f)
{
	struct client_buffer cap, out;

	client_collect(&client, &cap, &out);
	ck_assert_uint_eq((cap.flags | out.flags) & V4L2_BUF_FLAG_ERROR, 0);
	devices_decode(size);
	devices_compare(&client, f, 0, 0, 0);
}

/* CAPTURE is off when the next header comes, as mxc and s5p want it. */
START_TEST(change_class_a)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct client_format f;

	client_open(&client, control, 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	collect_right(size, &f);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_CAPTURE, 0, V4L2_MEMORY_MMAP), 0);
	size = devices_picture(100, 60, FX_422);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	expect_event();
	restart_capture(&f);
	ck_assert_uint_eq(f.fourcc, V4L2_PIX_FMT_NV16);
	ck_assert_uint_eq(f.width, 112);
	ck_assert_uint_eq(f.height, 64);
	collect_right(size, &f);
	client_close(&client);
}
END_TEST

/* What QBUF doesn't see is found in the job, which needs CAPTURE, as mtk does. */
START_TEST(change_class_b)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct client_buffer b;
	struct client_format f;
	short revents;

	client_open(&client, control, 1);
	client_set(&client, "parse_at", VJPEG_PARSE_FIRST);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	collect_right(size, &f);
	size = devices_picture(100, 60, FX_420);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLPRI, 30, &revents), 0);
	ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, &f), 0);
	ck_assert_uint_eq(f.width, 64);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	expect_event();
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &b), -EAGAIN);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_OUTPUT, &b), -EAGAIN);
	restart_capture(&f);
	ck_assert_uint_eq(f.width, 112);
	collect_right(size, &f);
	ck_assert_uint_eq(client_stat(&client, "decoded"), 2);
	client_close(&client);
}
END_TEST

/* No header is looked at but in the job: both formats must be set, as rcar wants it. */
START_TEST(change_class_c)
{
	struct client_format f = { .fourcc = V4L2_PIX_FMT_JPEG, .width = 63, .height = 48 };
	size_t size = devices_picture(64, 48, FX_420);
	struct client_buffer cap, out;
	short revents;

	client_open(&client, control, 0);
	client_set(&client, "parse_at", VJPEG_PARSE_NEVER);
	ck_assert_int_eq(client_subscribe(&client), 0);
	f.size[0] = 65536;
	ck_assert_int_eq(client_s_fmt(&client, VIDIOC_S_FMT, CLIENT_OUTPUT, &f), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_OUTPUT, 1, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, &f), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_CAPTURE, 1, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, true), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, true), 0);
	ck_assert_int_eq(client_poll(&client, POLLPRI, 30, &revents), 0);
	client_collect(&client, &cap, &out);
	ck_assert_uint_ne(cap.flags & V4L2_BUF_FLAG_ERROR, 0);
	ck_assert_uint_ne(out.flags & V4L2_BUF_FLAG_ERROR, 0);

	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, false), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_CAPTURE, 0, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_OUTPUT, 0, V4L2_MEMORY_MMAP), 0);
	f = (struct client_format){ .fourcc = V4L2_PIX_FMT_JPEG, .width = 64, .height = 48 };
	f.size[0] = 65536;
	ck_assert_int_eq(client_s_fmt(&client, VIDIOC_S_FMT, CLIENT_OUTPUT, &f), 0);
	f = (struct client_format){ .fourcc = V4L2_PIX_FMT_NV12, .width = 64, .height = 48 };
	ck_assert_int_eq(client_s_fmt(&client, VIDIOC_S_FMT, CLIENT_CAPTURE, &f), 0);
	ck_assert_uint_eq(f.width, 64);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_OUTPUT, 1, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_CAPTURE, 1, V4L2_MEMORY_MMAP), 0);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, true), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, true), 0);
	collect_right(size, &f);
	client_close(&client);
}
END_TEST

/* The header is looked at when OUTPUT begins to stream, and no more, as coda does. */
START_TEST(change_class_d)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct client_buffer cap, out;
	struct client_format f;
	short revents;

	client_open(&client, control, 1);
	client_set(&client, "parse_at", VJPEG_PARSE_STREAMON);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	collect_right(size, &f);
	size = devices_picture(32, 24, FX_420);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLPRI, 30, &revents), 0);
	client_collect(&client, &cap, &out);
	ck_assert_uint_ne(cap.flags & V4L2_BUF_FLAG_ERROR, 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, false), 0);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, true), 0);
	expect_event();
	restart_capture(&f);
	ck_assert_uint_eq(f.width, 32);
	collect_right(size, &f);
	client_close(&client);
}
END_TEST

/* A pitch of the caller's, between two pictures of the same header: no event comes. */
START_TEST(change_of_pitch_alone)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct client_format f;
	short revents;

	client_open(&client, control, 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	ck_assert_uint_eq(f.bpl[0], 64);
	collect_right(size, &f);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_CAPTURE, 0, V4L2_MEMORY_MMAP), 0);
	f.bpl[0] = 320;
	ck_assert_int_eq(client_s_fmt(&client, VIDIOC_S_FMT, CLIENT_CAPTURE, &f), 0);
	ck_assert_uint_eq(f.bpl[0], 320);
	restart_capture(&f);
	ck_assert_uint_eq(f.bpl[0], 320);
	ck_assert_uint_eq(f.size[0], 320 * 48 * 3 / 2);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLPRI, 30, &revents), 0);
	collect_right(size, &f);
	client_close(&client);
}
END_TEST

/* --- what queues check --- */

START_TEST(formats_while_buffers_exist)
{
	struct client_format f = { .fourcc = V4L2_PIX_FMT_JPEG, .width = 64, .height = 48 };

	client_open(&client, control, 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_OUTPUT, 2, V4L2_MEMORY_MMAP), 0);
	ck_assert_uint_eq(client.queue[CLIENT_OUTPUT].n, 2);
	ck_assert_int_eq(client_s_fmt(&client, VIDIOC_S_FMT, CLIENT_OUTPUT, &f), -EBUSY);
	ck_assert_int_eq(client_s_fmt(&client, VIDIOC_TRY_FMT, CLIENT_OUTPUT, &f), 0);
	f.fourcc = V4L2_PIX_FMT_NV12;
	ck_assert_int_eq(client_s_fmt(&client, VIDIOC_S_FMT, CLIENT_CAPTURE, &f), 0);
	/* Mapped buffers stand in nobody's way: they are orphans then. */
	ck_assert_uint_eq(client_stat(&client, "mapped"), 2);
	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, true), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_OUTPUT, 1, V4L2_MEMORY_MMAP), -EBUSY);
	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, false), 0);
	ck_assert_int_eq(client_reqbufs(&client, CLIENT_OUTPUT, 0, V4L2_MEMORY_MMAP), 0);
	f.fourcc = 0x31313131;
	ck_assert_int_eq(client_s_fmt(&client, VIDIOC_S_FMT, CLIENT_OUTPUT, &f), 0);
	ck_assert_uint_eq(f.fourcc, V4L2_PIX_FMT_JPEG);
	ck_assert_uint_eq(client_stat(&client, "busy"), 2);
	client_close(&client);
}
END_TEST

START_TEST(capabilities_of_queues)
{
	struct v4l2_requestbuffers req = { .memory = V4L2_MEMORY_MMAP };

	client_open(&client, control, 0);
	req.type = client.queue[CLIENT_CAPTURE].type;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_REQBUFS, &req), 0);
	ck_assert_uint_eq(req.capabilities & (V4L2_BUF_CAP_SUPPORTS_MMAP |
					      V4L2_BUF_CAP_SUPPORTS_USERPTR |
					      V4L2_BUF_CAP_SUPPORTS_DMABUF |
					      V4L2_BUF_CAP_SUPPORTS_ORPHANED_BUFS),
			  V4L2_BUF_CAP_SUPPORTS_MMAP | V4L2_BUF_CAP_SUPPORTS_USERPTR |
				  V4L2_BUF_CAP_SUPPORTS_DMABUF |
				  V4L2_BUF_CAP_SUPPORTS_ORPHANED_BUFS);
	client_close(&client);

	/* Read when it is plugged in. */
	client_set(&client, "mem", VJPEG_MEM_MMAP);
	ck_assert_int_eq(control->unplug(0), 0);
	ck_assert_int_eq(control->plug(0), 0);
	client_open(&client, control, 0);
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_REQBUFS, &req), 0);
	ck_assert_uint_eq(req.capabilities & V4L2_BUF_CAP_SUPPORTS_DMABUF, 0);
	req.memory = V4L2_MEMORY_DMABUF;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_REQBUFS, &req), -EINVAL);
	client_close(&client);
}
END_TEST

START_TEST(what_qbuf_refuses)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct v4l2_plane planes[VIDEO_MAX_PLANES] = { { .bytesused = 0 } };
	struct client_format f;
	struct v4l2_buffer b;

	client_open(&client, control, 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	b = (struct v4l2_buffer){ .type = client.queue[CLIENT_OUTPUT].type,
				  .memory = V4L2_MEMORY_MMAP, .length = 1 };
	/* It is queued. */
	b.m.planes = planes;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EINVAL);
	b.index = 1;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EINVAL);
	b.index = 0;
	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, false), 0);
	b.memory = V4L2_MEMORY_DMABUF;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EINVAL);
	b.memory = V4L2_MEMORY_MMAP;
	b.m.planes = NULL;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EFAULT);
	b.length = 0;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EINVAL);
	b.m.planes = planes;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EINVAL);
	b.length = VIDEO_MAX_PLANES + 1;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EINVAL);
	b.length = 1;
	planes[0].bytesused = client.queue[CLIENT_OUTPUT].length[0][0] + 1;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EINVAL);
	planes[0].bytesused = 100;
	planes[0].data_offset = 100;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EINVAL);
	planes[0].data_offset = 0;
	b.type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QBUF, &b), -EINVAL);
	client_close(&client);
}
END_TEST

START_TEST(what_an_import_refuses)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct client_format f;
	int small, fine, null;

	client_open(&client, control, 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_DMABUF, &f);
	ck_assert_uint_gt(f.size[0], 4096);
	small = control->dmabuf(4096);
	fine = control->dmabuf(2 * 4096);
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	ck_assert(small >= 0 && fine >= 0 && null >= 0);
	ck_assert_int_eq(client_qbuf_capture_fd(&client, 0, -1, 0), -EINVAL);
	ck_assert_int_eq(client_qbuf_capture_fd(&client, 0, null, 0), -EINVAL);
	ck_assert_int_eq(client_qbuf_capture_fd(&client, 0, small, 0), -EINVAL);
	ck_assert_int_eq(client_qbuf_capture_fd(&client, 0, fine, 4096), -EINVAL);
	/* Linux 6.12 never lets go of a dma-buf that it cannot attach. */
	if (!strcmp(control->kind, "fake"))
		ck_assert_int_eq(client_qbuf_capture_fd(&client, 0, small, 2 * 4096),
				 -EFAULT);
	ck_assert_uint_eq(client_stat(&client, "attached"), 0);
	client_set(&client, "lazy_import", 1);
	ck_assert_int_eq(client_qbuf_capture_fd(&client, 0, fine, 0), -EINVAL);
	client_set(&client, "lazy_import", 0);
	ck_assert_int_eq(client_qbuf_capture_fd(&client, 0, fine, 0), 0);
	ck_assert_uint_eq(client_stat(&client, "attached"), 1);
	close(small);
	close(fine);
	close(null);
	client_close(&client);
}
END_TEST

START_TEST(what_dqbuf_says)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct client_buffer cap, out;
	struct client_format f;

	client_open(&client, control, 1);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), -EINVAL);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, true), -EINVAL);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), -EAGAIN);
	client_collect(&client, &cap, &out);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), -EAGAIN);
	/* STREAMOFF gives back what is done as well. */
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), -EINVAL);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, true), 0);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), -EAGAIN);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	client_close(&client);
}
END_TEST

START_TEST(numbers_that_are_unknown)
{
	struct v4l2_capability cap = { 0 };
	unsigned long wrong_size = _IOR('V', 0, struct v4l2_fmtdesc);
	int input;

	client_open(&client, control, 0);
	ck_assert_int_eq(client_ioctl(&client, wrong_size, &cap), -ENOTTY);
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_G_INPUT, &input), -ENOTTY);
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QUERYCAP, NULL), -EFAULT);
	if (!strcmp(control->kind, "fake"))
		ck_assert_uint_eq(client_stat(&client, "ioctls"), 4);
	client_close(&client);
}
END_TEST

START_TEST(memory_outlives_its_device)
{
	size_t size = devices_picture(64, 48, FX_420), n;
	struct client_buffer cap, out;
	struct client_format f;
	uint8_t *kept;

	client_open(&client, control, 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	client_collect(&client, &cap, &out);
	kept = client.queue[CLIENT_CAPTURE].map[0][0];
	n = client.queue[CLIENT_CAPTURE].length[0][0];
	client.queue[CLIENT_CAPTURE].map[0][0] = NULL;
	ck_assert_int_eq(control->unplug(0), 0);
	client_close(&client);
	client.queue[CLIENT_CAPTURE].map[0][0] = kept;
	devices_decode(size);
	devices_compare(&client, &f, 0, 0, 0);
	/* The mapping keeps the closed file. */
	devices_opens(0, 1);
	ck_assert_uint_eq(client_stat(&client, "mapped"), 1);
	ck_assert_int_eq(control->sys->munmap(kept, n), 0);
	devices_opens(0, 0);
}
END_TEST

START_TEST(exported_buffers_are_imported)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct v4l2_exportbuffer e = { .flags = O_CLOEXEC | O_RDWR };
	struct client_buffer cap, out;
	struct client_format f;
	struct client other;

	client_open(&client, control, 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	client_open(&other, control, 1);
	client_begin(&other, cpu.stream, size, V4L2_MEMORY_DMABUF, &f);
	e.type = client.queue[CLIENT_CAPTURE].type;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_EXPBUF, &e), 0);
	ck_assert_int_ne(fcntl(e.fd, F_GETFD) & FD_CLOEXEC, 0);
	close(other.queue[CLIENT_CAPTURE].fd[0][0]);
	other.queue[CLIENT_CAPTURE].fd[0][0] = e.fd;
	client_collect(&other, &cap, &out);
	devices_decode(size);
	devices_compare(&client, &f, 0, 0, 0);
	e.index = 1;
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_EXPBUF, &e), -EINVAL);
	client_close(&other);
	client_close(&client);
}
END_TEST

/* --- poll and drains --- */

START_TEST(what_poll_says)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct client_buffer b;
	struct client_format f;
	unsigned int pending;
	short revents;

	client_open(&client, control, 0);
	/* Nothing streams: an error, but not to who waits for events alone. */
	ck_assert_int_eq(client_poll(&client, POLLIN, 1000, &revents), 1);
	ck_assert_int_eq(revents, POLLERR);
	ck_assert_int_eq(client_poll(&client, POLLPRI | POLLOUT, 1000, &revents), 1);
	ck_assert_int_eq(revents, POLLERR);
	ck_assert_int_eq(client_poll(&client, POLLPRI, 0, &revents), 0);

	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	ck_assert_int_eq(client_poll(&client, POLLIN | POLLOUT | POLLPRI, 0, &revents), 0);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN, 5000, &revents), 1);
	ck_assert_int_eq(client_poll(&client, POLLOUT, 5000, &revents), 1);
	ck_assert_int_eq(client_poll(&client, POLLIN | POLLOUT, 5000, &revents), 1);
	ck_assert_int_eq(revents, POLLIN | POLLOUT);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &b), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN | POLLOUT, 0, &revents), 1);
	ck_assert_int_eq(revents, POLLOUT);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_OUTPUT, &b), 0);
	/* Both stream, and nothing is queued. */
	ck_assert_int_eq(client_poll(&client, POLLIN, 1000, &revents), 1);
	ck_assert_int_eq(revents, POLLERR);
	ck_assert_int_eq(client_poll(&client, POLLPRI, 0, &revents), 0);
	ck_assert_int_eq(client_event(&client, &pending), -ENOENT);
	client_close(&client);
}
END_TEST

START_TEST(drain_ends_with_last)
{
	size_t size = devices_picture(64, 48, FX_420);
	struct v4l2_decoder_cmd cmd = { .cmd = V4L2_DEC_CMD_STOP };
	struct client_buffer cap, out;
	struct client_format f;
	short revents;

	client_open(&client, control, 0);
	client_begin(&client, cpu.stream, size, V4L2_MEMORY_MMAP, &f);
	ck_assert_int_eq(client_ioctl(&client, VIDIOC_DECODER_CMD, &cmd), 0);
	client_collect(&client, &cap, &out);
	ck_assert_uint_ne(cap.flags & V4L2_BUF_FLAG_LAST, 0);
	ck_assert_uint_eq(cap.bytesused[0], f.size[0]);
	ck_assert_int_eq(client_poll(&client, POLLIN, 0, &revents), 1);
	ck_assert_int_eq(revents, POLLIN);
	ck_assert_int_eq(client_dqbuf(&client, CLIENT_CAPTURE, &cap), -EPIPE);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, false), 0);
	ck_assert_int_eq(client_stream(&client, CLIENT_CAPTURE, true), 0);
	ck_assert_int_eq(client_qbuf_output(&client, 0, cpu.stream, size, 0), 0);
	client_collect(&client, &cap, &out);
	ck_assert_uint_eq(cap.flags & V4L2_BUF_FLAG_LAST, 0);
	client_close(&client);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("vjpeg-fake");
	TCase *t = tcase_create("pictures");

	tcase_add_checked_fixture(t, devices_setup, devices_teardown);
	tcase_add_test(t, pictures_by_mmap);
	tcase_add_test(t, pictures_by_dmabuf);
	tcase_add_test(t, pictures_in_two_planes);
	tcase_add_test(t, imports_are_kept);
	tcase_add_test(t, change_class_a);
	tcase_add_test(t, change_class_b);
	tcase_add_test(t, change_class_c);
	tcase_add_test(t, change_class_d);
	tcase_add_test(t, change_of_pitch_alone);
	suite_add_tcase(s, t);

	t = tcase_create("queues");
	tcase_add_checked_fixture(t, devices_setup, devices_teardown);
	tcase_add_test(t, formats_while_buffers_exist);
	tcase_add_test(t, capabilities_of_queues);
	tcase_add_test(t, what_qbuf_refuses);
	tcase_add_test(t, what_an_import_refuses);
	tcase_add_test(t, what_dqbuf_says);
	tcase_add_test(t, numbers_that_are_unknown);
	tcase_add_test(t, memory_outlives_its_device);
	tcase_add_test(t, exported_buffers_are_imported);
	tcase_add_test(t, what_poll_says);
	tcase_add_test(t, drain_ends_with_last);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return devices_main("vjpeg-fake", make);
}
