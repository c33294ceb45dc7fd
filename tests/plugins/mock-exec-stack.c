/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its stack wants to be executable: linked so. */
#include "mock.h"

MOCK_PLUGIN("mock-exec-stack", (void)0)
