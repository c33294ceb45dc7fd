/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The bed over the devices of the kernel module: the v4l2 backend as it is installed, nodes
 * in /dev, udev as it is.
 */
#include "config.h"

#include "bed.h"

#include "fake-watch.h"

static void kernel_begin(struct vjpeg_bed *bed)
{
	bed->control = vjpeg_kernel_control();
	if (!bed->control) {
		testbed_done(&bed->tb);
		test_skip("vjpeg", "the kernel has no virtual JPEG devices");
	}
	testbed_add_built(&bed->tb, "backends", "v4l2.so");
	testbed_add_built(&bed->tb, "backends", "30-v4l2.conf");
	fake_use_real(true);
}

static void kernel_end(struct vjpeg_bed *bed)
{
	fake_use_real(false);
}

static int kernel_bed_node(struct vjpeg_bed *bed, unsigned int device, char *buffer,
			   size_t size)
{
	return bed->control->node(device, buffer, size);
}

const struct vjpeg_bed_kind vjpeg_bed_kernel = {
	.name = "kernel",
	.begin = kernel_begin,
	.end = kernel_end,
	.node = kernel_bed_node,
};
