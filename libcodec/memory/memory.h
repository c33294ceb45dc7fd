/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Kinds of memory behind images. One file a kind; an image knows only this table, and asks
 * DMABUF memory where its dma-bufs are.
 */
#ifndef LC_MEMORY_H
#define LC_MEMORY_H

#include "../internal.h"

#include <libcodec/image.h>

struct lc_memory;

struct lc_memory_ops {
	uint32_t kind; /* LIBCODEC_MEMORY_* */
	/*
	 * Make it readable or writable by the CPU, by LIBCODEC_ACCESS_*; *ret_data is
	 * byte 0. 0 or an errno. Maps nest. Both: [any]
	 */
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

/* --- dma-bufs --- */

#define LC_DMABUFS_MAX 4 /* behind one image: one a plane */

/* Where a byte of DMABUF memory lies. */
struct lc_dmabuf_place {
	int fd;          /* the memory's own */
	uint64_t offset; /* of the byte, from the dma-buf's start */
	uint64_t size;   /* of the dma-buf */
	uint64_t id;     /* the same for the same dma-buf */
};

/*
 * Memory of @n dma-bufs one behind the other, each on pages of its own; one that is named
 * twice is there once. @fds stay the caller's. ret_starts[i]: where the dma-buf of fds[i]
 * begins in the memory. 0, -EINVAL (no dma-buf), -EACCES (not for reading and writing),
 * -ENOMEM.
 */
int lc_memory_dmabuf_import(const int *fds, unsigned int n, uint64_t *ret_starts,
			    struct lc_memory **ret_m);

/* Where byte @offset (below its size) of DMABUF memory lies. */
void lc_memory_dmabuf_find(const struct lc_memory *m, uint64_t offset,
			   struct lc_dmabuf_place *ret_place);

/*
 * Begin or end the CPU's access to what is mapped of a dma-buf. 0 or a negative errno;
 * what needs no such words is fine. [any]
 */
int lc_dmabuf_sync(int fd, uint32_t access, bool end);

#endif
