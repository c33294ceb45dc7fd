/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It decodes no colour at all. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->colours = 0;
	return 0;
}

MOCK_PLUGIN("mock-caps-zero-mask", mock->plugin.cap_get = cap_get)
