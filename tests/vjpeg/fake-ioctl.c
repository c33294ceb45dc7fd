/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fake's ioctls: what asks, formats, and the way to buffers and events. As v4l2-ioctl.c
 * of the kernel has them: unknown numbers, among them known ones of another size, are ENOTTY.
 */
#include "config.h"

#include "fake-private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static uint32_t clamp(uint32_t v, uint32_t low, uint32_t high)
{
	return MIN(MAX(v, low), MAX(low, high));
}

static bool is_mplane(uint32_t type)
{
	return type == V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE ||
	       type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE;
}

struct fake_queue *fake_queue_of(struct fake_open *o, uint32_t type)
{
	unsigned int planar = o->dev->planar;

	if (planar != VJPEG_BOTH && is_mplane(type) != (planar == VJPEG_MPLANE))
		return NULL;
	switch (type) {
	case V4L2_BUF_TYPE_VIDEO_OUTPUT:
	case V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE:
		return &o->output;
	case V4L2_BUF_TYPE_VIDEO_CAPTURE:
	case V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE:
		return &o->capture;
	default:
		return NULL;
	}
}

/* --- what there is --- */

/* Whether CAPTURE is the coded side. */
static bool encodes(const struct fake_device *dev)
{
	return dev->coded & VJPEG_CODED_ENCODER;
}

static int querycap(struct fake_open *o, struct v4l2_capability *cap)
{
	static const uint32_t planars[] = {
		[VJPEG_SINGLE] = V4L2_CAP_VIDEO_M2M,
		[VJPEG_MPLANE] = V4L2_CAP_VIDEO_M2M_MPLANE,
		[VJPEG_BOTH] = V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE,
	};

	memset(cap, 0, sizeof(*cap));
	snprintf((char *)cap->driver, sizeof(cap->driver), "vjpeg");
	snprintf((char *)cap->card, sizeof(cap->card), "Virtual JPEG decoder %u",
		 o->dev->index);
	snprintf((char *)cap->bus_info, sizeof(cap->bus_info), "platform:vjpeg.%u",
		 o->dev->index);
	cap->version = 0x060c00;
	cap->device_caps = V4L2_CAP_STREAMING | V4L2_CAP_EXT_PIX_FORMAT |
			   planars[MIN(o->dev->planar, VJPEG_BOTH)];
	cap->capabilities = cap->device_caps | V4L2_CAP_DEVICE_CAPS;
	return 0;
}

bool fake_has_mplane(const struct fake_device *dev)
{
	return dev->planar != VJPEG_SINGLE;
}

static bool is_listed(const struct fake_device *dev, uint32_t format)
{
	return vjpeg_lists(&dev->knobs, format, fake_has_mplane(dev));
}

static uint32_t nth_raw(const struct fake_device *dev, unsigned int *n)
{
	uint32_t f;

	for (f = 0; f < VJPEG_F_COUNT; f++)
		if (is_listed(dev, f) && (*n)-- == 0)
			return vjpeg_fourcc(f);
	return 0;
}

/* The @n'th format of a queue; 0: there are no more. */
static uint32_t nth_fourcc(const struct fake_device *dev, bool output, unsigned int n)
{
	static const struct {
		unsigned int bit;
		uint32_t fourcc;
	} coded[] = {
		{ VJPEG_CODED_JPEG, V4L2_PIX_FMT_JPEG },
		{ VJPEG_CODED_MJPG, V4L2_PIX_FMT_MJPEG },
		{ VJPEG_CODED_RAW, V4L2_PIX_FMT_RGB565 },
	};
	uint32_t fourcc = 0;
	size_t i;

	if (output == encodes(dev)) {
		fourcc = nth_raw(dev, &n);
	} else if (encodes(dev)) {
		return n ? 0 : V4L2_PIX_FMT_JPEG;
	} else if (output) {
		for (i = 0; i < sizeof(coded) / sizeof(coded[0]); i++)
			if ((dev->coded & coded[i].bit) && n-- == 0)
				return coded[i].fourcc;
		return 0;
	}
	if (!fourcc && !output && (dev->coded & VJPEG_CODED_CAPTURE) && n == 0)
		return V4L2_PIX_FMT_JPEG;
	return fourcc;
}

static bool has_fourcc(const struct fake_device *dev, bool output, uint32_t fourcc)
{
	unsigned int i;
	uint32_t f;

	for (i = 0; (f = nth_fourcc(dev, output, i)); i++)
		if (f == fourcc)
			return true;
	return false;
}

