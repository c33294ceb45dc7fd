/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * SHA-256 (FIPS 180-4) of a message that comes in pieces.
 */
#ifndef INTEROP_SHA256_H
#define INTEROP_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum {
	LC_SHA256_BLOCK = 64,
	LC_SHA256_DIGEST = 32,
};

struct lc_sha256 {
	uint32_t state[8];
	uint64_t size; /* bytes so far */
	uint8_t block[LC_SHA256_BLOCK]; /* the last size % LC_SHA256_BLOCK of them */
};

void lc_sha256_init(struct lc_sha256 *h);
void lc_sha256_update(struct lc_sha256 *h, const void *data, size_t n);

/* The digest of all that came; @h must be begun anew. */
void lc_sha256_final(struct lc_sha256 *h, uint8_t digest[LC_SHA256_DIGEST]);

#endif
