/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Bodies: devices that misbehave. Events, geometries, jobs, streams that are refused, calls
 * that fail: each frame comes out right in the same call, from the device or from the cpu,
 * and what is counted against the device is what it is to blame for.
 */
#include "config.h"

#include "bodies.h"

#include <errno.h>
#include <string.h>

#include <linux/videodev2.h>

static struct picture one, two, three;

/* --- events --- */

/*
 * Geometries that change, under a driver whose events are as the knobs say. What a device is
 * like is known after a change there and one back.
 */
static void change_often(struct vjpeg_bed *bed)
{
	unsigned int i, ms, quickest[2] = { UINT32_MAX, UINT32_MAX };

	picture_make(&one, 128, 96, FX_420, 0);
	picture_make(&two, 40, 24, FX_422, 0);
	bodies_begin(bed, 0);
	for (i = 0; i < 3; i++)
		frame_by_device(bed, 0, i & 1 ? &two : &one, NULL);
	for (i = 0; i < 8; i++) {
		ms = frame_by_device(bed, 0, i & 1 ? &one : &two, NULL);
		quickest[i & 1] = ms < quickest[i & 1] ? ms : quickest[i & 1];
		frame_by_device(bed, 0, i & 1 ? &one : &two, NULL);
		assert_way(bed, "reuse");
	}
	ck_assert_uint_lt(quickest[0], HEADER_MS);
	ck_assert_uint_lt(quickest[1], HEADER_MS);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "errors"), 0);
	ck_assert_uint_eq(failures(bed, 0), 0);
}

static void events_are(struct vjpeg_bed *bed, unsigned int event, unsigned int parse_at)
{
	vjpeg_bed_set(bed, 0, "event", event);
	vjpeg_bed_set(bed, 0, "parse_at", parse_at);
	change_often(bed);
}

