/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices that fail again and again, and plugins that overstay their deadline: passed over,
 * tried again, told of.
 */
#include "config.h"

#include "fake-watch.h"
#include "hotplug-bed.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "breaker.h"
#include "calls.h"
#include "context.h"
#include "decoder.h"

static struct bed bed;

static void setup(void)
{
	bed_init(&bed);
}

static void teardown(void)
{
	bed_done(&bed);
}

/* --- the breaker --- */

static const char *failing[4];

static void plug_failing(void)
{
	static char where[160];

	snprintf(where, sizeof(where), "MOCK_SWITCH=%s/fail", bed.tb.dir);
	failing[0] = "MOCK_FAIL=1";
	failing[1] = where;
	failing[2] = NULL;
	testbed_write(&bed.tb, "fail", "", 0);
	fake_plug("a", failing);
}

static void mend(void)
{
	char path[160];

	snprintf(path, sizeof(path), "%s/fail", bed.tb.dir);
	ck_assert_int_eq(unlink(path), 0);
}

static void fail_until_open(void)
{
	unsigned int i;

	for (i = 0; i < LC_BREAKER_FAILURES; i++) {
		bed_no_event(&bed);
		bed_decode(&bed);
		ck_assert_str_eq(bed.info.backend, "cpu");
		ck_assert_uint_eq(bed.info.attempts, 1);
	}
}

START_TEST(test_breaker)
{
	struct libcodec_device_info dev;
	struct libcodec_event e;

	plug_failing();
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	fail_until_open();
	e = bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
	ck_assert_uint_eq(e.state, LIBCODEC_DEVICE_SUSPENDED);
	ck_assert_int_eq(e.error, -EIO);
	ck_assert_str_eq(e.message, "passed over for 30 s; the last frame: the device gave up");
	ck_assert_str_eq(e.node, fake_node("a"));

	/* Open: not asked. */
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	ck_assert_uint_eq(bed.info.attempts, 0);
	ck_assert_uint_eq(bed_attempt(&bed, "mock-device").reasons, LIBCODEC_REASON_BREAKER);
	ck_assert_uint_eq(bed_attempt(&bed, "mock-device").verdict, LIBCODEC_VERDICT_NONE);
	ck_assert(bed_device(&bed, 0, &dev));
	ck_assert_uint_eq(dev.state, LIBCODEC_DEVICE_SUSPENDED);
	ck_assert_uint_eq(dev.failures, LC_BREAKER_FAILURES);
	ck_assert_int_gt(dev.retry_ns, LC_BREAKER_DELAY / 2);

	/* A trial that fails: twice as long. */
	bed_clock(LC_BREAKER_DELAY);
	bed_decode(&bed);
	ck_assert_uint_eq(bed.info.attempts, 1);
	e = bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
	ck_assert_str_eq(e.message, "passed over for 60 s; the last frame: the device gave up");
	bed_decode(&bed);
	ck_assert_uint_eq(bed.info.attempts, 0);

	/* One that comes out well closes it, and the count begins anew. */
	mend();
	bed_clock(LC_BREAKER_DELAY);
	bed_decode(&bed);
	ck_assert_uint_eq(bed.info.attempts, 0);
	ck_assert_str_eq(bed.info.backend, "cpu");
	bed_clock(LC_BREAKER_DELAY);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	e = bed_event(&bed, LIBCODEC_EVENT_BREAKER_CLOSED);
	ck_assert_uint_eq(e.state, LIBCODEC_DEVICE_READY);
	testbed_write(&bed.tb, "fail", "", 0);
	fail_until_open();
	e = bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
	ck_assert(strstr(e.message, "passed over for 30 s"));
}
END_TEST

/* --- who blames the stream, and may be wrong --- */

static void plug_suspecting(void)
{
	static char where[160];

	snprintf(where, sizeof(where), "MOCK_SWITCH=%s/fail", bed.tb.dir);
	failing[0] = "MOCK_FAIL=1";
	failing[1] = where;
	failing[2] = "MOCK_SUSPECT=1";
	testbed_write(&bed.tb, "fail", "", 0);
	fake_plug("a", failing);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
}

