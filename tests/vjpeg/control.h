/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The virtual JPEG devices in a test's hand: one table for those in user space (fake.h) and
 * for those of the kernel module, whose knobs are in debugfs. Devices are numbered from 0 to
 * VJPEG_DEVICES - 1; errors are negative errnos.
 */
#ifndef VJPEG_CONTROL_H
#define VJPEG_CONTROL_H

#include "knobs.h"

#include <stdbool.h>
#include <stddef.h>

#include "backends/v4l2-common/sys.h"

typedef void (*vjpeg_watch_fn)(void *data, unsigned int device, bool plugged);

struct vjpeg_control {
	const char *kind; /* "fake" or "kernel" */
	const struct lc_v4l2_sys *sys;
	/* A descriptor for @sys, or -ENODEV, -EBUSY, ...; @flags are open()'s. */
	int (*open)(unsigned int device, int flags);
	void (*close)(int fd);
	/*
	 * 0, also where it is so already. Of the kernel's nodes udev hears a while later, and
	 * the programs that it runs then open them: `opens` and `ioctls` count those, too.
	 */
	int (*plug)(unsigned int device);
	int (*unplug)(unsigned int device);
	bool (*is_plugged)(unsigned int device);
	int (*set)(unsigned int device, const char *knob, unsigned int value);
	int (*get)(unsigned int device, const char *knob, unsigned int *ret_value);
	int (*stat)(unsigned int device, const char *name, unsigned int *ret_value);
	int (*clear_stats)(unsigned int device);
	int (*reset)(unsigned int device);
	/* "/dev/video3". The fake's have none: -ENOENT. */
	int (*node)(unsigned int device, char *buffer, size_t size);
	/* A new buffer that devices take for a dma-buf: a descriptor that the caller closes. */
	int (*dmabuf)(size_t size);
	/* NULL, or what a program should call at its end. It may take seconds. */
	void (*finish)(void);
	/* The fake's alone, else NULL; see fake.h. */
	void (*watch)(vjpeg_watch_fn fn, void *data);
	void (*interrupt_every)(unsigned int n);
	void (*settle)(void);
};

/* Whether a knob is read when a device is plugged in, and not again. */
bool vjpeg_is_plug_knob(const char *knob);

/*
 * Knobs as they begin, and counters at zero. Plugged in it is only where it was so with all that
 * a device is plugged in with by default; what a test that failed has left may be anything.
 */
int vjpeg_begin_device(const struct vjpeg_control *control, unsigned int device);

/* The kernel's: NULL where the module is not loaded. */
const struct vjpeg_control *vjpeg_kernel_control(void);

#endif
