/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Formats of a node's queues, one view over the single- and the multi-planar API.
 */
#include "format.h"

#include <errno.h>
#include <string.h>

/* An initialiser need not reach beyond a union's first member. */
static void clear(struct v4l2_format *k, uint32_t type)
{
	memset(k, 0, sizeof(*k));
	k->type = type;
}

static void to_mplane(const struct lc_v4l2_format *f, struct v4l2_pix_format_mplane *m)
{
	uint32_t i;

	m->width = f->width;
	m->height = f->height;
	m->pixelformat = f->fourcc;
	m->field = V4L2_FIELD_NONE;
	m->colorspace = f->colorspace;
	m->num_planes = (uint8_t)f->n_planes;
	m->ycbcr_enc = (uint8_t)f->ycbcr_enc;
	m->quantization = (uint8_t)f->quantization;
	for (i = 0; i < f->n_planes; i++) {
		m->plane_fmt[i].bytesperline = f->stride[i];
		m->plane_fmt[i].sizeimage = f->size[i];
	}
}

static void to_single(const struct lc_v4l2_format *f, struct v4l2_pix_format *p)
{
	p->width = f->width;
	p->height = f->height;
	p->pixelformat = f->fourcc;
	p->field = V4L2_FIELD_NONE;
	p->bytesperline = f->stride[0];
	p->sizeimage = f->size[0];
	p->colorspace = f->colorspace;
	p->priv = V4L2_PIX_FMT_PRIV_MAGIC; /* else the next two are not looked at */
	p->ycbcr_enc = f->ycbcr_enc;
	p->quantization = f->quantization;
}

static int from_mplane(const struct v4l2_pix_format_mplane *m, struct lc_v4l2_format *f)
{
	uint32_t i;

	if (!m->num_planes || m->num_planes > LC_V4L2_PLANES)
		return -EPROTO;
	*f = (struct lc_v4l2_format){
		.fourcc = m->pixelformat,
		.width = m->width,
		.height = m->height,
		.n_planes = m->num_planes,
		.colorspace = m->colorspace,
		.ycbcr_enc = m->ycbcr_enc,
		.quantization = m->quantization,
	};
	for (i = 0; i < f->n_planes; i++) {
		f->stride[i] = m->plane_fmt[i].bytesperline;
		f->size[i] = m->plane_fmt[i].sizeimage;
	}
	return 0;
}

static void from_single(const struct v4l2_pix_format *p, struct lc_v4l2_format *f)
{
	bool extended = p->priv == V4L2_PIX_FMT_PRIV_MAGIC;

	*f = (struct lc_v4l2_format){
		.fourcc = p->pixelformat,
		.width = p->width,
		.height = p->height,
		.n_planes = 1,
		.stride = { p->bytesperline },
		.size = { p->sizeimage },
		.colorspace = p->colorspace,
		.ycbcr_enc = extended ? p->ycbcr_enc : V4L2_YCBCR_ENC_DEFAULT,
		.quantization = extended ? p->quantization : V4L2_QUANTIZATION_DEFAULT,
	};
}

static int from_kernel(const struct lc_v4l2_node *node, const struct v4l2_format *k,
		       struct lc_v4l2_format *ret)
{
	if (node->mplane)
		return from_mplane(&k->fmt.pix_mp, ret);
	from_single(&k->fmt.pix, ret);
	return 0;
}

int lc_v4l2_get_format(struct lc_v4l2_node *node, enum lc_v4l2_side side,
		       struct lc_v4l2_format *ret)
{
	struct v4l2_format k;
	int r;

	clear(&k, lc_v4l2_buf_type(node, side));
	r = lc_v4l2_ioctl(node, VIDIOC_G_FMT, &k);
	return r < 0 ? r : from_kernel(node, &k, ret);
}

int lc_v4l2_set_format(struct lc_v4l2_node *node, enum lc_v4l2_side side,
		       struct lc_v4l2_format *format)
{
	struct v4l2_format k;
	int r;

	clear(&k, lc_v4l2_buf_type(node, side));
	if (node->mplane)
		to_mplane(format, &k.fmt.pix_mp);
	else
		to_single(format, &k.fmt.pix);
	r = lc_v4l2_ioctl(node, VIDIOC_S_FMT, &k);
	return r < 0 ? r : from_kernel(node, &k, format);
}

int lc_v4l2_enum_format(struct lc_v4l2_node *node, enum lc_v4l2_side side, uint32_t index,
			uint32_t *ret_fourcc, uint32_t *ret_flags)
{
	struct v4l2_fmtdesc d = { .index = index, .type = lc_v4l2_buf_type(node, side) };
	int r;

	r = lc_v4l2_ioctl(node, VIDIOC_ENUM_FMT, &d);
	if (r < 0)
		return r;
	*ret_fourcc = d.pixelformat;
	*ret_flags = d.flags;
	return 0;
}

uint32_t lc_v4l2_mem_planes(uint32_t fourcc)
{
	switch (fourcc) {
	case V4L2_PIX_FMT_NV12M:
	case V4L2_PIX_FMT_NV21M:
	case V4L2_PIX_FMT_NV16M:
	case V4L2_PIX_FMT_NV61M:
		return 2;
	case V4L2_PIX_FMT_YUV420M:
	case V4L2_PIX_FMT_YVU420M:
	case V4L2_PIX_FMT_YUV422M:
	case V4L2_PIX_FMT_YVU422M:
	case V4L2_PIX_FMT_YUV444M:
	case V4L2_PIX_FMT_YVU444M:
		return 3;
	default:
		return 1;
	}
}
