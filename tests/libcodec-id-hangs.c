/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * libcodec-id on a machine whose drivers hang: in open() of /dev/zero, and in any ioctl().
 * umockdev cannot play that, since it blocks signals while an ioctl is under way.
 */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int hang(void)
{
	while (pause() < 0)
		;
	return -1;
}

static int hanging_open(const char *path, int flags)
{
	return strcmp(path, "/dev/zero") ? open(path, flags) : hang();
}

#define open(path, flags)	 hanging_open(path, flags)
#define ioctl(fd, request, arg) ((void)(fd), (void)(request), (void)(arg), hang())

#include "udev/libcodec-id.c"
