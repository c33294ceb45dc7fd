/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Nothing is wrong with this one. */
#include "mock.h"

MOCK_PLUGIN("mock-good", (void)0)
