/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* For sources of user space: nothing of what configure finds out is asked here. */
#ifndef VJPEG_SHIM_CONFIG_H
#define VJPEG_SHIM_CONFIG_H

#endif
