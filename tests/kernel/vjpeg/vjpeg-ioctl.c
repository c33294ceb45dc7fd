/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Ioctls, but for what v4l2-mem2mem does.
 */
#include "vjpeg.h"

static int querycap(struct file *file, void *priv, struct v4l2_capability *cap)
{
	struct vjpeg_device *device = vjpeg_context_of(file)->device;

	strscpy(cap->driver, VJPEG_NAME, sizeof(cap->driver));
	snprintf(cap->card, sizeof(cap->card), "Virtual JPEG decoder %u", device->slot->index);
	snprintf(cap->bus_info, sizeof(cap->bus_info), "platform:" VJPEG_NAME ".%u",
		 device->slot->index);
	return 0;
}

/* --- formats --- */

static int enum_fmt(struct file *file, void *priv, struct v4l2_fmtdesc *f)
{
	struct vjpeg_context *ctx = vjpeg_context_of(file);
	struct vjpeg_knobs knobs = vjpeg_knobs_now(ctx->slot);

	f->pixelformat = vjpeg_nth_fourcc(ctx->device, &knobs, f->type, f->index);
	return f->pixelformat ? 0 : -EINVAL;
}

static int enum_framesizes(struct file *file, void *priv, struct v4l2_frmsizeenum *f)
{
	struct vjpeg_context *ctx = vjpeg_context_of(file);
	struct vjpeg_knobs knobs = vjpeg_knobs_now(ctx->slot);
	struct vb2_queue *out = v4l2_m2m_get_src_vq(ctx->fh.m2m_ctx);
	struct vb2_queue *cap = v4l2_m2m_get_dst_vq(ctx->fh.m2m_ctx);

	if (f->index || (!vjpeg_has_fourcc(ctx->device, &knobs, out->type, f->pixel_format) &&
			 !vjpeg_has_fourcc(ctx->device, &knobs, cap->type, f->pixel_format)))
		return -EINVAL;
	f->type = V4L2_FRMSIZE_TYPE_CONTINUOUS;
	f->stepwise.min_width = f->stepwise.min_height = max_t(u32, knobs.min_size, 1);
	f->stepwise.max_width = f->stepwise.max_height =
		max(f->stepwise.min_width, (u32)knobs.max_size);
	f->stepwise.step_width = f->stepwise.step_height = 1;
	return 0;
}

static int g_fmt(struct file *file, void *priv, struct v4l2_format *f)
{
	struct vjpeg_context *ctx = vjpeg_context_of(file);
	struct vjpeg_knobs knobs = vjpeg_knobs_now(ctx->slot);
	struct vjpeg_side side = vjpeg_get_side(ctx, vjpeg_side_of(f->type));

	vjpeg_fill_format(&knobs, &side, f);
	return 0;
}

static int try_fmt(struct file *file, void *priv, struct v4l2_format *f)
{
	return vjpeg_try_format(vjpeg_context_of(file), f, false);
}

static int s_fmt(struct file *file, void *priv, struct v4l2_format *f)
{
	return vjpeg_try_format(vjpeg_context_of(file), f, true);
}

/* --- selection --- */

static int g_selection(struct file *file, void *priv, struct v4l2_selection *s)
{
	struct vjpeg_context *ctx = vjpeg_context_of(file);
	struct vjpeg_side side = vjpeg_get_side(ctx, VJPEG_CAPTURE);
	unsigned int how = READ_ONCE(ctx->slot->knobs.sel);

	if (s->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || side.coded || how == VJPEG_SEL_EINVAL)
		return -EINVAL;
	switch (s->target) {
	case V4L2_SEL_TGT_COMPOSE:
	case V4L2_SEL_TGT_COMPOSE_DEFAULT:
		s->r = (struct v4l2_rect){ 0 };
		if (how != VJPEG_SEL_ZERO)
			s->r = (struct v4l2_rect){ side.x, side.y, side.width, side.height };
		return 0;
	case V4L2_SEL_TGT_COMPOSE_BOUNDS:
	case V4L2_SEL_TGT_COMPOSE_PADDED:
		s->r = (struct v4l2_rect){ 0, 0, side.layout.width, side.layout.height };
		return 0;
	case V4L2_SEL_TGT_CROP:
	case V4L2_SEL_TGT_CROP_DEFAULT:
	case V4L2_SEL_TGT_CROP_BOUNDS:
		s->r = (struct v4l2_rect){ 0, 0, side.width, side.height };
		return 0;
	default:
		return -EINVAL;
	}
}