/* Whenever such a driver looks at headers. */
#define EVENTS(name, event)                                                              \
	VJPEG_BODY(name##_parsed_at_qbuf)                                                \
	{                                                                                \
		events_are(bed, event, VJPEG_PARSE_QBUF);                                \
	}                                                                                \
	VJPEG_BODY(name##_parsed_first)                                                  \
	{                                                                                \
		events_are(bed, event, VJPEG_PARSE_FIRST);                               \
	}                                                                                \
	VJPEG_BODY(name##_parsed_at_streamon)                                            \
	{                                                                                \
		events_are(bed, event, VJPEG_PARSE_STREAMON);                            \
	}

EVENTS(no_events, VJPEG_EVENT_NONE)
EVENTS(events_twice, VJPEG_EVENT_DUPLICATE)
EVENTS(late_events, VJPEG_EVENT_LATE)
EVENTS(events_without_end, VJPEG_EVENT_FLOOD)
EVENTS(events_refused, VJPEG_EVENT_REFUSED)

VJPEG_BODY(events_by_the_dozen)
{
	vjpeg_bed_set(bed, 0, "event_n", 15);
	events_are(bed, VJPEG_EVENT_DUPLICATE, VJPEG_PARSE_QBUF);
}

/* The job's end is not missed for all the events before it. */
VJPEG_BODY(events_without_end_in_jobs)
{
	vjpeg_bed_set(bed, 0, "job_ms", 10);
	events_are(bed, VJPEG_EVENT_FLOOD, VJPEG_PARSE_QBUF);
}

/* So late that nobody waits for them any more: they come in the middle of jobs. */
VJPEG_BODY(events_in_jobs)
{
	unsigned int i;

	picture_make(&one, 128, 96, FX_420, 0);
	picture_make(&two, 40, 24, FX_422, 0);
	vjpeg_bed_set(bed, 0, "event", VJPEG_EVENT_LATE);
	vjpeg_bed_set(bed, 0, "event_ms", 260);
	vjpeg_bed_set(bed, 0, "job_ms", 100);
	bodies_begin(bed, 0);
	for (i = 0; i < 8; i++)
		frame_by_device(bed, 0, i / 2 & 1 ? &two : &one, NULL);
	ck_assert_uint_eq(failures(bed, 0), 0);
}

/* A driver without events that waits in its job for another CAPTURE. */
static void waits_silently(struct vjpeg_bed *bed, enum fx_sampling sampling,
			   unsigned int width)
{
	unsigned int i;

	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, width, 48, sampling, 0);
	vjpeg_bed_set(bed, 0, "sel", VJPEG_SEL_EINVAL);
	vjpeg_bed_set(bed, 0, "event", VJPEG_EVENT_NONE);
	vjpeg_bed_set(bed, 0, "parse_at", VJPEG_PARSE_FIRST);
	bodies_begin(bed, 0);
	for (i = 0; i < 6; i++)
		ck_assert_uint_lt(frame_by_device(bed, 0, i & 1 ? &two : &one, NULL), 2500);
	assert_way(bed, "restart");
	ck_assert_uint_eq(failures(bed, 0), 0);
}

VJPEG_BODY(silent_driver_waits_for_grey)
{
	waits_silently(bed, FX_GREY, 64);
}

VJPEG_BODY(silent_driver_waits_for_padding)
{
	waits_silently(bed, FX_420, 48);
}

/* --- geometries --- */

/* G_FMT changes only once CAPTURE was stopped. */
static void latched(struct vjpeg_bed *bed, unsigned int parse_at)
{
	vjpeg_bed_set(bed, 0, "latch", 1);
	vjpeg_bed_set(bed, 0, "parse_at", parse_at);
	change_often(bed);
}

VJPEG_BODY(latched_parsed_at_qbuf)
{
	latched(bed, VJPEG_PARSE_QBUF);
}

VJPEG_BODY(latched_parsed_first)
{
	latched(bed, VJPEG_PARSE_FIRST);
}

/* Of the first frame, too, where there is no other to be confused with. */
static void stale_first(struct vjpeg_bed *bed, unsigned int stale, const char *backend)
{
	unsigned int i;

	picture_make(&one, 128, 96, FX_420, 0);
	vjpeg_bed_set(bed, 0, "stale", stale);
	bodies_begin(bed, 0);
	frame_ms(bed, &one, NULL);
	ck_assert_str_eq(bed->info.backend, backend);
	ck_assert_uint_eq(failures(bed, 0), !strcmp(backend, "cpu"));
	for (i = 0; i < 3; i++)
		frame_by_device(bed, 0, &one, NULL);
	ck_assert_uint_eq(failures(bed, 0), 0);
}

/* CAPTURE has what was told OUTPUT, which is right. */
VJPEG_BODY(first_geometry_is_kept)
{
	stale_first(bed, VJPEG_STALE_KEEPS, "v4l2");
}

VJPEG_BODY(first_geometry_is_half)
{
	stale_first(bed, VJPEG_STALE_HALF, "cpu");
}

VJPEG_BODY(first_geometry_is_double)
{
	stale_first(bed, VJPEG_STALE_TWICE, "cpu");
}

/* --- jobs --- */

/* Whether it runs, and who is to blame, is the same in the first frame and in later ones. */
static void job_goes(struct vjpeg_bed *bed, unsigned int job, const char *backend,
		     unsigned int counted, struct libcodec_image *image)
{
	vjpeg_bed_set(bed, 0, "job", job);
	frame_ms(bed, &one, image);
	ck_assert_msg(!strcmp(bed->info.backend, backend), "by %s; the log:\n%s",
		      bed->info.backend, bed->log);
	ck_assert_uint_eq(vjpeg_bed_get(bed, 0, "job"), VJPEG_JOB_OK);
	ck_assert_uint_eq(failures(bed, 0), counted);
	frame_by_device(bed, 0, &one, image);
	ck_assert_uint_eq(failures(bed, 0), 0);
}

static void job_is(struct vjpeg_bed *bed, unsigned int job, const char *backend,
		   unsigned int counted)
{
	struct libcodec_image *image;

	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 128, 96, FX_422, 0);
	bodies_begin(bed, 0);
	image = flexible_image(bed);
	job_goes(bed, job, backend, counted, NULL);  /* the first one */
	job_goes(bed, job, backend, counted, NULL);  /* the same again */
	job_goes(bed, job, backend, counted, image); /* in place */
	frame_by_device(bed, 0, &two, NULL);
	job_goes(bed, job, backend, counted, NULL);  /* after another one */
	libcodec_image_unref(image);
}

VJPEG_BODY(job_fails)
{
	job_is(bed, VJPEG_JOB_ERROR, "cpu", 1);
}

/* The stream is to blame, as far as the device says. */
VJPEG_BODY(job_fails_over_the_stream)
{
	job_is(bed, VJPEG_JOB_ERROR_OUTPUT, "cpu", 0);
}

VJPEG_BODY(job_fails_on_both_sides)
{
	job_is(bed, VJPEG_JOB_ERROR_BOTH, "cpu", 1);
}

VJPEG_BODY(job_writes_half_a_picture)
{
	job_is(bed, VJPEG_JOB_SHORT, "cpu", 1);
}

VJPEG_BODY(job_writes_nothing)
{
	job_is(bed, VJPEG_JOB_EMPTY, "cpu", 1);
}

/* Started again, the device goes on with the stream that is still there. */
VJPEG_BODY(job_ends_the_stream)
{
	job_is(bed, VJPEG_JOB_LAST, "v4l2", 0);
}

VJPEG_BODY(each_job_ends_the_stream)
{
	picture_make(&one, 64, 48, FX_420, 0);
	vjpeg_bed_set(bed, 0, "job", VJPEG_JOB_LAST);
	vjpeg_bed_set(bed, 0, "job_n", 0);
	bodies_begin(bed, 0);
	frame_by_cpu(bed, &one, NULL);
	ck_assert_uint_eq(failures(bed, 0), 1);
	frame_by_cpu(bed, &one, NULL);
	ck_assert_uint_eq(failures(bed, 0), 2);
	vjpeg_bed_set(bed, 0, "job", VJPEG_JOB_OK);
	frame_by_device(bed, 0, &one, NULL);
}

/* A frame has its deadline, whatever the device does: the cpu has it in time. */
VJPEG_BODY(job_stalls_and_the_frame_comes_in_time)
{
	static const struct libcodec_decoder_params hurry = {
		.struct_size = sizeof(hurry),
		.deadline_ns = 1600 * UINT64_C(1000000),
	};
	unsigned int i;

	picture_make(&one, 64, 48, FX_420, 0);
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hurry);
	frame_by_device(bed, 0, &one, NULL);
	for (i = 0; i < 2; i++) {
		vjpeg_bed_set(bed, 0, "job", VJPEG_JOB_STALLS);
		ck_assert_uint_lt(frame_ms(bed, &one, NULL), 2000);
		ck_assert_str_eq(bed->info.backend, "cpu");
		ck_assert_int_eq(attempt_of(bed).error, -ETIMEDOUT);
		ck_assert_uint_eq(failures(bed, 0), 1);
		frame_by_device(bed, 0, &one, NULL);
		ck_assert_uint_eq(failures(bed, 0), 0);
	}
}

