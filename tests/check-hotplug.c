/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices that come and go, and what decoders, events and reports make of it. The plugin is
 * mock-device, the devices are terminals (fake-watch.h), the clock is the test's, the cpu
 * backend is the real one.
 */
#include "config.h"

#include "fake-watch.h"
#include "hotplug-bed.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
	ck_assert_uint_eq(bed_logged(&bed, "devices are told of by udev"), 1);
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
