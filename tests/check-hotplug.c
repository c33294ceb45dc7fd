/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices that come, go, fail and heal, and what decoders, events and reports make of it.
 * The plugin is mock-device, the devices are terminals (fake-watch.h), the clock is the
 * test's, the cpu backend is the real one.
 */
#include "config.h"

#include "fake-watch.h"
#include "hotplug-bed.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "breaker.h"
#include "calls.h"
#include "context.h"
#include "decoder.h"
#include "events.h"
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

/* --- there from the start --- */

START_TEST(test_cold)
{
	struct libcodec_device_info dev, none;
	struct libcodec_cap cap = { .struct_size = sizeof(cap) };

	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	ck_assert_str_eq(bed.info.device, fake_node("a"));
	ck_assert_uint_eq(bed.info.attempts, 0);
	ck_assert(bed_device(&bed, 0, &dev));
	ck_assert_uint_eq(dev.state, LIBCODEC_DEVICE_READY);
	ck_assert_str_eq(dev.node, fake_node("a"));
	ck_assert_str_eq(dev.driver, "fake-drv");
	ck_assert_str_eq(dev.subsystem, "fake");
	ck_assert_str_eq(dev.syspath, "/sys/devices/fake/a");
	ck_assert_str_eq(dev.backend, "mock-device");
	ck_assert_uint_eq(dev.n_caps, 1);
	ck_assert(!bed_device(&bed, 1, &none));
	ck_assert_int_eq(libcodec_context_get_device_cap(bed.ctx, dev.id, 0, &cap), 0);
	ck_assert_uint_eq(cap.rank, 600);
	ck_assert_int_eq(libcodec_context_get_device_cap(bed.ctx, dev.id, 1, &cap), -ENOENT);
	ck_assert_int_eq(libcodec_context_get_device_cap(bed.ctx, dev.id + 1, 0, &cap),
			 -ENODEV);
}
END_TEST

START_TEST(test_no_device)
{
	struct libcodec_plugin_info p;

	bed_context(&bed, NULL);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	ck_assert_ptr_null(bed.info.device);
	ck_assert_uint_eq(bed_attempt(&bed, "mock-device").reasons,
			  LIBCODEC_REASON_NO_DEVICE);
	p = bed_plugin(&bed, "mock-device");
	ck_assert_uint_eq(p.state, LIBCODEC_PLUGIN_KNOWN);
	ck_assert_uint_eq(p.needs_device, 1);
}
END_TEST

START_TEST(test_pinned)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p) };

	fake_plug("a", NULL);
	fake_plug("b", NULL);
	p.device = fake_node("b");
	bed_context(&bed, &p);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.device, fake_node("b"));
	p.device = "/sys/devices/fake/a";
	ck_assert_int_eq(libcodec_decoder_set_params(bed.dec, &p), 0);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.device, fake_node("a"));
	p.device = "/dev/nothing";
	ck_assert_int_eq(libcodec_decoder_set_params(bed.dec, &p), 0);
	ck_assert_int_eq(bed_try(&bed), -ENODEV);
	ck_assert(strstr(bed.res.message, "/dev/nothing"));
	p.device = NULL;
	p.backend = "mock-device";
	ck_assert_int_eq(libcodec_decoder_set_params(bed.dec, &p), 0);
	fake_unplug("a");
	fake_unplug("b");
	ck_assert_int_eq(bed_try(&bed), -ENODEV);
	ck_assert_str_eq(bed.res.message, "the device has gone");
	ck_assert_int_eq(bed_try(&bed), -ENODEV);
	ck_assert_str_eq(bed.res.message, "backend mock-device has no device here");
}
END_TEST

START_TEST(test_without_hotplug)
{
	struct libcodec_device_info dev;

	fake_plug("a", NULL);
	bed.params.hotplug = LIBCODEC_HOTPLUG_NONE;
	bed_context(&bed, NULL);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	ck_assert(!bed_device(&bed, 0, &dev));
	ck_assert_uint_eq(fake_scans(), 0);
}
END_TEST

/* --- coming and going --- */

