/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where dma-bufs come from: dma-heaps, udmabuf, dumb buffers of DRM devices. One of these
 * a context, which remembers what worked and whose refusal was logged.
 */
#ifndef LC_DMABUF_ALLOC_H
#define LC_DMABUF_ALLOC_H

#include "../internal.h"
#include "../log.h"
#include "../opener.h"

struct lc_dmabufs {
	const struct lc_opener *opener;
	const struct lc_log *log;
	uint32_t worked; /* atomic: 1 + the source that did last; 0: none yet */
	uint32_t told;   /* atomic: a bit for each source that was logged */
};

/* Both outlive it. There is nothing to end. */
void lc_dmabufs_init(struct lc_dmabufs *dmabufs, const struct lc_opener *opener,
		     const struct lc_log *log);

/*
 * A dma-buf of at least @size bytes, all zero: a descriptor that the caller closes, or
 * -EINVAL (no bytes), -EACCES (what there is, is forbidden), -ENOMEM (or there are too many
 * descriptors), -EOPNOTSUPP. No failure is remembered. [any]
 */
int lc_dmabufs_new(struct lc_dmabufs *dmabufs, uint64_t size);

#endif
