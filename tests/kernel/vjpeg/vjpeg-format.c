/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Formats of the two queues: which are listed, what becomes of one that is asked for, and how
 * V4L2's two structs say it.
 */
#include "vjpeg.h"

#define WIDTH_BEGIN  640
#define HEIGHT_BEGIN 480
#define CODED_MIN    4096
#define CODED_MAX    (64u << 20)
#define CODED_BEGIN  (1u << 20)

bool vjpeg_is_mplane(const struct vjpeg_device *device, u32 type)
{
	return device->planar != VJPEG_SINGLE && V4L2_TYPE_IS_MULTIPLANAR(type);
}

/* --- what is listed --- */

static u32 nth_raw(const struct vjpeg_knobs *knobs, bool mplane, unsigned int *index)
{
	u32 i;

	for (i = 0; i < VJPEG_F_COUNT; i++)
		if (vjpeg_lists(knobs, i, mplane) && (*index)-- == 0)
			return vjpeg_fourcc(i);
	return 0;
}

/* By the mask of coded formats, after what *index has passed. */
static u32 nth_coded(u32 mask, unsigned int *index)
{
	static const struct {
		u32 bit, fourcc;
	} coded[] = {
		{ VJPEG_CODED_JPEG, V4L2_PIX_FMT_JPEG },
		{ VJPEG_CODED_MJPG, V4L2_PIX_FMT_MJPEG },
		{ VJPEG_CODED_RAW, V4L2_PIX_FMT_RGB565 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(coded); i++)
		if (mask & coded[i].bit && (*index)-- == 0)
			return coded[i].fourcc;
	return 0;
}

u32 vjpeg_nth_fourcc(const struct vjpeg_device *device, const struct vjpeg_knobs *knobs,
		     u32 type, unsigned int index)
{
	bool mplane = vjpeg_is_mplane(device, type);
	bool encoder = device->coded & VJPEG_CODED_ENCODER;
	u32 fourcc;

	if (V4L2_TYPE_IS_OUTPUT(type))
		return encoder ? nth_raw(knobs, mplane, &index)
			       : nth_coded(device->coded, &index);
	if (encoder)
		return nth_coded(VJPEG_CODED_JPEG, &index);
	fourcc = nth_raw(knobs, mplane, &index);
	if (!fourcc && device->coded & VJPEG_CODED_CAPTURE)
		fourcc = nth_coded(VJPEG_CODED_JPEG, &index);
	return fourcc;
}

bool vjpeg_has_fourcc(const struct vjpeg_device *device, const struct vjpeg_knobs *knobs,
		      u32 type, u32 fourcc)
{
	unsigned int i;
	u32 f;

	for (i = 0; (f = vjpeg_nth_fourcc(device, knobs, type, i)) != 0; i++)
		if (f == fourcc)
			return true;
	return false;
}

/* The first one that is listed; a device that lists nothing has something all the same. */
static u32 first_fourcc(const struct vjpeg_device *device, const struct vjpeg_knobs *knobs,
			u32 type)
{
	u32 fourcc = vjpeg_nth_fourcc(device, knobs, type, 0);

	if (fourcc)
		return fourcc;
	return V4L2_TYPE_IS_OUTPUT(type) ? V4L2_PIX_FMT_JPEG : V4L2_PIX_FMT_NV12;
}

/* --- sides --- */

static u32 coded_size(const struct vjpeg_knobs *knobs, u32 wanted)
{
	u32 align = clamp_t(u32, knobs->size_align, 1, CODED_MAX);
	u32 size = wanted ? clamp_t(u32, wanted, CODED_MIN, CODED_MAX) : CODED_BEGIN;

	return DIV_ROUND_UP(size, align) * align;
}

static struct vjpeg_side coded_side(const struct vjpeg_knobs *knobs, u32 fourcc, u32 width,
				    u32 height, u32 size)
{
	return (struct vjpeg_side){
		.fourcc = fourcc,
		.coded = true,
		.width = width,
		.height = height,
		.size = coded_size(knobs, size),
	};
}

int vjpeg_raw_side(const struct vjpeg_knobs *knobs, u32 format, u32 width, u32 height,
		   u32 bytesperline, struct vjpeg_side *ret)
{
	struct vjpeg_side side = {
		.fourcc = vjpeg_fourcc(format),
		.width = width,
		.height = height,
	};
	int r = vjpeg_layout(knobs, format, width, height, bytesperline, &side.layout);

	if (r < 0)
		return r;
	if (knobs->sel == VJPEG_SEL_OFFSET) {
		side.x = VJPEG_OFFSET_X;
		side.y = VJPEG_OFFSET_Y;
	}
	*ret = side;
	return 0;
}

static bool is_coded(u32 type, u32 fourcc)
{
	return V4L2_TYPE_IS_OUTPUT(type) || fourcc == V4L2_PIX_FMT_JPEG;
}

/* A side of what may be anything. */
static int make_side(const struct vjpeg_device *device, const struct vjpeg_knobs *knobs,
		     u32 type, u32 fourcc, u32 width, u32 height, u32 bytesperline, u32 size,
		     struct vjpeg_side *ret)
{
	u32 most = max_t(u32, knobs->max_size, 1);
	u32 least = clamp_t(u32, knobs->min_size, 1, most);

	width = clamp_t(u32, width, least, most);
	height = clamp_t(u32, height, least, most);
	if (!vjpeg_has_fourcc(device, knobs, type, fourcc))
		fourcc = first_fourcc(device, knobs, type);
	if (is_coded(type, fourcc)) {
		*ret = coded_side(knobs, fourcc, width, height, size);
		return 0;
	}
	return vjpeg_raw_side(knobs, vjpeg_format_of(fourcc), width, height, bytesperline, ret);
}

int vjpeg_begin_formats(struct vjpeg_context *ctx)
{
	struct vjpeg_device *device = ctx->device;
	struct vjpeg_knobs knobs = vjpeg_knobs_now(ctx->slot);
	bool mplane = device->planar != VJPEG_SINGLE;
	u32 output = mplane ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE : V4L2_BUF_TYPE_VIDEO_OUTPUT;
	u32 capture = mplane ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE;
	int r = make_side(device, &knobs, output, 0, WIDTH_BEGIN, HEIGHT_BEGIN, 0, 0,
			  &ctx->side[VJPEG_OUTPUT]);

	if (r < 0)
		return r;
	return make_side(device, &knobs, capture, 0, WIDTH_BEGIN, HEIGHT_BEGIN, 0, 0,
			 &ctx->side[VJPEG_CAPTURE]);
}

/* --- V4L2's structs --- */

struct wish {
	u32 fourcc, width, height, bytesperline, size;
};

static struct wish wish_of(const struct v4l2_format *f)
{
	const struct v4l2_pix_format_mplane *mp = &f->fmt.pix_mp;
	const struct v4l2_pix_format *p = &f->fmt.pix;

	if (V4L2_TYPE_IS_MULTIPLANAR(f->type))
		return (struct wish){ mp->pixelformat, mp->width, mp->height,
				      mp->plane_fmt[0].bytesperline,
				      mp->plane_fmt[0].sizeimage };
	return (struct wish){ p->pixelformat, p->width, p->height, p->bytesperline,
			      p->sizeimage };
}

/* As they are reported: a raw one with its padding. */
static u32 width_of(const struct vjpeg_side *side)
{
	return side->coded ? side->width : side->layout.width;
}

static u32 height_of(const struct vjpeg_side *side)
{
	return side->coded ? side->height : side->layout.height;
}

static u32 colorspace(const struct vjpeg_knobs *knobs)
{
	return knobs->colorspace ? knobs->colorspace : V4L2_COLORSPACE_JPEG;
}

static void fill_mplane(const struct vjpeg_knobs *knobs, const struct vjpeg_side *side,
			struct v4l2_pix_format_mplane *p)
{
	unsigned int m;

	*p = (struct v4l2_pix_format_mplane){
		.width = width_of(side),
		.height = height_of(side),
		.pixelformat = side->fourcc,
		.field = V4L2_FIELD_NONE,
		.colorspace = colorspace(knobs),
		.ycbcr_enc = knobs->ycbcr_enc,
		.quantization = knobs->quantization,
		.num_planes = side->coded ? 1 : side->layout.n_mem,
	};
	if (side->coded) {
		p->plane_fmt[0].sizeimage = side->size;
		return;
	}
	for (m = 0; m < side->layout.n_mem; m++) {
		p->plane_fmt[m].sizeimage = side->layout.size[m];
		p->plane_fmt[m].bytesperline = side->layout.bpl[m];
	}
}

static void fill_single(const struct vjpeg_knobs *knobs, const struct vjpeg_side *side,
			struct v4l2_pix_format *p)
{
	*p = (struct v4l2_pix_format){
		.width = width_of(side),
		.height = height_of(side),
		.pixelformat = side->fourcc,
		.field = V4L2_FIELD_NONE,
		.bytesperline = side->coded ? 0 : side->layout.bpl[0],
		.sizeimage = side->coded ? side->size : side->layout.size[0],
		.colorspace = colorspace(knobs),
		.priv = V4L2_PIX_FMT_PRIV_MAGIC,
		.ycbcr_enc = knobs->ycbcr_enc,
		.quantization = knobs->quantization,
	};
}

void vjpeg_fill_format(const struct vjpeg_knobs *knobs, const struct vjpeg_side *side,
		       struct v4l2_format *f)
{
	if (V4L2_TYPE_IS_MULTIPLANAR(f->type))
		fill_mplane(knobs, side, &f->fmt.pix_mp);
	else
		fill_single(knobs, side, &f->fmt.pix);
}

/* --- what is asked for --- */

/* CAPTURE of a stream that is known: its size, and a format that holds it. */
static int try_known(const struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		     u32 type, const struct vjpeg_header *header, const struct wish *wish,
		     struct vjpeg_side *side)
{
	bool mplane = vjpeg_is_mplane(ctx->device, type);
	u32 format = vjpeg_change_format(knobs, header, mplane, side->layout.format,
					 vjpeg_format_of(wish->fourcc));

	return vjpeg_raw_side(knobs, format, side->width, side->height, wish->bytesperline,
			      side);
}

static int try_side(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs, u32 type,
		    const struct wish *wish, struct vjpeg_side *ret)
{
	struct vjpeg_header header;
	struct vjpeg_side side;
	bool parsed;

	spin_lock(&ctx->lock);
	side = ctx->side[VJPEG_CAPTURE];
	header = ctx->header;
	parsed = ctx->parsed;
	spin_unlock(&ctx->lock);
	if (V4L2_TYPE_IS_OUTPUT(type) || !parsed || side.coded)
		return make_side(ctx->device, knobs, type, wish->fourcc, wish->width,
				 wish->height, wish->bytesperline, wish->size, ret);
	*ret = side;
	return try_known(ctx, knobs, type, &header, wish, ret);
}

/* S_FMT(OUTPUT) tells CAPTURE the size, and that the stream is another one. */
static void tell_capture(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
			 const struct vjpeg_side *output)
{
	bool busy = vb2_is_busy(v4l2_m2m_get_dst_vq(ctx->fh.m2m_ctx));
	struct vjpeg_side *side = &ctx->side[VJPEG_CAPTURE];

	spin_lock(&ctx->lock);
	ctx->parsed = false;
	ctx->has_latched = false;
	if (!busy && !side->coded)
		vjpeg_raw_side(knobs, side->layout.format, output->width, output->height, 0,
			       side);
	spin_unlock(&ctx->lock);
}

int vjpeg_try_format(struct vjpeg_context *ctx, struct v4l2_format *f, bool set)
{
	struct vjpeg_knobs knobs = vjpeg_knobs_now(ctx->slot);
	struct wish wish = wish_of(f);
	struct vjpeg_side side;
	int r = try_side(ctx, &knobs, f->type, &wish, &side);

	if (r < 0)
		return r;
	vjpeg_fill_format(&knobs, &side, f);
	if (!set)
		return 0;
	if (vb2_is_busy(v4l2_m2m_get_vq(ctx->fh.m2m_ctx, f->type)))
		return -EBUSY;
	vjpeg_set_side(ctx, vjpeg_side_of(f->type), &side);
	if (V4L2_TYPE_IS_OUTPUT(f->type))
		tell_capture(ctx, &knobs, &side);
	return 0;
}
