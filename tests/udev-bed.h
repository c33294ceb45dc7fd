/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fake devices for tests: a tree of /sys and /dev that umockdev puts before the real one
 * for this process, with uevents that libudev receives. A program that uses it begins
 *
 *	int main(int argc, char **argv)
 *	{
 *		udev_bed_preload(argv);
 *		return test_main("udev", make);
 *	}
 *
 * and calls udev_bed_require() in each test that makes a bed. Everything but these two is
 * there in builds with HAVE_UMOCKDEV only.
 *
 * Nodes are regular files, which umockdev shows as character devices: they can be opened,
 * have an ioctl handler attached, mapped and given modes; they can't be polled.
 */
#ifndef LC_TESTS_UDEV_BED_H
#define LC_TESTS_UDEV_BED_H

#include "test.h"

/* Run the program again with umockdev's library preloaded, where it isn't yet. */
void udev_bed_preload(char **argv);

/* Skip the test ("umockdev") where there are no fake devices, with the reason. */
void udev_bed_require(void);

#ifdef HAVE_UMOCKDEV

#include <sys/types.h>
#include <umockdev.h>

struct udev_bed {
	UMockdevTestbed *testbed;
	const char *root; /* sys/ and dev/ are below it, for whoever goes past umockdev */
};

/* A fake device below a parent that is bound to a driver. */
struct udev_bed_device {
	unsigned int number;    /* video3: 3 */
	const char *driver;     /* of the parent; NULL: it is bound to none */
	const char *parent;     /* below /sys/devices/platform; NULL: fake.NUMBER */
	const char *subsystem;  /* NULL: video4linux */
	const char *name;       /* of node and device, "dri/card" of card3; NULL: video */
	unsigned int major;     /* 0: 81; the minor is @number */
	const char *properties; /* more lines of "uevent", "A=b\nC=d\n"; NULL: none */
};

/* With /dev and /sys/class, and nothing in them. */
void udev_bed_init(struct udev_bed *bed);
void udev_bed_done(struct udev_bed *bed);

/*
 * Wait until umockdev's threads have begun, for tests that count descriptors or take them
 * away: glib aborts without, and opens its last one in the thread "gmain".
 */
void udev_bed_settle(struct udev_bed *bed);

/* "/sys/devices/platform/fake.3/video4linux/video3"; valid until the fourth call. */
const char *udev_bed_syspath(const struct udev_bed_device *dev);

/* "/dev/video3"; likewise. */
const char *udev_bed_node(const struct udev_bed_device *dev);
dev_t udev_bed_devnum(const struct udev_bed_device *dev);

/* sysfs, then the node with mode 0660, then "add": in the order of the kernel and udev. */
void udev_bed_add(struct udev_bed *bed, const struct udev_bed_device *dev);

/* The node, then "remove", then sysfs (umockdev needs it for the event). */
void udev_bed_remove(struct udev_bed *bed, const struct udev_bed_device *dev);

/*
 * Send a uevent of any action. The queue to a listener may be as short as 10 events; it is
 * an error of the test to let it overflow.
 */
void udev_bed_event(struct udev_bed *bed, const struct udev_bed_device *dev,
		    const char *action);
void udev_bed_chmod(struct udev_bed *bed, const struct udev_bed_device *dev, mode_t mode);

/* The steps one by one. */
void udev_bed_add_sysfs(struct udev_bed *bed, const struct udev_bed_device *dev);
void udev_bed_remove_sysfs(struct udev_bed *bed, const struct udev_bed_device *dev);
void udev_bed_add_node(struct udev_bed *bed, const struct udev_bed_device *dev);
void udev_bed_remove_node(struct udev_bed *bed, const struct udev_bed_device *dev);

/* For odd things: a file, a folder (with its parents), a link at a path below the root. */
void udev_bed_write(struct udev_bed *bed, const char *path, const void *data,
		    size_t size);
void udev_bed_mkdir(struct udev_bed *bed, const char *path);
void udev_bed_symlink(struct udev_bed *bed, const char *target, const char *path);
void udev_bed_delete(struct udev_bed *bed, const char *path);

#endif
#endif
