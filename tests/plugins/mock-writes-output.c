/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It greets its users on standard output. */
#include "mock.h"

#include <unistd.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	if (write(STDOUT_FILENO, "hello\n", 6) < 0)
		return -EIO;
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-writes-output", mock->plugin.init = init)
