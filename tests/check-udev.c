/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The watch of devices over fake ones: what a scan tells, what comes, goes and changes.
 * The same bodies in both ways of finding devices, and each way's own.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "test.h"
#include "udev-bed.h"
#include "watching.h"

#ifdef HAVE_UMOCKDEV

static const char *const video[] = { "video4linux", NULL };

static struct udev_bed bed;
static struct watching *x;

/* The loop variable of a test for both ways. */
static const enum lc_watch_mode modes[] = {
	LC_WATCH_SYSFS,
#ifdef HAVE_LIBUDEV
	LC_WATCH_UDEV,
#endif
};
#define N_MODES ((int)(sizeof(modes) / sizeof(modes[0])))

static void setup(void)
{
	udev_bed_require();
	udev_bed_init(&bed);
	x = watching_new();
}

static void teardown(void)
{
	watching_free(x);
	udev_bed_done(&bed);
}

/* That exactly these are there, as the bed made them. */
static void assert_there(const struct udev_bed_device *const *devs, size_t n)
{
	size_t i;

	ck_assert_uint_eq(x->n_there, n);
	for (i = 0; i < n; i++) {
		const struct watched *w = watching_find(x, udev_bed_syspath(devs[i]));

		ck_assert_msg(w != NULL, "%s is not there", udev_bed_syspath(devs[i]));
		ck_assert_uint_eq(w->devnum, udev_bed_devnum(devs[i]));
		ck_assert_str_eq(w->node, udev_bed_node(devs[i]));
		ck_assert_str_eq(w->driver, devs[i]->driver ? devs[i]->driver : "");
	}
}

static const struct udev_bed_device zero = { .number = 0, .driver = "hantro",
					     .properties = "ID_ONE=1\nDEVTYPE=codec\n" };
static const struct udev_bed_device seven = { .number = 7 };
static const struct udev_bed_device eleven = { .number = 11, .driver = "s5p-jpeg" };
static const struct udev_bed_device media = { .number = 2, .driver = "hantro",
					      .subsystem = "media", .name = "media",
					      .major = 240 };

static void add_four(void)
{
	udev_bed_add(&bed, &eleven);
	udev_bed_add(&bed, &media);
	udev_bed_add(&bed, &zero);
	udev_bed_add(&bed, &seven);
}

START_TEST(scans)
{
	const struct udev_bed_device *const all[] = { &zero, &seven, &eleven };
	const struct watched *w;

	add_four();
	ck_assert_int_eq(lc_watch_scan(modes[_i], video, watching_told, x), 0);
	ck_assert_uint_eq(x->scans, 1);
	ck_assert_uint_eq(x->present, 3);
	assert_there(all, 3);
	ck_assert_str_eq(x->scanned[0].sysname, "video0");
	ck_assert_str_eq(x->scanned[1].sysname, "video7");
	ck_assert_str_eq(x->scanned[2].sysname, "video11");
	w = &x->scanned[0];
	ck_assert_str_eq(w->subsystem, "video4linux");
	ck_assert_str_eq(w->devtype, "codec");
	ck_assert(strstr(w->properties, "ID_ONE=1\n"));
	ck_assert_str_eq(w->tags, "");
}
END_TEST

START_TEST(scans_subsystems)
{
	static const char *const both[] = { "media", "video4linux", "media", "none",
					    NULL };
	static const char *const nothing[] = { NULL };

	add_four();
	ck_assert_int_eq(lc_watch_scan(modes[_i], both, watching_told, x), 0);
	ck_assert_uint_eq(x->present, 4);
	/* By the number of the node, which is the major's first. */
	ck_assert_str_eq(x->scanned[3].sysname, "media2");
	ck_assert_int_eq(lc_watch_scan(modes[_i], nothing, watching_told, x), 0);
	ck_assert_uint_eq(x->scans, 2);
	ck_assert_uint_eq(x->n_there, 0);
}
END_TEST

