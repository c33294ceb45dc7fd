/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* For sources of user space: formats of the kernel's types. */
#ifndef VJPEG_SHIM_INTTYPES_H
#define VJPEG_SHIM_INTTYPES_H

#include "stdint.h"

#define PRIu32 "u"
#define PRIu64 "llu"

#endif
