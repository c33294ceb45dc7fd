/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Lays out entropy-coded bytes for the bit reader. Freestanding.
 */
#include "feed.h"

/* Eight bytes of which the lowest is the first. */
static inline uint64_t load_le64(const uint8_t *p)
{
	return __builtin_bswap64(lc_load_be64(p));
}

/* The highest bit of each byte that is FF, of the first one and perhaps of later ones. */
static inline uint64_t ff_bytes(uint64_t w)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);

	return (~w - ones) & w & (ones << 7);
}

/* Where bytes come from, and where they go. */
struct run {
	const uint8_t *src, *src_end;
	uint8_t *dst, *dst_end;
};

/* Eight by eight, up to an FF or until less than eight are left on one side. */
static void copy_words(struct run *r)
{
	while (r->src_end - r->src >= 8 && r->dst_end - r->dst >= 8) {
		uint64_t ff = ff_bytes(load_le64(r->src));
		unsigned int n = ff ? (unsigned int)__builtin_ctzll(ff) / 8 : 8;

		memcpy(r->dst, r->src, 8);
		r->src += n;
		r->dst += n;
		if (ff)
			return;
	}
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
static bool copy(struct run *r)
{
	while (r->dst != r->dst_end) {
		copy_words(r);
		if (r->src == r->src_end)
			return true;
		if (r->dst == r->dst_end)
			break;
		if (*r->src != 0xff)
			*r->dst++ = *r->src++;
		else if (!copy_ff(r))
			return true;
	}
	return false;
}

/* The same, with a stop where the mark is. */
static bool copy_over_mark(struct lc_feed *f, struct run *r)
{
	bool ended;

	if (f->mark && f->mark_at == LC_FEED_NOT_YET) {
		r->src_end = f->mark;
		ended = copy(r);
		r->src_end = f->stream_end;
		if (r->src != f->mark)
			return ended;
		f->mark_at = f->dropped + (uint64_t)(r->dst - f->bytes);
	}
	return copy(r);
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
	/* A word may have been copied whole where an FF ended it. */
	if (f->dirty < n + 8)
		f->dirty = n + 8;
	zeros = sizeof(f->bytes) - n < f->dirty - n ? sizeof(f->bytes) - n : f->dirty - n;
	memset(f->bytes + n, 0, zeros);
	f->dirty = n;
	b->end = r.dst;
}

void lc_feed_init(struct lc_feed *f)
{
	memset(f, 0, sizeof(*f));
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
