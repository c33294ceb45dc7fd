/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Images: what a picture may do with a piece of memory, and who holds that memory.
 */
#include "config.h"

#include "image.h"

#include <stdlib.h>

#include "context.h"

/* Where the library has no bound from the caller: as much as the layout takes. */
#define CAPACITY_ANY UINT64_MAX

static bool is_window(const struct libcodec_image *image)
{
	return image->max_row != 0;
}

/* The rules for the next layout, with the present one as what may be kept. */
static struct lc_layout_rules rules_now(const struct libcodec_image *image)
{
	struct lc_layout_rules rules = image->rules;

	rules.old_format = image->layout.format;
	rules.old_dtype = image->layout.dtype;
	rules.old_stride = image->layout.plane_stride[0];
	return rules;
}

static int memory_kind_check(uint32_t memory)
{
	switch (memory) {
	case LIBCODEC_MEMORY_AUTO:
	case LIBCODEC_MEMORY_HOST:
		return 0;
	case LIBCODEC_MEMORY_DMABUF:
	case LIBCODEC_MEMORY_CUDA:
		return -EOPNOTSUPP;
	default:
		return -EINVAL;
	}
}

static int params_check(const struct libcodec_image_params *p)
{
	if (p->access > LIBCODEC_ACCESS_NONE || p->reserved || p->flags || p->n_planes ||
	    p->planes || !lc_stride_align_valid(p->stride_align))
		return -EINVAL;
	if (p->data && (!p->capacity || p->capacity > PTRDIFF_MAX ||
			p->capacity > UINTPTR_MAX - (uintptr_t)p->data))
		return -EINVAL;
	return memory_kind_check(p->memory);
}

/* An image with one reference and nothing behind it. */
static int image_alloc(struct libcodec_context *ctx, struct libcodec_image **ret_image)
{
	struct libcodec_image *image;

	image = calloc(1, sizeof(*image));
	if (!image)
		return -ENOMEM;
	image->refs = 1;
	image->ctx = libcodec_context_ref(ctx);
	*ret_image = image;
	return 0;
}

static void image_free(struct libcodec_image *image)
{
	for (; image->maps; image->maps--)
		image->memory->ops->unmap(image->memory);
	if (image->parent)
		libcodec_image_unref(image->parent);
	else if (image->memory)
		image->memory->ops->free(image->memory);
	libcodec_context_unref(image->ctx);
	free(image);
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
	r = image_alloc(ctx, &image);
	if (r < 0)
		return r;

	image->access = p.access;
	image->rules.stride_align = p.stride_align;
	image->rules.stride = p.stride;
	image->rules.capacity = p.capacity ? p.capacity : CAPACITY_ANY;
	r = lc_layout_choose(&image->rules, p.width, p.height, p.format, p.dtype,
			     &image->layout);
	if (r < 0)
		goto fail;
	if (!p.capacity)
		image->rules.capacity = image->layout.needed;
	image->layout.capacity = image->rules.capacity;
	if (p.data)
		r = lc_memory_host_wrap(p.data, image->rules.capacity, &image->memory);
	else
		r = lc_memory_host_new(image->rules.capacity, &image->memory);
	if (r < 0)
		goto fail;
	image->layout.memory = image->memory->ops->kind;
	*ret_image = image;
	return 0;
fail:
	image_free(image);
	return r;
}

/* An image in the memory of another one, @delta bytes on; its layout is still empty. */
static int image_derive(struct libcodec_image *parent, uint64_t delta, uint64_t capacity,
			struct libcodec_image **ret_image)
{
	struct libcodec_image *image;
	int r;

	r = image_alloc(parent->ctx, &image);
	if (r < 0)
		return r;
	image->parent = libcodec_image_ref(parent);
	image->memory = parent->memory;
	image->offset = parent->offset + delta;
	image->access = parent->access;
	image->rules = parent->rules;
	image->rules.capacity = capacity;
	*ret_image = image;
	return 0;
}

static bool rect_inside(const struct libcodec_image_layout *l, uint32_t x, uint32_t y,
			uint32_t width, uint32_t height)
{
	return width && height && x < l->width && y < l->height &&
	       width <= l->width - x && height <= l->height - y;
}

LC_EXPORT int libcodec_image_new_window(struct libcodec_image *parent, uint32_t x,
					uint32_t y, uint32_t width, uint32_t height,
					struct libcodec_image **ret_image)
{
	const struct libcodec_image_layout *l;
	struct libcodec_image *image;
	uint32_t pixel;
	uint64_t delta;
	int r;

	if (!parent || !ret_image)
		return -EINVAL;
	l = &parent->layout;
	if (l->n_planes != 1 || !rect_inside(l, x, y, width, height))
		return -EINVAL;
	pixel = lc_format_get(l->format)->channels * lc_dtype_size(l->dtype);
	delta = (uint64_t)y * l->plane_stride[0] + (uint64_t)x * pixel;
	r = image_derive(parent, delta, parent->rules.capacity - delta, &image);
	if (r < 0)
		return r;

