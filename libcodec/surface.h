/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The destination of one call as backends see it: plain memory for one that writes by CPU,
 * dma-bufs for one that can write those. The CPU has access for as long as it takes.
 */
#ifndef LC_SURFACE_H
#define LC_SURFACE_H

#include "image.h"

#include <libcodec/plugin.h>

struct lc_surface {
	struct libcodec_surface head; /* first: a plugin hands it back */
	uintptr_t tag;                /* tells that it is one of ours */
	struct libcodec_image *image;
	const struct libcodec_image_layout *layout;
	unsigned int maps; /* atomic: by surface_map() */
};

/* What an image offers to backends: a mask of LIBCODEC_MEMORY_BIT(). */
uint32_t lc_surface_offers(const struct libcodec_image *image);

/* For a picture of that layout, which the image has. Both outlive the surface. */
void lc_surface_init(struct lc_surface *s, struct libcodec_image *image,
		     const struct libcodec_image_layout *layout);

/*
 * Show it to a backend as memory of a kind that the image offers, and end that. HOST
 * memory costs nothing; DMABUF memory as HOST is mapped, and the CPU's access begins. To
 * end takes away what the plugin left mapped. 0 or a negative errno.
 */
int lc_surface_begin(struct lc_surface *s, uint32_t kind);
void lc_surface_end(struct lc_surface *s);

/* The surface that a plugin hands back, or NULL: it is none that it got. */
struct lc_surface *lc_surface_of(const struct libcodec_surface *head);

/*
 * The host table's surface_map() and surface_unmap(). -EINVAL (no DMABUF), -EACCES, or
 * another negative errno. [any]
 */
int lc_surface_map(struct lc_surface *s, uint32_t access, void **ret_data);
void lc_surface_unmap(struct lc_surface *s);

/*
 * Whether a backend may have laid the planes out as its result says: it was asked to, and
 * each plane has whole rows inside of the capacity and behind the plane before it.
 */
bool lc_surface_may_be_relaid(const struct lc_surface *s,
			      const struct libcodec_decode_result *result);

#endif
