/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * V4L2's raw formats: where their components lie, how large their buffers are, and which of
 * them a stream may go into.
 */
#include "formats.h"

#include <errno.h>

#include <linux/videodev2.h>

#include <libcodec/codec.h>

#define SIDE_MAX  65535u
#define ALIGN_MAX 4096u
#define BPL_MAX   (1u << 20)

/* Where the components lie: { plane, first byte, bytes to the next sample }. */
#define AT_SEMI   { 0, 0, 1 }, { 1, 0, 2 }, { 1, 1, 2 }
#define AT_SWAP   { 0, 0, 1 }, { 1, 1, 2 }, { 1, 0, 2 }
#define AT_PLANAR { 0, 0, 1 }, { 1, 0, 1 }, { 2, 0, 1 }
#define AT_THREE  { 0, 0, 3 }, { 0, 1, 3 }, { 0, 2, 3 }

#define ROW(name, family, mem, sampling, planes, components, x, y, pixel, ...)            \
	[VJPEG_F_##name] = { V4L2_PIX_FMT_##name, LIBCODEC_SAMPLING_##sampling,           \
			     VJPEG_F_##family, mem, planes, components, x, y, pixel,      \
			     { __VA_ARGS__ } }

static const struct vjpeg_format formats[VJPEG_F_COUNT] = {
	ROW(NV12, NV12, 1, 420, 2, 3, 2, 2, 1, AT_SEMI),
	ROW(NV12M, NV12, 2, 420, 2, 3, 2, 2, 1, AT_SEMI),
	ROW(NV21, NV21, 1, 420, 2, 3, 2, 2, 1, AT_SWAP),
	ROW(NV21M, NV21, 2, 420, 2, 3, 2, 2, 1, AT_SWAP),
	ROW(YUV420, YUV420, 1, 420, 3, 3, 2, 2, 1, AT_PLANAR),
	ROW(YUV420M, YUV420, 3, 420, 3, 3, 2, 2, 1, AT_PLANAR),
	ROW(NV16, NV16, 1, 422, 2, 3, 2, 1, 1, AT_SEMI),
	ROW(NV16M, NV16, 2, 422, 2, 3, 2, 1, 1, AT_SEMI),
	ROW(YUV422P, YUV422P, 1, 422, 3, 3, 2, 1, 1, AT_PLANAR),
	ROW(YUV422M, YUV422P, 3, 422, 3, 3, 2, 1, 1, AT_PLANAR),
	ROW(YUYV, YUYV, 1, 422, 1, 3, 2, 1, 2, { 0, 0, 2 }, { 0, 1, 4 }, { 0, 3, 4 }),
	ROW(UYVY, UYVY, 1, 422, 1, 3, 2, 1, 2, { 0, 1, 2 }, { 0, 0, 4 }, { 0, 2, 4 }),
	ROW(YVYU, YVYU, 1, 422, 1, 3, 2, 1, 2, { 0, 0, 2 }, { 0, 3, 4 }, { 0, 1, 4 }),
	ROW(NV24, NV24, 1, 444, 2, 3, 1, 1, 1, AT_SEMI),
	ROW(YUV24, YUV24, 1, 444, 1, 3, 1, 1, 3, AT_THREE),
	ROW(YUV444M, YUV444M, 3, 444, 3, 3, 1, 1, 1, AT_PLANAR),
	ROW(GREY, GREY, 1, 400, 1, 1, 1, 1, 1, { 0, 0, 1 }),
	ROW(RGB24, RGB24, 1, 444, 1, 3, 1, 1, 3, AT_THREE),
};

const struct vjpeg_format *vjpeg_format(uint32_t index)
{
	return index < VJPEG_F_COUNT ? &formats[index] : NULL;
}

uint32_t vjpeg_fourcc(uint32_t format)
{
	return format < VJPEG_F_COUNT ? formats[format].fourcc : 0;
}

int vjpeg_format_of(uint32_t fourcc)
{
	int i;

	for (i = 0; i < VJPEG_F_COUNT; i++)
		if (formats[i].fourcc == fourcc)
			return i;
	return -1;
}

