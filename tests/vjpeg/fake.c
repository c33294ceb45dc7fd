/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fake's opens, and the system calls as backends make them.
 */
#include "config.h"

#include "fake-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAPPINGS_MAX 1024

/* Of an MMAP buffer, in the process's address space. */
struct mapping {
	void *address;
	struct fake_open *open;
	ino_t ino; /* of its memory */
};

static struct fake_open *opens[FAKE_OPENS];
static struct mapping mappings[MAPPINGS_MAX];
static unsigned int n_mappings;
static unsigned int interrupt_every, interrupt_count;

int64_t fake_advance(int64_t now_ns)
{
	int64_t next = FAKE_NEVER, t;
	unsigned int i;

	for (i = 0; i < VJPEG_DEVICES; i++) {
		t = fake_advance_device(fake_device(i), now_ns);
		next = t < next ? t : next;
	}
	for (i = 0; i < FAKE_OPENS; i++)
		if (opens[i]) {
			t = fake_advance_open(opens[i], now_ns);
			next = t < next ? t : next;
		}
	return next;
}

void fake_interrupt_every(unsigned int n)
{
	fake_lock();
	interrupt_every = n;
	interrupt_count = 0;
	fake_unlock();
}

static bool is_interrupted(void)
{
	if (!interrupt_every || ++interrupt_count < interrupt_every)
		return false;
	interrupt_count = 0;
	return true;
}

/* --- opens --- */

bool fake_is_gone(const struct fake_open *open)
{
	return !open->dev->plugged || open->dev->generation != open->generation;
}

static struct fake_open *find(int fd)
{
	unsigned int i;

	for (i = 0; fd >= 0 && i < FAKE_OPENS; i++)
		if (opens[i] && opens[i]->fd == fd)
			return opens[i];
	return NULL;
}

static struct fake_open **free_slot(void)
{
	unsigned int i;

	for (i = 0; i < FAKE_OPENS; i++)
		if (!opens[i])
			return &opens[i];
	return NULL;
}

static int make_open(struct fake_device *dev, int flags, struct fake_open **ret_open)
{
	struct fake_open *o = calloc(1, sizeof(*o));
	int r;

	if (!o)
		return -ENOMEM;
	r = vjpeg_engine_new(&o->engine);
	if (r < 0)
		goto fail;
	o->fd = eventfd(0, (flags & O_CLOEXEC ? EFD_CLOEXEC : 0) |
			   (flags & O_NONBLOCK ? EFD_NONBLOCK : 0));
	if (o->fd < 0) {
		r = -errno;
		goto fail_engine;
	}
	o->dev = dev;
	o->generation = dev->generation;
	o->nonblock = flags & O_NONBLOCK;
	o->late_ns = FAKE_NEVER;
	o->last_source = -1;
	fake_queue_init(&o->output, o, true);
	fake_queue_init(&o->capture, o, false);
	fake_formats_init(o);
	*ret_open = o;
	return 0;

fail_engine:
	vjpeg_engine_free(o->engine);
fail:
	free(o);
	return r;
}

/* Of the device that is plugged in now. */
static unsigned int count_contexts(const struct fake_device *dev)
{
	unsigned int i, n = 0;

	for (i = 0; i < FAKE_OPENS; i++)
		n += opens[i] && opens[i]->dev == dev && !fake_is_gone(opens[i]);
	return n;
}

int fake_open(unsigned int index, int flags)
{
	struct fake_device *dev = fake_device(index);
	struct fake_open **slot, *o = NULL, *old;
	int r;

	if (!dev)
		return -ENODEV;
	fake_lock();
	fake_advance(fake_now_ns());
	slot = free_slot();
	r = -ENODEV;
	if (!dev->plugged)
		goto out;
	r = -EBUSY;
	if (dev->knobs.contexts && count_contexts(dev) >= dev->knobs.contexts) {
		dev->stats.busy++;
		goto out;
	}
	r = -EMFILE;
	if (!slot)
		goto out;
	r = make_open(dev, flags, &o);
	if (r < 0)
		goto out;
	/* Closed behind our back: it stays in `opens`, as what it is, a leak. */
	old = find(o->fd);
	if (old)
		old->fd = -1;
	*slot = o;
	dev->stats.opens++;
	r = o->fd;
out:
	fake_unlock();
	return r;
}

static void release(struct fake_open *o)
{
	unsigned int i;

	fake_abort(o);
	fake_queue_done(&o->output);
	fake_queue_done(&o->capture);
	vjpeg_engine_free(o->engine);
	o->dev->stats.opens--;
	for (i = 0; i < FAKE_OPENS; i++)
		if (opens[i] == o)
			opens[i] = NULL;
	fake_run(o->dev);
	free(o);
	fake_wake();
}

/* A mapping keeps it open, as it does a file of the kernel's. */
void fake_close(int fd)
{
	struct fake_open *o;

	fake_lock();
	fake_advance(fake_now_ns());
	o = find(fd);
	if (o) {
		close(fd);
		o->fd = -1;
		o->closed = true;
		if (!o->n_mapped)
			release(o);
	}
	fake_unlock();
}

/* --- the system calls --- */

/* What the knobs make of an ioctl: 0, or what it says. */
static int spoil(struct fake_device *dev, unsigned long request)
{
	if (vjpeg_next_unplug(&dev->knobs.unplug_at)) {
		fake_go(dev);
		return -ENODEV;
	}
	return vjpeg_next_ioctl(&dev->knobs, _IOC_NR(request));
}

