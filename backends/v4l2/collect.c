/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A job that is queued comes back, is looked at, and its samples go where they belong.
 *
 * In the steady state this is QBUF and DQBUF of CAPTURE, DQBUF of OUTPUT and one poll; a copy
 * from a dma-buf of ours adds the two ends of a CPU access.
 */
#include "session.h"

#include <errno.h>
#include <poll.h>

#include <libcodec/image.h>

/* A driver that wakes us up for nothing is given up after so many times. */
#define WAKES_MAX 32

/* And its events are listened to this often in a job: it may never run dry of them. */
#define EVENTS_MAX 2

/* --- the driver has it --- */

/* Queue the CAPTURE buffer; where the driver can't import it, try what it may like better. */
static int put(struct lc_v4l2_session *s)
{
	int r, i;

	for (i = 0; i < 3; i++) {
		r = lc_v4l2_target_put(s);
		if (r == 0)
			return 0;
		if (!lc_v4l2_target_refused(s, r))
			break;
		r = lc_v4l2_capture_retarget(s);
		if (r < 0)
			return r;
	}
	return lc_v4l2_fail_call(s, r, "QBUF of CAPTURE");
}

/* OUTPUT's buffer, which must come back with the job. 0: it did; 1: not yet. */
static int take_output(struct lc_v4l2_session *s)
{
	struct lc_v4l2_done done;
	int r;

	if (!s->output.buffer[0].queued)
		return 0;
	r = lc_v4l2_queue_take(&s->output, &done);
	if (r == -EAGAIN)
		return 1;
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "DQBUF of OUTPUT");
	if (done.flags & V4L2_BUF_FLAG_ERROR)
		return lc_v4l2_fail(s, LC_V4L2_REFUSED, -EBADMSG,
				    "the device refuses the stream");
	return 0;
}

/* A buffer that says: no more. Start CAPTURE again for the job that is still queued. */
static int after_last(struct lc_v4l2_session *s)
{
	int r;

	r = lc_v4l2_queue_off(&s->capture);
	if (r == 0)
		r = lc_v4l2_queue_on(&s->capture);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "STREAMON of CAPTURE");
	return put(s);
}

/* Why the time ran out. */
static int late(struct lc_v4l2_session *s)
{
	return lc_v4l2_fail(s, LC_V4L2_RESET, -ETIMEDOUT, "the device didn't answer in time");
}

/*
 * CAPTURE is set up by a guess where the driver said nothing of the stream, though OUTPUT ran
 * on or was started anew: it may know of the last stream alone, and wait for another CAPTURE
 * or fail over what it finds. That is known sooner than that it hangs.
 */
static bool is_guess(const struct lc_v4l2_session *s)
{
	return !s->heard && !s->known &&
	       (s->way == LC_V4L2_BY_RECONFIGURE || s->way == LC_V4L2_BY_RESTART);
}

/* By when a job is done that a device is at. */
static int64_t soon(const struct lc_v4l2_session *s)
{
	const struct libcodec_surface *d = s->job->surface;
	int64_t until = s->host->now_ns(s->host) + LC_V4L2_HEADER_NS +
			(int64_t)d->width * d->height * LC_V4L2_PIXEL_NS;

	return until < s->until_ns ? until : s->until_ns;
}

/* What a job that waits is woken up with, and until when. */
struct wait {
	int64_t until;
	short events;
	int heard;
	bool last; /* CAPTURE was started again already */
};

static int stream_ended(struct lc_v4l2_session *s)
{
	return lc_v4l2_fail(s, LC_V4L2_RESET, -EPIPE, "the device ends the stream");
}

static int nothing_came(struct lc_v4l2_session *s, const struct wait *w)
{
	if (w->last)
		return stream_ended(s);
	if (w->until >= s->until_ns)
		return late(s);
	return lc_v4l2_fail(s, LC_V4L2_STALE, -ETIMEDOUT,
			    "the device waits, though CAPTURE seemed right for the picture");
}

