/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Files that the process makes later can be read by everybody. */
#include "mock.h"

#include <sys/stat.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	umask(0);
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-changes-umask", mock->plugin.init = init)
