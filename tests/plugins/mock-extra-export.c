/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It exports a second symbol. */
#include "mock.h"

LIBCODEC_PLUGIN_EXPORT int libcodec_mock_extra(void);
LIBCODEC_PLUGIN_EXPORT int libcodec_mock_extra(void)
{
	return -1;
}

MOCK_PLUGIN("mock-extra-export", (void)0)
