/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the administrator and the user say of plugins and devices, as frames see it.
 */
#include "config.h"

#include "fake-watch.h"
#include "hotplug-bed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct bed bed;

static void setup(void)
{
	bed_init(&bed);
}

static void teardown(void)
{
	bed_done(&bed);
}

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

static Suite *make(void)
{
	Suite *s = suite_create("hotplug-policy");
	TCase *tc = tcase_create("policy");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_policy_denies_device);
	tcase_add_test(tc, test_policy_denies_plugin);
	tcase_add_test(tc, test_policy_order);
	tcase_add_test(tc, test_policy_order_on_device);
	tcase_add_loop_test(tc, test_filters, 0, 2);
	tcase_add_loop_test(tc, test_opt_in, 0, 3);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("hotplug-policy", make);
}
