/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the driver makes of a stream. Events are hints; G_FMT is what counts, and it is believed
 * only where it can belong to the picture that the header tells of.
 */
#include "session.h"

#include <errno.h>
#include <poll.h>

/*
 * Drivers pad to whole MCUs and what their DMA likes: a geometry that is smaller than the
 * picture, or larger by that many pixels, is the last stream's.
 */
#define PADDING_X 64
#define PADDING_Y 32

/* The visible rectangle in CAPTURE's buffers; a width of 0 where the driver doesn't say. */
static int get_visible(struct lc_v4l2_session *s, struct v4l2_rect *ret)
{
	/* The core takes the single-planar type on multi-planar nodes, too, and old ones no other. */
	struct v4l2_selection sel = {
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
		.target = V4L2_SEL_TGT_COMPOSE,
	};
	int r;

	*ret = (struct v4l2_rect){ .width = 0 };
	r = lc_v4l2_ioctl(&s->node, VIDIOC_G_SELECTION, &sel);
	if (r == -ENODEV)
		return lc_v4l2_fail_call(s, r, "G_SELECTION");
	/* Drivers that know nothing of it say so, or give an empty one. */
	if (r == 0 && sel.r.width && sel.r.height && sel.r.left >= 0 && sel.r.top >= 0)
		*ret = sel.r;
	return 0;
}

static bool is_padded(uint32_t value, uint32_t true_value, uint32_t padding)
{
	return value >= true_value && value - true_value < padding;
}

/* Whether such a buffer can hold the picture and no other. */
static bool is_plausible(const struct lc_v4l2_session *s, const struct lc_v4l2_format *f,
			 const struct v4l2_rect *visible)
{
	uint32_t width = s->job->jpeg->width, height = s->job->jpeg->height;
	uint32_t left = 0, top = 0;

	if (visible->width) {
		left = (uint32_t)visible->left;
		top = (uint32_t)visible->top;
		if (visible->width != width || visible->height != height ||
		    left > f->width || top > f->height)
			return false;
	}
	return is_padded(f->width - left, width, PADDING_X) &&
	       is_padded(f->height - top, height, PADDING_Y);
}

/* G_FMT and the rectangle: 1 where they can be true, 0 where not, or a failure. */
static int look(struct lc_v4l2_session *s)
{
	struct v4l2_rect visible;
	int r;

	r = lc_v4l2_get_format(&s->node, LC_V4L2_CAPTURE, &s->natural);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "G_FMT of CAPTURE");
	r = get_visible(s, &visible);
	if (r < 0)
		return r;
	s->left = visible.width ? (uint32_t)visible.left : 0;
	s->top = visible.width ? (uint32_t)visible.top : 0;
	return is_plausible(s, &s->natural, &visible);
}

/* The samples there become the job's format, whether or not by a detour. */
static bool is_usable(const struct lc_v4l2_session *s)
{
	return lc_v4l2_can_copy(s->natural.fourcc, s->job->surface->format);
}

/* The driver knows such a header, now or since the last one. */
static bool has_looked(const struct lc_v4l2_session *s)
{
	return s->heard || s->known;
}

/* A driver that has not heard of the stream yet, or whose event is on its way. */
static int look_again(struct lc_v4l2_session *s)
{
	int64_t until = s->host->now_ns(s->host);
	int r;

	if (!lc_v4l2_learned(&s->device->silent))
		until += LC_V4L2_AGAIN_NS;

	r = lc_v4l2_wait(&s->node, POLLPRI, until < s->until_ns ? until : s->until_ns);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "poll");
	r = lc_v4l2_drain(&s->node);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "DQEVENT");
	s->heard |= r > 0;
	return look(s);
}

int lc_v4l2_capture_tell(struct lc_v4l2_session *s)
{
	struct lc_v4l2_format f = {
		.fourcc = lc_v4l2_device_format_for(s->device, s->job->surface->format),
		.width = s->job->jpeg->width,
		.height = s->job->jpeg->height,
		.n_planes = 1,
	};
	int r;

	f.n_planes = lc_v4l2_mem_planes(f.fourcc);
	r = lc_v4l2_set_format(&s->node, LC_V4L2_CAPTURE, &f);
	return r < 0 ? lc_v4l2_fail_call(s, r, "S_FMT of CAPTURE") : 0;
}

static int tell_and_look(struct lc_v4l2_session *s)
{
	int r = lc_v4l2_capture_tell(s);

	return r < 0 ? r : look(s);
}

