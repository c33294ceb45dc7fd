/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Asks for dma-bufs, the likeliest source first: memory that is one piece (the heaps of
 * CMA), which any device takes; pages from anywhere (the system heap, udmabuf), which a
 * device behind an IOMMU takes; a dumb buffer of a display.
 */
#include "config.h"

#include "dmabuf-alloc.h"

#include <fcntl.h>
#include <grp.h>
#include <inttypes.h>
#include <linux/dma-heap.h>
#include <linux/memfd.h>
#include <linux/udmabuf.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xf86drm.h>

#include "memory.h"

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U /* Linux 6.3 */
#endif

#define CARDS_MAX 16 /* that are looked at: /dev/dri/card0 and so on */

/* Room for a node's name, which is one of ours. */
#define NODE_MAX 40

static int ask(int fd, unsigned long request, void *arg)
{
	int r;

	do
		r = ioctl(fd, request, arg);
	while (r < 0 && errno == EINTR);
	return r < 0 ? -errno : r;
}

/* --- dma-heaps --- */

static int heap_new(int node, uint64_t size)
{
	struct dma_heap_allocation_data data = {
		.len = size,
		.fd_flags = O_RDWR | O_CLOEXEC,
	};
	int r = ask(node, DMA_HEAP_IOCTL_ALLOC, &data);

	return r < 0 ? r : (int)data.fd;
}

/* --- udmabuf: pages of a memfd --- */

static int sealed_memfd(uint64_t size)
{
	const unsigned int flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
	int fd = memfd_create("libcodec", flags | MFD_NOEXEC_SEAL);
	int r;

	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("libcodec", flags);
	if (fd < 0)
		return -errno;
	do
		r = ftruncate(fd, (off_t)size);
	while (r < 0 && errno == EINTR);
	if (r == 0)
		r = fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK);
	if (r < 0) {
		r = -errno;
		close(fd);
		return r;
	}
	return fd;
}

static int udmabuf_new(int node, uint64_t size)
{
	struct udmabuf_create create = { .flags = UDMABUF_FLAGS_CLOEXEC, .size = size };
	int memfd = sealed_memfd(size), r;

	if (memfd < 0)
		return memfd;
	create.memfd = (uint32_t)memfd;
	r = ask(node, UDMABUF_CREATE, &create);
	close(memfd); /* the dma-buf holds the pages */
	return r;
}

/* --- dumb buffers --- */

/*
 * Whoever opens a display first is its master, which is not for us. Capabilities aren't asked
 * for: a device without a display, as vgem, has no such answer and makes dumb buffers.
 */
static int dumb_export(int node, uint64_t size, uint32_t *ret_handle)
{
	/* 4096 bytes a row: some drivers know no other pixels than those of 32 bits. */
	struct drm_mode_create_dumb create = {
		.width = 1024,
		.height = (uint32_t)((size + 4095) / 4096),
		.bpp = 32,
	};
	int fd;

	drmDropMaster(node);
	if (drmIoctl(node, DRM_IOCTL_MODE_CREATE_DUMB, &create) < 0)
		return -errno;
	*ret_handle = create.handle;
	if (create.size < size)
		return -ENOSPC;
	if (drmPrimeHandleToFD(node, create.handle, DRM_CLOEXEC | DRM_RDWR, &fd) < 0)
		return -errno;
	return fd;
}

/* No rule says that a driver does it. One that can't be mapped is of no use to images. */
static int clear(int fd, uint64_t size)
{
	void *p = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	int r;

	if (p == MAP_FAILED)
		return -errno;
	r = lc_dmabuf_sync(fd, LIBCODEC_ACCESS_WRITE, false);
	if (r == 0) {
		memset(p, 0, (size_t)size);
		r = lc_dmabuf_sync(fd, LIBCODEC_ACCESS_WRITE, true);
	}
	munmap(p, (size_t)size);
	return r;
}

static int dumb_new(int node, uint64_t size)
{
	struct drm_mode_destroy_dumb destroy = { .handle = 0 };
	int fd = dumb_export(node, size, &destroy.handle), r;

	if (destroy.handle)
		drmIoctl(node, DRM_IOCTL_MODE_DESTROY_DUMB, &destroy);
	if (fd < 0)
		return fd;
	r = clear(fd, size);
	if (r < 0) {
		close(fd);
		return r;
	}
	return fd;
}

/* --- all of them --- */

struct source {
	const char *node;    /* with %u: a number */
	int flags;           /* of open() */
	int (*alloc)(int node, uint64_t size); /* a descriptor or a negative errno */
	const char *missing; /* what to do where the node isn't there; NULL: that's usual */
	const char *refused; /* what to do where it gives nothing, or NULL */
};

/* What the heap of CMA is called depends on the kernel and its device tree. */
static const struct source sources[] = {
	{ "/dev/dma_heap/linux,cma", O_RDONLY, heap_new, NULL, NULL },
	{ "/dev/dma_heap/reserved", O_RDONLY, heap_new, NULL, NULL },
	{ "/dev/dma_heap/default_cma_region", O_RDONLY, heap_new, NULL, NULL },
	{ "/dev/dma_heap/system", O_RDONLY, heap_new,
	  "the kernel needs CONFIG_DMABUF_HEAPS_SYSTEM", NULL },
	{ "/dev/udmabuf", O_RDWR, udmabuf_new, "the kernel needs CONFIG_UDMABUF",
	  "its parameter size_limit_mb may be too small" },
	{ "/dev/dri/card%u", O_RDWR, dumb_new,
	  "no DRM device; the module vgem makes one", NULL },
};

#define CARDS	  (LC_ARRAY_SIZE(sources) - 1) /* the place of the first */
#define N_SOURCES (CARDS + CARDS_MAX)

