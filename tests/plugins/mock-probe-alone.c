/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It takes devices and can't give them back. */
#include "mock.h"

static int device_probe(void *priv, const struct libcodec_device *dev, void **ret_device)
{
	return -ENODEV;
}

MOCK_PLUGIN("mock-probe-alone", mock->plugin.device_probe = device_probe)
