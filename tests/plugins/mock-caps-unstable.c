/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It can something else each time. */
#include "mock.h"

static uint32_t asked = 4096;

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->max_width = ++asked;
	cap->min_width = 1;
	return 0;
}

MOCK_PLUGIN("mock-caps-unstable", mock->plugin.cap_get = cap_get)
