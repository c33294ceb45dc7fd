/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It says that it is somebody else, in its note: that is before any code of it runs. */
#include <stdlib.h>

#include "mock.h"

LIBCODEC_PLUGIN_NOTE("mock-somebody-else", "4.2");

static __attribute__((constructor)) void must_not_run(void)
{
	abort();
}

MOCK_ENTRY("mock-note-name", (void)0)
