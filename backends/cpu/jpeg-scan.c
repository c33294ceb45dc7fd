/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Entropy-coded segments to samples: Huffman decoding of sequential scans (T.81 F.2.2),
 * one inverse DCT per block; and, for progressive scans too, the walk over MCUs, restart
 * intervals (E.2.4) and what becomes of damage. Freestanding.
 */
#include "jpeg-mcu.h"
#include "jpeg-speculate.h"

const uint8_t lc_jpeg_natural[64 + LC_PAIR_FAR + 32] = {
	0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
	12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
	58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
	[64 ... 64 + LC_PAIR_FAR + 31] = 64,
};

/* One block to samples, the cheapest way that its last coefficient allows. */
static inline void transform_block(const struct lc_jpeg_idct *idct, const int16_t *coef,
				   unsigned int last, const uint16_t *quant, uint8_t *dst,
				   ptrdiff_t stride)
{
	if (last == 0)
		idct->idct_dc(coef[0], quant[0], dst, stride);
	else if (last <= LC_IDCT_SPARSE_LAST)
		idct->idct_sparse(coef, quant, dst, stride);
	else
		idct->idct(coef, quant, dst, stride);
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
void lc_jpeg_transform_blocks(const struct lc_jpeg_idct *idct, const int16_t *coef,
			      const uint8_t *last, unsigned int n, const uint16_t *quant,
			      uint8_t *dst, ptrdiff_t stride)
{
	unsigned int step, i;

	for (; n; n -= step, coef += 64 * step, last += step, dst += 8 * step) {
		step = n < idct->batch ? 1 : idct->batch;
		if (step > 1 && any_ac(last, step)) {
			(step == 4 ? idct->idct4 : idct->idct2)(coef, quant, dst, stride);
			continue;
		}
		for (i = 0; i < step; i++)
			transform_block(idct, coef + 64 * i, last[i], quant, dst + 8 * i,
					stride);
	}
}

/* Blocks of component @c of MCU @n of a group: their number in row @v of it. */
static inline unsigned int group_block(const struct lc_jpeg_scan_component *c,
				       unsigned int n, unsigned int v)
{
	return c->first + v * c->row_blocks + n * c->h;
}

/* Where MCU @x, @row of a component goes. */
static inline uint8_t *mcu_samples(const struct lc_jpeg_scan_component *c, unsigned int x,
				   unsigned int row)
{
	return c->plane->data + (size_t)row * c->v * 8 * c->plane->stride +
	       (size_t)x * c->h * 8;
}

/* The first @n MCUs of the group to samples at MCU @x, @row; the group is zero afterwards. */
static void transform_group(struct lc_jpeg_scan *scan, unsigned int x, unsigned int n,
			    unsigned int row)
{
	unsigned int i, v;

	for (i = 0; i < scan->n; i++) {
		const struct lc_jpeg_scan_component *c = &scan->component[i];
		ptrdiff_t stride = c->plane->stride;
		uint8_t *dst = mcu_samples(c, x, row);

		for (v = 0; v < c->v; v++, dst += 8 * stride) {
			unsigned int at = group_block(c, 0, v);
			int16_t *coef = scan->coef + (size_t)at * 64;

			lc_jpeg_transform_blocks(scan->idct, coef, scan->last + at, n * c->h,
						 c->quant, dst, stride);
			memset(coef, 0, (size_t)n * c->h * 64 * sizeof(*coef));
		}
	}
}

/* Add to the DC of @n blocks. */
static void shift_dc(int16_t *coef, unsigned int n, unsigned int by)
{
	unsigned int i;

	for (i = 0; i < n; i++, coef += 64)
		coef[0] = (int16_t)((unsigned int)coef[0] + by);
}

void lc_jpeg_transform_stored(const struct lc_jpeg_scan *scan, int16_t *coef,
			      const uint8_t *last, unsigned int from, unsigned int n,
			      const unsigned int dc[LC_JPEG_COMPONENTS], unsigned int x)
{
	unsigned int i, v;

	for (i = 0; i < scan->n; i++) {
		const struct lc_jpeg_scan_component *c = &scan->component[i];
		ptrdiff_t stride = c->plane->stride;
		uint8_t *dst = mcu_samples(c, x, 0);

		for (v = 0; v < c->v; v++, dst += 8 * stride) {
			unsigned int at = group_block(c, from, v);
			int16_t *blocks = coef + (size_t)at * 64;

			shift_dc(blocks, n * c->h, dc[i]);
			lc_jpeg_transform_blocks(scan->idct, blocks, last + at, n * c->h,
						 c->quant, dst, stride);
		}
	}
}

int lc_jpeg_find_marker(const uint8_t *p, const uint8_t *stream_end,
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
	return lc_jpeg_find_marker(scan->feed.next, scan->stream_end, ret_behind);
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

void lc_jpeg_scan_seek(struct lc_jpeg_scan *scan, uint64_t offset, unsigned int interval)
{
	scan->next_restart = (interval - 1) & 7;
	begin_interval(scan, scan->base + offset);
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
		marker = lc_jpeg_find_marker(behind, scan->stream_end, &behind);
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
			if (scan->watch && lc_jpeg_watch_reached(scan, &b)) {
				r = LC_SCAN_MET;
				break;
			}
			r = decode_mcu(scan, &b, scan->coef, scan->last, i);
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
			if (done < n && error == LC_SCAN_MET) {
				scan->met_x = x + done;
				return LC_SCAN_MET;
			}
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

void lc_jpeg_scan_begin(struct lc_jpeg_scan *scan, const struct lc_jpeg_session *s,
			struct lc_jpeg_frame *frame, const uint8_t *data, size_t size,
			bool lenient)
{
	const struct libcodec_jpeg_header *h = frame->header;
	unsigned int i, at = 0;

	scan->idct = s->idct;
	scan->base = data;
	scan->stream_end = data + size;
	scan->feed.mark = NULL;
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
	scan->watch = NULL;
	scan->n_slots = 0;
	for (i = 0; i < h->n_scan; i++) {
		const struct libcodec_jpeg_scan_component *sc = &h->scan[i];
		struct lc_jpeg_scan_component *c = &scan->component[i];

		*c = (struct lc_jpeg_scan_component){
			.dc = &s->huff[0][sc->dc],
			.ac = &s->huff[1][sc->ac],
			.quant = s->quant[sc->index],
			.plane = &frame->plane[sc->index],
		};
		/* An MCU of a single component is one block (A.2.2). */
		c->h = h->n_scan == 1 ? 1 : c->plane->h;
		c->v = h->n_scan == 1 ? 1 : c->plane->v;
		c->first = at;
		c->row_blocks = LC_JPEG_GROUP * c->h + 1;
		at += c->v * c->row_blocks;
		add_slots(scan, c);
	}
	scan->group_blocks = at;
	if (scan->n == 1) {
		scan->mcus_x = scan->component[0].plane->blocks_x;
		scan->mcus_y = scan->component[0].plane->blocks_y;
	} else {
		scan->mcus_x = frame->mcus_x;
		scan->mcus_y = frame->mcus_y;
	}
}
