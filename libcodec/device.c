/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Records of devices: copies what a watch told of one, and reads what only sysfs knows.
 */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device.h"
#include "file.h"
#include "keyfile.h"

#define DEVICES "/sys/devices" /* a folder, but no device */

/* --- records --- */

static void free_list(char **list)
{
	char **s;

	for (s = list; s && *s; s++)
		free(*s);
	free(list);
}

static char **copy_list(const char *const *list)
{
	size_t n = 0, i;
	char **copy;

	while (list[n])
		n++;
	copy = calloc(n + 1, sizeof(*copy));
	for (i = 0; copy && i < n; i++) {
		copy[i] = strdup(list[i]);
		if (!copy[i]) {
			free_list(copy);
			return NULL;
		}
	}
	return copy;
}

static void device_free(struct libcodec_device *dev)
{
	free(dev->syspath);
	free(dev->sysname);
	free(dev->subsystem);
	free(dev->devtype);
	free(dev->driver);
	free(dev->node);
	free_list(dev->properties);
	free_list(dev->tags);
	free(dev);
}

struct libcodec_device *lc_device_new(const struct lc_watch_device *seen)
{
	struct libcodec_device *dev = calloc(1, sizeof(*dev));

	if (!dev)
		return NULL;
	dev->refs = 1;
	dev->devnum = seen->devnum;
	dev->syspath = strdup(seen->syspath);
	dev->sysname = strdup(seen->sysname);
	dev->subsystem = strdup(seen->subsystem);
	dev->devtype = strdup(seen->devtype);
	dev->driver = strdup(seen->driver);
	dev->node = strdup(seen->node);
	dev->properties = copy_list(seen->properties);
	dev->tags = copy_list(seen->tags);
	if (dev->syspath && dev->sysname && dev->subsystem && dev->devtype &&
	    dev->driver && dev->node && dev->properties && dev->tags)
		return dev;
	device_free(dev);
	return NULL;
}

struct libcodec_device *lc_device_ref(struct libcodec_device *dev)
{
	__atomic_add_fetch(&dev->refs, 1, __ATOMIC_RELAXED);
	return dev;
}

struct libcodec_device *lc_device_unref(struct libcodec_device *dev)
{
	if (dev && !__atomic_sub_fetch(&dev->refs, 1, __ATOMIC_ACQ_REL))
		device_free(dev);
	return NULL;
}

/* Both are sorted. */
static bool same_list(char *const *a, const char *const *b)
{
	while (*a && *b && !strcmp(*a, *b)) {
		a++;
		b++;
	}
	return !*a && !*b;
}

bool lc_device_is(const struct libcodec_device *dev, const struct lc_watch_device *seen)
{
	return dev->devnum == seen->devnum && !strcmp(dev->syspath, seen->syspath) &&
	       !strcmp(dev->sysname, seen->sysname) &&
	       !strcmp(dev->subsystem, seen->subsystem) &&
	       !strcmp(dev->devtype, seen->devtype) &&
	       !strcmp(dev->driver, seen->driver) && !strcmp(dev->node, seen->node) &&
	       same_list(dev->properties, seen->properties) &&
	       same_list(dev->tags, seen->tags);
}

/* --- properties and tags --- */

const char *lc_device_property(const struct libcodec_device *dev, const char *key)
{
	size_t n = strlen(key);
	char **p;

	if (memchr(key, '=', n))
		return NULL;
	for (p = dev->properties; *p; p++)
		if (!strncmp(*p, key, n) && (*p)[n] == '=')
			return *p + n + 1;
	return NULL;
}

bool lc_device_has_tag(const struct libcodec_device *dev, const char *tag)
{
	char **t;

	for (t = dev->tags; *t; t++)
		if (!strcmp(*t, tag))
			return true;
	return false;
}

/* --- attributes --- */

/* "name", "queue/depth": an absolute path begins with an empty component. */
static bool stays_inside(const char *key)
{
	return !lc_text_has_odd_component((struct lc_text){ key, strlen(key) });
}

/* Without the newline at the end, which needs no room. */
static int read_text(int fd, char *buffer, size_t size)
{
	ssize_t n = lc_read_up_to(fd, buffer, size), more = 0;
	char byte;

	if (n == (ssize_t)size)
		more = lc_read_up_to(fd, &byte, 1);
	if (n < 0 || more < 0)
		return n < 0 ? (int)n : (int)more;
	if (more)
		return -ENOSPC;
	if (n && buffer[n - 1] == '\n')
		n--;
	if (n >= (ssize_t)size)
		return -ENOSPC;
	buffer[n] = '\0';
	return (int)n;
}

/* -ENOENT also where it is there, but as a folder or a link. */
static int read_attr(const char *path, char *buffer, size_t size)
{
	int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, fd, r;
	struct stat st;

	do
		fd = open(path, flags);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return errno == ENOTDIR || errno == ELOOP ? -ENOENT : -errno;
	if (fstat(fd, &st) < 0)
		r = -errno;
	else
		r = S_ISREG(st.st_mode) ? read_text(fd, buffer, size) : -ENOENT;
	close(fd);
	return r;
}

/* Bytes of the path of the folder above; 0 where no device can be there. */
static size_t parent_size(const char *path, size_t size)
{
	while (size && path[size - 1] != '/')
		size--;
	while (size && path[size - 1] == '/')
		size--;
	return size == strlen(DEVICES) && !memcmp(path, DEVICES, size) ? 0 : size;
}

int lc_device_attr(const struct libcodec_device *dev, const char *key, char *buffer,
		   size_t size)
{
	size_t dir = strlen(dev->syspath);
	char path[PATH_MAX];
	int n, r = -ENOENT;

	if (!key || !stays_inside(key))
		return -EINVAL;
	if (!size || size > INT_MAX)
		return size ? -EINVAL : -ENOSPC;
	for (; dir && r == -ENOENT; dir = parent_size(dev->syspath, dir)) {
		n = snprintf(path, sizeof(path), "%.*s/%s", (int)dir, dev->syspath, key);
		if (n < 0 || (size_t)n >= sizeof(path))
			return -ENAMETOOLONG;
		r = read_attr(path, buffer, size);
	}
	return r;
}
