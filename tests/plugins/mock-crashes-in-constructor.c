/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It crashes before anybody asked for anything. */
#include "mock.h"

static __attribute__((constructor)) void crash(void)
{
	__builtin_trap();
}

MOCK_PLUGIN("mock-crashes-in-constructor", (void)0)
