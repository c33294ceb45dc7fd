/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The two queues, by videobuf2. Called with the device's lock, but for what the core says.
 */
#include "vjpeg.h"

#include <media/videobuf2-vmalloc.h>

#include <linux/version.h>

static unsigned int side_planes(const struct vjpeg_side *side)
{
	return side->coded ? 1 : side->layout.n_mem;
}

static u32 side_size(const struct vjpeg_side *side, unsigned int plane)
{
	return side->coded ? side->size : side->layout.size[plane];
}

static int queue_setup(struct vb2_queue *q, unsigned int *n_buffers, unsigned int *n_planes,
		       unsigned int sizes[], struct device *devices[])
{
	struct vjpeg_context *ctx = vb2_get_drv_priv(q);
	struct vjpeg_side side = vjpeg_get_side(ctx, vjpeg_side_of(q->type));
	unsigned int i, n = side_planes(&side);

	/* CREATE_BUFS says how many planes, and how large. */
	if (*n_planes && *n_planes != n)
		return -EINVAL;
	for (i = 0; i < n; i++) {
		if (*n_planes && sizes[i] < side_size(&side, i))
			return -EINVAL;
		if (!*n_planes)
			sizes[i] = side_size(&side, i);
	}
	*n_planes = n;
	return 0;
}

/* Memory has been acquired: behind the attachment of other dma-bufs. */
static int buf_init(struct vb2_buffer *vb)
{
	struct vjpeg_context *ctx = vb2_get_drv_priv(vb->vb2_queue);

	if (vb->memory != VB2_MEMORY_DMABUF)
		return 0;
	vjpeg_buffer_of(vb)->attached = vb->num_planes;
	vjpeg_add(ctx->slot, &ctx->slot->stats.attached, vb->num_planes);
	vjpeg_add(ctx->slot, &ctx->slot->stats.attaches, vb->num_planes);
	return 0;
}

static void buf_cleanup(struct vb2_buffer *vb)
{
	struct vjpeg_context *ctx = vb2_get_drv_priv(vb->vb2_queue);

	vjpeg_add(ctx->slot, &ctx->slot->stats.attached, -vjpeg_buffer_of(vb)->attached);
	vjpeg_buffer_of(vb)->attached = 0;
}

static int buf_out_validate(struct vb2_buffer *vb)
{
	to_vb2_v4l2_buffer(vb)->field = V4L2_FIELD_NONE;
	return 0;
}

static int buf_prepare(struct vb2_buffer *vb)
{
	struct vjpeg_context *ctx = vb2_get_drv_priv(vb->vb2_queue);
	struct vjpeg_side side = vjpeg_get_side(ctx, vjpeg_side_of(vb->vb2_queue->type));
	unsigned int i;

	if (V4L2_TYPE_IS_OUTPUT(vb->vb2_queue->type))
		return 0;
	for (i = 0; i < side_planes(&side); i++)
		if (vb2_plane_size(vb, i) < side_size(&side, i))
			return -EINVAL;
	return 0;
}

/* --- what the driver gets --- */

static void note_staged(struct vjpeg_slot *slot, const u8 *data, size_t size)
{
	u32 crc = vjpeg_crc32(data, size);

	spin_lock(&slot->lock);
	slot->stats.staged_bytes = size;
	slot->stats.staged_crc = crc;
	spin_unlock(&slot->lock);
}

static void refuse(struct vjpeg_context *ctx, struct vb2_v4l2_buffer *buf)
{
	VJPEG_COUNT(ctx->slot, errors);
	buf->sequence = ctx->sequence[VJPEG_OUTPUT]++;
	v4l2_m2m_buf_done(buf, VB2_BUF_STATE_ERROR);
}

static bool looks_now(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		      const struct vb2_queue *q)
{
	switch (knobs->parse_at) {
	case VJPEG_PARSE_QBUF:
		return true;
	case VJPEG_PARSE_FIRST:
		return ctx->first;
	case VJPEG_PARSE_STREAMON:
		return ctx->first && !q->start_streaming_called;
	default:
		return false;
	}
}

/* Whether it goes on to a job; that refuses it, too, where that is when to refuse. */
static bool look_at(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		    struct vjpeg_buffer *buf)
{
	if (!vjpeg_look(ctx, knobs, buf))
		return knobs->reject == VJPEG_REJECT_IN_JOB;
	vjpeg_take_header(ctx, knobs, &buf->header);
	return true;
}

/* At QBUF while the queue streams, and at STREAMON. */
static void queue_output(struct vjpeg_context *ctx, struct vb2_buffer *vb)
{
	struct vjpeg_knobs knobs = vjpeg_knobs_now(ctx->slot);
	struct vjpeg_buffer *buf = vjpeg_buffer_of(vb);
	size_t size = 0;
	const u8 *data = vjpeg_payload(vb, &size);

	if (data)
		note_staged(ctx->slot, data, size);
	buf->looked = buf->refused = false;
	if (looks_now(ctx, &knobs, vb->vb2_queue) && !look_at(ctx, &knobs, buf))
		refuse(ctx, &buf->m2m.vb);
	else
		v4l2_m2m_buf_queue(ctx->fh.m2m_ctx, &buf->m2m.vb);
}

