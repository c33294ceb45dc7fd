/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The choice of strides: the rules of <libcodec/image.h> as arithmetic.
 *
 * Nothing overflows: sides are at most 65535 and a sample of a pixel at most 16 bytes, so
 * a row has less than 2^20 bytes; strides have 32 bits and rows 18, so what is needed
 * has 50 of 64.
 */
#include "config.h"

#include "layout.h"

/* NV24's chroma pitch is twice the stride and must fit 32 bits too. */
#define STRIDE_MAX (UINT32_MAX / 2)

/* The picture in numbers, before a stride is chosen. */
struct picture {
	const struct lc_format *format;
	uint32_t width, height, dtype;
	uint32_t sample; /* bytes of one */
	uint32_t least; /* stride, in bytes */
	uint32_t rows; /* of one stride each, all planes */
	uint32_t last_row; /* bytes of the last one that are pixels */
};

static uint32_t round_up(uint32_t v, uint32_t align)
{
	return (v + align - 1) & ~(align - 1);
}

/* Rows of one stride that the chroma plane takes. */
static uint32_t chroma_rows(const struct lc_format *f, uint32_t height)
{
	if (!f->semi_planar)
		return 0;
	return f->chroma_x == 1 ? 2 * height : (height + f->chroma_y - 1) / f->chroma_y;
}

static int picture_fill(struct picture *p, uint32_t width, uint32_t height,
			uint32_t format, uint32_t dtype)
{
	const struct lc_format *f = lc_format_get(format);
	uint32_t sample = lc_dtype_size(dtype);

	if (!width || !height || width > LC_DIMENSION_MAX || height > LC_DIMENSION_MAX)
		return -EINVAL;
	if (!f || !sample || (f->semi_planar && dtype != LIBCODEC_DTYPE_U8))
		return -EINVAL;
	*p = (struct picture){
		.format = f,
		.width = width,
		.height = height,
		.dtype = dtype,
		.sample = sample,
		.least = f->semi_planar ? round_up(width, 2) :
					  width * f->channels * sample,
		.rows = height + chroma_rows(f, height),
	};
	p->last_row = p->least;
	return 0;
}

static uint64_t needed(const struct lc_layout_rules *rules, const struct picture *p,
		       uint32_t stride)
{
	if (rules->window)
		return (uint64_t)stride * (p->rows - 1) + p->last_row;
	return (uint64_t)stride * p->rows;
}

static bool fits(const struct lc_layout_rules *rules, const struct picture *p,
		 uint32_t stride)
{
	return stride >= p->least && stride <= STRIDE_MAX && stride % p->sample == 0 &&
	       needed(rules, p, stride) <= rules->capacity;
}

/*
 * Rule 2: whether the stride so far is one that this picture may keep. Packed rows in host
 * memory are tight, whatever came before them, unless an alignment was asked for.
 */
static bool may_keep(const struct lc_layout_rules *rules, const struct picture *p,
		     uint32_t align)
{
	if (!rules->old_format || rules->old_stride % align)
		return false;
	if (p->format->semi_planar)
		return true;
	return rules->stride_align && rules->old_format == p->format->fourcc &&
	       rules->old_dtype == p->dtype;
}

/* The first stride that fits, or 0. */
static uint32_t choose_stride(const struct lc_layout_rules *rules,
			      const struct picture *p)
{
	uint32_t align =
		rules->stride_align ? rules->stride_align : LC_STRIDE_ALIGN_DEFAULT;
	uint32_t rounded = round_up(p->least, align);

	if (rules->stride)
		return fits(rules, p, rules->stride) ? rules->stride : 0;
	if (may_keep(rules, p, align) && fits(rules, p, rules->old_stride))
		return rules->old_stride;
	if ((p->format->semi_planar || rules->stride_align) && fits(rules, p, rounded))
		return rounded;
	return fits(rules, p, p->least) ? p->least : 0;
}

static void fill_chroma(const struct picture *p, uint32_t stride,
			struct libcodec_image_layout *l)
{
	const struct lc_format *f = p->format;

	l->n_planes = 2;
	l->plane_stride[1] = f->chroma_x == 1 ? 2 * stride : stride;
	l->plane_width[1] = (p->width + f->chroma_x - 1) / f->chroma_x * 2;
	l->plane_height[1] = (p->height + f->chroma_y - 1) / f->chroma_y;
	l->plane_offset[1] = (uint64_t)stride * p->height;
}

