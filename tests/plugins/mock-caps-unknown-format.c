/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It writes a format by V4L2's name. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->formats[0].format = LIBCODEC_FOURCC('Y', 'U', 'V', '3');
	return 0;
}

MOCK_PLUGIN("mock-caps-unknown-format", mock->plugin.cap_get = cap_get)
