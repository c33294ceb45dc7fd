/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fake's driver: headers and what follows from them, jobs in the order of
 * v4l2-mem2mem, and the events of those who subscribed. A job's picture is decoded when it
 * ends; it ends when somebody looks and its time has come.
 */
#include "config.h"

#include "fake-private.h"

#include <errno.h>
#include <string.h>

#define MS INT64_C(1000000)

/* --- events --- */

bool fake_has_event(const struct fake_open *o)
{
	return o->n_events || (o->dev->knobs.event == VJPEG_EVENT_FLOOD && o->wants_change &&
			       o->started);
}

static void drop_event(struct fake_open *o, unsigned int i)
{
	memmove(&o->event[i], &o->event[i + 1], (--o->n_events - i) * sizeof(o->event[0]));
}

static void stamp(struct v4l2_event *ev)
{
	int64_t now = fake_now_ns();

	ev->timestamp.tv_sec = (time_t)(now / 1000000000);
	ev->timestamp.tv_nsec = (long)(now % 1000000000);
}

/* One that waits and is of the same kind is merged into it, unless @each counts. */
static void queue_event(struct fake_open *o, uint32_t type, bool each)
{
	struct v4l2_event *ev;
	unsigned int i;

	if (type == V4L2_EVENT_EOS ? !o->wants_eos : !o->wants_change)
		return;
	for (i = 0; !each && i < o->n_events; i++)
		if (o->event[i].type == type) {
			drop_event(o, i);
			break;
		}
	if (o->n_events == FAKE_EVENTS)
		drop_event(o, 0);
	ev = &o->event[o->n_events++];
	*ev = (struct v4l2_event){ .type = type, .sequence = ++o->event_sequence };
	if (type == V4L2_EVENT_SOURCE_CHANGE)
		ev->u.src_change.changes = V4L2_EVENT_SRC_CH_RESOLUTION;
	stamp(ev);
	fake_wake();
}

static void tell_change(struct fake_open *o)
{
	const struct vjpeg_knobs *k = &o->dev->knobs;
	unsigned int i;

	switch (k->event) {
	case VJPEG_EVENT_NONE:
		return;
	case VJPEG_EVENT_DUPLICATE:
		for (i = 0; i < k->event_n && i < FAKE_EVENTS; i++)
			queue_event(o, V4L2_EVENT_SOURCE_CHANGE, true);
		return;
	case VJPEG_EVENT_LATE:
		o->late_ns = fake_now_ns() + k->event_ms * MS;
		return;
	default:
		queue_event(o, V4L2_EVENT_SOURCE_CHANGE, false);
		return;
	}
}

int64_t fake_advance_open(struct fake_open *o, int64_t now_ns)
{
	if (fake_is_gone(o))
		return FAKE_NEVER;
	if (o->late_ns <= now_ns) {
		o->late_ns = FAKE_NEVER;
		queue_event(o, V4L2_EVENT_SOURCE_CHANGE, false);
	}
	return o->late_ns;
}

static bool *wish(struct fake_open *o, uint32_t type)
{
	return type == V4L2_EVENT_EOS ? &o->wants_eos : &o->wants_change;
}

int fake_subscribe(struct fake_open *o, const struct v4l2_event_subscription *sub)
{
	if (sub->type != V4L2_EVENT_SOURCE_CHANGE && sub->type != V4L2_EVENT_EOS)
		return -EINVAL;
	if (sub->type == V4L2_EVENT_SOURCE_CHANGE &&
	    (sub->id || o->dev->knobs.event == VJPEG_EVENT_REFUSED))
		return -EINVAL;
	*wish(o, sub->type) = true;
	return 0;
}

int fake_unsubscribe(struct fake_open *o, const struct v4l2_event_subscription *sub)
{
	unsigned int i = 0;

	if (sub->type == V4L2_EVENT_ALL)
		o->wants_change = o->wants_eos = false;
	else if (sub->type == V4L2_EVENT_SOURCE_CHANGE || sub->type == V4L2_EVENT_EOS)
		*wish(o, sub->type) = false;
	while (i < o->n_events)
		if (!*wish(o, o->event[i].type))
			drop_event(o, i);
		else
			i++;
	return 0;
}

