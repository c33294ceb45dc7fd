/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* For sources of user space: what they need of <stdint.h>, by the kernel's types. */
#ifndef VJPEG_SHIM_STDINT_H
#define VJPEG_SHIM_STDINT_H

#include <linux/limits.h>
#include <linux/types.h>

#define INT16_MIN  S16_MIN
#define INT16_MAX  S16_MAX
#define INT32_MAX  S32_MAX
#define UINT32_MAX U32_MAX
#define UINT64_MAX U64_MAX

#define UINT64_C(n) n##ULL

#endif
