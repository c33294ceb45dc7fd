/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Making images: what may be asked for, and which memory comes of it.
 */
#include "config.h"

#include "image.h"

#include <unistd.h>

#include "context.h"

/* Where the library has no bound from the caller: as much as the layout takes. */
#define CAPACITY_ANY UINT64_MAX

_Static_assert(LC_DMABUFS_MAX == LIBCODEC_PLANES_MAX, "one for each plane");

/* --- what may be asked for --- */

static int kind_check(const struct libcodec_image_params *p)
{
	switch (p->memory) {
	case LIBCODEC_MEMORY_AUTO:
		return 0;
	case LIBCODEC_MEMORY_HOST:
		return p->n_planes ? -EINVAL : 0;
	case LIBCODEC_MEMORY_DMABUF:
		return p->data ? -EINVAL : 0;
	case LIBCODEC_MEMORY_CUDA:
		return -EOPNOTSUPP;
	default:
		return -EINVAL;
	}
}

/* With several planes each has its own stride; with one there may be two words for it. */
static int planes_check(const struct libcodec_image_params *p)
{
	uint32_t i;

	if (p->n_planes > LIBCODEC_PLANES_MAX || !p->n_planes != !p->planes)
		return -EINVAL;
	if (p->n_planes && (p->data || (p->stride && p->planes[0].stride &&
					p->stride != p->planes[0].stride)))
		return -EINVAL;
	for (i = 0; p->n_planes > 1 && i < p->n_planes; i++)
		if (!p->planes[i].stride)
			return -EINVAL;
	return 0;
}

/* A stride that is fixed leaves a device no choice. */
static int flags_check(const struct libcodec_image_params *p)
{
	if (p->flags & ~LIBCODEC_IMAGE_FLEXIBLE)
		return -EINVAL;
	if (p->flags & LIBCODEC_IMAGE_FLEXIBLE &&
	    (p->stride || p->n_planes > 1 || (p->n_planes && p->planes[0].stride)))
		return -EINVAL;
	return 0;
}

static int params_check(const struct libcodec_image_params *p)
{
	int r;

	if (p->access > LIBCODEC_ACCESS_NONE || p->reserved ||
	    !lc_stride_align_valid(p->stride_align))
		return -EINVAL;
	if (p->data && (!p->capacity || p->capacity > PTRDIFF_MAX ||
			p->capacity > UINTPTR_MAX - (uintptr_t)p->data))
		return -EINVAL;
	r = planes_check(p);
	if (r == 0)
		r = flags_check(p);
	return r == 0 ? kind_check(p) : r;
}

/* --- kinds of memory --- */

/* The first layout, in an image that knows its capacity, or where any would do. */
static int begin_layout(struct libcodec_image *image, const struct libcodec_image_params *p)
{
	struct libcodec_image_layout layout;
	int r;

	r = lc_layout_choose(&image->rules, p->width, p->height, p->format, p->dtype,
			     &layout);
	if (r == 0)
		lc_image_set_layout(image, &layout);
	return r;
}

static int make_host(struct libcodec_image *image, const struct libcodec_image_params *p)
{
	int r;

	image->rules.stride_align = p->stride_align;
	image->rules.stride = p->stride;
	image->rules.capacity = p->capacity ? p->capacity : CAPACITY_ANY;
	r = begin_layout(image, p);
	if (r < 0)
		return r;
	if (!p->capacity)
		image->rules.capacity = image->layout.needed;
	if (p->data)
		return lc_memory_host_wrap(p->data, image->rules.capacity, &image->memory);
	return lc_memory_host_new(image->rules.capacity, &image->memory);
}

/* Rules of what devices write: rows are aligned, whatever the format. */
static void dmabuf_rules(struct libcodec_image *image, const struct libcodec_image_params *p)
{
	image->rules.stride_align =
		p->stride_align ? p->stride_align : LC_STRIDE_ALIGN_DEFAULT;
	image->rules.stride = p->stride;
	image->flexible = p->flags & LIBCODEC_IMAGE_FLEXIBLE;
}

static int make_dmabuf(struct libcodec_image *image, const struct libcodec_image_params *p)
{
	uint64_t start;
	int fd, r;

	dmabuf_rules(image, p);
	image->flexible |= !p->stride && !p->stride_align;
	image->rules.capacity = p->capacity ? p->capacity : CAPACITY_ANY;
	r = begin_layout(image, p);
	if (r < 0)
		return r;
	if (!p->capacity)
		image->rules.capacity = lc_layout_padded(&image->rules, &image->layout);
	fd = lc_dmabufs_new(&image->ctx->dmabufs, image->rules.capacity);
	if (fd < 0)
		return fd;
	r = lc_memory_dmabuf_import(&fd, 1, &start, &image->memory);
	close(fd);
	return r;
}

