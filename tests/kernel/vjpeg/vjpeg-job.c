/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Jobs: one at a time for a device, each in a work of its context. Buffers stay on their queues
 * until the job ends, so that STREAMOFF finds them there.
 *
 * v4l2-mem2mem looks at a context once more after a job has been finished, so nobody may free it
 * before whoever finishes has returned: job_abort() comes back only then.
 */
#include "vjpeg.h"

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

/* What becomes of the two buffers of a job. */
struct outcome {
	bool stalls;                 /* the job goes on for ever */
	bool output, capture;        /* given back */
	enum vb2_buffer_state output_state, capture_state;
	bool last;                   /* CAPTURE's is empty, and the last one */
	unsigned int part;           /* of CAPTURE's size: bytesused is one of so many; 0: 0 */
};

static const struct outcome stalls = { .stalls = true };
static const struct outcome again = { 0 };

static struct outcome failed(bool output, bool capture)
{
	return (struct outcome){
		.output = output,
		.capture = capture,
		.output_state = VB2_BUF_STATE_ERROR,
		.capture_state = VB2_BUF_STATE_ERROR,
	};
}

static struct outcome done(unsigned int part)
{
	return (struct outcome){
		.output = true,
		.capture = true,
		.output_state = VB2_BUF_STATE_DONE,
		.capture_state = VB2_BUF_STATE_DONE,
		.part = part,
	};
}

/* --- the work --- */

/* The stream in memory that nobody else changes while it is read. */
static int copy_stream(struct vjpeg_context *ctx, struct vb2_buffer *vb, size_t *ret_size)
{
	const u8 *data = vjpeg_payload(vb, ret_size);

	if (!data)
		return -EBADMSG;
	if (*ret_size > ctx->stream_size) {
		kvfree(ctx->stream);
		ctx->stream_size = 0;
		ctx->stream = kvmalloc(*ret_size, GFP_KERNEL);
		if (!ctx->stream)
			return -ENOMEM;
		ctx->stream_size = *ret_size;
	}
	memcpy(ctx->stream, data, *ret_size);
	return 0;
}

static int decode(struct vjpeg_context *ctx, size_t size, struct vb2_buffer *vb)
{
	struct vjpeg_side side = vjpeg_get_side(ctx, VJPEG_CAPTURE);
	u8 *plane[VJPEG_PLANES] = { NULL };
	size_t room[VJPEG_PLANES] = { 0 };
	unsigned int i;
	int r;

	if (side.coded)
		return -EOPNOTSUPP;
	for (i = 0; i < side.layout.n_mem; i++) {
		plane[i] = vb2_plane_vaddr(vb, i);
		if (plane[i])
			room[i] = vb2_plane_size(vb, i);
	}
	r = vjpeg_decode(ctx->engine, ctx->stream, size, &side.layout, side.x, side.y, plane,
			 room);
	if (r == 0)
		VJPEG_COUNT(ctx->slot, decoded);
	return r;
}

/* The lower half of what has been decoded never came. */
static void spoil(struct vb2_buffer *vb)
{
	u8 *data = vb2_plane_vaddr(vb, 0);
	size_t size = vb2_plane_size(vb, 0);

	if (data)
		memset(data + size / 2, 0x5a, size - size / 2);
}

/* Devices that never parse have been told the size of everything. */
static bool was_told(struct vjpeg_context *ctx, const struct vjpeg_header *header)
{
	struct vjpeg_side out = vjpeg_get_side(ctx, VJPEG_OUTPUT);
	struct vjpeg_side cap = vjpeg_get_side(ctx, VJPEG_CAPTURE);

	return out.width == header->width && out.height == header->height &&
	       cap.width == header->width && cap.height == header->height;
}

static unsigned int next_job(struct vjpeg_slot *slot)
{
	unsigned int job;

	spin_lock(&slot->lock);
	job = vjpeg_next_job(&slot->knobs);
	spin_unlock(&slot->lock);
	return job;
}

/* By the knob `job`. */
static struct outcome do_job(struct vjpeg_context *ctx, size_t size, struct vb2_buffer *vb)
{
	unsigned int job = next_job(ctx->slot);

