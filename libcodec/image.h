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
	/* old_*: of the last layout by the rules, whatever a device made of it since. */
	struct lc_layout_rules rules;
	struct lc_fixed_planes fixed; /* what rules.fixed points to, if anything */
	bool flexible;       /* a device may lay planes out otherwise */
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

/* Take a layout by the rules as the present one; the next one is chosen with it in mind. */
void lc_image_set_layout(struct libcodec_image *image,
			 const struct libcodec_image_layout *layout);

/*
 * The planes lie otherwise now, as a device put them: checked by the caller. The next layout
 * is chosen as if that hadn't been.
 */
void lc_image_relay(struct libcodec_image *image, const uint32_t *plane_stride,
		    const uint64_t *plane_offset);

/* Whether the owner lets the CPU access it so. */
bool lc_image_allows(const struct libcodec_image *image, uint32_t access);

/* The dma-buf in which a plane of @layout lies; for DMABUF memory. */
void lc_image_find_dmabuf(const struct libcodec_image *image,
			  const struct libcodec_image_layout *layout, uint32_t plane,
			  struct lc_dmabuf_place *ret_place);

/* An image with one reference and nothing behind it, and its end. */
int lc_image_alloc(struct libcodec_context *ctx, struct libcodec_image **ret_image);
void lc_image_free(struct libcodec_image *image);

#endif
