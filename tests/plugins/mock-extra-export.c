/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It exports what a library of the process may also be called. */
#include "mock.h"

LIBCODEC_PLUGIN_EXPORT int jpeg_read_header(void);
LIBCODEC_PLUGIN_EXPORT int jpeg_read_header(void)
{
	return -1;
}

MOCK_PLUGIN("mock-extra-export", (void)0)
