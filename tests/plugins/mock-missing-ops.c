/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It has no operations at all. */
#include "mock.h"

MOCK_PLUGIN("mock-missing-ops", mock->plugin.ops = NULL)
