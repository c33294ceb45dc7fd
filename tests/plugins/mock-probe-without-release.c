/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It takes devices and never gives them back. */
#include "mock.h"

static int probe(void *priv, const struct libcodec_device *dev, void **ret_device)
{
	return -ENODEV;
}

MOCK_PLUGIN("mock-probe-without-release", mock->plugin.device_probe = probe)
