/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* A mandatory operation is not there. */
#include "mock.h"

MOCK_PLUGIN("mock-missing-slot", mock->ops.decode = NULL)