/* Who has nothing of that kind is served by plain memory. */
static int make_auto(struct libcodec_image *image, const struct libcodec_image_params *p)
{
	int r = make_dmabuf(image, p);

	if (r != -EACCES && r != -EOPNOTSUPP && r != -ENOMEM)
		return r;
	image->flexible = false;
	image->rules = (struct lc_layout_rules){ .capacity = 0 };
	return make_host(image, p);
}

/* --- dma-bufs of the caller --- */

/* Bytes from @at on that are there: to the end of the dma-buf. */
static uint64_t room_at(const struct lc_memory *m, uint64_t at)
{
	struct lc_dmabuf_place place;

	lc_memory_dmabuf_find(m, at, &place);
	return place.size - place.offset;
}

/* One dma-buf: the rules lay out planes behind its offset. */
static int import_one(struct libcodec_image *image, const struct libcodec_image_params *p)
{
	uint64_t room = room_at(image->memory, image->offset);

	if (p->capacity > room)
		return -EINVAL;
	if (p->planes[0].stride)
		image->rules.stride = p->planes[0].stride;
	image->rules.capacity = p->capacity ? p->capacity : room;
	return 0;
}

/*
 * Several planes, each at @at[i] of the memory. They follow each other in it; where the
 * dma-bufs are different ones, one number can't say how much of them may be used.
 */
static int import_fixed(struct libcodec_image *image, const struct libcodec_image_params *p,
			const uint64_t *at)
{
	struct lc_fixed_planes *fixed = &image->fixed;
	uint64_t end = image->memory->size;
	uint32_t i;

	if (p->capacity) {
		if (p->capacity > room_at(image->memory, at[0]))
			return -EINVAL;
		end = at[0] + p->capacity;
	}
	fixed->n = p->n_planes;
	for (i = 0; i < p->n_planes; i++) {
		uint64_t room = room_at(image->memory, at[i]);

		if (at[i] >= end || (i && at[i] <= at[i - 1]))
			return -EINVAL;
		if (room > end - at[i])
			room = end - at[i];
		fixed->plane[i].stride = p->planes[i].stride;
		fixed->plane[i].offset = at[i] - at[0];
		fixed->plane[i].room = room;
		if (i && fixed->plane[i - 1].room > at[i] - at[i - 1])
			fixed->plane[i - 1].room = at[i] - at[i - 1];
	}
	image->rules.fixed = fixed;
	image->rules.capacity = end - at[0];
	return 0;
}

static int make_imported(struct libcodec_image *image, const struct libcodec_image_params *p)
{
	int fds[LIBCODEC_PLANES_MAX];
	uint64_t at[LIBCODEC_PLANES_MAX];
	uint32_t i;
	int r;

	for (i = 0; i < p->n_planes; i++)
		fds[i] = p->planes[i].fd;
	r = lc_memory_dmabuf_import(fds, p->n_planes, at, &image->memory);
	if (r < 0)
		return r;
	for (i = 0; i < p->n_planes; i++) {
		if (p->planes[i].offset >= room_at(image->memory, at[i]))
			return -EINVAL;
		at[i] += p->planes[i].offset;
	}
	dmabuf_rules(image, p);
	image->offset = at[0];
	r = p->n_planes == 1 ? import_one(image, p) : import_fixed(image, p, at);
	return r == 0 ? begin_layout(image, p) : r;
}

static int make_memory(struct libcodec_image *image, const struct libcodec_image_params *p)
{
	if (p->n_planes)
		return make_imported(image, p);
	if (p->memory == LIBCODEC_MEMORY_HOST || p->data)
		return make_host(image, p);
	if (p->memory == LIBCODEC_MEMORY_DMABUF)
		return make_dmabuf(image, p);
	return make_auto(image, p);
}

LC_EXPORT int libcodec_image_new(struct libcodec_context *ctx,
				 const struct libcodec_image_params *params,
				 struct libcodec_image **ret_image)
{
	struct libcodec_image_params p;
	struct libcodec_image *image;
	int r;

	if (!ctx || !params || !ret_image)
		return -EINVAL;
	r = lc_struct_in(&p, sizeof(p), params);
	if (r < 0)
		return r;
	r = params_check(&p);
	if (r < 0)
		return r;
	r = lc_image_alloc(ctx, &image);
	if (r < 0)
		return r;
	image->access = p.access;
	r = make_memory(image, &p);
	if (r < 0) {
		lc_image_free(image);
		return r;
	}
	image->layout.capacity = image->rules.capacity;
	image->layout.memory = image->memory->ops->kind;
	*ret_image = image;
	return 0;
}
