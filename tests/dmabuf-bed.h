/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What tests of dma-bufs share. memfds stand for them: they are mapped alike, and the
 * linker (--wrap=ioctl) leads what the library says to them here, where it is written down.
 */
#ifndef LC_TESTS_DMABUF_BED_H
#define LC_TESTS_DMABUF_BED_H

#include <stdbool.h>

#include <libcodec/image.h>

#include "testbed.h"

/* A descriptor of a memfd of so many bytes, all zero. */
int dmabuf_new(size_t size);

/* Its bytes, mapped apart from the library; dmabuf_done() takes both away. */
uint8_t *dmabuf_bytes(int fd);
void dmabuf_done(int fd, uint8_t *bytes);

/*
 * All words of the library about CPU access since this was called last, in order: " +w"
 * begins writing, " -rw" ends both, and so on.
 */
const char *dmabuf_said(void);

/*
 * From the call of that number on (1: the next), @n of them fail with an errno, and are
 * not written down.
 */
void dmabuf_fail(unsigned int number, unsigned int n, int error);

/* What answers other requests than those about CPU access; NULL: ENOTTY. */
extern int (*dmabuf_ioctl)(int fd, unsigned long request, void *arg);

/* Descriptors that are open, and mappings of memfds. */
unsigned int dmabuf_fds(void);
unsigned int dmabuf_maps(void);

/* Parameters of an image over one dma-buf, whose plane must outlive them. */
struct libcodec_image_params dmabuf_params(uint32_t width, uint32_t height, uint32_t format,
					   const struct libcodec_image_plane *planes,
					   uint32_t n_planes);

#endif