/* Whether it goes on to a job. Else a drain has found no other buffer to end with. */
static bool queue_unless_last(struct vjpeg_context *ctx, struct vb2_buffer *vb)
{
	bool last;

	spin_lock(&ctx->lock);
	last = vb2_is_streaming(vb->vb2_queue) && v4l2_m2m_dst_buf_is_last(ctx->fh.m2m_ctx);
	if (!last)
		v4l2_m2m_buf_queue(ctx->fh.m2m_ctx, to_vb2_v4l2_buffer(vb));
	spin_unlock(&ctx->lock);
	return !last;
}

static void queue_capture(struct vjpeg_context *ctx, struct vb2_buffer *vb)
{
	struct vb2_v4l2_buffer *buf = to_vb2_v4l2_buffer(vb);
	unsigned int i;

	if (queue_unless_last(ctx, vb))
		return;
	for (i = 0; i < vb->num_planes; i++)
		vb2_set_plane_payload(vb, i, 0);
	buf->field = V4L2_FIELD_NONE;
	buf->sequence = ctx->sequence[VJPEG_CAPTURE]++;
	v4l2_m2m_last_buffer_done(ctx->fh.m2m_ctx, buf);
	vjpeg_send_eos(ctx);
}

static void buf_queue(struct vb2_buffer *vb)
{
	struct vjpeg_context *ctx = vb2_get_drv_priv(vb->vb2_queue);

	if (V4L2_TYPE_IS_OUTPUT(vb->vb2_queue->type))
		queue_output(ctx, vb);
	else
		queue_capture(ctx, vb);
}

/* --- start and stop --- */

static int start_streaming(struct vb2_queue *q, unsigned int count)
{
	struct vjpeg_context *ctx = vb2_get_drv_priv(q);

	v4l2_m2m_update_start_streaming_state(ctx->fh.m2m_ctx, q);
	if (V4L2_TYPE_IS_OUTPUT(q->type))
		return 0;
	spin_lock(&ctx->lock);
	ctx->waiting = false;
	spin_unlock(&ctx->lock);
	return 0;
}

static void give_back(struct vjpeg_context *ctx, u32 type)
{
	struct v4l2_m2m_ctx *m2m = ctx->fh.m2m_ctx;
	struct vb2_v4l2_buffer *buf;

	for (;;) {
		buf = V4L2_TYPE_IS_OUTPUT(type) ? v4l2_m2m_src_buf_remove(m2m)
						: v4l2_m2m_dst_buf_remove(m2m);
		if (!buf)
			break;
		v4l2_m2m_buf_done(buf, VB2_BUF_STATE_ERROR);
	}
}

static void stop_streaming(struct vb2_queue *q)
{
	struct vjpeg_context *ctx = vb2_get_drv_priv(q);
	unsigned int which = vjpeg_side_of(q->type);

	give_back(ctx, q->type);
	v4l2_m2m_update_stop_streaming_state(ctx->fh.m2m_ctx, q);
	if (which == VJPEG_OUTPUT && v4l2_m2m_has_stopped(ctx->fh.m2m_ctx))
		vjpeg_send_eos(ctx);
	ctx->sequence[which] = 0;
	spin_lock(&ctx->lock);
	if (which == VJPEG_OUTPUT)
		ctx->first = true;
	else if (ctx->has_latched)
		ctx->side[VJPEG_CAPTURE] = ctx->latched;
	if (which == VJPEG_CAPTURE)
		ctx->has_latched = false;
	spin_unlock(&ctx->lock);
}

static const struct vb2_ops queue_operations = {
	.queue_setup = queue_setup,
	.buf_init = buf_init,
	.buf_cleanup = buf_cleanup,
	.buf_out_validate = buf_out_validate,
	.buf_prepare = buf_prepare,
	.buf_queue = buf_queue,
	.start_streaming = start_streaming,
	.stop_streaming = stop_streaming,
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
	.wait_prepare = vb2_ops_wait_prepare,
	.wait_finish = vb2_ops_wait_finish,
#endif
};

static unsigned int io_modes(const struct vjpeg_device *device)
{
	unsigned int modes = 0;

	if (device->mem & VJPEG_MEM_USERPTR)
		modes |= VB2_USERPTR;
	if (device->mem & VJPEG_MEM_DMABUF)
		modes |= VB2_DMABUF;
	/* A queue without any is none. */
	if (device->mem & VJPEG_MEM_MMAP || !modes)
		modes |= VB2_MMAP;
	return modes;
}

static int queue_init(struct vjpeg_context *ctx, struct vb2_queue *q, u32 type)
{
	q->type = type;
	q->io_modes = io_modes(ctx->device);
	q->drv_priv = ctx;
	q->buf_struct_size = sizeof(struct vjpeg_buffer);
	q->ops = &queue_operations;
	q->mem_ops = &vb2_vmalloc_memops;
	q->timestamp_flags = V4L2_BUF_FLAG_TIMESTAMP_COPY;
	q->lock = &ctx->device->lock;
	q->dev = ctx->device->v4l2.dev;
	return vb2_queue_init(q);
}

int vjpeg_queues_init(void *priv, struct vb2_queue *output, struct vb2_queue *capture)
{
	struct vjpeg_context *ctx = priv;
	bool mplane = ctx->device->planar != VJPEG_SINGLE;
	int r;

	r = queue_init(ctx, output,
		       mplane ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE : V4L2_BUF_TYPE_VIDEO_OUTPUT);
	if (r < 0)
		return r;
	return queue_init(ctx, capture,
			  mplane ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE
				 : V4L2_BUF_TYPE_VIDEO_CAPTURE);
}
