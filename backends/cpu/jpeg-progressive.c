/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Progressive scans (T.81 annex G): spectral selection and successive approximation into
 * a store of coefficients, and from the store to samples. Freestanding.
 */
#include "jpeg.h"

#include <errno.h>

#define AL_MAX 13 /* T.81 table B.3 */

/* A block of the store: its coefficients, and which of its AC coefficients are not zero. */
struct block {
	int16_t *coef;
	uint64_t *coded; /* bit k: zigzag index k */
};

static inline struct block block_at(const struct lc_jpeg_plane *p, unsigned int bx,
				    unsigned int by)
{
	size_t n = (size_t)by * p->blocks_stride + bx;

	return (struct block){ p->coef + n * 64, p->coded + n };
}

static inline void put(struct block at, unsigned int k, int value)
{
	uint64_t bit = UINT64_C(1) << k;

	at.coef[lc_jpeg_natural[k]] = (int16_t)value;
	/* A hostile value may be shifted out of its 16 bits. */
	*at.coded = (*at.coded & ~bit) | ((int16_t)value ? bit : 0);
}

/* Bits @from to @to of 64. */
static inline uint64_t bits_from_to(unsigned int from, unsigned int to)
{
	return from > to ? 0 : UINT64_MAX << from & UINT64_MAX >> (63 - to);
}

/* In plain C, for without an instruction for it the compiler would call a library. */
static inline unsigned int count_bits(uint32_t v)
{
	v -= v >> 1 & 0x55555555;
	v = (v & 0x33333333) + (v >> 2 & 0x33333333);
	v = (v + (v >> 4)) & 0x0f0f0f0f;
	return v * 0x01010101 >> 24;
}

/* G.1.2.1, first scan of DC: a difference like a sequential one, short of its low bits. */
static int dc_first(const struct lc_jpeg_scan *scan, struct lc_bits *b,
		    struct lc_jpeg_scan_component *c, struct block at)
{
	if (lc_jpeg_next_dc(c, b) < 0)
		return LC_SCAN_CODE;
	at.coef[0] = (int16_t)((uint32_t)c->predictor << scan->al);
	return 0;
}

/* G.1.2.1.1, refinement of DC: one more bit. */
static int dc_refine(const struct lc_jpeg_scan *scan, struct lc_bits *b,
		     struct lc_jpeg_scan_component *c, struct block at)
{
	(void)c;
	lc_bits_refill(b);
	at.coef[0] = (int16_t)(at.coef[0] | (int)lc_bits_get(b, 1) << scan->al);
	return 0;
}

/* All blocks of the MCU at @x, @row of a DC scan, which may have several components. */
static inline int dc_mcu(struct lc_jpeg_scan *scan, struct lc_bits *b, unsigned int x,
			 unsigned int row)
{
	unsigned int i, bx, by;
	int r;

	for (i = 0; i < scan->n; i++) {
		struct lc_jpeg_scan_component *c = &scan->component[i];

		for (by = 0; by < c->v; by++) {
			for (bx = 0; bx < c->h; bx++) {
				struct block at = block_at(c->plane, x * c->h + bx,
							   row * c->v + by);

				r = scan->refine ? dc_refine(scan, b, c, at)
						 : dc_first(scan, b, c, at);
				if (r < 0)
					return r;
			}
		}
	}
	return 0;
}

/* G.1.2.2: EOBn, a run of blocks that end here. @n is 0 to 14. */
static unsigned int read_eob_run(struct lc_bits *b, unsigned int n)
{
	return n ? (1u << n) + lc_bits_get(b, n) : 1;
}

/* G.1.2.2, first scan of a band of AC coefficients, a block outside of an EOB run. */
static int ac_first(struct lc_jpeg_scan *scan, const struct lc_huff *t, struct lc_bits *b,
		    struct block at)
{
	unsigned int k = scan->ss;

