/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its note is of the next generation of the ABI, and whoever loads it all the same dies. */
#include <stdlib.h>

#include "mock.h"

#undef LIBCODEC_PLUGIN_ABI_MAJOR
#undef LIBCODEC_PLUGIN_ABI_MINOR
#define LIBCODEC_PLUGIN_ABI_MAJOR 2u
#define LIBCODEC_PLUGIN_ABI_MINOR 1u

LIBCODEC_PLUGIN_NOTE("mock-note-major", "4.2");

static __attribute__((constructor)) void must_not_run(void)
{
	abort();
}

MOCK_ENTRY("mock-note-major", (void)0)
