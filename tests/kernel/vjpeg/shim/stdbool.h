/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* For sources of user space: the kernel has bool, true and false. */
#ifndef VJPEG_SHIM_STDBOOL_H
#define VJPEG_SHIM_STDBOOL_H

#include <linux/stddef.h>
#include <linux/types.h>

#endif
