/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It talks to its SDK by the environment. */
#include "mock.h"

#include <stdlib.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	setenv("MOCK_SDK_DEVICE", "0", 1);
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-changes-environment", mock->plugin.init = init)
