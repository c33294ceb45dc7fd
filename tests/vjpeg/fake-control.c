/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fake's devices and the table that controls them: the lock, plugs, knobs and counters.
 */
#include "config.h"

#include "fake-private.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct fake_device devices[VJPEG_DEVICES];
static vjpeg_watch_fn watch_fn;
static void *watch_data;
static unsigned int n_coming; /* threads that will plug something in */
static bool settles;

int64_t fake_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* --- the lock --- */

static void plug(struct fake_device *dev)
{
	if (dev->plugged)
		return;
	dev->plugged = true;
	dev->generation++;
	dev->planar = dev->knobs.planar;
	dev->coded = dev->knobs.coded;
	dev->mem = dev->knobs.mem;
	dev->tells = true;
}

static void init(void)
{
	pthread_condattr_t attr;
	unsigned int i;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&changed, &attr);
	pthread_condattr_destroy(&attr);
	for (i = 0; i < VJPEG_DEVICES; i++) {
		devices[i].index = i;
		devices[i].due_ns = FAKE_NEVER;
		vjpeg_knobs_begin(&devices[i].knobs, i);
	}
	plug(&devices[0]);
	plug(&devices[1]);
	devices[0].tells = devices[1].tells = false;
}

void fake_lock(void)
{
	pthread_once(&once, init);
	pthread_mutex_lock(&lock);
}

/* What changed is told without the lock. */
void fake_unlock(void)
{
	vjpeg_watch_fn fn = watch_fn;
	void *data = watch_data;
	bool tells[VJPEG_DEVICES], plugged[VJPEG_DEVICES];
	unsigned int i;

	for (i = 0; i < VJPEG_DEVICES; i++) {
		tells[i] = devices[i].tells;
		plugged[i] = devices[i].plugged;
		devices[i].tells = false;
	}
	pthread_mutex_unlock(&lock);
	for (i = 0; fn && i < VJPEG_DEVICES; i++)
		if (tells[i])
			fn(data, i, plugged[i]);
}

void fake_wake(void)
{
	pthread_cond_broadcast(&changed);
}

void fake_wait(int64_t deadline_ns)
{
	const struct timespec t = {
		.tv_sec = (time_t)(deadline_ns / 1000000000),
		.tv_nsec = (long)(deadline_ns % 1000000000),
	};

	if (deadline_ns == FAKE_NEVER)
		pthread_cond_wait(&changed, &lock);
	else
		pthread_cond_timedwait(&changed, &lock, &t);
}

/* --- devices --- */

struct fake_device *fake_device(unsigned int index)
{
	return index < VJPEG_DEVICES ? &devices[index] : NULL;
}

static void unplug(struct fake_device *dev)
{
	unsigned int i;

	if (!dev->plugged)
		return;
	dev->plugged = false;
	dev->generation++;
	for (i = 0; i < dev->n_jobs; i++)
		dev->job[i]->scheduled = false;
	dev->n_jobs = 0;
	dev->running = false;
	dev->tells = true;
	fake_wake();
}

static void *come_back(void *data)
{
	struct fake_device *dev = data;
	int64_t due;

	fake_lock();
	due = fake_now_ns() + dev->knobs.replug_ms * INT64_C(1000000);
	while (!settles && fake_now_ns() < due)
		fake_wait(due);
	if (!settles)
		plug(dev);
	fake_unlock();
	fake_lock();
	n_coming--;
	fake_wake();
	fake_unlock();
	return NULL;
}

void fake_go(struct fake_device *dev)
{
	pthread_attr_t attr;
	pthread_t thread;

	unplug(dev);
	if (!dev->knobs.replug_ms)
		return;
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	n_coming++;
	if (pthread_create(&thread, &attr, come_back, dev))
		n_coming--;
	pthread_attr_destroy(&attr);
}

static void settle(void)
{
	fake_lock();
	settles = true;
	fake_wake();
	while (n_coming)
		fake_wait(FAKE_NEVER);
	settles = false;
	fake_unlock();
}

static int set_plugged(unsigned int index, bool plugged)
{
	struct fake_device *dev = fake_device(index);

	if (!dev)
		return -EINVAL;
	fake_lock();
	if (plugged)
		plug(dev);
	else
		unplug(dev);
	fake_unlock();
	return 0;
}