START_TEST(test_plug_and_pull)
{
	struct libcodec_event e;
	unsigned int fds, round;

	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	fds = bed_fds();
	for (round = 0; round < 3; round++) {
		fake_plug("a", NULL);
		bed_dispatch(&bed);
		e = bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
		ck_assert_uint_eq(e.state, LIBCODEC_DEVICE_READY);
		ck_assert_str_eq(e.node, fake_node("a"));
		ck_assert_str_eq(e.backend, "mock-device");
		ck_assert_str_eq(e.syspath, "/sys/devices/fake/a");
		ck_assert_uint_gt(e.device, round);
		bed_no_event(&bed);
		bed_decode(&bed);
		ck_assert_str_eq(bed.info.backend, "mock-device");
		ck_assert_str_eq(bed.info.device, fake_node("a"));

		fake_unplug("a");
		bed_dispatch(&bed);
		e = bed_event(&bed, LIBCODEC_EVENT_DEVICE_REMOVED);
		ck_assert_uint_eq(e.state, LIBCODEC_DEVICE_GONE);
		bed_no_event(&bed);
		bed_decode(&bed);
		ck_assert_str_eq(bed.info.backend, "cpu");
		ck_assert_uint_eq(bed.info.attempts, 0);
	}
	/* The sessions were closed by the frames, the devices given back by a dispatch. */
	bed_dispatch(&bed);
	ck_assert_uint_eq(bed_fds(), fds);
	ck_assert_uint_eq(bed_logged(&bed, "took a device"), 3);
	ck_assert_uint_eq(bed_logged(&bed, "gave a device back"), 3);
}
END_TEST

/* What was there before somebody listened is told once. */
START_TEST(test_told_once)
{
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	bed_no_event(&bed);
	fake_change("a");
	bed_dispatch(&bed);
	bed_no_event(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	ck_assert_uint_eq(bed_logged(&bed, "took a device"), 1);
}
END_TEST

/* That there are no descriptors at one moment is not remembered for ever. */
START_TEST(test_scan_fails)
{
	bed_stop_clock();
	fake_plug("a", NULL);
	fake_fail(-EMFILE);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	ck_assert_uint_eq(bed_logged(&bed, "devices can't be looked for"), 1);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	bed_clock(LC_RETRY_NS + 1);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
	ck_assert_uint_eq(fake_scans(), 1);
	bed_clock(LC_RETRY_MAX_NS);
	bed_decode(&bed);
	ck_assert_uint_eq(fake_scans(), 1);
}
END_TEST

/* Who could not listen at first is not told twice. */
START_TEST(test_listen_fails)
{
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	fake_fail(-EMFILE);
	ck_assert_int_eq(libcodec_context_get_fd(bed.ctx), -EMFILE);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	bed_no_event(&bed);
}
END_TEST

/* The same path under another number is another device. */
START_TEST(test_other_number)
{
	struct libcodec_event added, removed;
	uint64_t first;

	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	first = bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED).device;
	fake_replug("a");
	fake_lose_events();
	bed_dispatch(&bed);
	removed = bed_event(&bed, LIBCODEC_EVENT_DEVICE_REMOVED);
	added = bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	ck_assert_uint_eq(removed.device, first);
	ck_assert_uint_ne(added.device, first);
	ck_assert_str_ne(added.node, removed.node);
	bed_no_event(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
}
END_TEST

START_TEST(test_lost_events)
{
	unsigned int i;
	char name[8];

	bed_context(&bed, NULL);
	bed_listen(&bed);
	for (i = 0; i < 10; i++) {
		snprintf(name, sizeof(name), "d%u", i);
		fake_plug(name, NULL);
	}
	fake_lose_events();
	bed_dispatch(&bed);
	for (i = 0; i < 10; i++)
		bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	for (i = 0; i < 10; i += 2) {
		snprintf(name, sizeof(name), "d%u", i);
		fake_unplug(name);
	}
	fake_lose_events();
	bed_dispatch(&bed);
	for (i = 0; i < 5; i++)
		bed_event(&bed, LIBCODEC_EVENT_DEVICE_REMOVED);
	bed_no_event(&bed);
}
END_TEST

/* A device that works is not given up for lack of memory in a scan. */
START_TEST(test_scan_without_memory)
{
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	fake_no_memory(true);
	fake_lose_events();
	bed_dispatch(&bed);
	fake_no_memory(false);
	bed_no_event(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
}
END_TEST

/* More events than are kept: the newest stay, and the numbers show it. */
START_TEST(test_burst)
{
	struct libcodec_event e = { .struct_size = sizeof(e) };
	uint64_t last = 0, gap = 0;
	unsigned int i, n = 0;
	char name[8];

	bed_context(&bed, NULL);
	bed_listen(&bed);
	for (i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), "d%u", i);
		fake_plug(name, NULL);
	}
	bed_dispatch(&bed);
	for (i = 100; i < 200; i++) {
		snprintf(name, sizeof(name), "d%u", i);
		fake_unplug(name);
	}
	bed_dispatch(&bed);
	while (libcodec_context_next_event(bed.ctx, &e) == 0) {
		if (e.sequence != last + 1)
			gap += e.sequence - last - 1;
		last = e.sequence;
		n++;
	}
	ck_assert_uint_eq(n, LC_EVENTS_KEPT);
	ck_assert_uint_eq(last, 300);
	ck_assert_uint_eq(gap, 300 - LC_EVENTS_KEPT);
	for (i = 0; i < 100; i++) {
		struct libcodec_device_info dev;

		ck_assert(bed_device(&bed, i, &dev));
	}
}
END_TEST

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