	while (k <= scan->se) {
		unsigned int run, bits;
		int rs;

		lc_bits_refill(b);
		rs = lc_huff_get(t, b);
		if (rs < 0)
			return LC_SCAN_CODE;
		bits = (unsigned int)rs & 15;
		run = (unsigned int)rs >> 4;
		if (bits == 0) {
			if (run < 15) {
				scan->eob_run = read_eob_run(b, run) - 1;
				return 0;
			}
			k += 16;
			continue;
		}
		k += run;
		if (bits > LC_AC_SIZE_MAX || k > scan->se)
			return k > scan->se ? LC_SCAN_RUN : LC_SCAN_CODE;
		put(at, k++, (int)((uint32_t)lc_extend(lc_bits_get(b, bits), bits)
				   << scan->al));
	}
	return k > scan->se + 1 ? LC_SCAN_RUN : 0;
}

/*
 * G.1.2.3: coefficients with a history, @coded from zigzag index @first on and at most 32,
 * get one more bit of their magnitude each.
 */
static inline void correct_some(const struct lc_jpeg_scan *scan, struct lc_bits *b,
				int16_t *coef, uint32_t coded, unsigned int first)
{
	const int bit = 1 << scan->al;
	unsigned int n = count_bits(coded);
	uint32_t v;

	if (!n)
		return;
	lc_bits_refill(b);
	for (v = lc_bits_get(b, n) << (32 - n); v; v <<= 1, coded &= coded - 1) {
		int16_t *at = &coef[lc_jpeg_natural[first + (unsigned int)__builtin_ctz(coded)]];

		if (v >> 31 && !(*at & bit))
			*at = (int16_t)(*at + (*at >= 0 ? bit : -bit));
	}
}

static void correct(const struct lc_jpeg_scan *scan, struct lc_bits *b, int16_t *coef,
		    uint64_t coded)
{
	correct_some(scan, b, coef, (uint32_t)coded, 0);
	correct_some(scan, b, coef, (uint32_t)(coded >> 32), 32);
}

/* The zigzag index of the (@zeros + 1)th coefficient without a history, from @k on. */
static inline unsigned int behind_zeros(const struct lc_jpeg_scan *scan, uint64_t coded,
					unsigned int k, unsigned int zeros)
{
	uint64_t free = ~coded & bits_from_to(k, scan->se);

	for (; zeros && free; zeros--)
		free &= free - 1;
	return free ? (unsigned int)__builtin_ctzll(free) : scan->se + 1;
}

/*
 * G.1.2.3, refinement of a band, a block outside of an EOB run: new coefficients are +-1,
 * old ones on the way get a bit. Returns the index that an EOB run begins at.
 */
static int ac_refine(struct lc_jpeg_scan *scan, const struct lc_huff *t, struct lc_bits *b,
		     struct block at)
{
	const int bit = 1 << scan->al;
	const uint64_t coded = *at.coded;
	unsigned int k = scan->ss;

	while (k <= scan->se) {
		unsigned int run, bits, to;
		int rs, value = 0;

		lc_bits_refill(b);
		rs = lc_huff_get(t, b);
		if (rs < 0)
			return LC_SCAN_CODE;
		bits = (unsigned int)rs & 15;
		run = (unsigned int)rs >> 4;
		if (bits > 1)
			return LC_SCAN_CODE;
		if (bits) {
			value = lc_bits_get(b, 1) ? bit : -bit;
		} else if (run < 15) {
			scan->eob_run = read_eob_run(b, run);
			break;
		}
		to = behind_zeros(scan, coded, k, run);
		correct(scan, b, at.coef, coded & bits_from_to(k, to - 1));
		if (value) {
			if (to > scan->se)
				return LC_SCAN_RUN;
			put(at, to, value);
		}
		k = to + 1;
	}
	return (int)k;
}

/* In an EOB run a block has nothing but corrections, from index @k on. */
static void end_refined(struct lc_jpeg_scan *scan, struct lc_bits *b, struct block at,
			unsigned int k)
{
	correct(scan, b, at.coef, *at.coded & bits_from_to(k, scan->se));
	scan->eob_run--;
}

