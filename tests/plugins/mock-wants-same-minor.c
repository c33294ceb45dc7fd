/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It refuses a host that is newer than itself. */
#include "mock.h"

MOCK_PLUGIN("mock-wants-same-minor",
	    if (host_abi != LIBCODEC_PLUGIN_ABI) {
		    errno = ENOTSUP;
		    return NULL;
	    })
