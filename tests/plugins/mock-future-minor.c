/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Of a later minor: longer tables, which an older host must not mind. */
#include "mock.h"

MOCK_PLUGIN("mock-future-minor",
	    mock->plugin.abi_minor = 99;
	    mock->plugin.struct_size = sizeof(mock->plugin) + sizeof(mock->plugin_future);
	    mock->ops.struct_size = sizeof(mock->ops) + sizeof(mock->ops_future);
	    memset(mock->plugin_future, 0xff, sizeof(mock->plugin_future));
	    memset(mock->ops_future, 0xff, sizeof(mock->ops_future)))
