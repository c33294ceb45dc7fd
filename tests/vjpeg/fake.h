/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The virtual JPEG devices in user space: what v4l2-mem2mem, videobuf2 and the driver of
 * knobs.h do, under the table of system calls that the V4L2 backends take. No kernel, and no
 * thread but for `replug_ms`: what takes time is done when somebody looks.
 *
 * Devices 0 and 1 are plugged in from the beginning, as after the module was loaded. All
 * functions may be called from any thread.
 *
 * Its system calls take descriptors of open(), which is what a context's open_device should
 * give. For a dma-buf any descriptor serves that can be mapped, as dmabuf() gives. Close with
 * close(), also when the device has gone.
 *
 * Besides what control.h says:
 *
 * watch            @fn is called after each coming and going, also where a device goes or
 *                  comes by itself: without locks, in the thread in which it happens
 * interrupt_every  each @n'th ioctl and poll of any device says -EINTR and does nothing
 * settle           no device comes back by itself any more; those about to are waited for
 */
#ifndef VJPEG_FAKE_H
#define VJPEG_FAKE_H

#include "control.h"

__attribute__((visibility("default"))) extern const struct vjpeg_control vjpeg_fake_control;

#endif
