/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices over libudev. Listens to the group "udev", whose events come when the rules have
 * run and permissions are set. Of the database nothing is needed: containers have none,
 * and other implementations of libudev neither.
 */
#include "config.h"

#include <libudev.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "watch-private.h"

#define EVENTS_MAX     64        /* per dispatch */
#define RECEIVE_BUFFER (4 << 20) /* bytes; what waits, not what is set aside */

/* --- one device --- */

static int fill(struct lc_seen *s, struct udev_device *dev)
{
	struct udev_list_entry *e;
	const char *key, *value;
	int r;

	r = lc_seen_start(s, udev_device_get_syspath(dev));
	if (r < 0)
		return r;
	lc_seen_copy(s->sysname, sizeof(s->sysname), udev_device_get_sysname(dev));
	lc_seen_copy(s->subsystem, sizeof(s->subsystem), udev_device_get_subsystem(dev));
	lc_seen_copy(s->devtype, sizeof(s->devtype), udev_device_get_devtype(dev));
	lc_seen_copy(s->node, sizeof(s->node), udev_device_get_devnode(dev));
	s->dev.devnum = udev_device_get_devnum(dev);
	udev_list_entry_foreach(e, udev_device_get_properties_list_entry(dev)) {
		key = udev_list_entry_get_name(e);
		value = udev_list_entry_get_value(e);
		if (key && value)
			lc_seen_property(s, key, value);
	}
	udev_list_entry_foreach(e, udev_device_get_tags_list_entry(dev)) {
		key = udev_list_entry_get_name(e);
		if (key && *key)
			lc_seen_tag(s, key);
	}
	lc_seen_finish(s);
	return 0;
}

static void tell(struct lc_watch *w, enum lc_watch_what what, struct udev_device *dev)
{
	struct lc_seen *s = w->seen;

	if (fill(s, dev) < 0 || !lc_watch_wants(w, s->subsystem))
		return;
	if (what == LC_WATCH_PRESENT)
		lc_sysfs_driver(s->syspath, s->driver, sizeof(s->driver));
	w->fn(w->data, what, &s->dev);
}

void lc_udev_tell_node(struct lc_watch *w, const char *node)
{
	struct udev_device *dev;
	struct stat st;

	if (stat(node, &st) < 0 || (!S_ISCHR(st.st_mode) && !S_ISBLK(st.st_mode)))
		return;
	dev = udev_device_new_from_devnum(w->udev, S_ISCHR(st.st_mode) ? 'c' : 'b',
					  st.st_rdev);
	if (!dev) {
		lc_watch_settle(w);
		return;
	}
	tell(w, LC_WATCH_PRESENT, dev);
	udev_device_unref(dev);
}

/* --- scan --- */

struct found_list {
	struct udev_device **devices; /* LC_DEVICES_MAX */
	size_t n;
};

static int compare(const void *a, const void *b)
{
	struct udev_device *x = *(struct udev_device *const *)a;
	struct udev_device *y = *(struct udev_device *const *)b;
	dev_t m = udev_device_get_devnum(x), n = udev_device_get_devnum(y);

	if (m != n)
		return m < n ? -1 : 1;
	return strcmp(udev_device_get_syspath(x), udev_device_get_syspath(y));
}

static int enumerate(struct lc_watch *w, struct udev_enumerate *e)
{
	size_t i;
	int r;

	for (i = 0; w->subsystems[i]; i++) {
		r = udev_enumerate_add_match_subsystem(e, w->subsystems[i]);
		if (r < 0)
			return r;
	}
	/* It fails where a folder is not there, too, with the others listed. */
	r = udev_enumerate_scan_devices(e);
	return lc_is_shortage(r) ? r : 0;
}

static int collect(struct lc_watch *w, struct udev_enumerate *e, struct found_list *list)
{
	struct udev_list_entry *entry;
	struct udev_device *dev;
	int r;

	r = enumerate(w, e);
	if (r < 0)
		return r;
	udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(e)) {
		if (list->n == LC_DEVICES_MAX)
			return -E2BIG;
		errno = 0;
		dev = udev_device_new_from_syspath(w->udev,
						   udev_list_entry_get_name(entry));
		if (dev)
			list->devices[list->n++] = dev;
		else if (lc_is_shortage(-errno))
			return -errno;
	}
	qsort(list->devices, list->n, sizeof(list->devices[0]), compare);
	return 0;
}