int fake_dqevent(struct fake_open *o, struct v4l2_event *ev)
{
	while (!fake_has_event(o)) {
		if (o->nonblock)
			return -ENOENT;
		fake_wait(fake_advance(fake_now_ns()));
		if (fake_is_gone(o))
			return -ENODEV;
	}
	if (!o->n_events)
		queue_event(o, V4L2_EVENT_SOURCE_CHANGE, false);
	*ev = o->event[0];
	drop_event(o, 0);
	ev->pending = o->n_events;
	if (o->dev->knobs.event == VJPEG_EVENT_FLOOD && !ev->pending)
		ev->pending = 1;
	return 0;
}

/* --- headers --- */

static const uint8_t *payload(const struct fake_buffer *b, size_t *ret_size)
{
	const struct fake_plane *p = &b->plane[0];
	size_t end = p->bytesused < p->size ? p->bytesused : p->size;

	*ret_size = p->data_offset < end ? end - p->data_offset : 0;
	return p->data + p->data_offset;
}

static int look(struct fake_open *o, struct fake_buffer *b)
{
	const struct vjpeg_knobs *k = &o->dev->knobs;
	const uint8_t *data;
	size_t size;
	int r;

	o->dev->stats.parses++;
	data = payload(b, &size);
	r = vjpeg_parse(data, size, &b->header);
	if (r == 0 && (!vjpeg_admits(k, &b->header) ||
		       vjpeg_default_format(k, &b->header, fake_has_mplane(o->dev)) < 0))
		r = -EOPNOTSUPP;
	b->looked = true;
	b->refused = r;
	return r;
}

/* What CAPTURE becomes by a header. The stale knob makes something else of it. */
static void make_geometry(struct fake_open *o, const struct vjpeg_header *h)
{
	struct vjpeg_knobs *k = &o->dev->knobs;
	unsigned int stale = vjpeg_next_stale(k);
	struct fake_geometry g = { .width = h->width, .height = h->height };
	int format = vjpeg_default_format(k, h, fake_has_mplane(o->dev));

	o->stale = stale != VJPEG_STALE_NONE;
	if (stale == VJPEG_STALE_KEEPS)
		return;
	if (stale == VJPEG_STALE_HALF) {
		g.width = (g.width + 1) / 2;
		g.height = (g.height + 1) / 2;
	} else if (stale == VJPEG_STALE_TWICE) {
		g.width *= 2;
		g.height *= 2;
	}
	if (k->sel == VJPEG_SEL_OFFSET) {
		g.x = VJPEG_OFFSET_X;
		g.y = VJPEG_OFFSET_Y;
	}
	if (vjpeg_layout(k, (uint32_t)format, g.width, g.height, 0, &g.layout) < 0)
		return;
	o->latched = k->latch && o->capture.streaming;
	if (o->latched)
		o->next = g;
	else
		o->geometry = g;
}

static bool is_same(const struct vjpeg_header *a, const struct vjpeg_header *b)
{
	return a->width == b->width && a->height == b->height &&
	       a->sampling == b->sampling && a->is_rgb == b->is_rgb;
}

/* The header of a buffer is the one that counts from now on. */
static void take_header(struct fake_open *o, const struct vjpeg_header *h)
{
	bool is_first = !o->started;
	bool is_new = !o->has_header || o->stale || !is_same(&o->header, h);

	o->started = true;
	if (is_new) {
		make_geometry(o, h);
		o->header = *h;
		o->has_header = true;
		o->src_change = true;
	}
	if (is_new || is_first)
		tell_change(o);
}

/* A stream that is refused when its header is looked at. */
static void reject(struct fake_open *o, struct fake_buffer *b)
{
	if (o->dev->knobs.reject != VJPEG_REJECT_AT_QBUF)
		return;
	fake_buffer_done(&o->output, b, FAKE_ERROR);
	o->dev->stats.errors++;
}

