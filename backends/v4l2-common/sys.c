/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The system calls of the V4L2 backends, as the kernel has them.
 */
#include "sys.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

static int sys_ioctl(int fd, unsigned long request, void *arg)
{
	return ioctl(fd, request, arg) < 0 ? -errno : 0;
}

static int sys_mmap(int fd, size_t size, int prot, off_t offset, void **ret_address)
{
	void *p = mmap(NULL, size, prot, MAP_SHARED, fd, offset);

	if (p == MAP_FAILED)
		return -errno;
	*ret_address = p;
	return 0;
}

static int sys_munmap(void *address, size_t size)
{
	return munmap(address, size) < 0 ? -errno : 0;
}

static int sys_poll(struct pollfd *fds, unsigned int n, int timeout_ms)
{
	int r = poll(fds, n, timeout_ms);

	return r < 0 ? -errno : r;
}

const struct lc_v4l2_sys lc_v4l2_sys_kernel = {
	.ioctl = sys_ioctl,
	.mmap = sys_mmap,
	.munmap = sys_munmap,
	.poll = sys_poll,
};
