/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * SHA-256 in plain C: records are short, and nothing waits for them.
 */
#include "sha256.h"

#include <string.h>

/* FIPS 180-4, 4.2.2: of the cube roots of the first 64 primes. */
static const uint32_t constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t get_be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void put_be32(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)(v >> 24);
	p[1] = (uint8_t)(v >> 16);
	p[2] = (uint8_t)(v >> 8);
	p[3] = (uint8_t)v;
}

static uint32_t rotate(uint32_t v, unsigned int n)
{
	return v >> n | v << (32 - n);
}

/* 6.2.2, step 1: the message schedule. */
static void expand(const uint8_t *block, uint32_t w[64])
{
	unsigned int t;

	for (t = 0; t < 16; t++)
		w[t] = get_be32(block + 4 * t);
	for (; t < 64; t++) {
		uint32_t a = w[t - 15], b = w[t - 2];

		w[t] = w[t - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[t - 7] +
		       (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
}

/* 6.2.2, steps 2 to 4. */
static void compress(uint32_t state[8], const uint8_t *block)
{
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
	uint32_t w[64], t1, t2;
	unsigned int t;

	expand(block, w);
	for (t = 0; t < 64; t++) {
		t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
		     ((e & f) ^ (~e & g)) + constants[t] + w[t];
		t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
		     ((a & b) ^ (a & c) ^ (b & c));
		h = g;
		g = f;
		f = e;
		e = d + t1;
		d = c;
		c = b;
		b = a;
		a = t1 + t2;
	}
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
	state[5] += f;
	state[6] += g;
	state[7] += h;
}

void lc_sha256_init(struct lc_sha256 *h)
{
	/* 5.3.3 */
	static const uint32_t start[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};

	memcpy(h->state, start, sizeof(h->state));
	h->size = 0;
}

void lc_sha256_update(struct lc_sha256 *h, const void *data, size_t n)
{
	const uint8_t *p = data;

	while (n) {
		size_t used = h->size % LC_SHA256_BLOCK, part = LC_SHA256_BLOCK - used;

		if (part > n)
			part = n;
		memcpy(h->block + used, p, part);
		h->size += part;
		p += part;
		n -= part;
		if (used + part == LC_SHA256_BLOCK)
			compress(h->state, h->block);
	}
}

void lc_sha256_final(struct lc_sha256 *h, uint8_t digest[LC_SHA256_DIGEST])
{
	static const uint8_t padding[LC_SHA256_BLOCK] = { 0x80 };
	size_t used = h->size % LC_SHA256_BLOCK;
	uint64_t bits = h->size * 8;
	uint8_t length[8];
	unsigned int i;

	/* 5.1.1: up to where the length fills the last block. */
	lc_sha256_update(h, padding, (used < 56 ? 56 : 56 + LC_SHA256_BLOCK) - used);
	put_be32(length, (uint32_t)(bits >> 32));
	put_be32(length + 4, (uint32_t)bits);
	lc_sha256_update(h, length, sizeof(length));
	for (i = 0; i < 8; i++)
		put_be32(digest + 4 * i, h->state[i]);
}