	switch (job) {
	case VJPEG_JOB_ERROR_OUTPUT:
		return failed(true, false);
	case VJPEG_JOB_ERROR_BOTH:
		return failed(true, true);
	case VJPEG_JOB_STALLS:
		return stalls;
	case VJPEG_JOB_EMPTY:
		return done(0);
	case VJPEG_JOB_LAST:
		return (struct outcome){ .last = true };
	}
	if (decode(ctx, size, vb) < 0)
		return failed(true, true);
	if (job == VJPEG_JOB_ERROR) {
		struct outcome o = done(1);

		spoil(vb);
		o.capture_state = VB2_BUF_STATE_ERROR;
		return o;
	}
	return done(job == VJPEG_JOB_SHORT ? 2 : 1);
}

static struct outcome run(struct vjpeg_context *ctx, struct vb2_buffer *output,
			  struct vb2_buffer *capture)
{
	struct vjpeg_knobs knobs = vjpeg_knobs_now(ctx->slot);
	struct vjpeg_header header;
	size_t size = 0;
	int r = copy_stream(ctx, output, &size);

	if (r == -ENOMEM)
		return failed(true, true);
	if (r == 0)
		r = vjpeg_read_header(ctx, &knobs, ctx->stream, size, &header);
	if (r < 0)
		return failed(true, knobs.reject == VJPEG_REJECT_IN_JOB);
	if (knobs.parse_at == VJPEG_PARSE_FIRST && vjpeg_take_header(ctx, &knobs, &header))
		return again;
	if (knobs.parse_at == VJPEG_PARSE_NEVER && !was_told(ctx, &header))
		return failed(true, true);
	if (knobs.app_wedge && header.has_metadata)
		return stalls;
	return do_job(ctx, size, capture);
}

/* --- its end --- */

static void set_payload(struct vb2_buffer *vb, const struct vjpeg_side *side,
			unsigned int part)
{
	unsigned int i, n = side->coded ? 0 : side->layout.n_mem;

	for (i = 0; i < vb->num_planes; i++)
		vb2_set_plane_payload(vb, i,
				      i < n && part ? side->layout.size[i] / part : 0);
}

static void fill_capture(struct vjpeg_context *ctx, struct vb2_v4l2_buffer *buf,
			 unsigned int part)
{
	struct vjpeg_side side = vjpeg_get_side(ctx, VJPEG_CAPTURE);

	set_payload(&buf->vb2_buf, &side, part);
	buf->field = V4L2_FIELD_NONE;
	buf->sequence = ctx->sequence[VJPEG_CAPTURE]++;
}

/* An empty buffer ends the pictures; where there is none the next one will. */
static void end_with_empty(struct vjpeg_context *ctx)
{
	struct v4l2_m2m_ctx *m2m = ctx->fh.m2m_ctx;
	struct vb2_v4l2_buffer *buf = v4l2_m2m_dst_buf_remove(m2m);

	if (!buf) {
		m2m->next_buf_last = true;
		return;
	}
	fill_capture(ctx, buf, 0);
	v4l2_m2m_last_buffer_done(m2m, buf);
}

static void give_capture(struct vjpeg_context *ctx, const struct vb2_v4l2_buffer *from,
			 const struct outcome *o, bool last)
{
	struct v4l2_m2m_ctx *m2m = ctx->fh.m2m_ctx;
	struct vb2_v4l2_buffer *buf = v4l2_m2m_dst_buf_remove(m2m);

	v4l2_m2m_buf_copy_metadata(from, buf, true);
	fill_capture(ctx, buf, o->part);
	buf->flags |= V4L2_BUF_FLAG_KEYFRAME;
	if (last) {
		buf->flags |= V4L2_BUF_FLAG_LAST;
		v4l2_m2m_mark_stopped(m2m);
	}
	v4l2_m2m_buf_done(buf, o->capture_state);
}

