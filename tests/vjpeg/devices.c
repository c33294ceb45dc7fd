/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fresh virtual devices for a test, and the cpu backend as what is right.
 */
#include "config.h"

#include "devices.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fake.h"

const struct vjpeg_control *control;

static void choose(void)
{
	const char *bed = getenv("VJPEG_BED");

	control = bed && !strcmp(bed, "kernel") ? vjpeg_kernel_control() :
						   &vjpeg_fake_control;
}

void devices_setup(void)
{
	unsigned int i;

	choose();
	if (!control)
		test_skip("vjpeg", "the kernel has no virtual JPEG devices");
	decoding_setup();
	for (i = 0; i < VJPEG_DEVICES; i++) {
		ck_assert_int_eq(vjpeg_begin_device(control, i), 0);
		ck_assert_int_eq(i < 2 ? control->plug(i) : control->unplug(i), 0);
	}
}

void devices_teardown(void)
{
	static const char *const now[] = { "mapped", "attached" };
	unsigned int i, k, value = 0;

	if (control->settle)
		control->settle();
	for (i = 0; i < VJPEG_DEVICES; i++) {
		for (k = 0; k < sizeof(now) / sizeof(now[0]); k++) {
			ck_assert_int_eq(control->stat(i, now[k], &value), 0);
			ck_assert_msg(value == 0, "%u %s are left of device %u", value,
				      now[k], i);
		}
		devices_opens(i, 0);
	}
	decoding_teardown();
}

void devices_need_fake(void)
{
	if (strcmp(control->kind, "fake"))
		test_skip(NULL, "only the devices in user space do that");
}

size_t devices_picture(unsigned int width, unsigned int height, enum fx_sampling sampling)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, width, height, sampling);
	return write_stream(&j);
}

void devices_decode(size_t size)
{
	decode_ok(size);
}

/* A component plane of the buffer. */
static const uint8_t *plane_at(const struct client *c, const struct client_format *f,
			       unsigned int index, unsigned int plane)
{
	const struct client_queue *q = &c->queue[CLIENT_CAPTURE];

	if (plane && f->n_planes == 1)
		return (const uint8_t *)q->map[index][0] + (size_t)f->bpl[0] * f->height;
	return q->map[index][plane];
}

void devices_compare(const struct client *c, const struct client_format *f,
		     unsigned int index, unsigned int x, unsigned int y)
{
	const struct libcodec_image_layout l = layout();
	unsigned int p, i, step_y;
	size_t bpl;

	for (p = 0; p < l.n_planes; p++) {
		const uint8_t *at = plane_at(c, f, index, p);

		bpl = f->n_planes > 1 ? f->bpl[p] : f->bpl[0];
		if (p && l.format == LIBCODEC_FORMAT_NV24)
			bpl *= 2;
		step_y = p && l.format == LIBCODEC_FORMAT_NV12 ? 2 : 1;
		at += y / step_y * bpl + (p && l.format == LIBCODEC_FORMAT_NV24 ? 2 * x : x);
		for (i = 0; i < l.plane_height[p]; i++)
			ck_assert_msg(!memcmp(at + i * bpl, row(&l, p, i), l.plane_width[p]),
				      "plane %u, row %u differs", p, i);
	}
}

size_t devices_begin(struct client *c, unsigned int device, const char *knob,
		     unsigned int value, struct client_format *ret_format)
{
	size_t size = devices_picture(64, 48, FX_420);

	client_open(c, control, device);
	if (knob)
		client_set(c, knob, value);
	client_begin(c, cpu.stream, size, V4L2_MEMORY_MMAP, ret_format);
	return size;
}

void devices_opens(unsigned int device, unsigned int n)
{
	const struct timespec pause = { .tv_nsec = 10000000 };
	int64_t until = devices_now_ms() + 30000;
	unsigned int value;

	for (;;) {
		ck_assert_int_eq(control->stat(device, "opens", &value), 0);
		if (value == n)
			return;
		ck_assert_msg(strcmp(control->kind, "fake") && devices_now_ms() < until,
			      "%u opens of device %u, not %u", value, device, n);
		nanosleep(&pause, NULL);
	}
}

int devices_main(const char *name, Suite *(*make)(void))
{
	int r = test_main(name, make);

	choose();
	if (control && control->finish)
		control->finish();
	return r;
}

int64_t devices_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}