/* Without one the driver's watchdog has its time, and ends it all the same. */
VJPEG_BODY(job_stalls_for_seconds)
{
	unsigned int ms;

	picture_make(&one, 64, 48, FX_420, 0);
	bodies_begin(bed, 0);
	vjpeg_bed_set(bed, 0, "job", VJPEG_JOB_STALLS);
	ms = frame_ms(bed, &one, NULL);
	ck_assert_uint_ge(ms, 2900);
	ck_assert_str_eq(bed->info.backend, "cpu");
	ck_assert_uint_eq(failures(bed, 0), 1);
	frame_by_device(bed, 0, &one, NULL);
}

/* --- streams --- */

/* Both sides say ERROR: so it looks when a driver's watchdog bites, too. */
VJPEG_BODY(refused_in_jobs)
{
	picture_make(&one, 64, 64, FX_420, 0);
	picture_make(&two, 128, 128, FX_420, 0);
	vjpeg_bed_set(bed, 0, "reject", VJPEG_REJECT_IN_JOB);
	bodies_begin(bed, 0);
	frame_by_device(bed, 0, &one, NULL);
	vjpeg_bed_set(bed, 0, "min_size", 128);
	frame_by_cpu(bed, &one, NULL);
	ck_assert_uint_eq(attempt_of(bed).verdict, LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(failures(bed, 0), 1);
	frame_by_device(bed, 0, &two, NULL);
	ck_assert_uint_eq(failures(bed, 0), 0);
}

/* A camera's stream without tables gets those that it means. */
VJPEG_BODY(tables_are_put_in)
{
	unsigned int i;

	picture_make(&one, 64, 48, FX_422, FX_NO_DHT);
	picture_make(&two, 33, 31, FX_GREY, FX_NO_DHT | FX_AVI1);
	vjpeg_bed_set(bed, 0, "dht_required", 1);
	bodies_begin(bed, 0);
	for (i = 0; i < 4; i++) {
		const struct picture *p = i & 1 ? &two : &one;

		frame_by_device(bed, 0, p, NULL);
		ck_assert_uint_gt(vjpeg_bed_stat(bed, 0, "staged_bytes"), p->size);
	}
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "errors"), 0);
}

