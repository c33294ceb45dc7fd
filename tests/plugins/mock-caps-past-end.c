/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It fills a longer record than the host's. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	memset(cap + 1, 0xff, 8);
	return 0;
}

MOCK_PLUGIN("mock-caps-past-end", mock->plugin.cap_get = cap_get)
