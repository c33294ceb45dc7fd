/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Looks at owners and modes, and opens and reads what may be believed.
 */
#include "config.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "env.h"
#include "trust.h"

static int say(char *why, size_t why_size, int error, const char *fmt, ...)
	LC_PRINTF(4, 5);
static int say(char *why, size_t why_size, int error, const char *fmt, ...)
{
	va_list ap;

	errno = -error; /* for %m */
	va_start(ap, fmt);
	vsnprintf(why, why_size, fmt, ap);
	va_end(ap);
	return error;
}

static int open_eintr(const char *path, int flags)
{
	int fd;

	do
		fd = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	while (fd < 0 && errno == EINTR);
	return fd < 0 ? -errno : fd;
}

static int trust_stat(const struct stat *st, const char *path, char *why, size_t why_size)
{
	bool privileged = lc_privileged();

	if (st->st_uid != 0 && (privileged || st->st_uid != geteuid()))
		return say(why, why_size, -EPERM, "%s belongs to user %u, not to root%s",
			   path, (unsigned int)st->st_uid,
			   privileged ? "" : " or to the user of this process");
	if (st->st_mode & (S_IWGRP | S_IWOTH))
		return say(why, why_size, -EPERM, "%s may be written by %s (mode %04o)",
			   path, st->st_mode & S_IWOTH ? "everybody" : "its group",
			   (unsigned int)st->st_mode & 07777);
	return 0;
}

static int trust_fd(int fd, mode_t type, const char *path, char *why, size_t why_size)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return say(why, why_size, -errno, "%s: %m", path);
	if ((st.st_mode & S_IFMT) != type)
		return say(why, why_size, -EPERM, "%s is not a %s", path,
			   type == S_IFDIR ? "folder" : "regular file");
	return trust_stat(&st, path, why, why_size);
}

int lc_trust_file(int fd, const char *path, char *why, size_t why_size)
{
	return trust_fd(fd, S_IFREG, path, why, why_size);
}

int lc_trust_dir(int fd, const char *path, char *why, size_t why_size)
{
	return trust_fd(fd, S_IFDIR, path, why, why_size);
}

/* The folder that @path lies in, for the sake of @file. */
static int trust_parent(const char *path, const char *file, char *why, size_t why_size)
{
	const char *slash = strrchr(path, '/');
	char about_dir[320];
	char *dir;
	int fd, r;

	if (!slash)
		dir = strdup(".");
	else
		dir = strndup(path, slash == path ? 1 : (size_t)(slash - path));
	if (!dir)
		return say(why, why_size, -ENOMEM, "%s: %m", file);
	fd = open_eintr(dir, O_RDONLY | O_DIRECTORY);
	if (fd < 0) {
		r = say(why, why_size, fd, "%s: %s: %m", file, dir);
		goto out;
	}
	r = lc_trust_dir(fd, dir, about_dir, sizeof(about_dir));
	if (r < 0)
		say(why, why_size, r, "%s: %s", file, about_dir);
	close(fd);
out:
	free(dir);
	return r;
}

/* Where @path leads to by links: the same file as @fd, in a folder to be trusted. */
static int trust_end_of_link(int fd, const char *path, char *why, size_t why_size)
{
	char *real = realpath(path, NULL);
	struct stat a, b;
	int r;

	if (!real)
		return say(why, why_size, -errno, "%s: %m", path);
	if (stat(real, &a) < 0 || fstat(fd, &b) < 0)
		r = say(why, why_size, -errno, "%s: %m", path);
	else if (a.st_dev != b.st_dev || a.st_ino != b.st_ino)
		r = say(why, why_size, -EAGAIN, "%s changed while it was looked at",
			path);
	else
		r = strcmp(real, path) ? trust_parent(real, path, why, why_size) : 0;
	free(real);
	return r;
}

int lc_trust_open(const char *path, int *ret_fd, char *why, size_t why_size)
{
	struct stat st;
	int fd, r;

	/* Before open(), which has effects on devices. */
	if (stat(path, &st) < 0)
		return say(why, why_size, -errno, "%s: %m", path);
	if (!S_ISREG(st.st_mode))
		return say(why, why_size, -EPERM, "%s is not a regular file", path);
	r = trust_parent(path, path, why, why_size);
	if (r < 0)
		return r;
	fd = open_eintr(path, O_RDONLY);
	if (fd < 0)
		return say(why, why_size, fd, "%s: %m", path);
	r = lc_trust_file(fd, path, why, why_size);
	if (r == 0)
		r = trust_end_of_link(fd, path, why, why_size);
	if (r < 0) {
		close(fd);
		return r;
	}
	*ret_fd = fd;
	return 0;
}
