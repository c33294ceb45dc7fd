/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Records of devices, what is read of them from a sysfs that the test makes, and which of
 * them a section means.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "match-keys.h"
#include "match.h"
#include "test.h"

static char top[64];
static char syspath[160];

/* A tree with one device four folders deep, and no /sys/devices above it. */
static void put(const char *path, const void *data, size_t size)
{
	char whole[256];
	FILE *f;

	snprintf(whole, sizeof(whole), "%s/%s", top, path);
	f = fopen(whole, "we");
	ck_assert_msg(f != NULL, "%s", whole);
	ck_assert_uint_eq(fwrite(data, 1, size, f), size);
	ck_assert_int_eq(fclose(f), 0);
}

static void put_text(const char *path, const char *text)
{
	put(path, text, strlen(text));
}

static void put_dir(const char *path)
{
	char whole[256];

	snprintf(whole, sizeof(whole), "%s/%s", top, path);
	ck_assert_int_eq(mkdir(whole, 0755), 0);
}

static void setup(void)
{
	strcpy(top, "/tmp/check-match-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(top));
	put_dir("soc");
	put_dir("soc/jpeg");
	put_dir("soc/jpeg/video4linux");
	put_dir("soc/jpeg/video4linux/video3");
	put_dir("soc/jpeg/video4linux/video3/power");
	snprintf(syspath, sizeof(syspath), "%s/soc/jpeg/video4linux/video3", top);
	put_text("soc/jpeg/video4linux/video3/name", "mxc-jpeg decoder\n");
	put_text("soc/jpeg/video4linux/video3/power/control", "auto\n");
	put_text("soc/jpeg/video4linux/video3/empty", "");
	put_text("soc/jpeg/modalias", "of:Njpegdec\n");
	put_text("soc/jpeg/name", "hidden by the nearer one\n");
	put_text("soc/power", "a file, where the device has a folder\n");
	put_text("top", "outermost");
}

static void teardown(void)
{
	char command[96];

	snprintf(command, sizeof(command), "rm -rf '%s'", top);
	ck_assert_int_eq(system(command), 0);
}

static const char *const properties[] = { "A=1", "DEVNAME=/dev/video3", "EMPTY=",
					  "ID_X=a=b", NULL };
static const char *const tags[] = { "libcodec", "seat", NULL };

static struct lc_watch_device seen_device(void)
{
	return (struct lc_watch_device){
		.syspath = syspath,
		.sysname = "video3",
		.subsystem = "video4linux",
		.devtype = "",
		.driver = "mxc-jpeg",
		.node = "/dev/video3",
		.devnum = 0x5103,
		.properties = properties,
		.tags = tags,
	};
}

static struct libcodec_device *new_device(void)
{
	struct lc_watch_device seen = seen_device();
	struct libcodec_device *dev = lc_device_new(&seen);

	ck_assert_ptr_nonnull(dev);
	return dev;
}

/* --- records --- */

START_TEST(a_record_is_a_copy)
{
	char name[] = "video3", property[] = "K=v", tag[] = "t";
	const char *list[] = { property, NULL }, *tag_list[] = { tag, NULL };
	struct lc_watch_device seen = seen_device();
	struct libcodec_device *dev;

	seen.sysname = name;
	seen.properties = list;
	seen.tags = tag_list;
	dev = lc_device_new(&seen);
	ck_assert_ptr_nonnull(dev);
	memset(name, 'x', sizeof(name) - 1);
	memset(property, 'x', sizeof(property) - 1);
	memset(tag, 'x', sizeof(tag) - 1);
	list[0] = tag_list[0] = NULL;
	ck_assert_str_eq(dev->sysname, "video3");
	ck_assert_str_eq(dev->syspath, syspath);
	ck_assert_str_eq(dev->subsystem, "video4linux");
	ck_assert_str_eq(dev->devtype, "");
	ck_assert_str_eq(dev->driver, "mxc-jpeg");
	ck_assert_str_eq(dev->node, "/dev/video3");
	ck_assert_uint_eq(dev->devnum, 0x5103);
	ck_assert_str_eq(lc_device_property(dev, "K"), "v");
	ck_assert(lc_device_has_tag(dev, "t"));
	ck_assert(!lc_device_is_gone(dev));
	ck_assert_ptr_eq(lc_device_ref(dev), dev);
	ck_assert_ptr_null(lc_device_unref(dev));
	ck_assert_str_eq(dev->sysname, "video3"); /* one reference is left */
	ck_assert_ptr_null(lc_device_unref(dev));
	ck_assert_ptr_null(lc_device_unref(NULL));
}
END_TEST

static bool is_with(size_t offset, const char *value)
{
	struct lc_watch_device seen = seen_device();
	struct libcodec_device *dev = new_device();
	bool is;

	memcpy((char *)&seen + offset, &value, sizeof(value));
	is = lc_device_is(dev, &seen);
	lc_device_unref(dev);
	return is;
}

/* Whatever changes makes a new record. */
START_TEST(a_record_knows_a_change)
{
	static const size_t strings[] = {
		offsetof(struct lc_watch_device, syspath),
		offsetof(struct lc_watch_device, sysname),
		offsetof(struct lc_watch_device, subsystem),
		offsetof(struct lc_watch_device, devtype),
		offsetof(struct lc_watch_device, driver),
		offsetof(struct lc_watch_device, node),
	};
	static const char *const lists[][6] = {
		{ "A=1", "DEVNAME=/dev/video3", "EMPTY=", NULL },
		{ "A=1", "DEVNAME=/dev/video3", "EMPTY=", "ID_X=a=b", "Z=", NULL },
		{ "A=2", "DEVNAME=/dev/video3", "EMPTY=", "ID_X=a=b", NULL },
		{ NULL },
	};
	static const char *const fewer[] = { "libcodec", NULL };
	struct lc_watch_device seen = seen_device();
	struct libcodec_device *dev = new_device();
	size_t i;

	ck_assert(lc_device_is(dev, &seen));
	for (i = 0; i < LC_ARRAY_SIZE(strings); i++) {
		ck_assert(!is_with(strings[i], "other"));
		ck_assert(is_with(strings[i], "") == (i == 3));
	}
	for (i = 0; i < LC_ARRAY_SIZE(lists); i++) {
		seen.properties = lists[i];
		ck_assert(!lc_device_is(dev, &seen));
	}
	seen = seen_device();
	seen.tags = fewer;
	ck_assert(!lc_device_is(dev, &seen));
	seen = seen_device();
	seen.devnum++;
	ck_assert(!lc_device_is(dev, &seen));
	lc_device_unref(dev);
}
END_TEST

START_TEST(finds_properties_and_tags)
{
	struct libcodec_device *dev = new_device();

	ck_assert_str_eq(lc_device_property(dev, "A"), "1");
	ck_assert_str_eq(lc_device_property(dev, "EMPTY"), "");
	ck_assert_str_eq(lc_device_property(dev, "ID_X"), "a=b");
	ck_assert_ptr_null(lc_device_property(dev, "ID"));
	ck_assert_ptr_null(lc_device_property(dev, "ID_X=a"));
	ck_assert_ptr_null(lc_device_property(dev, ""));
	ck_assert_ptr_null(lc_device_property(dev, "a"));
	ck_assert(lc_device_has_tag(dev, "seat"));
	ck_assert(!lc_device_has_tag(dev, "sea"));
	ck_assert(!lc_device_has_tag(dev, "seat0"));
	ck_assert(!lc_device_has_tag(dev, ""));
	lc_device_unref(dev);
}
END_TEST

/* --- attributes --- */

/* In memory of that size exactly, so that an overrun shows. */
static int read_attr(const char *key, size_t size, char text[64])
{
	struct libcodec_device *dev = new_device();
	char *buffer = malloc(size ? size : 1);
	int r;

	ck_assert_ptr_nonnull(buffer);
	r = lc_device_attr(dev, key, buffer, size);
	if (r >= 0) {
		ck_assert_uint_eq(strlen(buffer), (size_t)r);
		snprintf(text, 64, "%s", buffer);
	}
	free(buffer);
	lc_device_unref(dev);
	return r;
}

static const struct {
	const char *key, *text; /* NULL: @error */
	int error;
} attrs[] = {
	{ "name", "mxc-jpeg decoder", 0 }, /* the nearest counts */
	{ "modalias", "of:Njpegdec", 0 },  /* two folders up */
	{ "top", "outermost", 0 },         /* as far as there are folders; no newline */
	{ "empty", "", 0 },
	{ "power/control", "auto", 0 },
	{ "power", "a file, where the device has a folder", 0 }, /* a folder is none */
	{ "nothing", NULL, -ENOENT },
	{ "name/x", NULL, -ENOENT },
	{ "video3", NULL, -ENOENT }, /* a folder above, and nothing else */
	{ "..", NULL, -EINVAL },
	{ ".", NULL, -EINVAL },
	{ "../modalias", NULL, -EINVAL },
	{ "power/../name", NULL, -EINVAL },
	{ "power/..", NULL, -EINVAL },
	{ "./name", NULL, -EINVAL },
	{ "power//control", NULL, -EINVAL },
	{ "name/", NULL, -EINVAL },
	{ "/etc/passwd", NULL, -EINVAL },
	{ "/", NULL, -EINVAL },
	{ "", NULL, -EINVAL },
	{ "etc/passwd", NULL, -ENOENT }, /* the root is no device */
};

START_TEST(reads_attributes)
{
	char text[64] = "";
	int r = read_attr(attrs[_i].key, 64, text);

	if (!attrs[_i].text) {
		ck_assert_int_eq(r, attrs[_i].error);
		return;
	}
	ck_assert_int_eq(r, (int)strlen(attrs[_i].text));
	ck_assert_str_eq(text, attrs[_i].text);
}
END_TEST

START_TEST(attributes_have_room_or_none)
{
	char text[64];

	/* 16 bytes, a newline that is taken off, and the NUL. */
	ck_assert_int_eq(read_attr("name", 17, text), 16);
	ck_assert_str_eq(text, "mxc-jpeg decoder");
	ck_assert_int_eq(read_attr("name", 18, text), 16);
	ck_assert_int_eq(read_attr("name", 16, text), -ENOSPC);
	ck_assert_int_eq(read_attr("name", 1, text), -ENOSPC);
	ck_assert_int_eq(read_attr("name", 0, text), -ENOSPC);
	/* 9 bytes without one. */
	ck_assert_int_eq(read_attr("top", 10, text), 9);
	ck_assert_int_eq(read_attr("top", 9, text), -ENOSPC);
	ck_assert_int_eq(read_attr("empty", 1, text), 0);
	/* One newline is taken off, and no more. */
	put_text("soc/lines", "a\nb\n\n");
	ck_assert_int_eq(read_attr("lines", 64, text), 4);
	ck_assert_str_eq(text, "a\nb\n");
	/* Nor one that isn't the end. */
	ck_assert_int_eq(read_attr("lines", 2, text), -ENOSPC);
	ck_assert_int_eq(read_attr("lines", 4, text), -ENOSPC);
	put_text("soc/newline", "\n");
	ck_assert_int_eq(read_attr("newline", 1, text), 0);
}
END_TEST

/* Links are how the kernel names other devices; they are not its attributes. */
START_TEST(a_link_is_no_attribute)
{
	char text[64], path[256];

	snprintf(path, sizeof(path), "%s/driver", syspath);
	ck_assert_int_eq(symlink("/etc/passwd", path), 0);
	ck_assert_int_eq(read_attr("driver", 64, text), -ENOENT);
	put_text("soc/driver", "further up");
	ck_assert_int_eq(read_attr("driver", 64, text), 10);
	snprintf(path, sizeof(path), "%s/fifo", syspath);
	ck_assert_int_eq(mkfifo(path, 0644), 0);
	ck_assert_int_eq(read_attr("fifo", 64, text), -ENOENT);
}
END_TEST

/* That it is there, but not for us, is no reason to look further up. */
START_TEST(an_attribute_may_be_forbidden)
{
	char text[64], path[256];

	if (geteuid() == 0)
		test_skip("unprivileged", "root may read everything");
	put_text("soc/secret", "further up");
	put_text("soc/jpeg/video4linux/video3/secret", "x");
	snprintf(path, sizeof(path), "%s/secret", syspath);
	ck_assert_int_eq(chmod(path, 0), 0);
	ck_assert_int_eq(read_attr("secret", 64, text), -EACCES);
}
END_TEST

START_TEST(long_names_are_refused)
{
	char key[5000], text[64];

	memset(key, 'a', sizeof(key) - 1);
	key[sizeof(key) - 1] = '\0';
	ck_assert_int_eq(read_attr(key, 64, text), -ENAMETOOLONG);
}
END_TEST

/* Nothing above a device of the real sysfs is looked at. */
START_TEST(stops_at_the_top_of_sysfs)
{
	struct lc_watch_device seen = seen_device();
	struct libcodec_device *dev;
	char text[64];

	if (access("/sys/devices", X_OK) || access("/sys/kernel/uevent_seqnum", R_OK))
		test_skip("sysfs", "no sysfs here");
	seen.syspath = "/sys/devices/no-such-device/video4linux/video3";
	dev = lc_device_new(&seen);
	ck_assert_ptr_nonnull(dev);
	ck_assert_int_eq(lc_device_attr(dev, "kernel/uevent_seqnum", text, sizeof(text)),
			 -ENOENT);
	lc_device_unref(dev);
}
END_TEST

/* --- sections --- */

static void take(struct lc_match *m, const char *key, const char *value)
{
	char wrong[LC_MATCH_WRONG_MAX] = "";
	int r;

	r = lc_match_take(m, (struct lc_text){ key, strlen(key) },
			  (struct lc_text){ value, strlen(value) }, wrong);
	ck_assert_msg(r == 0, "%s", wrong);
}

/* Keys and values up to NULL. */
static bool matches(const char *key, ...)
{
	struct libcodec_device *dev = new_device();
	struct lc_match m = { 0 };
	va_list ap;
	bool does;

	va_start(ap, key);
	for (; key; key = va_arg(ap, const char *))
		take(&m, key, va_arg(ap, const char *));
	va_end(ap);
	does = lc_match_device(&m, dev);
	lc_match_done(&m);
	ck_assert(lc_match_is_empty(&m));
	lc_device_unref(dev);
	return does;
}

static const struct {
	const char *key, *value;
	bool does;
} ones[] = {
	{ "Subsystem", "video4linux", true },
	{ "Subsystem", "video", false },
	{ "Driver", "mxc-jpeg", true },
	{ "Driver", "mxc-*", true },
	{ "Driver", "mxc", false },
	{ "Driver", "MXC-*", false },
	{ "Driver", "[a-m]xc?jpeg", true },
	{ "Driver", "+(mxc-jpeg)", false }, /* no extensions */
	{ "Driver", "@(mxc-jpeg|x)", false },
	{ "Driver", "{mxc-jpeg,x}", false },
	{ "Driver", "[", false },
	{ "Driver", "\\m*", true },
	{ "Devtype", "*", true }, /* of nothing, too */
	{ "Devtype", "?*", false },
	{ "Node", "/dev/video*", true },
	{ "Node", "/dev/video3", true },
	{ "Node", "video3", false },
	{ "Syspath", "*/soc/*", true }, /* a star goes over slashes */
	{ "Syspath", "/sys/*", false },
	{ "Attr", "name:mxc-jpeg*", true },
	{ "Attr", "name:mxc-jpeg decoder", true },
	{ "Attr", "name:*encoder*", false },
	{ "Attr", "modalias:of:N*", true }, /* the first colon parts them */
	{ "Attr", "empty:*", true },
	{ "Attr", "missing:*", false },
	{ "Attr", "power/control:auto", true },
	{ "Property", "A:1", true },
	{ "Property", "A:2", false },
	{ "Property", "EMPTY:*", true },
	{ "Property", "ID_X:a=?", true },
	{ "Property", "NONE:*", false },
	{ "Tag", "seat", true },
	{ "Tag", "sea*", false }, /* a word */
};

START_TEST(one_key)
{
	ck_assert_msg(matches(ones[_i].key, ones[_i].value, NULL) == ones[_i].does,
		      "%s=%s", ones[_i].key, ones[_i].value);
}
END_TEST

START_TEST(all_keys_must_match)
{
	ck_assert(matches(NULL));
	ck_assert(matches("Subsystem", "video4linux", "Driver", "mxc*", "Node",
			  "/dev/video*", "Attr", "name:mxc*", "Attr", "modalias:*",
			  "Property", "A:1", "Property", "EMPTY:*", "Tag", "seat", "Tag",
			  "libcodec", NULL));
	ck_assert(!matches("Subsystem", "video4linux", "Driver", "x", NULL));
	ck_assert(!matches("Driver", "mxc*", "Node", "/dev/dri/*", NULL));
	ck_assert(!matches("Attr", "name:mxc*", "Attr", "name:x", NULL));
	ck_assert(!matches("Property", "A:1", "Property", "B:*", NULL));
	ck_assert(!matches("Tag", "seat", "Tag", "x", NULL));
}
END_TEST

START_TEST(bytes_that_are_no_text)
{
	char big[4099];

	put("soc/binary", "abc\0def\n", 8);
	ck_assert(!matches("Attr", "binary:abc", NULL));
	ck_assert(!matches("Attr", "binary:abc*", NULL));
	memset(big, 'a', sizeof(big));
	put("soc/big", big, 4096);
	ck_assert(matches("Attr", "big:aa*aa", NULL));
	put("soc/big", big, 4097);
	ck_assert(!matches("Attr", "big:aa*aa", NULL));
}
END_TEST

/* No glob that is taken keeps anybody waiting. */
START_TEST(a_glob_of_stars)
{
	char big[4096], glob[260];
	size_t i;

	memset(big, 'a', sizeof(big));
	put("soc/big", big, sizeof(big));
	strcpy(glob, "big:");
	for (i = 4; i + 2 < LC_MATCH_GLOB_MAX; i += 2)
		memcpy(glob + i, "*a", 2);
	strcpy(glob + i, "b");
	ck_assert(!matches("Attr", glob, NULL));
}
END_TEST

START_TEST(says_what_it_means)
{
	struct lc_match m = { 0 };
	char *text;

	ck_assert_int_eq(lc_match_describe(&m, &text), 0);
	ck_assert_str_eq(text, "anything");
	free(text);
	take(&m, "Tag", "x");
	ck_assert(lc_match_needs_udev(&m));
	take(&m, "Attr", "a:b");
	take(&m, "Driver", "d*");
	take(&m, "Attr", "c:d");
	take(&m, "Syspath", "/sys/*");
	ck_assert_int_eq(lc_match_describe(&m, &text), 0);
	ck_assert_str_eq(text, "Driver=d*, Syspath=/sys/*, Attr=a:b, Attr=c:d, Tag=x");
	free(text);
	lc_match_done(&m);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("match");
	TCase *t;

	t = tcase_create("records");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_record_is_a_copy);
	tcase_add_test(t, a_record_knows_a_change);
	tcase_add_test(t, finds_properties_and_tags);
	suite_add_tcase(s, t);

	t = tcase_create("attributes");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, reads_attributes, 0, (int)LC_ARRAY_SIZE(attrs));
	tcase_add_test(t, attributes_have_room_or_none);
	tcase_add_test(t, a_link_is_no_attribute);
	tcase_add_test(t, an_attribute_may_be_forbidden);
	tcase_add_test(t, long_names_are_refused);
	tcase_add_test(t, stops_at_the_top_of_sysfs);
	suite_add_tcase(s, t);

	t = tcase_create("sections");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, one_key, 0, (int)LC_ARRAY_SIZE(ones));
	tcase_add_test(t, all_keys_must_match);
	tcase_add_test(t, bytes_that_are_no_text);
	tcase_add_test(t, a_glob_of_stars);
	tcase_add_test(t, says_what_it_means);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return test_main("match", make);
}
