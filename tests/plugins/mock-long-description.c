/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its description has two lines. */
#include "mock.h"

MOCK_PLUGIN("mock-long-description", mock->plugin.description = "A plugin\nfor tests")
