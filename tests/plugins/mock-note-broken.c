/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its note says that it has more than there is, and whoever loads it all the same dies. */
#include <stdlib.h>

#include "mock.h"

__attribute__((section(LIBCODEC_PLUGIN_NOTE_SECTION), aligned(4), LIBCODEC_PLUGIN_NOTE_KEEP))
static const struct libcodec_plugin_note note = {
	.name_size = sizeof("libcodec"),
	.desc_size = 64,
	.type = LIBCODEC_PLUGIN_NOTE_TYPE,
	.owner = "libcodec",
	.abi_major = LIBCODEC_PLUGIN_ABI_MAJOR,
	.size = 65,
	.name = "mock-note-broken",
};

static __attribute__((constructor)) void must_not_run(void)
{
	abort();
}

MOCK_ENTRY("mock-note-broken", (void)0)
