/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It can nothing. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	return -ENOENT;
}

MOCK_PLUGIN("mock-caps-none", mock->plugin.cap_get = cap_get)
