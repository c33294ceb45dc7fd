/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices as the kernel shows them: which there are, and which come, go or change. Over
 * libudev where its daemon runs, else over sysfs and inotify. The only room that knows
 * libudev; knows nothing of plugins. It decides nothing: who listens gets told of devices
 * that are there (any event that is no removal), and makes up their own mind.
 */
#ifndef LC_UDEV_WATCH_H
#define LC_UDEV_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/*
 * One device at one moment. Valid during the call that hands it over. No pointer is NULL;
 * strings are "" and lists empty where there is nothing. The bytes are the kernel's and
 * udev's: not always printable, not always UTF-8.
 *
 * Properties and tags are sorted, so that the same device reads the same each time. They
 * are udev's, where it has any, else what the kernel says in "uevent"; those of an event
 * rather than of the device (ACTION, SEQNUM, SYNTH_*) are left out. A list that is out of
 * all proportion is cut.
 */
struct lc_watch_device {
	const char *syspath;   /* "/sys/devices/..." */
	const char *sysname;   /* "video3" */
	const char *subsystem; /* "video4linux" */
	const char *devtype;
	const char *driver;    /* of the device, or of the nearest parent that has one */
	const char *node;      /* "/dev/video3"; sysfs: "" also where it isn't in /dev */
	uint64_t devnum;       /* dev_t of the node; 0: none */
	const char *const *properties; /* "KEY=value", NULL-terminated */
	const char *const *tags;       /* NULL-terminated */
};

enum lc_watch_what {
	LC_WATCH_SCAN_BEGIN, /* a PRESENT follows for each device that is there ... */
	LC_WATCH_SCAN_END,   /* ... and what wasn't named in between is gone. @dev: NULL */
	LC_WATCH_PRESENT,    /* it is there: it came, changed, or a scan found it */
	LC_WATCH_GONE,       /* only what names it is sure to be there: syspath, devnum */
};

/*
 * Called from within lc_watch_scan(), lc_watch_new() and lc_watch_dispatch(). It may call
 * lc_watch_node() and lc_watch_forget_node(), nothing else of the watch. A device may be
 * told of as PRESENT or GONE more often than it came or went.
 */
typedef void (*lc_watch_fn)(void *data, enum lc_watch_what what,
			    const struct lc_watch_device *dev);

/* How the devices are found; the values of LIBCODEC_HOTPLUG_*. */
enum lc_watch_mode {
	LC_WATCH_AUTO = 0, /* udev where its daemon runs and can be listened to */
	LC_WATCH_UDEV = 1,
	LC_WATCH_SYSFS = 2,
};

#define LC_WATCH_SUBSYSTEMS_MAX 64 /* more are -EINVAL */

struct lc_watch;

/*
 * Tell @fn of all devices of @subsystems (NULL-terminated) that are there, between
 * SCAN_BEGIN and SCAN_END, by increasing devnum. On this thread, keeps nothing. 0 or a
 * negative errno, then without a SCAN_END: -EINVAL (a subsystem that is no plain name, or
 * more than 64 of them), -EOPNOTSUPP (LC_WATCH_UDEV in a build without libudev), -E2BIG
 * (thousands of devices), -ENOMEM, -EMFILE and others.
 */
int lc_watch_scan(enum lc_watch_mode mode, const char *const *subsystems, lc_watch_fn fn,
		  void *data);

/*
 * Begin to listen, then scan as above: what happens in between is told twice rather than
 * not at all. All further calls come from this thread; the strings are copied. 0 or a
 * negative errno as above. There is no watch to call lc_watch_node() with during the scan.
 */
int lc_watch_new(enum lc_watch_mode mode, const char *const *subsystems, lc_watch_fn fn,
		 void *data, struct lc_watch **ret_watch);
struct lc_watch *lc_watch_free(struct lc_watch *w);

/* A descriptor that is readable when lc_watch_dispatch() has something to do. */
int lc_watch_fd(const struct lc_watch *w);

/*
 * Take in what has happened without waiting: a bounded part of it, so that a burst keeps
 * nobody here for ever. The descriptor stays readable while there is more. Lost events
 * (ENOBUFS, an overflow of inotify) mean a scan, once the events before the loss are told.
 * 0 or a negative errno; it goes on working after one, and a scan that failed is tried
 * again by itself.
 */
int lc_watch_dispatch(struct lc_watch *w);

/*
 * Tell of the device again (PRESENT) when the permissions of its @node change: udev
 * gives no event for that. Once asked, until the node goes or lc_watch_forget_node(); a
 * node that was made anew must be asked for again, when its device is PRESENT. 0, also
 * where it is watched already, or a negative errno: -EINVAL (no path below /dev), -ENOENT,
 * -ENOSPC (256 nodes are, or the user has no inotify watch left) and others.
 */
int lc_watch_node(struct lc_watch *w, const char *node);
void lc_watch_forget_node(struct lc_watch *w, const char *node);

/* Whether it listens to udev (else to sysfs). */
bool lc_watch_is_udev(const struct lc_watch *w);

#endif