/* A name that would lead out of its folder, or be a pattern. */
START_TEST(refuses_names)
{
	static const char *const bad[] = { "",	"..",  "a/b", "../class", "video*",
					   "?", "a[b", "a b", "\x80",	  "a\nb",
					   ".", "a|b" };
	const char *many[66] = { NULL };
	const char *list[] = { "video4linux", NULL, NULL };
	char longer[257];
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		list[1] = bad[i];
		ck_assert_int_eq(lc_watch_scan(modes[_i], list, watching_told, x),
				 -EINVAL);
		ck_assert_int_eq(
			lc_watch_new(modes[_i], list, watching_told, x, &x->watch),
			-EINVAL);
	}
	memset(longer, 'x', 256);
	longer[256] = '\0';
	list[1] = longer;
	ck_assert_int_eq(lc_watch_scan(modes[_i], list, watching_told, x), -EINVAL);
	ck_assert_int_eq(lc_watch_scan(modes[_i], NULL, watching_told, x), -EINVAL);
	ck_assert_int_eq(lc_watch_scan((enum lc_watch_mode)7, video, watching_told, x),
			 -EINVAL);
	for (i = 0; i < 65; i++)
		many[i] = "video4linux";
	ck_assert_int_eq(lc_watch_scan(modes[_i], many, watching_told, x), -EINVAL);
	many[64] = NULL;
	ck_assert_int_eq(lc_watch_scan(modes[_i], many, watching_told, x), 0);
	ck_assert_uint_eq(x->scans, 1);
	ck_assert(x->watch == NULL);
}
END_TEST

START_TEST(begins_with_what_is_there)
{
	const struct udev_bed_device *const all[] = { &zero, &seven, &eleven };

	add_four();
	watching_start(x, modes[_i], video);
	ck_assert(lc_watch_is_udev(x->watch) == (modes[_i] == LC_WATCH_UDEV));
	ck_assert_uint_eq(x->scans, 1);
	assert_there(all, 3);
	ck_assert_uint_eq(watching_take(x), 0);
}
END_TEST

START_TEST(comes_and_goes)
{
	const struct udev_bed_device *const one[] = { &zero };

	watching_start(x, modes[_i], video);
	ck_assert_uint_eq(x->n_there, 0);
	udev_bed_add(&bed, &zero);
	udev_bed_add(&bed, &media);
	ck_assert_uint_ge(watching_take(x), 1);
	assert_there(one, 1);
	ck_assert_uint_eq(x->gone, 0);

	udev_bed_remove(&bed, &zero);
	udev_bed_remove(&bed, &media);
	watching_take(x);
	ck_assert_uint_eq(x->n_there, 0);
	ck_assert_uint_eq(x->gone, 1);
	ck_assert_str_eq(x->last.syspath, udev_bed_syspath(&zero));
	ck_assert_uint_eq(x->last.devnum, udev_bed_devnum(&zero));
	watching_settle(x);
	ck_assert_uint_eq(x->n_there, 0);
}
END_TEST

/* The same device of the hardware, now with another number, driver and node. */
START_TEST(comes_back_with_another_number)
{
	const struct udev_bed_device was = { .number = 1,
					     .parent = "jpeg.0",
					     .driver = "a" };
	const struct udev_bed_device is = { .number = 3,
					    .parent = "jpeg.0",
					    .driver = "b" };
	const struct udev_bed_device *const one[] = { &is };

	udev_bed_add(&bed, &was);
	watching_start(x, modes[_i], video);
	udev_bed_remove(&bed, &was);
	udev_bed_add(&bed, &is);
	watching_take(x);
	ck_assert_uint_eq(x->gone, 1);
	assert_there(one, 1);
	watching_settle(x);
	assert_there(one, 1);
}
END_TEST

