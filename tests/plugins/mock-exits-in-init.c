/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It ends the process. */
#include "mock.h"

#include <sys/syscall.h>
#include <unistd.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	syscall(SYS_exit_group, 3);
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-exits-in-init", mock->plugin.init = init)
