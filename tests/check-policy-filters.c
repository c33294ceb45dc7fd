/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The filters of the environment: what they leave of plugins and devices, what is said of
 * wrong ones, and that the file stays the last word.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "policy-bed.h"

/* --- LIBCODEC_BACKENDS --- */

#define NOTHING_LEFT "LIBCODEC_BACKENDS: nothing is left of it, no plugin is used"

static const struct {
	const char *filter;
	const char *used;  /* of a, b, c, cpu */
	const char *asked; /* those that are opted in */
	const char *line;  /* behind "LIBCODEC_BACKENDS: ", NULL: none */
	unsigned int n_notices;
	const char *notice; /* the first one */
} filters[] = {
	{ NULL, "a b c cpu ", "", NULL, 0, "" },
	{ "", "a b c cpu ", "", NULL, 0, "" },
	{ "cpu", "cpu ", "cpu ", "only cpu", 0, "" },
	{ "b,cpu", "b cpu ", "b cpu ", "only b, cpu", 0, "" },
	{ " b ,\tcpu ,b,", "b cpu ", "b cpu ", "only b, cpu", 0, "" },
	{ "-b", "a c cpu ", "", "all but b", 0, "" },
	{ "-b,-c", "a cpu ", "", "all but b, c", 0, "" },
	{ "a,-b", "a ", "a ", "only a", 0, "" },
	{ "-b,a,b,c", "a c ", "a c ", "only a, c", 0, "" },
	{ "a,-a", "", "", "none", 1, NOTHING_LEFT },
	{ "unknown", "", "", "only unknown", 0, "" },
	{ "CPU", "", "", "none", 2,
	  "LIBCODEC_BACKENDS: CPU can't be a plugin and is left out" },
	{ "CPU,-a", "", "", "none", 2,
	  "LIBCODEC_BACKENDS: CPU can't be a plugin and is left out" },
	{ "CPU,b", "b ", "b ", "only b", 1,
	  "LIBCODEC_BACKENDS: CPU can't be a plugin and is left out" },
	{ "-B", "", "", "none", 2,
	  "LIBCODEC_BACKENDS: -B can't be a plugin and is left out" },
	{ "-B,-b", "a c cpu ", "", "all but b", 1,
	  "LIBCODEC_BACKENDS: -B can't be a plugin and is left out" },
	{ "-", "", "", "none", 2,
	  "LIBCODEC_BACKENDS: - can't be a plugin and is left out" },
	{ "--b", "", "", "none", 2,
	  "LIBCODEC_BACKENDS: --b can't be a plugin and is left out" },
	{ ",", "", "", "none", 1, NOTHING_LEFT },
	{ "  ", "", "", "none", 1, NOTHING_LEFT },
	{ "b\x1b[31m,cpu", "cpu ", "cpu ", "only cpu", 1,
	  "LIBCODEC_BACKENDS: an entry with a control character in it is left out" },
	{ "\xff,cpu", "cpu ", "cpu ", "only cpu", 1,
	  "LIBCODEC_BACKENDS: an entry with bytes that are not UTF-8 in it is left out" },
	{ "abcdefghijklmnopqrstuvwxyz012345,a", "a ", "a ", "only a", 1,
	  "LIBCODEC_BACKENDS: abcdefghijklmnopqrstuvwxyz012345 can't be a plugin and is "
	  "left out" },
};

static void used(struct lc_policy *p, const char *want, const char *want_asked)
{
	static const char *const names[] = { "a", "b", "c", "cpu" };
	char text[64] = "", asked[64] = "";
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(names); i++) {
		if (!denies(p, names[i], NULL, "LIBCODEC_BACKENDS"))
			strcat(strcat(text, names[i]), " ");
		if (lc_policy_opts_in(p, names[i]))
			strcat(strcat(asked, names[i]), " ");
	}
	ck_assert_str_eq(text, want);
	ck_assert_str_eq(asked, want_asked);
}

START_TEST(filters_backends)
{
	struct lc_policy *p = parse("");
	char line[128] = "";

	filter(p, filters[_i].filter, NULL);
	used(p, filters[_i].used, filters[_i].asked);
	ck_assert_msg(notices.n == filters[_i].n_notices, "%u", notices.n);
	ck_assert_str_eq(notices.first, filters[_i].notice);
	if (filters[_i].line)
		snprintf(line, sizeof(line), "LIBCODEC_BACKENDS: %s\n", filters[_i].line);
	ck_assert_str_eq(lines(p), line);
	lc_policy_free(p);
}
END_TEST

