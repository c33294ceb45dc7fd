/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It refuses a host of another ABI and doesn't say why. */
#include "mock.h"

MOCK_PLUGIN("mock-refuses-silently",
	    errno = 0;
	    if (host_abi >> 16 != LIBCODEC_PLUGIN_ABI_MAJOR)
		    return NULL)
