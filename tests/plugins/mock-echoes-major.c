/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It claims to speak whatever its host speaks. */
#include "mock.h"

MOCK_PLUGIN("mock-echoes-major", mock->plugin.abi_major = (uint16_t)(host_abi >> 16))
