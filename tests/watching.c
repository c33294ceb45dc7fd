/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A listener of a watch of devices, see watching.h.
 */
#include "config.h"

#include "watching.h"

#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

struct watching *watching_new(void)
{
	struct watching *x = calloc(1, sizeof(*x));

	ck_assert(x != NULL);
	return x;
}

void watching_free(struct watching *x)
{
	lc_watch_free(x->watch);
	free(x);
}

static void copy_list(char *to, size_t size, const char *const *list)
{
	size_t n = 0;

	ck_assert(list != NULL);
	for (to[0] = '\0'; *list; list++) {
		int r = snprintf(to + n, size - n, "%s\n", *list);

		if (r < 0 || (size_t)r >= size - n)
			break;
		n += (size_t)r;
	}
}

static void copy(struct watched *to, enum lc_watch_what what,
		 const struct lc_watch_device *dev)
{
	to->what = what;
	to->devnum = dev->devnum;
	snprintf(to->syspath, sizeof(to->syspath), "%s", dev->syspath);
	snprintf(to->sysname, sizeof(to->sysname), "%s", dev->sysname);
	snprintf(to->subsystem, sizeof(to->subsystem), "%s", dev->subsystem);
	snprintf(to->devtype, sizeof(to->devtype), "%s", dev->devtype);
	snprintf(to->driver, sizeof(to->driver), "%s", dev->driver);
	snprintf(to->node, sizeof(to->node), "%s", dev->node);
	copy_list(to->properties, sizeof(to->properties), dev->properties);
	copy_list(to->tags, sizeof(to->tags), dev->tags);
}

static struct watched *find(const struct watching *x, const char *syspath)
{
	size_t i;

	for (i = 0; i < x->n_there; i++) {
		if (!strcmp(x->there[i].syspath, syspath))
			return (struct watched *)&x->there[i];
	}
	return NULL;
}

const struct watched *watching_find(const struct watching *x, const char *syspath)
{
	return find(x, syspath);
}

static void put(struct watching *x, const struct watched *w)
{
	struct watched *there = find(x, w->syspath);

	if (!there) {
		ck_assert_uint_lt(x->n_there, WATCHED_MAX);
		there = &x->there[x->n_there++];
	}
	*there = *w;
	there->marked = x->in_scan;
	if (x->in_scan && x->n_scanned < WATCHED_MAX)
		x->scanned[x->n_scanned++] = *w;
}

/* One that was told of with a node that is another's now counts as gone, too. */
static void drop(struct watching *x, const struct watched *w)
{
	struct watched *there = find(x, w->syspath);

	if (there && there->devnum == w->devnum)
		*there = x->there[--x->n_there];
}

static void scan(struct watching *x, bool begins)
{
	size_t i;

	ck_assert(x->in_scan == !begins);
	x->in_scan = begins;
	if (begins) {
		x->n_scanned = 0;
		for (i = 0; i < x->n_there; i++)
			x->there[i].marked = false;
		return;
	}
	x->scans++;
	for (i = x->n_there; i-- > 0;) {
		if (!x->there[i].marked)
			x->there[i] = x->there[--x->n_there];
	}
}

void watching_told(void *data, enum lc_watch_what what, const struct lc_watch_device *dev)
{
	struct watching *x = data;

	ck_assert((dev == NULL) ==
		  (what == LC_WATCH_SCAN_BEGIN || what == LC_WATCH_SCAN_END));
	if (!dev) {
		scan(x, what == LC_WATCH_SCAN_BEGIN);
		return;
	}
	copy(&x->last, what, dev);
	if (what == LC_WATCH_PRESENT) {
		x->present++;
		put(x, &x->last);
		if (x->node_asked && x->watch && dev->node[0])
			lc_watch_node(x->watch, dev->node);
	} else {
		ck_assert_int_eq(what, LC_WATCH_GONE);
		x->gone++;
		drop(x, &x->last);
		if (x->node_asked && dev->node[0])
			lc_watch_forget_node(x->watch, dev->node);
	}
}

void watching_start(struct watching *x, enum lc_watch_mode mode,
		    const char *const *subsystems)
{
	ck_assert_int_eq(lc_watch_new(mode, subsystems, watching_told, x, &x->watch), 0);
}

static bool is_readable(const struct watching *x, int ms)
{
	struct pollfd p = { .fd = lc_watch_fd(x->watch), .events = POLLIN };

	return poll(&p, 1, ms) == 1;
}

unsigned int watching_take(struct watching *x)
{
	unsigned int n = 0;

	while (is_readable(x, 0)) {
		ck_assert_int_eq(lc_watch_dispatch(x->watch), 0);
		ck_assert_uint_lt(++n, 100000);
	}
	return n;
}

void watching_settle(struct watching *x)
{
	while (is_readable(x, 250))
		watching_take(x);
}

void watching_until(struct watching *x, size_t n)
{
	int i;

	watching_take(x);
	for (i = 0; x->n_there != n && i < 100; i++) {
		is_readable(x, 100);
		watching_take(x);
	}
	ck_assert_uint_eq(x->n_there, n);
}

void watching_reset(struct watching *x)
{
	x->scans = x->present = x->gone = 0;
}

unsigned int watching_count_fds(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned int n = 0;

	ck_assert(dir != NULL);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}
