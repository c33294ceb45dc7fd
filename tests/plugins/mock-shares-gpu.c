/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It competes with others for a GPU. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->flags |= LIBCODEC_CAP_SHARES_GPU;
	return 0;
}

MOCK_PLUGIN("mock-shares-gpu", mock->plugin.cap_get = cap_get)
