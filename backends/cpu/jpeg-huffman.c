/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Building Huffman tables, and the ones that a stream may leave out.
 */
#include "huffman.h"

#include <errno.h>

/* T.81 table K.3 */
static const uint8_t dc_luminance[] = {
	0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
};

/* T.81 table K.4 */
static const uint8_t dc_chrominance[] = {
	0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
};

/* T.81 table K.5 */
static const uint8_t ac_luminance[] = {
	0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125,
	0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06,
	0x13, 0x51, 0x61, 0x07, 0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xa1, 0x08,
	0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72,
	0x82, 0x09, 0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28,
	0x29, 0x2a, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x43, 0x44, 0x45,
	0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59,
	0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75,
	0x76, 0x77, 0x78, 0x79, 0x7a, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89,
	0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3,
	0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6,
	0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9,
	0xca, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2,
	0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xf1, 0xf2, 0xf3, 0xf4,
	0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
};

/* T.81 table K.6 */
static const uint8_t ac_chrominance[] = {
	0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119,
	0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41,
	0x51, 0x07, 0x61, 0x71, 0x13, 0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91,
	0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33, 0x52, 0xf0, 0x15, 0x62, 0x72, 0xd1,
	0x0a, 0x16, 0x24, 0x34, 0xe1, 0x25, 0xf1, 0x17, 0x18, 0x19, 0x1a, 0x26,
	0x27, 0x28, 0x29, 0x2a, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x43, 0x44,
	0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58,
	0x59, 0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74,
	0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87,
	0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a,
	0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4,
	0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7,
	0xc8, 0xc9, 0xca, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda,
	0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xf2, 0xf3, 0xf4,
	0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa,
};

const uint8_t *const lc_huff_annex_k[2][2] = {
	{ dc_luminance, dc_chrominance },
	{ ac_luminance, ac_chrominance },
};

/* Every lookahead index that begins with the code leads to its symbol. */
static void fill_look(struct lc_huff *t, uint32_t code, unsigned int length, uint8_t symbol)
{
	unsigned int spare = LC_HUFF_LOOKAHEAD - length;
	uint16_t *e = &t->look[code << spare];
	unsigned int i;

	for (i = 0; i < 1u << spare; i++)
		e[i] = (uint16_t)(symbol << 8 | length);
}

/* C.2: codes of one length count up, and go on shifted at the next length. */
static int fill_table(struct lc_huff *t)
{
	uint32_t code = 0;
	unsigned int l, i, k = 0;

	memset(t->look, 0, sizeof(t->look));
	t->limit[0] = 0;
	for (l = 1; l <= 16; l++) {
		unsigned int n = t->spec.counts[l - 1];

		code <<= 1;
		if (code + n > 1u << l)
			return -EBADMSG;
		t->offset[l] = (int32_t)k - (int32_t)code;
		for (i = 0; i < n; i++, code++, k++)
			if (l <= LC_HUFF_LOOKAHEAD)
				fill_look(t, code, l, t->spec.symbols[k]);
		t->limit[l] = code << (16 - l);
	}
	return 0;
}

static bool is_built_from(const struct lc_huff *t, const uint8_t *counts, unsigned int n)
{
	return t->built && memcmp(t->spec.counts, counts, 16) == 0 &&
	       memcmp(t->spec.symbols, counts + 16, n) == 0;
}

static unsigned int count_symbols(const uint8_t *counts)
{
	unsigned int n = 0, i;

	for (i = 0; i < 16; i++)
		n += counts[i];
	return n;
}

int lc_huff_build(struct lc_huff *t, const uint8_t *counts)
{
	unsigned int n = count_symbols(counts);
	int r;

	if (n > sizeof(t->spec.symbols))
		return -EBADMSG;
	if (is_built_from(t, counts, n))
		return 0;
	t->built = false;
	t->n_symbols = n;
	memcpy(t->spec.counts, counts, 16);
	memcpy(t->spec.symbols, counts + 16, n);
	r = fill_table(t);
	if (r < 0)
		return r;
	t->built = true;
	return 0;
}

/* The magnitude of @size bits that follow the first @used bits of @window. */
static int magnitude(unsigned int window, unsigned int used, unsigned int size)
{
	unsigned int bits = window >> (LC_HUFF_LOOKAHEAD - used - size);

	return lc_extend(bits & ((1u << size) - 1), size);
}

