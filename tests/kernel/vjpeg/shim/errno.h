/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* For sources of user space: errors have the same numbers in the kernel. */
#ifndef VJPEG_SHIM_ERRNO_H
#define VJPEG_SHIM_ERRNO_H

#include <linux/errno.h>

#endif