static int call(struct fake_open *o, unsigned long request, void *arg)
{
	union {
		struct v4l2_create_buffers largest;
		char bytes[sizeof(struct v4l2_create_buffers)];
	} copy;
	size_t size = _IOC_SIZE(request);
	int r;

	if (fake_is_gone(o))
		return -ENODEV;
	r = spoil(o->dev, request);
	if (r < 0)
		return r;
	if (_IOC_TYPE(request) != 'V' || size > sizeof(copy))
		return -ENOTTY;
	memset(&copy, 0, sizeof(copy));
	if (size && !arg)
		return -EFAULT;
	if (_IOC_DIR(request) & _IOC_WRITE)
		memcpy(&copy, arg, size);
	r = fake_ioctl(o, request, &copy);
	if (r == 0 && (_IOC_DIR(request) & _IOC_READ))
		memcpy(arg, &copy, size);
	return r;
}

static int fake_sys_ioctl(int fd, unsigned long request, void *arg)
{
	struct fake_open *o;
	int r = -EBADF;

	fake_lock();
	fake_advance(fake_now_ns());
	o = find(fd);
	if (o) {
		o->dev->stats.ioctls++;
		r = is_interrupted() ? -EINTR : call(o, request, arg);
		/* It may have waited, and somebody may have closed it meanwhile. */
		o = find(fd);
		if (o && r == -EBUSY)
			o->dev->stats.busy++;
	}
	fake_unlock();
	return r;
}

static int map(int fd, size_t size, int prot, off_t offset, void **ret_address)
{
	void *p = mmap(NULL, size, prot, MAP_SHARED, fd, offset);

	if (p == MAP_FAILED)
		return -errno;
	*ret_address = p;
	return 0;
}

bool fake_is_mapped(const struct fake_plane *p)
{
	unsigned int i;

	for (i = 0; p->memfd >= 0 && i < n_mappings; i++)
		if (mappings[i].ino == p->ino)
			return true;
	return false;
}

static int map_buffer(struct fake_open *o, size_t size, int prot, off_t offset,
		      void **ret_address)
{
	const struct fake_plane *p;
	int r;

	if (fake_is_gone(o))
		return -ENODEV;
	p = fake_plane_at(o, offset);
	if (!p || size > p->size)
		return -EINVAL;
	if (p->m.offset & (1u << 30) ? !(prot & PROT_READ) : !(prot & PROT_WRITE))
		return -EINVAL;
	if (n_mappings >= MAPPINGS_MAX)
		return -ENOMEM;
	r = map(p->memfd, size, prot, 0, ret_address);
	if (r < 0)
		return r;
	mappings[n_mappings++] = (struct mapping){ *ret_address, o, p->ino };
	o->n_mapped++;
	o->dev->stats.mapped++;
	return 0;
}

static int fake_sys_mmap(int fd, size_t size, int prot, off_t offset, void **ret_address)
{
	struct fake_open *o;
	int r;

	fake_lock();
	o = find(fd);
	r = o ? map_buffer(o, size, prot, offset, ret_address) :
		map(fd, size, prot, offset, ret_address);
	fake_unlock();
	return r;
}

static void forget_mapping(unsigned int i)
{
	struct fake_open *o = mappings[i].open;

	mappings[i] = mappings[--n_mappings];
	o->dev->stats.mapped--;
	o->n_mapped--;
	if (o->closed && !o->n_mapped)
		release(o);
}

static int fake_sys_munmap(void *address, size_t size)
{
	unsigned int i;
	int r;

	fake_lock();
	r = munmap(address, size) < 0 ? -errno : 0;
	for (i = 0; r == 0 && i < n_mappings; i++)
		if (mappings[i].address == address) {
			forget_mapping(i);
			break;
		}
	fake_unlock();
	return r;
}

static bool is_idle(const struct fake_queue *q)
{
	return !q->streaming || (!q->queued.n && !q->last_dequeued);
}

/* As v4l2_poll() and v4l2_m2m_poll(). */
static short look(const struct fake_open *o, short events)
{
	const short always = POLLERR | POLLHUP;
	short found = 0;

	if (!o)
		return POLLNVAL;
	if (fake_is_gone(o))
		return (POLLERR | POLLHUP | POLLPRI) & (events | always);
	if (events & (POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM)) {
		if (is_idle(&o->output) && is_idle(&o->capture))
			found |= POLLERR;
		else {
			if (o->output.done.n)
				found |= POLLOUT | POLLWRNORM;
			if (o->capture.done.n || o->capture.last_dequeued)
				found |= POLLIN | POLLRDNORM;
		}
	}
	if (fake_has_event(o))
		found |= POLLPRI;
	return found & (events | always);
}

static int fake_sys_poll(struct pollfd *fds, unsigned int n, int timeout_ms)
{
	int64_t now, next, deadline = FAKE_NEVER;
	unsigned int i;
	int ready = -EINTR;

	fake_lock();
	for (i = 0; i < n; i++)
		if (find(fds[i].fd))
			find(fds[i].fd)->dev->stats.polls++;
	now = fake_now_ns();
	if (timeout_ms >= 0)
		deadline = now + timeout_ms * INT64_C(1000000);
	if (is_interrupted())
		goto out;
	for (;;) {
		next = fake_advance(now);
		for (i = 0, ready = 0; i < n; i++) {
			fds[i].revents = look(find(fds[i].fd), fds[i].events);
			ready += fds[i].revents != 0;
		}
		if (ready || now >= deadline)
			break;
		fake_wait(next < deadline ? next : deadline);
		now = fake_now_ns();
	}
out:
	fake_unlock();
	return ready;
}

const struct lc_v4l2_sys fake_sys = {
	.ioctl = fake_sys_ioctl,
	.mmap = fake_sys_mmap,
	.munmap = fake_sys_munmap,
	.poll = fake_sys_poll,
};
