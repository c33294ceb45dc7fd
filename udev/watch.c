/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The watch: which way devices are found, one descriptor for all that there is to listen
 * to, and when to scan.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "watch-private.h"

/* A node and its device in sysfs are some milliseconds apart, whichever goes first. */
#define SETTLE_NS 100000000L

#define UDEV_RUNS "/run/udev/control"

/* --- what both ways need --- */

bool lc_watch_wants(const struct lc_watch *w, const char *subsystem)
{
	size_t i;

	for (i = 0; w->subsystems[i]; i++) {
		if (!strcmp(w->subsystems[i], subsystem))
			return true;
	}
	return false;
}

int lc_watch_add_fd(struct lc_watch *w, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.fd = fd };

	return epoll_ctl(w->epoll_fd, EPOLL_CTL_ADD, fd, &ev) < 0 ? -errno : 0;
}

static void arm(struct lc_watch *w)
{
	struct itimerspec in = { .it_value.tv_nsec = SETTLE_NS };

	w->armed = timerfd_settime(w->timer_fd, 0, &in, NULL) == 0;
	w->again = false;
}

/*
 * The timer that runs is not put off, or a stream of events would do so for ever: it is
 * begun again when it ends, so that each wish has its scan a full time later.
 */
void lc_watch_settle(struct lc_watch *w)
{
	if (w->timer_fd < 0)
		return;
	if (w->armed)
		w->again = true;
	else
		arm(w);
}

static void read_timer(struct lc_watch *w)
{
	uint64_t n;

	if (read(w->timer_fd, &n, sizeof(n)) != (ssize_t)sizeof(n))
		return;
	w->rescan = true;
	w->armed = false;
	if (w->again)
		arm(w);
}

static int scan(struct lc_watch *w)
{
#ifdef HAVE_LIBUDEV
	if (w->is_udev)
		return lc_udev_scan(w);
#endif
	return lc_sysfs_scan(w);
}

/* --- which way --- */

static void close_way(struct lc_watch *w)
{
#ifdef HAVE_LIBUDEV
	lc_udev_close(w);
#endif
	lc_inotify_close(w);
	lc_sysfs_close(w);
	w->is_udev = false;
}

static int open_sysfs(struct lc_watch *w)
{
	return w->listens ? lc_sysfs_open(w) : 0;
}

#ifdef HAVE_LIBUDEV
static int open_udev(struct lc_watch *w)
{
	w->is_udev = true;
	return lc_udev_open(w);
}

static int open_auto(struct lc_watch *w)
{
	int r;

	if (access(UDEV_RUNS, F_OK) < 0)
		return open_sysfs(w);
	r = open_udev(w);
	if (r == 0 || lc_is_shortage(r))
		return r;
	/* A sandbox may forbid netlink. */
	close_way(w);
	return open_sysfs(w);
}
#endif

static int open_way(struct lc_watch *w, enum lc_watch_mode mode)
{
	switch (mode) {
	case LC_WATCH_SYSFS:
		return open_sysfs(w);
#ifdef HAVE_LIBUDEV
	case LC_WATCH_AUTO:
		return open_auto(w);
	case LC_WATCH_UDEV:
		return open_udev(w);
#else
	case LC_WATCH_AUTO:
		return open_sysfs(w);
	case LC_WATCH_UDEV:
		return -EOPNOTSUPP;
#endif
	}
	return -EINVAL;
}

/* --- a watch --- */

/*
 * It becomes part of a path, and of a pattern (libudev's). Whatever the kernel calls a
 * subsystem is a plain name.
 */
static bool is_name(const char *s)
{
	size_t len = strlen(s), i;

	if (len == 0 || len > NAME_MAX || s[0] == '.')
		return false;
	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c <= ' ' || c >= 127 || strchr("/*?[]\\|", c))
			return false;
	}
	return true;
}

