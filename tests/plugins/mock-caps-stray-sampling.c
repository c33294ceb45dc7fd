/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* A format is made from a sampling that the capability does not have. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->samplings = LIBCODEC_SAMPLING_BIT(LIBCODEC_SAMPLING_420);
	return 0;
}

MOCK_PLUGIN("mock-caps-stray-sampling", mock->plugin.cap_get = cap_get)
