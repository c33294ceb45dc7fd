/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Images: what a picture may do with a piece of memory, and who holds that memory. They are
 * made in image-new.c.
 */
#include "config.h"

#include "image.h"

#include <stdlib.h>

#include "context.h"

static bool is_window(const struct libcodec_image *image)
{
	return image->max_row != 0;
}

int lc_image_alloc(struct libcodec_context *ctx, struct libcodec_image **ret_image)
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

void lc_image_free(struct libcodec_image *image)
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

/* An image in the memory of another one, @delta bytes on; its layout is still empty. */
static int image_derive(struct libcodec_image *parent, uint64_t delta, uint64_t capacity,
			struct libcodec_image **ret_image)
{
	struct libcodec_image *image;
	int r;

	r = lc_image_alloc(parent->ctx, &image);
	if (r < 0)
		return r;
	image->parent = libcodec_image_ref(parent);
	image->memory = parent->memory;
	image->offset = parent->offset + delta;
	image->access = parent->access;
	image->rules = parent->rules;
	image->rules.fixed = NULL;
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

/* Bytes from the image's first one that are for plane 0. */
static uint64_t plane0_end(const struct libcodec_image *image)
{
	return image->rules.fixed ? image->fixed.plane[0].room : image->rules.capacity;
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
	delta = l->plane_offset[0] + (uint64_t)y * l->plane_stride[0] + (uint64_t)x * pixel;
	r = image_derive(parent, delta, plane0_end(parent) - delta, &image);
	if (r < 0)
		return r;

	image->rules.window = true;
	image->rules.stride = l->plane_stride[0];
	image->max_row = width * pixel;
	image->max_height = height;
	r = libcodec_image_configure(image, width, height, l->format, l->dtype);
	if (r < 0) {
		lc_image_free(image);
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
	/*
	 * A run of bytes in a window would leave it at the end of the first row; planes
	 * that lie here and there are no run.
	 */
	if (is_window(parent) || parent->rules.fixed || !size || offset > capacity || size > capacity - offset)
		return -EINVAL;
	r = image_derive(parent, offset, size, &image);
	if (r < 0)
		return r;
	image->flexible = parent->flexible;
	r = slice_begin(image, parent);
	if (r < 0) {
		lc_image_free(image);
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
		lc_image_free(image);
	return NULL;
}

int lc_image_layout_for(const struct libcodec_image *image, uint32_t width,
			uint32_t height, uint32_t format, uint32_t dtype,
			struct libcodec_image_layout *ret_layout)
{
	struct libcodec_image_layout layout;
	int r;

	r = lc_layout_choose(&image->rules, width, height, format, dtype, &layout);
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
	struct libcodec_image_layout layout;
	int r;

	if (!image)
		return -EINVAL;
	if (image->maps)
		return -EBUSY;
	r = lc_image_layout_for(image, width, height, format, dtype, &layout);
	if (r == 0)
		lc_image_set_layout(image, &layout);
	return r;
}

void lc_image_set_layout(struct libcodec_image *image,
			 const struct libcodec_image_layout *layout)
{
	image->layout = *layout;
	image->rules.old_format = layout->format;
	image->rules.old_dtype = layout->dtype;
	image->rules.old_stride = layout->plane_stride[0];
}

void lc_image_relay(struct libcodec_image *image, const uint32_t *plane_stride,
		    const uint64_t *plane_offset)
{
	struct libcodec_image_layout *l = &image->layout;
	uint32_t i;

	for (i = 0; i < l->n_planes; i++) {
		l->plane_stride[i] = plane_stride[i];
		l->plane_offset[i] = plane_offset[i];
		l->needed = plane_offset[i] + (uint64_t)plane_stride[i] * l->plane_height[i];
	}
}

LC_EXPORT int libcodec_image_get_layout(struct libcodec_image *image,
					struct libcodec_image_layout *ret_layout)
{
	if (!image || !ret_layout)
		return -EINVAL;
	return lc_struct_out(ret_layout, &image->layout, sizeof(image->layout));
}

void lc_image_find_dmabuf(const struct libcodec_image *image,
			  const struct libcodec_image_layout *layout, uint32_t plane,
			  struct lc_dmabuf_place *ret_place)
{
	lc_memory_dmabuf_find(image->memory, image->offset + layout->plane_offset[plane],
			      ret_place);
}

LC_EXPORT int libcodec_image_get_dmabuf(struct libcodec_image *image, uint32_t plane,
					int *ret_fd, uint64_t *ret_offset)
{
	struct lc_dmabuf_place place;

	if (!image || !ret_fd)
		return -EINVAL;
	if (image->layout.memory != LIBCODEC_MEMORY_DMABUF)
		return -EOPNOTSUPP;
	if (plane >= image->layout.n_planes)
		return -ENOENT;
	lc_image_find_dmabuf(image, &image->layout, plane, &place);
	*ret_fd = place.fd;
	if (ret_offset)
		*ret_offset = place.offset;
	return 0;
}

bool lc_image_allows(const struct libcodec_image *image, uint32_t access)
{
	return image->access == LIBCODEC_ACCESS_BOTH || image->access == access;
}

LC_EXPORT int libcodec_image_map(struct libcodec_image *image, uint32_t access,
				 void **ret_data)
{
	void *data;
	int r;

	if (!image || !ret_data || access >= LIBCODEC_ACCESS_NONE ||
	    image->maps == UINT32_MAX)
		return -EINVAL;
	if (!lc_image_allows(image, access))
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
