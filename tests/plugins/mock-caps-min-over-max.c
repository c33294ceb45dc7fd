/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its smallest picture is larger than its largest. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->min_width = 128;
	cap->max_width = 64;
	return 0;
}

MOCK_PLUGIN("mock-caps-min-over-max", mock->plugin.cap_get = cap_get)
