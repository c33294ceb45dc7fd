/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices that go in mid-frame, may not be opened, or that their plugin fails on: the frame
 * comes all the same, and what can heal does.
 */
#include "config.h"

#include "fake-watch.h"
#include "hotplug-bed.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "breaker.h"
#include "hotplug.h"

static struct bed bed;

static void setup(void)
{
	bed_init(&bed);
}

static void teardown(void)
{
	bed_done(&bed);
}

/* --- gone in mid-frame --- */

START_TEST(test_gone_in_frame)
{
	struct libcodec_attempt a;
	struct libcodec_event e;

	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	bed_decode(&bed);
	fake_hang_up("a");
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	ck_assert_uint_eq(bed.info.attempts, 1);
	a = bed_attempt(&bed, "mock-device");
	ck_assert_uint_eq(a.verdict, LIBCODEC_VERDICT_FALLBACK);
	ck_assert(a.reasons & LIBCODEC_REASON_GONE);
	ck_assert_str_eq(a.message, "the device has gone");
	e = bed_event(&bed, LIBCODEC_EVENT_DEVICE_REMOVED);
	ck_assert_str_eq(e.message, "the device has gone");
	/* The next frame doesn't ask any more, and the event of udev says nothing new. */
	bed_decode(&bed);
	ck_assert_uint_eq(bed.info.attempts, 0);
	ck_assert_uint_eq(bed_attempt(&bed, "mock-device").reasons, LIBCODEC_REASON_GONE);
	fake_unplug("a");
	bed_dispatch(&bed);
	bed_no_event(&bed);
}
END_TEST

/* Each time it is gone in the frame: never held against the plugin. */
START_TEST(test_gone_is_not_counted)
{
	unsigned int i;

	bed_context(&bed, NULL);
	bed_listen(&bed);
	for (i = 0; i < 3 * LC_BREAKER_FAILURES; i++) {
		fake_plug("a", NULL);
		bed_dispatch(&bed);
		fake_hang_up("a");
		bed_decode(&bed);
		ck_assert_uint_eq(bed.info.attempts, 1);
		fake_unplug("a");
	}
	bed_dispatch(&bed);
	while (i--) {
		bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
		bed_event(&bed, LIBCODEC_EVENT_DEVICE_REMOVED);
	}
	bed_no_event(&bed);
}
END_TEST

/* A plugin says that it is gone, nobody else does: it is asked again. */
START_TEST(test_gone_comes_back)
{
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	fake_hang_up("a");
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	fake_unplug("a");
	bed_listen(&bed);
	bed_no_event(&bed);
	fake_plug("a", NULL);
	bed_dispatch(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
}
END_TEST

/* A child doesn't use its parent's session: the cpu decodes there, the device here. */
START_TEST(test_fork)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p),
					     .backend = "mock-device" };
	bool pinned = _i;
	int status;
	pid_t pid;

	fake_plug("a", NULL);
	bed_context(&bed, pinned ? &p : NULL);
	bed_decode(&bed);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		int r = bed_try(&bed), bad;

		if (pinned)
			bad = r != -ECHILD || !strstr(bed.res.message, "before fork()");
		else
			bad = r != 0 || strcmp(bed.info.backend, "cpu") ||
			      bed.info.attempts != 1;
		libcodec_image_unref(bed.image);
		libcodec_decoder_unref(bed.dec);
		bad |= bed_logged(&bed, "closed a session") != 0;
		_exit(bad);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	ck_assert_uint_eq(bed.info.attempts, 0);
}
END_TEST

/* A child doesn't take in what its parent waits for. */
START_TEST(test_fork_and_dispatch)
{
	struct pollfd fd = { .events = POLLIN };
	int status;
	pid_t pid;

	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_dispatch(&bed);
	fake_plug("a", NULL);
	fd.fd = libcodec_context_get_fd(bed.ctx);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0)
		_exit(libcodec_context_dispatch(bed.ctx) != -ECHILD ||
		      libcodec_context_get_fd(bed.ctx) != -ECHILD);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(poll(&fd, 1, 0), 1);
	bed_dispatch(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
}
END_TEST

