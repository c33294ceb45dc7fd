/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The watch of devices when something is lost, missing or hostile: queues that overflow,
 * shortages of memory and descriptors, and a sysfs that lies.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "test.h"
#include "udev-bed.h"
#include "watching.h"

#if defined(HAVE_UMOCKDEV) && defined(HAVE_LIBUDEV)
#define WITH_BED 1

#include <libudev.h>

#include "udev-netlink.h"

static const char *const video[] = { "video4linux", NULL };

static struct udev_bed bed;
static struct watching *x;

static const enum lc_watch_mode modes[] = { LC_WATCH_SYSFS, LC_WATCH_UDEV };

static void setup(void)
{
	udev_bed_require();
	udev_bed_init(&bed);
	x = watching_new();
}

static void teardown(void)
{
	watching_free(x);
	udev_bed_done(&bed);
}

/* --- what the linker puts before the library's own calls --- */

static struct {
	int enobufs;      /* calls until one that says ENOBUFS; < 0: never */
	bool real_socket; /* a netlink socket past umockdev */
	bool small_queue; /* of the monitor: as the kernel lets it be, some events */
	int alloc;        /* allocations until one that fails; < 0: never */
	int has_daemon;   /* what AUTO finds: 1, 0, or -1: as it is */
	bool no_monitor;  /* netlink is forbidden */
} inject = { .enobufs = -1, .alloc = -1, .has_daemon = -1 };

struct udev_device *__real_udev_monitor_receive_device(struct udev_monitor *m);
struct udev_device *__wrap_udev_monitor_receive_device(struct udev_monitor *m);

struct udev_device *__wrap_udev_monitor_receive_device(struct udev_monitor *m)
{
	if (inject.enobufs >= 0 && inject.enobufs-- == 0) {
		errno = ENOBUFS;
		return NULL;
	}
	return __real_udev_monitor_receive_device(m);
}

struct udev_monitor *__real_udev_monitor_new_from_netlink(struct udev *u,
							  const char *name);
struct udev_monitor *__wrap_udev_monitor_new_from_netlink(struct udev *u,
							  const char *name);

struct udev_monitor *__wrap_udev_monitor_new_from_netlink(struct udev *u,
							  const char *name)
{
	struct udev_monitor *m;
	char *dir;

	if (inject.no_monitor) {
		errno = EPERM;
		return NULL;
	}
	if (!inject.real_socket)
		return __real_udev_monitor_new_from_netlink(u, name);
	dir = strdup(getenv("UMOCKDEV_DIR"));
	ck_assert(dir != NULL);
	unsetenv("UMOCKDEV_DIR");
	m = __real_udev_monitor_new_from_netlink(u, name);
	setenv("UMOCKDEV_DIR", dir, 1);
	free(dir);
	return m;
}

int __real_udev_monitor_set_receive_buffer_size(struct udev_monitor *m, int size);
int __wrap_udev_monitor_set_receive_buffer_size(struct udev_monitor *m, int size);

int __wrap_udev_monitor_set_receive_buffer_size(struct udev_monitor *m, int size)
{
	ck_assert_int_ge(size, 1 << 20);
	return __real_udev_monitor_set_receive_buffer_size(m,
							   inject.small_queue ? 1 : size);
}

static bool no_memory(void)
{
	return inject.alloc >= 0 && inject.alloc-- == 0;
}

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size)
{
	return no_memory() ? NULL : __real_calloc(n, size);
}

char *__real_strdup(const char *s);
char *__wrap_strdup(const char *s);
char *__wrap_strdup(const char *s)
{
	if (no_memory()) {
		errno = ENOMEM;
		return NULL;
	}
	return __real_strdup(s);
}

int __real_access(const char *path, int mode);
int __wrap_access(const char *path, int mode);
int __wrap_access(const char *path, int mode)
{
	if (inject.has_daemon < 0 || strcmp(path, "/run/udev/control"))
		return __real_access(path, mode);
	errno = ENOENT;
	return inject.has_daemon ? 0 : -1;
}

/* Check allocates in its assertions. */
static void told(void *data, enum lc_watch_what what, const struct lc_watch_device *dev)
{
	int alloc = inject.alloc;

	inject.alloc = -1;
	watching_told(data, what, dev);
	inject.alloc = alloc;
}

