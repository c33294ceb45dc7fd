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

#define AC_ZRL 0xf0    /* sixteen zeros */

/*
 * One block into scan->coef, which is zero but for what the last block left. Returns the
 * zigzag index of the last coefficient that is coded, or an error.
 */
static inline int decode_block(struct lc_jpeg_scan *scan, struct lc_bits *b,
			       struct lc_jpeg_scan_component *c)
{
	int16_t *coef = scan->coef;
	unsigned int k = 1, last = 0;

	if (scan->coef_dirty) {
		memset(coef, 0, sizeof(scan->coef));
		scan->coef_dirty = false;
	}
	if (lc_jpeg_next_dc(c, b) < 0)
		return LC_SCAN_CODE;
	coef[0] = (int16_t)c->predictor;

	while (k < 64) {
		int rs;
		unsigned int run, bits;

		lc_bits_refill(b);
		rs = lc_huff_get(c->ac, b);
		if (rs < 0)
			return LC_SCAN_CODE;
		bits = (unsigned int)rs & 15;
		run = (unsigned int)rs >> 4;
		if (bits == 0) {
			if (rs == 0)
				break;
			if (rs != AC_ZRL)
				return LC_SCAN_CODE;
			k += 16;
			continue;
		}
		k += run;
		if (bits > LC_JPEG_AC_SIZE_MAX || k > 63)
			return k > 63 ? LC_SCAN_RUN : LC_SCAN_CODE;
		coef[lc_jpeg_natural[k]] = (int16_t)lc_extend(lc_bits_get(b, bits), bits);
		scan->coef_dirty = true;
		last = k++;
	}
	/* Sixteen zeros may end a block, but not reach past it. */
	if (k > 64)
		return LC_SCAN_RUN;
	return (int)last;
}

/* A block of a sequential scan: decoded, transformed, stored. */
static inline int sequential_block(struct lc_jpeg_scan *scan, struct lc_bits *b,
				   struct lc_jpeg_scan_component *c, unsigned int bx,
				   unsigned int by)
{
	const struct lc_jpeg_plane *p = c->plane;
	uint8_t *dst = p->data + (size_t)by * 8 * p->stride + (size_t)bx * 8;
	int last = decode_block(scan, b, c);

	if (last < 0)
		return last;
	if (last == 0)
		scan->dsp->idct_dc(scan->coef[0], c->quant[0], dst, p->stride);
	else
		scan->dsp->idct(scan->coef, c->quant, dst, p->stride);
	return 0;
}

/* A block of a progressive scan: what the scan adds to its coefficients. */
static inline int progressive_block(struct lc_jpeg_scan *scan, struct lc_bits *b,
				    struct lc_jpeg_scan_component *c, unsigned int bx,
				    unsigned int by)
{
	const struct lc_jpeg_plane *p = c->plane;

	return scan->progressive(scan, b, c,
				 p->coef + ((size_t)by * p->blocks_stride + bx) * 64);
}

/*
 * The marker at or behind the reader, over whatever stands before it: cameras pad
 * intervals with stray bytes. Returns its code and leaves @b behind it, or -1.
 */
static int find_marker(struct lc_bits *b, const uint8_t *stream_end)
{
	const uint8_t *p = b->p;

	while (stream_end - p >= 2) {
		const uint8_t *ff = memchr(p, 0xff, (size_t)(stream_end - p) - 1);

		if (!ff)
			break;
		p = ff + 1;
		if (*p != 0x00 && *p != 0xff) {
			b->p = p + 1;
			return *p;
		}
	}
	b->p = stream_end;
	return -1;
}

/* Why the bits ran out: what stands at the reader's end. */
static int overrun_reason(const struct lc_jpeg_scan *scan)
{
	struct lc_bits b = scan->bits;
	int marker = find_marker(&b, scan->stream_end);

	return marker < 0 || marker == 0xd9 ? LC_SCAN_TRUNCATED : LC_SCAN_MARKER;
}

/* T.81 E.2.4: begin an interval behind its marker. */
static void begin_interval(struct lc_jpeg_scan *scan)
{
	unsigned int i;

	lc_bits_start(&scan->bits, scan->bits.p, scan->stream_end);
	scan->next_restart = (scan->next_restart + 1) & 7;
	scan->restart_left = scan->restart_interval;
	scan->eob_run = 0;
	for (i = 0; i < scan->n; i++)
		scan->component[i].predictor = 0;
}

static int restart(struct lc_jpeg_scan *scan)
{
	int marker = find_marker(&scan->bits, scan->stream_end);

	if (marker < 0 || marker == 0xd9)
		return LC_SCAN_TRUNCATED;
	if (marker != (int)(0xd0 + scan->next_restart))
		return LC_SCAN_RESTART;
	begin_interval(scan);
	return 0;
}

/*
 * Find the way again at the place of a restart, as libjpeg does: one of the next two
 * markers means that this interval is missing, one of the last two is an old one, any
 * other RSTn is taken for the one that is due. Anything else ends the scan: it stays
 * where it is, and all that is left is lost. Returns whether the interval is there.
 */
