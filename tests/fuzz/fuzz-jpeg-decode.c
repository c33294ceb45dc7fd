/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: whole pictures, whatever they are, with settings, limits and destination
 * from the first bytes of the input.
 */
#include "config.h"

#include "fuzz.h"

const size_t fuzz_alloc_limit = 160u << 20;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_decode(data, size);
	return 0;
}
