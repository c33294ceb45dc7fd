/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A digest as records and commands write it.
 */
#ifndef INTEROP_DIGEST_TEXT_H
#define INTEROP_DIGEST_TEXT_H

#include <stdint.h>

#include <pelorus/interop.h>

#include "sha256.h"

/* "sha256:", 64 lower-case digits, and a NUL. */
void lc_digest_text(const uint8_t digest[LC_SHA256_DIGEST],
		    char out[PEL_DIGEST_TEXT_SIZE]);

#endif