static int new_short_of(int alloc, enum lc_watch_mode mode)
{
	int r;

	x->in_scan = false;
	inject.alloc = alloc;
	r = lc_watch_new(mode, video, told, x, &x->watch);
	inject.alloc = -1;
	ck_assert(r == 0 || r == -ENOMEM);
	return r;
}

static int dispatch_short_of(int alloc)
{
	int r;

	inject.alloc = alloc;
	r = lc_watch_dispatch(x->watch);
	inject.alloc = -1;
	/* It has nothing to say of how a scan that failed left us. */
	x->in_scan = false;
	ck_assert(r == 0 || r == -ENOMEM);
	return r;
}

/* --- which way --- */

START_TEST(chooses_a_way)
{
	inject.has_daemon = 1;
	watching_start(x, LC_WATCH_AUTO, video);
	ck_assert(lc_watch_is_udev(x->watch));
	lc_watch_free(x->watch);

	inject.has_daemon = 0;
	watching_start(x, LC_WATCH_AUTO, video);
	ck_assert(!lc_watch_is_udev(x->watch));
	lc_watch_free(x->watch);

	/* Netlink is forbidden: whoever wants udev alone is told so. */
	inject.has_daemon = 1;
	inject.no_monitor = true;
	ck_assert_int_eq(lc_watch_new(LC_WATCH_UDEV, video, watching_told, x, &x->watch),
			 -EPERM);
	watching_start(x, LC_WATCH_AUTO, video);
	ck_assert(!lc_watch_is_udev(x->watch));
}
END_TEST

/* --- losses --- */

static struct udev_bed_device numbered(unsigned int number)
{
	return (struct udev_bed_device){ .number = number, .driver = "lost",
					 .parent = "lost.0" };
}

/*
 * Of what happened some events are missing, the others come after ENOBUFS was said. An old
 * removal is among those: the device is back since, which only the scan can tell.
 */
START_TEST(enobufs)
{
	struct udev_bed_device one = numbered(1), two = numbered(2), three = numbered(3);

	udev_bed_add(&bed, &one);
	udev_bed_add(&bed, &two);
	watching_start(x, LC_WATCH_UDEV, video);
	udev_bed_remove(&bed, &one);
	/* Three steps without an event. */
	udev_bed_add_sysfs(&bed, &one);
	udev_bed_add_node(&bed, &one);
	udev_bed_remove_node(&bed, &two);
	udev_bed_remove_sysfs(&bed, &two);
	udev_bed_add_sysfs(&bed, &three);
	udev_bed_add_node(&bed, &three);
	watching_reset(x);
	inject.enobufs = _i;
	watching_take(x);
	ck_assert_int_lt(inject.enobufs, 0);
	ck_assert_uint_eq(x->scans, 1);
	ck_assert_uint_eq(x->gone, 1);
	ck_assert_uint_eq(x->n_there, 2);
	ck_assert(watching_find(x, udev_bed_syspath(&one)));
	ck_assert(watching_find(x, udev_bed_syspath(&three)));
}
END_TEST

/* A scan that fails is tried again, by itself and until it works. */
START_TEST(scan_is_tried_again)
{
	struct udev_bed_device one = numbered(1);
	int i;

	ck_assert_int_eq(new_short_of(-1, LC_WATCH_UDEV), 0);
	udev_bed_add(&bed, &one);
	watching_reset(x);
	inject.enobufs = 0;
	ck_assert_int_eq(dispatch_short_of(0), -ENOMEM);
	for (i = 0; i < 3; i++) {
		ck_assert_uint_eq(x->scans, 0);
		usleep(150000);
		ck_assert_int_eq(dispatch_short_of(0), -ENOMEM);
	}
	ck_assert_uint_eq(x->scans, 0);
	watching_settle(x);
	ck_assert_uint_eq(x->scans, 1);
	ck_assert_uint_eq(x->n_there, 1);
}
END_TEST

/* The kernel's own limit, 16384 by default. */
static unsigned int inotify_queue(void)
{
	FILE *f = fopen("/proc/sys/fs/inotify/max_queued_events", "re");
	unsigned int n = 0;

	ck_assert(f && fscanf(f, "%u", &n) == 1);
	fclose(f);
	return n;
}