static void give_output(struct vjpeg_context *ctx, const struct outcome *o)
{
	struct vb2_v4l2_buffer *buf = v4l2_m2m_src_buf_remove(ctx->fh.m2m_ctx);

	buf->sequence = ctx->sequence[VJPEG_OUTPUT]++;
	v4l2_m2m_buf_done(buf, o->output_state);
}

static bool has_failed(const struct outcome *o)
{
	return (o->output && o->output_state == VB2_BUF_STATE_ERROR) ||
	       (o->capture && o->capture_state == VB2_BUF_STATE_ERROR);
}

static void give_back(struct vjpeg_context *ctx, struct vb2_v4l2_buffer *output,
		      const struct outcome *o)
{
	bool last = o->output && v4l2_m2m_is_last_draining_src_buf(ctx->fh.m2m_ctx, output);

	if (has_failed(o))
		VJPEG_COUNT(ctx->slot, errors);
	if (o->last)
		end_with_empty(ctx);
	if (o->capture)
		give_capture(ctx, output, o, last);
	else if (last)
		end_with_empty(ctx);
	if (o->output)
		give_output(ctx, o);
	if (last && v4l2_m2m_has_stopped(ctx->fh.m2m_ctx))
		vjpeg_send_eos(ctx);
}

/* Finish a job; behind it the context may be freed once its work has returned. */
static void finish(struct vjpeg_context *ctx)
{
	v4l2_m2m_job_finish(ctx->device->m2m, ctx->fh.m2m_ctx);
	spin_lock(&ctx->lock);
	ctx->running--;
	spin_unlock(&ctx->lock);
}

static bool leaves_now(struct vjpeg_slot *slot)
{
	bool leaves;

	spin_lock(&slot->lock);
	leaves = vjpeg_next_unplug(&slot->knobs.unplug_job);
	spin_unlock(&slot->lock);
	return leaves;
}

void vjpeg_work(struct work_struct *work)
{
	struct vjpeg_context *ctx = container_of(to_delayed_work(work), struct vjpeg_context,
						 work);
	struct v4l2_m2m_ctx *m2m = ctx->fh.m2m_ctx;
	struct vb2_v4l2_buffer *output = v4l2_m2m_next_src_buf(m2m);
	struct vb2_v4l2_buffer *capture = v4l2_m2m_next_dst_buf(m2m);
	struct outcome o = again;

	if (leaves_now(ctx->slot))
		vjpeg_leave(ctx->device);
	if (!WARN_ON_ONCE(!output || !capture))
		o = run(ctx, &output->vb2_buf, &capture->vb2_buf);
	if (o.stalls)
		return;
	give_back(ctx, output, &o);
	finish(ctx);
}

/* --- v4l2-mem2mem's side --- */

static void device_run(void *priv)
{
	struct vjpeg_context *ctx = priv;
	unsigned int ms = READ_ONCE(ctx->slot->knobs.job_ms);

	VJPEG_COUNT(ctx->slot, jobs);
	spin_lock(&ctx->lock);
	ctx->running++;
	queue_delayed_work(vjpeg_workqueue, &ctx->work, msecs_to_jiffies(ms));
	wake_up(&ctx->began);
	spin_unlock(&ctx->lock);
}

static int job_ready(void *priv)
{
	struct vjpeg_context *ctx = priv;

	return !READ_ONCE(ctx->waiting);
}

static bool is_running(struct vjpeg_context *ctx)
{
	bool running;

	spin_lock(&ctx->lock);
	running = ctx->running;
	spin_unlock(&ctx->lock);
	return running;
}

/*
 * The job of this context is under way, or is about to be, with device_run() still to be
 * called, or has ended since somebody looked. No other will begin.
 */
static void job_abort(void *priv)
{
	struct vjpeg_context *ctx = priv;

	wait_event(ctx->began, is_running(ctx) ||
				       v4l2_m2m_get_curr_priv(ctx->device->m2m) != ctx);
	cancel_delayed_work_sync(&ctx->work);
	if (is_running(ctx))
		finish(ctx);
}

const struct v4l2_m2m_ops vjpeg_m2m_operations = {
	.device_run = device_run,
	.job_ready = job_ready,
	.job_abort = job_abort,
};
