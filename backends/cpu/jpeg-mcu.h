/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Entropy decoding of a sequential MCU, T.81 F.2.2, to be inlined into the loops over MCUs:
 * jpeg-scan.c's and jpeg-speculate.c's. Freestanding.
 */
#ifndef LC_CPU_JPEG_MCU_H
#define LC_CPU_JPEG_MCU_H

#include "jpeg.h"

/*
 * Looks that a refill pays for: each needs a window, and takes no more. A DC that is baked
 * before them takes as much as code and difference have.
 */
#define LOOKS	      5
#define LOOKS_WITH_DC 3
_Static_assert(LOOKS * LC_HUFF_LOOKAHEAD <= LC_BITS_REFILLED, "a look may find too few bits");
_Static_assert(LC_DC_SIZE_MAX + (LOOKS_WITH_DC + 1) * LC_HUFF_LOOKAHEAD <= LC_BITS_REFILLED,
	       "a look may find too few bits behind a DC");
_Static_assert(16 + LC_AC_SIZE_MAX <= LC_BITS_REFILLED, "a symbol may find too few bits");

/* An AC symbol with a long code. Returns the index to go on at, or an error. */
static __attribute__((__noinline__)) int ac_symbol(const struct lc_huff *t, struct lc_bits *b,
					       int16_t *coef, unsigned int k)
{
	int rs = lc_huff_get(t, b);
	unsigned int bits = (unsigned int)rs & 15;

	if (rs < 0)
		return LC_SCAN_CODE;
	if (rs == 0)
		return (int)(k + LC_PAIR_EOB);
	if (rs == LC_AC_ZRL)
		return (int)(k + 16);
	k += (unsigned int)rs >> 4;
	if (bits == 0 || bits > LC_AC_SIZE_MAX)
		return LC_SCAN_CODE;
	coef[lc_jpeg_natural[k]] = (int16_t)lc_extend(lc_bits_get(b, bits), bits);
	return (int)(k + 1);
}

/*
 * The value of @size bits that are on top of @bits: EXTEND (F.2.2.1) without a branch, and for
 * a size of 0 as well.
 */
static inline int value_on_top(uint64_t bits, unsigned int size)
{
	int negative = (int)((int64_t)~bits >> 63);

	return (int)(bits >> 1 >> (63 - size)) + (negative & (1 - (1 << size)));
}

/* One look: up to two coefficients of the block, from index *@k on. Returns the entry. */
static inline __attribute__((always_inline)) uint64_t
look(const struct lc_huff *t, struct lc_bits *b, int16_t *coef, unsigned int *k)
{
	uint64_t e = t->baked[lc_bits_peek(b, LC_HUFF_LOOKAHEAD)];

	coef[lc_jpeg_natural[*k + LC_PAIR_AT1(e)]] = LC_PAIR_VALUE1(e);
	coef[lc_jpeg_natural[*k + LC_PAIR_AT2(e)]] = LC_PAIR_VALUE2(e);
	*k += LC_PAIR_ON(e);
	return e;
}

/*
 * Up to @n looks, while the block goes on. Returns the entry of the last one, whose bits
 * aren't dropped yet where *@k says that the block doesn't go on.
 */
static inline __attribute__((always_inline)) uint64_t
look_some(const struct lc_huff *t, struct lc_bits *b, int16_t *coef, unsigned int *k,
	  unsigned int n)
{
	uint64_t e = 0;
	unsigned int i;

	_Pragma("GCC unroll 5")
	for (i = 0; i < n; i++) {
		e = look(t, b, coef, k);
		if (*k >= 64)
			break;
		lc_bits_drop(b, (unsigned int)e);
	}
	return e;
}

/* The symbol ahead where the window has no more than its code, @e. The index, or an error. */
static inline int short_symbol(uint64_t e, struct lc_bits *b, int16_t *coef, unsigned int k)
{
	unsigned int rs = LC_PAIR_SYMBOL(e), size = rs & 15, code = LC_PAIR_CODE(e);

	if (size == 0 || size > LC_AC_SIZE_MAX)
		return LC_SCAN_CODE; /* EOB and ZRL are whole */
	k += rs >> 4;
	coef[lc_jpeg_natural[k]] = (int16_t)value_on_top(b->buf << code, size);
	lc_bits_drop(b, code + size);
	return (int)(k + 1);
}

