/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* For sources of user space: the kernel has va_list and what goes with it. */
#ifndef VJPEG_SHIM_STDARG_H
#define VJPEG_SHIM_STDARG_H

#include <linux/stdarg.h>

#endif
