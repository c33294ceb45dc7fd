/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads sysfs: one device at a time, which may vanish between any two reads. All sizes and
 * depths are bounded, and nothing here can block.
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "watch-private.h"

#define DEPTH_MAX 64 /* of parents; a deep chain of hubs has 20 */

/* Above it there are no devices. */
#define DEVICES "/sys/devices/"

/* 0 or -ENAMETOOLONG. */
static int join(char path[PATH_MAX], const char *dir, const char *name)
{
	int n = snprintf(path, PATH_MAX, "%s/%s", dir, name);

	return n < 0 || n >= PATH_MAX ? -ENAMETOOLONG : 0;
}

static int read_all(int fd, char *buf, size_t size)
{
	size_t n = 0;
	ssize_t r;

	while (n < size - 1) {
		r = read(fd, buf + n, size - 1 - n);
		if (r < 0 && errno == EINTR)
			continue;
		if (r < 0)
			return -errno;
		if (r == 0)
			break;
		n += (size_t)r;
	}
	buf[n] = '\0';
	return (int)n;
}

int lc_sysfs_read(const char *syspath, const char *name, char *buf, size_t size)
{
	char path[PATH_MAX];
	int r, fd;

	r = join(path, syspath, name);
	if (r < 0)
		return r;
	do
		fd = open(path,
			  O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return -errno;
	r = read_all(fd, buf, size);
	close(fd);
	return r;
}

/* A decimal number of 32 bits; NULL where there is none, else what follows it. */
static const char *number(const char *p, unsigned int *ret)
{
	uint64_t v = 0;

	if (*p < '0' || *p > '9')
		return NULL;
	for (; *p >= '0' && *p <= '9'; p++) {
		v = 10 * v + (uint64_t)(*p - '0');
		if (v > UINT32_MAX)
			return NULL;
	}
	*ret = (unsigned int)v;
	return p;
}

int lc_sysfs_devnum(const char *syspath, uint64_t *ret_devnum)
{
	unsigned int major, minor;
	const char *p;
	char buf[64];
	int r;

	r = lc_sysfs_read(syspath, "dev", buf, sizeof(buf));
	if (r < 0)
		return r;
	p = number(buf, &major);
	if (!p || *p != ':')
		return -EINVAL;
	p = number(p + 1, &minor);
	if (!p || (*p && *p != '\n'))
		return -EINVAL;
	*ret_devnum = makedev(major, minor);
	return 0;
}

int lc_sysfs_link(const char *syspath, const char *name, char *buf, size_t size)
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *slash;
	ssize_t n;
	int r;

	r = join(path, syspath, name);
	if (r < 0)
		return r;
	n = readlink(path, target, sizeof(target) - 1);
	if (n < 0)
		return -errno;
	target[n] = '\0';
	slash = strrchr(target, '/');
	lc_seen_copy(buf, size, slash ? slash + 1 : target);
	return buf[0] ? 0 : -EINVAL;
}

void lc_sysfs_driver(const char *syspath, char *buf, size_t size)
{
	char path[PATH_MAX];
	int depth;

	lc_seen_copy(path, sizeof(path), syspath);
	for (depth = 0; depth < DEPTH_MAX; depth++) {
		if (strncmp(path, DEVICES, strlen(DEVICES)))
			break;
		if (!lc_sysfs_link(path, "driver", buf, size))
			return;
		*strrchr(path, '/') = '\0';
	}
	buf[0] = '\0';
}

int lc_sysfs_of_node(const char *node, char syspath[PATH_MAX])
{
	char link[64];
	struct stat st;

	if (stat(node, &st) < 0)
		return -errno;
	if (!S_ISCHR(st.st_mode) && !S_ISBLK(st.st_mode))
		return -ENOTTY;
	snprintf(link, sizeof(link), "/sys/dev/%s/%u:%u",
		 S_ISCHR(st.st_mode) ? "char" : "block", major(st.st_rdev),
		 minor(st.st_rdev));
	if (!realpath(link, syspath))
		return lc_is_shortage(-errno) ? -errno : -ENODEV;
	return strncmp(syspath, DEVICES, strlen(DEVICES)) ? -ENODEV : 0;
}

/* "video0", "dri/card0": a path below /dev that doesn't lead out of it. */
static bool is_below(const char *name)
{
	size_t n;

	for (;;) {
		n = strcspn(name, "/");
		if (n == 0 || (n == 1 && name[0] == '.') ||
		    (n == 2 && !memcmp(name, "..", 2)))
			return false;
		if (!name[n])
			return true;
		name += n + 1;
	}
}

static void take_node(struct lc_seen *s, const char *name)
{
	int n;

	if (!is_below(name))
		return;
	n = snprintf(s->node, sizeof(s->node), "/dev/%s", name);
	if (n < 0 || (size_t)n >= sizeof(s->node))
		s->node[0] = '\0';
}

static void take_line(struct lc_seen *s, const char *line)
{
	const char *eq = strchr(line, '=');

	if (!eq || eq == line)
		return;
	if (!strncmp(line, "DEVNAME=", 8))
		take_node(s, eq + 1);
	else if (!strncmp(line, "DEVTYPE=", 8))
		lc_seen_copy(s->devtype, sizeof(s->devtype), eq + 1);
	lc_seen_property(s, line, NULL);
}

/* Each line of "uevent"; one that was cut by the end of the buffer is none. */
static int take_uevent(struct lc_seen *s)
{
	char buf[LC_UEVENT_MAX], *line = buf, *end;
	int n;

	n = lc_sysfs_read(s->syspath, "uevent", buf, sizeof(buf));
	if (n == -EACCES || n == -EPERM)
		return 0;
	if (n < 0)
		return n;
	while ((end = strchr(line, '\n'))) {
		*end = '\0';
		take_line(s, line);
		line = end + 1;
	}
	if ((size_t)n < sizeof(buf) - 1)
		take_line(s, line);
	return 0;
}

int lc_sysfs_describe(const char *syspath, struct lc_seen *s)
{
	uint64_t devnum = 0;
	int r;

	r = lc_seen_start(s, syspath);
	if (r < 0)
		return r;
	r = lc_sysfs_link(syspath, "subsystem", s->subsystem, sizeof(s->subsystem));
	if (r < 0)
		return r;
	r = lc_sysfs_devnum(syspath, &devnum);
	if (lc_is_shortage(r))
		return r;
	s->dev.devnum = devnum;
	r = take_uevent(s);
	if (r < 0)
		return r == -ENODEV ? -ENOENT : r;
	lc_sysfs_driver(syspath, s->driver, sizeof(s->driver));
	lc_seen_finish(s);
	return 0;
}

bool lc_sysfs_has_node(const struct lc_seen *s)
{
	struct stat st;

	return s->node[0] && stat(s->node, &st) == 0 &&
	       (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode)) &&
	       st.st_rdev == s->dev.devnum;
}
