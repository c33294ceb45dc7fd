/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Kinds of memory behind images. One file a kind; an image knows only this table.
 */
#ifndef LC_MEMORY_H
#define LC_MEMORY_H

#include "../internal.h"

struct lc_memory;

struct lc_memory_ops {
	uint32_t kind; /* LIBCODEC_MEMORY_* */
	/* Make it readable or writable by the CPU; *ret_data is byte 0. 0 or an errno. */
	int (*map)(struct lc_memory *m, uint32_t access, void **ret_data);
	int (*unmap)(struct lc_memory *m);
	void (*free)(struct lc_memory *m);
};

struct lc_memory {
	const struct lc_memory_ops *ops;
	uint64_t size;
};

#define LC_MEMORY_ALIGN 64 /* bytes: a cache line, and the widest vector */

/* Allocate, zero-filled. 0 or -ENOMEM. */
int lc_memory_host_new(uint64_t size, struct lc_memory **ret_m);
/* Wrap the caller's memory, which outlives it. */
int lc_memory_host_wrap(void *data, uint64_t size, struct lc_memory **ret_m);

#endif