/* A number that another device has now, before anybody looked. */
START_TEST(number_is_used_again)
{
	const struct udev_bed_device was = { .number = 5,
					     .parent = "usb.0",
					     .driver = "uvc" };
	const struct udev_bed_device is = { .number = 5,
					    .parent = "jpeg.0",
					    .driver = "m2m" };
	const struct udev_bed_device *const one[] = { &is };

	udev_bed_add(&bed, &was);
	watching_start(x, modes[_i], video);
	udev_bed_remove(&bed, &was);
	udev_bed_add(&bed, &is);
	watching_take(x);
	ck_assert_uint_eq(x->gone, 1);
	assert_there(one, 1);
	watching_settle(x);
	assert_there(one, 1);
}
END_TEST

/* It was away for a moment: who has it open must know, though nothing looks different. */
START_TEST(comes_back_the_same)
{
	const struct udev_bed_device *const one[] = { &zero };
	int i;

	udev_bed_add(&bed, &zero);
	watching_start(x, modes[_i], video);
	for (i = 0; i < 3; i++) {
		udev_bed_remove(&bed, &zero);
		udev_bed_add(&bed, &zero);
	}
	watching_take(x);
	ck_assert_uint_eq(x->gone, 3);
	assert_there(one, 1);
	watching_settle(x);
	assert_there(one, 1);
}
END_TEST

START_TEST(permissions_change)
{
	const struct udev_bed_device *const one[] = { &zero };
	const char *node = "/dev/video0";

	udev_bed_add(&bed, &zero);
	udev_bed_add(&bed, &media);
	watching_start(x, modes[_i], video);
	ck_assert_int_eq(lc_watch_node(x->watch, node), 0);
	ck_assert_int_eq(lc_watch_node(x->watch, node), 0);
	watching_reset(x);
	udev_bed_chmod(&bed, &zero, 0);
	watching_take(x);
	ck_assert_uint_ge(x->present, 1);
	ck_assert_uint_eq(x->scans, 0);
	ck_assert_str_eq(x->last.syspath, udev_bed_syspath(&zero));
	assert_there(one, 1);

	/* One that nobody listens to tells nothing. */
	ck_assert_int_eq(lc_watch_node(x->watch, udev_bed_node(&media)), 0);
	watching_reset(x);
	udev_bed_chmod(&bed, &media, 0666);
	watching_take(x);
	ck_assert_uint_eq(x->present, 0);

	ck_assert_int_eq(lc_watch_node(x->watch, "/dev/video99"), -ENOENT);
	ck_assert_int_eq(lc_watch_node(x->watch, "/etc/passwd"), -EINVAL);
	ck_assert_int_eq(lc_watch_node(x->watch, ""), -EINVAL);
	ck_assert_int_eq(lc_watch_node(x->watch, NULL), -EINVAL);
	lc_watch_forget_node(x->watch, "/dev/video99");
	lc_watch_forget_node(x->watch, NULL);
}
END_TEST

/* Told within a call, the listener asks for nodes and forgets them. */
START_TEST(permissions_of_what_comes)
{
	const struct udev_bed_device *const one[] = { &zero };
	int i;

	x->node_asked = true;
	watching_start(x, modes[_i], video);
	for (i = 0; i < 5; i++) {
		udev_bed_add(&bed, &zero);
		watching_take(x);
		watching_reset(x);
		udev_bed_chmod(&bed, &zero, 0600);
		watching_take(x);
		ck_assert_uint_ge(x->present, 1);
		assert_there(one, 1);
		udev_bed_remove(&bed, &zero);
		watching_take(x);
		ck_assert_uint_eq(x->n_there, 0);
	}
	watching_settle(x);
	ck_assert_uint_eq(x->n_there, 0);
}
END_TEST

