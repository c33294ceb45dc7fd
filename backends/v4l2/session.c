/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A session's life, one frame's way through it, and what failures mean to the host.
 */
#include "session.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libcodec/decoder.h>

int lc_v4l2_session_new(struct lc_v4l2_device *device, struct lc_v4l2_session **ret)
{
	struct lc_v4l2_session *s = calloc(1, sizeof(*s));
	uint32_t i;

	if (!s)
		return -ENOMEM;
	s->device = device;
	s->host = device->host;
	s->node.fd = -1;
	for (i = 0; i < LC_V4L2_PLANES; i++)
		s->scratch[i].fd = -1;
	*ret = s;
	return 0;
}

void lc_v4l2_session_free(struct lc_v4l2_session *s)
{
	lc_v4l2_close(s);
	lc_v4l2_scratch_free(s);
	free(s);
}

void lc_v4l2_session_trim(struct lc_v4l2_session *s)
{
	/* Attached dma-bufs of the caller are held by CAPTURE's buffers. */
	if (s->node.fd >= 0 && lc_v4l2_capture_release(s) < 0)
		lc_v4l2_teardown(s);
	lc_v4l2_scratch_free(s);
}

/* --- failures --- */

int lc_v4l2_fail(struct lc_v4l2_session *s, int failure, int error, const char *format, ...)
{
	va_list ap;

	s->error = error;
	va_start(ap, format);
	vsnprintf(s->why, sizeof(s->why), format, ap);
	va_end(ap);
	return failure;
}

static int failure_of(int error)
{
	switch (error) {
	case -ENODEV:
	case -ENXIO:
		return LC_V4L2_GONE;
	case -ENOMEM:
	case -ENOSPC:
	case -ENOBUFS:
		return LC_V4L2_SCARCE;
	case -EBUSY:
		return LC_V4L2_BUSY;
	default:
		return LC_V4L2_RESET;
	}
}

int lc_v4l2_fail_call(struct lc_v4l2_session *s, int error, const char *call)
{
	if (error == -ENODEV)
		return lc_v4l2_fail(s, LC_V4L2_GONE, error, "the device has gone");
	return lc_v4l2_fail(s, failure_of(error), error, "%s: %s", call, strerror(-error));
}

/* --- back to a known state --- */

void lc_v4l2_close(struct lc_v4l2_session *s)
{
	if (s->node.fd < 0)
		return;
	/* All that can fail here is undone by closing. Mappings are ours to undo. */
	lc_v4l2_capture_release(s);
	lc_v4l2_queue_off(&s->output);
	lc_v4l2_queue_release(&s->output);
	lc_v4l2_device_close(s->device, &s->node);
}

void lc_v4l2_teardown(struct lc_v4l2_session *s)
{
	if (s->node.fd < 0)
		return;
	if (lc_v4l2_capture_release(s) < 0 || lc_v4l2_queue_off(&s->output) < 0 ||
	    lc_v4l2_queue_release(&s->output) < 0 || lc_v4l2_drain(&s->node) < 0)
		lc_v4l2_close(s);
}

/* No buffer of ours or the caller's is the driver's after this. */
static void recover(struct lc_v4l2_session *s, int failure)
{
	/* Not opened yet, or closed: the queues may not even have a node. */
	if (s->node.fd < 0)
		return;
	switch (failure) {
	case LC_V4L2_UNFIT:
	case LC_V4L2_REFUSED:
	case LC_V4L2_SCARCE:
		/* The device is well: OUTPUT's buffers stay, emptied. */
		if (s->target != LC_V4L2_NOWHERE && !s->output.buffer[0].queued &&
		    !s->capture.buffer[s->index].queued)
			break;
		if (lc_v4l2_capture_release(s) < 0 || lc_v4l2_queue_off(&s->output) < 0)
			lc_v4l2_close(s);
		break;
	case LC_V4L2_GONE:
		lc_v4l2_close(s);
		break;
	default:
		lc_v4l2_teardown(s);
		break;
	}
}

/* --- a frame --- */

/* Factors that hardware knows: whole ratios with 1x1 chroma. */
static bool has_plain_factors(const struct libcodec_jpeg_header *h)
{
	uint32_t i;

	for (i = 1; i < h->n_components; i++)
		if (h->component[i].h != 1 || h->component[i].v != 1)
			return false;
	return h->n_components > 1 || (h->component[0].h == 1 && h->component[0].v == 1);
}

static int preflight(struct lc_v4l2_session *s)
{
	const struct libcodec_jpeg_header *h = s->job->jpeg;

	if (!h || s->job->codec != LIBCODEC_CODEC_JPEG)
		return lc_v4l2_fail(s, LC_V4L2_UNFIT, -EOPNOTSUPP, "not a JPEG");
	if (h->process != LIBCODEC_PROCESS_BASELINE || h->n_scan != h->n_components)
		return lc_v4l2_fail(s, LC_V4L2_UNFIT, -EOPNOTSUPP, "not one baseline scan");
	if (!has_plain_factors(h))
		return lc_v4l2_fail(s, LC_V4L2_UNFIT, -EOPNOTSUPP, "odd sampling factors");
	return 0;
}

