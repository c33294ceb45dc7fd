/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It looks for libraries in a folder of its vendor: linked so. */
#include "mock.h"

MOCK_PLUGIN("mock-rpath", (void)0)
