/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Without a note, which a plugin need not have. */
#include "mock.h"

MOCK_ENTRY("mock-no-note", (void)0)