static uint64_t bake_dc(const struct lc_huff *t, unsigned int window)
{
	unsigned int length = t->look[window] & 0xff, size = t->look[window] >> 8;

	if (!length || size > LC_DC_SIZE_MAX)
		return 0;
	return (length + size) | length << 8 | size << 16;
}

/* One AC symbol with its magnitude. */
struct ac {
	unsigned int bits; /* 0: the window doesn't hold it, or it is none */
	unsigned int run;
	int value;
	bool eob;
};

static struct ac read_ac(const struct lc_huff *t, unsigned int window, unsigned int used)
{
	unsigned int look = window << used & ((1u << LC_HUFF_LOOKAHEAD) - 1);
	unsigned int length = t->look[look] & 0xff, symbol = t->look[look] >> 8;
	unsigned int size = symbol & 15;
	struct ac ac = { .run = symbol >> 4 };

	if (!length || used + length + size > LC_HUFF_LOOKAHEAD || size > LC_AC_SIZE_MAX ||
	    (!size && symbol && symbol != LC_AC_ZRL))
		return ac;
	ac.bits = length + size;
	ac.eob = symbol == 0;
	if (size)
		ac.value = magnitude(window, used + length, size);
	return ac;
}

/*
 * @a and, of @more bits, what is known of the symbol behind it: @value2 lies @skip2 behind
 * @a's own, and @end behind that the next coefficient.
 */
static uint64_t pack_pair(struct ac a, unsigned int more, unsigned int skip2, int value2,
			  unsigned int end)
{
	return (a.bits + more) | a.run << 8 | (a.run + skip2) << 16 |
	       (uint64_t)(a.run + skip2 + end) << 24 |
	       (uint64_t)(uint16_t)a.value << 32 | (uint64_t)(uint16_t)value2 << 48;
}

/* A symbol that the window doesn't hold, or not whole. */
static uint64_t pack_miss(unsigned int look)
{
	return LC_PAIR_FAR << 8 | LC_PAIR_FAR << 16 | (uint64_t)LC_PAIR_EOB << 24 |
	       (uint64_t)(look >> 8) << 32 | (uint64_t)(look & 0xff) << 48;
}

/* A second symbol is taken along where the window holds it whole. */
static uint64_t bake_ac(const struct lc_huff *t, unsigned int window)
{
	struct ac a = read_ac(t, window, 0), b;

	if (!a.bits)
		return pack_miss(t->look[window]);
	if (a.eob)
		return pack_pair(a, 0, 0, 0, LC_PAIR_EOB);
	b = read_ac(t, window, a.bits);
	if (!b.bits)
		return pack_pair(a, 0, 1, 0, 0);
	if (b.eob)
		return pack_pair(a, b.bits, 1, 0, LC_PAIR_EOB);
	return pack_pair(a, b.bits, 1 + b.run, b.value, 1);
}

/* The table that was built from @counts, else the one that has not been used for longest. */
static unsigned int find_cached(const struct lc_huff_cache *cache, const uint8_t *counts)
{
	unsigned int n = count_symbols(counts), i, oldest = 0;

	for (i = 0; i < LC_HUFF_CACHE; i++) {
		if (is_built_from(&cache->table[i], counts, n))
			return i;
		if (cache->used[i] < cache->used[oldest])
			oldest = i;
	}
	return oldest;
}

static const struct lc_huff *cached(struct lc_huff_cache *cache, const uint8_t *counts,
				    uint64_t (*bake)(const struct lc_huff *t,
						     unsigned int window))
{
	unsigned int i = find_cached(cache, counts), window;
	struct lc_huff *t = &cache->table[i];

	cache->used[i] = ++cache->clock;
	if (is_built_from(t, counts, count_symbols(counts)))
		return t;
	if (lc_huff_build(t, counts) < 0) {
		cache->used[i] = 0;
		return NULL;
	}
	for (window = 0; window < 1u << LC_HUFF_LOOKAHEAD; window++)
		t->baked[window] = bake(t, window);
	return t;
}

const struct lc_huff *lc_huff_cached_dc(struct lc_huff_cache *cache, const uint8_t *counts)
{
	return cached(cache, counts, bake_dc);
}

const struct lc_huff *lc_huff_cached_ac(struct lc_huff_cache *cache, const uint8_t *counts)
{
	return cached(cache, counts, bake_ac);
}
