/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* A second context in the process is one too many for it. */
#include "mock.h"

static int users;

static int init(const struct libcodec_host *host, void **ret_priv)
{
	if (users)
		return -EBUSY;
	users++;
	return mock_init(host, ret_priv);
}

static void fini(void *priv)
{
	users--;
}

MOCK_PLUGIN("mock-single-context", mock->plugin.init = init; mock->plugin.fini = fini)
