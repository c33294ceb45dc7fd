/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Headers of streams: what the device makes of one, and how it tells.
 */
#include "vjpeg.h"

const u8 *vjpeg_payload(struct vb2_buffer *vb, size_t *ret_size)
{
	const u8 *data = vb2_plane_vaddr(vb, 0);
	unsigned long end = vb2_get_plane_payload(vb, 0);
	unsigned int begin = vb->planes[0].data_offset;

	if (!data || begin > end)
		return NULL;
	*ret_size = end - begin;
	return data + begin;
}

static bool is_mplane(struct vjpeg_context *ctx)
{
	return vjpeg_is_mplane(ctx->device, v4l2_m2m_get_dst_vq(ctx->fh.m2m_ctx)->type);
}

static bool parse(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		  struct vb2_buffer *vb, struct vjpeg_header *ret)
{
	size_t size = 0;
	const u8 *data = vjpeg_payload(vb, &size);

	return data && vjpeg_parse(data, size, ret) == 0 && vjpeg_admits(knobs, ret) &&
	       vjpeg_default_format(knobs, ret, is_mplane(ctx)) >= 0;
}

bool vjpeg_look(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		struct vjpeg_buffer *buf)
{
	VJPEG_COUNT(ctx->slot, parses);
	buf->looked = true;
	buf->refused = !parse(ctx, knobs, &buf->m2m.vb.vb2_buf, &buf->header);
	return !buf->refused;
}

/* --- events --- */

static const struct v4l2_event source_change = {
	.type = V4L2_EVENT_SOURCE_CHANGE,
	.u.src_change.changes = V4L2_EVENT_SRC_CH_RESOLUTION,
};

static unsigned int count_pending(struct vjpeg_context *ctx)
{
	struct v4l2_kevent *e;
	unsigned long flags;
	unsigned int n = 0;

	spin_lock_irqsave(&ctx->fh.vdev->fh_lock, flags);
	list_for_each_entry(e, &ctx->fh.available, list)
		n += e->event.type == V4L2_EVENT_SOURCE_CHANGE;
	spin_unlock_irqrestore(&ctx->fh.vdev->fh_lock, flags);
	return n;
}

/* One that nobody has taken yet stands for more. */
static void send_source_change(struct vjpeg_context *ctx)
{
	if (!count_pending(ctx))
		v4l2_event_queue_fh(&ctx->fh, &source_change);
}

/* Two, so that whoever takes one hears of another. */
void vjpeg_flood(struct vjpeg_context *ctx)
{
	unsigned int n;

	if (READ_ONCE(ctx->slot->knobs.event) != VJPEG_EVENT_FLOOD || READ_ONCE(ctx->first))
		return;
	for (n = count_pending(ctx); n < 2; n++)
		v4l2_event_queue_fh(&ctx->fh, &source_change);
}

void vjpeg_late_event(struct work_struct *work)
{
	send_source_change(container_of(to_delayed_work(work), struct vjpeg_context, late));
}

void vjpeg_send_eos(struct vjpeg_context *ctx)
{
	static const struct v4l2_event eos = { .type = V4L2_EVENT_EOS };

	v4l2_event_queue_fh(&ctx->fh, &eos);
}

static void tell(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs)
{
	unsigned int i;

	switch (knobs->event) {
	case VJPEG_EVENT_NONE:
		break;
	case VJPEG_EVENT_DUPLICATE:
		for (i = 0; i < min(knobs->event_n, VJPEG_EVENTS_MAX); i++)
			v4l2_event_queue_fh(&ctx->fh, &source_change);
		break;
	case VJPEG_EVENT_LATE:
		mod_delayed_work(vjpeg_workqueue, &ctx->late, msecs_to_jiffies(knobs->event_ms));
		break;
	default:
		send_source_change(ctx);
		break;
	}
}

/* --- geometry, with the context's lock --- */

static bool differs(const struct vjpeg_header *a, const struct vjpeg_header *b)
{
	return a->width != b->width || a->height != b->height || a->sampling != b->sampling ||
	       a->is_rgb != b->is_rgb;
}

static unsigned int next_stale(struct vjpeg_slot *slot)
{
	unsigned int stale;

	spin_lock(&slot->lock);
	stale = vjpeg_next_stale(&slot->knobs);
	spin_unlock(&slot->lock);
	return stale;
}

/* CAPTURE's side for a header. Whether it is another one. */
static bool make_side(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		      const struct vjpeg_header *header, struct vjpeg_side *ret)
{
	int format = vjpeg_default_format(knobs, header, is_mplane(ctx));
	u32 width = header->width, height = header->height;
	unsigned int stale = next_stale(ctx->slot);

	ctx->stale = stale != VJPEG_STALE_NONE;
	switch (stale) {
	case VJPEG_STALE_KEEPS:
		return false;
	case VJPEG_STALE_HALF:
		width = (width + 1) / 2;
		height = (height + 1) / 2;
		break;
	case VJPEG_STALE_TWICE:
		width *= 2;
		height *= 2;
		break;
	}
	return vjpeg_raw_side(knobs, format, width, height, 0, ret) == 0;
}

static void change_side(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
			const struct vjpeg_header *header)
{
	bool streaming = vb2_is_streaming(v4l2_m2m_get_dst_vq(ctx->fh.m2m_ctx));
	struct vjpeg_side side;

	if (ctx->side[VJPEG_CAPTURE].coded || !make_side(ctx, knobs, header, &side))
		return;
	ctx->has_latched = knobs->latch && streaming;
	if (ctx->has_latched)
		ctx->latched = side;
	else
		ctx->side[VJPEG_CAPTURE] = side;
}

void vjpeg_take_header(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		       const struct vjpeg_header *header)
{
	bool changed, first;

	spin_lock(&ctx->lock);
	first = ctx->first;
	changed = !ctx->parsed || ctx->stale || differs(&ctx->header, header);
	ctx->first = false;
	if (changed) {
		change_side(ctx, knobs, header);
		ctx->parsed = true;
		ctx->header = *header;
		ctx->waiting = true;
	}
	spin_unlock(&ctx->lock);
	if (changed || first)
		tell(ctx, knobs);
}

bool vjpeg_is_taken(struct vjpeg_context *ctx, const struct vjpeg_header *header)
{
	bool is;

	spin_lock(&ctx->lock);
	is = ctx->parsed && !differs(&ctx->header, header);
	spin_unlock(&ctx->lock);
	return is;
}
