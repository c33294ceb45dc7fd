/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It writes fields that ABI 1.0 does not have, where the host has room. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	if (cap->struct_size > sizeof(*cap))
		memset(cap + 1, 1, cap->struct_size - sizeof(*cap));
	return 0;
}

MOCK_PLUGIN("mock-caps-fills-future", mock->plugin.cap_get = cap_get)
