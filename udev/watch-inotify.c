/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * inotify: single nodes, whose permissions may change (both modes), and the folders that
 * nodes come and go in (sysfs mode) or that tell of nodes which may not be read. An entry
 * may vanish while its event is told, since who is told may forget a node; hence places,
 * which are never moved.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "watch-private.h"

#define NODE_MASK (IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
#define DIR_MASK \
	(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)

int lc_inotify_open(struct lc_watch *w)
{
	int r;

	if (w->inotify_fd >= 0)
		return 0;
	w->inotify_fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (w->inotify_fd < 0)
		return -errno;
	r = lc_watch_add_fd(w, w->inotify_fd);
	if (r < 0) {
		close(w->inotify_fd);
		w->inotify_fd = -1;
	}
	return r;
}

static void clear(struct lc_watched *entry)
{
	free(entry->path);
	entry->path = NULL;
}

void lc_inotify_close(struct lc_watch *w)
{
	size_t i;

	for (i = 0; i < LC_NODES_MAX; i++)
		clear(&w->nodes[i]);
	for (i = 0; i < LC_DIRS_MAX; i++)
		clear(&w->dirs[i]);
	if (w->inotify_fd >= 0)
		close(w->inotify_fd);
	w->inotify_fd = -1;
}

static struct lc_watched *find(struct lc_watched *list, size_t n, const char *path)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (list[i].path && !strcmp(list[i].path, path))
			return &list[i];
	}
	return NULL;
}

static struct lc_watched *free_place(struct lc_watched *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (!list[i].path)
			return &list[i];
	}
	return NULL;
}

static int add(struct lc_watch *w, struct lc_watched *list, size_t n, const char *path,
	       uint32_t mask)
{
	struct lc_watched *entry;
	int r;

	if (find(list, n, path))
		return 0;
	entry = free_place(list, n);
	if (!entry)
		return -ENOSPC;
	r = lc_inotify_open(w);
	if (r < 0)
		return r;
	entry->path = strdup(path);
	if (!entry->path)
		return -ENOMEM;
	/* A node and its folder are never one file, so no mask replaces the other. */
	entry->wd = inotify_add_watch(w->inotify_fd, path, mask);
	if (entry->wd < 0) {
		r = -errno;
		clear(entry);
		return r;
	}
	return 0;
}

int lc_inotify_add_dir(struct lc_watch *w, const char *path)
{
	return add(w, w->dirs, LC_DIRS_MAX, path, DIR_MASK);
}

/*
 * A node that may not be read can't be watched itself (inotify_add_watch(2)), and that is
 * the one whose permissions are waited for: its folder tells of it.
 */
static int watch_by_folder(struct lc_watch *w, const char *node)
{
	struct lc_watched *entry = free_place(w->nodes, LC_NODES_MAX);
	char dir[PATH_MAX];
	int r;

	if (!entry)
		return -ENOSPC;
	lc_seen_copy(dir, sizeof(dir), node);
	*strrchr(dir, '/') = '\0';
	r = lc_inotify_add_dir(w, dir);
	if (r < 0)
		return r;
	entry->path = strdup(node);
	entry->wd = -1;
	return entry->path ? 0 : -ENOMEM;
}

int lc_watch_node(struct lc_watch *w, const char *node)
{
	int r;

	if (!node || strncmp(node, "/dev/", 5) || strlen(node) >= PATH_MAX)
		return -EINVAL;
	r = add(w, w->nodes, LC_NODES_MAX, node, NODE_MASK);
	return r == -EACCES ? watch_by_folder(w, node) : r;
}

void lc_watch_forget_node(struct lc_watch *w, const char *node)
{
	struct lc_watched *entry = node ? find(w->nodes, LC_NODES_MAX, node) : NULL;
	size_t i;

	if (!entry)
		return;
	clear(entry);
	if (entry->wd < 0)
		return; /* its folder may have others */
	for (i = 0; i < LC_NODES_MAX; i++) {
		if (w->nodes[i].path && w->nodes[i].wd == entry->wd)
			return;
	}
	inotify_rm_watch(w->inotify_fd, entry->wd);
}

/* --- events --- */

/* Its inode is not watched any more: by the kernel's word, or since the path is gone. */
static void lose(struct lc_watch *w, int wd)
{
	size_t i;

	for (i = 0; i < LC_NODES_MAX; i++) {
		if (w->nodes[i].path && w->nodes[i].wd == wd) {
			clear(&w->nodes[i]);
			lc_watch_settle(w);
		}
	}
	for (i = 0; i < LC_DIRS_MAX; i++) {
		if (w->dirs[i].path && w->dirs[i].wd == wd) {
			clear(&w->dirs[i]);
			lc_watch_settle(w);
		}
	}
}

static void node_changed(struct lc_watch *w, const char *path)
{
	char node[PATH_MAX];
	struct stat st;

	lc_seen_copy(node, sizeof(node), path);
	if (stat(node, &st) < 0) {
		lc_watch_forget_node(w, node);
		lc_watch_settle(w);
		return;
	}
#ifdef HAVE_LIBUDEV
	if (w->is_udev) {
		lc_udev_tell_node(w, node);
		return;
	}
#endif
	lc_sysfs_tell_node(w, node);
}

/* Nodes that are watched by their folder. */
static void folder_event(struct lc_watch *w, const char *dir, const char *name)
{
	size_t n = strlen(dir), i;

	for (i = 0; i < LC_NODES_MAX; i++) {
		const char *path = w->nodes[i].path;

		if (path && w->nodes[i].wd < 0 && !strncmp(path, dir, n) && path[n] == '/' &&
		    !strcmp(path + n + 1, name))
			node_changed(w, path);
	}
}

static void take_event(struct lc_watch *w, const struct inotify_event *ev)
{
	size_t i;

	if (ev->mask & IN_Q_OVERFLOW) {
		w->rescan = true;
		return;
	}
	if (ev->mask & (IN_IGNORED | IN_UNMOUNT)) {
		lose(w, ev->wd);
		return;
	}
	for (i = 0; i < LC_NODES_MAX; i++) {
		if (w->nodes[i].path && w->nodes[i].wd == ev->wd)
			node_changed(w, w->nodes[i].path);
	}
	for (i = 0; i < LC_DIRS_MAX; i++) {
		if (!w->dirs[i].path || w->dirs[i].wd != ev->wd || !ev->len)
			continue;
		if (w->is_udev)
			folder_event(w, w->dirs[i].path, ev->name);
		else
			lc_sysfs_event(w, w->dirs[i].path, ev->name, ev->mask);
	}
}

/* One bufferful: what is left keeps the descriptor readable. */
void lc_inotify_read(struct lc_watch *w)
{
	char buf[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
	const struct inotify_event *ev;
	ssize_t n, at;

	if (w->inotify_fd < 0)
		return;
	do
		n = read(w->inotify_fd, buf, sizeof(buf));
	while (n < 0 && errno == EINTR);
	for (at = 0; at + (ssize_t)sizeof(*ev) <= n;
	     at += (ssize_t)(sizeof(*ev) + ev->len)) {
		ev = (const void *)(buf + at);
		take_event(w, ev);
	}
}
