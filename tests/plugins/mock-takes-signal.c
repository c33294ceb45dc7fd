/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It wants a signal for itself. */
#include "mock.h"

#include <signal.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	signal(SIGUSR1, SIG_IGN);
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-takes-signal", mock->plugin.init = init)
