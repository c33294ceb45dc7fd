/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * See jpeg-speculate.h. What is decoded before the two are in step is garbage: it may end in
 * an error, and is then begun anew a bit further on.
 */
#include "jpeg-speculate.h"
#include "jpeg-mcu.h"

/* Who is first at a start decides what becomes of it. */
static bool claim(struct lc_jpeg_ahead *a, int state)
{
	int expected = LC_AHEAD_FREE;

	return __atomic_compare_exchange_n(&a->state, &expected, state, false,
					   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

void lc_jpeg_watch(struct lc_jpeg_scan *scan, struct lc_jpeg_watch *watch,
		   struct lc_jpeg_ahead *ahead)
{
	*watch = (struct lc_jpeg_watch){ .ahead = ahead };
	scan->watch = ahead ? watch : NULL;
	scan->feed.mark = ahead ? ahead->start : NULL;
	scan->feed.mark_at = LC_FEED_NOT_YET;
}

/* The next one whose start is still to be laid out: the place of others can't be told. */
static void watch_next(struct lc_jpeg_scan *scan)
{
	struct lc_jpeg_ahead *a = scan->watch->ahead->next;

	while (a && a->start < scan->feed.next)
		a = a->next;
	lc_jpeg_watch(scan, scan->watch, a);
}

bool lc_jpeg_watch_passed(struct lc_jpeg_scan *scan, uint64_t at)
{
	struct lc_jpeg_watch *w = scan->watch;
	struct lc_jpeg_ahead *a = w->ahead;
	unsigned int begun = __atomic_load_n(&a->begun, __ATOMIC_ACQUIRE);

	if (!begun && claim(a, LC_AHEAD_PASSED)) {
		watch_next(scan);
		return false;
	}
	while (w->at < begun && a->begin[w->at] < at)
		w->at++;
	return w->at < begun && a->begin[w->at] == at;
}

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

/* MCU @a->n, with the reader where it is. Returns whether to go on behind it. */
static inline bool run_mcu(struct lc_jpeg_scan *scan, struct lc_jpeg_ahead *a,
			   struct lc_bits *b)
{
	bool padding = scan->feed.ended && bits_ahead(b) < 8;
	int r = store_mcu(scan, a, b, a->n);

	/* Zeros behind the end, or padding (B.1.1.5): no garbage. */
	if (lc_bits_overran(b) || (r < 0 && padding))
		return false;
	if (r < 0) {
		/* Its number stays taken: who is here now has met garbage. */
		a->in_step = a->n + 1;
		reset_predictors(scan);
		lc_bits_refill(b);
		lc_bits_drop(b, 1);
	}
	a->end = lc_feed_bits_before(&scan->feed, b);
	a->n++;
	return true;
}

bool lc_jpeg_run_ahead(struct lc_jpeg_scan *scan, struct lc_jpeg_ahead *a, unsigned int n)
{
	struct lc_bits b = scan->bits;
	bool on = true;

	for (; n && on; n--) {
		lc_feed_ready(&scan->feed, &b);
		if (scan->watch && lc_jpeg_watch_reached(scan, &b))
			a->met = true;
		on = !a->met && a->n < a->capacity && run_mcu(scan, a, &b);
	}
	scan->bits = b;
	return on;
}

bool lc_jpeg_ahead_begin(struct lc_jpeg_scan *scan, struct lc_jpeg_ahead *a)
{
	if (!claim(a, LC_AHEAD_BEGUN))
		return false;
	reset_predictors(scan);
	lc_feed_start(&scan->feed, &scan->bits, a->start, scan->stream_end);
	a->n = a->in_step = 0;
	a->end = 0;
	a->met = false;
	return true;
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
