/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It sets struct_size, which is the host's. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->struct_size = sizeof(*cap) + 8;
	return 0;
}

MOCK_PLUGIN("mock-caps-resized", mock->plugin.cap_get = cap_get)
