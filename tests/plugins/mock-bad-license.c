/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Nobody can tell by a list of licences which one it has. */
#include "mock.h"

MOCK_PLUGIN("mock-bad-license", mock->plugin.license = "Apache 2 or so")
