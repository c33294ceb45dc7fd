/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Images: a piece of memory, the layout in it, windows and slices of it.
 */
#ifndef LC_IMAGE_H
#define LC_IMAGE_H

#include "internal.h"
#include "layout.h"
#include "memory/memory.h"

struct libcodec_image {
	unsigned int refs; /* atomic */
	unsigned int maps;
	struct libcodec_context *ctx;
	struct libcodec_image *parent; /* of a window or slice; holds a reference */
	struct lc_memory *memory;      /* the root's, shared by its windows */
	uint64_t offset;               /* of our first byte in the memory */
	uint32_t access;               /* LIBCODEC_ACCESS_* */
	struct lc_layout_rules rules; /* old_*: unused, the layout has them */
	uint32_t max_row;    /* window: bytes of a row; 0: no window */
	uint32_t max_height; /* window: rows */
	struct libcodec_image_layout layout;
};

/*
 * What libcodec_image_configure() would choose, without doing it. Same errors, but that a
 * map is no obstacle. An NV format in a window is -EINVAL: it is no rectangle.
 */
int lc_image_layout_for(const struct libcodec_image *image, uint32_t width, uint32_t height,
			uint32_t format, uint32_t dtype,
			struct libcodec_image_layout *ret_layout);

#endif
