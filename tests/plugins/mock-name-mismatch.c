/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It says that it is somebody else, in its descriptor. */
#include "mock.h"

MOCK_PLUGIN("mock-name-mismatch", mock->plugin.name = "mock-somebody-else")