uint32_t vjpeg_mem_planes(uint32_t format)
{
	return format < VJPEG_F_COUNT ? formats[format].n_mem : 0;
}

uint32_t vjpeg_sampling_of(uint32_t format)
{
	return format < VJPEG_F_COUNT ? formats[format].sampling
				      : LIBCODEC_SAMPLING_UNKNOWN;
}

uint32_t vjpeg_plane_pitch(const struct vjpeg_format *f, unsigned int plane, uint32_t bpl)
{
	/* Chroma planes: each component's samples lie so far from each other. */
	return plane ? bpl * f->at[1].step / f->step_x : bpl;
}

uint32_t vjpeg_plane_rows(const struct vjpeg_format *f, unsigned int plane, uint32_t height)
{
	return plane ? height / f->step_y : height;
}

/* Rows of chroma begin at half of bytesperline. */
static bool halves_bpl(const struct vjpeg_format *f)
{
	return f->n_planes == 3 && f->step_x == 2;
}

static uint32_t round_up_to(uint32_t n, uint32_t to)
{
	return (n + to - 1) / to * to;
}

/* A side of the buffer: room for the picture, a multiple of @align and of @step. */
static uint32_t side(uint32_t n, uint32_t align, uint32_t step)
{
	if (align == 0)
		align = 1;
	if (align % step)
		align *= step;
	return round_up_to(n, align);
}

static uint32_t choose_bpl(const struct vjpeg_knobs *knobs, const struct vjpeg_format *f,
			   uint32_t width, uint32_t wanted)
{
	uint32_t align = knobs->bpl_align ? knobs->bpl_align : 1;
	uint32_t least;

	if (halves_bpl(f) && align % 2)
		align *= 2;
	least = round_up_to(width * f->pixel, align);
	if (knobs->bpl == VJPEG_BPL_CLAMP && wanted > knobs->bpl_max)
		wanted = knobs->bpl_max;
	if (knobs->bpl == VJPEG_BPL_FIXED || wanted < least || wanted > knobs->bpl_max ||
	    (knobs->bpl == VJPEG_BPL_BY_FOUR && wanted % 4) || (halves_bpl(f) && wanted % 2))
		return least;
	return wanted;
}

static int fill_sizes(struct vjpeg_layout *l, const struct vjpeg_format *f, uint32_t bpl,
		      uint32_t size_align)
{
	uint64_t size[VJPEG_PLANES] = { 0 };
	unsigned int p, m;

	for (p = 0; p < f->n_planes; p++) {
		m = f->n_mem > 1 ? p : 0;
		if (m == p)
			l->bpl[m] = vjpeg_plane_pitch(f, p, bpl);
		size[m] += (uint64_t)vjpeg_plane_pitch(f, p, bpl) *
			   vjpeg_plane_rows(f, p, l->height);
	}
	for (m = 0; m < f->n_mem; m++) {
		if (size[m] > INT32_MAX - ALIGN_MAX)
			return -EINVAL;
		l->size[m] = round_up_to((uint32_t)size[m], size_align);
	}
	return 0;
}

int vjpeg_layout(const struct vjpeg_knobs *knobs, uint32_t format, uint32_t width,
		 uint32_t height, uint32_t wanted_bpl, struct vjpeg_layout *ret)
{
	const struct vjpeg_format *f = vjpeg_format(format);
	struct vjpeg_layout l = { .format = format };
	uint32_t bpl;
	int r;

	if (!f || !width || !height || width > SIDE_MAX || height > SIDE_MAX)
		return -EINVAL;
	if (knobs->align_w > ALIGN_MAX || knobs->align_h > ALIGN_MAX ||
	    knobs->bpl_align > ALIGN_MAX || knobs->size_align > ALIGN_MAX)
		return -EINVAL;
	if (knobs->sel == VJPEG_SEL_OFFSET) {
		width += VJPEG_OFFSET_X;
		height += VJPEG_OFFSET_Y;
	}
	l.fourcc = f->fourcc;
	l.width = side(width, knobs->align_w, f->step_x);
	l.height = side(height, knobs->align_h, f->step_y);
	l.n_mem = f->n_mem;
	bpl = choose_bpl(knobs, f, l.width, wanted_bpl);
	if (bpl > BPL_MAX)
		return -EINVAL;
	r = fill_sizes(&l, f, bpl, knobs->size_align ? knobs->size_align : 1);
	if (r < 0)
		return r;
	*ret = l;
	return 0;
}

