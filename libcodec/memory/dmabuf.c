/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Memory of dma-bufs. They are mapped when the CPU first asks for them, and stay mapped;
 * around each access the kernel is told, so that caches are cleaned. Several dma-bufs share
 * one range of addresses, so that the planes of a picture have one base.
 */
#include "config.h"

#include "memory.h"

#include <fcntl.h>
#include <linux/dma-buf.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* One dma-buf. */
struct part {
	int fd;
	uint64_t start; /* in the memory, a multiple of a page */
	uint64_t size;
	dev_t dev;
	ino_t ino;
	uint64_t id;
};

struct dmabuf {
	struct lc_memory base; /* first: the two pointers are one */
	struct part parts[LC_DMABUFS_MAX];
	unsigned int n;
	pthread_mutex_t lock; /* what follows; slices have threads of their own */
	uint8_t *data;        /* NULL: not mapped yet */
	unsigned int maps;
	uint32_t access; /* that the kernel was told of, while there are maps */
};

static struct dmabuf *to_dmabuf(struct lc_memory *m)
{
	return (struct dmabuf *)m;
}

static uint64_t to_pages(uint64_t size)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return (size + page - 1) & ~(page - 1);
}

/* --- words to the kernel --- */

int lc_dmabuf_sync(int fd, uint32_t access, bool end)
{
	struct dma_buf_sync sync = {
		.flags = end ? DMA_BUF_SYNC_END : DMA_BUF_SYNC_START,
	};
	int r;

	if (access != LIBCODEC_ACCESS_WRITE)
		sync.flags |= DMA_BUF_SYNC_READ;
	if (access != LIBCODEC_ACCESS_READ)
		sync.flags |= DMA_BUF_SYNC_WRITE;
	do
		r = ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync);
	while (r < 0 && (errno == EINTR || errno == EAGAIN));
	return r < 0 && errno != ENOTTY ? -errno : 0;
}

/* All of them or none: those that began are ended where a later one fails. */
static int begin_access(const struct dmabuf *d, uint32_t access)
{
	unsigned int i;
	int r;

	for (i = 0; i < d->n; i++) {
		r = lc_dmabuf_sync(d->parts[i].fd, access, false);
		if (r < 0) {
			while (i)
				lc_dmabuf_sync(d->parts[--i].fd, access, true);
			return r;
		}
	}
	return 0;
}

/* The first error, after all were ended. */
static int end_access(const struct dmabuf *d, uint32_t access)
{
	unsigned int i;
	int error = 0, r;

	for (i = 0; i < d->n; i++) {
		r = lc_dmabuf_sync(d->parts[i].fd, access, true);
		if (!error)
			error = r;
	}
	return error;
}

/* --- addresses --- */

/* Each at its place in a range that is reserved for all of them. */
static int map_parts(const struct dmabuf *d, uint8_t *range)
{
	unsigned int i;

	for (i = 0; i < d->n; i++) {
		const struct part *p = &d->parts[i];

		if (mmap(range + p->start, (size_t)p->size, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_FIXED, p->fd, 0) == MAP_FAILED)
			return -errno;
	}
	return 0;
}

static int map_range(struct dmabuf *d)
{
	size_t size = (size_t)to_pages(d->base.size);
	uint8_t *range;
	int r;

	if (d->base.size > PTRDIFF_MAX / 2)
		return -ENOMEM;
	range = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
		     0);
	if (range == MAP_FAILED)
		return -errno;
	r = map_parts(d, range);
	if (r < 0) {
		munmap(range, size);
		return r;
	}
	d->data = range;
	return 0;
}

static int map_one(struct dmabuf *d)
{
	void *data;

	if (d->base.size > PTRDIFF_MAX / 2)
		return -ENOMEM;
	data = mmap(NULL, (size_t)d->base.size, PROT_READ | PROT_WRITE, MAP_SHARED,
		    d->parts[0].fd, 0);
	if (data == MAP_FAILED)
		return -errno;
	d->data = data;
	return 0;
}

/*
 * A map inside of another one that covers less: that one's access ends first, since to
 * begin reading may drop from the cache what was written and not cleaned yet.
 */
static int widen(struct dmabuf *d, uint32_t access)
{
	uint32_t both = LIBCODEC_ACCESS_BOTH;
	int r;

	if (d->access == both || d->access == access)
		return 0;
	r = end_access(d, d->access);
	if (r == 0)
		r = begin_access(d, both);
	if (r < 0) {
		begin_access(d, d->access);
		return r;
	}
	d->access = both;
	return 0;
}

