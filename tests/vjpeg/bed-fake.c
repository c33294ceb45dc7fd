/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The bed over the devices in user space: the v4l2 backend's test plugin, whose control table
 * is found in the file that the library loads, and fake devices for the library to see, which
 * come and go with them.
 */
#include "config.h"

#include "bed.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "fake-watch.h"

static const char manifest[] = "[Plugin]\nName=v4l2\nLibrary=v4l2-fake.so\nAbi=1.0\n"
			       "Family=image-decoder\nBand=hardware\n\n"
			       "[Codec]\nCodec=jpeg\nDirection=decode\nMemory=host,dmabuf\n\n"
			       "[Match]\nSubsystem=fake\n";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char nodes[VJPEG_DEVICES][64]; /* "": unplugged */

static void name_of(unsigned int device, char name[16])
{
	snprintf(name, 16, "vjpeg.%u", device);
}

/* In whatever thread a device comes or goes. */
static void on_change(void *data, unsigned int device, bool plugged)
{
	char name[16];

	name_of(device, name);
	pthread_mutex_lock(&lock);
	if (plugged && !nodes[device][0]) {
		fake_plug(name, NULL);
		snprintf(nodes[device], sizeof(nodes[0]), "%s", fake_node(name));
	} else if (!plugged && nodes[device][0]) {
		nodes[device][0] = '\0';
		fake_unplug(name);
	}
	pthread_mutex_unlock(&lock);
}

static int open_device(void *data, const char *node, int flags)
{
	struct vjpeg_bed *bed = data;
	int device = -1, i;

	pthread_mutex_lock(&lock);
	for (i = 0; i < VJPEG_DEVICES; i++)
		if (nodes[i][0] && !strcmp(nodes[i], node))
			device = i;
	pthread_mutex_unlock(&lock);
	return device < 0 ? -ENOENT : bed->control->open((unsigned int)device, flags);
}

static void close_device(void *data, int fd)
{
	struct vjpeg_bed *bed = data;

	bed->control->close(fd);
}

static void fake_begin(struct vjpeg_bed *bed)
{
	char path[128];
	unsigned int i;

	fake_reset();
	testbed_add_cpu(&bed->tb);
	testbed_add_built(&bed->tb, "mocks", "v4l2-fake.so");
	testbed_write(&bed->tb, "30-v4l2.conf", manifest, strlen(manifest));
	snprintf(path, sizeof(path), "%s/v4l2-fake.so", bed->tb.dir);
	bed->data = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(bed->data != NULL, "%s", dlerror());
	bed->control = dlsym(bed->data, "vjpeg_fake_control");
	ck_assert_msg(bed->control != NULL, "%s", dlerror());
	for (i = 0; i < VJPEG_DEVICES; i++)
		ck_assert_int_eq(bed->control->unplug(i), 0);
	memset(nodes, 0, sizeof(nodes));
	bed->control->watch(on_change, NULL);
	bed->params.open_device = open_device;
	bed->params.close_device = close_device;
	bed->params.device_data = bed;
}

static void fake_end(struct vjpeg_bed *bed)
{
	bed->control->watch(NULL, NULL);
	fake_reset();
	dlclose(bed->data);
}

static int fake_bed_node(struct vjpeg_bed *bed, unsigned int device, char *buffer,
			 size_t size)
{
	int r;

	pthread_mutex_lock(&lock);
	r = nodes[device][0] ? 0 : -ENOENT;
	snprintf(buffer, size, "%s", nodes[device]);
	pthread_mutex_unlock(&lock);
	return r;
}

const struct vjpeg_bed_kind vjpeg_bed_fake = {
	.name = "fake",
	.begin = fake_begin,
	.end = fake_end,
	.node = fake_bed_node,
};
