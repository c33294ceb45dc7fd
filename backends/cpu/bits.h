/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The bit reader of entropy-coded segments: 64 bits, the next one on top, filled from bytes
 * that feed.h has laid out. It needs no test for the end, neither per bit nor per refill:
 * zeros stand behind the last byte, and where the reader is tells whether it took of them.
 * Meant to be copied into a local, where its fields live in registers.
 */
#ifndef LC_CPU_BITS_H
#define LC_CPU_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What a refill guarantees: a code of 16 and a magnitude of 11 bits, twice, and some. */
#define LC_BITS_REFILLED 56

struct lc_bits {
	uint64_t buf;       /* top-aligned; below the valid bits anything may stand */
	unsigned int bits;  /* valid ones in the lower 6 bits, above them anything */
	const uint8_t *p;   /* the next byte to load */
	const uint8_t *end; /* behind the last byte; zeros follow */
};

static inline unsigned int lc_bits_left(const struct lc_bits *b)
{
	return b->bits & 63;
}

/* Whether bits were used that the stream doesn't have. */
static inline bool lc_bits_overran(const struct lc_bits *b)
{
	return (b->p - b->end) * 8 > (ptrdiff_t)lc_bits_left(b);
}

static inline uint64_t lc_load_be64(const uint8_t *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof(w));
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	w = __builtin_bswap64(w);
#endif
	return w;
}

/* Have LC_BITS_REFILLED bits at least. */
static inline void lc_bits_refill(struct lc_bits *b)
{
	b->buf |= lc_load_be64(b->p) >> lc_bits_left(b);
	b->p += (~b->bits & 63) >> 3;
	b->bits |= LC_BITS_REFILLED;
}

/* The next @n bits, 1 to 32. */
static inline uint32_t lc_bits_peek(const struct lc_bits *b, unsigned int n)
{
	return (uint32_t)(b->buf >> (64 - n));
}

/* Drop as many bits as the lower 6 bits of @n say. */
static inline void lc_bits_drop(struct lc_bits *b, unsigned int n)
{
	b->buf <<= n & 63;
	b->bits -= n;
}

static inline uint32_t lc_bits_get(struct lc_bits *b, unsigned int n)
{
	uint32_t v = lc_bits_peek(b, n);

	lc_bits_drop(b, n);
	return v;
}

/* T.81 F.2.2.1, EXTEND: the value that @n bits @v stand for; @n is 1 to 16. */
static inline int lc_extend(uint32_t v, unsigned int n)
{
	return (int)v + (((int)(v >> (n - 1)) - 1) & (1 - (int)(1u << n)));
}

#endif
