/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its licence is no SPDX expression. */
#include "mock.h"

MOCK_PLUGIN("mock-bad-license", mock->plugin.license = "Apache 2 or so")
