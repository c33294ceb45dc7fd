/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The system calls of the V4L2 backends, in a table, so that tests can put a scripted device
 * under them. Nothing else in these folders calls the kernel about a device.
 */
#ifndef LC_V4L2_SYS_H
#define LC_V4L2_SYS_H

#include <poll.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * As the calls of the same names, but that a failure is a negative errno. The descriptors are
 * what the host's device_open() gave, but for mmap's, which may be a dma-buf's.
 */
struct lc_v4l2_sys {
	int (*ioctl)(int fd, unsigned long request, void *arg);
	int (*mmap)(int fd, size_t size, int prot, off_t offset, void **ret_address);
	int (*munmap)(void *address, size_t size);
	int (*poll)(struct pollfd *fds, unsigned int n, int timeout_ms);
};

/* The kernel's. */
extern const struct lc_v4l2_sys lc_v4l2_sys_kernel;

/* What a plugin runs on: the kernel's, or a test's. Each plugin defines it. */
extern const struct lc_v4l2_sys *const lc_v4l2_sys;

#endif