/* A real overflow: what comes behind it is not told of by inotify. */
START_TEST(inotify_overflow)
{
	struct udev_bed_device one = numbered(1), two = numbered(2);
	unsigned int n = inotify_queue(), i;

	if (n > 100000)
		test_skip("inotify", "the queue of inotify is too long to fill it");
	udev_bed_add_sysfs(&bed, &one);
	udev_bed_add_node(&bed, &one);
	watching_start(x, LC_WATCH_SYSFS, video);
	for (i = 0; i < n / 2 + 2; i++) {
		udev_bed_write(&bed, "/dev/noise", "", 0);
		udev_bed_delete(&bed, "/dev/noise");
	}
	udev_bed_remove_node(&bed, &one);
	udev_bed_remove_sysfs(&bed, &one);
	udev_bed_add_sysfs(&bed, &two);
	udev_bed_add_node(&bed, &two);
	watching_reset(x);
	/* Each dispatch takes a part of it. */
	ck_assert_uint_gt(watching_take(x), 10);
	ck_assert_uint_eq(x->scans, 1);
	ck_assert_uint_eq(x->n_there, 1);
	ck_assert_str_eq(x->there[0].syspath, udev_bed_syspath(&two));
}
END_TEST

/* In a network of our own, where we may send what udev's daemon would. */
static void unshare_network(void)
{
	if (unshare(CLONE_NEWNET) < 0)
		test_skip("netns", "no network namespace of its own may be made");
	inject.real_socket = true;
}

/*
 * 200 events before anybody looks, through the kernel's netlink: all are taken in, by
 * several calls. The devices are there by their events alone.
 */
START_TEST(netlink_burst)
{
	struct udev_bed_device dev = numbered(0);
	int sock;

	unshare_network();
	sock = udev_netlink_open();
	watching_start(x, LC_WATCH_UDEV, video);
	watching_reset(x);
	for (dev.number = 0; dev.number < 200; dev.number++)
		udev_netlink_send(sock, &dev, "add");
	ck_assert_int_eq(lc_watch_dispatch(x->watch), 0);
	ck_assert_uint_gt(x->present, 0);
	ck_assert_uint_lt(x->present, 200);
	ck_assert_uint_ge(watching_take(x), 2);
	ck_assert_uint_eq(x->present, 200);
	ck_assert_uint_eq(x->n_there, 200);
	for (dev.number = 0; dev.number < 200; dev.number++)
		udev_netlink_send(sock, &dev, "remove");
	watching_take(x);
	ck_assert_uint_eq(x->gone, 200);
	ck_assert_uint_eq(x->n_there, 0);
	ck_assert_uint_eq(x->scans, 0);
	close(sock);
}
END_TEST

/* The same with a queue that is too small: a scan says how it is. */
START_TEST(netlink_overflow)
{
	struct udev_bed_device dev = numbered(0);
	int sock;

	unshare_network();
	inject.small_queue = true;
	sock = udev_netlink_open();
	watching_start(x, LC_WATCH_UDEV, video);
	watching_reset(x);
	for (dev.number = 0; dev.number < 200; dev.number++) {
		udev_bed_add_sysfs(&bed, &dev);
		udev_netlink_send(sock, &dev, "remove");
		udev_netlink_send(sock, &dev, "add");
	}
	watching_take(x);
	ck_assert_uint_lt(x->gone, 200);
	ck_assert_uint_eq(x->scans, 1);
	ck_assert_uint_eq(x->n_there, 200);
	close(sock);
}
END_TEST

/*
 * Behind the loss there is more than one call takes: old removals, of devices that are
 * back. The scan comes last.
 */
START_TEST(netlink_loss_before_many)
{
	struct udev_bed_device dev = numbered(0);
	int sock;

	unshare_network();
	sock = udev_netlink_open();
	for (dev.number = 0; dev.number < 150; dev.number++)
		udev_bed_add_sysfs(&bed, &dev);
	watching_start(x, LC_WATCH_UDEV, video);
	watching_reset(x);
	for (dev.number = 0; dev.number < 150; dev.number++)
		udev_netlink_send(sock, &dev, "remove");
	inject.enobufs = 0;
	watching_take(x);
	ck_assert_uint_eq(x->gone, 150);
	ck_assert_uint_eq(x->scans, 1);
	ck_assert_uint_eq(x->n_there, 150);
	close(sock);
}
END_TEST

