/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A decoder's session with one device, and what its rooms do for each other:
 *
 *   session.c   its life, one frame's way through it, and what failures mean
 *   change.c    from the stream at hand to the next: reuse, reconfigure, restart, rebuild
 *   capture.c   what the driver makes of a stream: format and geometry of CAPTURE, believed
 *               or not
 *   target.c    where CAPTURE writes: the destination in place, a dma-buf of ours, or
 *               the driver's own memory
 *   collect.c   a job that is queued comes back, and its samples to where they belong
 *
 * OUTPUT is what goes into the device, a JPEG; CAPTURE is what comes out.
 */
#ifndef LC_V4L2_SESSION_H
#define LC_V4L2_SESSION_H

#include "copy-out.h"
#include "device.h"
#include "v4l2-common/queue.h"

/* How long it takes at the most. Drivers have watchdogs of up to 2 s, which come first. */
#define LC_V4L2_HEADER_NS (200 * INT64_C(1000000))
#define LC_V4L2_AGAIN_NS  (50 * INT64_C(1000000))
#define LC_V4L2_JOB_NS    (3000 * INT64_C(1000000))
#define LC_V4L2_PIXEL_NS  10 /* a pixel, on the cpu or a slow device */

#define LC_V4L2_OUTPUT_FLOOR (2u << 20) /* bytes of the OUTPUT buffer at least */

/* CAPTURE buffers for destinations that are written in place: so many stay attached. */
#define LC_V4L2_SLOTS 4
/* After so many dma-bufs in a row that the device can't import, none is tried any more. */
#define LC_V4L2_REFUSALS_MAX 8

/*
 * Why a step failed, which is also what follows from it. Steps return 0 or one of these;
 * lc_v4l2_fail() has noted the errno and a sentence.
 */
enum lc_v4l2_failure {
	LC_V4L2_UNFIT = -1,   /* not for this device; nothing was written */
	LC_V4L2_REFUSED = -2, /* the device doesn't like the stream */
	LC_V4L2_SCARCE = -3,  /* no memory for it, or no place; nothing was written */
	LC_V4L2_STALE = -4,   /* what the driver says belongs to another stream */
	LC_V4L2_BUSY = -5,    /* the driver thinks otherwise of our state than we */
	LC_V4L2_SUSPECT = -6, /* it failed over this frame: the stream's fault, or its own */
	LC_V4L2_RESET = -7,   /* it misbehaved */
	LC_V4L2_GONE = -8,
};

enum lc_v4l2_target {
	LC_V4L2_NOWHERE,
	LC_V4L2_IN_PLACE, /* the destination's dma-buf */
	LC_V4L2_SCRATCH,  /* dma-bufs of ours, copied out */
	LC_V4L2_MMAP,     /* the driver's memory, copied out */
};

/* How a stream gets to the driver, from the cheapest way to the dearest; see change.c. */
enum lc_v4l2_way {
	LC_V4L2_BY_REUSE,
	LC_V4L2_BY_RECONFIGURE,
	LC_V4L2_BY_RESTART,
	LC_V4L2_BY_REBUILD,
};

/* What of a stream the driver's configuration depends on. */
struct lc_v4l2_key {
	uint32_t width, height;
	uint32_t sampling; /* LIBCODEC_SAMPLING_* */
	uint32_t colour;   /* LIBCODEC_COLOUR_* */
};

/* How the destination lay that a target was chosen for. */
struct lc_v4l2_place {
	bool dmabuf, flexible;
	bool refused; /* the device can't import the dma-buf */
	uint32_t stride[4];
	uint64_t offset[4];
	uint64_t begin, room; /* bytes: its offset in the dma-buf, and from there to the end */
};

struct lc_v4l2_scratch {
	int fd; /* -1: none */
	void *address;
	size_t size;
};

struct lc_v4l2_session {
	struct lc_v4l2_device *device;
	const struct libcodec_host *host;
	struct lc_v4l2_node node; /* fd -1: not open */
	bool eventless;           /* the node has no events to subscribe to */
	struct lc_v4l2_queue output, capture;
	uint64_t tag; /* counts frames */
	uint64_t output_room; /* bytes of the OUTPUT buffer that were asked for last */

	/* What CAPTURE is set up for; target NOWHERE: for nothing. */
	enum lc_v4l2_target target;
	struct lc_v4l2_key key;
	struct lc_v4l2_format natural; /* the driver's own choice for the stream */
	struct lc_v4l2_format format;  /* what was agreed on */
	uint32_t left, top;            /* of the picture in it */
	struct lc_v4l2_place place;    /* the destination */
	struct lc_v4l2_key seen;       /* what the driver looked at last; width 0: unknown */
	bool known;                    /* such a stream, when this one was queued */
	bool heard;                    /* an event came for this stream */
	bool may_tell;                 /* CAPTURE's size may have to be told: all is new */

