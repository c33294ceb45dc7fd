/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It closes a descriptor that isn't its own. */
#include "mock.h"

#include <unistd.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	close(STDIN_FILENO);
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-closes-fd", mock->plugin.init = init)
