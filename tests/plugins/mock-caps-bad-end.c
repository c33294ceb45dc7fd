/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Past its last capability it returns an error of its own. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -EINVAL;
	mock_fill_cap(cap, 1);
	return 0;
}

MOCK_PLUGIN("mock-caps-bad-end", mock->plugin.cap_get = cap_get)
