/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the files of this room share: the watch itself, and the record of one device.
 * Everything runs on the thread of lc_watch_new().
 */
#ifndef LC_UDEV_WATCH_PRIVATE_H
#define LC_UDEV_WATCH_PRIVATE_H

#include "watch.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>

#define LC_DEVICES_MAX    4096
#define LC_NODES_MAX      256
#define LC_DIRS_MAX       32
#define LC_NAME_MAX       (NAME_MAX + 1)
#define LC_PROPERTIES_MAX 256
#define LC_TAGS_MAX       64
#define LC_TEXT_MAX       32768 /* of all properties and tags together */
#define LC_UEVENT_MAX     16384 /* the kernel has room for 2048 bytes, sysfs for a page */

/*
 * The record of one device: room for the largest that is taken, made once, so that nothing
 * is allocated per device or event.
 */
struct lc_seen {
	struct lc_watch_device dev; /* what is told; points into the rest */
	char syspath[PATH_MAX];
	char node[PATH_MAX];
	char sysname[LC_NAME_MAX];
	char subsystem[LC_NAME_MAX];
	char devtype[LC_NAME_MAX];
	char driver[LC_NAME_MAX];
	const char *properties[LC_PROPERTIES_MAX + 1];
	const char *tags[LC_TAGS_MAX + 1];
	size_t n_properties;
	size_t n_tags;
	size_t used; /* of text */
	char text[LC_TEXT_MAX];
};

/* A path that inotify watches, or a free place (path: NULL). */
struct lc_watched {
	int wd; /* of two links to one file the same; -1: watched by its folder */
	char *path;
};

/* What sysfs mode told of last: finds the device of a node that is gone. */
struct lc_known {
	char *syspath;
	char *node;
	uint64_t devnum;
};

struct lc_watch {
	lc_watch_fn fn;
	void *data;
	char *subsystems[LC_WATCH_SUBSYSTEMS_MAX + 1];
	struct lc_seen *seen;
	bool is_udev;
	bool listens; /* else it is here for one scan */
	bool rescan;  /* something was lost: scan when the queues are empty */
	bool armed;   /* the timer runs ... */
	bool again;   /* ... and shall once more */
	int epoll_fd;
	int timer_fd;
	int inotify_fd; /* -1: not needed yet */
	struct lc_watched nodes[LC_NODES_MAX];
	struct lc_watched dirs[LC_DIRS_MAX];
	struct lc_known *known;              /* sysfs mode */
	size_t n_known;
	struct udev *udev;
	struct udev_monitor *monitor;
};

/* Whether a failure says nothing about a device: nobody may be taken for gone by it. */
static inline bool lc_is_shortage(int r)
{
	return r == -ENOMEM || r == -EMFILE || r == -ENFILE;
}

/* --- watch.c --- */

bool lc_watch_wants(const struct lc_watch *w, const char *subsystem);

/* Scan in a while, once what is under way now has settled. */
void lc_watch_settle(struct lc_watch *w);

int lc_watch_add_fd(struct lc_watch *w, int fd);

/* --- watch-seen.c --- */

/* Begin a record that says nothing but syspath and sysname. 0 or -ENAMETOOLONG. */
int lc_seen_start(struct lc_seen *s, const char *syspath);

/* Copy a string into an array of @size; "" where it has no room. @from may be NULL. */
void lc_seen_copy(char *to, size_t size, const char *from);

/* @value NULL: @key is "KEY=value". What has no room is left out. */
void lc_seen_property(struct lc_seen *s, const char *key, const char *value);
void lc_seen_tag(struct lc_seen *s, const char *tag);

/* Sort, and make dev point to all of it. */
void lc_seen_finish(struct lc_seen *s);

/* --- sysfs.c: reads, in both modes --- */

/* The text of an attribute with a NUL, cut at @size - 1. Its bytes or a negative errno. */
int lc_sysfs_read(const char *syspath, const char *name, char *buf, size_t size);

/* 0, or a negative errno: -ENOENT where there is none. */
int lc_sysfs_devnum(const char *syspath, uint64_t *ret_devnum);

/* The name that a link of the device ends in. 0 or a negative errno. */
int lc_sysfs_link(const char *syspath, const char *name, char *buf, size_t size);

/* The driver of the device, or of its nearest parent with one; or "". */
void lc_sysfs_driver(const char *syspath, char *buf, size_t size);

/* Where the device of a node is. 0, -ENODEV (none in sysfs), or another negative errno. */
int lc_sysfs_of_node(const char *node, char syspath[PATH_MAX]);

/*
 * All that sysfs says of a device. Whether its node is there is not looked at. 0, -ENOENT
 * (no device, or not any more), or another negative errno.
 */
int lc_sysfs_describe(const char *syspath, struct lc_seen *s);

/* Whether its node is a device of that number. */
bool lc_sysfs_has_node(const struct lc_seen *s);

/* --- watch-sysfs.c: the mode without udev --- */

int lc_sysfs_open(struct lc_watch *w);
void lc_sysfs_close(struct lc_watch *w);
int lc_sysfs_scan(struct lc_watch *w);

/* Something happened to @name in @dir; @mask is inotify's. */
void lc_sysfs_event(struct lc_watch *w, const char *dir, const char *name, uint32_t mask);

/* The permissions of a node changed. */
void lc_sysfs_tell_node(struct lc_watch *w, const char *node);

/* --- watch-udev.c --- */

int lc_udev_open(struct lc_watch *w);
void lc_udev_close(struct lc_watch *w);
int lc_udev_scan(struct lc_watch *w);
void lc_udev_receive(struct lc_watch *w);

/* Whether events wait to be received. */
bool lc_udev_has_more(const struct lc_watch *w);

void lc_udev_tell_node(struct lc_watch *w, const char *node);

/* --- watch-inotify.c --- */

int lc_inotify_open(struct lc_watch *w);
void lc_inotify_close(struct lc_watch *w);
void lc_inotify_read(struct lc_watch *w);

/* Also where it is watched already. 0 or a negative errno. */
int lc_inotify_add_dir(struct lc_watch *w, const char *path);

#endif
