/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * See jpeg-speculate.h. What is decoded before the two are in step is garbage: it may end in
 * an error, and is then begun anew a bit further on.
 */
#include "jpeg-speculate.h"
#include "jpeg-mcu.h"

static void reset_predictors(struct lc_jpeg_scan *scan)
{
	unsigned int i;

	for (i = 0; i < scan->n; i++)
		scan->component[i].predictor = 0;
}

static inline int16_t *group_coef(const struct lc_jpeg_scan *scan,
				  const struct lc_jpeg_ahead *a, unsigned int n)
{
	return a->coef + (size_t)(n / LC_JPEG_GROUP) * scan->group_blocks * 64;
}

static inline uint8_t *group_last(const struct lc_jpeg_scan *scan,
				  const struct lc_jpeg_ahead *a, unsigned int n)
{
	return a->last + (size_t)(n / LC_JPEG_GROUP) * scan->group_blocks;
}

/* MCU @n into the store. 0 or an lc_jpeg_scan_error. */
static inline int store_mcu(const struct lc_jpeg_scan *scan, struct lc_jpeg_ahead *a,
			    struct lc_bits *b, unsigned int n)
{
	int16_t *coef = group_coef(scan, a, n);

	if (n % LC_JPEG_GROUP == 0)
		memset(coef, 0, (size_t)scan->group_blocks * 64 * sizeof(*coef));
	a->begin[n] = lc_feed_bits_before(&scan->feed, b);
	__atomic_store_n(&a->begun, n + 1, __ATOMIC_RELEASE);
	return decode_mcu(scan, b, coef, group_last(scan, a, n), n % LC_JPEG_GROUP);
}

/* Bits that are laid out and not used. */
static inline ptrdiff_t bits_ahead(const struct lc_bits *b)
{
	return (b->end - b->p) * 8 + (ptrdiff_t)lc_bits_left(b);
}

void lc_jpeg_run_ahead(struct lc_jpeg_scan *scan, struct lc_jpeg_ahead *a,
		       const uint8_t *from, const int *stop)
{
	struct lc_bits b;
	unsigned int n = 0;
	bool padding;
	int r;

	reset_predictors(scan);
	lc_feed_start(&scan->feed, &scan->bits, from, scan->stream_end);
	b = scan->bits;
	a->in_step = 0;
	a->end = 0;
	a->met = false;
	while (n < a->capacity && !__atomic_load_n(stop, __ATOMIC_RELAXED)) {
		lc_feed_ready(&scan->feed, &b);
		if (scan->watch && lc_jpeg_watch_reached(scan, &b)) {
			a->met = true;
			break;
		}
		padding = scan->feed.ended && bits_ahead(&b) < 8;
		r = store_mcu(scan, a, &b, n);
		/* Zeros behind the end, or padding (B.1.1.5): no garbage. */
		if (lc_bits_overran(&b) || (r < 0 && padding))
			break;
		if (r < 0) {
			/* Its number stays taken: who is here now has met garbage. */
			a->in_step = n + 1;
			reset_predictors(scan);
			lc_bits_refill(&b);
			lc_bits_drop(&b, 1);
		}
		a->end = lc_feed_bits_before(&scan->feed, &b);
		n++;
	}
	a->n = n;
	scan->bits = b;
}

unsigned int lc_jpeg_ahead_predictor(const struct lc_jpeg_scan *scan,
				     const struct lc_jpeg_ahead *a, unsigned int n,
				     unsigned int c)
{
	const struct lc_jpeg_scan_component *sc = &scan->component[c];
	unsigned int x, at;

	if (n == 0 || n == a->in_step)
		return 0;
	n--;
	x = n % LC_JPEG_GROUP;
	at = sc->first + (sc->v - 1) * sc->row_blocks + x * sc->h + sc->h - 1;
	return (unsigned int)group_coef(scan, a, n)[(size_t)at * 64];
}

void lc_jpeg_transform_ahead(const struct lc_jpeg_scan *scan, const struct lc_jpeg_ahead *a,
			     unsigned int first, unsigned int n,
			     const unsigned int dc[LC_JPEG_COMPONENTS], unsigned int x)
{
	unsigned int from, size;

	for (; n; n -= size, first += size, x += size) {
		from = first % LC_JPEG_GROUP;
		size = LC_JPEG_GROUP - from < n ? LC_JPEG_GROUP - from : n;
		lc_jpeg_transform_stored(scan, group_coef(scan, a, first),
					 group_last(scan, a, first), from, size, dc, x);
	}
}
