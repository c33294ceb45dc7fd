/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its descriptor is no descriptor. */
#include "mock.h"

MOCK_PLUGIN("mock-wrong-magic", mock->plugin.magic = 0x6b636f6d)
