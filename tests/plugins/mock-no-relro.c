/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its tables stay writable: linked so. */
#include "mock.h"

MOCK_PLUGIN("mock-no-relro", (void)0)
