/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It doesn't say whose it is. */
#include "mock.h"

MOCK_PLUGIN("mock-empty-vendor", mock->plugin.vendor = "")
