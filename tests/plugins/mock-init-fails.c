/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its first init in a process fails, later ones work. */
#include "mock.h"

static int init(const struct libcodec_host *host, void **ret_priv)
{
	static int failed;

	if (!failed++)
		return -EAGAIN;
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-init-fails", mock->plugin.init = init)
