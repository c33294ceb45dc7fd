/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Each init allocates memory, and no fini frees it. */
#include "mock.h"

#include <stdlib.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	static void *volatile last;

	last = malloc(100);
	if (!last)
		return -ENOMEM;
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-leaks-heap", mock->plugin.init = init)
