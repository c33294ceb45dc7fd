/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * For sources of user space: memory, of which pictures take more than a few pages. Macros, since
 * the compiler knows more of functions with these names than is true here.
 */
#ifndef VJPEG_SHIM_STDLIB_H
#define VJPEG_SHIM_STDLIB_H

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#define malloc(size)    kvmalloc((size), GFP_KERNEL)
#define calloc(n, size) kvcalloc((n), (size), GFP_KERNEL)
#define free(p)         kvfree(p)
/* Whole pages: for any @align up to that. */
#define aligned_alloc(align, size) vmalloc(size)

#endif