/* --- the breaker --- */

static const char *failing[3];

static void plug_failing(void)
{
	static char where[160];

	snprintf(where, sizeof(where), "MOCK_SWITCH=%s/fail", bed.tb.dir);
	failing[0] = "MOCK_FAIL=1";
	failing[1] = where;
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

/* --- what the administrator says --- */

static void policy(const char *text)
{
	static char path[160];

	testbed_write(&bed.tb, "policy", text, strlen(text));
	snprintf(path, sizeof(path), "%s/policy", bed.tb.dir);
	bed.params.policy_path = path;
}

static bool decided(const char *text)
{
	const char *line;
	unsigned int i;

	for (i = 0; (line = libcodec_context_get_decision(bed.ctx, i)); i++)
		if (strstr(line, text))
			return true;
	return false;
}

START_TEST(test_policy_denies_device)
{
	struct libcodec_device_info dev, none;

	policy("[Device]\nSyspath=/sys/devices/fake/a\nDeny=yes\n");
	fake_plug("a", NULL);
	fake_plug("b", NULL);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.device, fake_node("b"));
	ck_assert(bed_device(&bed, 0, &dev));
	ck_assert_str_eq(dev.syspath, "/sys/devices/fake/b");
	ck_assert(!bed_device(&bed, 1, &none));
	ck_assert(decided(": not for mock-device, says "));
	ck_assert(decided("/policy:3"));
}
END_TEST

START_TEST(test_policy_denies_plugin)
{
	struct libcodec_plugin_info p;

	policy("[Policy]\nDeny=mock-device\n");
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	ck_assert_uint_eq(bed_attempt(&bed, "mock-device").reasons, LIBCODEC_REASON_POLICY);
	p = bed_plugin(&bed, "mock-device");
	ck_assert_uint_eq(p.state, LIBCODEC_PLUGIN_DENIED);
	ck_assert(strstr(p.message, "/policy:2"));
	ck_assert_uint_eq(fake_scans(), 0); /* nobody is left who wants devices */
	ck_assert_uint_eq(bed_logged(&bed, "took a device"), 0);
}
END_TEST

/* The cpu before hardware, for who wants that. */
START_TEST(test_policy_order)
{
	policy("[Policy]\nOrder=cpu,mock-device\n");
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
}
END_TEST

START_TEST(test_policy_order_on_device)
{
	policy("[Policy]\nOrder=cpu\n[Device]\nSyspath=*/b\nOrder=mock-device\n");
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "cpu");
	fake_plug("b", NULL);
	bed_dispatch(&bed);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.device, fake_node("b"));
}
END_TEST

START_TEST(test_filters)
{
	bool by_backends = _i;

	fake_plug("a", NULL);
	fake_plug("b", NULL);
	if (by_backends)
		setenv("LIBCODEC_BACKENDS", "-mock-device", 1);
	else
		setenv("LIBCODEC_DEVICE", fake_node("b"), 1);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	if (by_backends)
		ck_assert_str_eq(bed.info.backend, "cpu");
	else
		ck_assert_str_eq(bed.info.device, fake_node("b"));
	ck_assert(decided(by_backends ? "LIBCODEC_BACKENDS" : "LIBCODEC_DEVICE"));
	unsetenv("LIBCODEC_BACKENDS");
	unsetenv("LIBCODEC_DEVICE");
}
END_TEST

/* An opt-in plugin goes first where it was asked for, and is not used where it wasn't. */
START_TEST(test_opt_in)
{
	testbed_add_mock(&bed.tb, "45", "good", "OptIn=yes\n");
	if (_i == 1)
		policy("[Policy]\nOptIn=mock-good\n");
	if (_i == 2)
		setenv("LIBCODEC_BACKENDS", "mock-good,cpu", 1);
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_decode(&bed);
	unsetenv("LIBCODEC_BACKENDS");
	ck_assert_str_eq(bed.info.backend, _i ? "mock-good" : "mock-device");
	if (!_i)
		ck_assert_uint_eq(bed_attempt(&bed, "mock-good").reasons,
				  LIBCODEC_REASON_OPT_OUT);
}
END_TEST

/* --- contracts --- */

