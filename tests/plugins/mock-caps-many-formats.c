/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It counts more formats than a record holds. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->n_formats = LIBCODEC_CAP_FORMATS + 1;
	return 0;
}

MOCK_PLUGIN("mock-caps-many-formats", mock->plugin.cap_get = cap_get)