int lc_udev_scan(struct lc_watch *w)
{
	struct found_list list = { 0 };
	struct udev_enumerate *e;
	size_t i;
	int r = -ENOMEM;

	e = udev_enumerate_new(w->udev);
	list.devices = calloc(LC_DEVICES_MAX, sizeof(list.devices[0]));
	if (!e || !list.devices)
		goto out;
	/* Without a match it would list all devices. */
	r = w->subsystems[0] ? collect(w, e, &list) : 0;
	if (r < 0)
		goto out;
	w->fn(w->data, LC_WATCH_SCAN_BEGIN, NULL);
	for (i = 0; i < list.n; i++)
		tell(w, LC_WATCH_PRESENT, list.devices[i]);
	w->fn(w->data, LC_WATCH_SCAN_END, NULL);
out:
	for (i = 0; i < list.n; i++)
		udev_device_unref(list.devices[i]);
	free(list.devices);
	if (e)
		udev_enumerate_unref(e);
	return r;
}

/* --- events --- */

static void take_event(struct lc_watch *w, struct udev_device *dev)
{
	const char *action = udev_device_get_action(dev);

	if (action && !strcmp(action, "remove")) {
		tell(w, LC_WATCH_GONE, dev);
		return;
	}
	/* It was somewhere else, where nothing says "remove". */
	if (action && !strcmp(action, "move"))
		w->rescan = true;
	tell(w, LC_WATCH_PRESENT, dev);
}

void lc_udev_receive(struct lc_watch *w)
{
	struct udev_device *dev;
	int i;

	if (!w->monitor)
		return;
	for (i = 0; i < EVENTS_MAX; i++) {
		errno = 0;
		dev = udev_monitor_receive_device(w->monitor);
		if (dev) {
			take_event(w, dev);
			udev_device_unref(dev);
			continue;
		}
		/* Nothing, or a message not for us; what follows it is left there. */
		if (errno == EAGAIN || errno == 0)
			break;
		/*
		 * ENOBUFS: something is missing. Or a message that was not understood: for
		 * systemd's libudev so is an action that is newer than itself.
		 */
		if (errno != EINTR)
			w->rescan = true;
	}
}

bool lc_udev_has_more(const struct lc_watch *w)
{
	struct pollfd p = { .events = POLLIN };

	if (!w->monitor)
		return false;
	p.fd = udev_monitor_get_fd(w->monitor);
	return poll(&p, 1, 0) > 0;
}

static int listen_to(struct lc_watch *w)
{
	size_t i;
	int r;

	/* NULL is also said where netlink may not be used. */
	errno = 0;
	w->monitor = udev_monitor_new_from_netlink(w->udev, "udev");
	if (!w->monitor)
		return errno ? -errno : -ENOMEM;
	for (i = 0; w->subsystems[i]; i++) {
		r = udev_monitor_filter_add_match_subsystem_devtype(
			w->monitor, w->subsystems[i], NULL);
		if (r < 0)
			return r;
	}
	/* More than the system gives to anybody needs privileges: as much as there is. */
	udev_monitor_set_receive_buffer_size(w->monitor, RECEIVE_BUFFER);
	r = udev_monitor_enable_receiving(w->monitor);
	if (r < 0)
		return r;
	return lc_watch_add_fd(w, udev_monitor_get_fd(w->monitor));
}

int lc_udev_open(struct lc_watch *w)
{
	w->udev = udev_new();
	if (!w->udev)
		return -ENOMEM;
	/* Without a filter it would receive everything. */
	return w->listens && w->subsystems[0] ? listen_to(w) : 0;
}

void lc_udev_close(struct lc_watch *w)
{
	if (w->monitor)
		udev_monitor_unref(w->monitor);
	w->monitor = NULL;
	if (w->udev)
		udev_unref(w->udev);
	w->udev = NULL;
}