START_TEST(the_file_denies_for_good)
{
	struct lc_policy *p = parse("[Policy]\nDeny=a\n[Device]\nDriver=x\nDeny=b\n");
	struct libcodec_device *dev = device("x", "/dev/video3");

	filter(p, "a,b,c", "/dev/video3");
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(denies(p, "a", NULL, POLICY_FILE ":2"));
	ck_assert(denies(p, "a", dev, POLICY_FILE ":2"));
	ck_assert(denies(p, "b", dev, POLICY_FILE ":5"));
	ck_assert(!denies(p, "b", NULL, NULL));
	ck_assert(!denies(p, "c", dev, NULL));
	ck_assert(denies(p, "cpu", NULL, "LIBCODEC_BACKENDS"));
	ck_assert_str_eq(lines(p), POLICY_FILE ":2: deny a\n"
			 POLICY_FILE ":5: deny b on devices with Driver=x\n"
			 "LIBCODEC_BACKENDS: only a, b, c\n"
			 "LIBCODEC_DEVICE: only /dev/video3\n");
	/* A new filter takes the place of the old one. */
	filter(p, "-c", NULL);
	ck_assert(!denies(p, "cpu", NULL, NULL));
	ck_assert(denies(p, "c", NULL, "LIBCODEC_BACKENDS"));
	ck_assert_str_eq(lines(p), POLICY_FILE ":2: deny a\n"
			 POLICY_FILE ":5: deny b on devices with Driver=x\n"
			 "LIBCODEC_BACKENDS: all but c\n");
	filter(p, NULL, NULL);
	ck_assert(!denies(p, "c", NULL, NULL));
	ck_assert_ptr_null(lc_policy_line(p, 2));
	lc_policy_free(p);
	lc_device_unref(dev);
}
END_TEST

/* "n0,n1,...", @prefix before each. */
static void filter_many(struct lc_policy *p, const char *prefix, unsigned int n,
			const char *tail)
{
	char text[1024], *end = text;
	unsigned int i;

	for (i = 0; i < n; i++)
		end += sprintf(end, "%s%sn%u", i ? "," : "", prefix, i);
	strcpy(end, tail);
	filter(p, text, NULL);
}

START_TEST(bounds_the_filter)
{
	struct lc_policy *p = parse("");

	filter_many(p, "", 64, "");
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(!denies(p, "n63", NULL, NULL));
	ck_assert(denies(p, "cpu", NULL, "LIBCODEC_BACKENDS"));
	filter_many(p, "-", 64, "");
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(denies(p, "n63", NULL, "LIBCODEC_BACKENDS"));
	ck_assert(!denies(p, "cpu", NULL, NULL));
	lc_policy_free(p);
}
END_TEST

static const struct {
	const char *prefix, *tail;
} long_filters[] = {
	{ "", ",cpu" },
	{ "", ",-n0" },
	{ "-", ",-cpu" },
	{ "-", ",CPU" },
	{ "-", "," },
};

/* What would be left out could be what takes away: nothing is allowed then. */
START_TEST(a_long_filter_allows_nothing)
{
	struct lc_policy *p = parse("");

	filter_many(p, long_filters[_i].prefix, 64, long_filters[_i].tail);
	ck_assert_uint_eq(notices.n, 1);
	ck_assert_int_eq(notices.level, LIBCODEC_LOG_WARNING);
	ck_assert_str_eq(notices.last,
			 "LIBCODEC_BACKENDS: more than 64 entries, no plugin is used");
	ck_assert(denies(p, "cpu", NULL, "LIBCODEC_BACKENDS"));
	ck_assert(denies(p, "n0", NULL, "LIBCODEC_BACKENDS"));
	ck_assert(denies(p, "n63", NULL, "LIBCODEC_BACKENDS"));
	ck_assert(!lc_policy_opts_in(p, "n0"));
	ck_assert_int_eq(lc_policy_place(p, "n0", NULL), -1);
	ck_assert_str_eq(lines(p), "LIBCODEC_BACKENDS: none\n");
	lc_policy_free(p);
}
END_TEST

/* --- LIBCODEC_DEVICE --- */

static bool may_use(struct lc_policy *p, const struct libcodec_device *dev)
{
	ck_assert(!denies(p, "cpu", NULL, NULL)); /* without a device, always */
	return !denies(p, "cpu", dev, "LIBCODEC_DEVICE");
}

START_TEST(filters_devices_by_name)
{
	struct libcodec_device *dev = device("x", "/dev/video3"), *none = device("x", "");
	struct lc_policy *p = parse("");

	filter(p, NULL, "/dev/video3");
	ck_assert(may_use(p, dev) && !may_use(p, none));
	filter(p, NULL, "/dev/video33");
	ck_assert(!may_use(p, dev) && !may_use(p, none));
	filter(p, NULL, "/dev/video");
	ck_assert(!may_use(p, dev));
	filter(p, NULL, "/sys/devices/soc/jpeg/video4linux/video3");
	ck_assert(may_use(p, dev) && may_use(p, none));
	filter(p, NULL, "/sys/devices/soc/jpeg");
	ck_assert(!may_use(p, dev));
	filter(p, NULL, "");
	ck_assert(may_use(p, dev) && may_use(p, none));
	ck_assert_uint_eq(notices.n, 0);
	lc_policy_free(p);
	lc_device_unref(dev);
	lc_device_unref(none);
}
END_TEST

