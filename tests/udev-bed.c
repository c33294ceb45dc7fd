/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fake devices for tests, see udev-bed.h. The tree is written by hand rather than by
 * umockdev_testbed_add_device(): that makes no node, or one over a terminal of which there
 * are few, and does all steps at once.
 */
#include "config.h"

#include "udev-bed.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#if defined(__SANITIZE_THREAD__)
#define WITH_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WITH_TSAN 1
#endif
#endif

#ifdef HAVE_UMOCKDEV

#define PRELOAD "libumockdev-preload.so"
#define TRIED   "LIBCODEC_TEST_PRELOADED"

/* Whether an object with @name in its path is loaded; its path where ret_path is given. */
static bool is_loaded(const char *name, char *ret_path, size_t size)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[4096], *path;
	bool found = false;

	while (maps && !found && fgets(line, sizeof(line), maps)) {
		path = strchr(line, '/');
		if (!path || !strstr(path, name))
			continue;
		path[strcspn(path, "\n")] = '\0';
		found = true;
		if (ret_path)
			snprintf(ret_path, size, "%s", path);
	}
	if (maps)
		fclose(maps);
	return found;
}

static const char *missing(void)
{
#ifdef WITH_TSAN
	return "umockdev's library can't be preloaded below ThreadSanitizer";
#else
	return is_loaded(PRELOAD, NULL, 0) ? NULL : PRELOAD " could not be preloaded";
#endif
}

void udev_bed_preload(char **argv)
{
	const char *old = getenv("LD_PRELOAD");
	char asan[4096], *value = NULL;
	bool with_asan;

	if (getenv(TRIED) || !missing())
		return;
#ifdef WITH_TSAN
	return;
#endif
	/* The runtime of ASan wants to be the first, where it is a library of its own. */
	with_asan = is_loaded("libasan.so", asan, sizeof(asan));
	if (asprintf(&value, "%s%s%s.0%s%s", with_asan ? asan : "", with_asan ? ":" : "",
		     PRELOAD, old && *old ? ":" : "", old ? old : "") < 0)
		return;
	setenv("LD_PRELOAD", value, 1);
	setenv(TRIED, "1", 1);
	free(value);
	/* Where it fails the tests say what is missing. */
	execv("/proc/self/exe", argv);
}

#else

static const char *missing(void)
{
	return "built without umockdev";
}

void udev_bed_preload(char **argv)
{
}

#endif

void udev_bed_require(void)
{
	const char *why = missing();

	if (why)
		test_skip("umockdev", why);
}

#ifdef HAVE_UMOCKDEV

/* --- files --- */

static char *below(const struct udev_bed *bed, const char *path)
{
	char *full = NULL;

	if (asprintf(&full, "%s%s", bed->root, path) < 0)
		ck_abort_msg("out of memory");
	return full;
}

static void make_folder(const char *full)
{
	ck_assert_msg(mkdir(full, 0755) == 0 || errno == EEXIST, "%s: %s", full,
		      strerror(errno));
}

void udev_bed_mkdir(struct udev_bed *bed, const char *path)
{
	char *full = below(bed, path), *p = full + strlen(bed->root);

	while ((p = strchr(p + 1, '/'))) {
		*p = '\0';
		make_folder(full);
		*p = '/';
	}
	make_folder(full);
	free(full);
}

static void write_mode(struct udev_bed *bed, const char *path, const void *data,
		       size_t size, mode_t mode)
{
	char *full = below(bed, path);
	int fd;

	fd = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
	ck_assert_msg(fd >= 0, "%s: %s", full, strerror(errno));
	ck_assert_int_eq(write(fd, data, size), (ssize_t)size);
	close(fd);
	free(full);
}

void udev_bed_write(struct udev_bed *bed, const char *path, const void *data, size_t size)
{
	write_mode(bed, path, data, size, 0644);
}

void udev_bed_symlink(struct udev_bed *bed, const char *target, const char *path)
{
	char *full = below(bed, path);

	unlink(full);
	ck_assert_msg(symlink(target, full) == 0, "%s: %s", full, strerror(errno));
	free(full);
}

/* A file, or an empty folder. */
void udev_bed_delete(struct udev_bed *bed, const char *path)
{
	char *full = below(bed, path);

	ck_assert_msg(remove(full) == 0, "%s: %s", full, strerror(errno));
	free(full);
}

