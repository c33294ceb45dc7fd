/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It calls a function that nobody has. */
#include "mock.h"

int mock_function_that_nobody_has(void);

MOCK_PLUGIN("mock-undefined-symbol",
	    mock->plugin.flags = (uint32_t)mock_function_that_nobody_has())
