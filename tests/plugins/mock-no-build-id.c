/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Nobody will find the symbols of its crashes: linked so. */
#include "mock.h"

MOCK_PLUGIN("mock-no-build-id", (void)0)