/* Segments that wedge hardware don't get to it, and what it gets is the picture without. */
VJPEG_BODY(metadata_is_left_out)
{
	struct fx_jpeg j;
	unsigned int bytes, crc;

	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 64, 48, FX_420, FX_BIG_APPS | FX_TRAILER);
	fx_jpeg_init(&j, 64, 48, FX_420);
	j.orientation = 6;
	three.size = fx_jpeg_write(&j, three.data, sizeof(three.data));
	ck_assert_uint_gt(three.size, one.size);
	vjpeg_bed_set(bed, 0, "app_wedge", 1);
	bodies_begin(bed, 0);
	frame_by_device(bed, 0, &one, NULL);
	bytes = vjpeg_bed_stat(bed, 0, "staged_bytes");
	crc = vjpeg_bed_stat(bed, 0, "staged_crc");
	ck_assert_uint_eq(bytes, one.size);
	frame_by_device(bed, 0, &two, NULL);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "staged_bytes"), bytes);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "staged_crc"), crc);
	frame_by_device(bed, 0, &three, NULL);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "staged_crc"), crc);
	ck_assert_uint_eq(bed->info.orientation, 6);
}

/* --- calls that fail --- */

static const struct {
	unsigned long request;
	const char *name;
	bool needed; /* without it there is no picture */
} calls[] = {
	{ VIDIOC_SUBSCRIBE_EVENT, "SUBSCRIBE_EVENT", false },
	{ VIDIOC_S_FMT, "S_FMT", true },
	{ VIDIOC_REQBUFS, "REQBUFS", true },
	{ VIDIOC_QUERYBUF, "QUERYBUF", true },
	{ VIDIOC_QBUF, "QBUF", true },
	{ VIDIOC_STREAMON, "STREAMON", true },
	{ VIDIOC_DQEVENT, "DQEVENT", false },
	{ VIDIOC_G_FMT, "G_FMT", true },
	{ VIDIOC_G_SELECTION, "G_SELECTION", false },
	{ VIDIOC_DQBUF, "DQBUF", true },
	{ VIDIOC_STREAMOFF, "STREAMOFF", true },
};
#define N_CALLS (sizeof(calls) / sizeof(calls[0]))

/*
 * What may be counted of a call that was needed. No memory is nobody's fault, but for DQBUF,
 * which needs none: the driver has had the destination by then. A state that the driver doesn't
 * share is mended by closing the node, and so may be others; what else a driver says it is to
 * blame for, unless another way leads to the picture.
 */
static bool may_be_counted(unsigned int call, int error)
{
	return calls[call].needed &&
	       (error != ENOMEM || calls[call].request == VIDIOC_DQBUF);
}

/* Errors that there is no way around where a frame has to make the call. */
static bool must_be_counted(int error)
{
	return error == EIO || error == ENOTTY || error == EPROTO;
}

static void fail_at(struct vjpeg_bed *bed, unsigned int call, unsigned int nth, int error)
{
	vjpeg_bed_set(bed, 0, "fail_ioctl", _IOC_NR(calls[call].request));
	vjpeg_bed_set(bed, 0, "fail_errno", (unsigned int)error);
	vjpeg_bed_set(bed, 0, "fail_n", 1);
	vjpeg_bed_set(bed, 0, "fail_nth", nth);
}