static inline int refine_block(struct lc_jpeg_scan *scan, const struct lc_huff *t,
			       struct lc_bits *b, struct block at)
{
	int k = (int)scan->ss;

	if (!scan->eob_run)
		k = ac_refine(scan, t, b, at);
	if (k < 0)
		return k;
	if (scan->eob_run)
		end_refined(scan, b, at, (unsigned int)k);
	return 0;
}

/* How many of the next blocks of a first AC scan an EOB run leaves as they are. */
static unsigned int skip_run(struct lc_jpeg_scan *scan, unsigned int most)
{
	unsigned int n = scan->eob_run < most ? scan->eob_run : most;

	scan->eob_run -= n;
	return n;
}

/* A block of an AC scan, which has one component; MCUs are blocks. */
static inline int ac_block(struct lc_jpeg_scan *scan, struct lc_bits *b, unsigned int x,
			   unsigned int row)
{
	struct lc_jpeg_scan_component *c = &scan->component[0];
	struct block at = block_at(c->plane, x, row);

	return scan->refine ? refine_block(scan, c->ac, b, at)
			    : ac_first(scan, c->ac, b, at);
}

unsigned int lc_jpeg_progressive_run(struct lc_jpeg_scan *scan, unsigned int x,
				     unsigned int n, unsigned int row, int *ret_error)
{
	struct lc_bits b = scan->bits;
	unsigned int i = 0;
	int r = 0;

	while (i < n) {
		if (scan->eob_run && !scan->refine) {
			i += skip_run(scan, n - i);
			continue;
		}
		lc_feed_ready(&scan->feed, &b);
		r = scan->ss ? ac_block(scan, &b, x + i, row) : dc_mcu(scan, &b, x + i, row);
		if (lc_bits_overran(&b) || r < 0)
			break;
		i++;
	}
	scan->bits = b;
	*ret_error = r;
	return i;
}

int lc_jpeg_progressive_begin(struct lc_jpeg_scan *scan,
			      const struct libcodec_jpeg_header *h)
{
	if (h->al > AL_MAX || (h->ah && h->ah != h->al + 1))
		return -EBADMSG;
	if (h->ss == 0 ? h->se != 0 : h->se < h->ss || h->se > 63 || h->n_scan != 1)
		return -EBADMSG;
	scan->ss = h->ss;
	scan->se = h->se;
	scan->al = h->al;
	scan->refine = h->ah != 0;
	scan->progressive = true;
	return 0;
}

/* A row of blocks to samples, some at a time. */
static void transform_row(const struct lc_jpeg_session *s, const struct lc_jpeg_plane *p,
			  const uint16_t *quant, unsigned int by, uint8_t *dst)
{
	uint8_t last[LC_JPEG_GROUP];
	unsigned int bx, n, i;

	for (bx = 0; bx < p->blocks_stride; bx += n, dst += 8 * n) {
		struct block at = block_at(p, bx, by);

		n = p->blocks_stride - bx;
		if (n > LC_JPEG_GROUP)
			n = LC_JPEG_GROUP;
		for (i = 0; i < n; i++)
			last[i] = at.coded[i] ? 63 - (uint8_t)__builtin_clzll(at.coded[i]) : 0;
		lc_jpeg_transform_blocks(s->idct, at.coef, last, n, quant, dst, p->stride);
	}
}

void lc_jpeg_progressive_row(const struct lc_jpeg_session *s, unsigned int row)
{
	unsigned int i, v;

	for (i = 0; i < s->frame.n; i++) {
		const struct lc_jpeg_plane *p = &s->frame.plane[i];

		for (v = 0; v < p->v; v++)
			transform_row(s, p, s->quant[i], row * p->v + v,
				      p->data + (size_t)v * 8 * p->stride);
	}
}