/* The layout with planes one behind the other. */
static void fill_layout(const struct lc_layout_rules *rules, const struct picture *p,
			uint32_t stride, struct libcodec_image_layout *ret)
{
	*ret = (struct libcodec_image_layout){
		.struct_size = sizeof(*ret),
		.width = p->width,
		.height = p->height,
		.format = p->format->fourcc,
		.dtype = p->dtype,
		.n_planes = 1,
		.plane_stride = { stride },
		.plane_width = { p->width * p->format->channels * p->sample },
		.plane_height = { p->height },
		.capacity = rules->capacity,
		.needed = needed(rules, p, stride),
	};
	if (p->format->semi_planar)
		fill_chroma(p, stride, ret);
}

/* A stride has 32 bits and a plane's rows 17: no product overflows. */
static int place_planes(const struct lc_fixed_planes *fixed, uint32_t sample,
			struct libcodec_image_layout *l)
{
	uint32_t i;

	if (l->n_planes > fixed->n)
		return -ENOSPC;
	for (i = 0; i < l->n_planes; i++) {
		uint32_t stride = fixed->plane[i].stride;
		uint64_t bytes = (uint64_t)stride * l->plane_height[i];

		if (stride < l->plane_width[i] || stride % sample ||
		    bytes > fixed->plane[i].room)
			return -ENOSPC;
		l->plane_stride[i] = stride;
		l->plane_offset[i] = fixed->plane[i].offset;
		l->needed = l->plane_offset[i] + bytes;
	}
	return 0;
}

static int choose_fixed(const struct lc_layout_rules *rules, const struct picture *p,
			struct libcodec_image_layout *ret)
{
	struct libcodec_image_layout layout;
	int r;

	fill_layout(rules, p, p->least, &layout);
	r = place_planes(rules->fixed, p->sample, &layout);
	if (r == 0)
		*ret = layout;
	return r;
}

int lc_layout_choose(const struct lc_layout_rules *rules, uint32_t width, uint32_t height,
		     uint32_t format, uint32_t dtype, struct libcodec_image_layout *ret)
{
	struct picture p;
	uint32_t stride;
	int r;

	r = picture_fill(&p, width, height, format, dtype);
	if (r < 0)
		return r;
	if (rules->fixed)
		return choose_fixed(rules, &p, ret);
	stride = choose_stride(rules, &p);
	if (!stride)
		return -ENOSPC;
	fill_layout(rules, &p, stride, ret);
	return 0;
}

uint64_t lc_layout_padded(const struct lc_layout_rules *rules,
			  const struct libcodec_image_layout *l)
{
	const struct lc_format *f = lc_format_get(l->format);
	uint32_t height = round_up(l->height, 32), stride = rules->stride;
	uint64_t bytes;

	if (!stride)
		stride = round_up(round_up(l->width, 64) * f->channels *
					  lc_dtype_size(l->dtype),
				  rules->stride_align ? rules->stride_align :
							LC_STRIDE_ALIGN_DEFAULT);
	bytes = (uint64_t)stride * (height + chroma_rows(f, height));
	return bytes > l->needed ? bytes : l->needed;
}

bool lc_stride_align_valid(uint32_t align)
{
	return !(align & (align - 1)) && align <= LC_STRIDE_ALIGN_MAX;
}

LC_EXPORT int libcodec_layout_for(uint32_t width, uint32_t height, uint32_t format,
				  uint32_t dtype, uint32_t stride_align,
				  uint64_t capacity,
				  struct libcodec_image_layout *ret_layout)
{
	struct lc_layout_rules rules = {
		.stride_align = stride_align,
		.capacity = capacity ? capacity : UINT64_MAX,
	};
	struct libcodec_image_layout layout;
	int r;

	if (!ret_layout || !lc_stride_align_valid(stride_align))
		return -EINVAL;
	r = lc_layout_choose(&rules, width, height, format, dtype, &layout);
	if (r < 0)
		return r;
	layout.memory = LIBCODEC_MEMORY_HOST;
	if (!capacity)
		layout.capacity = layout.needed;
	return lc_struct_out(ret_layout, &layout, sizeof(layout));
}
