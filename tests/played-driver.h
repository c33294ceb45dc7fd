/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One V4L2 node of umockdev's, and the driver behind it, which answers VIDIOC_QUERYCAP and
 * VIDIOC_ENUM_FMT as a test wants. Seen by a child that preloads umockdev, not by the test.
 */
#ifndef LC_TESTS_PLAYED_DRIVER_H
#define LC_TESTS_PLAYED_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include <linux/videodev2.h>

#define PRELOAD "libumockdev-preload.so.0"
#define NODE    "/dev/video0"

struct format {
	uint32_t type, fourcc, flags;
};

/* Set up before the child starts; the counters are written by umockdev's thread. */
extern struct played_driver {
	struct v4l2_capability cap;
	struct format formats[8];
	int querycap_error, enum_error;
	unsigned int interruptions; /* that many ioctls are */
	bool endless;               /* the last format is listed for ever */
	unsigned long hangs_in;
	unsigned int n_querycap, n_enum; /* atomic */
} driver;

/* Make the node: "mock", "Mock Codec", without formats. Skips the test without umockdev. */
void played_driver_start(void);
void played_driver_stop(void);

#endif
