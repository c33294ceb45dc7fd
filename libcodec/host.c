/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a plugin gets from the dispatcher, behind the table of <libcodec/plugin.h>.
 */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "bitstream/jpeg-header.h"
#include "bitstream/jpeg-strip.h"
#include "clock.h"
#include "device.h"
#include "host.h"
#include "memory/memory.h"
#include "surface.h"
#include "trace.h"

/* A JPEG header of ABI 1.0, which later ones only grow. */
#define JPEG_HEADER_MINOR0                               \
	(offsetof(struct libcodec_jpeg_header, icc_size) + \
	 sizeof(((struct libcodec_jpeg_header *)NULL)->icc_size))

static const struct lc_host *to_host(const struct libcodec_host *table)
{
	return (const struct lc_host *)table;
}

static void host_log(const struct libcodec_host *table, int level, const char *text)
{
	const struct lc_host *host = to_host(table);

	if (text && level > LIBCODEC_LOG_NONE)
		lc_log(host->log, level, "%s: %s", host->plugin, text);
}

static int64_t host_now_ns(const struct libcodec_host *table)
{
	return lc_now_ns();
}

static uint64_t host_trace_begin(const struct libcodec_host *table, const char *name,
				 const char *arg_name, int64_t arg)
{
	return lc_trace_begin(name, arg_name, arg);
}

static void host_trace_end(const struct libcodec_host *table, uint64_t token)
{
	lc_trace_end(token);
}

/*
 * The plugin's header may be of another minor: work on one of our size, and give back as
 * much as it has room for.
 */
static int host_jpeg_next_scan(const struct libcodec_host *table, const uint8_t *data,
			       uint64_t size, uint64_t from,
			       struct libcodec_jpeg_header *header, uint64_t *ret_end)
{
	const struct lc_host *host = to_host(table);
	struct libcodec_jpeg_header ours = { 0 };
	struct lc_fault fault = { 0 };
	uint32_t theirs;
	int r;

	if (!data || !header || !ret_end || size > SIZE_MAX)
		return -EINVAL;
	theirs = header->struct_size;
	if (theirs < JPEG_HEADER_MINOR0)
		return -EINVAL;
	memcpy(&ours, header, lc_min_u64(theirs, sizeof(ours)));
	ours.struct_size = sizeof(ours);
	r = lc_jpeg_header_next_scan(data, (size_t)size, from, &ours, ret_end, &fault);
	if (r < 0)
		lc_log(host->log, LIBCODEC_LOG_DEBUG, "%s: at byte %llu: %s",
		       host->plugin, (unsigned long long)fault.offset, fault.message);
	memcpy(header, &ours, lc_min_u64(theirs, sizeof(ours)));
	header->struct_size = theirs;
	return r;
}

static int host_jpeg_strip(const struct libcodec_host *table,
			   const struct libcodec_decode_job *job, uint8_t *dst,
			   uint64_t room, uint64_t *ret_size, uint64_t *ret_end)
{
	size_t size, end;
	int r;

	if (!job || !job->jpeg || !dst || !ret_size || !ret_end)
		return -EINVAL;
	r = lc_jpeg_strip(job->data, (size_t)job->size, job->jpeg, dst,
			  (size_t)lc_min_u64(room, SIZE_MAX), &size, &end);
	if (r < 0)
		return r;
	*ret_size = size;
	*ret_end = end;
	return 0;
}

static int host_parallel_for(const struct libcodec_host *table, uint32_t threads,
			     uint32_t n, void (*fn)(void *arg, uint32_t index), void *arg)
{
	return lc_workers_run(to_host(table)->workers, threads, n, fn, arg);
}

/* --- devices --- */

/* Numbers come round: the node may belong to the next device by now. */
static bool is_node_of(const char *node, const struct libcodec_device *device)
{
	struct stat st;

	return !device->devnum || (stat(node, &st) == 0 && st.st_rdev == device->devnum);
}

static int host_device_open(const struct libcodec_host *table,
			    const struct libcodec_device *device, uint32_t flags)
{
	const struct lc_opener *opener = to_host(table)->opener;
	int how = flags & LIBCODEC_OPEN_READ_ONLY ? O_RDONLY : O_RDWR;
	int saved_errno = errno, fd;

	if (!device || flags & ~LIBCODEC_OPEN_READ_ONLY)
		return -EINVAL;
	if (lc_device_is_gone(device) || !device->node[0])
		return -ENODEV;
	fd = lc_opener_open(opener, device->node, how | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && !opener->open && !is_node_of(device->node, device)) {
		lc_opener_close(opener, fd);
		fd = -ENODEV;
	}
	if (fd == -ENOENT || fd == -ENXIO)
		fd = -ENODEV;
	errno = saved_errno;
	return fd;
}