static bool resync(struct lc_jpeg_scan *scan)
{
	struct lc_bits at;
	int marker, ahead;

	do {
		at = scan->bits;
		marker = find_marker(&scan->bits, scan->stream_end);
		ahead = (marker - 0xd0 - (int)scan->next_restart) & 7;
	} while (marker >= 0xd0 && marker <= 0xd7 && ahead >= 6);
	if (marker < 0xd0 || marker > 0xd7 || ahead == 1 || ahead == 2) {
		begin_interval(scan);
		scan->bits = at;
		return false;
	}
	begin_interval(scan);
	return true;
}

/* How many MCUs from here to the next restart, or @most. */
static unsigned int run_length(const struct lc_jpeg_scan *scan, unsigned int most)
{
	if (scan->restart_interval && scan->restart_left < most)
		return scan->restart_left;
	return most;
}

typedef int block_fn(struct lc_jpeg_scan *scan, struct lc_bits *b,
		     struct lc_jpeg_scan_component *c, unsigned int bx, unsigned int by);

/* All blocks of the MCU at @x, @row. */
static inline __attribute__((always_inline)) int
interleaved_mcu(struct lc_jpeg_scan *scan, struct lc_bits *b, unsigned int x,
		unsigned int row, block_fn *block)
{
	unsigned int i, bx, by;
	int r;

	for (i = 0; i < scan->n; i++) {
		struct lc_jpeg_scan_component *c = &scan->component[i];
		unsigned int h = c->plane->h, v = c->plane->v;

		for (by = 0; by < v; by++) {
			for (bx = 0; bx < h; bx++) {
				r = block(scan, b, c, x * h + bx, row * v + by);
				if (r < 0)
					return r;
			}
		}
	}
	return 0;
}

/*
 * MCUs @x to @x + @n. Returns how many of them came whole; *ret_error says why it isn't
 * all. A scan of one component has MCUs of one block (A.2.2).
 */
static inline __attribute__((always_inline)) unsigned int
run(struct lc_jpeg_scan *scan, unsigned int x, unsigned int n, unsigned int row,
    block_fn *block, int *ret_error)
{
	struct lc_bits b = scan->bits;
	unsigned int i;
	int r = 0;

	for (i = 0; i < n; i++) {
		if (scan->n == 1)
			r = block(scan, &b, &scan->component[0], x + i, row);
		else
			r = interleaved_mcu(scan, &b, x + i, row, block);
		/* Zeros that stand in decode as anything: not there comes before wrong. */
		if (lc_bits_overran(&b) || r < 0)
			break;
	}
	scan->bits = b;
	if (i < n)
		*ret_error = lc_bits_overran(&b) ? overrun_reason(scan) : r;
	return i;
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
		unsigned int h = scan->n == 1 ? 1 : p->h, v = scan->n == 1 ? 1 : p->v;

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
		struct lc_bits at = scan->bits;

		r = restart(scan);
		if (r == 0)
			return 0;
		if (!tolerate(scan, row, r))
			return r;
		scan->bits = at;
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
				       run(scan, x, n, at, progressive_block, &error) :
				       run(scan, x, n, at, sequential_block, &error);
			if (done < n && !tolerate(scan, row, error))
				return error;
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
	return (uint64_t)(scan->bits.p - scan->base);
}

void lc_jpeg_scan_begin(struct lc_jpeg_session *s, const uint8_t *data, size_t size,
			bool lenient)
{
	const struct libcodec_jpeg_header *h = s->frame.header;
	struct lc_jpeg_scan *scan = &s->scan;
	unsigned int i;

	scan->dsp = &s->dsp;
	scan->base = data;
	scan->stream_end = data + size;
	lc_bits_start(&scan->bits, data + h->scan_offset, scan->stream_end);
	scan->n = h->n_scan;
	scan->restart_interval = h->restart_interval;
	scan->restart_left = h->restart_interval;
	scan->next_restart = 0;
	scan->coef_dirty = true;
	scan->progressive = NULL;
	scan->eob_run = 0;
	scan->lenient = lenient;
	scan->lost = false;
	scan->damage = LC_SCAN_OK;
	for (i = 0; i < h->n_scan; i++) {
		const struct libcodec_jpeg_scan_component *sc = &h->scan[i];

		scan->component[i] = (struct lc_jpeg_scan_component){
			.dc = &s->huff[0][sc->dc],
			.ac = &s->huff[1][sc->ac],
			.quant = s->quant[sc->index],
			.plane = &s->frame.plane[sc->index],
		};
	}
	if (scan->n == 1) {
		scan->mcus_x = scan->component[0].plane->blocks_x;
		scan->mcus_y = scan->component[0].plane->blocks_y;
	} else {
		scan->mcus_x = s->frame.mcus_x;
		scan->mcus_y = s->frame.mcus_y;
	}
}