/* --- shortages --- */

/* Each allocation fails once. Nothing is left open, and whoever was told is told all. */
START_TEST(no_memory_to_begin)
{
	struct udev_bed_device one = numbered(1);
	unsigned int fds;
	int i, r = -ENOMEM;

	udev_bed_add(&bed, &one);
	watching_start(x, modes[_i], video);
	x->watch = lc_watch_free(x->watch);
	udev_bed_settle(&bed);
	fds = watching_count_fds();
	for (i = 0; r < 0 && i < 1000; i++) {
		r = new_short_of(i, modes[_i]);
		if (r < 0)
			ck_assert_uint_eq(watching_count_fds(), fds);
	}
	ck_assert_int_eq(r, 0);
	ck_assert_int_ge(i, 4);
	ck_assert_uint_eq(x->n_there, 1);
}
END_TEST

START_TEST(no_memory_in_between)
{
	struct udev_bed_device one = numbered(1), two = numbered(2);
	int i, r;

	udev_bed_add(&bed, &one);
	ck_assert_int_eq(new_short_of(-1, modes[_i]), 0);
	for (i = 0; i < 8; i++) {
		udev_bed_add(&bed, &two);
		dispatch_short_of(i);
		inject.alloc = i;
		r = lc_watch_node(x->watch, "/dev/video2");
		inject.alloc = -1;
		ck_assert(r == 0 || r == -ENOMEM);
		watching_until(x, 2);
		udev_bed_remove(&bed, &two);
		dispatch_short_of(i);
		watching_until(x, 1);
	}
}
END_TEST

/* One descriptor after the other. */
START_TEST(no_descriptors)
{
	struct udev_bed_device one = numbered(1);
	struct rlimit was, limit;
	unsigned int fds, n_failed = 0;
	int i, r = -EMFILE;

	udev_bed_add(&bed, &one);
	watching_start(x, modes[_i], video);
	x->watch = lc_watch_free(x->watch);
	udev_bed_settle(&bed);
	fds = watching_count_fds();
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &was), 0);
	limit = was;
	for (i = 0; r < 0 && i < 100; i++) {
		int lowest = dup(0);

		ck_assert_int_ge(lowest, 0);
		close(lowest);
		limit.rlim_cur = (rlim_t)(lowest + i);
		x->in_scan = false;
		ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
		r = lc_watch_new(modes[_i], video, watching_told, x, &x->watch);
		ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &was), 0);
		if (r < 0) {
			ck_assert(r == -EMFILE || r == -ENOMEM);
			ck_assert_uint_eq(watching_count_fds(), fds);
			n_failed++;
		}
	}
	ck_assert_int_eq(r, 0);
	ck_assert_uint_ge(n_failed, 3);
}
END_TEST

/* With no descriptor left, a device that can't be read isn't taken for gone. */
START_TEST(no_descriptors_in_between)
{
	struct udev_bed_device one = numbered(1);
	struct rlimit was, limit;

	udev_bed_add(&bed, &one);
	watching_start(x, LC_WATCH_SYSFS, video);
	udev_bed_settle(&bed);
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &was), 0);
	limit = was;
	limit.rlim_cur = 0;
	udev_bed_mkdir(&bed, "/dev/new");
	ck_assert_int_eq(lc_watch_dispatch(x->watch), 0);
	watching_reset(x);
	usleep(150000);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	ck_assert_int_eq(lc_watch_dispatch(x->watch), -EMFILE);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &was), 0);
	ck_assert_uint_eq(x->scans, 0);
	ck_assert_uint_eq(x->n_there, 1);
	watching_settle(x);
	ck_assert_uint_eq(x->scans, 1);
	ck_assert_uint_eq(x->n_there, 1);
}
END_TEST

/* --- a sysfs that lies --- */

