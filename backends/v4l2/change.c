/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * From one stream to the next. Four ways, from the cheapest to the one that always works:
 *
 *   reuse        same geometry and layout: queue it
 *   reconfigure  CAPTURE is set up anew while OUTPUT runs on
 *   restart      OUTPUT is stopped, filled and started: for drivers that look at a header
 *                only then
 *   rebuild      OUTPUT gets other buffers and the true size: for a first frame, a stream
 *                that doesn't fit, drivers that look at no header, and after any trouble
 *
 * OUTPUT is filled before it is started wherever it is started, which suits drivers that
 * parse at QBUF, at STREAMON and in the first job alike.
 */
#include "session.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>

struct lc_v4l2_key lc_v4l2_key_of(const struct libcodec_decode_job *job)
{
	return (struct lc_v4l2_key){
		.width = job->jpeg->width,
		.height = job->jpeg->height,
		.sampling = job->jpeg->sampling,
		.colour = job->jpeg->colour,
	};
}

static bool same_key(const struct lc_v4l2_key *a, const struct lc_v4l2_key *b)
{
	return a->width == b->width && a->height == b->height &&
	       a->sampling == b->sampling && a->colour == b->colour;
}

/* --- OUTPUT --- */

static int64_t earlier(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/*
 * The most that a staged stream can take, in pages. Streams that become longer and longer
 * shall not rebuild each time: what was too small is doubled, where the limit lets it.
 */
static uint64_t output_need(const struct lc_v4l2_session *s)
{
	const struct libcodec_decode_job *job = s->job;
	uint64_t need = (job->size + 1024 + 4095) & ~UINT64_C(4095);
	uint64_t wish = s->output_room;

	if (need > wish)
		wish *= 2;
	if (wish < LC_V4L2_OUTPUT_FLOOR)
		wish = LC_V4L2_OUTPUT_FLOOR;
	if (wish > job->max_scratch_bytes || wish > UINT32_MAX)
		return need;
	return need < wish ? wish : need;
}

/* Copy the stream into the OUTPUT buffer and queue it. -ENOSPC: it needs a larger one. */
static int stage(struct lc_v4l2_session *s)
{
	const struct lc_v4l2_mapping *m = &s->output.buffer[0].plane[0];
	struct lc_v4l2_payload payload = { .fd = -1 };
	uint64_t size = 0;
	int r;

	r = s->host->jpeg_strip(s->host, s->job, m->address, m->size, &size, &s->consumed);
	switch (r) {
	case 0:
		break;
	case -ENOSPC:
		return r;
	case -ENODATA:
		return lc_v4l2_fail(s, LC_V4L2_UNFIT, r, "the stream has no end");
	case -EOPNOTSUPP:
		return lc_v4l2_fail(s, LC_V4L2_UNFIT, r, "the picture has several scans");
	default:
		return lc_v4l2_fail(s, LC_V4L2_UNFIT, r, "the stream's markers don't add up");
	}
	payload.used = (uint32_t)size;
	r = lc_v4l2_queue_put(&s->output, 0, &payload, ++s->tag);
	return r < 0 ? lc_v4l2_fail_call(s, r, "QBUF of OUTPUT") : 0;
}

/* A buffer for the stream, of which S_FMT tells the true size. */
static int output_build(struct lc_v4l2_session *s)
{
	struct lc_v4l2_format f = {
		.fourcc = s->device->coded,
		.width = s->job->jpeg->width,
		.height = s->job->jpeg->height,
		.n_planes = 1,
		.colorspace = V4L2_COLORSPACE_JPEG,
	};
	uint64_t need = output_need(s);
	int r;

	if (need > UINT32_MAX || need > s->job->max_scratch_bytes)
		return lc_v4l2_fail(s, LC_V4L2_SCARCE, -ENOMEM,
				    "%llu bytes for the stream are over the limit",
				    (unsigned long long)need);
	s->output_room = need;
	f.size[0] = (uint32_t)need;
	r = lc_v4l2_set_format(&s->node, LC_V4L2_OUTPUT, &f);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "S_FMT of OUTPUT");
	if (f.fourcc != s->device->coded || f.n_planes != 1)
		return lc_v4l2_fail(s, LC_V4L2_RESET, -EPROTO, "OUTPUT won't be JPEG");
	r = lc_v4l2_queue_request(&s->output, V4L2_MEMORY_MMAP, 1, 1);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "REQBUFS of OUTPUT");
	r = lc_v4l2_queue_map(&s->output, PROT_READ | PROT_WRITE);
	if (r < 0) {
		/* Buffers that can't be filled are none: the next frame asks again. */
		lc_v4l2_queue_release(&s->output);
		return lc_v4l2_fail_call(s, r, "mmap of OUTPUT");
	}
	return 0;
}

