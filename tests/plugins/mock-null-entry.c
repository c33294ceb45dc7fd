/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It refuses politely. */
#include "mock.h"

MOCK_PLUGIN("mock-null-entry", errno = ENOTSUP; return NULL)
