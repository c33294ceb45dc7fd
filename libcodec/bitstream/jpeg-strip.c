/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Stripping a JPEG, by ITU-T T.81 annex B. Hardware has parsers of its own: one does not
 * skip application segments by their length and hangs in the thumbnail inside of them,
 * others know no DNL and no tables but those of the stream.
 */
#include "jpeg-strip.h"

#include <errno.h>
#include <string.h>

#include "jpeg-annex-k.h"
#include "jpeg-markers.h"
#include "reader.h"

/* Bytes of a scan that are searched before they are copied. */
#define PIECE (16u << 10)

/* One call: where we are, and what is written. */
struct strip {
	struct lc_reader r; /* of the bytes from SOI on */
	const struct libcodec_jpeg_header *h;
	uint8_t *dst;
	size_t room, n;
};

static int put(struct strip *s, const void *bytes, size_t n)
{
	if (s->room - s->n < n)
		return -ENOSPC;
	memcpy(s->dst + s->n, bytes, n);
	s->n += n;
	return 0;
}

static int put_marker(struct strip *s, int marker)
{
	return put(s, (const uint8_t[]){ 0xff, (uint8_t)marker }, 2);
}

static bool is_restart(int marker)
{
	return marker >= M_RST0 && marker <= M_RST7;
}

/*
 * Bytes that begin with SOI are a picture whatever comes next, as to the parser. Else it
 * is the first SOI that a marker follows.
 */
static int find_soi(const uint8_t *data, size_t size, struct lc_reader *ret_r)
{
	const uint8_t *p = data, *end = data + size;

	if (size >= 2 && p[0] == 0xff && p[1] == M_SOI) {
		*ret_r = lc_reader_of(data, size);
		return 0;
	}
	while (end - p >= 3) {
		p = memchr(p, 0xff, (size_t)(end - p) - 2);
		if (!p)
			break;
		if (p[1] == M_SOI && p[2] == 0xff) {
			*ret_r = lc_reader_of(p, (size_t)(end - p));
			return 0;
		}
		p++;
	}
	return -EBADMSG;
}

/* What decoding does without. Thumbnails hide in these, and a DNL here means nothing. */
static bool is_dropped(int marker, const struct lc_reader *seg)
{
	if (marker == M_APP0)
		return lc_rd_left(seg) >= 5 && memcmp(seg->p, "JFXX", 5) == 0;
	return (marker > M_APP0 && marker <= M_APP0 + 15 && marker != M_APP14) ||
	       marker == M_COM || marker == M_DNL;
}

/* The height, behind the precision, of the frame header whose body was written last. */
static void patch_height(struct strip *s, size_t body)
{
	uint8_t *p = s->dst + s->n - body;

	p[1] = (uint8_t)(s->h->height >> 8);
	p[2] = (uint8_t)s->h->height;
}

static bool misses(const struct libcodec_jpeg_header *h, unsigned int class,
		   unsigned int id)
{
	unsigned int i;

	if (h->dht_offset[class][id])
		return false;
	for (i = 0; i < h->n_scan; i++)
		if ((class ? h->scan[i].ac : h->scan[i].dc) == id)
			return true;
	return false;
}

/* B.2.4.2: one segment with the tables that the scan misses. */
static int put_annex_k(struct strip *s)
{
	uint8_t dht[LC_JPEG_ANNEX_K_DHT] = { 0xff, M_DHT };
	unsigned int class, id;
	size_t n = 4;

	for (class = 0; class < 2; class ++) {
		for (id = 0; id < 2; id++) {
			const struct lc_jpeg_huffman *t = &lc_jpeg_annex_k[class][id];

			if (!misses(s->h, class, id))
				continue;
			dht[n] = (uint8_t)(class << 4 | id);
			memcpy(dht + n + 1, t->bytes, t->size);
			n += 1 + t->size;
		}
	}
	dht[2] = (uint8_t)((n - 2) >> 8);
	dht[3] = (uint8_t)(n - 2);
	return put(s, dht, n);
}