/* A device at /sys/devices/NAME of "video4linux", with that text in uevent and dev. */
static void add_odd(const char *name, const char *uevent, size_t size, const char *dev)
{
	char path[512], target[512];

	snprintf(path, sizeof(path), "/sys/devices/%s", name);
	udev_bed_mkdir(&bed, path);
	snprintf(path, sizeof(path), "/sys/devices/%s/uevent", name);
	udev_bed_write(&bed, path, uevent, size);
	snprintf(path, sizeof(path), "/sys/devices/%s/dev", name);
	udev_bed_write(&bed, path, dev, strlen(dev));
	snprintf(path, sizeof(path), "/sys/devices/%s/subsystem", name);
	udev_bed_symlink(&bed, "../../class/video4linux", path);
	udev_bed_mkdir(&bed, "/sys/class/video4linux");
	snprintf(path, sizeof(path), "/sys/class/video4linux/%s", name);
	snprintf(target, sizeof(target), "../../devices/%s", name);
	udev_bed_symlink(&bed, target, path);
}

START_TEST(odd_names)
{
	static const char *const names[] = {
		"a\nb", "\xff\xfe", "%s%n", " ", "a!b", "-"
	};
	const size_t n = sizeof(names) / sizeof(names[0]);
	size_t i;

	for (i = 0; i < n; i++)
		add_odd(names[i], "A=b\n", 4, "81:1\n");
	watching_start(x, modes[_i], video);
	ck_assert_uint_eq(x->n_there, n);
	for (i = 0; i < n; i++) {
		char path[512];

		snprintf(path, sizeof(path), "/sys/devices/%s", names[i]);
		ck_assert(watching_find(x, path));
	}
	ck_assert_str_eq(watching_find(x, "/sys/devices/a!b")->sysname, "a/b");
}
END_TEST

START_TEST(links_to_nowhere)
{
	udev_bed_mkdir(&bed, "/sys/class/video4linux");
	udev_bed_symlink(&bed, "loop", "/sys/class/video4linux/loop");
	udev_bed_symlink(&bed, "pong", "/sys/class/video4linux/ping");
	udev_bed_symlink(&bed, "ping", "/sys/class/video4linux/pong");
	udev_bed_symlink(&bed, "../../devices/none", "/sys/class/video4linux/none");
	/* Out of the devices. (umockdev's realpath() crashes on one out of sysfs.) */
	udev_bed_symlink(&bed, "../../class", "/sys/class/video4linux/class");
	udev_bed_write(&bed, "/sys/class/video4linux/file", "x", 1);
	udev_bed_mkdir(&bed, "/sys/devices/bare");
	udev_bed_symlink(&bed, "../../devices/bare", "/sys/class/video4linux/bare");
	add_odd("good", "A=b\n", 4, "81:1\n");
	/* The driver's link in circles, and that of all parents. */
	udev_bed_symlink(&bed, "driver", "/sys/devices/good/driver");
	ck_assert_int_eq(lc_watch_scan(LC_WATCH_SYSFS, video, watching_told, x), 0);
	ck_assert_uint_eq(x->n_there, 1);
	ck_assert_str_eq(x->there[0].sysname, "good");
	ck_assert_str_eq(x->there[0].driver, "driver");
}
END_TEST

START_TEST(odd_numbers)
{
	static const char *const odd[] = { "",	    "81",   "81:",	    ":1",   "x:1",
					   "81:1x", "-1:1", "4294967296:1", "81 :1" };
	char name[16];
	size_t i;

	for (i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		snprintf(name, sizeof(name), "odd%zu", i);
		add_odd(name, "A=b\n", 4, odd[i]);
	}
	add_odd("even", "A=b\n", 4, "4095:1048575");
	ck_assert_int_eq(lc_watch_scan(LC_WATCH_SYSFS, video, watching_told, x), 0);
	ck_assert_uint_eq(x->n_scanned, i + 1);
	ck_assert_uint_eq(x->scanned[i].devnum, makedev(4095, 1048575));
	while (i-- > 0)
		ck_assert_uint_eq(x->scanned[i].devnum, 0);
}
END_TEST

