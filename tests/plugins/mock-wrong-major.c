/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Made for the next generation of the ABI. */
#include "mock.h"

MOCK_PLUGIN("mock-wrong-major", mock->plugin.abi_major = 2, mock->plugin.abi_minor = 1)
