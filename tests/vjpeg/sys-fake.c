/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What makes the v4l2 backend a plugin of the virtual devices in user space: this stands in
 * the place of its sys-kernel.c. Who opens the same file finds vjpeg_fake_control in it.
 */
#include "config.h"

#include "fake-private.h"

const struct lc_v4l2_sys *const lc_v4l2_sys = &fake_sys;
