/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It takes its time to be loaded. */
#include "mock.h"

#include <unistd.h>

static __attribute__((constructor)) void wait_a_while(void)
{
	usleep(120000);
}

MOCK_PLUGIN("mock-slow-constructor", (void)0)
