/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It says that it is somebody else. */
#include "mock.h"

MOCK_PLUGIN("mock-somebody-else", (void)0)