static int map_locked(struct dmabuf *d, uint32_t access)
{
	int r = 0;

	if (d->maps == UINT32_MAX)
		return -EOVERFLOW;
	if (!d->data)
		r = d->n == 1 ? map_one(d) : map_range(d);
	if (r < 0)
		return r;
	if (d->maps) {
		r = widen(d, access);
	} else {
		r = begin_access(d, access);
		d->access = access;
	}
	if (r == 0)
		d->maps++;
	return r;
}

static int dmabuf_map(struct lc_memory *m, uint32_t access, void **ret_data)
{
	struct dmabuf *d = to_dmabuf(m);
	int r;

	pthread_mutex_lock(&d->lock);
	r = map_locked(d, access);
	pthread_mutex_unlock(&d->lock);
	if (r == 0)
		*ret_data = d->data;
	return r;
}

static int dmabuf_unmap(struct lc_memory *m)
{
	struct dmabuf *d = to_dmabuf(m);
	int r = 0;

	pthread_mutex_lock(&d->lock);
	if (--d->maps == 0)
		r = end_access(d, d->access);
	pthread_mutex_unlock(&d->lock);
	return r;
}

static void dmabuf_free(struct lc_memory *m)
{
	struct dmabuf *d = to_dmabuf(m);

	if (d->data)
		munmap(d->data, (size_t)to_pages(d->base.size));
	while (d->n)
		close(d->parts[--d->n].fd);
	pthread_mutex_destroy(&d->lock);
	free(d);
}

static const struct lc_memory_ops dmabuf_ops = {
	.kind = LIBCODEC_MEMORY_DMABUF,
	.map = dmabuf_map,
	.unmap = dmabuf_unmap,
	.free = dmabuf_free,
};

/* --- import --- */

/* splitmix64's last steps: numbers that differ give numbers that differ. */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/*
 * A dma-buf's size is where its end is. One is a file of a kind of its own, or of none;
 * what has an end and is no memory, as a disk or a folder, is refused.
 */
static int look(int fd, struct part *p)
{
	int flags = fcntl(fd, F_GETFL);
	struct stat st;
	off_t end;

	if (flags < 0 || fstat(fd, &st) < 0)
		return -EINVAL;
	if ((st.st_mode & S_IFMT) && !S_ISREG(st.st_mode))
		return -EINVAL;
	if ((flags & O_ACCMODE) != O_RDWR)
		return -EACCES;
	end = lseek(fd, 0, SEEK_END);
	if (end <= 0)
		return -EINVAL;
	p->size = (uint64_t)end;
	p->dev = st.st_dev;
	p->ino = st.st_ino;
	p->id = mix(mix((uint64_t)st.st_dev) + (uint64_t)st.st_ino);
	return 0;
}

/* The one that is here already, or NULL. */
static const struct part *find_same(const struct dmabuf *d, const struct part *p)
{
	unsigned int i;

	for (i = 0; i < d->n; i++)
		if (d->parts[i].dev == p->dev && d->parts[i].ino == p->ino)
			return &d->parts[i];
	return NULL;
}

static int import(struct dmabuf *d, int fd, uint64_t *ret_start)
{
	struct part p = { .start = to_pages(d->base.size) };
	const struct part *same;
	int r = look(fd, &p);

	if (r < 0)
		return r;
	same = find_same(d, &p);
	if (same) {
		*ret_start = same->start;
		return 0;
	}
	if (p.size > INT64_MAX / 2 || p.start > INT64_MAX / 2)
		return -EINVAL;
	p.fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (p.fd < 0)
		return errno == EBADF ? -EINVAL : -ENOMEM;
	d->parts[d->n++] = p;
	d->base.size = p.start + p.size;
	*ret_start = p.start;
	return 0;
}

int lc_memory_dmabuf_import(const int *fds, unsigned int n, uint64_t *ret_starts,
			    struct lc_memory **ret_m)
{
	struct dmabuf *d;
	unsigned int i;
	int r;

	if (!n || n > LC_DMABUFS_MAX)
		return -EINVAL;
	d = calloc(1, sizeof(*d));
	if (!d)
		return -ENOMEM;
	d->base.ops = &dmabuf_ops;
	pthread_mutex_init(&d->lock, NULL);
	for (i = 0; i < n; i++) {
		r = import(d, fds[i], &ret_starts[i]);
		if (r < 0) {
			dmabuf_free(&d->base);
			return r;
		}
	}
	*ret_m = &d->base;
	return 0;
}

void lc_memory_dmabuf_find(const struct lc_memory *m, uint64_t offset,
			   struct lc_dmabuf_place *ret_place)
{
	const struct dmabuf *d = (const struct dmabuf *)m;
	const struct part *p = &d->parts[d->n - 1];

	while (p > d->parts && offset < p->start)
		p--;
	*ret_place = (struct lc_dmabuf_place){
		.fd = p->fd,
		.offset = offset - p->start,
		.size = p->size,
		.id = p->id,
	};
}