START_TEST(watches_so_many_nodes)
{
	struct udev_bed_device dev = { .number = 0, .parent = "many" };
	unsigned int i;

	for (i = 0; i <= 256; i++) {
		dev.number = i;
		udev_bed_add_sysfs(&bed, &dev);
		udev_bed_add_node(&bed, &dev);
	}
	watching_start(x, modes[_i], video);
	ck_assert_uint_eq(x->n_there, 257);
	for (dev.number = 0; dev.number < 256; dev.number++)
		ck_assert_int_eq(lc_watch_node(x->watch, udev_bed_node(&dev)), 0);
	ck_assert_int_eq(lc_watch_node(x->watch, udev_bed_node(&dev)), -ENOSPC);
	dev.number = 77;
	lc_watch_forget_node(x->watch, udev_bed_node(&dev));
	dev.number = 256;
	ck_assert_int_eq(lc_watch_node(x->watch, udev_bed_node(&dev)), 0);
	watching_reset(x);
	udev_bed_chmod(&bed, &dev, 0600);
	watching_take(x);
	ck_assert_str_eq(x->last.syspath, udev_bed_syspath(&dev));
	ck_assert_uint_ge(x->present, 1);
}
END_TEST

/* 200 that come in one go, as far as the queue of fake events lets them. */
START_TEST(burst)
{
	struct udev_bed_device dev = { .driver = "burst", .parent = "burst.0" };
	unsigned int i;

	watching_start(x, modes[_i], video);
	for (i = 0; i < 200; i++) {
		dev.number = i;
		udev_bed_add(&bed, &dev);
		if (i % 8 == 7)
			watching_take(x);
	}
	watching_take(x);
	ck_assert_uint_eq(x->n_there, 200);
	for (i = 0; i < 200; i++) {
		dev.number = i;
		udev_bed_remove(&bed, &dev);
		if (i % 8 == 7)
			watching_take(x);
	}
	watching_take(x);
	ck_assert_uint_eq(x->n_there, 0);
	ck_assert_uint_eq(x->gone, 200);
}
END_TEST

static unsigned int random_below(unsigned int n)
{
	static unsigned int state = 2463534242u;

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % n;
}

#define N_RANDOM 12

/* Of each number one that is there, of two parents, or none. */
START_TEST(random_rounds)
{
	static struct udev_bed_device devs[N_RANDOM][2];
	const struct udev_bed_device *there[N_RANDOM] = { NULL };
	const struct udev_bed_device *all[N_RANDOM];
	unsigned int i, k, n = 0;

	for (i = 0; i < N_RANDOM; i++) {
		devs[i][0] = (struct udev_bed_device){ .number = i, .driver = "left",
						       .parent = "left.0" };
		devs[i][1] = (struct udev_bed_device){ .number = i, .driver = "right",
						       .parent = "right.0" };
	}
	x->node_asked = true;
	watching_start(x, modes[_i], video);
	for (k = 0; k < 1000; k++) {
		i = random_below(N_RANDOM);
		if (there[i]) {
			udev_bed_remove(&bed, there[i]);
			there[i] = NULL;
		} else {
			there[i] = &devs[i][random_below(2)];
			udev_bed_add(&bed, there[i]);
		}
		if (there[i] && random_below(4) == 0)
			udev_bed_chmod(&bed, there[i], random_below(2) ? 0660 : 0);
		if (k % 8 == 7 || random_below(3) == 0)
			watching_take(x);
	}
	for (i = 0; i < N_RANDOM; i++) {
		if (there[i])
			all[n++] = there[i];
	}
	ck_assert_uint_gt(n, 0);
	watching_settle(x);
	assert_there(all, n);
}
END_TEST

START_TEST(leaves_nothing_open)
{
	unsigned int fds, i;

	add_four();
	watching_start(x, modes[_i], video);
	x->watch = lc_watch_free(x->watch);
	ck_assert(x->watch == NULL);
	udev_bed_settle(&bed);
	fds = watching_count_fds();
	for (i = 0; i < 50; i++) {
		watching_start(x, modes[_i], video);
		ck_assert_int_eq(lc_watch_node(x->watch, udev_bed_node(&zero)), 0);
		udev_bed_chmod(&bed, &zero, i % 2 ? 0 : 0600);
		udev_bed_event(&bed, &seven, "change");
		if (i % 3)
			watching_take(x);
		x->watch = lc_watch_free(x->watch);
		ck_assert_int_eq(lc_watch_scan(modes[_i], video, watching_told, x), 0);
	}
	ck_assert_uint_eq(watching_count_fds(), fds);
	ck_assert(lc_watch_free(NULL) == NULL);
}
END_TEST