static int copy_subsystems(struct lc_watch *w, const char *const *subsystems)
{
	size_t i;

	if (!subsystems)
		return -EINVAL;
	for (i = 0; subsystems[i]; i++) {
		if (i == LC_WATCH_SUBSYSTEMS_MAX || !is_name(subsystems[i]))
			return -EINVAL;
		w->subsystems[i] = strdup(subsystems[i]);
		if (!w->subsystems[i])
			return -ENOMEM;
	}
	return 0;
}

static int open_fds(struct lc_watch *w)
{
	w->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (w->epoll_fd < 0)
		return -errno;
	w->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (w->timer_fd < 0)
		return -errno;
	return lc_watch_add_fd(w, w->timer_fd);
}

static void close_fd(int fd)
{
	if (fd >= 0)
		close(fd);
}

struct lc_watch *lc_watch_free(struct lc_watch *w)
{
	size_t i;

	if (!w)
		return NULL;
	close_way(w);
	close_fd(w->timer_fd);
	close_fd(w->epoll_fd);
	for (i = 0; w->subsystems[i]; i++)
		free(w->subsystems[i]);
	free(w->seen);
	free(w);
	return NULL;
}

/* All but the scan. */
static int make(enum lc_watch_mode mode, const char *const *subsystems, bool listens,
		lc_watch_fn fn, void *data, struct lc_watch **ret_watch)
{
	struct lc_watch *w;
	int r;

	w = calloc(1, sizeof(*w));
	if (!w)
		return -ENOMEM;
	w->fn = fn;
	w->data = data;
	w->listens = listens;
	w->epoll_fd = w->timer_fd = w->inotify_fd = -1;
	r = copy_subsystems(w, subsystems);
	if (r < 0)
		goto fail;
	w->seen = calloc(1, sizeof(*w->seen));
	if (!w->seen) {
		r = -ENOMEM;
		goto fail;
	}
	r = listens ? open_fds(w) : 0;
	if (r == 0)
		r = open_way(w, mode);
	if (r < 0)
		goto fail;
	*ret_watch = w;
	return 0;
fail:
	lc_watch_free(w);
	return r;
}

int lc_watch_scan(enum lc_watch_mode mode, const char *const *subsystems, lc_watch_fn fn,
		  void *data)
{
	struct lc_watch *w;
	int r;

	r = make(mode, subsystems, false, fn, data, &w);
	if (r < 0)
		return r;
	r = scan(w);
	lc_watch_free(w);
	return r;
}

int lc_watch_new(enum lc_watch_mode mode, const char *const *subsystems, lc_watch_fn fn,
		 void *data, struct lc_watch **ret_watch)
{
	struct lc_watch *w;
	int r;

	r = make(mode, subsystems, true, fn, data, &w);
	if (r < 0)
		return r;
	r = scan(w);
	if (r < 0) {
		lc_watch_free(w);
		return r;
	}
	*ret_watch = w;
	return 0;
}

int lc_watch_fd(const struct lc_watch *w)
{
	return w->epoll_fd;
}

bool lc_watch_is_udev(const struct lc_watch *w)
{
	return w->is_udev;
}

/* --- dispatch --- */

/*
 * Only with an empty queue: its events are older than the scan, and an old removal told
 * after it would take away a device that has come back since.
 */
static int scan_if_lost(struct lc_watch *w)
{
	int r;

	if (!w->rescan)
		return 0;
#ifdef HAVE_LIBUDEV
	if (lc_udev_has_more(w))
		return 0;
#endif
	w->rescan = false;
	r = scan(w);
	if (r < 0)
		lc_watch_settle(w);
	return r;
}

int lc_watch_dispatch(struct lc_watch *w)
{
	struct epoll_event ev[4];
	int i, n;

	do
		n = epoll_wait(w->epoll_fd, ev, 4, 0);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	for (i = 0; i < n; i++) {
		if (ev[i].data.fd == w->timer_fd)
			read_timer(w);
		else if (ev[i].data.fd == w->inotify_fd)
			lc_inotify_read(w);
#ifdef HAVE_LIBUDEV
		else
			lc_udev_receive(w);
#endif
	}
	return scan_if_lost(w);
}