static int enum_fmt(struct fake_open *o, struct v4l2_fmtdesc *d)
{
	struct fake_queue *q = fake_queue_of(o, d->type);
	uint32_t fourcc, index = d->index, type = d->type;

	/* The core has one kind of them only, where a node says that it is both. */
	if (!q || (o->dev->planar == VJPEG_BOTH && !is_mplane(type)))
		return -EINVAL;
	fourcc = nth_fourcc(o->dev, q->is_output, index);
	if (!fourcc)
		return -EINVAL;
	memset(d, 0, sizeof(*d));
	d->index = index;
	d->type = type;
	d->pixelformat = fourcc;
	if (fourcc == V4L2_PIX_FMT_JPEG || fourcc == V4L2_PIX_FMT_MJPEG)
		d->flags = V4L2_FMT_FLAG_COMPRESSED;
	snprintf((char *)d->description, sizeof(d->description), "%.4s", (char *)&fourcc);
	return 0;
}

static int enum_framesizes(struct fake_open *o, struct v4l2_frmsizeenum *e)
{
	const struct vjpeg_knobs *k = &o->dev->knobs;

	if (e->index || (!has_fourcc(o->dev, true, e->pixel_format) &&
			 !has_fourcc(o->dev, false, e->pixel_format)))
		return -EINVAL;
	e->type = V4L2_FRMSIZE_TYPE_CONTINUOUS;
	memset(e->reserved, 0, sizeof(e->reserved));
	e->stepwise = (struct v4l2_frmsize_stepwise){
		.min_width = k->min_size,
		.max_width = k->max_size,
		.step_width = 1,
		.min_height = k->min_size,
		.max_height = k->max_size,
		.step_height = 1,
	};
	return 0;
}

static int g_selection(struct fake_open *o, struct v4l2_selection *s)
{
	const struct fake_geometry *g = &o->geometry;

	memset(&s->r, 0, sizeof(s->r));
	memset(s->reserved, 0, sizeof(s->reserved));
	/* Both kinds of types do, on every node. */
	if (s->type != V4L2_BUF_TYPE_VIDEO_CAPTURE &&
	    s->type != V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE)
		return -EINVAL;
	if (o->dev->knobs.sel == VJPEG_SEL_EINVAL || encodes(o->dev))
		return -EINVAL;
	switch (s->target) {
	case V4L2_SEL_TGT_COMPOSE:
	case V4L2_SEL_TGT_COMPOSE_DEFAULT:
		if (o->dev->knobs.sel != VJPEG_SEL_ZERO)
			s->r = (struct v4l2_rect){ (int)g->x, (int)g->y, g->width,
						   g->height };
		return 0;
	case V4L2_SEL_TGT_COMPOSE_PADDED:
	case V4L2_SEL_TGT_COMPOSE_BOUNDS:
		s->r.width = g->layout.width;
		s->r.height = g->layout.height;
		return 0;
	case V4L2_SEL_TGT_CROP:
	case V4L2_SEL_TGT_CROP_DEFAULT:
	case V4L2_SEL_TGT_CROP_BOUNDS:
		s->r.width = g->width;
		s->r.height = g->height;
		return 0;
	default:
		return -EINVAL;
	}
}

/* --- formats --- */

/* What struct v4l2_format says, with one or with several planes. */
struct view {
	uint32_t fourcc, width, height, n;
	uint32_t bpl[VJPEG_PLANES], size[VJPEG_PLANES];
};

static void read_view(const struct v4l2_format *f, struct view *v)
{
	const struct v4l2_pix_format_mplane *mp = &f->fmt.pix_mp;
	const struct v4l2_pix_format *p = &f->fmt.pix;

	if (is_mplane(f->type))
		*v = (struct view){ mp->pixelformat, mp->width, mp->height, 1,
				    { mp->plane_fmt[0].bytesperline },
				    { mp->plane_fmt[0].sizeimage } };
	else
		*v = (struct view){ p->pixelformat, p->width, p->height, 1,
				    { p->bytesperline }, { p->sizeimage } };
}

static void write_view(struct v4l2_format *f, const struct view *v,
		       const struct vjpeg_knobs *k)
{
	uint32_t colorspace = k->colorspace ? k->colorspace : V4L2_COLORSPACE_JPEG, i;

	memset(&f->fmt, 0, sizeof(f->fmt));
	if (is_mplane(f->type)) {
		f->fmt.pix_mp = (struct v4l2_pix_format_mplane){
			.width = v->width,
			.height = v->height,
			.pixelformat = v->fourcc,
			.field = V4L2_FIELD_NONE,
			.colorspace = colorspace,
			.num_planes = (uint8_t)v->n,
			.ycbcr_enc = (uint8_t)k->ycbcr_enc,
			.quantization = (uint8_t)k->quantization,
		};
		for (i = 0; i < v->n; i++) {
			f->fmt.pix_mp.plane_fmt[i].bytesperline = v->bpl[i];
			f->fmt.pix_mp.plane_fmt[i].sizeimage = v->size[i];
		}
		return;
	}
	f->fmt.pix = (struct v4l2_pix_format){
		.width = v->width,
		.height = v->height,
		.pixelformat = v->fourcc,
		.field = V4L2_FIELD_NONE,
		.bytesperline = v->bpl[0],
		.sizeimage = v->size[0],
		.colorspace = colorspace,
		.priv = V4L2_PIX_FMT_PRIV_MAGIC,
		.ycbcr_enc = k->ycbcr_enc,
		.quantization = k->quantization,
	};
}

