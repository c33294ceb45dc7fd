/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It gives devices back that it can't take. */
#include "mock.h"

static void device_release(void *priv, void *device)
{
}

MOCK_PLUGIN("mock-release-alone", mock->plugin.device_release = device_release)