void udev_bed_init(struct udev_bed *bed)
{
	bed->testbed = umockdev_testbed_new();
	ck_assert(bed->testbed != NULL);
	bed->root = umockdev_testbed_get_root_dir(bed->testbed);
	/* As long as it isn't there, umockdev shows the real one. */
	udev_bed_mkdir(bed, "/dev/.node");
	udev_bed_mkdir(bed, "/sys/class");
	udev_bed_mkdir(bed, "/sys/bus");
	udev_bed_mkdir(bed, "/sys/devices/platform");
	udev_bed_mkdir(bed, "/sys/dev/char");
}

static bool has_thread(const char *name)
{
	char path[300], comm[32] = "";
	bool found = false;
	struct dirent *e;
	DIR *dir = opendir("/proc/self/task");
	FILE *f;

	while (dir && !found && (e = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/self/task/%s/comm", e->d_name);
		f = fopen(path, "re");
		if (f && fgets(comm, sizeof(comm), f))
			found = !strncmp(comm, name, strlen(name));
		if (f)
			fclose(f);
	}
	if (dir)
		closedir(dir);
	return found;
}

void udev_bed_settle(struct udev_bed *bed)
{
	int i;

	g_main_context_default();
	for (i = 0; i < 1000 && !has_thread("gmain"); i++)
		usleep(1000);
}

void udev_bed_done(struct udev_bed *bed)
{
	g_free((char *)bed->root);
	g_object_unref(bed->testbed);
}

/* --- names --- */

static const char *subsystem_of(const struct udev_bed_device *dev)
{
	return dev->subsystem ? dev->subsystem : "video4linux";
}

static const char *name_of(const struct udev_bed_device *dev)
{
	return dev->name ? dev->name : "video";
}

static char *next_buffer(size_t *ret_size)
{
	static char buffers[4][512];
	static unsigned int at;

	*ret_size = sizeof(buffers[0]);
	return buffers[at++ % 4];
}

static void parent_of(const struct udev_bed_device *dev, char *path, size_t size)
{
	if (dev->parent)
		snprintf(path, size, "/sys/devices/platform/%s", dev->parent);
	else
		snprintf(path, size, "/sys/devices/platform/fake.%u", dev->number);
}

/* "card" of "dri/card". */
static const char *base_of(const struct udev_bed_device *dev)
{
	const char *name = name_of(dev), *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

const char *udev_bed_syspath(const struct udev_bed_device *dev)
{
	char parent[256], *path;
	size_t size;

	parent_of(dev, parent, sizeof(parent));
	path = next_buffer(&size);
	snprintf(path, size, "%s/%s/%s%u", parent, subsystem_of(dev), base_of(dev),
		 dev->number);
	return path;
}

const char *udev_bed_node(const struct udev_bed_device *dev)
{
	size_t size;
	char *path = next_buffer(&size);

	snprintf(path, size, "/dev/%s%u", name_of(dev), dev->number);
	return path;
}

dev_t udev_bed_devnum(const struct udev_bed_device *dev)
{
	return makedev(dev->major ? dev->major : 81, dev->number);
}

/* --- steps --- */

/* Links in sysfs are relative: as many "../" as lead from @path to /sys, then @target. */
static void link_up(struct udev_bed *bed, const char *path, const char *target)
{
	const char *p = path + strlen("/sys/");
	char text[1024] = "";

	while ((p = strchr(p, '/'))) {
		strcat(text, "../");
		p++;
	}
	strcat(text, target + strlen("/sys/"));
	udev_bed_symlink(bed, text, path);
}

static void link_format(struct udev_bed *bed, const char *target, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void link_format(struct udev_bed *bed, const char *target, const char *format, ...)
{
	char path[1024];
	va_list ap;

	va_start(ap, format);
	vsnprintf(path, sizeof(path), format, ap);
	va_end(ap);
	link_up(bed, path, target);
}

static void add_parent(struct udev_bed *bed, const struct udev_bed_device *dev)
{
	char parent[256], path[1024];

	parent_of(dev, parent, sizeof(parent));
	udev_bed_mkdir(bed, parent);
	snprintf(path, sizeof(path), "%s/uevent", parent);
	udev_bed_write(bed, path, "MODALIAS=platform:fake\n", 23);
	udev_bed_mkdir(bed, "/sys/bus/platform/devices");
	link_format(bed, "/sys/bus/platform", "%s/subsystem", parent);
	if (!dev->driver)
		return;
	snprintf(path, sizeof(path), "/sys/bus/platform/drivers/%s", dev->driver);
	udev_bed_mkdir(bed, path);
	link_format(bed, path, "%s/driver", parent);
}

static void write_format(struct udev_bed *bed, const char *dir, const char *name,
			 const char *text)
{
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	udev_bed_write(bed, path, text, strlen(text));
}

void udev_bed_add_sysfs(struct udev_bed *bed, const struct udev_bed_device *dev)
{
	unsigned int num = major(udev_bed_devnum(dev));
	char text[4096], class[1024];
	const char *path;

	add_parent(bed, dev);
	path = udev_bed_syspath(dev);
	udev_bed_mkdir(bed, path);
	snprintf(class, sizeof(class), "/sys/class/%s", subsystem_of(dev));
	udev_bed_mkdir(bed, class);
	link_format(bed, class, "%s/subsystem", path);
	snprintf(text, sizeof(text), "MAJOR=%u\nMINOR=%u\nDEVNAME=%s%u\n%s", num,
		 dev->number, name_of(dev), dev->number,
		 dev->properties ? dev->properties : "");
	write_format(bed, path, "uevent", text);
	snprintf(text, sizeof(text), "%u:%u\n", num, dev->number);
	write_format(bed, path, "dev", text);
	link_format(bed, path, "/sys/dev/char/%u:%u", num, dev->number);
	link_format(bed, path, "%s/%s%u", class, base_of(dev), dev->number);
}

void udev_bed_remove_sysfs(struct udev_bed *bed, const struct udev_bed_device *dev)
{
	static const char *const files[] = { "uevent", "dev", "subsystem", "" };
	const char *syspath = udev_bed_syspath(dev);
	char path[1024];
	size_t i;

	snprintf(path, sizeof(path), "/sys/class/%s/%s%u", subsystem_of(dev),
		 base_of(dev), dev->number);
	udev_bed_delete(bed, path);
	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u", major(udev_bed_devnum(dev)),
		 dev->number);
	udev_bed_delete(bed, path);
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", syspath, files[i]);
		udev_bed_delete(bed, path);
	}
}

/* Where umockdev looks for the number of a node, slashes as '_'. */
static void number_path(const struct udev_bed_device *dev, char *path, size_t size)
{
	char *p;

	snprintf(path, size, "/dev/.node/%s%u", name_of(dev), dev->number);
	for (p = path + strlen("/dev/.node/"); *p; p++) {
		if (*p == '/')
			*p = '_';
	}
}

void udev_bed_add_node(struct udev_bed *bed, const struct udev_bed_device *dev)
{
	char path[1024], number[64], *slash;

	number_path(dev, path, sizeof(path));
	snprintf(number, sizeof(number), "%u:%u", major(udev_bed_devnum(dev)),
		 dev->number);
	udev_bed_symlink(bed, number, path);
	snprintf(path, sizeof(path), "%s", udev_bed_node(dev));
	slash = strrchr(path, '/');
	*slash = '\0';
	udev_bed_mkdir(bed, path);
	*slash = '/';
	write_mode(bed, path, "", 0, 0660);
}

void udev_bed_remove_node(struct udev_bed *bed, const struct udev_bed_device *dev)
{
	char path[1024];

	udev_bed_delete(bed, udev_bed_node(dev));
	number_path(dev, path, sizeof(path));
	udev_bed_delete(bed, path);
}

void udev_bed_event(struct udev_bed *bed, const struct udev_bed_device *dev,
		    const char *action)
{
	umockdev_testbed_uevent(bed->testbed, udev_bed_syspath(dev), action);
}

void udev_bed_chmod(struct udev_bed *bed, const struct udev_bed_device *dev, mode_t mode)
{
	char *full = below(bed, udev_bed_node(dev));

	ck_assert_msg(chmod(full, mode) == 0, "%s: %s", full, strerror(errno));
	free(full);
}

void udev_bed_add(struct udev_bed *bed, const struct udev_bed_device *dev)
{
	udev_bed_add_sysfs(bed, dev);
	udev_bed_add_node(bed, dev);
	udev_bed_event(bed, dev, "add");
}

void udev_bed_remove(struct udev_bed *bed, const struct udev_bed_device *dev)
{
	udev_bed_remove_node(bed, dev);
	udev_bed_event(bed, dev, "remove");
	udev_bed_remove_sysfs(bed, dev);
}

#endif
