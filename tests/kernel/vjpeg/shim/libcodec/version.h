/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* For public headers: configure makes the real one; the decoder has no version here. */
#ifndef VJPEG_SHIM_VERSION_H
#define VJPEG_SHIM_VERSION_H

#endif