/* What is at the picture now has it soon, or has lost it. */
static void no_longer_than_soon(struct lc_v4l2_session *s, struct wait *w)
{
	int64_t until = soon(s);

	if (until < w->until)
		w->until = until;
}

/*
 * An event in mid-job: the driver disagrees with what CAPTURE is set up for, or repeats itself,
 * or found what it is set up for by chance and waits for it to be started: then nothing comes.
 */
static int check_event(struct lc_v4l2_session *s, struct wait *w)
{
	struct lc_v4l2_format f;
	int r;

	r = lc_v4l2_drain(&s->node);
	if (r == 0)
		return 0;
	if (r > 0)
		r = lc_v4l2_get_format(&s->node, LC_V4L2_CAPTURE, &f);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "DQEVENT");
	if (f.fourcc == s->format.fourcc && f.width == s->format.width &&
	    f.height == s->format.height && f.stride[0] == s->format.stride[0]) {
		if (s->way != LC_V4L2_BY_REBUILD)
			no_longer_than_soon(s, w);
		return 0;
	}
	s->heard = true;
	return lc_v4l2_fail(s, LC_V4L2_STALE, -EPROTO,
			    "the device found %ux%u in a picture that was set up as %ux%u",
			    f.width, f.height, s->format.width, s->format.height);
}

/* Not CAPTURE's buffer yet. 0: wait on. */
static int other_wake(struct lc_v4l2_session *s, struct wait *w, int revents)
{
	int r;

	if (revents & POLLPRI) {
		if (++w->heard >= EVENTS_MAX)
			w->events &= ~POLLPRI;
		return check_event(s, w);
	}
	if (revents & POLLOUT) {
		w->events &= ~POLLOUT;
		r = take_output(s);
		return r < 0 ? r : 0;
	}
	if (revents & POLLERR)
		return lc_v4l2_fail(s, LC_V4L2_RESET, -EIO, "the device's queues stopped");
	return 0;
}

/* One look at CAPTURE. 1: here it is; 0: wait on; or a failure. */
static int take_capture(struct lc_v4l2_session *s, struct wait *w, struct lc_v4l2_done *done)
{
	int r;

	r = lc_v4l2_queue_take(&s->capture, done);
	if (r == -EAGAIN)
		return 0;
	if (r < 0 && r != -EPIPE)
		return lc_v4l2_fail_call(s, r, "DQBUF of CAPTURE");
	if (r == 0 && (!(done->flags & V4L2_BUF_FLAG_LAST) || done->used[0]))
		return 1;
	if (w->last)
		return stream_ended(s);
	w->last = true;
	no_longer_than_soon(s, w);
	/* The end of what it was set up for, perhaps: then it must not go on into our buffers. */
	r = check_event(s, w);
	return r < 0 ? r : after_last(s);
}

static int await_capture(struct lc_v4l2_session *s, struct lc_v4l2_done *done)
{
	struct wait w = {
		.until = is_guess(s) ? soon(s) : s->until_ns,
		.events = POLLIN | POLLOUT | POLLPRI,
	};
	int i, r;

	for (i = 0; i < WAKES_MAX; i++) {
		r = lc_v4l2_wait(&s->node, w.events, w.until);
		if (r < 0)
			return lc_v4l2_fail_call(s, r, "poll");
		if (r == 0)
			return nothing_came(s, &w);
		r = r & POLLIN ? take_capture(s, &w, done) : other_wake(s, &w, r);
		if (r)
			return r < 0 ? r : 0;
	}
	return late(s);
}

/* The stream's buffer is done before the picture's is, as a rule. */
static int await_output(struct lc_v4l2_session *s)
{
	int r;

	r = take_output(s);
	if (r <= 0)
		return r;
	r = lc_v4l2_wait(&s->node, POLLOUT, s->until_ns);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "poll");
	r = take_output(s);
	return r > 0 ? late(s) : r;
}

static int check_flags(struct lc_v4l2_session *s, const struct lc_v4l2_done *done)
{
	if (!(done->flags & V4L2_BUF_FLAG_ERROR))
		return 0;
	return lc_v4l2_fail(s, is_guess(s) ? LC_V4L2_STALE : LC_V4L2_SUSPECT, -EIO,
			    "the device failed over the picture");
}

