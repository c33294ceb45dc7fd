/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Each init opens a file, and no fini closes it. */
#include "mock.h"

#include <fcntl.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	if (open("/", O_RDONLY | O_CLOEXEC) < 0)
		return -errno;
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-leaks-fd", mock->plugin.init = init)
