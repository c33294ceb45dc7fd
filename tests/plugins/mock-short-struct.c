/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its descriptor ends before what ABI 1.0 has. */
#include "mock.h"

MOCK_PLUGIN("mock-short-struct", mock->plugin.struct_size = 64)
