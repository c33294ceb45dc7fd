/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the tests of the virtual devices themselves share: the devices, fresh, in user space
 * or in the kernel (VJPEG_BED=kernel), a client, pictures and their right samples.
 */
#ifndef VJPEG_DEVICES_H
#define VJPEG_DEVICES_H

#include "client.h"
#include "decoding.h"

/* The devices, and those that are in user space alone; which ends the test elsewhere. */
extern const struct vjpeg_control *control;
void devices_need_fake(void);

/* A checked fixture: all devices unplugged but 0 and 1, their knobs as they begin. */
void devices_setup(void);
void devices_teardown(void);

/* A picture in cpu.stream, of waves, and its size; decode it on the cpu. */
size_t devices_picture(unsigned int width, unsigned int height, enum fx_sampling sampling);
void devices_decode(size_t size);

/*
 * Hold buffer @index of CAPTURE, which is NV12, NV12M, NV16, NV24 or GREY, against what
 * devices_decode() gave, from (@x, @y) on.
 */
void devices_compare(const struct client *c, const struct client_format *f,
		     unsigned int index, unsigned int x, unsigned int y);

/*
 * Device @device, with a knob turned (or NULL), and a first frame of 64x48, 4:2:0, on its
 * way: a client_collect() gets it. Returns the size of the stream.
 */
size_t devices_begin(struct client *c, unsigned int device, const char *knob,
		     unsigned int value, struct client_format *ret_format);

/* `opens` must become so many: what udev runs may have the node open for a while. */
void devices_opens(unsigned int device, unsigned int n);

/* test_main() for these tests. */
int devices_main(const char *name, Suite *(*make)(void));

/* Monotonic milliseconds. */
int64_t devices_now_ms(void);

#endif