static const struct {
	const char *filter, *notice;
} odd_devices[] = {
	{ "video3",
	  "LIBCODEC_DEVICE: a path that doesn't begin with /, no device is used" },
	{ "dev/video3",
	  "LIBCODEC_DEVICE: a path that doesn't begin with /, no device is used" },
	{ " ", "LIBCODEC_DEVICE: a path that doesn't begin with /, no device is used" },
	{ "/dev/video3\n", "LIBCODEC_DEVICE: a control character, no device is used" },
	{ "/dev/\xff", "LIBCODEC_DEVICE: bytes that are not UTF-8, no device is used" },
};

START_TEST(an_odd_device_is_none)
{
	struct libcodec_device *dev = device("x", "/dev/video3"), *none = device("x", "");
	struct lc_policy *p = parse("");
	char long_path[5000];

	filter(p, NULL, odd_devices[_i].filter);
	ck_assert(!may_use(p, dev) && !may_use(p, none));
	ck_assert_uint_eq(notices.n, 1);
	ck_assert_str_eq(notices.last, odd_devices[_i].notice);
	ck_assert_str_eq(lines(p), "LIBCODEC_DEVICE: none\n");
	memset(long_path, '/', sizeof(long_path));
	long_path[sizeof(long_path) - 1] = '\0';
	filter(p, NULL, long_path);
	ck_assert(!may_use(p, dev));
	ck_assert_str_eq(notices.last, "LIBCODEC_DEVICE: too many bytes for a path, no "
				       "device is used");
	lc_policy_free(p);
	lc_device_unref(dev);
	lc_device_unref(none);
}
END_TEST

static struct libcodec_device *numbered(const char *subsystem, const char *syspath,
					uint64_t devnum)
{
	static const char *const none[] = { NULL };
	struct libcodec_device *dev = lc_device_new(&(struct lc_watch_device){
		.syspath = syspath,
		.sysname = "n",
		.subsystem = subsystem,
		.devtype = "",
		.driver = "",
		.node = "/dev/made-up",
		.devnum = devnum,
		.properties = none,
		.tags = none,
	});

	ck_assert_ptr_nonnull(dev);
	return dev;
}

/* The nodes that every machine has stand for a device that is plugged in again. */
START_TEST(follows_a_link_when_asked)
{
	struct libcodec_device *null = numbered("mem", "/sys/devices/a", makedev(1, 3));
	struct libcodec_device *zero = numbered("mem", "/sys/devices/b", makedev(1, 5));
	struct libcodec_device *disk = numbered("block", "/sys/devices/c", makedev(1, 3));
	struct libcodec_device *bare = numbered("mem", "/sys/devices/d", 0);
	struct lc_policy *p = parse("");

	filter(p, NULL, path);
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(!may_use(p, null) && !may_use(p, zero)); /* not plugged in yet */
	ck_assert_int_eq(symlink("/dev/null", path), 0);
	ck_assert(may_use(p, null) && !may_use(p, zero));
	ck_assert(!may_use(p, disk)); /* the same number, but of another kind */
	ck_assert(!may_use(p, bare));
	ck_assert_int_eq(unlink(path), 0);
	ck_assert(!may_use(p, null) && !may_use(p, zero));
	ck_assert_int_eq(symlink("/dev/zero", path), 0);
	ck_assert(!may_use(p, null) && may_use(p, zero));
	lc_policy_free(p);
	lc_device_unref(null);
	lc_device_unref(zero);
	lc_device_unref(disk);
	lc_device_unref(bare);
}
END_TEST

/* As /sys/class/video4linux/video3 is. */
START_TEST(follows_a_link_to_a_syspath)
{
	char folder[96], real[4096];
	struct libcodec_device *dev;
	struct lc_policy *p = parse("");

	snprintf(folder, sizeof(folder), "%s/device", top);
	ck_assert_int_eq(mkdir(folder, 0755), 0);
	ck_assert_ptr_nonnull(realpath(folder, real));
	dev = numbered("mem", real, 0);
	filter(p, NULL, path);
	ck_assert(!may_use(p, dev));
	ck_assert_int_eq(symlink("device", path), 0);
	ck_assert(may_use(p, dev));
	strcat(folder, "/");
	filter(p, NULL, folder);
	ck_assert(may_use(p, dev));
	lc_policy_free(p);
	lc_device_unref(dev);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("policy-filters");
	TCase *t;

	t = tcase_create("filters");
	tcase_add_checked_fixture(t, policy_setup, policy_teardown);
	tcase_add_loop_test(t, filters_backends, 0, (int)LC_ARRAY_SIZE(filters));
	tcase_add_test(t, the_file_denies_for_good);
	tcase_add_test(t, bounds_the_filter);
	tcase_add_loop_test(t, a_long_filter_allows_nothing, 0,
			    (int)LC_ARRAY_SIZE(long_filters));
	tcase_add_test(t, filters_devices_by_name);
	tcase_add_loop_test(t, an_odd_device_is_none, 0, (int)LC_ARRAY_SIZE(odd_devices));
	tcase_add_test(t, follows_a_link_when_asked);
	tcase_add_test(t, follows_a_link_to_a_syspath);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return test_main("policy-filters", make);
}
