/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The devices of the kernel module: knobs.h says what it has in debugfs. Needs root.
 */
#include "config.h"

#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <linux/dma-heap.h>

#define ROOT "/sys/kernel/debug/vjpeg"
#define HEAP "/dev/dma_heap/system"

/* --- the kernel's own system calls --- */

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

static const struct lc_v4l2_sys kernel_sys = {
	.ioctl = sys_ioctl,
	.mmap = sys_mmap,
	.munmap = sys_munmap,
	.poll = sys_poll,
};

/* --- files --- */

static int write_number(const char *path, unsigned int value)
{
	char text[16];
	int n = snprintf(text, sizeof(text), "%u\n", value);
	int fd = open(path, O_WRONLY | O_CLOEXEC), r = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, (size_t)n) != n)
		r = -errno;
	close(fd);
	return r;
}

/* The file's first line without its end; how many bytes. */
static int read_line(const char *path, char *buffer, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, buffer, size - 1);
	if (n < 0)
		n = -errno;
	close(fd);
	if (n < 0)
		return (int)n;
	buffer[n] = '\0';
	buffer[strcspn(buffer, "\n")] = '\0';
	return (int)strlen(buffer);
}

static int member(unsigned int device, const char *folder, const char *name, char *path,
		  size_t size)
{
	int n = snprintf(path, size, ROOT "/%u/%s/%s", device, folder, name);

	return device >= VJPEG_DEVICES || n < 0 || (size_t)n >= size ? -EINVAL : 0;
}

static int read_number(unsigned int device, const char *folder, const char *name,
		       unsigned int *ret_value)
{
	char path[128], text[32];
	int r = member(device, folder, name, path, sizeof(path));

	if (r == 0)
		r = read_line(path, text, sizeof(text));
	if (r == -ENOENT || r == 0)
		return -EINVAL;
	if (r < 0)
		return r;
	*ret_value = (unsigned int)strtoul(text, NULL, 10);
	return 0;
}

/* --- the table --- */

static int kernel_node(unsigned int device, char *buffer, size_t size)
{
	char path[128], name[32];
	int r;

	if (device >= VJPEG_DEVICES)
		return -EINVAL;
	snprintf(path, sizeof(path), ROOT "/%u/node", device);
	r = read_line(path, name, sizeof(name));
	if (r <= 0)
		return r < 0 ? r : -ENOENT;
	r = snprintf(buffer, size, "/dev/%s", name);
	return r < 0 || (size_t)r >= size ? -ENOSPC : 0;
}

static int kernel_open(unsigned int device, int flags)
{
	char node[64];
	int fd;

	if (kernel_node(device, node, sizeof(node)) < 0)
		return -ENODEV;
	fd = open(node, flags);
	return fd < 0 ? -errno : fd;
}

static void kernel_close(int fd)
{
	close(fd);
}

static bool kernel_is_plugged(unsigned int device)
{
	char node[64];

	return kernel_node(device, node, sizeof(node)) == 0;
}

static int kernel_plug(unsigned int device)
{
	return kernel_is_plugged(device) ? 0 : write_number(ROOT "/plug", device);
}

static int kernel_unplug(unsigned int device)
{
	return kernel_is_plugged(device) ? write_number(ROOT "/unplug", device) : 0;
}

static int kernel_set(unsigned int device, const char *knob, unsigned int value)
{
	char path[128];
	int r = member(device, "knobs", knob, path, sizeof(path));

	if (r == 0)
		r = write_number(path, value);
	return r == -ENOENT || r == -EACCES ? -EINVAL : r;
}

static int kernel_get(unsigned int device, const char *knob, unsigned int *ret_value)
{
	return read_number(device, "knobs", knob, ret_value);
}

static int kernel_stat(unsigned int device, const char *name, unsigned int *ret_value)
{
	return read_number(device, "stats", name, ret_value);
}

static int kernel_clear_stats(unsigned int device)
{
	char path[128];
	int r = member(device, "stats", "ioctls", path, sizeof(path));

	return r < 0 ? r : write_number(path, 0);
}

static int kernel_reset(unsigned int device)
{
	char path[128];

	if (device >= VJPEG_DEVICES)
		return -EINVAL;
	snprintf(path, sizeof(path), ROOT "/%u/reset", device);
	return write_number(path, 1);
}

static int kernel_dmabuf(size_t size)
{
	struct dma_heap_allocation_data a = { .len = size, .fd_flags = O_RDWR | O_CLOEXEC };
	int heap = open(HEAP, O_RDONLY | O_CLOEXEC), r;

	if (heap < 0)
		return -errno;
	r = ioctl(heap, DMA_HEAP_IOCTL_ALLOC, &a) < 0 ? -errno : (int)a.fd;
	close(heap);
	return r;
}

/*
 * Programs that udev asks about a node may still be at it. The file is there as long as it has
 * events to work on (what udevadm settle waits for, which is a program of its own).
 */
static void kernel_finish(void)
{
	const struct timespec pause = { .tv_nsec = 2000000 };
	int i;

	for (i = 0; i < 15000 && access("/run/udev/queue", F_OK) == 0; i++)
		nanosleep(&pause, NULL);
}

static const struct vjpeg_control control = {
	.kind = "kernel",
	.sys = &kernel_sys,
	.open = kernel_open,
	.close = kernel_close,
	.plug = kernel_plug,
	.unplug = kernel_unplug,
	.is_plugged = kernel_is_plugged,
	.set = kernel_set,
	.get = kernel_get,
	.stat = kernel_stat,
	.clear_stats = kernel_clear_stats,
	.reset = kernel_reset,
	.node = kernel_node,
	.dmabuf = kernel_dmabuf,
	.finish = kernel_finish,
};

const struct vjpeg_control *vjpeg_kernel_control(void)
{
	return access(ROOT "/plug", W_OK) == 0 ? &control : NULL;
}
