/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It uses a flag that ABI 1.0 does not have. */
#include "mock.h"

MOCK_PLUGIN("mock-sets-reserved", mock->plugin.flags = 1)