/* --- buffers --- */

/*
 * A node that is both single- and multi-planar is what the first to ask for buffers says, as
 * long as there are any.
 */
static void choose_type(struct vjpeg_context *ctx, u32 type)
{
	struct vb2_queue *q = v4l2_m2m_get_vq(ctx->fh.m2m_ctx, type);

	if (ctx->device->planar != VJPEG_BOTH || vb2_is_busy(q) ||
	    (type != V4L2_BUF_TYPE_VIDEO_OUTPUT && type != V4L2_BUF_TYPE_VIDEO_CAPTURE &&
	     type != V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE &&
	     type != V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE))
		return;
	q->type = type;
	q->is_multiplanar = V4L2_TYPE_IS_MULTIPLANAR(type);
}

static int reqbufs(struct file *file, void *priv, struct v4l2_requestbuffers *rb)
{
	choose_type(vjpeg_context_of(file), rb->type);
	return v4l2_m2m_ioctl_reqbufs(file, priv, rb);
}

static int create_bufs(struct file *file, void *priv, struct v4l2_create_buffers *cb)
{
	choose_type(vjpeg_context_of(file), cb->format.type);
	return v4l2_m2m_ioctl_create_bufs(file, priv, cb);
}

static int qbuf(struct file *file, void *priv, struct v4l2_buffer *b)
{
	struct vjpeg_slot *slot = vjpeg_context_of(file)->slot;
	bool import = b->memory == V4L2_MEMORY_DMABUF;
	int r;

	if (import && READ_ONCE(slot->knobs.lazy_import))
		return -EINVAL;
	r = v4l2_m2m_ioctl_qbuf(file, priv, b);
	if (r < 0)
		return r;
	if (import)
		VJPEG_COUNT(slot, imported);
	if (V4L2_TYPE_IS_OUTPUT(b->type))
		VJPEG_COUNT(slot, qbuf_output);
	else
		VJPEG_COUNT(slot, qbuf_capture);
	return 0;
}

static int dqbuf(struct file *file, void *priv, struct v4l2_buffer *b)
{
	struct vjpeg_slot *slot = vjpeg_context_of(file)->slot;
	int r = v4l2_m2m_ioctl_dqbuf(file, priv, b);

	if (r < 0)
		return r;
	if (V4L2_TYPE_IS_OUTPUT(b->type))
		VJPEG_COUNT(slot, dqbuf_output);
	else
		VJPEG_COUNT(slot, dqbuf_capture);
	return 0;
}

/* --- commands and events --- */

static int decoder_cmd(struct file *file, void *priv, struct v4l2_decoder_cmd *cmd)
{
	struct vjpeg_context *ctx = vjpeg_context_of(file);
	struct v4l2_m2m_ctx *m2m = ctx->fh.m2m_ctx;
	bool stopped;
	int r = v4l2_m2m_ioctl_try_decoder_cmd(file, priv, cmd);

	if (r < 0)
		return r;
	if (!vb2_is_streaming(v4l2_m2m_get_src_vq(m2m)))
		return 0;
	/* Not while a job takes its buffers off the queues. */
	spin_lock(&ctx->lock);
	stopped = v4l2_m2m_has_stopped(m2m);
	r = v4l2_m2m_ioctl_decoder_cmd(file, priv, cmd);
	spin_unlock(&ctx->lock);
	if (r < 0)
		return r;
	if (cmd->cmd == V4L2_DEC_CMD_STOP && v4l2_m2m_has_stopped(m2m))
		vjpeg_send_eos(ctx);
	if (cmd->cmd == V4L2_DEC_CMD_START && stopped) {
		vb2_clear_last_buffer_dequeued(v4l2_m2m_get_dst_vq(m2m));
		v4l2_m2m_try_schedule(m2m);
	}
	return 0;
}

