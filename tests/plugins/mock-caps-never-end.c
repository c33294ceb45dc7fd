/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* There is always one more capability. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index,
			   struct libcodec_cap *cap)
{
	mock_fill_cap(cap, index);
	return 0;
}

MOCK_PLUGIN("mock-caps-never-end", mock->plugin.cap_get = cap_get)
