/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Copies of devices, and what their folder in sysfs says.
 */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device.h"

static char *copy_text(const char *text, bool *good)
{
	char *copy = strdup(text ? text : "");

	*good &= copy != NULL;
	return copy;
}

static char **copy_list(const char *const *list, bool *good)
{
	size_t n = 0, i;
	char **copy;

	while (list && list[n])
		n++;
	copy = calloc(n + 1, sizeof(*copy));
	for (i = 0; copy && i < n; i++)
		copy[i] = copy_text(list[i], good);
	*good &= copy != NULL;
	return copy;
}

static void free_list(char **list)
{
	size_t i;

	for (i = 0; list && list[i]; i++)
		free(list[i]);
	free(list);
}

struct libcodec_device *lc_device_new(const struct lc_watch_device *seen)
{
	struct libcodec_device *dev = calloc(1, sizeof(*dev));
	bool good = true;

	if (!dev)
		return NULL;
	dev->refs = 1;
	dev->devnum = seen->devnum;
	dev->syspath = copy_text(seen->syspath, &good);
	dev->sysname = copy_text(seen->sysname, &good);
	dev->subsystem = copy_text(seen->subsystem, &good);
	dev->devtype = copy_text(seen->devtype, &good);
	dev->driver = copy_text(seen->driver, &good);
	dev->node = copy_text(seen->node, &good);
	dev->properties = copy_list(seen->properties, &good);
	dev->tags = copy_list(seen->tags, &good);
	return good ? dev : lc_device_unref(dev);
}

struct libcodec_device *lc_device_ref(struct libcodec_device *dev)
{
	if (dev)
		__atomic_add_fetch(&dev->refs, 1, __ATOMIC_RELAXED);
	return dev;
}

struct libcodec_device *lc_device_unref(struct libcodec_device *dev)
{
	if (!dev || __atomic_sub_fetch(&dev->refs, 1, __ATOMIC_ACQ_REL))
		return NULL;
	free(dev->syspath);
	free(dev->sysname);
	free(dev->subsystem);
	free(dev->devtype);
	free(dev->driver);
	free(dev->node);
	free_list(dev->properties);
	free_list(dev->tags);
	free(dev);
	return NULL;
}

const char *lc_device_property(const struct libcodec_device *dev, const char *key)
{
	size_t n = strlen(key), i;

	for (i = 0; dev->properties[i]; i++)
		if (!strncmp(dev->properties[i], key, n) && dev->properties[i][n] == '=')
			return dev->properties[i] + n + 1;
	return NULL;
}

bool lc_device_has_tag(const struct libcodec_device *dev, const char *tag)
{
	size_t i;

	for (i = 0; dev->tags[i]; i++)
		if (!strcmp(dev->tags[i], tag))
			return true;
	return false;
}

/* --- sysfs --- */

/* Whether @key stays below the device's folder: "name" or "folder/name". */
static bool is_below(const char *key)
{
	const char *p = key;

	if (!*p || *p == '/')
		return false;
	for (; p; p = strchr(p, '/'), p = p ? p + 1 : NULL)
		if (!strncmp(p, "..", 2) && (!p[2] || p[2] == '/'))
			return false;
	return true;
}

static int open_attr(const char *dir, size_t dir_size, const char *key)
{
	char path[PATH_MAX];
	struct stat st;
	int n, fd;

	n = snprintf(path, sizeof(path), "%.*s/%s", (int)dir_size, dir, key);
	if (n < 0 || (size_t)n >= sizeof(path))
		return -ENAMETOOLONG;
	do
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return errno == ENOTDIR ? -ENOENT : -errno;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return -ENOENT; /* a folder, say */
	}
	return fd;
}

/* The whole text in one go: an attribute is one read. */
static int read_attr(int fd, char *buffer, size_t size)
{
	size_t done = 0;
	ssize_t n;

	while (done < size) {
		n = read(fd, buffer + done, size - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			break;
		done += (size_t)n;
	}
	if (done == size && buffer[done - 1] == '\n')
		done--; /* its NUL takes the place */
	if (done == size || done > INT_MAX)
		return -ENOSPC;
	while (done && buffer[done - 1] == '\n')
		done--;
	buffer[done] = '\0';
	return (int)done;
}

int lc_device_attr(const struct libcodec_device *dev, const char *key, char *buffer,
		   size_t size)
{
	size_t n = strlen(dev->syspath);
	int fd, r;

	if (!is_below(key) || !size)
		return -EINVAL;
	/* From the device upwards, for as long as there are folders. */
	while (n) {
		fd = open_attr(dev->syspath, n, key);
		if (fd >= 0) {
			r = read_attr(fd, buffer, size);
			close(fd);
			return r;
		}
		if (fd != -ENOENT)
			return fd;
		while (n && dev->syspath[n - 1] != '/')
			n--;
		if (n)
			n--; /* the slash */
	}
	return -ENOENT;
}