static int subscribe_event(struct v4l2_fh *fh, const struct v4l2_event_subscription *sub)
{
	struct vjpeg_context *ctx = container_of(fh, struct vjpeg_context, fh);

	switch (sub->type) {
	case V4L2_EVENT_SOURCE_CHANGE:
		if (READ_ONCE(ctx->slot->knobs.event) == VJPEG_EVENT_REFUSED)
			return -EINVAL;
		return v4l2_event_subscribe(fh, sub, VJPEG_EVENTS_MAX, NULL);
	case V4L2_EVENT_EOS:
		return v4l2_event_subscribe(fh, sub, 0, NULL);
	default:
		return -EINVAL;
	}
}

#define FOR_ALL                                                                          \
	.vidioc_querycap = querycap,                                                     \
	.vidioc_enum_fmt_vid_out = enum_fmt,                                             \
	.vidioc_enum_fmt_vid_cap = enum_fmt,                                             \
	.vidioc_enum_framesizes = enum_framesizes,                                       \
	.vidioc_g_selection = g_selection,                                               \
	.vidioc_reqbufs = reqbufs,                                                       \
	.vidioc_create_bufs = create_bufs,                                               \
	.vidioc_querybuf = v4l2_m2m_ioctl_querybuf,                                      \
	.vidioc_prepare_buf = v4l2_m2m_ioctl_prepare_buf,                                \
	.vidioc_qbuf = qbuf,                                                             \
	.vidioc_dqbuf = dqbuf,                                                           \
	.vidioc_expbuf = v4l2_m2m_ioctl_expbuf,                                          \
	.vidioc_streamon = v4l2_m2m_ioctl_streamon,                                      \
	.vidioc_streamoff = v4l2_m2m_ioctl_streamoff,                                    \
	.vidioc_try_decoder_cmd = v4l2_m2m_ioctl_try_decoder_cmd,                        \
	.vidioc_decoder_cmd = decoder_cmd,                                               \
	.vidioc_subscribe_event = subscribe_event,                                       \
	.vidioc_unsubscribe_event = v4l2_event_unsubscribe

#define FOR_SINGLE                                                                       \
	.vidioc_g_fmt_vid_out = g_fmt, .vidioc_g_fmt_vid_cap = g_fmt,                    \
	.vidioc_s_fmt_vid_out = s_fmt, .vidioc_s_fmt_vid_cap = s_fmt,                    \
	.vidioc_try_fmt_vid_out = try_fmt, .vidioc_try_fmt_vid_cap = try_fmt

#define FOR_MPLANE                                                                       \
	.vidioc_g_fmt_vid_out_mplane = g_fmt, .vidioc_g_fmt_vid_cap_mplane = g_fmt,      \
	.vidioc_s_fmt_vid_out_mplane = s_fmt, .vidioc_s_fmt_vid_cap_mplane = s_fmt,      \
	.vidioc_try_fmt_vid_out_mplane = try_fmt, .vidioc_try_fmt_vid_cap_mplane = try_fmt

const struct v4l2_ioctl_ops vjpeg_ioctls_single = { FOR_ALL, FOR_SINGLE };
const struct v4l2_ioctl_ops vjpeg_ioctls_mplane = { FOR_ALL, FOR_MPLANE };
const struct v4l2_ioctl_ops vjpeg_ioctls_both = { FOR_ALL, FOR_SINGLE, FOR_MPLANE };