/* The same picture without its end, which the cpu finds broken, too. */
static void decode_broken(uint32_t accept, int error)
{
	struct libcodec_decoder_params params = { .struct_size = sizeof(params),
						  .accept = accept };

	ck_assert_int_eq(libcodec_decoder_set_params(bed.dec, &params), 0);
	ck_assert_int_eq(libcodec_decoder_decode(bed.dec, bed_stream(), bed_stream_size() / 2,
						 bed.image, NULL), error);
}

/* The cpu finds the picture whole: the device failed. */
START_TEST(test_suspect_is_guilty)
{
	plug_suspecting();
	fail_until_open();
	ck_assert_int_eq(bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED).error, -EIO);
	/* Its trial is judged likewise. */
	bed_clock(LC_BREAKER_DELAY);
	bed_decode(&bed);
	ck_assert_uint_eq(bed.info.attempts, 1);
	ck_assert(strstr(bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED).message, "60 s"));
	bed_decode(&bed);
	ck_assert_uint_eq(bed.info.attempts, 0);
}
END_TEST

/* The cpu finds it broken, too, or delivers a part: the device was right. */
START_TEST(test_suspect_is_innocent)
{
	struct libcodec_device_info dev;
	unsigned int i;

	plug_suspecting();
	for (i = 0; i < 2 * LC_BREAKER_FAILURES; i++)
		decode_broken(i % 2 ? LIBCODEC_ACCEPT_PARTIAL : 0, i % 2 ? 0 : -EBADMSG);
	bed_no_event(&bed);
	ck_assert(bed_device(&bed, 0, &dev));
	ck_assert_uint_eq(dev.failures, 0);
}
END_TEST

/* A trial by a broken stream decides nothing: the next frame is one. */
START_TEST(test_suspect_on_trial)
{
	plug_suspecting();
	fail_until_open();
	bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
	bed_clock(LC_BREAKER_DELAY);
	decode_broken(0, -EBADMSG);
	bed_no_event(&bed);
	mend();
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	bed_event(&bed, LIBCODEC_EVENT_BREAKER_CLOSED);
}
END_TEST

/* Ten minutes are the most. */
START_TEST(test_breaker_most)
{
	struct libcodec_device_info dev;
	unsigned int i;

	plug_failing();
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	fail_until_open();
	for (i = 0; i < 8; i++) {
		bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
		bed_clock(LC_BREAKER_DELAY_MAX);
		bed_decode(&bed);
		ck_assert_uint_eq(bed.info.attempts, 1);
	}
	ck_assert(strstr(bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED).message, "600 s"));
	ck_assert(bed_device(&bed, 0, &dev));
	ck_assert_int_le(dev.retry_ns, LC_BREAKER_DELAY_MAX);
}
END_TEST

/* One device, one breaker, whoever decodes; a success in between starts the count anew. */
START_TEST(test_breaker_is_shared)
{
	struct libcodec_decoder *second;
	unsigned int i;

	plug_failing();
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	second = testbed_decoder(bed.ctx, NULL);
	for (i = 0; i < LC_BREAKER_FAILURES - 1; i++)
		bed_decode(&bed);
	mend();
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	testbed_write(&bed.tb, "fail", "", 0);
	for (i = 0; i < LC_BREAKER_FAILURES; i++) {
		struct libcodec_decoder *swap = bed.dec;

		bed_no_event(&bed);
		bed_decode(&bed);
		ck_assert_uint_eq(bed.info.attempts, 1);
		bed.dec = second;
		second = swap;
	}
	bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
	bed_decode(&bed);
	ck_assert_uint_eq(bed.info.attempts, 0);
	libcodec_decoder_unref(second);
}
END_TEST

START_TEST(test_replug_resets)
{
	plug_failing();
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	fail_until_open();
	bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
	fake_unplug("a");
	mend();
	fake_plug("a", failing);
	bed_dispatch(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
}
END_TEST

START_TEST(test_pinned_and_open)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p),
					     .backend = "mock-device" };
	unsigned int i;

	plug_failing();
	bed_context(&bed, &p);
	for (i = 0; i < LC_BREAKER_FAILURES; i++) {
		ck_assert_int_eq(bed_try(&bed), -ENODEV);
		ck_assert_str_eq(bed.res.message, "the device gave up");
	}
	ck_assert_int_eq(bed_try(&bed), -ENODEV);
	ck_assert_str_eq(bed.res.message,
			 "mock-device: failed too often, passed over for a while");
	ck_assert_uint_eq(bed.res.stage, LIBCODEC_STAGE_SELECT);
	ck_assert(bed.res.reasons & LIBCODEC_REASON_BREAKER);
}
END_TEST

