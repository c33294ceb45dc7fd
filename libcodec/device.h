/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One device: a copy of what was known when it was last seen, counted, and constant but
 * for "gone". A device that comes back, or that changes, is a new record.
 */
#ifndef LC_DEVICE_H
#define LC_DEVICE_H

#include "internal.h"
#include "udev/watch.h"

#include <libcodec/plugin.h>

struct libcodec_device {
	unsigned int refs; /* atomic */
	bool gone;         /* atomic */
	char *syspath, *sysname, *subsystem, *devtype, *driver, *node; /* "" for none */
	uint64_t devnum;
	char **properties; /* "KEY=value", NULL-terminated */
	char **tags;       /* NULL-terminated */
};

/* A copy with one reference, or NULL without memory. */
struct libcodec_device *lc_device_new(const struct lc_watch_device *seen);
struct libcodec_device *lc_device_ref(struct libcodec_device *dev);
struct libcodec_device *lc_device_unref(struct libcodec_device *dev);

/* Whether @seen says nothing that @dev doesn't. */
bool lc_device_is(const struct libcodec_device *dev, const struct lc_watch_device *seen);

/*
 * The sysfs attribute @key of the device or of the nearest parent that has it, without
 * the newline at its end. Bytes of the text without its NUL, -ENOENT, -ENOSPC, -EINVAL (a
 * key that leads out of the folder), or another negative errno.
 */
int lc_device_attr(const struct libcodec_device *dev, const char *key, char *buffer,
		   size_t size);

/* The value of a property, or NULL. */
const char *lc_device_property(const struct libcodec_device *dev, const char *key);
bool lc_device_has_tag(const struct libcodec_device *dev, const char *tag);

/* What it is called before people: the node, or the syspath where it has none. */
static inline const char *lc_device_name(const struct libcodec_device *dev)
{
	return dev->node[0] ? dev->node : dev->syspath;
}

static inline bool lc_device_is_gone(const struct libcodec_device *dev)
{
	return __atomic_load_n(&dev->gone, __ATOMIC_RELAXED);
}

#endif