/* How the node's coded side looks, wherever it is. */
static void coded_view(const struct fake_open *o, struct view *v)
{
	*v = (struct view){ o->coded, o->coded_width, o->coded_height, 1, { 0 },
			    { o->coded_size } };
}

static void layout_view(const struct vjpeg_layout *layout, struct view *v)
{
	uint32_t i;

	*v = (struct view){ layout->fourcc, layout->width, layout->height, layout->n_mem,
			    { 0 }, { 0 } };
	for (i = 0; i < layout->n_mem; i++) {
		v->bpl[i] = layout->bpl[i];
		v->size[i] = layout->size[i];
	}
}

/* The format that is asked for where it is listed, else the first one. */
static uint32_t choose(const struct fake_device *dev, int wanted)
{
	uint32_t f;

	if (wanted >= 0 && is_listed(dev, (uint32_t)wanted))
		return (uint32_t)wanted;
	for (f = 0; f < VJPEG_F_COUNT; f++)
		if (is_listed(dev, f))
			return f;
	return VJPEG_F_NV12;
}

static int try_capture(const struct fake_open *o, const struct view *v,
		       struct fake_geometry *g)
{
	const struct vjpeg_knobs *k = &o->dev->knobs;
	uint32_t format = o->geometry.layout.format;
	int wanted = vjpeg_format_of(v->fourcc);

	*g = o->geometry;
	if (o->has_header)
		format = vjpeg_change_format(k, &o->header, fake_has_mplane(o->dev), format,
					     wanted);
	else
		format = choose(o->dev, wanted);
	if (!o->has_header) {
		g->width = clamp(v->width, k->min_size, k->max_size);
		g->height = clamp(v->height, k->min_size, k->max_size);
		g->x = g->y = 0;
	}
	return vjpeg_layout(k, format, g->width, g->height, v->bpl[0], &g->layout);
}

static void try_coded(const struct fake_open *o, bool output, struct view *v)
{
	const struct vjpeg_knobs *k = &o->dev->knobs;
	uint32_t align = MAX(k->size_align, 1u), size;

	if (!has_fourcc(o->dev, output, v->fourcc))
		v->fourcc = nth_fourcc(o->dev, output, 0);
	/* A device that lists nothing has something all the same. */
	if (!v->fourcc)
		v->fourcc = V4L2_PIX_FMT_JPEG;
	v->width = clamp(v->width, k->min_size, k->max_size);
	v->height = clamp(v->height, k->min_size, k->max_size);
	size = v->size[0] ? clamp(v->size[0], FAKE_OUTPUT_MIN, FAKE_OUTPUT_MAX) :
			    FAKE_OUTPUT_FIRST;
	v->size[0] = (size + align - 1) / align * align;
	v->bpl[0] = 0;
	v->n = 1;
}

static int g_fmt(struct fake_open *o, struct v4l2_format *f)
{
	struct fake_queue *q = fake_queue_of(o, f->type);
	struct view v;

	if (!q)
		return -EINVAL;
	if (q->is_output || encodes(o->dev))
		coded_view(o, &v);
	else
		layout_view(&o->geometry.layout, &v);
	if (!q->is_output && encodes(o->dev))
		v.fourcc = V4L2_PIX_FMT_JPEG;
	write_view(f, &v, &o->dev->knobs);
	o->dev->stats.g_fmt++;
	return 0;
}

/* CAPTURE follows OUTPUT's size while no buffer holds it fast. */
static int follow(struct fake_open *o)
{
	struct view v;

	o->has_header = false;
	o->latched = false;
	if (o->capture.n_buffers || encodes(o->dev))
		return 0;
	layout_view(&o->geometry.layout, &v);
	v.width = o->coded_width;
	v.height = o->coded_height;
	v.bpl[0] = 0;
	return try_capture(o, &v, &o->geometry);
}

static int set_coded(struct fake_open *o, const struct view *v)
{
	o->coded = v->fourcc;
	o->coded_width = v->width;
	o->coded_height = v->height;
	o->coded_size = v->size[0];
	return follow(o);
}

