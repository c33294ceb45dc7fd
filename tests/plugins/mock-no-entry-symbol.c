/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its entry point has another name, as a helper library in the folder would have. */
#include "mock.h"

#define libcodec_plugin_entry mock_other_entry
LIBCODEC_PLUGIN_EXPORT const struct libcodec_plugin *
libcodec_plugin_entry(uint32_t host_abi, const struct libcodec_host *host);

MOCK_PLUGIN("mock-no-entry-symbol", (void)0)
