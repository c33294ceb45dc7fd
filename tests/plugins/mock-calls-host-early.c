/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its entry point uses the host before init. */
#include "mock.h"

MOCK_PLUGIN("mock-calls-host-early", host->now_ns(host))
