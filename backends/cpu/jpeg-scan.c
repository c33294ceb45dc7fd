/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The walk over the MCUs of a scan, over restart intervals (T.81 E.2.4), and what becomes of
 * damage. Freestanding.
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
		lc_jpeg_transform_group(scan, x + done, i, row);
		done += i;
		if (i < size) {
			scan->coef_dirty = true;
			break;
		}
	}
	*ret_error = r;
	return done;
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
		/* Progressive ones keep what earlier scans said. */
		if (done < n && !scan->progressive)
			lc_jpeg_blank_mcus(scan, x + done, n - done, at);
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
	scan->feed.copy_until_ff = s->dsp.copy_until_ff;
	lc_feed_start(&scan->feed, &scan->bits, data + h->scan_offset, scan->stream_end);
	scan->n = h->n_scan;
	scan->restart_interval = h->restart_interval;
	scan->restart_left = h->restart_interval;
	scan->next_restart = 0;
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
			.dc = s->huff[0][sc->dc],
			.ac = s->huff[1][sc->ac],
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
