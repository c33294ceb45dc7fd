/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its init starts a process, which stays. */
#include "mock.h"

#include <unistd.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	static int started;

	if (!started++ && fork() == 0)
		for (;;)
			pause();
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-leaves-process", mock->plugin.init = init)