/* A megabyte; lines without end, without a name, with zeros, and nodes that lead away. */
START_TEST(odd_uevents)
{
	static const char *const nodes[] = {
		"../etc/passwd", "a/../../x", "/etc/passwd", ".", "a//b", "a/", ""
	};
	const size_t size = 1 << 20;
	char *text = malloc(size), line[64], name[16];
	size_t i;
	int n;

	ck_assert(text != NULL);
	memset(text, 'x', size);
	memcpy(text, "FIRST=1\nLONG=", 13);
	add_odd("endless", text, size, "81:1\n");
	for (i = 0; i + 4 <= size; i += 4)
		memcpy(text + i, "A=b\n", 4);
	add_odd("many", text, size, "81:2\n");
	add_odd("odd", "=x\nNO\n\nZERO=a\0b\nLAST=1", 22, "81:3\n");
	free(text);
	for (i = 0; i < sizeof(nodes) / sizeof(nodes[0]); i++) {
		n = snprintf(line, sizeof(line), "DEVNAME=%s\n", nodes[i]);
		snprintf(name, sizeof(name), "node%zu", i);
		add_odd(name, line, (size_t)n, "82:1\n");
	}
	watching_start(x, LC_WATCH_SYSFS, video);
	ck_assert_uint_eq(x->n_scanned, 3 + i);
	ck_assert_str_eq(x->scanned[0].properties, "FIRST=1\n");
	ck_assert_uint_eq(strlen(x->scanned[1].properties), 4 * 256);
	ck_assert_str_eq(x->scanned[2].properties, "ZERO=a\n");
	while (i-- > 0)
		ck_assert_str_eq(x->scanned[3 + i].node, "");
}
END_TEST

/* Each file of a device missing: it went while it was looked at. */
START_TEST(vanishes)
{
	add_odd("whole", "A=b\n", 4, "81:1\n");
	add_odd("part", "A=b\n", 4, "81:2\n");
	udev_bed_delete(&bed, "/sys/devices/part/uevent");
	add_odd("other", "A=b\n", 4, "81:3\n");
	udev_bed_delete(&bed, "/sys/devices/other/subsystem");
	add_odd("none", "A=b\n", 4, "81:3\n");
	udev_bed_delete(&bed, "/sys/devices/none/dev");
	watching_start(x, LC_WATCH_SYSFS, video);
	ck_assert_uint_eq(x->n_there, 2);
	ck_assert(watching_find(x, "/sys/devices/whole"));
	ck_assert_uint_eq(watching_find(x, "/sys/devices/none")->devnum, 0);
}
END_TEST

static TCase *add_case(Suite *s, const char *name)
{
	TCase *tc = tcase_create(name);

	tcase_add_checked_fixture(tc, setup, teardown);
	suite_add_tcase(s, tc);
	return tc;
}

static Suite *make(void)
{
	Suite *s = suite_create("udev-damage");
	TCase *tc;

	tc = add_case(s, "way");
	tcase_add_test(tc, chooses_a_way);

	tc = add_case(s, "loss");
	tcase_add_loop_test(tc, enobufs, 0, 2);
	tcase_add_test(tc, scan_is_tried_again);
	tcase_add_test(tc, inotify_overflow);
	tcase_add_test(tc, netlink_burst);
	tcase_add_test(tc, netlink_overflow);
	tcase_add_test(tc, netlink_loss_before_many);

	tc = add_case(s, "shortage");
	tcase_add_loop_test(tc, no_memory_to_begin, 0, 2);
	tcase_add_loop_test(tc, no_memory_in_between, 0, 2);
	tcase_add_loop_test(tc, no_descriptors, 0, 2);
	tcase_add_test(tc, no_descriptors_in_between);

	tc = add_case(s, "hostile");
	tcase_add_loop_test(tc, odd_names, 0, 2);
	tcase_add_test(tc, links_to_nowhere);
	tcase_add_test(tc, odd_numbers);
	tcase_add_test(tc, odd_uevents);
	tcase_add_test(tc, vanishes);
	return s;
}

#endif

#ifndef WITH_BED

START_TEST(needs_umockdev)
{
	udev_bed_require();
	test_skip("libudev", "built without libudev");
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("udev-damage");
	TCase *tc = tcase_create("udev-damage");

	tcase_add_test(tc, needs_umockdev);
	suite_add_tcase(s, tc);
	return s;
}

#endif

int main(int argc, char **argv)
{
	udev_bed_preload(argv);
	return test_main("udev-damage", make);
}
