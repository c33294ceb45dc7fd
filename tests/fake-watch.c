/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fake devices, and the watch that tells of them.
 */
#include "config.h"

#include "fake-watch.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"
#include "device.h"
#include "udev/watch.h"

#define DEVICES_MAX 256
#define EVENTS_MAX  4096

struct fake {
	char name[32], syspath[96], node[64];
	uint64_t devnum;
	int master, slave;
	const char *const *properties;
};

struct lc_watch {
	lc_watch_fn fn;
	void *data;
	int fd;
	bool lost;
	struct {
		enum lc_watch_what what;
		struct fake device;
	} events[EVENTS_MAX];
	size_t n_events;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct fake devices[DEVICES_MAX];
static size_t n_devices;
static struct lc_watch *watch;
static char watched[DEVICES_MAX][64];
static size_t n_watched;
static unsigned int n_scans;
static int scan_error;
static bool no_memory;
static bool real;

static void wake(void)
{
	uint64_t one = 1;

	ck_assert_int_eq(write(watch->fd, &one, sizeof(one)), sizeof(one));
}

/* With the lock. */
static void queue(enum lc_watch_what what, const struct fake *f)
{
	if (!watch || watch->lost)
		return;
	ck_assert_uint_lt(watch->n_events, EVENTS_MAX);
	watch->events[watch->n_events].what = what;
	watch->events[watch->n_events++].device = *f;
	wake();
}

static struct fake *find(const char *name)
{
	size_t i;

