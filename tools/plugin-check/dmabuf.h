/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * dma-bufs of this machine, as libcodec allocates them.
 */
#ifndef LC_KIT_DMABUF_H
#define LC_KIT_DMABUF_H

#include "kit.h"

/* A dma-buf of at least @size bytes: a descriptor, or a negative errno. [any] */
int kit_dmabuf_new(uint64_t size);

/*
 * The CPU's access to what is mapped of a dma-buf begins, or ends. 0 or a negative errno;
 * what is none needs no words. [any]
 */
int kit_dmabuf_sync(int fd, uint32_t access, bool end);

#endif
