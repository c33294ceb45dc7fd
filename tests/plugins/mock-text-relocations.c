/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* The linker has to write into its code. */
#include "mock.h"

__asm__(".pushsection .text\n.balign 16\n.dc.a libcodec_plugin_entry\n.popsection\n");

MOCK_PLUGIN("mock-text-relocations", (void)0)