/* --- we have it --- */

static int check_payload(struct lc_v4l2_session *s, const struct lc_v4l2_source *source)
{
	if (lc_v4l2_copy_check(source, s->job->surface) == 0)
		return 0;
	return lc_v4l2_fail(s, LC_V4L2_RESET, -EIO, "the device wrote %llu bytes, which are "
			    "too few", (unsigned long long)source->size[0]);
}

static void sync_scratch(struct lc_v4l2_session *s, uint32_t end)
{
	uint32_t i;

	for (i = 0; i < s->format.n_planes; i++)
		s->host->dmabuf_sync(s->host, s->scratch[i].fd, LIBCODEC_ACCESS_READ, end);
}

static void point_at_data(const struct lc_v4l2_session *s, struct lc_v4l2_source *source)
{
	uint32_t i;

	for (i = 0; i < source->n_planes; i++)
		source->data[i] = s->target == LC_V4L2_SCRATCH ?
					  s->scratch[i].address :
					  s->capture.buffer[s->index].plane[i].address;
}

/* The bytes that a mapping has, which the driver's word doesn't make more. */
static void limit_to_mapping(const struct lc_v4l2_session *s, struct lc_v4l2_source *source)
{
	uint64_t size;
	uint32_t i;

	for (i = 0; i < source->n_planes; i++) {
		size = s->target == LC_V4L2_SCRATCH ?
			       s->scratch[i].size :
			       s->capture.buffer[s->index].plane[i].size;
		if (source->size[i] > size)
			source->size[i] = size;
	}
}

static int copy(struct lc_v4l2_session *s, struct lc_v4l2_source *source)
{
	const struct libcodec_surface *surface = s->job->surface;
	void *data = surface->data;
	uint64_t span;
	int r;

	limit_to_mapping(s, source);
	r = check_payload(s, source);
	if (r < 0)
		return r;
	if (!data) {
		r = s->host->surface_map(s->host, surface, LIBCODEC_ACCESS_WRITE, &data);
		if (r < 0)
			return lc_v4l2_fail(s, LC_V4L2_UNFIT, r, "%s, and the CPU may not "
					    "write it", s->copied);
	}
	span = libcodec_host_trace_begin(s->host, "codec.decode_jpeg.v4l2_copy_out",
					 "fourcc", s->format.fourcc);
	point_at_data(s, source);
	if (s->target == LC_V4L2_SCRATCH)
		sync_scratch(s, 0);
	lc_v4l2_copy_out(source, surface, data);
	if (s->target == LC_V4L2_SCRATCH)
		sync_scratch(s, 1);
	if (!surface->data)
		s->host->surface_unmap(s->host, surface);
	libcodec_host_trace_end(s->host, span);
	return 0;
}

/* Tell how the picture lies where the driver had a word in it. */
static void in_place(struct lc_v4l2_session *s, struct libcodec_decode_result *result)
{
	result->zero_copy = 1;
	if (!(s->job->surface->flags & LIBCODEC_SURFACE_FLEXIBLE))
		return;
	result->relaid = 1;
	lc_v4l2_target_layout(s, result->plane_stride, result->plane_offset);
}

static int deliver(struct lc_v4l2_session *s, const struct lc_v4l2_done *done,
		   struct libcodec_decode_result *result)
{
	struct lc_v4l2_source source;
	int r;

	lc_v4l2_capture_source(s, done->used, &source);
	if (s->target != LC_V4L2_IN_PLACE)
		return copy(s, &source);
	r = check_payload(s, &source);
	if (r == 0)
		in_place(s, result);
	return r;
}

int lc_v4l2_collect(struct lc_v4l2_session *s, struct libcodec_decode_result *result)
{
	struct lc_v4l2_done done;
	int r;

	r = put(s);
	if (r == 0)
		r = await_capture(s, &done);
	if (r == 0)
		r = check_flags(s, &done);
	if (r == 0)
		r = await_output(s);
	if (r == 0)
		r = deliver(s, &done, result);
	return r;
}