/* One segment whose marker has been read. Returns 1 after a SOS, 0 after any other. */
static int copy_segment(struct strip *s, int marker)
{
	const uint8_t *at = s->r.p - 2;
	int length = lc_rd_be16(&s->r);
	struct lc_reader seg;
	int r;

	if (length < 2 || lc_rd_sub(&s->r, (size_t)length - 2, &seg) < 0)
		return -EBADMSG;
	if (is_dropped(marker, &seg))
		return 0;
	if (marker == M_SOS && s->h->flags & LIBCODEC_JPEG_NO_DHT) {
		r = put_annex_k(s);
		if (r < 0)
			return r;
	}
	r = put(s, at, 2 + (size_t)length);
	if (r < 0)
		return r;
	if (lc_marker_is_sof(marker) && s->h->flags & LIBCODEC_JPEG_DNL) {
		if (lc_rd_left(&seg) < 3)
			return -EBADMSG;
		patch_height(s, lc_rd_left(&seg));
	}
	return marker == M_SOS;
}

/* From SOI to the first byte of entropy-coded data. */
static int copy_header(struct strip *s)
{
	int marker, r;

	r = put_marker(s, M_SOI);
	if (r < 0)
		return r;
	s->r.p += 2;
	do {
		do
			marker = lc_next_marker(&s->r);
		while (lc_marker_standalone(marker));
		if (marker < 0 || marker == M_SOI || marker == M_EOI)
			return -EBADMSG;
		r = copy_segment(s, marker);
		if (r < 0)
			return r;
	} while (r == 0);
	return lc_rd_offset(&s->r) == s->h->scan_offset ? 0 : -EBADMSG;
}

/*
 * Go to the next marker, or over a piece without any: what was searched for FF is copied
 * while the cache has it. -ENODATA at the piece's end.
 */
static int next_marker_near(struct lc_reader *r)
{
	struct lc_reader piece = *r;
	int marker;

	if (lc_rd_left(r) > PIECE) {
		piece.end = r->p + PIECE;
		while (piece.end != r->end && piece.end[-1] == 0xff)
			piece.end++;
	}
	marker = lc_next_marker(&piece);
	r->p = piece.p;
	return marker;
}

/* Entropy-coded data up to the marker that ends it, which is read, and returned if any. */
static int copy_data(struct strip *s)
{
	int marker, r;

	do {
		const uint8_t *from = s->r.p;
		size_t n;

		marker = next_marker_near(&s->r);
		n = (size_t)(s->r.p - from);
		if (marker >= 0 && !is_restart(marker))
			n -= 2;
		r = put(s, from, n);
		if (r < 0)
			return r;
	} while (is_restart(marker) || (marker < 0 && lc_rd_left(&s->r)));
	return marker;
}

/* 0 where the marker that ends the data ends the picture. */
static int judge_end(int marker)
{
	if (marker == M_EOI)
		return 0;
	if (marker == -ENODATA || marker == M_SOI) /* of the next picture */
		return -ENODATA;
	return marker < 0 ? marker : -EOPNOTSUPP;
}

/* The scan and EOI, and no DNL (B.2.5) between them. */
static int copy_scan(struct strip *s)
{
	int marker = copy_data(s), r;

	if (marker == M_DNL) {
		if (lc_rd_be16(&s->r) != 4 || lc_rd_skip(&s->r, 2) < 0)
			return -EBADMSG;
		marker = lc_next_marker(&s->r);
	}
	r = judge_end(marker);
	return r < 0 ? r : put_marker(s, M_EOI);
}

/* Zeros behind what was written, which are not counted. */
static void pad(struct strip *s)
{
	size_t n = -s->n % LC_JPEG_STRIP_ALIGN;

	if (n > s->room - s->n)
		n = s->room - s->n;
	memset(s->dst + s->n, 0, n);
}

int lc_jpeg_strip(const uint8_t *data, size_t size,
		  const struct libcodec_jpeg_header *header, uint8_t *dst, size_t room,
		  size_t *ret_size, size_t *ret_end)
{
	struct strip s = { .h = header, .dst = dst, .room = room };
	int r;

	if (header->n_scan != header->n_components)
		return -EOPNOTSUPP;
	r = find_soi(data, size, &s.r);
	if (r < 0)
		return r;
	r = copy_header(&s);
	if (r < 0)
		return r;
	r = copy_scan(&s);
	if (r < 0)
		return r;
	pad(&s);
	*ret_size = s.n;
	*ret_end = (size_t)(s.r.p - data);
	return 0;
}

size_t lc_jpeg_strip_bound(size_t size)
{
	const size_t more = LC_JPEG_ANNEX_K_DHT + LC_JPEG_STRIP_ALIGN - 1;

	if (size > SIZE_MAX - more)
		return SIZE_MAX;
	return (size + more) / LC_JPEG_STRIP_ALIGN * LC_JPEG_STRIP_ALIGN;
}