START_TEST(test_misuse)
{
	struct libcodec_context_params p = { .struct_size = sizeof(p) };
	struct libcodec_event e = { .struct_size = sizeof(e) };
	struct libcodec_device_info dev = { .struct_size = sizeof(dev) };
	struct libcodec_context *ctx;

	bed_context(&bed, NULL);
	ck_assert_int_eq(libcodec_context_dispatch(bed.ctx), -EINVAL);
	ck_assert_int_eq(libcodec_context_dispatch(NULL), -EINVAL);
	ck_assert_int_eq(libcodec_context_get_fd(NULL), -EINVAL);
	ck_assert_int_eq(libcodec_context_next_event(NULL, &e), -EINVAL);
	ck_assert_int_eq(libcodec_context_next_event(bed.ctx, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_context_next_event(bed.ctx, &e), -ENOENT);
	ck_assert_int_eq(libcodec_context_get_device(NULL, 0, &dev), -EINVAL);
	ck_assert_int_eq(libcodec_context_get_device(bed.ctx, 0, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_context_get_device(bed.ctx, 0, &dev), -ENOENT);
	dev.struct_size = 0;
	fake_plug("a", NULL);
	bed_listen(&bed);
	ck_assert_int_eq(libcodec_context_get_device(bed.ctx, 0, &dev), -EINVAL);
	ck_assert_int_eq(libcodec_context_get_fd(bed.ctx), libcodec_context_get_fd(bed.ctx));
	p.hotplug = LIBCODEC_HOTPLUG_NONE + 1;
	ck_assert_int_eq(libcodec_context_new(&p, &ctx), -EINVAL);
	p.hotplug = 0;
	p.close_device = bed_close_device;
	ck_assert_int_eq(libcodec_context_new(&p, &ctx), -EINVAL);
}
END_TEST

/* The node of another device by now is not opened. */
START_TEST(test_wrong_node)
{
	struct libcodec_event e;

	bed.plain_open = true;
	bed.open_error = 0;
	fake_plug("a", NULL);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	e = bed_event(&bed, LIBCODEC_EVENT_DEVICE_ADDED);
	ck_assert_uint_eq(e.state, LIBCODEC_DEVICE_READY);
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, "mock-device");
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("hotplug");
	TCase *tc = tcase_create("devices");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_cold);
	tcase_add_test(tc, test_no_device);
	tcase_add_test(tc, test_pinned);
	tcase_add_test(tc, test_without_hotplug);
	tcase_add_test(tc, test_plug_and_pull);
	tcase_add_test(tc, test_told_once);
	tcase_add_test(tc, test_scan_fails);
	tcase_add_test(tc, test_listen_fails);
	tcase_add_test(tc, test_other_number);
	tcase_add_test(tc, test_lost_events);
	tcase_add_test(tc, test_scan_without_memory);
	tcase_add_test(tc, test_burst);
	tcase_add_test(tc, test_gone_in_frame);
	tcase_add_test(tc, test_gone_is_not_counted);
	tcase_add_test(tc, test_gone_comes_back);
	tcase_add_test(tc, test_gone_always);
	tcase_add_test(tc, test_open_fails);
	tcase_add_test(tc, test_given_back);
	tcase_add_test(tc, test_access_heals);
	tcase_add_loop_test(tc, test_nodes_are_watched, 0, 2);
	tcase_add_loop_test(tc, test_fork, 0, 2);
	tcase_add_test(tc, test_fork_and_dispatch);
	tcase_add_loop_test(tc, test_access_retry, 0, 2);
	tcase_add_test(tc, test_pinned_without_access);
	tcase_add_test(tc, test_probe_fails);
	tcase_add_test(tc, test_known_better);
	tcase_add_test(tc, test_probe_gives_null);
	tcase_add_test(tc, test_not_mine);
	suite_add_tcase(s, tc);
	tc = tcase_create("breaker");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_breaker);
	tcase_add_test(tc, test_breaker_most);
	tcase_add_test(tc, test_breaker_is_shared);
	tcase_add_test(tc, test_replug_resets);
	tcase_add_test(tc, test_pinned_and_open);
	tcase_add_test(tc, test_preferred_of_device);
	suite_add_tcase(s, tc);
	tc = tcase_create("deadlines");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_overstays);
	tcase_add_test(tc, test_hangs);
	tcase_add_test(tc, test_told_without_lock);
	tcase_add_test(tc, test_too_late_to_begin);
	tcase_add_test(tc, test_no_time_for_another);
	suite_add_tcase(s, tc);
	tc = tcase_create("policy");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_policy_denies_device);
	tcase_add_test(tc, test_policy_denies_plugin);
	tcase_add_test(tc, test_policy_order);
	tcase_add_test(tc, test_policy_order_on_device);
	tcase_add_loop_test(tc, test_filters, 0, 2);
	tcase_add_loop_test(tc, test_opt_in, 0, 3);
	suite_add_tcase(s, tc);
	tc = tcase_create("contracts");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_misuse);
	tcase_add_test(tc, test_wrong_node);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("hotplug", make);
}