static int fake_plug(unsigned int index)
{
	return set_plugged(index, true);
}

static int fake_unplug(unsigned int index)
{
	return set_plugged(index, false);
}

static bool is_plugged(unsigned int index)
{
	bool is;

	fake_lock();
	fake_advance(fake_now_ns());
	is = fake_device(index) && fake_device(index)->plugged;
	fake_unlock();
	return is;
}

static void fake_watch(vjpeg_watch_fn fn, void *data)
{
	fake_lock();
	watch_fn = fn;
	watch_data = data;
	fake_unlock();
}

/* --- knobs --- */

struct name {
	const char *name;
	size_t offset;
};

static const struct name knob_names[] = {
#define VJPEG_KNOB_NAME(name, value) { #name, offsetof(struct vjpeg_knobs, name) },
	VJPEG_KNOBS(VJPEG_KNOB_NAME)
#undef VJPEG_KNOB_NAME
	{ NULL, 0 },
};

static const struct name stat_names[] = {
#define VJPEG_STAT_NAME(name) { #name, offsetof(struct vjpeg_stats, name) },
	VJPEG_STATS(VJPEG_STAT_NAME)
#undef VJPEG_STAT_NAME
	{ NULL, 0 },
};

static unsigned int *member(void *base, const struct name *names, const char *name)
{
	for (; names->name; names++)
		if (!strcmp(names->name, name))
			return (unsigned int *)((char *)base + names->offset);
	return NULL;
}

/* A knob or a counter by its name, to read and perhaps to write. */
static int access_member(unsigned int index, bool stat, const char *name,
			 unsigned int *ret_value, const unsigned int *value)
{
	struct fake_device *dev = fake_device(index);
	unsigned int *p;

	if (!dev)
		return -EINVAL;
	fake_lock();
	fake_advance(fake_now_ns());
	p = stat ? member(&dev->stats, stat_names, name) :
		   member(&dev->knobs, knob_names, name);
	if (p && value)
		*p = *value;
	else if (p)
		*ret_value = *p;
	fake_unlock();
	return p ? 0 : -EINVAL;
}

static int fake_set(unsigned int index, const char *knob, unsigned int value)
{
	return access_member(index, false, knob, NULL, &value);
}

static int fake_get(unsigned int index, const char *knob, unsigned int *ret_value)
{
	return access_member(index, false, knob, ret_value, NULL);
}

static int fake_stat(unsigned int index, const char *name, unsigned int *ret_value)
{
	return access_member(index, true, name, ret_value, NULL);
}

static int fake_clear_stats(unsigned int index)
{
	struct fake_device *dev = fake_device(index);

	if (!dev)
		return -EINVAL;
	fake_lock();
	dev->stats = (struct vjpeg_stats){
		.opens = dev->stats.opens,
		.mapped = dev->stats.mapped,
		.attached = dev->stats.attached,
	};
	fake_unlock();
	return 0;
}

static int fake_reset(unsigned int index)
{
	if (!fake_device(index))
		return -EINVAL;
	fake_lock();
	vjpeg_knobs_begin(&fake_device(index)->knobs, index);
	fake_unlock();
	return 0;
}

/* --- the table --- */

static int no_node(unsigned int index, char *buffer, size_t size)
{
	(void)index;
	(void)buffer;
	(void)size;
	return -ENOENT;
}

static int new_dmabuf(size_t size)
{
	int fd = memfd_create("vjpeg-dmabuf", MFD_CLOEXEC), r;

	if (fd < 0)
		return -errno;
	if (ftruncate(fd, (off_t)size) == 0)
		return fd;
	r = -errno;
	close(fd);
	return r;
}

const struct vjpeg_control vjpeg_fake_control = {
	.kind = "fake",
	.sys = &fake_sys,
	.open = fake_open,
	.close = fake_close,
	.plug = fake_plug,
	.unplug = fake_unplug,
	.is_plugged = is_plugged,
	.set = fake_set,
	.get = fake_get,
	.stat = fake_stat,
	.clear_stats = fake_clear_stats,
	.reset = fake_reset,
	.node = no_node,
	.dmabuf = new_dmabuf,
	.watch = fake_watch,
	.interrupt_every = fake_interrupt_every,
	.settle = settle,
};
