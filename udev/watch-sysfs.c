/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices without udev: what sysfs lists, and inotify on the folders of /dev that their
 * nodes live in. sysfs itself tells of nothing, and a node goes a moment before its device
 * does; hence what was told is remembered (to know whose node went), and a scan settles
 * what an event left open.
 */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>

#include "watch-private.h"

/* A device that a scan found. */
struct found {
	uint64_t devnum;
	char *syspath;
};

struct found_list {
	struct found *found; /* LC_DEVICES_MAX */
	size_t n;
};

/* --- what was told --- */

static void forget(struct lc_watch *w, size_t i)
{
	free(w->known[i].syspath);
	free(w->known[i].node);
	w->known[i] = w->known[--w->n_known];
}

static void forget_all(struct lc_watch *w)
{
	while (w->n_known)
		forget(w, w->n_known - 1);
}

static void forget_path(struct lc_watch *w, const char *syspath)
{
	size_t i;

	for (i = w->n_known; i-- > 0;) {
		if (!strcmp(w->known[i].syspath, syspath))
			forget(w, i);
	}
}

static int remember(struct lc_watch *w, const struct lc_seen *s)
{
	struct lc_known *known;

	if (!w->listens || !s->node[0])
		return 0;
	if (w->n_known == LC_DEVICES_MAX)
		return -E2BIG;
	known = &w->known[w->n_known];
	known->syspath = strdup(s->syspath);
	known->node = strdup(s->node);
	known->devnum = s->dev.devnum;
	if (!known->syspath || !known->node) {
		free(known->syspath);
		free(known->node);
		return -ENOMEM;
	}
	w->n_known++;
	return 0;
}

/* Tell that the devices of a node are gone. Whether there were any. */
static bool tell_gone(struct lc_watch *w, const char *node)
{
	bool any = false;
	size_t i;

	for (i = w->n_known; i-- > 0;) {
		if (strcmp(w->known[i].node, node))
			continue;
		any = true;
		lc_seen_start(w->seen, w->known[i].syspath);
		w->seen->dev.devnum = w->known[i].devnum;
		lc_seen_copy(w->seen->node, sizeof(w->seen->node), node);
		lc_seen_finish(w->seen);
		forget(w, i);
		w->fn(w->data, LC_WATCH_GONE, &w->seen->dev);
	}
	return any;
}

/* --- what is there --- */

/*
 * Watch the folder that the node is in, or comes in, and those around it, which that comes
 * in. It is done before one looks for the node, so that it can't come unseen in between.
 */
static int watch_folders(struct lc_watch *w, const char *node)
{
	char dir[PATH_MAX], *slash;
	int r;

	lc_seen_copy(dir, sizeof(dir), node);
	while ((slash = strrchr(dir, '/')) && slash != dir) {
		*slash = '\0';
		r = lc_inotify_add_dir(w, dir);
		/* With too many folders it has to do without hotplug in this one. */
		if (lc_is_shortage(r))
			return r;
	}
	return 0;
}

/* 0, also for a device of another subsystem, -ENOENT, or another negative errno. */
static int tell_present(struct lc_watch *w, const char *syspath)
{
	struct lc_seen *s = w->seen;
	int r;

	r = lc_sysfs_link(syspath, "subsystem", s->subsystem, sizeof(s->subsystem));
	if (r == 0 && !lc_watch_wants(w, s->subsystem))
		return 0;
	r = lc_sysfs_describe(syspath, s);
	if (r < 0)
		return lc_is_shortage(r) ? r : -ENOENT;
	if (w->listens && s->node[0]) {
		r = watch_folders(w, s->node);
		if (r < 0)
			return r;
	}
	if (!lc_sysfs_has_node(s))
		s->node[0] = '\0';
	forget_path(w, syspath);
	r = remember(w, s);
	if (r < 0)
		return r;
	w->fn(w->data, LC_WATCH_PRESENT, &s->dev);
	return 0;
}

/* --- scan --- */

static int add_found(struct found_list *list, const char *path)
{
	char syspath[PATH_MAX];
	struct found *f;
	int r;

	/* A link that leads nowhere or in circles, or out of the devices, is none. */
	if (!realpath(path, syspath))
		return lc_is_shortage(-errno) ? -errno : 0;
	if (strncmp(syspath, "/sys/devices/", 13))
		return 0;
	if (list->n == LC_DEVICES_MAX)
		return -E2BIG;
	f = &list->found[list->n];
	f->devnum = 0;
	r = lc_sysfs_devnum(syspath, &f->devnum);
	if (lc_is_shortage(r))
		return r;
	f->syspath = strdup(syspath);
	if (!f->syspath)
		return -ENOMEM;
	list->n++;
	return 0;
}