static bool looks_now(const struct fake_open *o, bool streamon)
{
	switch (o->dev->knobs.parse_at) {
	case VJPEG_PARSE_QBUF:
		return true;
	case VJPEG_PARSE_FIRST:
		return !o->started;
	case VJPEG_PARSE_STREAMON:
		return streamon && !o->started;
	default:
		return false;
	}
}

static void last_capture(struct fake_open *o, struct fake_buffer *b)
{
	unsigned int i;

	for (i = 0; i < b->n_planes; i++)
		b->plane[i].bytesused = 0;
	b->flags |= V4L2_BUF_FLAG_LAST;
	o->stopped = true;
	fake_buffer_done(&o->capture, b, FAKE_DONE);
}

void fake_driver_queue(struct fake_queue *q, struct fake_buffer *b, bool streamon)
{
	struct fake_open *o = q->open;
	const uint8_t *data;
	size_t size;

	fake_list_add(&q->ready, b->index);
	if (!q->is_output) {
		if (o->next_is_last) {
			o->next_is_last = o->draining = false;
			last_capture(o, b);
			queue_event(o, V4L2_EVENT_EOS, false);
		}
		return;
	}
	data = payload(b, &size);
	o->dev->stats.staged_bytes = (unsigned int)size;
	o->dev->stats.staged_crc = vjpeg_crc32(data, size);
	b->looked = false;
	b->refused = 0;
	if (!looks_now(o, streamon))
		return;
	if (look(o, b) < 0)
		reject(o, b);
	else
		take_header(o, &b->header);
}

void fake_driver_start(struct fake_queue *q)
{
	struct fake_open *o = q->open;

	if (q->is_output) {
		o->started = false;
		o->last_source = -1;
	} else {
		o->src_change = false;
	}
}

/* The end of a drain: an empty buffer, now or when there is one. */
static void end_drain(struct fake_open *o)
{
	struct fake_queue *q = &o->capture;

	o->last_source = -1;
	if (!q->ready.n) {
		o->next_is_last = true;
		return;
	}
	o->draining = false;
	last_capture(o, &q->buffer[q->ready.index[0]]);
	queue_event(o, V4L2_EVENT_EOS, false);
}

void fake_driver_stop(struct fake_queue *q)
{
	struct fake_open *o = q->open;

	if (q->is_output) {
		o->started = false;
		if (o->draining)
			end_drain(o);
		return;
	}
	o->stopped = o->draining = o->next_is_last = false;
	o->last_source = -1;
	if (o->latched) {
		o->geometry = o->next;
		o->latched = false;
	}
}

/* --- jobs --- */

static struct fake_buffer *source(struct fake_open *o)
{
	return &o->output.buffer[o->output.ready.index[0]];
}

static struct fake_buffer *target(struct fake_open *o)
{
	return &o->capture.buffer[o->capture.ready.index[0]];
}

static bool is_ready(const struct fake_open *o)
{
	return !fake_is_gone(o) && o->output.streaming && o->capture.streaming &&
	       o->output.ready.n && o->capture.ready.n && !o->src_change && !o->stopped;
}

static void enlist(struct fake_open *o)
{
	if (o->scheduled || !is_ready(o))
		return;
	o->scheduled = true;
	o->dev->job[o->dev->n_jobs++] = o;
}

static void delist(struct fake_open *o)
{
	struct fake_device *dev = o->dev;
	unsigned int i, n = 0;

	for (i = 0; i < dev->n_jobs; i++)
		if (dev->job[i] != o)
			dev->job[n++] = dev->job[i];
	dev->n_jobs = n;
	o->scheduled = false;
}

/* With PARSE_NEVER both formats must have been set to the stream's. */
static bool has_right_formats(const struct fake_open *o, const struct vjpeg_header *h)
{
	struct vjpeg_layout layout;

	return o->coded_width == h->width && o->coded_height == h->height &&
	       vjpeg_layout(&o->dev->knobs, o->geometry.layout.format, h->width, h->height, 0,
			    &layout) == 0 &&
	       layout.width == o->geometry.layout.width &&
	       layout.height == o->geometry.layout.height;
}