/* F.2.2.1. The reader is refilled before and has LOOKS_WITH_DC windows afterwards. */
static inline int decode_dc(struct lc_jpeg_scan_component *c, const struct lc_huff *t,
			    struct lc_bits *b)
{
	uint64_t e = t->baked[lc_bits_peek(b, LC_HUFF_LOOKAHEAD)];

	if (__builtin_expect(e == 0, 0)) {
		struct lc_bits copy = *b;
		int r = lc_jpeg_next_dc(c, &copy);

		*b = copy;
		lc_bits_refill(b);
		return r;
	}
	/* A hostile stream may count up for ever: wrap. */
	c->predictor = (int32_t)((uint32_t)c->predictor +
				 (uint32_t)value_on_top(b->buf << LC_DC_CODE(e),
							LC_DC_SIZE(e)));
	lc_bits_drop(b, (unsigned int)e);
	return 0;
}

/*
 * The looks have ended at index @k - LC_PAIR_EOB with the miss @e. Returns the index to go on
 * at, or an error.
 */
static inline int after_miss(const struct lc_huff *t, uint64_t e, struct lc_bits *b,
			     int16_t *coef, unsigned int k)
{
	struct lc_bits copy;
	int r;

	k -= LC_PAIR_EOB;
	lc_bits_refill(b);
	if (LC_PAIR_CODE(e))
		return short_symbol(e, b, coef, k);
	copy = *b;
	r = ac_symbol(t, &copy, coef, k);
	*b = copy;
	return r;
}

/*
 * F.2.2: a block whose coefficients are zero, but for DC perhaps. Returns the zigzag index
 * behind the last that is coded, or an error.
 */
static inline int decode_block(const struct lc_jpeg_slot *slot, struct lc_bits *bits,
			       int16_t *coef)
{
	const struct lc_huff *t = slot->ac;
	struct lc_bits b = *bits; /* stays in registers: nobody takes its address */
	unsigned int k = 1;
	uint64_t e;
	int r;

	lc_bits_refill(&b);
	if (decode_dc(slot->component, slot->dc, &b) < 0)
		return LC_SCAN_CODE;
	e = look_some(t, &b, coef, &k, LOOKS_WITH_DC);
	for (;;) {
		if (k >= 64) {
			if (__builtin_expect(LC_PAIR_BITS(e) != 0, 1))
				break;
			r = after_miss(t, e, &b, coef, k);
			if (r < 0)
				return r;
			k = (unsigned int)r;
			if (k >= 64)
				goto end;
		}
		lc_bits_refill(&b);
		e = look_some(t, &b, coef, &k, LOOKS);
	}
	/* Where the first of two symbols came to the end of the block. */
	if (__builtin_expect(k - LC_PAIR_ON(e) + LC_PAIR_AT1(e) == 63, 0)) {
		e = lc_huff_ac_bits(t, &b);
		k = 64;
	}
	lc_bits_drop(&b, (unsigned int)e);
end:
	*bits = b;
	coef[0] = (int16_t)slot->component->predictor;
	k &= LC_PAIR_EOB - 1;
	return k > 64 ? LC_SCAN_RUN : (int)k;
}

/*
 * MCU @x of the group at @coef and @last, in which its coefficients are zero, but for DC.
 * The feed is ready. 0 or an lc_jpeg_scan_error.
 */
static inline int decode_mcu(const struct lc_jpeg_scan *scan, struct lc_bits *b,
			     int16_t *coef, uint8_t *last, unsigned int x)
{
	const struct lc_jpeg_slot *slot = scan->slot, *end = slot + scan->n_slots;

	for (; slot != end; slot++) {
		unsigned int at = slot->at + x * slot->step;
		int k = decode_block(slot, b, coef + (size_t)at * 64);

		if (k < 0)
			return k;
		last[at] = (uint8_t)(k - 1);
	}
	return 0;
}

#endif
