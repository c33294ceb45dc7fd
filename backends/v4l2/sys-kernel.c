/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The plugin runs on the kernel's system calls. A test's plugin links another file here.
 */
#include "v4l2-common/sys.h"

const struct lc_v4l2_sys *const lc_v4l2_sys = &lc_v4l2_sys_kernel;
