/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It leaves floating point rounding upwards. */
#include "mock.h"

#include <fenv.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	fesetround(FE_UPWARD);
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-changes-rounding", mock->plugin.init = init)
