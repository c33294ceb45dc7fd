/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Decodes grey pictures for real; nothing is wrong with this one. */
#include "mock-decoding.h"

DECODING_PLUGIN("mock-decodes", (void)0)
