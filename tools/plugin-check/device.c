/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A device as sysfs tells of it.
 */
#include "config.h"

#include "device.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define UEVENT_BYTES 4096
#define PARENTS_MAX  32

struct libcodec_device {
	char *node;
	char *syspath;
	char number[32];
};

/* All of a small file, with a NUL. Returns its bytes or a negative errno. */
static int read_file(const char *path, char *buffer, size_t size)
{
	size_t at = 0;
	ssize_t n;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	while (at < size - 1) {
		n = read(fd, buffer + at, size - 1 - at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		at += (size_t)n;
	}
	close(fd);
	buffer[at] = '\0';
	return (int)at;
}

int kit_device_new(const char *node, struct libcodec_device **ret_device)
{
	struct libcodec_device *d;
	char link[64];
	struct stat st;

	if (stat(node, &st) < 0)
		return -errno;
	if (!S_ISCHR(st.st_mode) && !S_ISBLK(st.st_mode))
		return -ENODEV;
	d = calloc(1, sizeof(*d));
	if (!d)
		return -ENOMEM;
	snprintf(d->number, sizeof(d->number), "%u:%u", major(st.st_rdev),
		 minor(st.st_rdev));
	snprintf(link, sizeof(link), "/sys/dev/%s/%s",
		 S_ISCHR(st.st_mode) ? "char" : "block", d->number);
	d->node = strdup(node);
	d->syspath = realpath(link, NULL);
	if (!d->node || !d->syspath) {
		kit_device_free(d);
		return -ENODEV;
	}
	*ret_device = d;
	return 0;
}

void kit_device_free(struct libcodec_device *device)
{
	free(device->node);
	free(device->syspath);
	free(device);
}

const char *kit_device_node(const struct libcodec_device *device)
{
	return device->node;
}

/* --- device_get() --- */

static int give(const char *text, char *buffer, uint64_t size)
{
	size_t n = strlen(text);

	if (n >= size)
		return -ENOSPC;
	memcpy(buffer, text, n + 1);
	return (int)n;
}

static int give_base_name(const char *path, char *buffer, uint64_t size)
{
	const char *slash = strrchr(path, '/');

	return give(slash ? slash + 1 : path, buffer, size);
}

/* Where the link "subsystem" or "driver" of a folder leads, its last part. */
static int give_link(const char *folder, const char *name, char *buffer, uint64_t size)
{
	char path[PATH_MAX], target[PATH_MAX];
	ssize_t n;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path))
		return -ENOENT;
	n = readlink(path, target, sizeof(target) - 1);
	if (n < 0)
		return -ENOENT;
	target[n] = '\0';
	return give_base_name(target, buffer, size);
}

static int give_attribute(const char *folder, const char *name, char *buffer,
			  uint64_t size)
{
	char path[PATH_MAX], text[UEVENT_BYTES];
	struct stat st;
	int n;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= (int)sizeof(path) ||
	    stat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return -ENOENT;
	n = read_file(path, text, sizeof(text));
	if (n < 0)
		return -ENOENT;
	while (n > 0 && text[n - 1] == '\n')
		text[--n] = '\0';
	return give(text, buffer, size);
}

/* Of the device, or of the nearest parent that has it. */
static int give_from_parents(const struct libcodec_device *d, const char *name,
			     int (*from)(const char *folder, const char *name,
					 char *buffer, uint64_t size),
			     char *buffer, uint64_t size)
{
	char *folder = strdup(d->syspath), *slash;
	unsigned int i;
	int r = -ENOENT;

	if (!folder)
		return -ENOMEM;
	for (i = 0; i < PARENTS_MAX && strcmp(folder, "/sys/devices"); i++) {
		r = from(folder, name, buffer, size);
		slash = strrchr(folder, '/');
		if (r != -ENOENT || !slash || slash == folder)
			break;
		*slash = '\0';
	}
	free(folder);
	return r;
}

/* "KEY=value" of the device's uevent file: what the kernel itself says. */
static int give_property(const struct libcodec_device *d, const char *key, char *buffer,
			 uint64_t size)
{
	char path[PATH_MAX], text[UEVENT_BYTES], *line, *rest = text;
	size_t n = strlen(key);

	snprintf(path, sizeof(path), "%s/uevent", d->syspath);
	if (read_file(path, text, sizeof(text)) < 0)
		return -ENOENT;
	while ((line = strsep(&rest, "\n")))
		if (!strncmp(line, key, n) && line[n] == '=')
			return give(line + n + 1, buffer, size);
	return -ENOENT;
}

static bool key_is_plain(const char *key)
{
	return key && *key && *key != '/' && !strstr(key, "..");
}

int kit_device_get(const struct libcodec_device *d, uint32_t what, const char *key,
		   char *buffer, uint64_t size)
{
	switch (what) {
	case LIBCODEC_DEVICE_NODE:
		return give(d->node, buffer, size);
	case LIBCODEC_DEVICE_SYSPATH:
		return give(d->syspath, buffer, size);
	case LIBCODEC_DEVICE_SYSNAME:
		return give_base_name(d->syspath, buffer, size);
	case LIBCODEC_DEVICE_SUBSYSTEM:
		return give_link(d->syspath, "subsystem", buffer, size);
	case LIBCODEC_DEVICE_DEVTYPE:
		return give_property(d, "DEVTYPE", buffer, size);
	case LIBCODEC_DEVICE_DRIVER:
		return give_from_parents(d, "driver", give_link, buffer, size);
	case LIBCODEC_DEVICE_NUMBER:
		return give(d->number, buffer, size);
	case LIBCODEC_DEVICE_ATTR:
		return key_is_plain(key) ? give_from_parents(d, key, give_attribute,
							     buffer, size) :
					   -EINVAL;
	case LIBCODEC_DEVICE_PROPERTY:
		return key ? give_property(d, key, buffer, size) : -EINVAL;
	default:
		return -EINVAL;
	}
}
