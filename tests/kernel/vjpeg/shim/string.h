/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* For sources of user space: the kernel has what they need of <string.h>. */
#ifndef VJPEG_SHIM_STRING_H
#define VJPEG_SHIM_STRING_H

#include <linux/string.h>

#endif