	for (i = 0; i < n_devices; i++)
		if (!strcmp(devices[i].name, name))
			return &devices[i];
	ck_abort_msg("no fake device %s", name);
	return NULL;
}

/*
 * The numbers of terminals are the machine's: while our side of one is open, nobody else
 * gets its node, and one that was pulled stays gone for a good while.
 */
#define HELD_MAX 64
static int held[HELD_MAX];
static unsigned int n_held;

/* With the lock. */
static void hold(int slave)
{
	if (n_held >= HELD_MAX)
		close(held[n_held % HELD_MAX]);
	held[n_held++ % HELD_MAX] = slave;
}

static void release_held(void)
{
	unsigned int i;

	for (i = 0; i < n_held && i < HELD_MAX; i++)
		close(held[i]);
	n_held = 0;
}

static void make_node(struct fake *f)
{
	struct stat st;

	f->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	ck_assert_msg(f->master >= 0, "posix_openpt: %s", strerror(errno));
	ck_assert_int_eq(grantpt(f->master), 0);
	ck_assert_int_eq(unlockpt(f->master), 0);
	ck_assert_int_eq(ptsname_r(f->master, f->node, sizeof(f->node)), 0);
	ck_assert_int_eq(stat(f->node, &st), 0);
	f->devnum = st.st_rdev;
	f->slave = open(f->node, O_RDWR | O_NOCTTY | O_CLOEXEC);
	ck_assert_int_ge(f->slave, 0);
}

void fake_plug(const char *name, const char *const *properties)
{
	struct fake f = { .properties = properties };

	snprintf(f.name, sizeof(f.name), "%s", name);
	snprintf(f.syspath, sizeof(f.syspath), "/sys/devices/fake/%s", name);
	make_node(&f);
	pthread_mutex_lock(&lock);
	ck_assert_uint_lt(n_devices, DEVICES_MAX);
	devices[n_devices++] = f;
	queue(LC_WATCH_PRESENT, &f);
	pthread_mutex_unlock(&lock);
}

static void hang_up(struct fake *f)
{
	if (f->master >= 0)
		close(f->master);
	f->master = -1;
}

void fake_replug(const char *name)
{
	struct fake *f;
	int old;

	pthread_mutex_lock(&lock);
	f = find(name);
	old = f->master;
	hold(f->slave);
	make_node(f);
	close(old);
	pthread_mutex_unlock(&lock);
}

void fake_unplug(const char *name)
{
	struct fake *f;

	pthread_mutex_lock(&lock);
	f = find(name);
	hang_up(f);
	hold(f->slave);
	queue(LC_WATCH_GONE, f);
	*f = devices[--n_devices];
	pthread_mutex_unlock(&lock);
}

void fake_hang_up(const char *name)
{
	pthread_mutex_lock(&lock);
	hang_up(find(name));
	pthread_mutex_unlock(&lock);
}

void fake_change(const char *name)
{
	pthread_mutex_lock(&lock);
	queue(LC_WATCH_PRESENT, find(name));
	pthread_mutex_unlock(&lock);
}

void fake_fail(int error)
{
	pthread_mutex_lock(&lock);
	scan_error = error;
	pthread_mutex_unlock(&lock);
}

void fake_no_memory(bool on)
{
	no_memory = on;
}

struct libcodec_device *__real_lc_device_new(const struct lc_watch_device *seen);
struct libcodec_device *__wrap_lc_device_new(const struct lc_watch_device *seen);

struct libcodec_device *__wrap_lc_device_new(const struct lc_watch_device *seen)
{
	return no_memory ? NULL : __real_lc_device_new(seen);
}

static int take_error(void)
{
	int error;

	pthread_mutex_lock(&lock);
	error = scan_error;
	scan_error = 0;
	pthread_mutex_unlock(&lock);
	return error;
}

static void forget(const char *node)
{
	size_t i = 0;

	while (i < n_watched)
		if (!strcmp(watched[i], node))
			memmove(watched[i], watched[--n_watched], sizeof(watched[0]));
		else
			i++;
}

void fake_remake_node(const char *name)
{
	pthread_mutex_lock(&lock);
	forget(find(name)->node);
	queue(LC_WATCH_PRESENT, find(name));
	pthread_mutex_unlock(&lock);
}

void fake_lose_events(void)
{
	pthread_mutex_lock(&lock);
	watch->n_events = 0;
	watch->lost = true;
	wake();
	pthread_mutex_unlock(&lock);
}

void fake_use_real(bool on)
{
	real = on;
}

void fake_reset(void)
{
	pthread_mutex_lock(&lock);
	while (n_devices) {
		hang_up(&devices[--n_devices]);
		close(devices[n_devices].slave);
	}
	release_held();
	n_watched = 0;
	n_scans = 0;
	pthread_mutex_unlock(&lock);
}

const char *fake_node(const char *name)
{
	const char *node;

	pthread_mutex_lock(&lock);
	node = find(name)->node;
	pthread_mutex_unlock(&lock);
	return node;
}

bool fake_is_watched(const char *node)
{
	bool is = false;
	size_t i;

	pthread_mutex_lock(&lock);
	for (i = 0; i < n_watched; i++)
		is |= !strcmp(watched[i], node);
	pthread_mutex_unlock(&lock);
	return is;
}

unsigned int fake_fds(void)
{
	unsigned int n, i;

	pthread_mutex_lock(&lock);
	n = n_held < HELD_MAX ? n_held : HELD_MAX;
	for (i = 0; i < n_devices; i++)
		n += 1 + (devices[i].master >= 0);
	pthread_mutex_unlock(&lock);
	return n;
}

unsigned int fake_scans(void)
{
	return n_scans;
}

/* --- in the place of udev/ --- */

static void tell(lc_watch_fn fn, void *data, enum lc_watch_what what, const struct fake *f)
{
	static const char *const nothing[] = { NULL };
	const struct lc_watch_device dev = {
		.syspath = f->syspath,
		.sysname = f->name,
		.subsystem = "fake",
		.devtype = "",
		.driver = "fake-drv",
		.node = f->node,
		.devnum = f->devnum,
		.properties = f->properties ? f->properties : nothing,
		.tags = nothing,
	};

	fn(data, what, &dev);
}

/* Without the lock while others are called: they come back with lc_watch_node(). */
static void scan(lc_watch_fn fn, void *data)
{
	struct fake *copy = malloc(sizeof(devices));
	size_t n, i;

	ck_assert_ptr_nonnull(copy);
	pthread_mutex_lock(&lock);
	memcpy(copy, devices, sizeof(devices));
	n = n_devices;
	n_scans++;
	pthread_mutex_unlock(&lock);
	fn(data, LC_WATCH_SCAN_BEGIN, NULL);
	for (i = 0; i < n; i++)
		tell(fn, data, LC_WATCH_PRESENT, &copy[i]);
	fn(data, LC_WATCH_SCAN_END, NULL);
	free(copy);
}

int __wrap_lc_watch_scan(enum lc_watch_mode mode, const char *const *subsystems,
			 lc_watch_fn fn, void *data);
int __wrap_lc_watch_new(enum lc_watch_mode mode, const char *const *subsystems,
			lc_watch_fn fn, void *data, struct lc_watch **ret_watch);
struct lc_watch *__wrap_lc_watch_free(struct lc_watch *w);
int __wrap_lc_watch_fd(const struct lc_watch *w);
int __wrap_lc_watch_dispatch(struct lc_watch *w);
bool __wrap_lc_watch_is_udev(const struct lc_watch *w);
int __wrap_lc_watch_node(struct lc_watch *w, const char *node);
void __wrap_lc_watch_forget_node(struct lc_watch *w, const char *node);

int __real_lc_watch_scan(enum lc_watch_mode mode, const char *const *subsystems,
			 lc_watch_fn fn, void *data);
int __real_lc_watch_new(enum lc_watch_mode mode, const char *const *subsystems,
			lc_watch_fn fn, void *data, struct lc_watch **ret_watch);
struct lc_watch *__real_lc_watch_free(struct lc_watch *w);
int __real_lc_watch_fd(const struct lc_watch *w);
int __real_lc_watch_dispatch(struct lc_watch *w);
bool __real_lc_watch_is_udev(const struct lc_watch *w);
int __real_lc_watch_node(struct lc_watch *w, const char *node);
void __real_lc_watch_forget_node(struct lc_watch *w, const char *node);

static void check_subsystems(const char *const *subsystems)
{
	ck_assert_str_eq(subsystems[0], "fake");
	ck_assert_ptr_null(subsystems[1]);
}

int __wrap_lc_watch_scan(enum lc_watch_mode mode, const char *const *subsystems,
			 lc_watch_fn fn, void *data)
{
	int error = take_error();

	if (real)
		return __real_lc_watch_scan(mode, subsystems, fn, data);
	check_subsystems(subsystems);
	if (!error)
		scan(fn, data);
	return error;
}

int __wrap_lc_watch_new(enum lc_watch_mode mode, const char *const *subsystems,
			lc_watch_fn fn, void *data, struct lc_watch **ret_watch)
{
	int error = take_error();
	struct lc_watch *w;

	if (real)
		return __real_lc_watch_new(mode, subsystems, fn, data, ret_watch);
	check_subsystems(subsystems);
	if (error)
		return error;
	w = calloc(1, sizeof(*w));
	ck_assert_ptr_nonnull(w);
	w->fn = fn;
	w->data = data;
	w->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	ck_assert_int_ge(w->fd, 0);
	pthread_mutex_lock(&lock);
	ck_assert_ptr_null(watch);
	watch = w;
	pthread_mutex_unlock(&lock);
	scan(fn, data); /* like the real one: there is no watch to be asked before it */
	*ret_watch = w;
	return 0;
}

struct lc_watch *__wrap_lc_watch_free(struct lc_watch *w)
{
	if (!w)
		return NULL;
	if (real)
		return __real_lc_watch_free(w);
	pthread_mutex_lock(&lock);
	watch = NULL;
	pthread_mutex_unlock(&lock);
	close(w->fd);
	free(w);
	return NULL;
}

bool __wrap_lc_watch_is_udev(const struct lc_watch *w)
{
	return real ? __real_lc_watch_is_udev(w) : true;
}

int __wrap_lc_watch_fd(const struct lc_watch *w)
{
	return real ? __real_lc_watch_fd(w) : w->fd;
}

/* Take the oldest event out. */
static bool next_event(struct lc_watch *w, enum lc_watch_what *what, struct fake *f)
{
	bool any;

	pthread_mutex_lock(&lock);
	any = w->n_events > 0;
	if (any) {
		*what = w->events[0].what;
		*f = w->events[0].device;
		memmove(w->events, w->events + 1, --w->n_events * sizeof(w->events[0]));
	}
	pthread_mutex_unlock(&lock);
	return any;
}

int __wrap_lc_watch_dispatch(struct lc_watch *w)
{
	enum lc_watch_what what;
	struct fake f;
	uint64_t count;
	bool lost;

	if (real)
		return __real_lc_watch_dispatch(w);
	if (read(w->fd, &count, sizeof(count)) < 0)
		ck_assert_int_eq(errno, EAGAIN);
	pthread_mutex_lock(&lock);
	lost = w->lost;
	w->lost = false;
	pthread_mutex_unlock(&lock);
	if (lost)
		scan(w->fn, w->data);
	while (next_event(w, &what, &f))
		tell(w->fn, w->data, what, &f);
	return 0;
}

int __wrap_lc_watch_node(struct lc_watch *w, const char *node)
{
	if (real)
		return __real_lc_watch_node(w, node);
	pthread_mutex_lock(&lock);
	if (n_watched < DEVICES_MAX)
		snprintf(watched[n_watched++], sizeof(watched[0]), "%s", node);
	pthread_mutex_unlock(&lock);
	return 0;
}

void __wrap_lc_watch_forget_node(struct lc_watch *w, const char *node)
{
	if (real) {
		__real_lc_watch_forget_node(w, node);
		return;
	}
	pthread_mutex_lock(&lock);
	forget(node);
	pthread_mutex_unlock(&lock);
}
