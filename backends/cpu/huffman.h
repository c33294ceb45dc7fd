/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Huffman tables, T.81 annex C and F.2.2.3: canonical codes behind a lookahead table.
 */
#ifndef LC_CPU_HUFFMAN_H
#define LC_CPU_HUFFMAN_H

#include "bits.h"

#define LC_HUFF_LOOKAHEAD 10

/* What a table is made of, and its key: 16 counts, then the symbols, as in a DHT. */
struct lc_huff_spec {
	uint8_t counts[16];
	uint8_t symbols[256];
};

struct lc_huff {
	/* symbol << 8 | length of the code; 0: the code is longer, or there is none */
	uint16_t look[1 << LC_HUFF_LOOKAHEAD];
	/* codes of up to l bits, left-aligned in 16, are below limit[l] */
	uint32_t limit[17];
	/* symbol's index = code of l bits + offset[l] */
	int32_t offset[17];
	struct lc_huff_spec spec;
	unsigned int n_symbols;
	bool built;
	/*
	 * What a sequential scan takes in one look, by the next LC_HUFF_LOOKAHEAD bits: for a
	 * DC table see LC_DC_*, for an AC table LC_PAIR_*.
	 */
	uint64_t baked[1 << LC_HUFF_LOOKAHEAD];
};

/*
 * A baked DC entry: BITS of code and difference, of which CODE are the code's and SIZE the
 * difference's; 0 where the code is longer, or there is none.
 */
#define LC_DC_BITS(e) ((unsigned int)(e) & 63)
#define LC_DC_CODE(e) ((unsigned int)((e) >> 8) & 0xff)
#define LC_DC_SIZE(e) ((unsigned int)((e) >> 16) & 0xff)

/*
 * A baked AC entry: one or two symbols that the window holds whole, each field for one
 * instruction to take out. With k the index of the next coefficient, VALUE1 is stored at
 * k + AT1, VALUE2 at k + AT2, and k goes on by ON. Where there is but one coefficient, or
 * none, zeros are stored where zeros are. ON has LC_PAIR_EOB added where the block ends. A
 * block that VALUE1 fills up to index 63 has no more symbols: then only the bits of the
 * first are its own.
 *
 * Where the window doesn't hold the symbol ahead BITS is 0, and ON ends the look as EOB does;
 * what is stored goes far behind the block. SYMBOL and CODE are the symbol and the bits of
 * its code, or CODE is 0 where that is longer, or there is none.
 */
#define LC_PAIR_BITS(e)   ((unsigned int)(e) & 63)
#define LC_PAIR_AT1(e)    ((unsigned int)((e) >> 8) & 0xff)
#define LC_PAIR_AT2(e)    ((unsigned int)((e) >> 16) & 0xff)
#define LC_PAIR_ON(e)     ((unsigned int)((e) >> 24) & 0xff)
#define LC_PAIR_VALUE1(e) ((int16_t)((e) >> 32))
#define LC_PAIR_VALUE2(e) ((int16_t)((e) >> 48))
#define LC_PAIR_SYMBOL(e) ((unsigned int)((e) >> 32) & 0xff)
#define LC_PAIR_CODE(e)   ((unsigned int)((e) >> 48))
#define LC_PAIR_EOB 128u
#define LC_PAIR_FAR 64u

/* The tables of T.81 K.3.3, in a DHT's form: [DC, AC][luminance, chrominance]. */
extern const uint8_t *const lc_huff_annex_k[2][2];

/*
 * Make the table of a DHT's @counts (16 bytes and the symbols behind them, which are
 * there). A table that has been built from the same is kept. Returns 0, or -EBADMSG where
 * the lengths are no prefix code; the table is then not built.
 */
int lc_huff_build(struct lc_huff *t, const uint8_t *counts);

/*
 * Baked tables by their content: a decoder may get frames of several encoders in turn, and
 * baking takes as long as decoding some thousand symbols. More than a scan has (T.81 B.2.4.2),
 * so that none of its own goes.
 */
#define LC_HUFF_CACHE 8

struct lc_huff_cache {
	struct lc_huff table[LC_HUFF_CACHE];
	uint64_t used[LC_HUFF_CACHE]; /* when last; 0: never */
	uint64_t clock;
};

/*
 * The table of a DHT's @counts, baked for the DC or the AC of sequential scans: a cache has one
 * kind. It stays what it is until that many others were asked for. NULL where the lengths are
 * no prefix code.
 */
const struct lc_huff *lc_huff_cached_dc(struct lc_huff_cache *cache, const uint8_t *counts);
const struct lc_huff *lc_huff_cached_ac(struct lc_huff_cache *cache, const uint8_t *counts);

#define LC_DC_SIZE_MAX 11 /* bits of a difference at 8-bit precision, T.81 table F.1 */
#define LC_AC_SIZE_MAX 10 /* bits of a coefficient, T.81 table F.2 */
#define LC_AC_ZRL 0xf0    /* sixteen zeros */

/* A code that the lookahead doesn't hold; -1 where there is none. Refilled before. */
static inline int lc_huff_long(const struct lc_huff *t, struct lc_bits *b)
{
	uint32_t code = lc_bits_peek(b, 16);
	unsigned int l;

	for (l = LC_HUFF_LOOKAHEAD + 1; l <= 16; l++) {
		if (code < t->limit[l]) {
			lc_bits_drop(b, l);
			return t->spec.symbols[(int32_t)(code >> (16 - l)) + t->offset[l]];
		}
	}
	return -1;
}

/* The next symbol, or -1. The reader has 16 bits at least. */
static inline int lc_huff_get(const struct lc_huff *t, struct lc_bits *b)
{
	unsigned int e = t->look[lc_bits_peek(b, LC_HUFF_LOOKAHEAD)];

	if (__builtin_expect(e == 0, 0))
		return lc_huff_long(t, b);
	lc_bits_drop(b, e & 0xff);
	return (int)(e >> 8);
}

/*
 * The bits of the AC symbol ahead with its magnitude, where the lookahead holds its code.
 */
static inline unsigned int lc_huff_ac_bits(const struct lc_huff *t, const struct lc_bits *b)
{
	unsigned int e = t->look[lc_bits_peek(b, LC_HUFF_LOOKAHEAD)];

	return (e & 0xff) + (e >> 8 & 15);
}

#endif
