/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Decoding from the middle of a scan without restart markers. A decoder that begins at some
 * byte, as if an MCU began there, soon falls into step: from the first MCU on that begins at
 * the same bit for it as for the one that comes from the front, it decodes the same, but for
 * the DC predictors. So the one from the front watches where the other's MCUs begin, and
 * where they meet it may stop: what follows is there, and certain.
 */
#ifndef LC_CPU_JPEG_SPECULATE_H
#define LC_CPU_JPEG_SPECULATE_H

#include "jpeg.h"

/* MCUs that were decoded ahead, group by group, as they lie in a scan's own group. */
struct lc_jpeg_ahead {
	unsigned int capacity; /* MCUs */
	int16_t *coef;
	uint8_t *last;
	uint64_t *begin;       /* of each MCU: bits of the scan ahead before it */
	unsigned int begun;    /* MCUs of which that is known; atomic */
	unsigned int n;        /* MCUs that came whole, once it has ended */
	unsigned int in_step;  /* what is before this one was no MCU */
	uint64_t end;          /* bits before what follows the last one */
	bool met;              /* the one that it watches */
};

struct lc_jpeg_watch {
	const struct lc_jpeg_ahead *ahead;
	unsigned int at;       /* its first MCU that isn't behind; where they met, that one */
};

/* Whether an MCU of the one ahead begins where the next one of @b does. */
static inline bool lc_jpeg_watch_reached(struct lc_jpeg_scan *scan, const struct lc_bits *b)
{
	struct lc_jpeg_watch *w = scan->watch;
	uint64_t at = lc_feed_bits_before(&scan->feed, b);
	unsigned int begun;

	/* The mark is where the one ahead began. */
	if (scan->feed.mark_at == LC_FEED_NOT_YET || at < 8 * scan->feed.mark_at)
		return false;
	at -= 8 * scan->feed.mark_at;
	begun = __atomic_load_n(&w->ahead->begun, __ATOMIC_ACQUIRE);
	while (w->at < begun && w->ahead->begin[w->at] < at)
		w->at++;
	return w->at < begun && w->ahead->begin[w->at] == at;
}

/*
 * Decode MCUs from @from on into @a, until the bits end, the scan meets the one that it
 * watches, @a is full, or *@stop is not 0. @scan has begun, at whatever place.
 */
void lc_jpeg_run_ahead(struct lc_jpeg_scan *scan, struct lc_jpeg_ahead *a,
		       const uint8_t *from, const int *stop);

/* The predictor of component @c before MCU @n of @a, by its own count. */
unsigned int lc_jpeg_ahead_predictor(const struct lc_jpeg_scan *scan,
				     const struct lc_jpeg_ahead *a, unsigned int n,
				     unsigned int c);

/*
 * MCUs @first to @first + @n of @a, with @dc added to the DCs of each component, to samples
 * of a band's MCUs from @x on. To be done once with each.
 */
void lc_jpeg_transform_ahead(const struct lc_jpeg_scan *scan, const struct lc_jpeg_ahead *a,
			     unsigned int first, unsigned int n,
			     const unsigned int dc[LC_JPEG_COMPONENTS], unsigned int x);

#endif