/*
 * By when the device must be ready: its drivers' watchdogs should come first. Of a deadline
 * some is left for the cpu, so that the frame comes all the same: at most half of it, else
 * what the cpu takes for such a picture at the worst, and an eighth for the way there.
 */
static int64_t until_of(struct lc_v4l2_session *s)
{
	int64_t now = s->host->now_ns(s->host), until = now + LC_V4L2_JOB_NS, left, cpu;
	const struct libcodec_surface *d = s->job->surface;

	if (!s->job->deadline_ns)
		return until;
	left = s->job->deadline_ns > now ? s->job->deadline_ns - now : 0;
	cpu = left / 8 + (int64_t)d->width * d->height * LC_V4L2_PIXEL_NS;
	left -= cpu < left / 2 ? cpu : left / 2;
	return now + left < until ? now + left : until;
}

static int run(struct lc_v4l2_session *s, struct libcodec_decode_result *result)
{
	bool reopened = false;
	uint64_t span;
	int r = 0;

	for (;;) {
		r = lc_v4l2_change(s, r);
		if (r < 0)
			return r;
		span = libcodec_host_trace_begin(s->host, "codec.decode_jpeg.v4l2_collect",
						 "target", s->target);
		r = lc_v4l2_collect(s, result);
		libcodec_host_trace_end(s->host, span);
		if (r == LC_V4L2_BUSY && !reopened) {
			reopened = true;
			lc_v4l2_close(s);
		} else if (r != LC_V4L2_STALE || s->way == LC_V4L2_BY_REBUILD) {
			return r;
		}
	}
}

static const char *target_name(const struct lc_v4l2_session *s)
{
	switch (s->target) {
	case LC_V4L2_IN_PLACE:
		return "zero copy";
	case LC_V4L2_SCRATCH:
		return "copied from a dma-buf";
	default:
		return "copied from the driver's memory";
	}
}

static uint32_t done(struct lc_v4l2_session *s, struct libcodec_decode_result *result)
{
	result->dct_method = LIBCODEC_DCT_ACCURATE;
	result->consumed = s->consumed;
	snprintf(result->message, sizeof(result->message), "%s, %s%s%s", s->tier,
		 target_name(s), s->target != LC_V4L2_IN_PLACE ? ": " : "",
		 s->target != LC_V4L2_IN_PLACE ? s->copied : "");
	s->seen = s->key;
	lc_v4l2_change_learn(s);
	/* Who sent no event and was right all the same need not be waited for. */
	if (s->way != LC_V4L2_BY_REUSE && !s->known)
		lc_v4l2_learn(&s->device->silent, !s->heard);
	return LIBCODEC_VERDICT_DONE;
}

/* It isn't for this device. Once the device had the destination that comes too late. */
static uint32_t untouched(const struct lc_v4l2_session *s)
{
	return s->exposed ? LIBCODEC_VERDICT_FALLBACK : LIBCODEC_VERDICT_NOT_APPLICABLE;
}

static uint64_t scarce(int error)
{
	switch (error) {
	case -EBUSY:
		return LIBCODEC_REASON_BUSY;
	case -EACCES:
	case -EPERM:
		return LIBCODEC_REASON_PERMISSION;
	default:
		return LIBCODEC_REASON_MEMORY;
	}
}

static uint32_t failed(struct lc_v4l2_session *s, int failure,
		       struct libcodec_decode_result *result)
{
	result->error = s->error;
	result->zero_copy = result->relaid = 0;
	snprintf(result->message, sizeof(result->message), "%s", s->why);
	switch (failure) {
	case LC_V4L2_UNFIT:
		result->reasons = s->error == -EACCES ? LIBCODEC_REASON_MEMORY : 0;
		return untouched(s);
	case LC_V4L2_SCARCE:
		result->reasons = scarce(s->error);
		return untouched(s);
	case LC_V4L2_REFUSED:
		return LIBCODEC_VERDICT_CORRUPT;
	case LC_V4L2_SUSPECT:
		result->reasons = LIBCODEC_REASON_SUSPECT;
		return LIBCODEC_VERDICT_CORRUPT;
	case LC_V4L2_GONE:
		result->reasons = LIBCODEC_REASON_GONE;
		return LIBCODEC_VERDICT_FALLBACK;
	default:
		return LIBCODEC_VERDICT_FALLBACK;
	}
}

uint32_t lc_v4l2_session_decode(struct lc_v4l2_session *s,
				const struct libcodec_decode_job *job,
				struct libcodec_decode_result *result)
{
	uint32_t verdict;
	int r;

	s->job = job;
	s->until_ns = until_of(s);
	s->tier = "";
	s->exposed = false;
	r = preflight(s);
	if (r == 0)
		r = run(s, result);
	verdict = r == 0 ? done(s, result) : failed(s, r, result);
	/* What fails on the way back is not what became of the frame. */
	if (r < 0)
		recover(s, r);
	s->job = NULL;
	return verdict;
}
