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

int vjpeg_read_header(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		      const u8 *data, size_t size, struct vjpeg_header *ret)
{
	int r = vjpeg_parse(data, size, ret);

	if (r < 0)
		return r;
	if (!vjpeg_admits(knobs, ret) || vjpeg_default_format(knobs, ret, is_mplane(ctx)) < 0)
		return -EOPNOTSUPP;
	return 0;
}

bool vjpeg_parses_at_qbuf(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs)
{
	return knobs->parse_at == VJPEG_PARSE_QBUF ||
	       (knobs->parse_at == VJPEG_PARSE_FIRST && READ_ONCE(ctx->first));
}

/* --- events --- */

static const struct v4l2_event source_change = {
	.type = V4L2_EVENT_SOURCE_CHANGE,
	.u.src_change.changes = V4L2_EVENT_SRC_CH_RESOLUTION,
};

/* One that nobody has taken yet stands for more. */
static bool is_pending(struct vjpeg_context *ctx)
{
	struct v4l2_kevent *e;
	unsigned long flags;
	bool pending = false;

	spin_lock_irqsave(&ctx->fh.vdev->fh_lock, flags);
	list_for_each_entry(e, &ctx->fh.available, list)
		if (e->event.type == V4L2_EVENT_SOURCE_CHANGE)
			pending = true;
	spin_unlock_irqrestore(&ctx->fh.vdev->fh_lock, flags);
	return pending;
}

void vjpeg_send_source_change(struct vjpeg_context *ctx)
{
	if (!is_pending(ctx))
		v4l2_event_queue_fh(&ctx->fh, &source_change);
}

void vjpeg_late_event(struct work_struct *work)
{
	vjpeg_send_source_change(container_of(to_delayed_work(work), struct vjpeg_context, late));
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
		for (i = 0; i < knobs->event_n; i++)
			v4l2_event_queue_fh(&ctx->fh, &source_change);
		break;
	case VJPEG_EVENT_LATE:
		mod_delayed_work(vjpeg_workqueue, &ctx->late, msecs_to_jiffies(knobs->event_ms));
		break;
	default:
		vjpeg_send_source_change(ctx);
		break;
	}
}

/* --- geometry --- */

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
static bool capture_side(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
			 const struct vjpeg_header *header, struct vjpeg_side *ret)
{
	int format = vjpeg_default_format(knobs, header, is_mplane(ctx));
	u32 width = header->width, height = header->height;

	switch (next_stale(ctx->slot)) {
	case VJPEG_STALE_KEEPS:
		return false;
	case VJPEG_STALE_HALF:
		width = max(width / 2, 1u);
		height = max(height / 2, 1u);
		break;
	case VJPEG_STALE_TWICE:
		width *= 2;
		height *= 2;
		break;
	}
	return vjpeg_raw_side(knobs, format, width, height, 0, ret) == 0;
}

/* With the context's lock. */
static void change_side(struct vjpeg_context *ctx, const struct vjpeg_side *side, bool latch)
{
	if (ctx->side[VJPEG_CAPTURE].coded)
		return;
	ctx->has_latched = latch;
	if (latch)
		ctx->latched = *side;
	else
		ctx->side[VJPEG_CAPTURE] = *side;
}

bool vjpeg_take_header(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		       const struct vjpeg_header *header)
{
	bool streaming = vb2_is_streaming(v4l2_m2m_get_dst_vq(ctx->fh.m2m_ctx));
	bool has_side, changed, first;
	struct vjpeg_side side;

	VJPEG_COUNT(ctx->slot, parses);
	has_side = capture_side(ctx, knobs, header, &side);
	spin_lock(&ctx->lock);
	first = ctx->first;
	changed = !ctx->parsed || differs(&ctx->header, header);
	ctx->first = false;
	ctx->parsed = true;
	ctx->header = *header;
	if (changed) {
		ctx->waiting = true;
		if (has_side)
			change_side(ctx, &side, knobs->latch && streaming);
	}
	spin_unlock(&ctx->lock);
	if (changed || first)
		tell(ctx, knobs);
	return changed;
}
