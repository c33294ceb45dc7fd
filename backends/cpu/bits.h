/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The bit reader of entropy-coded segments (T.81 B.1.1.5): 64 bits, the next one on top,
 * stuffed zeros taken out, never past a marker. Behind the end zeros stand in, and are
 * counted, so that a decoder needs no test per bit and still knows when it overran. Meant
 * to be copied into a local, where its fields live in registers.
 */
#ifndef LC_CPU_BITS_H
#define LC_CPU_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What a refill guarantees: a code of 16 and a magnitude of 11 bits, and some. */
#define LC_BITS_REFILLED 48

struct lc_bits {
	uint64_t buf;       /* top-aligned; below the valid bits anything may stand */
	unsigned int bits;  /* valid ones, with the zeros that stand in */
	uint64_t fake;      /* zeros that stood in since the last start */
	const uint8_t *p;   /* next byte */
	const uint8_t *end; /* of the bytes, or the marker that was met */
};

static inline void lc_bits_start(struct lc_bits *b, const uint8_t *p, const uint8_t *end)
{
	*b = (struct lc_bits){ .p = p, .end = end };
}

/* Whether bits were used that the stream doesn't have. */
static inline bool lc_bits_overran(const struct lc_bits *b)
{
	return b->fake > b->bits;
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

/* Whether one of the eight bytes is FF. */
static inline bool lc_any_ff(uint64_t w)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);

	return ((~w - ones) & w & (ones << 7)) != 0;
}

/* Byte by byte, over stuffed zeros, up to a marker or the end; zeros from there. */
static __attribute__((noinline, unused)) void lc_bits_refill_slow(struct lc_bits *b)
{
	if (b->bits)
		b->buf &= ~(UINT64_MAX >> 1 >> (b->bits - 1));
	else
		b->buf = 0;
	while (b->bits < 56) {
		uint64_t byte = 0;

		if (b->p == b->end) {
			b->fake += 8;
		} else if (*b->p != 0xff) {
			byte = *b->p++;
		} else {
			const uint8_t *q = b->p + 1;

			/* FF FF .. 00 is one stuffed FF with fill bytes before it. */
			while (q != b->end && *q == 0xff)
				q++;
			if (q != b->end && *q == 0x00) {
				byte = 0xff;
				b->p = q + 1;
			} else {
				b->end = b->p;
				continue;
			}
		}
		b->buf |= byte << (56 - b->bits);
		b->bits += 8;
	}
}

/* Have LC_BITS_REFILLED bits at least. */
static inline void lc_bits_refill(struct lc_bits *b)
{
	struct lc_bits copy;

	if ((size_t)(b->end - b->p) >= 8) {
		uint64_t w = lc_load_be64(b->p);

		if (__builtin_expect(!lc_any_ff(w), 1)) {
			b->buf |= w >> b->bits;
			b->p += (63 - b->bits) >> 3;
			b->bits |= 56;
			return;
		}
	}
	/* By a copy, so that the caller's reader has no address and stays in registers. */
	copy = *b;
	lc_bits_refill_slow(&copy);
	*b = copy;
}

/* The next @n bits, 1 to 32. */
static inline uint32_t lc_bits_peek(const struct lc_bits *b, unsigned int n)
{
	return (uint32_t)(b->buf >> (64 - n));
}

static inline void lc_bits_drop(struct lc_bits *b, unsigned int n)
{
	b->buf <<= n;
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
	return v >> (n - 1) ? (int)v : (int)v - (int)(1u << n) + 1;
}

#endif