/* What CAPTURE is by the driver's choice, as far as it is to be believed. */
static int learn_natural(struct lc_v4l2_session *s)
{
	int r;

	r = look(s);
	if (r == 0 || (r > 0 && !is_usable(s) && !has_looked(s)))
		r = look_again(s);
	if (r >= 0 && s->may_tell && !s->heard && (r == 0 || !is_usable(s)))
		r = tell_and_look(s);
	if (r < 0)
		return r;
	if (r == 0)
		return lc_v4l2_fail(s, LC_V4L2_STALE, -EPROTO,
				    "the device says %ux%u of a picture of %ux%u",
				    s->natural.width, s->natural.height, s->job->jpeg->width,
				    s->job->jpeg->height);
	if (has_looked(s))
		s->seen = lc_v4l2_key_of(s->job);
	return 0;
}

/* A format that the driver would not have chosen, where its own is of no use. */
static int ask_for_usable(struct lc_v4l2_session *s)
{
	struct lc_v4l2_format f = s->natural;
	int r;

	if (is_usable(s))
		return 0;
	f.fourcc = lc_v4l2_device_format_for(s->device, s->job->surface->format);
	f.n_planes = lc_v4l2_mem_planes(f.fourcc);
	f.stride[0] = f.stride[1] = f.stride[2] = 0;
	f.size[0] = f.size[1] = f.size[2] = 0;
	r = lc_v4l2_set_format(&s->node, LC_V4L2_CAPTURE, &f);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "S_FMT of CAPTURE");
	r = look(s);
	if (r < 0)
		return r;
	if (r > 0 && is_usable(s))
		return 0;
	return lc_v4l2_fail(s, has_looked(s) ? LC_V4L2_UNFIT : LC_V4L2_STALE, -EOPNOTSUPP,
			    "the device decodes to %.4s alone, which isn't %.4s",
			    (const char *)&s->natural.fourcc,
			    (const char *)&s->job->surface->format);
}

/* Other numbers than the cpu's would come of it: JFIF is full range, BT.601. */
static int check_colour(struct lc_v4l2_session *s)
{
	const struct lc_v4l2_format *f = &s->natural;

	if (f->colorspace == V4L2_COLORSPACE_JPEG ||
	    ((f->ycbcr_enc == V4L2_YCBCR_ENC_DEFAULT || f->ycbcr_enc == V4L2_YCBCR_ENC_601) &&
	     (f->quantization == V4L2_QUANTIZATION_DEFAULT ||
	      f->quantization == V4L2_QUANTIZATION_FULL_RANGE)))
		return 0;
	return lc_v4l2_fail(s, LC_V4L2_UNFIT, -EOPNOTSUPP,
			    "the device converts colours (encoding %u, quantization %u)",
			    f->ycbcr_enc, f->quantization);
}

int lc_v4l2_capture_configure(struct lc_v4l2_session *s)
{
	int r;

	r = learn_natural(s);
	if (r == 0)
		r = ask_for_usable(s);
	if (r == 0)
		r = check_colour(s);
	if (r == 0)
		r = lc_v4l2_target_choose(s);
	return r;
}

int lc_v4l2_capture_retarget(struct lc_v4l2_session *s)
{
	struct lc_v4l2_format f = s->natural;
	int r;

	r = lc_v4l2_capture_release(s);
	if (r < 0)
		return r;
	r = lc_v4l2_set_format(&s->node, LC_V4L2_CAPTURE, &f);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "S_FMT of CAPTURE");
	r = look(s);
	if (r < 0)
		return r;
	if (r == 0 || !is_usable(s))
		return lc_v4l2_fail(s, LC_V4L2_STALE, -EPROTO,
				    "the device forgot what it decodes");
	return lc_v4l2_target_choose(s);
}

int lc_v4l2_capture_release(struct lc_v4l2_session *s)
{
	uint32_t i;
	int off, r;

	s->target = LC_V4L2_NOWHERE;
	for (i = 0; i < LC_V4L2_SLOTS; i++)
		s->slot_id[i] = s->slot_used[i] = 0;
	off = lc_v4l2_queue_off(&s->capture);
	/* Also where that failed: a device that has gone leaves its mappings to us. */
	r = lc_v4l2_queue_release(&s->capture);
	if (off < 0)
		return lc_v4l2_fail_call(s, off, "STREAMOFF of CAPTURE");
	return r < 0 ? lc_v4l2_fail_call(s, r, "REQBUFS of CAPTURE") : 0;
}

void lc_v4l2_capture_source(const struct lc_v4l2_session *s, const uint32_t *used,
			    struct lc_v4l2_source *ret)
{
	uint32_t i;

	*ret = (struct lc_v4l2_source){
		.fourcc = s->format.fourcc,
		.width = s->format.width,
		.height = s->format.height,
		.n_planes = s->format.n_planes,
		.left = s->left,
		.top = s->top,
	};
	for (i = 0; i < s->format.n_planes; i++) {
		ret->stride[i] = s->format.stride[i];
		ret->size[i] = used ? used[i] : s->format.size[i];
	}
}
