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
	bool stays;                  /* the job isn't over */
	bool output, capture;        /* given back */
	enum vb2_buffer_state output_state, capture_state;
	bool last;                   /* CAPTURE's is empty, and the last one */
	u32 used[VJPEG_PLANES];      /* bytesused of CAPTURE's planes */
};

static const struct outcome stays = { .stays = true };
static const struct outcome again = { 0 }; /* both buffers stay queued */

static struct outcome failed(bool output, bool capture)
{
	return (struct outcome){
		.output = output,
		.capture = capture,
		.output_state = VB2_BUF_STATE_ERROR,
		.capture_state = VB2_BUF_STATE_ERROR,
	};
}

static struct outcome done(void)
{
	return (struct outcome){
		.output = true,
		.capture = true,
		.output_state = VB2_BUF_STATE_DONE,
		.capture_state = VB2_BUF_STATE_DONE,
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

/* @ret_used: how many bytes of each plane. */
static int decode(struct vjpeg_context *ctx, struct vb2_buffer *output,
		  struct vb2_buffer *capture, u32 ret_used[VJPEG_PLANES])
{
	/* By now, since a header that comes meanwhile makes another one of it. */
	struct vjpeg_side side = vjpeg_get_side(ctx, VJPEG_CAPTURE);
	u8 *plane[VJPEG_PLANES] = { NULL };
	size_t room[VJPEG_PLANES] = { 0 }, size;
	unsigned int i;
	int r;

	if (side.coded)
		return -EOPNOTSUPP;
	r = copy_stream(ctx, output, &size);
	if (r < 0)
		return r;
	for (i = 0; i < side.layout.n_mem; i++) {
		plane[i] = vb2_plane_vaddr(capture, i);
		if (plane[i])
			room[i] = vb2_plane_size(capture, i);
	}
	r = vjpeg_decode(ctx->engine, ctx->stream, size, &side.layout, side.x, side.y, plane,
			 room);
	if (r == 0)
		memcpy(ret_used, side.layout.size, sizeof(side.layout.size));
	return r;
}

static void halve(u32 used[VJPEG_PLANES])
{
	unsigned int i;

	for (i = 0; i < VJPEG_PLANES; i++)
		used[i] /= 2;
}

/* As hardware leaves it that gave up half-way. */
static void spoil(struct vb2_buffer *vb)
{
	unsigned int i;

	for (i = 0; i < vb->num_planes; i++) {
		u8 *data = vb2_plane_vaddr(vb, i);
		size_t size = vb2_plane_size(vb, i);

		if (data)
			memset(data + size / 2, 0xa5, size - size / 2);
	}
}

static struct outcome decode_by_knob(struct vjpeg_context *ctx, struct vb2_buffer *output,
				     struct vb2_buffer *capture)
{
	struct outcome o = done();

	if (decode(ctx, output, capture, o.used) < 0)
		return failed(true, true);
	switch (ctx->kind) {
	case VJPEG_JOB_ERROR:
		spoil(capture);
		o.capture_state = VB2_BUF_STATE_ERROR;
		break;
	case VJPEG_JOB_SHORT:
		halve(o.used);
		break;
	default:
		VJPEG_COUNT(ctx->slot, decoded);
		break;
	}
	return o;
}

/* The job that has begun, when its time is over. */
static struct outcome end(struct vjpeg_context *ctx, struct vb2_buffer *output,
			  struct vb2_buffer *capture)
{
	switch (ctx->kind) {
	case VJPEG_JOB_ERROR_OUTPUT:
		return failed(true, false);
	case VJPEG_JOB_ERROR_BOTH:
		return failed(true, true);
	case VJPEG_JOB_EMPTY:
		return done();
	case VJPEG_JOB_LAST:
		return (struct outcome){ .last = true };
	default:
		return decode_by_knob(ctx, output, capture);
	}
}

/* Devices that never parse have been told the size of everything. */
static bool was_told(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		     const struct vjpeg_header *header)
{
	struct vjpeg_side out = vjpeg_get_side(ctx, VJPEG_OUTPUT);
	struct vjpeg_side cap = vjpeg_get_side(ctx, VJPEG_CAPTURE);
	struct vjpeg_layout right;

	return out.width == header->width && out.height == header->height && !cap.coded &&
	       vjpeg_layout(knobs, cap.layout.format, header->width, header->height, 0,
			    &right) == 0 &&
	       right.width == cap.layout.width && right.height == cap.layout.height;
}

/* Whether CAPTURE is set for the stream. It is told where that is worth something. */
static bool fits(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		 const struct vjpeg_header *header, bool *ret_again)
{
	bool fit = vjpeg_is_taken(ctx, header);

	if (knobs->parse_at == VJPEG_PARSE_NEVER)
		return was_told(ctx, knobs, header);
	if (!fit && knobs->parse_at != VJPEG_PARSE_STREAMON) {
		vjpeg_take_header(ctx, knobs, header);
		*ret_again = true;
	}
	return fit;
}

/* What is to become of the job, by the knobs; it counts as one from here on. */
static bool choose_kind(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
			const struct vjpeg_buffer *buf, bool fit)
{
	struct vjpeg_slot *slot = ctx->slot;
	bool leaves;

	spin_lock(&slot->lock);
	slot->stats.jobs++;
	if (!fit)
		ctx->kind = VJPEG_JOB_ERROR_BOTH;
	else if (knobs->app_wedge && buf->header.has_metadata)
		ctx->kind = VJPEG_JOB_STALLS;
	else
		ctx->kind = vjpeg_next_job(&slot->knobs);
	leaves = vjpeg_next_unplug(&slot->knobs.unplug_job);
	spin_unlock(&slot->lock);
	return leaves;
}

/* Where it takes its time the work comes once more, with the job begun. */
static struct outcome begin(struct vjpeg_context *ctx, struct vjpeg_buffer *output,
			    struct vb2_buffer *capture)
{
	struct vjpeg_knobs knobs = vjpeg_knobs_now(ctx->slot);
	bool wants_again = false, fit;

	if (!output->looked && !vjpeg_look(ctx, &knobs, output) &&
	    knobs.reject == VJPEG_REJECT_AT_QBUF)
		return failed(true, false);
	fit = !output->refused && fits(ctx, &knobs, &output->header, &wants_again);
	if (wants_again)
		return again;
	if (choose_kind(ctx, &knobs, output, fit))
		vjpeg_leave(ctx->device);
	if (ctx->kind == VJPEG_JOB_STALLS)
		return stays;
	if (!knobs.job_ms)
		return end(ctx, &output->m2m.vb.vb2_buf, capture);
	ctx->begun = true;
	queue_delayed_work(vjpeg_workqueue, &ctx->work, msecs_to_jiffies(knobs.job_ms));
	return stays;
}

/* --- its end --- */

static void fill_capture(struct vjpeg_context *ctx, struct vb2_v4l2_buffer *buf,
			 const u32 used[VJPEG_PLANES])
{
	struct vb2_buffer *vb = &buf->vb2_buf;
	unsigned int i;

	for (i = 0; i < vb->num_planes; i++)
		vb2_set_plane_payload(vb, i, i < VJPEG_PLANES ? used[i] : 0);
	buf->field = V4L2_FIELD_NONE;
	buf->sequence = ctx->sequence[VJPEG_CAPTURE]++;
}

/* What a job gives back, taken off the queues. */
struct returned {
	struct vb2_v4l2_buffer *output, *capture;
	bool last;    /* a drain ends with these */
	bool stopped; /* and with @capture */
};

/*
 * In one step for whoever begins a drain or queues a buffer meanwhile: either sees the job's
 * buffers on their queues, or what has become of the drain.
 */
static struct returned take_buffers(struct vjpeg_context *ctx, const struct outcome *o)
{
	struct v4l2_m2m_ctx *m2m = ctx->fh.m2m_ctx;
	struct returned r = { NULL };

	spin_lock(&ctx->lock);
	if (o->output)
		r.output = v4l2_m2m_src_buf_remove(m2m);
	r.last = r.output && v4l2_m2m_is_last_draining_src_buf(m2m, r.output);
	/* A drain that ends without a picture ends with an empty buffer. */
	if (o->capture || o->last || r.last)
		r.capture = v4l2_m2m_dst_buf_remove(m2m);
	r.stopped = r.capture && (r.last || o->last);
	if (r.stopped)
		v4l2_m2m_mark_stopped(m2m);
	else if (r.last)
		m2m->next_buf_last = true;
	spin_unlock(&ctx->lock);
	return r;
}

static void give_output(struct vjpeg_context *ctx, struct vb2_v4l2_buffer *buf,
			const struct outcome *o)
{
	buf->sequence = ctx->sequence[VJPEG_OUTPUT]++;
	v4l2_m2m_buf_done(buf, o->output_state);
}

static void give_capture(struct vjpeg_context *ctx, const struct returned *r,
			 const struct outcome *o)
{
	fill_capture(ctx, r->capture, o->used);
	if (r->stopped)
		r->capture->flags |= V4L2_BUF_FLAG_LAST;
	v4l2_m2m_buf_done(r->capture, o->capture ? o->capture_state : VB2_BUF_STATE_DONE);
}

static bool has_failed(const struct outcome *o)
{
	return (o->output && o->output_state == VB2_BUF_STATE_ERROR) ||
	       (o->capture && o->capture_state == VB2_BUF_STATE_ERROR);
}

/* OUTPUT's first: who sees a picture finds what it was made of. */
static void give_back(struct vjpeg_context *ctx, const struct outcome *o)
{
	struct returned r = take_buffers(ctx, o);

	if (has_failed(o))
		VJPEG_COUNT(ctx->slot, errors);
	if (o->capture)
		v4l2_m2m_buf_copy_metadata(r.output, r.capture, true);
	if (r.output)
		give_output(ctx, r.output, o);
	if (r.capture)
		give_capture(ctx, &r, o);
	if (r.last && r.stopped)
		vjpeg_send_eos(ctx);
}

/* Finish a job; behind it the context may be freed once its work has returned. */
static void finish(struct vjpeg_context *ctx)
{
	ctx->begun = false;
	v4l2_m2m_job_finish(ctx->device->m2m, ctx->fh.m2m_ctx);
	spin_lock(&ctx->lock);
	ctx->running--;
	spin_unlock(&ctx->lock);
}

void vjpeg_work(struct work_struct *work)
{
	struct vjpeg_context *ctx = container_of(to_delayed_work(work), struct vjpeg_context,
						 work);
	struct v4l2_m2m_ctx *m2m = ctx->fh.m2m_ctx;
	struct vb2_v4l2_buffer *output = v4l2_m2m_next_src_buf(m2m);
	struct vb2_v4l2_buffer *capture = v4l2_m2m_next_dst_buf(m2m);
	struct outcome o = again;

	if (WARN_ON_ONCE(!output || !capture))
		goto out;
	if (ctx->begun)
		o = end(ctx, &output->vb2_buf, &capture->vb2_buf);
	else
		o = begin(ctx, vjpeg_buffer_of(&output->vb2_buf), &capture->vb2_buf);
	if (o.stays)
		return;
	give_back(ctx, &o);
out:
	finish(ctx);
}

/* --- v4l2-mem2mem's side --- */

static void device_run(void *priv)
{
	struct vjpeg_context *ctx = priv;

	spin_lock(&ctx->lock);
	ctx->running++;
	queue_delayed_work(vjpeg_workqueue, &ctx->work, 0);
	wake_up(&ctx->given);
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

	wait_event(ctx->given, is_running(ctx) ||
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