/* True where the frame made the call so often. */
static bool has_failed(struct vjpeg_bed *bed)
{
	bool failed = !vjpeg_bed_get(bed, 0, "fail_nth");

	vjpeg_bed_set(bed, 0, "fail_nth", 0);
	return failed;
}

static void judge(struct vjpeg_bed *bed, unsigned int call, unsigned int nth, int error)
{
	bool by_cpu = !strcmp(bed->info.backend, "cpu");
	unsigned int n = failures(bed, 0);

	ck_assert_msg(by_cpu || n == 0, "%s #%u, %s: counted, and came", calls[call].name, nth,
		      strerror(error));
	ck_assert_msg(!by_cpu || calls[call].needed, "%s #%u, %s: could be done without",
		      calls[call].name, nth, strerror(error));
	ck_assert_msg(n == 0 || may_be_counted(call, error), "%s #%u, %s: was counted",
		      calls[call].name, nth, strerror(error));
	ck_assert_msg(!by_cpu || n == 1 || !must_be_counted(error),
		      "%s #%u, %s: was not counted: %s", calls[call].name, nth,
		      strerror(error), attempt_of(bed).message);
	ck_assert_msg(!by_cpu || error != EBUSY, "%s #%u, EBUSY: closing it mends that",
		      calls[call].name, nth);
}

/*
 * The frame before the one that fails: none, the same, or another. What was learned of the
 * device is the context's: a new one knows nothing of it.
 */
static void fail_each(struct vjpeg_bed *bed, const struct picture *before, bool in_place,
		      int error)
{
	struct libcodec_image *image = NULL;
	unsigned int call, nth, n = 0;
	bool failed;

	for (call = 0; call < N_CALLS; call++)
		for (nth = 1, failed = true; failed; nth++) {
			vjpeg_bed_context(bed, NULL);
			image = in_place ? flexible_image(bed) : NULL;
			if (before)
				frame_by_device(bed, 0, before, image);
			fail_at(bed, call, nth, error);
			frame_ms(bed, &one, image);
			failed = has_failed(bed);
			if (failed) {
				judge(bed, call, nth, error);
				n++;
				/* And nothing is left of it. */
				frame_by_device(bed, 0, &one, image);
				ck_assert_uint_eq(failures(bed, 0), 0);
			}
			libcodec_image_unref(image);
			vjpeg_bed_drop_context(bed);
		}
	/* QBUF and DQBUF of both queues are always there. */
	ck_assert_uint_ge(n, 4);
}

/* In a kernel, which is emulated as a rule, two of the six, by turns: in place and not. */
static void fail_all(struct vjpeg_bed *bed, int error)
{
	static const struct picture *const before[] = { NULL, &one, &two };
	bool all = strcmp(bed->kind->name, "kernel") != 0;
	unsigned int i;

	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 96, 32, FX_422, 0);
	vjpeg_bed_plug(bed, 0);
	for (i = 0; i < 6; i++)
		if (all || (i + (unsigned int)error) % 3 == 0)
			fail_each(bed, before[i % 3], i >= 3, error);
}

#define CALLS_SAY(error)                                                                 \
	VJPEG_BODY(calls_say_##error)                                                    \
	{                                                                                \
		fail_all(bed, error);                                                    \
	}

CALLS_SAY(EBUSY)
CALLS_SAY(ENOMEM)
CALLS_SAY(EIO)
CALLS_SAY(EINVAL)
CALLS_SAY(EPIPE)
CALLS_SAY(ENOTTY)
CALLS_SAY(EPROTO)

/* Calls that always fail are known by the breaker, or not at all. */
VJPEG_BODY(call_that_is_never_there)
{
	unsigned int i;

	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 96, 32, FX_422, 0);
	bodies_begin(bed, 0);
	for (i = 0; i < N_CALLS; i++) {
		if (calls[i].needed)
			continue;
		vjpeg_bed_unplug(bed, 0);
		vjpeg_bed_plug(bed, 0);
		fail_at(bed, i, 1, ENOTTY);
		vjpeg_bed_set(bed, 0, "fail_n", 0);
		frame_by_device(bed, 0, &one, NULL);
		frame_by_device(bed, 0, &two, NULL);
		frame_by_device(bed, 0, &two, NULL);
		ck_assert_uint_eq(failures(bed, 0), 0);
		vjpeg_bed_set(bed, 0, "fail_nth", 0);
	}
}

