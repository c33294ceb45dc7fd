/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It has a process that nobody knows. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->processes |= 1u << 30;
	return 0;
}

MOCK_PLUGIN("mock-caps-unknown-bit", mock->plugin.cap_get = cap_get)