/*
 * RGB is preferred and the device alone writes it: where it fails, is passed over or goes,
 * the frame comes as the stream has it.
 */
START_TEST(test_preferred_of_device)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p),
					     .output_format = LIBCODEC_FORMAT_RGB };
	static const char *properties[4];
	unsigned int i;

	plug_failing();
	fake_unplug("a");
	properties[0] = failing[0];
	properties[1] = failing[1];
	properties[2] = "MOCK_RGB=1";
	fake_plug("a", properties);
	bed_picture_411();
	bed_context(&bed, &p);
	for (i = 0; i <= LC_BREAKER_FAILURES; i++) {
		bed_decode(&bed);
		ck_assert_str_eq(bed.info.backend, "cpu");
		ck_assert_uint_eq(bed.info.format, LIBCODEC_FORMAT_NV12);
		ck_assert_uint_eq(bed.info.attempts, i < LC_BREAKER_FAILURES);
	}
	bed_clock(LC_BREAKER_DELAY);
	p.backend = "mock-device"; /* who pins it learns what it said */
	ck_assert_int_eq(libcodec_decoder_set_params(bed.dec, &p), 0);
	ck_assert_int_eq(bed_try(&bed), -ENODEV);
	ck_assert_str_eq(bed.res.message, "the device gave up");
	p.backend = NULL;
	ck_assert_int_eq(libcodec_decoder_set_params(bed.dec, &p), 0);
	mend();
	bed_clock(2 * LC_BREAKER_DELAY);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	ck_assert_uint_eq(bed.info.format, LIBCODEC_FORMAT_RGB);
	fake_hang_up("a");
	for (i = 0; i < 2; i++) {
		bed_decode(&bed);
		ck_assert_uint_eq(bed.info.format, LIBCODEC_FORMAT_NV12);
		ck_assert_uint_eq(bed.info.attempts, !i);
	}
}
END_TEST

/* --- deadlines --- */

static void plug_late(const char *late)
{
	static char where[160];

	snprintf(where, sizeof(where), "MOCK_SWITCH=%s/fail", bed.tb.dir);
	failing[0] = late;
	failing[1] = where;
	testbed_write(&bed.tb, "fail", "", 0);
	fake_plug("a", failing);
}

START_TEST(test_overstays)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p),
					     .deadline_ns = 200000000 };
	struct libcodec_event e;

	plug_late("MOCK_LATE_MS=150");
	bed_context(&bed, &p);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	bed_decode(&bed); /* it is delivered, late */
	ck_assert_str_eq(bed.info.backend, "mock-device");
	ck_assert(bed_attempt(&bed, "mock-device").reasons & LIBCODEC_REASON_DEADLINE);
	e = bed_event(&bed, LIBCODEC_EVENT_BACKEND_FAILED);
	ck_assert_int_eq(e.error, -ETIMEDOUT);
	ck_assert(strstr(e.message, "after its deadline"));
	e = bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
	bed_no_event(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	mend();
	bed_clock(LC_BREAKER_DELAY);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	bed_event(&bed, LIBCODEC_EVENT_BREAKER_CLOSED);
}
END_TEST

static void *another_decoder(void *arg)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p), .deadline_ns = 1 };
	struct libcodec_decoder *dec = testbed_decoder(bed.ctx, &p);

	libcodec_decoder_unref(dec);
	return NULL;
}

static void on_late(void *data, const struct lc_plugin *plugin, uint64_t device, int64_t late)
{
	pthread_t thread;

	ck_assert_uint_eq(device, 7);
	ck_assert_int_eq(late, 2 * LC_CALLS_SLACK_NS - 1);
	ck_assert_int_eq(pthread_create(&thread, NULL, another_decoder, NULL), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	++*(int *)data;
}

/* The application's log may wait for what another thread has, who makes a decoder. */
START_TEST(test_told_without_lock)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p), .deadline_ns = 1 };
	int told = 0, i;

	bed_context(&bed, &p);
	lc_call_begin(&bed.dec->call, NULL, 7, 1);
	for (i = 0; i < 2; i++)
		lc_calls_look(&bed.ctx->calls, 2 * LC_CALLS_SLACK_NS, on_late, &told);
	lc_call_end(&bed.dec->call);
	ck_assert_int_eq(told, 1);
}
END_TEST