/* The driver gave the stream back before it was decoded. */
static int output_came_back(struct lc_v4l2_session *s)
{
	struct lc_v4l2_done done;
	int r;

	r = lc_v4l2_queue_take(&s->output, &done);
	if (r == -EAGAIN)
		return 0;
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "DQBUF of OUTPUT");
	if (done.flags & V4L2_BUF_FLAG_ERROR)
		return lc_v4l2_fail(s, LC_V4L2_REFUSED, -EBADMSG,
				    "the device refuses the stream");
	return lc_v4l2_fail(s, LC_V4L2_RESET, -EPROTO, "the stream came back undecoded");
}

/*
 * Give the driver time to look at the header. No event is an answer, too: some send none, and
 * some lose one; what CAPTURE is tells the truth. Headers as the last one need no event.
 */
static int await_header(struct lc_v4l2_session *s)
{
	struct lc_v4l2_key key = lc_v4l2_key_of(s->job);
	int64_t until = s->host->now_ns(s->host);
	int r;

	s->heard = false;
	s->known = same_key(&s->seen, &key);
	s->seen.width = 0;
	if (!s->known && !lc_v4l2_learned(&s->device->silent))
		until = earlier(until + LC_V4L2_HEADER_NS, s->until_ns);
	r = lc_v4l2_wait(&s->node, POLLPRI | POLLOUT, until);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "poll");
	if (r & POLLOUT) {
		int came = output_came_back(s);

		if (came < 0)
			return came;
	}
	if (r & POLLPRI) {
		r = lc_v4l2_drain(&s->node);
		if (r < 0)
			return lc_v4l2_fail_call(s, r, "DQEVENT");
		s->heard = r > 0;
	} else if (r & POLLERR) {
		return lc_v4l2_fail(s, LC_V4L2_RESET, -EIO, "OUTPUT stopped by itself");
	}
	return 0;
}

static int start_output(struct lc_v4l2_session *s)
{
	int r = lc_v4l2_queue_on(&s->output);

	return r < 0 ? lc_v4l2_fail_call(s, r, "STREAMON of OUTPUT") : 0;
}

/* What came before a stream is queued belongs to the last one. */
static int forget_events(struct lc_v4l2_session *s)
{
	int r = lc_v4l2_drain(&s->node);

	return r < 0 ? lc_v4l2_fail_call(s, r, "DQEVENT") : 0;
}

/* --- the four ways --- */

static int reuse(struct lc_v4l2_session *s)
{
	int r = 0;

	s->tier = "reuse";
	if (!lc_v4l2_target_fits(s)) {
		s->tier = "retarget";
		r = lc_v4l2_capture_retarget(s);
	}
	if (r == 0)
		r = stage(s);
	return r;
}

static int reconfigure(struct lc_v4l2_session *s)
{
	int r;

	s->tier = "reconfigure";
	r = lc_v4l2_capture_release(s);
	if (r == 0)
		r = forget_events(s);
	if (r == 0)
		r = stage(s);
	if (r == 0)
		r = await_header(s);
	if (r == 0)
		r = lc_v4l2_capture_configure(s);
	return r;
}

static int restart(struct lc_v4l2_session *s)
{
	int r;

	s->tier = "restart";
	r = lc_v4l2_capture_release(s);
	if (r < 0)
		return r;
	r = lc_v4l2_queue_off(&s->output);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "STREAMOFF of OUTPUT");
	r = forget_events(s);
	if (r == 0)
		r = stage(s);
	if (r == 0)
		r = start_output(s);
	if (r == 0)
		r = await_header(s);
	if (r == 0)
		r = lc_v4l2_capture_configure(s);
	return r;
}

static int open_node(struct lc_v4l2_session *s)
{
	int r;

	if (s->node.fd >= 0)
		return 0;
	r = lc_v4l2_device_open(s->device, &s->node);
	if (r == -EBUSY)
		return lc_v4l2_fail(s, LC_V4L2_SCARCE, r, "others have the device");
	if (r == -EMFILE || r == -ENFILE || r == -EACCES || r == -EPERM)
		return lc_v4l2_fail(s, LC_V4L2_SCARCE, r, "open: %s", strerror(-r));
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "open");
	lc_v4l2_queue_init(&s->output, &s->node, LC_V4L2_OUTPUT);
	lc_v4l2_queue_init(&s->capture, &s->node, LC_V4L2_CAPTURE);
	s->eventless = lc_v4l2_subscribe(&s->node) < 0;
	if (s->eventless)
		lc_v4l2_learn(&s->device->silent, 1);
	return 0;
}

static int rebuild(struct lc_v4l2_session *s)
{
	int r;

	s->tier = "rebuild";
	s->may_tell = true;
	s->seen.width = 0;
	lc_v4l2_teardown(s);
	r = open_node(s);
	if (r == 0)
		r = output_build(s);
	/* Drivers without events may want both sizes right before either queue starts. */
	if (r == 0 && s->eventless && lc_v4l2_capture_tell(s) == LC_V4L2_GONE)
		r = LC_V4L2_GONE;
	if (r == 0)
		r = stage(s);
	if (r == -ENOSPC) /* the driver gave less than was asked for */
		return lc_v4l2_fail(s, LC_V4L2_UNFIT, r,
				    "the stream is longer than the device takes");
	if (r == 0)
		r = start_output(s);
	if (r == 0)
		r = await_header(s);
	if (r == 0)
		r = lc_v4l2_capture_configure(s);
	return r;
}

