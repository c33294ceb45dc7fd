/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its rows are aligned to 48 bytes. */
#include "mock.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, index + 1);
	cap->pitch_align = 48;
	return 0;
}

MOCK_PLUGIN("mock-caps-odd-align", mock->plugin.cap_get = cap_get)
