/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The driver of played-driver.h, by umockdev's emulation of ioctls.
 */
#include "config.h"

#include "played-driver.h"
#include "test.h"

#ifdef HAVE_UMOCKDEV

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include <umockdev.h>

struct played_driver driver;

/* The mock's answer to an ioctl: 0, or the errno. */
static int answer_enum(struct v4l2_fmtdesc *desc)
{
	uint32_t left = desc->index;
	const struct format *f, *last = NULL;

	if (driver.enum_error)
		return driver.enum_error;
	for (f = driver.formats; f->fourcc; f++) {
		if (f->type != desc->type)
			continue;
		last = f;
		if (!left--)
			break;
	}
	if (!f->fourcc && !driver.endless)
		return EINVAL;
	if (!last)
		return EINVAL;
	desc->pixelformat = last->fourcc;
	desc->flags = last->flags;
	return 0;
}

static int answer(UMockdevIoctlClient *client)
{
	unsigned long request = umockdev_ioctl_client_get_request(client);
	UMockdevIoctlData *arg = umockdev_ioctl_client_get_arg(client), *data;
	struct v4l2_fmtdesc desc;
	int r = 0;

	if (driver.interruptions) {
		driver.interruptions--;
		return EINTR;
	}
	switch (request) {
	case VIDIOC_QUERYCAP:
		if (driver.querycap_error)
			return driver.querycap_error;
		data = umockdev_ioctl_data_resolve(arg, 0, sizeof(driver.cap), NULL);
		umockdev_ioctl_data_update(data, 0, (guint8 *)&driver.cap,
					   sizeof(driver.cap));
		break;
	case VIDIOC_ENUM_FMT:
		data = umockdev_ioctl_data_resolve(arg, 0, sizeof(desc), NULL);
		memcpy(&desc, data->data, sizeof(desc));
		r = answer_enum(&desc);
		if (!r)
			umockdev_ioctl_data_update(data, 0, (guint8 *)&desc, sizeof(desc));
		break;
	default:
		return ENOTTY; /* it is asked nothing else: see counts() */
	}
	g_object_unref(data);
	return r;
}

struct mock_driver {
	UMockdevIoctlBase parent;
};

struct mock_driver_class {
	UMockdevIoctlBaseClass parent;
};

static gboolean on_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client)
{
	unsigned long request = umockdev_ioctl_client_get_request(client);
	int r;

	(void)base;
	if (request == VIDIOC_QUERYCAP)
		__atomic_add_fetch(&driver.n_querycap, 1, __ATOMIC_SEQ_CST);
	if (request == VIDIOC_ENUM_FMT)
		__atomic_add_fetch(&driver.n_enum, 1, __ATOMIC_SEQ_CST);
	if (request == driver.hangs_in) {
		g_object_ref(client); /* it is never answered */
		return TRUE;
	}
	r = answer(client);
	umockdev_ioctl_client_complete(client, r ? -1 : 0, r);
	return TRUE;
}

static void mock_class_init(void *class, void *data)
{
	(void)data;
	((UMockdevIoctlBaseClass *)class)->handle_ioctl = on_ioctl;
}

static GType mock_type(void)
{
	return g_type_register_static_simple(UMOCKDEV_TYPE_IOCTL_BASE, "MockDriver",
					     sizeof(struct mock_driver_class),
					     (GClassInitFunc)(void (*)(void))mock_class_init,
					     sizeof(struct mock_driver), NULL, 0);
}

static UMockdevTestbed *bed;

void played_driver_start(void)
{
	UMockdevIoctlBase *mock;
	GError *error = NULL;

	if (!dlopen(PRELOAD, RTLD_LAZY | RTLD_LOCAL))
		test_skip("umockdev", "no " PRELOAD);
	bed = umockdev_testbed_new();
	umockdev_testbed_add_from_string(
		bed,
		"P: /devices/platform/mock.0/video4linux/video0\nN: video0\n"
		"E: SUBSYSTEM=video4linux\nE: DEVNAME=/dev/video0\n"
		"E: MAJOR=81\nE: MINOR=0\nA: dev=81:0\\n\n",
		&error);
	ck_assert_msg(!error, "%s", error ? error->message : "");
	mock = g_object_new(mock_type(), NULL);
	umockdev_testbed_attach_ioctl(bed, NODE, mock, &error);
	ck_assert_msg(!error, "%s", error ? error->message : "");
	g_object_unref(mock);

	memset(&driver, 0, sizeof(driver));
	memcpy(driver.cap.driver, "mock", 5);
	memcpy(driver.cap.card, "Mock Codec", 11);
	driver.cap.capabilities = V4L2_CAP_DEVICE_CAPS;
}

void played_driver_stop(void)
{
	g_object_unref(bed);
}

#endif