/* The probe took all the time that the first frame had: nobody is demoted for that. */
START_TEST(test_too_late_to_begin)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p),
					     .deadline_ns = 200000000 };

	fake_plug("a", NULL);
	bed.open_ns = 500000000;
	bed_context(&bed, &p);
	ck_assert_int_eq(bed_try(&bed), 0);
	ck_assert_int_eq(bed.open_ns, 0);
	ck_assert_uint_eq(bed_attempt(&bed, "mock-device").reasons, 0);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	ck_assert_uint_eq(bed_logged(&bed, "after its deadline"), 0);
}
END_TEST

/* No time is left for the cpu: that is why there is no picture. */
START_TEST(test_no_time_for_another)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p),
					     .deadline_ns = 20000000 };
	static const char *const slow[] = { "MOCK_FAIL=1", "MOCK_PAUSE_US=40000", NULL };

	fake_plug("a", slow);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	ck_assert_int_eq(libcodec_decoder_set_params(bed.dec, &p), 0);
	ck_assert_int_eq(bed_try(&bed), -ETIMEDOUT);
	ck_assert_str_eq(bed.res.message, "the deadline passed: the device gave up");
	ck_assert_str_eq(bed.res.backend, "mock-device");
	ck_assert_uint_eq(bed.res.verdict, LIBCODEC_VERDICT_FALLBACK);
}
END_TEST

static void *decode_thread(void *arg)
{
	bed_decode(&bed);
	return NULL;
}

/* Named while it hangs, by who dispatches. */
START_TEST(test_hangs)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p),
					     .deadline_ns = 200000000 };
	struct libcodec_event e = { .struct_size = sizeof(e) };
	struct pollfd fd = { .events = POLLIN };
	pthread_t thread;
	int tries = 100;

	plug_late("MOCK_LATE_MS=1500");
	bed_context(&bed, &p);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	fd.fd = libcodec_context_get_fd(bed.ctx);
	ck_assert_int_eq(pthread_create(&thread, NULL, decode_thread, NULL), 0);
	do {
		ck_assert_int_eq(poll(&fd, 1, 1000), 1);
		ck_assert_int_eq(libcodec_context_dispatch(bed.ctx), 0);
	} while (libcodec_context_next_event(bed.ctx, &e) < 0 && --tries);
	ck_assert_int_gt(tries, 0);
	ck_assert_uint_eq(e.type, LIBCODEC_EVENT_BACKEND_FAILED);
	ck_assert_int_eq(e.error, -ETIMEDOUT);
	ck_assert_str_eq(e.backend, "mock-device");
	ck_assert_str_eq(e.node, fake_node("a"));
	ck_assert(strstr(e.message, "hangs in a call"));
	bed_no_event(&bed); /* still in there */
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	/* Demoted when it returns, and not told of twice. */
	bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
	bed_no_event(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("hotplug-breaker");
	TCase *tc = tcase_create("breaker");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_breaker);
	tcase_add_test(tc, test_suspect_is_guilty);
	tcase_add_test(tc, test_suspect_is_innocent);
	tcase_add_test(tc, test_suspect_on_trial);
	tcase_add_test(tc, test_breaker_most);
	tcase_add_test(tc, test_breaker_is_shared);
	tcase_add_test(tc, test_replug_resets);
	tcase_add_test(tc, test_pinned_and_open);
	tcase_add_test(tc, test_preferred_of_device);
	suite_add_tcase(s, tc);
	tc = tcase_create("deadlines");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_overstays);
	tcase_add_test(tc, test_told_without_lock);
	tcase_add_test(tc, test_too_late_to_begin);
	tcase_add_test(tc, test_no_time_for_another);
	tcase_add_test(tc, test_hangs);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("hotplug-breaker", make);
}