static int try_or_set(struct fake_open *o, struct v4l2_format *f, bool set)
{
	struct fake_queue *q = fake_queue_of(o, f->type);
	struct fake_geometry g;
	struct view v;
	bool coded;
	int r = 0;

	if (!q)
		return -EINVAL;
	read_view(f, &v);
	coded = q->is_output || encodes(o->dev);
	if (coded)
		try_coded(o, q->is_output, &v);
	else
		r = try_capture(o, &v, &g);
	if (r < 0)
		return r;
	if (set && q->n_buffers)
		return -EBUSY;
	if (!coded)
		layout_view(&g.layout, &v);
	write_view(f, &v, &o->dev->knobs);
	if (!set)
		return 0;
	o->dev->stats.s_fmt++;
	q->type = f->type;
	if (coded)
		return set_coded(o, &v);
	o->geometry = g;
	return 0;
}

void fake_formats_init(struct fake_open *o)
{
	struct view v = { .width = 640, .height = 480, .n = 1 };

	try_coded(o, true, &v);
	set_coded(o, &v);
}

/* --- the way in --- */

/* An array of planes is copied in and out around the call, as video_usercopy() does. */
static int with_planes(struct fake_open *o, struct v4l2_buffer *b,
		       int (*fn)(struct fake_open *o, struct v4l2_buffer *b))
{
	struct v4l2_plane planes[VIDEO_MAX_PLANES], *theirs = b->m.planes;
	uint32_t n = b->length;
	int r;

	if (!is_mplane(b->type) || !n)
		return fn(o, b);
	if (n > VIDEO_MAX_PLANES)
		return -EINVAL;
	if (!theirs)
		return -EFAULT;
	memcpy(planes, theirs, n * sizeof(planes[0]));
	b->m.planes = planes;
	r = fn(o, b);
	if (r == 0)
		memcpy(theirs, planes, n * sizeof(planes[0]));
	b->m.planes = theirs;
	return r;
}

static int buffers(struct fake_open *o, unsigned long request, void *arg)
{
	struct vjpeg_stats *s = &o->dev->stats;
	struct v4l2_buffer *b = arg;
	int r;

	switch (request) {
	case VIDIOC_REQBUFS:
		r = fake_reqbufs(o, arg);
		s->reqbufs += r == 0;
		return r;
	case VIDIOC_QUERYBUF:
		return with_planes(o, b, fake_querybuf);
	case VIDIOC_QBUF:
		r = with_planes(o, b, fake_qbuf);
		if (V4L2_TYPE_IS_OUTPUT(b->type))
			s->qbuf_output += r == 0;
		else
			s->qbuf_capture += r == 0;
		return r;
	case VIDIOC_DQBUF:
		r = with_planes(o, b, fake_dqbuf);
		if (V4L2_TYPE_IS_OUTPUT(b->type))
			s->dqbuf_output += r == 0;
		else
			s->dqbuf_capture += r == 0;
		return r;
	case VIDIOC_EXPBUF:
		return fake_expbuf(o, arg);
	case VIDIOC_STREAMON:
		r = fake_streamon(o, *(uint32_t *)arg);
		s->streamon += r == 0;
		return r;
	case VIDIOC_STREAMOFF:
		r = fake_streamoff(o, *(uint32_t *)arg);
		s->streamoff += r == 0;
		return r;
	default:
		return -ENOTTY;
	}
}

int fake_ioctl(struct fake_open *o, unsigned long request, void *arg)
{
	int r;

	switch (request) {
	case VIDIOC_QUERYCAP:
		return querycap(o, arg);
	case VIDIOC_ENUM_FMT:
		return enum_fmt(o, arg);
	case VIDIOC_ENUM_FRAMESIZES:
		return enum_framesizes(o, arg);
	case VIDIOC_G_SELECTION:
		return g_selection(o, arg);
	case VIDIOC_G_FMT:
		return g_fmt(o, arg);
	case VIDIOC_TRY_FMT:
		return try_or_set(o, arg, false);
	case VIDIOC_S_FMT:
		return try_or_set(o, arg, true);
	case VIDIOC_SUBSCRIBE_EVENT:
		return fake_subscribe(o, arg);
	case VIDIOC_UNSUBSCRIBE_EVENT:
		return fake_unsubscribe(o, arg);
	case VIDIOC_DQEVENT:
		r = fake_dqevent(o, arg);
		o->dev->stats.dqevent += r == 0;
		return r;
	case VIDIOC_DECODER_CMD:
		return fake_decoder_cmd(o, arg, false);
	case VIDIOC_TRY_DECODER_CMD:
		return fake_decoder_cmd(o, arg, true);
	default:
		return buffers(o, request, arg);
	}
}