	image->rules.window = true;
	image->rules.stride = l->plane_stride[0];
	image->max_row = width * pixel;
	image->max_height = height;
	r = libcodec_image_configure(image, width, height, l->format, l->dtype);
	if (r < 0) {
		image_free(image);
		return r;
	}
	*ret_image = image;
	return 0;
}

/* The parent's picture if it fits, else the smallest there is. */
static int slice_begin(struct libcodec_image *image, const struct libcodec_image *parent)
{
	const struct libcodec_image_layout *l = &parent->layout;
	int r;

	image->layout = *l; /* for the stride that may be kept */
	r = libcodec_image_configure(image, l->width, l->height, l->format, l->dtype);
	if (r == -ENOSPC)
		r = libcodec_image_configure(image, 1, 1, LIBCODEC_FORMAT_GREY,
					     LIBCODEC_DTYPE_U8);
	/* A stride that is fixed and longer than the slice: nothing will ever fit. */
	return r == -ENOSPC ? -EINVAL : r;
}

LC_EXPORT int libcodec_image_new_slice(struct libcodec_image *parent, uint64_t offset,
				       uint64_t size, struct libcodec_image **ret_image)
{
	struct libcodec_image *image;
	uint64_t capacity;
	int r;

	if (!parent || !ret_image)
		return -EINVAL;
	capacity = parent->rules.capacity;
	/* A run of bytes in a window would leave it at the end of the first row. */
	if (is_window(parent) || !size || offset > capacity || size > capacity - offset)
		return -EINVAL;
	r = image_derive(parent, offset, size, &image);
	if (r < 0)
		return r;
	r = slice_begin(image, parent);
	if (r < 0) {
		image_free(image);
		return r;
	}
	*ret_image = image;
	return 0;
}

LC_EXPORT struct libcodec_image *libcodec_image_ref(struct libcodec_image *image)
{
	if (image)
		__atomic_fetch_add(&image->refs, 1, __ATOMIC_RELAXED);
	return image;
}

LC_EXPORT struct libcodec_image *libcodec_image_unref(struct libcodec_image *image)
{
	if (image && __atomic_sub_fetch(&image->refs, 1, __ATOMIC_ACQ_REL) == 0)
		image_free(image);
	return NULL;
}

int lc_image_layout_for(const struct libcodec_image *image, uint32_t width,
			uint32_t height, uint32_t format, uint32_t dtype,
			struct libcodec_image_layout *ret_layout)
{
	struct lc_layout_rules rules = rules_now(image);
	struct libcodec_image_layout layout;
	int r;

	r = lc_layout_choose(&rules, width, height, format, dtype, &layout);
	/* Nothing of NV fits a rectangle; say so whether or not the memory would do. */
	if (is_window(image) && r != -EINVAL && lc_format_get(format)->semi_planar)
		return -EINVAL;
	if (r < 0)
		return r;
	if (is_window(image) &&
	    (layout.plane_width[0] > image->max_row || height > image->max_height))
		return -ENOSPC;
	layout.memory = image->memory->ops->kind;
	*ret_layout = layout;
	return 0;
}

LC_EXPORT int libcodec_image_configure(struct libcodec_image *image, uint32_t width,
				       uint32_t height, uint32_t format, uint32_t dtype)
{
	if (!image)
		return -EINVAL;
	if (image->maps)
		return -EBUSY;
	return lc_image_layout_for(image, width, height, format, dtype, &image->layout);
}

LC_EXPORT int libcodec_image_get_layout(struct libcodec_image *image,
					struct libcodec_image_layout *ret_layout)
{
	if (!image || !ret_layout)
		return -EINVAL;
	return lc_struct_out(ret_layout, &image->layout, sizeof(image->layout));
}

/* Whether the owner's word (@allowed) covers what is asked for. */
static bool access_covers(uint32_t allowed, uint32_t wanted)
{
	return allowed == LIBCODEC_ACCESS_BOTH || allowed == wanted;
}

LC_EXPORT int libcodec_image_map(struct libcodec_image *image, uint32_t access,
				 void **ret_data)
{
	void *data;
	int r;

	if (!image || !ret_data || access >= LIBCODEC_ACCESS_NONE ||
	    image->maps == UINT32_MAX)
		return -EINVAL;
	if (!access_covers(image->access, access))
		return -EACCES;
	r = image->memory->ops->map(image->memory, access, &data);
	if (r < 0)
		return r;
	image->maps++;
	*ret_data = (uint8_t *)data + image->offset;
	return 0;
}

LC_EXPORT int libcodec_image_unmap(struct libcodec_image *image)
{
	if (!image || !image->maps)
		return -EINVAL;
	image->maps--;
	return image->memory->ops->unmap(image->memory);
}