/*
 * Hold the source's header against what CAPTURE is set to. True: the job can go on, with
 * *ret_fits for how. False: there is no job, it is found to need another CAPTURE, or refused.
 */
static bool check_header(struct fake_open *o, struct fake_buffer *src, bool *ret_fits)
{
	uint32_t at = o->dev->knobs.parse_at;

	*ret_fits = true;
	if (!src->looked && look(o, src) < 0) {
		reject(o, src);
		if (src->state != FAKE_QUEUED)
			return false;
	}
	if (src->refused) {
		*ret_fits = false;
		return true;
	}
	if (at == VJPEG_PARSE_NEVER) {
		*ret_fits = has_right_formats(o, &src->header);
	} else if (at == VJPEG_PARSE_STREAMON) {
		*ret_fits = o->has_header && is_same(&o->header, &src->header);
	} else if (!o->has_header || !is_same(&o->header, &src->header)) {
		take_header(o, &src->header);
		return false;
	}
	return true;
}

/* Begin the job of the first in the list; false: it needs none, or the device went. */
static bool begin(struct fake_device *dev, struct fake_open *o, int64_t now_ns)
{
	struct vjpeg_knobs *k = &dev->knobs;
	struct fake_buffer *src = source(o);
	bool fits;

	if (!check_header(o, src, &fits))
		return false;
	dev->stats.jobs++;
	if (!fits)
		dev->kind = VJPEG_JOB_ERROR_BOTH;
	else if (k->app_wedge && src->header.has_metadata)
		dev->kind = VJPEG_JOB_STALLS;
	else
		dev->kind = vjpeg_next_job(k);
	if (vjpeg_next_unplug(&k->unplug_job)) {
		fake_go(dev);
		return false;
	}
	dev->running = true;
	dev->due_ns = dev->kind == VJPEG_JOB_STALLS ? FAKE_NEVER : now_ns + k->job_ms * MS;
	return true;
}

static int decode(struct fake_open *o, const struct fake_buffer *src,
		  struct fake_buffer *dst)
{
	const struct fake_geometry *g = &o->geometry;
	uint8_t *plane[VJPEG_PLANES] = { NULL };
	size_t room[VJPEG_PLANES] = { 0 }, size;
	const uint8_t *data = payload(src, &size);
	unsigned int i;
	int r;

	for (i = 0; i < dst->n_planes; i++) {
		plane[i] = dst->plane[i].data;
		room[i] = dst->plane[i].size < dst->plane[i].length ? dst->plane[i].size :
								       dst->plane[i].length;
	}
	r = vjpeg_decode(o->engine, data, size, &g->layout, g->x, g->y, plane, room);
	for (i = 0; r == 0 && i < dst->n_planes; i++)
		dst->plane[i].bytesused = g->layout.size[i];
	return r;
}

/* As hardware leaves it that gave up half-way. */
static void spoil(struct fake_buffer *b)
{
	unsigned int i;

	for (i = 0; i < b->n_planes; i++)
		memset(b->plane[i].data + b->plane[i].bytesused / 2, 0xa5,
		       b->plane[i].bytesused - b->plane[i].bytesused / 2);
}

static void halve(struct fake_buffer *b)
{
	unsigned int i;

	for (i = 0; i < b->n_planes; i++)
		b->plane[i].bytesused /= 2;
}

/* Both buffers go back, unless the source ends a drain as the last one: then it says so. */
static void deliver(struct fake_open *o, enum fake_state src_state,
		    enum fake_state dst_state)
{
	struct fake_buffer *src = source(o), *dst = target(o);
	bool last = o->draining && o->last_source == (int)src->index;