static int list_folder(struct found_list *list, const char *folder)
{
	char path[PATH_MAX];
	struct dirent *e;
	DIR *dir;
	int r = 0, n;

	dir = opendir(folder);
	if (!dir)
		return -errno;
	while (r == 0) {
		errno = 0;
		e = readdir(dir);
		if (!e) {
			r = -errno;
			break;
		}
		if (e->d_name[0] == '.')
			continue;
		n = snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		if (n > 0 && (size_t)n < sizeof(path))
			r = add_found(list, path);
	}
	closedir(dir);
	return r;
}

/* A bus is looked at where there is no class of that name. */
static int list_subsystem(struct found_list *list, const char *subsystem)
{
	char folder[PATH_MAX];
	int r;

	snprintf(folder, sizeof(folder), "/sys/class/%s", subsystem);
	r = list_folder(list, folder);
	if (r != -ENOENT)
		return r;
	snprintf(folder, sizeof(folder), "/sys/bus/%s/devices", subsystem);
	r = list_folder(list, folder);
	return r == -ENOENT ? 0 : r;
}

static int compare(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->devnum != y->devnum)
		return x->devnum < y->devnum ? -1 : 1;
	return strcmp(x->syspath, y->syspath);
}

static int tell_all(struct lc_watch *w, const struct found_list *list)
{
	size_t i;
	int r;

	w->fn(w->data, LC_WATCH_SCAN_BEGIN, NULL);
	for (i = 0; i < list->n; i++) {
		if (i && !compare(&list->found[i], &list->found[i - 1]))
			continue;
		r = tell_present(w, list->found[i].syspath);
		if (r < 0 && r != -ENOENT)
			return r;
	}
	w->fn(w->data, LC_WATCH_SCAN_END, NULL);
	return 0;
}

int lc_sysfs_scan(struct lc_watch *w)
{
	struct found_list list = { 0 };
	int r = 0;
	size_t i;

	list.found = calloc(LC_DEVICES_MAX, sizeof(list.found[0]));
	if (!list.found)
		return -ENOMEM;
	/* It comes again after it went (where /dev was mounted over). */
	if (w->listens)
		r = lc_inotify_add_dir(w, "/dev");
	for (i = 0; r == 0 && w->subsystems[i]; i++)
		r = list_subsystem(&list, w->subsystems[i]);
	if (r == 0) {
		qsort(list.found, list.n, sizeof(list.found[0]), compare);
		forget_all(w);
		r = tell_all(w, &list);
	}
	for (i = 0; i < list.n; i++)
		free(list.found[i].syspath);
	free(list.found);
	return r;
}

/* --- events --- */

void lc_sysfs_tell_node(struct lc_watch *w, const char *node)
{
	char syspath[PATH_MAX];
	int r;

	r = lc_sysfs_of_node(node, syspath);
	/* No device, or one that is gone again, which another event tells. */
	if (r == -ENOTTY || r == -ENOENT)
		return;
	if (r == 0)
		r = tell_present(w, syspath);
	if (r < 0)
		lc_watch_settle(w);
}

void lc_sysfs_event(struct lc_watch *w, const char *dir, const char *name, uint32_t mask)
{
	char node[PATH_MAX];
	int n;

	n = snprintf(node, sizeof(node), "%s/%s", dir, name);
	if (n < 0 || (size_t)n >= sizeof(node))
		return;
	if (mask & IN_ISDIR) {
		lc_watch_settle(w);
		return;
	}
	if (!(mask & (IN_DELETE | IN_MOVED_FROM))) {
		lc_sysfs_tell_node(w, node);
		return;
	}
	if (tell_gone(w, node))
		lc_watch_settle(w);
}

int lc_sysfs_open(struct lc_watch *w)
{
	int r;

	w->known = calloc(LC_DEVICES_MAX, sizeof(w->known[0]));
	if (!w->known)
		return -ENOMEM;
	r = lc_inotify_open(w);
	return r < 0 ? r : lc_inotify_add_dir(w, "/dev");
}

void lc_sysfs_close(struct lc_watch *w)
{
	forget_all(w);
	free(w->known);
	w->known = NULL;
}