/* --- who else has it --- */

/* A device that is another decoder's is well: its owner must not lose it for that. */
VJPEG_BODY(device_of_another_is_not_blamed)
{
	struct libcodec_decoder *owner, *other;
	unsigned int i;

	picture_make(&one, 64, 48, FX_420, 0);
	bodies_begin(bed, 0);
	vjpeg_bed_set(bed, 0, "contexts", 1);
	frame_by_device(bed, 0, &one, NULL);
	owner = bed->dec;
	other = testbed_decoder(bed->ctx, NULL);
	bed->dec = other;
	for (i = 0; i < 10; i++) {
		frame_by_cpu(bed, &one, NULL);
		ck_assert_uint_eq(failures(bed, 0), 0);
	}
	bed->dec = owner;
	frame_by_device(bed, 0, &one, NULL);
	assert_way(bed, "reuse");
	libcodec_decoder_unref(owner);
	bed->dec = other;
	frame_by_device(bed, 0, &one, NULL);
}

void vjpeg_bodies_faults(TCase *t)
{
	tcase_add_test(t, no_events_parsed_at_qbuf);
	tcase_add_test(t, no_events_parsed_first);
	tcase_add_test(t, no_events_parsed_at_streamon);
	tcase_add_test(t, events_twice_parsed_at_qbuf);
	tcase_add_test(t, events_twice_parsed_first);
	tcase_add_test(t, events_twice_parsed_at_streamon);
	tcase_add_test(t, late_events_parsed_at_qbuf);
	tcase_add_test(t, late_events_parsed_first);
	tcase_add_test(t, late_events_parsed_at_streamon);
	tcase_add_test(t, events_without_end_parsed_at_qbuf);
	tcase_add_test(t, events_without_end_parsed_first);
	tcase_add_test(t, events_without_end_parsed_at_streamon);
	tcase_add_test(t, events_refused_parsed_at_qbuf);
	tcase_add_test(t, events_refused_parsed_first);
	tcase_add_test(t, events_refused_parsed_at_streamon);
	tcase_add_test(t, events_by_the_dozen);
	tcase_add_test(t, events_without_end_in_jobs);
	tcase_add_test(t, events_in_jobs);
	tcase_add_test(t, silent_driver_waits_for_grey);
	tcase_add_test(t, silent_driver_waits_for_padding);
	tcase_add_test(t, latched_parsed_at_qbuf);
	tcase_add_test(t, latched_parsed_first);
	tcase_add_test(t, first_geometry_is_kept);
	tcase_add_test(t, first_geometry_is_half);
	tcase_add_test(t, first_geometry_is_double);
	tcase_add_test(t, job_fails);
	tcase_add_test(t, job_fails_over_the_stream);
	tcase_add_test(t, job_fails_on_both_sides);
	tcase_add_test(t, job_writes_half_a_picture);
	tcase_add_test(t, job_writes_nothing);
	tcase_add_test(t, job_ends_the_stream);
	tcase_add_test(t, each_job_ends_the_stream);
	tcase_add_test(t, job_stalls_and_the_frame_comes_in_time);
	tcase_add_test(t, job_stalls_for_seconds);
	tcase_add_test(t, refused_in_jobs);
	tcase_add_test(t, tables_are_put_in);
	tcase_add_test(t, metadata_is_left_out);
	tcase_add_test(t, calls_say_EBUSY);
	tcase_add_test(t, calls_say_ENOMEM);
	tcase_add_test(t, calls_say_EIO);
	tcase_add_test(t, calls_say_EINVAL);
	tcase_add_test(t, calls_say_EPIPE);
	tcase_add_test(t, calls_say_ENOTTY);
	tcase_add_test(t, calls_say_EPROTO);
	tcase_add_test(t, call_that_is_never_there);
	tcase_add_test(t, device_of_another_is_not_blamed);
}
