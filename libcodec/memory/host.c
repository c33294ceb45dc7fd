/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Plain memory of this process: allocated here, or the caller's.
 */
#include "config.h"

#include "memory.h"

#include <stdlib.h>

struct host {
	struct lc_memory base; /* first: the two pointers are one */
	void *data;
	void *block; /* that we allocated around data, or NULL */
};

static int host_map(struct lc_memory *m, uint32_t access, void **ret_data)
{
	(void)access;
	*ret_data = ((struct host *)m)->data;
	return 0;
}

static int host_unmap(struct lc_memory *m)
{
	(void)m;
	return 0;
}

static void host_free(struct lc_memory *m)
{
	struct host *h = (struct host *)m;

	free(h->block);
	free(h);
}

static const struct lc_memory_ops host_ops = {
	.kind = LIBCODEC_MEMORY_HOST,
	.map = host_map,
	.unmap = host_unmap,
	.free = host_free,
};

static int host_make(void *data, uint64_t size, void *block, struct lc_memory **ret_m)
{
	struct host *h;

	h = malloc(sizeof(*h));
	if (!h)
		return -ENOMEM;
	*h = (struct host){
		.base = { .ops = &host_ops, .size = size },
		.data = data,
		.block = block,
	};
	*ret_m = &h->base;
	return 0;
}

int lc_memory_host_new(uint64_t size, struct lc_memory **ret_m)
{
	uintptr_t start;
	void *block;
	int r;

	if (size > PTRDIFF_MAX - LC_MEMORY_ALIGN)
		return -ENOMEM;
	/*
	 * Aligned by hand, for calloc() leaves the pages of a large block untouched: a
	 * header that claims a huge picture must not cost its memory.
	 */
	block = calloc(1, (size_t)size + LC_MEMORY_ALIGN);
	if (!block)
		return -ENOMEM;
	start = ((uintptr_t)block + LC_MEMORY_ALIGN - 1) & ~(uintptr_t)(LC_MEMORY_ALIGN - 1);
	r = host_make((uint8_t *)block + (start - (uintptr_t)block), size, block, ret_m);
	if (r < 0)
		free(block);
	return r;
}

int lc_memory_host_wrap(void *data, uint64_t size, struct lc_memory **ret_m)
{
	return host_make(data, size, NULL, ret_m);
}