/* --- which --- */

static enum lc_v4l2_way cheapest(const struct lc_v4l2_session *s,
				 const struct lc_v4l2_key *key)
{
	enum lc_v4l2_change change = lc_v4l2_learned(&s->device->change);

	if (s->node.fd < 0 || !s->output.n)
		return LC_V4L2_BY_REBUILD;
	if (s->target != LC_V4L2_NOWHERE && s->output.streaming && same_key(&s->key, key))
		return LC_V4L2_BY_REUSE;
	if (change == LC_V4L2_REBUILD)
		return LC_V4L2_BY_REBUILD;
	return change == LC_V4L2_RECONFIGURE && s->output.streaming ?
		       LC_V4L2_BY_RECONFIGURE :
		       LC_V4L2_BY_RESTART;
}

static int go(struct lc_v4l2_session *s)
{
	static int (*const ways[])(struct lc_v4l2_session *s) = {
		[LC_V4L2_BY_REUSE] = reuse,
		[LC_V4L2_BY_RECONFIGURE] = reconfigure,
		[LC_V4L2_BY_RESTART] = restart,
		[LC_V4L2_BY_REBUILD] = rebuild,
	};
	static const char *const spans[] = {
		[LC_V4L2_BY_REUSE] = NULL,
		[LC_V4L2_BY_RECONFIGURE] = "codec.decode_jpeg.v4l2_reconfigure",
		[LC_V4L2_BY_RESTART] = "codec.decode_jpeg.v4l2_restart",
		[LC_V4L2_BY_REBUILD] = "codec.decode_jpeg.v4l2_rebuild",
	};
	uint64_t span;
	int r;

	s->may_tell = false;
	if (s->way == LC_V4L2_BY_REUSE)
		return reuse(s);
	span = libcodec_host_trace_begin(s->host, spans[s->way], "w", s->job->jpeg->width);
	r = ways[s->way](s);
	libcodec_host_trace_end(s->host, span);
	return r;
}

/* A way led to nothing that a dearer one could not mend. */
static bool shall_escalate(const struct lc_v4l2_session *s, int r)
{
	if (s->way == LC_V4L2_BY_REBUILD)
		return false;
	/* Who looks at no header refuses what isn't of the size that he was told. */
	if (r == LC_V4L2_REFUSED && s->way != LC_V4L2_BY_REUSE && s->eventless)
		return true;
	return r == LC_V4L2_STALE || r == LC_V4L2_BUSY || r == -ENOSPC ||
	       (r == LC_V4L2_RESET && s->error == -EINVAL);
}

/* A dearer way takes time by itself, even with a driver that answers at once. */
static bool has_time(const struct lc_v4l2_session *s)
{
	return s->host->now_ns(s->host) < s->until_ns;
}

/* On to the next way. What was for another stream is no word about how the driver looks. */
static void escalate(struct lc_v4l2_session *s, int r)
{
	if (r != LC_V4L2_STALE) {
		s->blind |= r == LC_V4L2_REFUSED;
		s->way = LC_V4L2_BY_REBUILD;
		return;
	}
	s->blind |= s->way != LC_V4L2_BY_REUSE;
	s->way = s->way == LC_V4L2_BY_REUSE ? LC_V4L2_BY_RESTART : s->way + 1;
}

void lc_v4l2_change_learn(struct lc_v4l2_session *s)
{
	uint32_t change = s->way == LC_V4L2_BY_RESTART ? LC_V4L2_RESTART : LC_V4L2_REBUILD;

	if (s->blind && change > lc_v4l2_learned(&s->device->change))
		lc_v4l2_learn(&s->device->change, change);
}

int lc_v4l2_change(struct lc_v4l2_session *s, int again)
{
	struct lc_v4l2_key key = lc_v4l2_key_of(s->job);
	bool reopened = false;
	int r;

	if (again < 0) {
		if (!has_time(s))
			return LC_V4L2_RESET;
		escalate(s, again);
	} else {
		s->way = cheapest(s, &key);
		s->blind = false;
	}
	for (;;) {
		r = go(s);
		if (s->way == LC_V4L2_BY_REBUILD && r == LC_V4L2_BUSY && !reopened) {
			/* Closing is the one reset that no driver can get wrong. */
			reopened = true;
			lc_v4l2_close(s);
			continue;
		}
		if (r == 0 || !shall_escalate(s, r) || !has_time(s))
			break;
		escalate(s, r);
	}
	if (r == LC_V4L2_STALE || r == LC_V4L2_BUSY || r == -ENOSPC)
		return LC_V4L2_RESET; /* errno and sentence stay */
	if (r < 0)
		return r;
	s->key = key;
	return 0;
}
