/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its descriptor has another version than its note. */
#include "mock.h"

MOCK_PLUGIN("mock-other-version", mock->plugin.version = "2")
