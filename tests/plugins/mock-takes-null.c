/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Nothing is wrong with this one, which is for devices: it takes /dev/null. */
#include "mock.h"

static const struct libcodec_host *the_host;

static int init(const struct libcodec_host *host, void **ret_priv)
{
	the_host = host;
	return mock_init(host, ret_priv);
}

static int probe(void *priv, const struct libcodec_device *dev, void **ret_device)
{
	char text[64];
	int fd;

	if (the_host->device_get(the_host, dev, LIBCODEC_DEVICE_NUMBER, NULL, text,
				 sizeof(text)) < 0 ||
	    strcmp(text, "1:3"))
		return -ENODEV;
	fd = the_host->device_open(the_host, dev, 0);
	if (fd < 0)
		return fd;
	the_host->device_close(the_host, dev, fd);
	*ret_device = priv;
	return 0;
}

static void release(void *priv, void *device)
{
}

MOCK_PLUGIN("mock-takes-null", mock->plugin.init = init;
	    mock->plugin.device_probe = probe; mock->plugin.device_release = release)
