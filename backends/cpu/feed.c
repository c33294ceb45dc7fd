/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Lays out entropy-coded bytes for the bit reader. Freestanding.
 */
#include "feed.h"
#include "dsp.h"

/* Where bytes come from, and where they go. */
struct run {
	const uint8_t *src, *src_end;
	uint8_t *dst, *dst_end;
};

/* Up to an FF, or the end of one side. */
static void copy_plain(const struct lc_feed *f, struct run *r)
{
	size_t n = (size_t)(r->src_end - r->src), room = (size_t)(r->dst_end - r->dst);

	n = f->copy_until_ff(r->dst, r->src, n < room ? n : room);
	r->src += n;
	r->dst += n;
}

/*
 * At an FF: one with a stuffed zero, perhaps behind fill bytes (B.1.1.2), is a byte. False
 * where it is a marker, or the stream ends in it.
 */
static bool copy_ff(struct run *r)
{
	const uint8_t *q = r->src + 1;

	while (q != r->src_end && *q == 0xff)
		q++;
	if (q == r->src_end || *q != 0x00)
		return false;
	*r->dst++ = 0xff;
	r->src = q + 1;
	return true;
}

/* Returns whether nothing more comes. */
static bool copy(const struct lc_feed *f, struct run *r)
{
	for (;;) {
		copy_plain(f, r);
		if (r->src == r->src_end)
			return true;
		if (r->dst == r->dst_end)
			return false;
		if (!copy_ff(r))
			return true;
	}
}

/* The same, with a stop where the mark is. */
static bool copy_over_mark(struct lc_feed *f, struct run *r)
{
	bool ended;

	if (f->mark && f->mark_at == LC_FEED_NOT_YET) {
		r->src_end = f->mark;
		ended = copy(f, r);
		r->src_end = f->stream_end;
		if (r->src != f->mark)
			return ended;
		f->mark_at = f->dropped + (uint64_t)(r->dst - f->bytes);
	}
	return copy(f, r);
}

/* Lay out bytes behind the first @have, and zeros behind them. */
static void fill(struct lc_feed *f, struct lc_bits *b, size_t have)
{
	struct run r = { f->next, f->stream_end, f->bytes + have, f->bytes + LC_FEED_SIZE };
	size_t n, zeros;

	if (!f->ended)
		f->ended = copy_over_mark(f, &r);
	f->next = r.src;
	n = (size_t)(r.dst - f->bytes);
	/* A vector may have been copied whole where an FF ended it. */
	if (f->dirty < n + LC_COPY_BEHIND)
		f->dirty = n + LC_COPY_BEHIND;
	zeros = sizeof(f->bytes) - n < f->dirty - n ? sizeof(f->bytes) - n : f->dirty - n;
	memset(f->bytes + n, 0, zeros);
	f->dirty = n;
	b->end = r.dst;
}

void lc_feed_init(struct lc_feed *f,
		  size_t (*copy_until_ff)(uint8_t *dst, const uint8_t *src, size_t n))
{
	memset(f, 0, sizeof(*f));
	f->copy_until_ff = copy_until_ff;
}

void lc_feed_start(struct lc_feed *f, struct lc_bits *b, const uint8_t *p,
		   const uint8_t *stream_end)
{
	f->start = f->next = p;
	f->stream_end = stream_end;
	f->ended = false;
	f->dropped = 0;
	f->mark_at = LC_FEED_NOT_YET;
	*b = (struct lc_bits){ .p = f->bytes };
	fill(f, b, 0);
}

void lc_feed_nothing(struct lc_feed *f, struct lc_bits *b, const uint8_t *p,
		     const uint8_t *stream_end)
{
	lc_feed_start(f, b, p, p);
	f->stream_end = stream_end;
}

void lc_feed_more(struct lc_feed *f, struct lc_bits *b)
{
	/* An MCU may have begun in the middle of the last byte that was loaded. */
	size_t used = (size_t)(b->p - f->bytes), left = (size_t)(b->end - b->p);

	memmove(f->bytes, b->p, left);
	f->dropped += used;
	b->p = f->bytes;
	fill(f, b, left);
}

const uint8_t *lc_feed_place(const struct lc_feed *f, uint64_t n)
{
	const uint8_t *p = f->start;

	for (; n && p != f->next; n--) {
		while (*p == 0xff)
			p++;
		p++; /* a byte, or the zero behind an FF */
	}
	return p;
}

const uint8_t *lc_feed_position(const struct lc_feed *f, const struct lc_bits *b)
{
	uint64_t n = (lc_feed_bits_before(f, b) + 7) / 8;

	return n >= lc_feed_laid_out(f, b) ? f->next : lc_feed_place(f, n);
}
