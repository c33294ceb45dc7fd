/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The bed over the devices of the kernel module: the v4l2 backend as it is installed, nodes
 * in /dev, udev as it is.
 */
#include "config.h"

#include "bed.h"

#include <stdio.h>

#include "fake-watch.h"

/* The plugins are used where they were built: a copy for each test takes its time. */
static void kernel_begin(struct vjpeg_bed *bed)
{
	static char plugins[4096];

	bed->control = vjpeg_kernel_control();
	if (!bed->control) {
		testbed_done(&bed->tb);
		test_skip("vjpeg", "the kernel has no virtual JPEG devices");
	}
	bed->control->finish();
	snprintf(plugins, sizeof(plugins), "%s/stage/backends", test_builddir());
	bed->params.backend_path = plugins;
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
