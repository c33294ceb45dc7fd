/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Entropy-coded bytes ahead of the bit reader (T.81 B.1.1.5): stuffed zeros and fill bytes
 * taken out, up to a marker or the end of the stream, zeros behind. What an MCU can take at
 * the most is always there, so that the reader tests nothing while it is inside of one.
 */
#ifndef LC_CPU_FEED_H
#define LC_CPU_FEED_H

#include "bits.h"

/*
 * Bytes that the reader moves on by in an MCU, at the most: ten blocks (T.81 B.2.3), each a
 * DC of 16 + 11 bits and 64 symbols of 16 + 14, and what a refill takes too much.
 */
#define LC_FEED_NEED (10 * (27 + 64 * 30) / 8 + 8)
#define LC_FEED_SIZE 8192

#define LC_FEED_NOT_YET UINT64_MAX

struct lc_feed {
	size_t (*copy_until_ff)(uint8_t *dst, const uint8_t *src, size_t n);
	const uint8_t *start; /* where the interval began */
	const uint8_t *next;  /* the first byte that is still to be laid out, or a marker */
	const uint8_t *stream_end;
	bool ended;           /* nothing of the interval is left at @next */
	uint64_t dropped;     /* bytes laid out before those that are still there */
	/*
	 * A byte of the stream, not behind an FF, or NULL; and how many were laid out before
	 * it, or LC_FEED_NOT_YET.
	 */
	const uint8_t *mark;
	uint64_t mark_at;
	size_t dirty;         /* no byte from here on is anything but zero */
	/* Loads of eight bytes begin before the last byte that is needed. */
	uint8_t bytes[LC_FEED_SIZE + LC_FEED_NEED + 8];
};

/* Once, before anything else. @copy_until_ff is that of a struct lc_jpeg_dsp. */
void lc_feed_init(struct lc_feed *f,
		  size_t (*copy_until_ff)(uint8_t *dst, const uint8_t *src, size_t n));

/* Begin an interval at @p: @b reads from its first bit on. The mark, if any, is ahead. */
void lc_feed_start(struct lc_feed *f, struct lc_bits *b, const uint8_t *p,
		   const uint8_t *stream_end);

/* An interval at @p that has nothing. */
void lc_feed_nothing(struct lc_feed *f, struct lc_bits *b, const uint8_t *p,
		     const uint8_t *stream_end);

/* More bytes behind those that @b hasn't used. */
void lc_feed_more(struct lc_feed *f, struct lc_bits *b);

/* Before each MCU. */
static inline void lc_feed_ready(struct lc_feed *f, struct lc_bits *b)
{
	struct lc_bits copy;

	if (__builtin_expect(b->end - b->p >= LC_FEED_NEED || f->ended, 1))
		return;
	/* By a copy, so that the caller's reader has no address and stays in registers. */
	copy = *b;
	lc_feed_more(f, &copy);
	*b = copy;
}

/*
 * The byte of the stream behind those that bits were read of: at the end of the interval the
 * marker that ends it.
 */
const uint8_t *lc_feed_position(const struct lc_feed *f, const struct lc_bits *b);

/* How many bits of the interval come before the next one of @b. */
static inline uint64_t lc_feed_bits_before(const struct lc_feed *f, const struct lc_bits *b)
{
	return 8 * (f->dropped + (uint64_t)(b->p - f->bytes)) - lc_bits_left(b);
}

/* How many bytes of the interval are laid out, or were. */
static inline uint64_t lc_feed_laid_out(const struct lc_feed *f, const struct lc_bits *b)
{
	return f->dropped + (uint64_t)(b->end - f->bytes);
}

/* The byte of the stream behind the first @n that were laid out. */
const uint8_t *lc_feed_place(const struct lc_feed *f, uint64_t n);

#endif