/* A plugin that says so again and again, of a device that is there: less and less often. */
START_TEST(test_gone_always)
{
	static const char *const gone[] = { "MOCK_GONE=1", NULL };
	struct libcodec_device_info dev;
	unsigned int i;

	fake_plug("a", gone);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	for (i = 0; i < 12; i++) {
		bed_decode(&bed);
		ck_assert_str_eq(bed.info.backend, "cpu");
		ck_assert_uint_eq(bed.info.attempts, 1);
		bed_event(&bed, LIBCODEC_EVENT_DEVICE_REMOVED);
		bed_decode(&bed);
		ck_assert_uint_eq(bed.info.attempts, 0);
		ck_assert(bed_device(&bed, 0, &dev));
		ck_assert_uint_eq(dev.state, LIBCODEC_DEVICE_GONE);
		if (i >= 3 && i < 8) /* a slow machine takes some of it */
			ck_assert_int_gt(dev.retry_ns, (LC_RETRY_NS << i) / 4);
		bed_clock(dev.retry_ns + 1);
		bed_dispatch(&bed);
		bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	}
	ck_assert_int_gt(dev.retry_ns, LC_RETRY_MAX_NS / 2);
}
END_TEST

/* A session that didn't open is no session, whatever the plugin left in its place. */
START_TEST(test_open_fails)
{
	static const char *const busy[] = { "MOCK_OPEN=16", NULL }; /* EBUSY */
	unsigned int i, fds;

	fake_plug("a", busy);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	fds = bed_fds();
	for (i = 0; i < LC_BREAKER_FAILURES; i++) {
		bed_no_event(&bed);
		bed_decode(&bed);
		ck_assert_str_eq(bed.info.backend, "cpu");
		ck_assert_int_eq(bed_attempt(&bed, "mock-device").error, -EBUSY);
	}
	bed_event(&bed, LIBCODEC_EVENT_BREAKER_OPENED);
	libcodec_decoder_unref(bed.dec);
	bed.dec = NULL;
	ck_assert_uint_eq(bed_logged(&bed, "closed a session"), 0);
	ck_assert_uint_eq(bed_fds(), fds);
}
END_TEST

/* What the last decoder leaves is given back by who dispatches, without another event. */
START_TEST(test_given_back)
{
	struct pollfd fd = { .events = POLLIN };

	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_decode(&bed);
	fake_unplug("a");
	bed_dispatch(&bed);
	ck_assert_uint_eq(bed_logged(&bed, "gave a device back"), 0);
	bed_decode(&bed);
	fd.fd = libcodec_context_get_fd(bed.ctx);
	ck_assert_int_eq(poll(&fd, 1, 5000), 1);
	bed_dispatch(&bed);
	ck_assert_uint_eq(bed_logged(&bed, "gave a device back"), 1);
}
END_TEST

/* --- no access --- */

START_TEST(test_access_heals)
{
	struct libcodec_device_info dev;
	struct libcodec_event e;

	bed.open_error = -EACCES;
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	e = bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	ck_assert_uint_eq(e.state, LIBCODEC_DEVICE_NO_ACCESS);
	ck_assert_int_eq(e.error, -EACCES);
	ck_assert(fake_is_watched(fake_node("a")));
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	ck_assert_uint_eq(bed_attempt(&bed, "mock-device").reasons,
			  LIBCODEC_REASON_PERMISSION);
	ck_assert(bed_device(&bed, 0, &dev));
	ck_assert_uint_eq(dev.state, LIBCODEC_DEVICE_NO_ACCESS);
	ck_assert_int_eq(dev.error, -EACCES);
	ck_assert_int_gt(dev.retry_ns, 0);

	bed.open_error = 0;
	fake_change("a"); /* its ACL was set */
	bed_dispatch(&bed);
	e = bed_event(&bed, LIBCODEC_EVENT_ACCESS_CHANGED);
	ck_assert_uint_eq(e.state, LIBCODEC_DEVICE_READY);
	bed_no_event(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
}
END_TEST

/* Permissions are watched of what the first scan found, and of a node that is made anew. */
START_TEST(test_nodes_are_watched)
{
	bool before = _i;

	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	if (before)
		bed_decode(&bed);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	ck_assert(fake_is_watched(fake_node("a")));
	fake_remake_node("a");
	ck_assert(!fake_is_watched(fake_node("a")));
	bed_dispatch(&bed);
	ck_assert(fake_is_watched(fake_node("a")));
	bed_no_event(&bed);
}
END_TEST

/* Without a word from anybody: by the timer of the dispatch thread, or by a frame. */
START_TEST(test_access_retry)
{
	bool listens = _i;

	bed_stop_clock();
	bed.open_error = -EACCES;
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	if (listens)
		bed_listen(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	bed.open_error = 0;
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	bed_clock(LC_RETRY_NS + 1);
	if (listens)
		bed_dispatch(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
}
END_TEST

START_TEST(test_pinned_without_access)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p),
					     .backend = "mock-device" };

	bed.open_error = -EACCES;
	fake_plug("a", NULL);
	bed_context(&bed, &p);
	ck_assert_int_eq(bed_try(&bed), -ENODEV);
	ck_assert_str_eq(bed.res.message, "backend mock-device may not open its device");
	ck_assert(bed.res.reasons & LIBCODEC_REASON_PERMISSION);
}
END_TEST