_Static_assert(N_SOURCES <= 32, "a bit for each");

static const struct source *source_at(uint32_t index, char node[NODE_MAX])
{
	const struct source *s = &sources[index < CARDS ? index : CARDS];

	if (index < CARDS)
		snprintf(node, NODE_MAX, "%s", s->node);
	else
		snprintf(node, NODE_MAX, "/dev/dri/card%u", (unsigned int)(index - CARDS));
	return s;
}

static bool is_missing(int error)
{
	return error == -ENOENT || error == -ENXIO || error == -ENODEV || error == -ENOTDIR;
}

static bool is_forbidden(int error)
{
	return error == -EACCES || error == -EPERM;
}

static bool is_told(struct lc_dmabufs *d, uint32_t index)
{
	uint32_t bit = UINT32_C(1) << index;

	return __atomic_fetch_or(&d->told, bit, __ATOMIC_RELAXED) & bit;
}

/* "group video", or its number where it has no name. */
static void name_group(gid_t gid, char text[64])
{
	struct group group, *found = NULL;
	char buffer[1024];

	if (getgrgid_r(gid, &group, buffer, sizeof(buffer), &found) == 0 && found)
		snprintf(text, 64, "group %s", found->gr_name);
	else
		snprintf(text, 64, "group %u", (unsigned int)gid);
}

static void tell_forbidden(struct lc_dmabufs *d, const char *node)
{
	struct stat st;
	char group[64] = "its group";

	if (stat(node, &st) == 0)
		name_group(st.st_gid, group);
	lc_log(d->log, LIBCODEC_LOG_WARNING,
	       "dma-bufs: %s may not be opened: whoever is in %s may, or a udev rule allows it",
	       node, group);
}

/* One line a source and context, whatever it refuses later. */
static void tell(struct lc_dmabufs *d, uint32_t index, const struct source *s,
		 const char *node, uint64_t size, int error)
{
	if (is_missing(error) && index > CARDS)
		return;
	if (d->log->level < LIBCODEC_LOG_WARNING || is_told(d, index))
		return;
	if (is_forbidden(error))
		tell_forbidden(d, node);
	else if (is_missing(error))
		lc_log(d->log, s->missing ? LIBCODEC_LOG_INFO : LIBCODEC_LOG_DEBUG,
		       "dma-bufs: no %s%s%s", node, s->missing ? ": " : "",
		       s->missing ? s->missing : "");
	else
		lc_log(d->log, LIBCODEC_LOG_INFO, "dma-bufs: %s refuses %llu bytes: %s%s%s",
		       node, (unsigned long long)size, strerror(-error),
		       s->refused ? "; " : "", s->refused ? s->refused : "");
}

static int try_source(struct lc_dmabufs *d, uint32_t index, uint64_t size)
{
	char node[NODE_MAX];
	const struct source *s = source_at(index, node);
	int node_fd, fd;

	node_fd = lc_opener_open(d->opener, node,
				 s->flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (node_fd < 0) {
		fd = node_fd;
	} else {
		fd = s->alloc(node_fd, size);
		lc_opener_close(d->opener, node_fd);
	}
	if (fd < 0)
		tell(d, index, s, node, size, fd);
	else if (__atomic_exchange_n(&d->worked, index + 1, __ATOMIC_RELAXED) != index + 1)
		lc_log(d->log, LIBCODEC_LOG_INFO, "dma-bufs: they come from %s", node);
	return fd;
}

/* What two sources say together: memory that ran out before what is forbidden. */
static int graver(int error, int next)
{
	if (next == -ENOMEM || next == -EMFILE || next == -ENFILE || error == -ENOMEM)
		return -ENOMEM;
	return is_forbidden(next) ? -EACCES : error;
}

/*
 * Whether the machine has so much to spare. The system heap takes whatever it is asked for,
 * until the kernel ends processes for it: a header that claims a huge picture must not.
 */
static bool is_available(uint64_t size)
{
	uint64_t kib = 0;
	char line[128];
	FILE *f = fopen("/proc/meminfo", "re");

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "MemAvailable: %" SCNu64 " kB", &kib) == 1)
			break;
	if (f)
		fclose(f);
	if (!kib) /* then not more than half of all there is */
		kib = (uint64_t)sysconf(_SC_PHYS_PAGES) *
		      ((uint64_t)sysconf(_SC_PAGESIZE) / 1024) / 2;
	return size / 1024 <= kib;
}

void lc_dmabufs_init(struct lc_dmabufs *d, const struct lc_opener *opener,
		     const struct lc_log *log)
{
	*d = (struct lc_dmabufs){ .opener = opener, .log = log };
}

int lc_dmabufs_new(struct lc_dmabufs *d, uint64_t size)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint32_t worked = __atomic_load_n(&d->worked, __ATOMIC_RELAXED), i;
	int error = -EOPNOTSUPP, fd;

	if (!size)
		return -EINVAL;
	/* A dumb buffer has at most 2^32 rows of 4096 bytes; whole pages are no overflow. */
	if (size > UINT32_MAX * UINT64_C(1024) || size > PTRDIFF_MAX / 2 ||
	    !is_available(size))
		return -ENOMEM;
	size = (size + page - 1) & ~(page - 1);
	if (worked) {
		fd = try_source(d, worked - 1, size);
		if (fd >= 0)
			return fd;
		error = graver(error, fd);
	}
	for (i = 0; i < N_SOURCES; i++) {
		if (i + 1 == worked)
			continue;
		fd = try_source(d, i, size);
		if (fd >= 0)
			return fd;
		error = graver(error, fd);
	}
	return error;
}