	/* IN_PLACE: which dma-buf is attached to which buffer, and when it was used last. */
	uint64_t slot_id[LC_V4L2_SLOTS], slot_used[LC_V4L2_SLOTS];
	uint64_t refused_id; /* the last dma-buf that couldn't be imported; 0: none since */
	uint32_t refusals;   /* in a row */
	struct lc_v4l2_scratch scratch[LC_V4L2_PLANES];

	/* Of the frame at hand. */
	const struct libcodec_decode_job *job;
	int64_t until_ns;   /* by when the device must be ready */
	uint64_t consumed;  /* bytes of the stream up to the picture's end */
	uint32_t index;     /* the CAPTURE buffer */
	bool exposed;       /* the driver had the destination, and may have written it */
	enum lc_v4l2_way way; /* by which it goes; none of those before served */
	bool blind;         /* by one of those the driver didn't look at the stream */
	const char *tier;
	char copied[64];    /* why the destination isn't written in place; "" */
	int error;          /* of the step that failed */
	char why[LIBCODEC_RESULT_MESSAGE];
};

/* --- session.c --- */

int lc_v4l2_session_new(struct lc_v4l2_device *device, struct lc_v4l2_session **ret);
void lc_v4l2_session_free(struct lc_v4l2_session *s);
void lc_v4l2_session_trim(struct lc_v4l2_session *s);
uint32_t lc_v4l2_session_decode(struct lc_v4l2_session *s,
				const struct libcodec_decode_job *job,
				struct libcodec_decode_result *result);

/* Note why a step failed; returns @failure. */
int lc_v4l2_fail(struct lc_v4l2_session *s, int failure, int error, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same for a call of the driver, whose errno decides what it means. */
int lc_v4l2_fail_call(struct lc_v4l2_session *s, int error, const char *call);

/* Whatever the state: both queues stopped, all buffers given back, else the node closed. */
void lc_v4l2_teardown(struct lc_v4l2_session *s);
/* The same, and the node is closed. */
void lc_v4l2_close(struct lc_v4l2_session *s);

/* --- change.c --- */

struct lc_v4l2_key lc_v4l2_key_of(const struct libcodec_decode_job *job);
/*
 * Queue the job's stream, with CAPTURE set up for it, by the cheapest way that works. @again:
 * 0, or the failure to which s->way has led, LC_V4L2_STALE or _BUSY: by a dearer one.
 */
int lc_v4l2_change(struct lc_v4l2_session *s, int again);
/* The picture came: remember which ways are not worth trying. */
void lc_v4l2_change_learn(struct lc_v4l2_session *s);

/* --- capture.c --- */

/*
 * Tell the driver what the stream's picture is: drivers that look at no header want it so,
 * others give their own truth back.
 */
int lc_v4l2_capture_tell(struct lc_v4l2_session *s);
/* Set CAPTURE up for the stream on OUTPUT: negotiate, find a target, request buffers. */
int lc_v4l2_capture_configure(struct lc_v4l2_session *s);
/* The same for another destination of the same stream; the driver need not look again. */
int lc_v4l2_capture_retarget(struct lc_v4l2_session *s);
/* Stop it and give its buffers back. */
int lc_v4l2_capture_release(struct lc_v4l2_session *s);

/* The samples of CAPTURE's buffer, but for data; @used: of the planes, or NULL. */
void lc_v4l2_capture_source(const struct lc_v4l2_session *s, const uint32_t *used,
			    struct lc_v4l2_source *ret);

/* --- target.c --- */

/* Whether the set-up can write the job's destination as it is. */
bool lc_v4l2_target_fits(const struct lc_v4l2_session *s);
/* Find one and request its buffers. s->natural is set, and is what CAPTURE has. */
int lc_v4l2_target_choose(struct lc_v4l2_session *s);
/* Hand the CAPTURE buffer for the job to the driver. */
int lc_v4l2_target_put(struct lc_v4l2_session *s);
/* A driver that doesn't import what was put: never again. True: another target may do. */
bool lc_v4l2_target_refused(struct lc_v4l2_session *s, int error);
void lc_v4l2_scratch_free(struct lc_v4l2_session *s);
/* IN_PLACE: how the destination lies now, with the driver's padding. */
void lc_v4l2_target_layout(const struct lc_v4l2_session *s, uint32_t stride[4],
			   uint64_t offset[4]);

/* --- collect.c --- */

/* Wait for the job, look at what came, and deliver it. */
int lc_v4l2_collect(struct lc_v4l2_session *s, struct libcodec_decode_result *result);

#endif
