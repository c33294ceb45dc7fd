/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Two of its capabilities have one id. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 1)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->cap_id = 7;
	return 0;
}

MOCK_PLUGIN("mock-caps-same-id", mock->plugin.cap_get = cap_get)
