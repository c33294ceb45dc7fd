/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Destinations as backends see them.
 */
#include "config.h"

#include "surface.h"

#define TAG ((uintptr_t)UINT64_C(0x4c7355726641634c))

/* A copy of a surface has another address, and so another tag. */
static uintptr_t tag_of(const struct lc_surface *s)
{
	return (uintptr_t)s ^ TAG;
}

uint32_t lc_surface_offers(const struct libcodec_image *image)
{
	uint32_t kinds = 0;

	if (image->layout.memory == LIBCODEC_MEMORY_DMABUF)
		kinds = LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_DMABUF);
	if (lc_image_allows(image, LIBCODEC_ACCESS_WRITE))
		kinds |= LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_HOST);
	return kinds;
}

static int map_image(struct lc_surface *s, uint32_t access, void **ret_data)
{
	const struct libcodec_image *image = s->image;
	void *data;
	int r = image->memory->ops->map(image->memory, access, &data);

	if (r == 0)
		*ret_data = (uint8_t *)data + image->offset;
	return r;
}

static bool is_dmabuf(const struct lc_surface *s)
{
	return s->layout->memory == LIBCODEC_MEMORY_DMABUF;
}

void lc_surface_init(struct lc_surface *s, struct libcodec_image *image,
		     const struct libcodec_image_layout *l)
{
	uint32_t i;

	*s = (struct lc_surface){
		.head = {
			.struct_size = sizeof(s->head),
			.memory = LIBCODEC_MEMORY_HOST,
			.format = l->format,
			.dtype = l->dtype,
			.width = l->width,
			.height = l->height,
			.n_planes = l->n_planes,
			.size = l->needed,
			.capacity = l->capacity,
			.plane_fd = { -1, -1, -1, -1 },
		},
		.tag = tag_of(s),
		.image = image,
		.layout = l,
	};
	for (i = 0; i < l->n_planes; i++) {
		s->head.plane_stride[i] = l->plane_stride[i];
		s->head.plane_offset[i] = l->plane_offset[i];
	}
	/* Plain memory is mapped for good, and nothing ends that. */
	if (!is_dmabuf(s))
		map_image(s, LIBCODEC_ACCESS_WRITE, &s->head.data);
}

static void show_dmabufs(struct lc_surface *s)
{
	struct libcodec_surface *head = &s->head;
	struct lc_dmabuf_place place;
	uint32_t i;

	head->memory = LIBCODEC_MEMORY_DMABUF;
	head->flags = s->image->flexible ? LIBCODEC_SURFACE_FLEXIBLE : 0;
	head->data = NULL;
	for (i = 0; i < head->n_planes; i++) {
		lc_image_find_dmabuf(s->image, s->layout, i, &place);
		head->plane_fd[i] = place.fd;
		head->plane_fd_offset[i] = place.offset;
		head->plane_fd_size[i] = place.size;
		head->plane_fd_id[i] = place.id;
	}
}

static int show_mapped(struct lc_surface *s)
{
	struct libcodec_surface *head = &s->head;
	uint32_t i;
	int r = map_image(s, LIBCODEC_ACCESS_WRITE, &head->data);

	if (r < 0)
		return r;
	head->memory = LIBCODEC_MEMORY_HOST;
	head->flags = 0;
	for (i = 0; i < LIBCODEC_PLANES_MAX; i++) {
		head->plane_fd[i] = -1;
		head->plane_fd_offset[i] = 0;
		head->plane_fd_size[i] = 0;
		head->plane_fd_id[i] = 0;
	}
	return 0;
}

int lc_surface_begin(struct lc_surface *s, uint32_t kind)
{
	if (lc_likely(!is_dmabuf(s)))
		return 0;
	if (kind == LIBCODEC_MEMORY_HOST)
		return show_mapped(s);
	show_dmabufs(s);
	return 0;
}

static void end_access(const struct lc_surface *s)
{
	s->image->memory->ops->unmap(s->image->memory);
}

void lc_surface_end(struct lc_surface *s)
{
	unsigned int left;

	if (lc_likely(!is_dmabuf(s)))
		return;
	if (s->head.memory == LIBCODEC_MEMORY_HOST)
		end_access(s);
	for (left = __atomic_exchange_n(&s->maps, 0, __ATOMIC_ACQ_REL); left; left--)
		end_access(s);
}

struct lc_surface *lc_surface_of(const struct libcodec_surface *head)
{
	struct lc_surface *s = (struct lc_surface *)(uintptr_t)head;

	return s && s->tag == tag_of(s) ? s : NULL;
}

int lc_surface_map(struct lc_surface *s, uint32_t access, void **ret_data)
{
	int r;

	if (s->head.memory != LIBCODEC_MEMORY_DMABUF)
		return -EINVAL;
	if (!lc_image_allows(s->image, access))
		return -EACCES;
	r = map_image(s, access, ret_data);
	if (r == 0)
		__atomic_add_fetch(&s->maps, 1, __ATOMIC_RELAXED);
	return r;
}

void lc_surface_unmap(struct lc_surface *s)
{
	unsigned int maps = __atomic_load_n(&s->maps, __ATOMIC_RELAXED);

	do {
		if (!maps)
			return;
	} while (!__atomic_compare_exchange_n(&s->maps, &maps, maps - 1, false,
					      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
	end_access(s);
}

bool lc_surface_may_be_relaid(const struct lc_surface *s,
			      const struct libcodec_decode_result *res)
{
	const struct libcodec_image_layout *l = s->layout;
	unsigned int sample = lc_dtype_size(l->dtype);
	uint64_t end = 0;
	uint32_t i;

	if (!(s->head.flags & LIBCODEC_SURFACE_FLEXIBLE))
		return false;
	for (i = 0; i < l->n_planes; i++) {
		uint64_t bytes = (uint64_t)res->plane_stride[i] * l->plane_height[i];

		if (res->plane_stride[i] < l->plane_width[i] ||
		    res->plane_stride[i] % sample || res->plane_offset[i] % sample ||
		    res->plane_offset[i] < end || res->plane_offset[i] > l->capacity ||
		    bytes > l->capacity - res->plane_offset[i])
			return false;
		end = res->plane_offset[i] + bytes;
	}
	return true;
}
