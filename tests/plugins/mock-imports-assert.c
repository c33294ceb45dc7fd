/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It would end the process where it was wrong about something. */
#include "mock.h"

#undef NDEBUG
#include <assert.h>

static void fini(void *priv)
{
	assert(priv);
}

MOCK_PLUGIN("mock-imports-assert", mock->plugin.fini = fini)