/* --- a plugin that fails on its device --- */

START_TEST(test_probe_fails)
{
	static const char *const bad[] = { "MOCK_PROBE=5", NULL }; /* EIO */
	struct libcodec_event e;
	unsigned int i;

	fake_plug("a", bad);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	e = bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	ck_assert_uint_eq(e.state, LIBCODEC_DEVICE_FAILED);
	e = bed_event(&bed, LIBCODEC_EVENT_BACKEND_FAILED);
	ck_assert_int_eq(e.error, -EIO);
	ck_assert_str_eq(e.backend, "mock-device");
	ck_assert(strstr(e.message, "Input/output error"));
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	ck_assert_uint_eq(bed_attempt(&bed, "mock-device").reasons, LIBCODEC_REASON_REFUSED);
	/* It is tried again, less and less often, and says nothing twice. */
	for (i = 0; i < 12; i++) {
		struct libcodec_device_info dev;

		ck_assert(bed_device(&bed, 0, &dev));
		ck_assert_int_gt(dev.retry_ns, 0);
		ck_assert_int_le(dev.retry_ns, LC_RETRY_MAX_NS);
		if (i >= 3 && i < 8) /* a slow machine takes some of it */
			ck_assert_int_gt(dev.retry_ns, (LC_RETRY_NS << i) / 4);
		bed_clock(dev.retry_ns + 1);
		bed_dispatch(&bed);
		bed_no_event(&bed);
	}
}
END_TEST

/* What was not known when it came: the plugin is asked again, and told. */
START_TEST(test_known_better)
{
	static const char *properties[] = { "MOCK_PROBE=19", NULL }; /* ENODEV */

	fake_plug("a", properties);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_no_event(&bed);
	properties[0] = "MOCK_PROBE=0";
	fake_change("a");
	bed_dispatch(&bed);
	ck_assert_uint_eq(bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED).state,
			  LIBCODEC_DEVICE_READY);
	bed_no_event(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
}
END_TEST

START_TEST(test_probe_gives_null)
{
	static const char *const null[] = { "MOCK_NULL=1", NULL };
	struct libcodec_device_info dev;

	fake_plug("a", null);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	ck_assert(bed_device(&bed, 0, &dev));
	ck_assert_uint_eq(dev.state, LIBCODEC_DEVICE_FAILED);
	ck_assert_int_eq(dev.error, -EPROTO);
	ck_assert(strstr(dev.message, "gave NULL"));
}
END_TEST

START_TEST(test_not_mine)
{
	static const char *const camera[] = { "MOCK_PROBE=19", NULL }; /* ENODEV */
	struct libcodec_device_info dev;

	fake_plug("camera", camera);
	fake_plug("codec", NULL);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	ck_assert_str_eq(bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED).syspath,
			 "/sys/devices/fake/codec");
	bed_no_event(&bed);
	ck_assert(bed_device(&bed, 0, &dev));
	ck_assert_str_eq(dev.syspath, "/sys/devices/fake/codec");
	ck_assert(!bed_device(&bed, 1, &dev));
	fake_unplug("camera");
	bed_dispatch(&bed);
	bed_no_event(&bed);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("hotplug-faults");
	TCase *tc = tcase_create("gone");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_gone_in_frame);
	tcase_add_test(tc, test_gone_is_not_counted);
	tcase_add_test(tc, test_gone_comes_back);
	tcase_add_loop_test(tc, test_fork, 0, 2);
	tcase_add_test(tc, test_fork_and_dispatch);
	tcase_add_test(tc, test_gone_always);
	tcase_add_test(tc, test_open_fails);
	tcase_add_test(tc, test_given_back);
	suite_add_tcase(s, tc);
	tc = tcase_create("access");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_access_heals);
	tcase_add_loop_test(tc, test_nodes_are_watched, 0, 2);
	tcase_add_loop_test(tc, test_access_retry, 0, 2);
	tcase_add_test(tc, test_pinned_without_access);
	suite_add_tcase(s, tc);
	tc = tcase_create("plugin");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_probe_fails);
	tcase_add_test(tc, test_known_better);
	tcase_add_test(tc, test_probe_gives_null);
	tcase_add_test(tc, test_not_mine);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("hotplug-faults", make);
}
