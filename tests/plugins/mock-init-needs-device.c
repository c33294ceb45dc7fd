/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its init wants a device, which may come later or never. */
#include "mock.h"

static int init(const struct libcodec_host *host, void **ret_priv)
{
	return -ENODEV;
}

MOCK_PLUGIN("mock-init-needs-device", mock->plugin.init = init)
