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

/* Who begins at a place: the thread that should, or nobody, for another came by before. */
enum lc_jpeg_ahead_state { LC_AHEAD_FREE, LC_AHEAD_BEGUN, LC_AHEAD_PASSED };

/* MCUs that are decoded ahead, group by group, as they lie in a scan's own group. */
struct lc_jpeg_ahead {
	const uint8_t *start;
	struct lc_jpeg_ahead *next; /* that starts further on, or NULL */
	unsigned int thread;
	int state;             /* enum lc_jpeg_ahead_state; atomic */
	unsigned int capacity; /* MCUs */
	int16_t *coef;
	uint8_t *last;
	uint64_t *begin;       /* of each MCU: bits of the scan ahead before it */
	unsigned int begun;    /* MCUs of which that is known; atomic */
	unsigned int n;        /* MCUs that came whole */
	unsigned int in_step;  /* what is before this one was no MCU */
	uint64_t end;          /* bits before what follows the last one */
	bool met;              /* the one that it watches */
};

struct lc_jpeg_watch {
	struct lc_jpeg_ahead *ahead;
	unsigned int at;       /* its first MCU that isn't behind; where they met, that one */
};

/* Watch for @ahead, which starts in what @scan's feed has not laid out yet; NULL: nobody. */
void lc_jpeg_watch(struct lc_jpeg_scan *scan, struct lc_jpeg_watch *watch,
		   struct lc_jpeg_ahead *ahead);

/*
 * Behind the start of the one that is watched, @at bits: whether its MCU begins there, too.
 * Where it has not begun yet it is passed, and the next one is watched.
 */
bool lc_jpeg_watch_passed(struct lc_jpeg_scan *scan, uint64_t at);

/* Whether an MCU of the one ahead begins where the next one of @b does. */
static inline bool lc_jpeg_watch_reached(struct lc_jpeg_scan *scan, const struct lc_bits *b)
{
	uint64_t at = lc_feed_bits_before(&scan->feed, b);

	/* The mark is where the one ahead started. */
	return scan->feed.mark_at != LC_FEED_NOT_YET && at >= 8 * scan->feed.mark_at &&
	       lc_jpeg_watch_passed(scan, at - 8 * scan->feed.mark_at);
}

/*
 * Begin at @a's start, with @scan, which has begun at whatever place. False where that was
 * passed.
 */
bool lc_jpeg_ahead_begin(struct lc_jpeg_scan *scan, struct lc_jpeg_ahead *a);

/*
 * Decode up to @n MCUs more into @a. Returns whether there may be others: not where the bits
 * end, the scan meets the one that it watches, or @a is full.
 */
bool lc_jpeg_run_ahead(struct lc_jpeg_scan *scan, struct lc_jpeg_ahead *a, unsigned int n);

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
