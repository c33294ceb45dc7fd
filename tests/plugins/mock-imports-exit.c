/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It would end the process where it knows no way out. */
#include "mock.h"

#include <stdlib.h>

static void fini(void *priv)
{
	if (!priv)
		exit(1);
}

MOCK_PLUGIN("mock-imports-exit", mock->plugin.fini = fini)