static void host_device_close(const struct libcodec_host *table,
			      const struct libcodec_device *device, int fd)
{
	int saved_errno = errno;

	if (fd >= 0)
		lc_opener_close(to_host(table)->opener, fd);
	errno = saved_errno;
}

static const char *device_field(const struct libcodec_device *device, uint32_t what,
				char number[32])
{
	switch (what) {
	case LIBCODEC_DEVICE_NODE:
		return device->node;
	case LIBCODEC_DEVICE_SYSPATH:
		return device->syspath;
	case LIBCODEC_DEVICE_SYSNAME:
		return device->sysname;
	case LIBCODEC_DEVICE_SUBSYSTEM:
		return device->subsystem;
	case LIBCODEC_DEVICE_DEVTYPE:
		return device->devtype;
	case LIBCODEC_DEVICE_DRIVER:
		return device->driver;
	case LIBCODEC_DEVICE_NUMBER:
		if (!device->devnum)
			return "";
		snprintf(number, 32, "%u:%u", major(device->devnum), minor(device->devnum));
		return number;
	default:
		return NULL;
	}
}

static int host_device_get(const struct libcodec_host *table,
			   const struct libcodec_device *device, uint32_t what,
			   const char *key, char *buffer, uint64_t size)
{
	const char *text;
	char number[32];
	size_t n;

	if (!device || !buffer || !size || size > SIZE_MAX)
		return -EINVAL;
	if (what == LIBCODEC_DEVICE_ATTR)
		return key ? lc_device_attr(device, key, buffer, (size_t)size) : -EINVAL;
	if (what == LIBCODEC_DEVICE_PROPERTY) {
		if (!key)
			return -EINVAL;
		text = lc_device_property(device, key);
		if (!text)
			return -ENOENT;
	} else {
		text = device_field(device, what, number);
		if (!text)
			return -EINVAL;
		if (!text[0])
			return -ENOENT;
	}
	n = strlen(text);
	if (n >= size || n > INT_MAX)
		return -ENOSPC;
	memcpy(buffer, text, n + 1);
	return (int)n;
}

/* --- dma-bufs --- */

static int host_surface_map(const struct libcodec_host *table,
			    const struct libcodec_surface *surface, uint32_t access,
			    void **ret_data)
{
	struct lc_surface *s = lc_surface_of(surface);

	if (!s || access >= LIBCODEC_ACCESS_NONE || !ret_data)
		return -EINVAL;
	return lc_surface_map(s, access, ret_data);
}

static void host_surface_unmap(const struct libcodec_host *table,
			       const struct libcodec_surface *surface)
{
	struct lc_surface *s = lc_surface_of(surface);

	if (s)
		lc_surface_unmap(s);
}

static int host_dmabuf_new(const struct libcodec_host *table, uint64_t size)
{
	int saved_errno = errno;
	int fd = lc_dmabufs_new(to_host(table)->dmabufs, size);

	errno = saved_errno;
	return fd;
}

static int host_dmabuf_sync(const struct libcodec_host *table, int fd, uint32_t access,
			    uint32_t end)
{
	int saved_errno = errno, r;

	if (fd < 0 || access >= LIBCODEC_ACCESS_NONE || end > 1)
		return -EINVAL;
	r = lc_dmabuf_sync(fd, access, end);
	errno = saved_errno;
	return r;
}

void lc_host_init(struct lc_host *host, struct lc_log *log, struct lc_workers *workers,
		  const struct lc_opener *opener, struct lc_dmabufs *dmabufs,
		  const char *plugin)
{
	*host = (struct lc_host){
		.table = {
			.struct_size = sizeof(host->table),
			.abi = LIBCODEC_PLUGIN_ABI,
			.log = host_log,
			.now_ns = host_now_ns,
			.tracing = &lc_tracing,
			.trace_begin = host_trace_begin,
			.trace_end = host_trace_end,
			.jpeg_next_scan = host_jpeg_next_scan,
			.parallel_for = host_parallel_for,
			.device_open = host_device_open,
			.device_close = host_device_close,
			.device_get = host_device_get,
			.surface_map = host_surface_map,
			.surface_unmap = host_surface_unmap,
			.dmabuf_new = host_dmabuf_new,
			.dmabuf_sync = host_dmabuf_sync,
			.jpeg_strip = host_jpeg_strip,
		},
		.log = log,
		.workers = workers,
		.opener = opener,
		.dmabufs = dmabufs,
		.plugin = plugin,
	};
}
