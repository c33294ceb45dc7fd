/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Entropy-coded segments to samples: Huffman decoding of sequential scans (T.81 F.2.2),
 * one inverse DCT per block; and, for progressive scans too, the walk over MCUs, restart
 * intervals (E.2.4) and what becomes of damage. Freestanding.
 */
#include "jpeg.h"

const uint8_t lc_jpeg_natural[64] = {
	0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
	12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
	58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

/*
 * The same for the entropy decoder, which stores before it checks: what lies behind the block
 * goes to index 64, which belongs to the next block or to nobody.
 */
static const uint8_t natural_padded[64 + LC_PAIR_FAR + 32] = {
	0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
	12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
	58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
	[64 ... 64 + LC_PAIR_FAR + 31] = 64,
};

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
static __attribute__((noinline)) int ac_symbol(const struct lc_huff *t, struct lc_bits *b,
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
	coef[natural_padded[k]] = (int16_t)lc_extend(lc_bits_get(b, bits), bits);
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

	coef[natural_padded[*k + LC_PAIR_AT1(e)]] = LC_PAIR_VALUE1(e);
	coef[natural_padded[*k + LC_PAIR_AT2(e)]] = LC_PAIR_VALUE2(e);
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
	coef[natural_padded[k]] = (int16_t)value_on_top(b->buf << code, size);
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

/* The blocks of MCU @x of a group. */
static inline int decode_mcu(struct lc_jpeg_scan *scan, struct lc_bits *b, unsigned int x)
{
	const struct lc_jpeg_slot *slot = scan->slot, *end = slot + scan->n_slots;

	for (; slot != end; slot++) {
		unsigned int at = slot->at + x * slot->step;
		int k = decode_block(slot, b, scan->coef + (size_t)at * 64);

		if (k < 0)
			return k;
		scan->last[at] = (uint8_t)(k - 1);
	}
	return 0;
}

/* One block to samples, the cheapest way that its last coefficient allows. */
static inline void transform_block(const struct lc_jpeg_dsp *dsp, const int16_t *coef,
				   unsigned int last, const uint16_t *quant, uint8_t *dst,
				   ptrdiff_t stride)
{
	if (last == 0)
		dsp->idct_dc(coef[0], quant[0], dst, stride);
	else if (last <= LC_IDCT_SPARSE_LAST)
		dsp->idct_sparse(coef, quant, dst, stride);
	else
		dsp->idct(coef, quant, dst, stride);
}

/* Whether one of @n blocks has more than DC. */
static inline bool any_ac(const uint8_t *last, unsigned int n)
{
	unsigned int any = last[0], i;

	for (i = 1; i < n; i++)
		any |= last[i];
	return any != 0;
}

/*
 * The batch goes even where some of its blocks are nearly empty: to look at each costs more
 * in mispredicted branches than it saves.
 */
void lc_jpeg_transform_blocks(const struct lc_jpeg_dsp *dsp, const int16_t *coef,
			      const uint8_t *last, unsigned int n, const uint16_t *quant,
			      uint8_t *dst, ptrdiff_t stride)
{
	unsigned int step, i;

	for (; n; n -= step, coef += 64 * step, last += step, dst += 8 * step) {
		step = n < dsp->batch ? 1 : dsp->batch;
		if (step > 1 && any_ac(last, step)) {
			(step == 4 ? dsp->idct4 : dsp->idct2)(coef, quant, dst, stride);
			continue;
		}
		for (i = 0; i < step; i++)
			transform_block(dsp, coef + 64 * i, last[i], quant, dst + 8 * i,
					stride);
	}
}

/* The first @n MCUs of the group to samples at MCU @x, @row; the group is zero afterwards. */
static void transform_group(struct lc_jpeg_scan *scan, unsigned int x, unsigned int n,
			    unsigned int row)
{
	unsigned int i, v;

	for (i = 0; i < scan->n; i++) {
		const struct lc_jpeg_scan_component *c = &scan->component[i];
		ptrdiff_t stride = c->plane->stride;
		uint8_t *dst = c->plane->data + (size_t)row * c->v * 8 * (size_t)stride +
			       (size_t)x * c->h * 8;

		for (v = 0; v < c->v; v++, dst += 8 * stride) {
			unsigned int at = c->first + v * c->row_blocks;
			int16_t *coef = scan->coef + (size_t)at * 64;

			lc_jpeg_transform_blocks(scan->dsp, coef, scan->last + at, n * c->h,
						 c->quant, dst, stride);
			memset(coef, 0, (size_t)n * c->h * 64 * sizeof(*coef));
		}
	}
}

/*
 * The marker at or behind @p, over whatever stands before it: cameras pad intervals with
 * stray bytes. Returns its code, or -1; *ret_behind is where to go on.
 */
static int find_marker(const uint8_t *p, const uint8_t *stream_end,
		       const uint8_t **ret_behind)
{
	while (stream_end - p >= 2) {
		const uint8_t *ff = memchr(p, 0xff, (size_t)(stream_end - p) - 1);

		if (!ff)
			break;
		p = ff + 1;
		if (*p != 0x00 && *p != 0xff) {
			*ret_behind = p + 1;
			return *p;
		}
	}
	*ret_behind = stream_end;
	return -1;
}

/* The marker that ends the interval at hand. */
static int closing_marker(const struct lc_jpeg_scan *scan, const uint8_t **ret_behind)
{
	return find_marker(scan->feed.next, scan->stream_end, ret_behind);
}

/* Why the bits ran out: what stands at the reader's end. */
static int overrun_reason(const struct lc_jpeg_scan *scan)
{
	const uint8_t *behind;
	int marker = closing_marker(scan, &behind);

	return marker < 0 || marker == 0xd9 ? LC_SCAN_TRUNCATED : LC_SCAN_MARKER;
}

/* T.81 E.2.4: what begins anew with an interval, its bytes aside. */
static void reset_interval(struct lc_jpeg_scan *scan)
{
	unsigned int i;

	scan->next_restart = (scan->next_restart + 1) & 7;
	scan->restart_left = scan->restart_interval;
	scan->eob_run = 0;
	for (i = 0; i < scan->n; i++)
		scan->component[i].predictor = 0;
}

/* Begin an interval @behind its marker. */
static void begin_interval(struct lc_jpeg_scan *scan, const uint8_t *behind)
{
	reset_interval(scan);
	lc_feed_start(&scan->feed, &scan->bits, behind, scan->stream_end);
}

static int restart(struct lc_jpeg_scan *scan)
{
	const uint8_t *behind;
	int marker = closing_marker(scan, &behind);

	if (marker < 0 || marker == 0xd9)
		return LC_SCAN_TRUNCATED;
	if (marker != (int)(0xd0 + scan->next_restart))
		return LC_SCAN_RESTART;
	begin_interval(scan, behind);
	return 0;
}

/*
 * Find the way again at the place of a restart, as libjpeg does: one of the next two
 * markers means that this interval is missing, one of the last two is an old one, any
 * other RSTn is taken for the one that is due. Anything else ends the scan: it stays
 * before that marker, and all that is left is lost. Returns whether the interval is there.
 */
static bool resync(struct lc_jpeg_scan *scan)
{
	const uint8_t *behind = scan->feed.next;
	int marker, ahead;

	do {
		marker = find_marker(behind, scan->stream_end, &behind);
		ahead = (marker - 0xd0 - (int)scan->next_restart) & 7;
	} while (marker >= 0xd0 && marker <= 0xd7 && ahead >= 6);
	if (marker < 0xd0 || marker > 0xd7 || ahead == 1 || ahead == 2) {
		reset_interval(scan);
		lc_feed_nothing(&scan->feed, &scan->bits, marker < 0 ? behind : behind - 2,
				scan->stream_end);
		return false;
	}
	begin_interval(scan, behind);
	return true;
}

/* How many MCUs from here to the next restart, or @most. */
static unsigned int run_length(const struct lc_jpeg_scan *scan, unsigned int most)
{
	if (scan->restart_interval && scan->restart_left < most)
		return scan->restart_left;
	return most;
}

/* Why a run of MCUs ended: zeros that stand in decode as anything, so that comes first. */
static int run_error(const struct lc_jpeg_scan *scan, int error)
{
	return lc_bits_overran(&scan->bits) ? overrun_reason(scan) : error;
}

/*
 * MCUs @x to @x + @n of a sequential scan, group by group. Returns how many came whole;
 * where it isn't all, *ret_error is why, or 0 where the bits ran out.
 */
static unsigned int run_sequential(struct lc_jpeg_scan *scan, unsigned int x, unsigned int n,
				   unsigned int row, int *ret_error)
{
	unsigned int done = 0, size, i;
	int r = 0;

	if (scan->coef_dirty)
		memset(scan->coef, 0, sizeof(scan->coef));
	scan->coef_dirty = false;
	while (done < n) {
		struct lc_bits b = scan->bits;

		size = n - done < LC_JPEG_GROUP ? n - done : LC_JPEG_GROUP;
		for (i = 0; i < size; i++) {
			lc_feed_ready(&scan->feed, &b);
			r = decode_mcu(scan, &b, i);
			if (lc_bits_overran(&b) || r < 0)
				break;
		}
		scan->bits = b;
		transform_group(scan, x + done, i, row);
		done += i;
		if (i < size) {
			scan->coef_dirty = true;
			break;
		}
	}
	*ret_error = r;
	return done;
}

/* Mid-grey for MCUs that are lost. Progressive ones keep what earlier scans said. */
static void fill_lost(struct lc_jpeg_scan *scan, unsigned int x, unsigned int n,
		      unsigned int row)
{
	unsigned int i, y;

	if (scan->progressive)
		return;
	for (i = 0; i < scan->n; i++) {
		const struct lc_jpeg_plane *p = scan->component[i].plane;
		unsigned int h = scan->component[i].h, v = scan->component[i].v;

		for (y = 0; y < v * 8; y++)
			memset(p->data + ((size_t)row * v * 8 + y) * p->stride +
				       (size_t)x * h * 8,
			       128, (size_t)n * h * 8);
	}
}

/* Damage at MCU row @row. Returns whether to go on. */
static bool tolerate(struct lc_jpeg_scan *scan, unsigned int row, int error)
{
	if (!scan->damage) {
		scan->damage = error;
		scan->damage_offset = lc_jpeg_scan_offset(scan);
		scan->first_lost_row = row;
	}
	scan->lost = true;
	return scan->lenient;
}

/* At the place of a restart marker. 0, or why the scan can't go on. */
static int next_interval(struct lc_jpeg_scan *scan, unsigned int row)
{
	int r;

	if (!scan->lost) {
		r = restart(scan);
		if (r == 0)
			return 0;
		if (!tolerate(scan, row, r))
			return r;
	}
	scan->lost = !resync(scan);
	return 0;
}

int lc_jpeg_scan_row(struct lc_jpeg_scan *scan, unsigned int row, bool band)
{
	unsigned int at = band ? 0 : row;
	unsigned int x = 0, n, done;
	int error;

	while (x < scan->mcus_x) {
		if (scan->restart_interval && scan->restart_left == 0) {
			error = next_interval(scan, row);
			if (error < 0)
				return error;
		}
		n = run_length(scan, scan->mcus_x - x);
		done = 0;
		if (!scan->lost) {
			done = scan->progressive ?
				       lc_jpeg_progressive_run(scan, x, n, at, &error) :
				       run_sequential(scan, x, n, at, &error);
			if (done < n) {
				error = run_error(scan, error);
				if (!tolerate(scan, row, error))
					return error;
			}
		}
		if (done < n)
			fill_lost(scan, x + done, n - done, at);
		x += n;
		if (scan->restart_interval)
			scan->restart_left -= n;
	}
	return LC_SCAN_OK;
}

uint64_t lc_jpeg_scan_offset(const struct lc_jpeg_scan *scan)
{
	return (uint64_t)(lc_feed_position(&scan->feed, &scan->bits) - scan->base);
}

/* The blocks of a component in an MCU, in their order (T.81 A.2.3). */
static void add_slots(struct lc_jpeg_scan *scan, struct lc_jpeg_scan_component *c)
{
	unsigned int x, y;

	for (y = 0; y < c->v; y++) {
		for (x = 0; x < c->h; x++) {
			scan->slot[scan->n_slots++] = (struct lc_jpeg_slot){
				.dc = c->dc,
				.ac = c->ac,
				.component = c,
				.at = c->first + y * c->row_blocks + x,
				.step = c->h,
			};
		}
	}
}

void lc_jpeg_scan_begin(struct lc_jpeg_session *s, const uint8_t *data, size_t size,
			bool lenient)
{
	const struct libcodec_jpeg_header *h = s->frame.header;
	struct lc_jpeg_scan *scan = &s->scan;
	unsigned int i, at = 0;

	scan->dsp = &s->dsp;
	scan->base = data;
	scan->stream_end = data + size;
	lc_feed_start(&scan->feed, &scan->bits, data + h->scan_offset, scan->stream_end);
	scan->n = h->n_scan;
	scan->restart_interval = h->restart_interval;
	scan->restart_left = h->restart_interval;
	scan->next_restart = 0;
	scan->coef_dirty = true;
	scan->progressive = false;
	scan->eob_run = 0;
	scan->lenient = lenient;
	scan->lost = false;
	scan->damage = LC_SCAN_OK;
	scan->n_slots = 0;
	for (i = 0; i < h->n_scan; i++) {
		const struct libcodec_jpeg_scan_component *sc = &h->scan[i];
		struct lc_jpeg_scan_component *c = &scan->component[i];

		*c = (struct lc_jpeg_scan_component){
			.dc = &s->huff[0][sc->dc],
			.ac = &s->huff[1][sc->ac],
			.quant = s->quant[sc->index],
			.plane = &s->frame.plane[sc->index],
		};
		/* An MCU of a single component is one block (A.2.2). */
		c->h = h->n_scan == 1 ? 1 : c->plane->h;
		c->v = h->n_scan == 1 ? 1 : c->plane->v;
		c->first = at;
		c->row_blocks = LC_JPEG_GROUP * c->h + 1;
		at += c->v * c->row_blocks;
		add_slots(scan, c);
	}
	if (scan->n == 1) {
		scan->mcus_x = scan->component[0].plane->blocks_x;
		scan->mcus_y = scan->component[0].plane->blocks_y;
	} else {
		scan->mcus_x = s->frame.mcus_x;
		scan->mcus_y = s->frame.mcus_y;
	}
}
