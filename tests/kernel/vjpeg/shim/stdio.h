/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* For sources of user space: snprintf() and vsnprintf() are all that they need. */
#ifndef VJPEG_SHIM_STDIO_H
#define VJPEG_SHIM_STDIO_H

#include <linux/kernel.h>

#endif