#ifdef HAVE_LIBUDEV

/*
 * Anything but "remove" says that it is there. What was at the old path of one that moved
 * is found by a scan; so is, below a libudev that keeps to the actions that it knows, one
 * that it doesn't.
 */
START_TEST(udev_any_action)
{
	static const char *const actions[] = { "change", "bind", "unbind", "online",
					       "offline", "move", "warp" };
	const struct udev_bed_device *const one[] = { &zero };
	size_t i;

	udev_bed_add(&bed, &zero);
	watching_start(x, LC_WATCH_UDEV, video);
	for (i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		watching_reset(x);
		udev_bed_event(&bed, &zero, actions[i]);
		ck_assert_uint_ge(watching_take(x), 1);
		ck_assert_uint_ge(x->present, 1);
		ck_assert_uint_eq(x->gone, 0);
		if (i < 5)
			ck_assert_uint_eq(x->scans, 0);
		else if (i == 5)
			ck_assert_uint_eq(x->scans, 1);
		assert_there(one, 1);
	}
}
END_TEST

/* The same device reads the same, by an event and by a scan. */
START_TEST(udev_reads_the_same)
{
	const struct udev_bed_device dev = { .number = 4, .properties = "ZZ=1\nAA=2\n" };
	struct watched scanned;

	udev_bed_add(&bed, &dev);
	watching_start(x, LC_WATCH_UDEV, video);
	scanned = x->last;
	udev_bed_event(&bed, &dev, "add");
	watching_reset(x);
	watching_take(x);
	ck_assert_uint_eq(x->present, 1);
	ck_assert(!strstr(x->last.properties, "ACTION="));
	ck_assert(!strstr(x->last.properties, "SEQNUM="));
	ck_assert(strstr(x->last.properties, "AA=2\n"));
	ck_assert_str_eq(x->last.properties, scanned.properties);
}
END_TEST

/* Tags come with an event; no database has them afterwards, which hides no device. */
START_TEST(udev_without_database)
{
	const struct udev_bed_device dev = { .number = 4,
					     .properties = "TAGS=:seat:libcodec:\n" };

	watching_start(x, LC_WATCH_UDEV, video);
	udev_bed_add(&bed, &dev);
	watching_take(x);
	ck_assert_uint_eq(x->present, 1);
	ck_assert_str_eq(x->last.tags, "libcodec\nseat\n");
	ck_assert_int_eq(access("/run/udev/data/c81:4", F_OK), -1);
	ck_assert_int_eq(lc_watch_scan(LC_WATCH_UDEV, video, watching_told, x), 0);
	ck_assert_uint_eq(x->n_there, 1);
	ck_assert_str_eq(x->last.tags, "");
}
END_TEST

#else

START_TEST(udev_is_not_built_in)
{
	ck_assert_int_eq(lc_watch_scan(LC_WATCH_UDEV, video, watching_told, x),
			 -EOPNOTSUPP);
	ck_assert_int_eq(lc_watch_new(LC_WATCH_UDEV, video, watching_told, x, &x->watch),
			 -EOPNOTSUPP);
	ck_assert_int_eq(lc_watch_scan(LC_WATCH_AUTO, video, watching_told, x), 0);
}
END_TEST

#endif

