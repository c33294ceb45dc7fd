/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The mark of what the library exports; interop.sym has the same names.
 */
#ifndef INTEROP_EXPORT_H
#define INTEROP_EXPORT_H

#define LC_EXPORT __attribute__((visibility("default")))

#endif