struct vjpeg_component vjpeg_component(const struct vjpeg_layout *l, unsigned int c,
				       uint8_t *const plane[VJPEG_PLANES])
{
	const struct vjpeg_format *f = vjpeg_format(l->format);
	unsigned int p, of = f->at[c].plane;
	uint8_t *data = plane[0];

	if (f->n_mem > 1)
		data = plane[of];
	for (p = 0; f->n_mem == 1 && p < of; p++)
		data += (size_t)vjpeg_plane_pitch(f, p, l->bpl[0]) *
			vjpeg_plane_rows(f, p, l->height);
	return (struct vjpeg_component){
		.data = data + f->at[c].first,
		.pitch = vjpeg_plane_pitch(f, of, l->bpl[0]),
		.step = f->at[c].step,
		.width = l->width / (c ? f->step_x : 1),
		.height = l->height / (c ? f->step_y : 1),
	};
}

/* --- which of them --- */

bool vjpeg_lists(const struct vjpeg_knobs *knobs, uint32_t format, bool mplane)
{
	return format < VJPEG_F_COUNT && knobs->formats >> format & 1 &&
	       (mplane || formats[format].n_mem == 1);
}

bool vjpeg_holds(uint32_t format, const struct vjpeg_header *header)
{
	if (format >= VJPEG_F_COUNT)
		return false;
	if (header->is_rgb)
		return format == VJPEG_F_RGB24;
	return header->sampling == LIBCODEC_SAMPLING_400 ||
	       header->sampling == formats[format].sampling;
}

static uint32_t wanted_default(const struct vjpeg_knobs *knobs,
			       const struct vjpeg_header *header)
{
	if (header->is_rgb)
		return VJPEG_F_RGB24;
	switch (header->sampling) {
	case LIBCODEC_SAMPLING_420:
		return knobs->default_420;
	case LIBCODEC_SAMPLING_422:
		return knobs->default_422;
	case LIBCODEC_SAMPLING_444:
		return knobs->default_444;
	default:
		return knobs->default_400;
	}
}

int vjpeg_default_format(const struct vjpeg_knobs *knobs, const struct vjpeg_header *header,
			 bool mplane)
{
	uint32_t i, wanted = wanted_default(knobs, header);

	if (vjpeg_lists(knobs, wanted, mplane) && vjpeg_holds(wanted, header))
		return (int)wanted;
	for (i = 0; i < VJPEG_F_COUNT; i++)
		if (vjpeg_lists(knobs, i, mplane) && vjpeg_holds(i, header))
			return (int)i;
	return -1;
}

uint32_t vjpeg_change_format(const struct vjpeg_knobs *knobs,
			     const struct vjpeg_header *header, bool mplane,
			     uint32_t from, int wanted)
{
	uint32_t to = (uint32_t)wanted;

	if (wanted < 0 || from >= VJPEG_F_COUNT || !vjpeg_lists(knobs, to, mplane) ||
	    !vjpeg_holds(to, header) || knobs->sfmt == VJPEG_SFMT_FIXED)
		return from;
	if (knobs->sfmt == VJPEG_SFMT_SIBLING && formats[to].family != formats[from].family)
		return from;
	return to;
}

bool vjpeg_admits(const struct vjpeg_knobs *knobs, const struct vjpeg_header *header)
{
	if (header->width < knobs->min_size || header->height < knobs->min_size ||
	    header->width > knobs->max_size || header->height > knobs->max_size)
		return false;
	return header->has_dht || !knobs->dht_required;
}