	dst->timestamp = src->timestamp;
	dst->timecode = src->timecode;
	dst->flags = src->flags & V4L2_BUF_FLAG_TIMECODE;
	if (last) {
		dst->flags |= V4L2_BUF_FLAG_LAST;
		o->draining = false;
		o->last_source = -1;
		o->stopped = true;
	}
	if (src_state == FAKE_ERROR || dst_state == FAKE_ERROR)
		o->dev->stats.errors++;
	fake_buffer_done(&o->output, src, src_state);
	fake_buffer_done(&o->capture, dst, dst_state);
	if (last)
		queue_event(o, V4L2_EVENT_EOS, false);
}

static void finish(struct fake_open *o, unsigned int kind)
{
	struct fake_buffer *src = source(o), *dst = target(o);
	unsigned int i;

	for (i = 0; i < dst->n_planes; i++)
		dst->plane[i].bytesused = 0;
	if (kind != VJPEG_JOB_ERROR_OUTPUT && kind != VJPEG_JOB_ERROR_BOTH &&
	    kind != VJPEG_JOB_EMPTY && kind != VJPEG_JOB_LAST && decode(o, src, dst) < 0)
		kind = VJPEG_JOB_ERROR_BOTH;
	switch (kind) {
	case VJPEG_JOB_LAST:
		last_capture(o, dst);
		return;
	case VJPEG_JOB_ERROR_OUTPUT:
		fake_buffer_done(&o->output, src, FAKE_ERROR);
		o->dev->stats.errors++;
		return;
	case VJPEG_JOB_ERROR_BOTH:
		deliver(o, FAKE_ERROR, FAKE_ERROR);
		return;
	case VJPEG_JOB_ERROR:
		spoil(dst);
		deliver(o, FAKE_DONE, FAKE_ERROR);
		return;
	case VJPEG_JOB_SHORT:
		halve(dst);
		break;
	case VJPEG_JOB_EMPTY:
		break;
	default:
		o->dev->stats.decoded++;
		break;
	}
	deliver(o, FAKE_DONE, FAKE_DONE);
}

/* Begin jobs, and end those that take no time, until one runs or none is there. */
static void run_until(struct fake_device *dev, int64_t now_ns)
{
	while (dev->n_jobs && (!dev->running || dev->due_ns <= now_ns)) {
		struct fake_open *o = dev->job[0];

		if (dev->running) {
			now_ns = dev->due_ns;
			dev->running = false;
			finish(o, dev->kind);
		} else if (begin(dev, o, now_ns)) {
			continue;
		}
		if (!dev->plugged)
			return;
		delist(o);
		enlist(o);
	}
}

int64_t fake_advance_device(struct fake_device *dev, int64_t now_ns)
{
	while (dev->running && dev->due_ns <= now_ns)
		run_until(dev, dev->due_ns);
	return dev->running ? dev->due_ns : FAKE_NEVER;
}

void fake_run(struct fake_device *dev)
{
	run_until(dev, fake_now_ns());
}

void fake_schedule(struct fake_open *o)
{
	enlist(o);
	fake_run(o->dev);
}

void fake_abort(struct fake_open *o)
{
	struct fake_device *dev = o->dev;

	if (!o->scheduled)
		return;
	if (dev->running && dev->job[0] == o)
		dev->running = false;
	delist(o);
}

/* --- drains --- */

int fake_decoder_cmd(struct fake_open *o, struct v4l2_decoder_cmd *cmd, bool just_try)
{
	const struct fake_list *ready = &o->output.ready;

	if (cmd->cmd != V4L2_DEC_CMD_STOP && cmd->cmd != V4L2_DEC_CMD_START)
		return -EINVAL;
	cmd->flags = 0;
	if (just_try || !o->output.streaming)
		return 0;
	if (o->draining)
		return -EBUSY;
	if (cmd->cmd == V4L2_DEC_CMD_START) {
		o->stopped = false;
		o->capture.last_dequeued = false;
		fake_schedule(o);
		return 0;
	}
	if (o->stopped)
		return 0;
	o->draining = true;
	if (ready->n)
		o->last_source = ready->index[ready->n - 1];
	else
		end_drain(o);
	return 0;
}