/* As in a container: sysfs shows it, its node is another's or isn't there. */
START_TEST(sysfs_without_node)
{
	udev_bed_add_sysfs(&bed, &zero);
	watching_start(x, LC_WATCH_SYSFS, video);
	ck_assert_uint_eq(x->n_there, 1);
	ck_assert_str_eq(x->last.node, "");
	ck_assert_uint_eq(x->last.devnum, udev_bed_devnum(&zero));
	ck_assert(strstr(x->last.properties, "DEVNAME=video0\n"));

	udev_bed_add_node(&bed, &zero);
	watching_take(x);
	ck_assert_str_eq(x->last.node, "/dev/video0");

	/* A node of that name, and of another number. */
	udev_bed_symlink(&bed, "81:9", "/dev/.node/video0");
	watching_settle(x);
	ck_assert_int_eq(lc_watch_scan(LC_WATCH_SYSFS, video, watching_told, x), 0);
	ck_assert_str_eq(x->last.node, "");
}
END_TEST

/* The node is there first: nothing tells when its device comes, but a scan soon after. */
START_TEST(sysfs_after_node)
{
	const struct udev_bed_device *const one[] = { &zero };

	watching_start(x, LC_WATCH_SYSFS, video);
	udev_bed_add_node(&bed, &zero);
	watching_take(x);
	ck_assert_uint_eq(x->n_there, 0);
	udev_bed_add_sysfs(&bed, &zero);
	watching_settle(x);
	assert_there(one, 1);
}
END_TEST

/* The node goes first: the device is gone at once, and stays so. */
START_TEST(sysfs_gone_after_node)
{
	udev_bed_add(&bed, &zero);
	watching_start(x, LC_WATCH_SYSFS, video);
	udev_bed_remove_node(&bed, &zero);
	watching_take(x);
	ck_assert_uint_eq(x->gone, 1);
	ck_assert_str_eq(x->last.node, "/dev/video0");
	ck_assert_uint_eq(x->n_there, 0);
	udev_bed_remove_sysfs(&bed, &zero);
	watching_settle(x);
	ck_assert_uint_eq(x->n_there, 0);
}
END_TEST

/* Somebody took the node away only: the device is there without one. */
START_TEST(sysfs_node_goes_alone)
{
	udev_bed_add(&bed, &zero);
	watching_start(x, LC_WATCH_SYSFS, video);
	udev_bed_remove_node(&bed, &zero);
	watching_settle(x);
	ck_assert_uint_eq(x->gone, 1);
	ck_assert_uint_eq(x->n_there, 1);
	ck_assert_str_eq(x->there[0].node, "");
}
END_TEST

/* Without being asked: the folder is watched. */
START_TEST(sysfs_permissions)
{
	udev_bed_add(&bed, &zero);
	watching_start(x, LC_WATCH_SYSFS, video);
	watching_reset(x);
	udev_bed_chmod(&bed, &zero, 0600);
	watching_take(x);
	ck_assert_uint_eq(x->present, 1);
	ck_assert_uint_eq(x->scans, 0);
}
END_TEST

static const char *const drm[] = { "drm", NULL };

/* Nodes in folders, which come with them. */
START_TEST(sysfs_folders)
{
	const struct udev_bed_device card = { .number = 0,
					      .driver = "gpu",
					      .subsystem = "drm",
					      .name = "dri/card",
					      .major = 226 };
	const struct udev_bed_device deep = { .number = 1,
					      .driver = "gpu",
					      .subsystem = "drm",
					      .name = "a/b/card",
					      .major = 226 };
	const struct udev_bed_device *const both[] = { &card, &deep };

	watching_start(x, LC_WATCH_SYSFS, drm);
	udev_bed_add_sysfs(&bed, &card);
	udev_bed_mkdir(&bed, "/dev/dri");
	watching_settle(x);
	ck_assert_uint_eq(x->n_there, 1);
	ck_assert_str_eq(x->last.node, "");
	udev_bed_add_node(&bed, &card);
	watching_take(x);
	ck_assert_str_eq(x->last.node, "/dev/dri/card0");

	udev_bed_add(&bed, &deep);
	watching_settle(x);
	assert_there(both, 2);
	udev_bed_remove(&bed, &deep);
	watching_take(x);
	assert_there(both, 1);

	/* The folder goes, and comes back. */
	udev_bed_delete(&bed, "/dev/a/b");
	watching_settle(x);
	udev_bed_add(&bed, &deep);
	watching_settle(x);
	assert_there(both, 2);
}
END_TEST

