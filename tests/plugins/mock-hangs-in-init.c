/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its init waits for what never comes. */
#include "mock.h"

#include <unistd.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	for (;;)
		pause();
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-hangs-in-init", mock->plugin.init = init)