/* No class of that name, but a bus. */
START_TEST(sysfs_bus)
{
	static const char *const bus[] = { "coral", NULL };

	udev_bed_mkdir(&bed, "/sys/devices/coral0");
	udev_bed_mkdir(&bed, "/sys/bus/coral/devices");
	udev_bed_write(&bed, "/sys/devices/coral0/uevent", "A=b\n", 4);
	udev_bed_symlink(&bed, "../../bus/coral", "/sys/devices/coral0/subsystem");
	udev_bed_symlink(&bed, "../../../devices/coral0",
			 "/sys/bus/coral/devices/coral0");
	watching_start(x, LC_WATCH_SYSFS, bus);
	ck_assert_uint_eq(x->n_there, 1);
	ck_assert_str_eq(x->last.sysname, "coral0");
	ck_assert_str_eq(x->last.subsystem, "coral");
	ck_assert_str_eq(x->last.properties, "A=b\n");
	ck_assert_uint_eq(x->last.devnum, 0);
}
END_TEST

static TCase *add_case(Suite *s, const char *name)
{
	TCase *tc = tcase_create(name);

	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(s, tc);
	return tc;
}

static Suite *make(void)
{
	Suite *s = suite_create("udev");
	TCase *tc;

	tc = add_case(s, "scan");
	tcase_add_loop_test(tc, scans, 0, N_MODES);
	tcase_add_loop_test(tc, scans_subsystems, 0, N_MODES);
	tcase_add_loop_test(tc, refuses_names, 0, N_MODES);

	tc = add_case(s, "watch");
	tcase_add_loop_test(tc, begins_with_what_is_there, 0, N_MODES);
	tcase_add_loop_test(tc, comes_and_goes, 0, N_MODES);
	tcase_add_loop_test(tc, comes_back_with_another_number, 0, N_MODES);
	tcase_add_loop_test(tc, number_is_used_again, 0, N_MODES);
	tcase_add_loop_test(tc, comes_back_the_same, 0, N_MODES);
	tcase_add_loop_test(tc, permissions_change, 0, N_MODES);
	tcase_add_loop_test(tc, permissions_of_what_comes, 0, N_MODES);
	tcase_add_loop_test(tc, watches_so_many_nodes, 0, N_MODES);
	tcase_add_loop_test(tc, burst, 0, N_MODES);
	tcase_add_loop_test(tc, random_rounds, 0, N_MODES);
	tcase_add_loop_test(tc, leaves_nothing_open, 0, N_MODES);

	tc = add_case(s, "udev");
#ifdef HAVE_LIBUDEV
	tcase_add_test(tc, udev_any_action);
	tcase_add_test(tc, udev_reads_the_same);
	tcase_add_test(tc, udev_without_database);
#else
	tcase_add_test(tc, udev_is_not_built_in);
#endif

	tc = add_case(s, "sysfs");
	tcase_add_test(tc, sysfs_without_node);
	tcase_add_test(tc, sysfs_after_node);
	tcase_add_test(tc, sysfs_gone_after_node);
	tcase_add_test(tc, sysfs_node_goes_alone);
	tcase_add_test(tc, sysfs_permissions);
	tcase_add_test(tc, sysfs_folders);
	tcase_add_test(tc, sysfs_bus);
	return s;
}

#else

START_TEST(needs_umockdev)
{
	udev_bed_require();
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("udev");
	TCase *tc = tcase_create("udev");

	tcase_add_test(tc, needs_umockdev);
	suite_add_tcase(s, tc);
	return s;
}

#endif

int main(int argc, char **argv)
{
	udev_bed_preload(argv);
	return test_main("udev", make);
}
