/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The JPEG stripper's rules, one by one, with streams made by hand and the bytes that must
 * come of them. What becomes of the samples is in check-jpeg-strip-samples.
 */
#include "config.h"

#include "jpeg-stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream/jpeg-strip.h"

#define POISON 0xa5
#define BEHIND 128 /* poisoned bytes behind the room */

/* --- calls --- */

/* A call on memory of the exact size. What lies behind the room must stay. */
static int strip_room(const uint8_t *p, size_t size, const struct libcodec_jpeg_header *h,
		      size_t room, uint8_t **ret_dst, size_t *ret_size)
{
	uint8_t *src = malloc(size ? size : 1), *dst = malloc(room + BEHIND);
	size_t i, end = SIZE_MAX;
	int r;

	ck_assert(src && dst);
	memcpy(src, p, size);
	memset(dst, POISON, room + BEHIND);
	*ret_size = SIZE_MAX;
	r = lc_jpeg_strip(src, size, h, dst, room, ret_size, &end);
	ck_assert_int_eq(memcmp(src, p, size), 0);
	for (i = room; i < room + BEHIND; i++)
		ck_assert_uint_eq(dst[i], POISON);
	if (r < 0) {
		ck_assert_uint_eq(*ret_size, SIZE_MAX);
		ck_assert_uint_eq(end, SIZE_MAX);
	} else {
		ck_assert_uint_le(*ret_size, room);
		ck_assert_uint_le(end, size);
		ck_assert_int_eq(memcmp(p + end - 2, "\xff\xd9", 2), 0);
	}
	free(src);
	*ret_dst = dst;
	return r;
}

/* Without a look at the bytes. */
static int strip(const uint8_t *p, size_t size, const struct libcodec_jpeg_header *h)
{
	uint8_t *dst;
	size_t n;
	int r = strip_room(p, size, h, lc_jpeg_strip_bound(size), &dst, &n);

	free(dst);
	return r;
}

static struct libcodec_jpeg_header header_of(const uint8_t *p, size_t size)
{
	struct libcodec_jpeg_header h;
	struct lc_fault fault;
	int r = parse(p, size, &h, &fault);

	ck_assert_msg(r == 0, "%d: %s", r, fault.message);
	return h;
}

/* A stream, whose picture begins at @soi, and what it is stripped to. */
static void assert_stripped_at(const struct stream *s, size_t soi, const struct stream *want)
{
	struct libcodec_jpeg_header h = header_of(s->p + soi, s->size - soi);
	uint8_t *dst;
	size_t n, i;
	int r = strip_room(s->p, s->size, &h, lc_jpeg_strip_bound(s->size), &dst, &n);

	ck_assert_int_eq(r, 0);
	for (i = 0; i < n && i < want->size && dst[i] == want->p[i]; i++)
		;
	ck_assert_msg(n == want->size && i == n, "%zu bytes, not %zu; byte %zu differs", n,
		      want->size, i);
	for (i = n; i % LC_JPEG_STRIP_ALIGN; i++)
		ck_assert_msg(dst[i] == 0, "byte %zu behind %zu is no zero", i, n);
	ck_assert_uint_eq(dst[i], POISON);
	free(dst);
}

static void assert_stripped(const struct stream *s, const struct stream *want)
{
	assert_stripped_at(s, 0, want);
	/* Once more, there is nothing to do. */
	assert_stripped_at(want, 0, want);
}

static void assert_refused_with(const struct stream *s, int error)
{
	struct libcodec_jpeg_header h = header_of(s->p, s->size);

	ck_assert_int_eq(strip(s->p, s->size, &h), error);
}

/* --- streams --- */

/* A table of one code, which no annex has. */
static void put_dht(struct stream *s, unsigned int class, unsigned int id)
{
	uint8_t body[18] = { (uint8_t)(class << 4 | id), 1 };

	put_segment(s, 0xc4, body, sizeof(body));
}

static void put_tables(struct stream *s)
{
	put_dqt(s, 0);
	put_dht(s, 0, 0);
	put_dht(s, 1, 0);
}

/* SOS of a frame of one component, without data. */
static void put_sos(struct stream *s)
{
	put_segment(s, 0xda, (const uint8_t[]){ 1, 1, 0, 0, 63, 0 }, 6);
}

/* Data that has all that may stand in it, and more than 64 bits for 6 blocks. */
static void put_data(struct stream *s)
{
	static const uint8_t data[] = { 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56,
					0xff, 0xff, 0xff, 0xd7, 0x78, 0xff, 0x00,
					0xff, 0x00, 0x9a, 0xff, 0xff, 0x00, 0x11,
					0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88 };

	put(s, data, sizeof(data));
}

/* Up to and with SOS. */
static struct stream head_of(unsigned int height)
{
	struct frame f = frame_of(1);
	struct stream s = { 0 };

	f.height = height;
	put_marker(&s, 0xd8);
	put_tables(&s);
	put_frame(&s, &f);
	put_sos(&s);
	return s;
}

static struct stream whole(void)
{
	struct stream s = head_of(16);

	put_data(&s);
	put_marker(&s, 0xd9);
	return s;
}

/* A picture inside of a segment: what hardware gets lost in. */
static void put_thumbnail(struct stream *s, unsigned int marker, const char *id, size_t n)
{
	struct stream inner = whole();
	uint8_t body[512];

	memcpy(body, id, n);
	memcpy(body + n, inner.p, inner.size);
	put_segment(s, marker, body, n + inner.size);
}

/* --- the header --- */

START_TEST(test_nothing_to_do)
{
	struct stream s = whole();

	assert_stripped(&s, &s);
}
END_TEST

static bool must_go(unsigned int marker)
{
	return (marker >= 0xe1 && marker <= 0xed) || marker == 0xef || marker == 0xfe ||
	       marker == 0xdc;
}

/* Each marker with a segment that the parser does not look into, at four places. */
START_TEST(test_segments)
{
	struct frame f = frame_of(1);
	unsigned int marker, place, dropped = 0, kept = 0;

	for (marker = 0x02; marker <= 0xfe; marker++) {
		if ((marker >= 0xc0 && marker <= 0xdb && marker != 0xc8 && marker != 0xcc) ||
		    marker == 0xdd || marker == 0xde || marker == 0xf7)
			continue;
		for (place = 0; place < 4; place++) {
			struct stream s = { 0 }, want = { 0 }, *to[] = { &s, &want };
			unsigned int i, k;

			for (i = 0; i < 2; i++) {
				for (k = 0; k < 4; k++) {
					if (k == 0)
						put_marker(to[i], 0xd8);
					if (k == 1)
						put_tables(to[i]);
					if (k == 2)
						put_segment(to[i], 0xdd, "\0\7", 2);
					if (k == 3)
						put_frame(to[i], &f);
					if (k != place || (i == 1 && must_go(marker)))
						continue;
					put_thumbnail(to[i], marker, "any", 3);
					put_segment(to[i], marker, "", 0);
				}
				put_sos(to[i]);
				put_data(to[i]);
				put_marker(to[i], 0xd9);
			}
			assert_stripped(&s, &want);
		}
		if (must_go(marker))
			dropped++;
		else
			kept++;
	}
	ck_assert_uint_eq(dropped, 16);
	ck_assert_uint_gt(kept, 200);
}
END_TEST

/* What tells how to decode stays; JFIF's own way to hold a JPEG does not. */
START_TEST(test_app0_and_14)
{
	struct frame f = frame_of(1);
	struct stream s = { 0 }, want = { 0 }, *to[] = { &s, &want };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		put_marker(to[i], 0xd8);
		put_segment(to[i], 0xe0, "JFIF\0\1\2\1\0\110\0\110\0", 14);
		if (i == 0) {
			put_thumbnail(to[i], 0xe0, "JFXX\0\20", 6);
			put_segment(to[i], 0xe0, "JFXX", 5);
		}
		put_segment(to[i], 0xe0, "JFXX", 4); /* too short to be one */
		put_segment(to[i], 0xe0, "AVI1\0\0\0\0", 8);
		put_segment(to[i], 0xee, "Adobe\0\144\0\0\0\0\1", 12);
		if (i == 0)
			put_segment(to[i], 0xe1, "Exif\0\0MM\0\52\0\0\0\10\0", 16);
		put_tables(to[i]);
		put_frame(to[i], &f);
		put_sos(to[i]);
		put_data(to[i]);
		put_marker(to[i], 0xd9);
	}
	assert_stripped(&s, &want);
}
END_TEST

/* Fill and stray bytes, and markers that stand alone. */
START_TEST(test_between)
{
	static const struct {
		const char *bytes;
		size_t n;
	} between[] = {
		{ "\xff", 1 },		  { "\xff\xff\xff\xff\xff", 5 }, { "stray", 5 },
		{ "\0\0", 2 },		  { "\xff\x00", 2 },	   { "a\xff\x00\xff", 4 },
		{ "\xff\x01", 2 },	  { "\xff\xd0\xff\xd7", 4 },
		{ "\xff\xff\xd3z\xff", 5 },
	};
	struct stream want = whole();
	struct frame f = frame_of(1);
	unsigned int i, k;

	for (i = 0; i < sizeof(between) / sizeof(between[0]); i++) {
		struct stream s = { 0 };

		put_marker(&s, 0xd8);
		for (k = 0; k < 5; k++) {
			put(&s, between[i].bytes, between[i].n);
			if (k == 0)
				put_dqt(&s, 0);
			else if (k < 3)
				put_dht(&s, k - 1, 0);
			else if (k == 3)
				put_frame(&s, &f);
			else
				put_sos(&s);
		}
		put_data(&s);
		put_marker(&s, 0xd9);
		assert_stripped(&s, &want);
	}
}
END_TEST

START_TEST(test_before_soi)
{
	static const struct {
		const char *bytes;
		size_t n;
	} before[] = {
		{ "x", 1 },
		{ "\0", 1 },
		{ "\xff", 1 },
		{ "\xff\xff", 2 },
		{ "--boundary\r\n\r\n", 14 },
		{ "\0\xff\xd8\0\xff\xd9", 6 },
		{ "\xd8\xff\xd8\xd8\xff", 5 },
	};
	struct stream want = whole();
	unsigned int i;

	for (i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
		struct stream s = { 0 };

		put(&s, before[i].bytes, before[i].n);
		put(&s, want.p, want.size);
		assert_stripped_at(&s, before[i].n, &want);
	}
}
END_TEST

/* The bytes are not those that the header was read from. */
START_TEST(test_other_header)
{
	struct stream s = whole(), other = { 0 };
	struct libcodec_jpeg_header h = header_of(s.p, s.size);
	static const uint8_t overlong[] = { 0xff, 0xd8, 0xff, 0xe1, 0x10, 0x00, 1 };
	static const uint8_t length_1[] = { 0xff, 0xd8, 0xff, 0xe1, 0x00, 0x01, 1 };

	put_marker(&other, 0xd8);
	put_segment(&other, 0xfe, "longer", 6);
	put(&other, s.p + 2, s.size - 2);
	ck_assert_int_eq(strip(other.p, other.size, &h), -EBADMSG);
	ck_assert_int_eq(strip(other.p + 2, other.size - 2, &h), -EBADMSG);
	ck_assert_int_eq(strip(overlong, sizeof(overlong), &h), -EBADMSG);
	ck_assert_int_eq(strip(length_1, sizeof(length_1), &h), -EBADMSG);
	ck_assert_int_eq(strip((const uint8_t *)"text", 4, &h), -EBADMSG);
	ck_assert_int_eq(strip((const uint8_t *)"\xff\xd8\xff\xd9", 4, &h), -EBADMSG);
	ck_assert_int_eq(strip((const uint8_t *)"\xff\xd8\xff\xd8", 4, &h), -EBADMSG);
}
END_TEST

/* --- tables --- */

/* The tables of Annex K as the writer of fixtures has them. */
static const uint8_t *annex_k(unsigned int class, unsigned int id, size_t *ret_n)
{
	static uint8_t *p;
	static size_t size;
	struct libcodec_jpeg_header h;
	const uint8_t *t;
	unsigned int i;

	if (!p) {
		struct fx_jpeg j;

		fx_jpeg_init(&j, 16, 16, FX_420);
		size = write_jpeg(&j, &p);
	}
	h = header_of(p, size);
	ck_assert_uint_ne(h.dht_offset[class][id], 0);
	t = p + h.dht_offset[class][id];
	*ret_n = 16;
	for (i = 0; i < 16; i++)
		*ret_n += t[i];
	return t;
}

/* @tables: bit 2 * class + id. */
static void put_annex_k(struct stream *s, unsigned int tables)
{
	uint8_t body[420];
	size_t n = 0, k;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		const uint8_t *t = annex_k(i / 2, i % 2, &k);

		if (!(tables >> i & 1))
			continue;
		body[n] = (uint8_t)(i / 2 << 4 | i % 2);
		memcpy(body + n + 1, t, k);
		n += 1 + k;
	}
	if (n)
		put_segment(s, 0xc4, body, n);
}

/* Every choice of tables that are defined, and of those that two components use. */
START_TEST(test_annex_k)
{
	struct frame f = frame_of(2);
	unsigned int defined, uses, i, most = 0;

	for (defined = 0; defined < 16; defined++) {
		for (uses = 0; uses < 16; uses++) {
			uint8_t sos[8] = { 2, 1, 0, 2, 0, 0, 63, 0 };
			struct stream s = { 0 }, want;
			unsigned int used;

			sos[2] = (uint8_t)((uses & 1) << 4 | (uses >> 1 & 1));
			sos[4] = (uint8_t)((uses >> 2 & 1) << 4 | uses >> 3);
			used = 1u << (uses & 1) | 1u << (2 + (uses >> 1 & 1)) |
			       1u << (uses >> 2 & 1) | 1u << (2 + (uses >> 3));
			put_marker(&s, 0xd8);
			put_dqt(&s, 0);
			for (i = 0; i < 4; i++)
				if (defined >> i & 1)
					put_dht(&s, i / 2, i % 2);
			put_frame(&s, &f);
			want = s;
			put_annex_k(&want, used & ~defined);
			put_segment(&s, 0xda, sos, sizeof(sos));
			put_segment(&want, 0xda, sos, sizeof(sos));
			put_data(&s);
			put_data(&want);
			put_marker(&s, 0xd9);
			put_marker(&want, 0xd9);
			assert_stripped(&s, &want);
			if (want.size - s.size > most)
				most = (unsigned int)(want.size - s.size);
		}
	}
	/* All four, and the bound has no more to reckon with. */
	ck_assert_uint_eq(most, 420);
}
END_TEST

/* Annex K's tables are for sequential streams alone. */
START_TEST(test_no_tables_for_others)
{
	static const unsigned int sof[] = { 0xc2, 0xc3, 0xc9, 0xca, 0xcb };
	unsigned int i;

	for (i = 0; i < sizeof(sof) / sizeof(sof[0]); i++) {
		struct frame f = frame_of(1);
		struct stream s;

		f.sof = sof[i];
		s = stream_of(&f, 1);
		assert_stripped(&s, &s);
	}
}
END_TEST

/* --- the scan --- */

START_TEST(test_trailer)
{
	struct stream want = whole(), s = want;

	put(&s, "\0\0", 2);
	put(&s, want.p, want.size);
	put(&s, "ftypmp42", 8);
	assert_stripped(&s, &want);

	/* One byte is enough of a trailer, and what begins one of no length. */
	s = want;
	put(&s, "\xff", 1);
	assert_stripped(&s, &want);
}
END_TEST

START_TEST(test_fill_before_eoi)
{
	struct stream s = head_of(16);

	put_data(&s);
	put(&s, "\xff\xff\xff", 3);
	put_marker(&s, 0xd9);
	assert_stripped(&s, &s);
}
END_TEST

/* Cut behind each byte: no EOI, or no way to the scan. */
START_TEST(test_cut)
{
	struct stream s = whole();
	struct libcodec_jpeg_header h = header_of(s.p, s.size);
	size_t n;

	for (n = 0; n < s.size; n++)
		ck_assert_int_eq(strip(s.p, n, &h),
				 n < h.scan_offset ? -EBADMSG : -ENODATA);
	ck_assert_int_eq(strip(s.p, n, &h), 0);
}
END_TEST

/* The next picture begins where this one should have ended. */
START_TEST(test_no_eoi)
{
	struct stream next = whole(), s = head_of(16);

	put_data(&s);
	put(&s, next.p, next.size);
	assert_refused_with(&s, -ENODATA);
}
END_TEST

/* A marker behind the scan: only EOI, RSTn, DNL and the next picture's SOI are known. */
START_TEST(test_markers_behind)
{
	struct stream rest = whole();
	unsigned int marker, refused = 0;

	for (marker = 0x01; marker <= 0xfe; marker++) {
		struct stream s = head_of(16);

		if (marker >= 0xd0 && marker <= 0xd9)
			continue;
		if (marker == 0xdc)
			continue;
		put_data(&s);
		put_segment(&s, marker, rest.p, 32);
		put_marker(&s, 0xd9);
		assert_refused_with(&s, -EOPNOTSUPP);
		refused++;
	}
	ck_assert_uint_eq(refused, 243);
}
END_TEST

/* A scan of some of the components: others follow, whether they come or not. */
START_TEST(test_not_interleaved)
{
	struct frame f = frame_of(3);
	unsigned int n;

	for (n = 1; n < 3; n++) {
		struct stream s = stream_of(&f, n);

		assert_refused_with(&s, -EOPNOTSUPP);
	}
}
END_TEST

static uint32_t next_random(uint32_t *state)
{
	*state = fx_hash(*state, 1, 2, 3);
	return *state;
}

/*
 * Entropy-coded bytes, @n or one more. Every eighth or so is an FF with what may follow it,
 * perhaps behind fill bytes, of which there are a great many now and then.
 */
static size_t fill_scan(uint8_t *p, size_t n, uint32_t *state)
{
	size_t i = 0;

	while (i < n) {
		uint32_t x = next_random(state);
		size_t run = 1 + (x >> 3 & 3);

		if (x & 7) {
			p[i++] = (uint8_t)((x >> 8) % 0xff);
			continue;
		}
		if ((x >> 8) % 1024 == 0)
			run = next_random(state) % 40000 + 1;
		if (run > n - i)
			run = n - i;
		memset(p + i, 0xff, run);
		i += run;
		p[i++] = x & 0x20 ? 0x00 : (uint8_t)(0xd0 + (x >> 20 & 7));
	}
	return i;
}

/* Long scans of any length: they are copied in pieces, whose ends fall anywhere. */
START_TEST(test_long_scans)
{
	enum { MOST = 100000, TRAILER = 8 };
	struct stream head = head_of(16);
	uint8_t *p = malloc(head.size + MOST + TRAILER + 16), *dst;
	uint32_t state = (uint32_t)_i + 1;
	unsigned int round;
	size_t n;

	ck_assert_ptr_nonnull(p);
	memcpy(p, head.p, head.size);
	for (round = 0; round < 100; round++) {
		struct libcodec_jpeg_header h;
		size_t size = head.size;

		size += fill_scan(p + size, next_random(&state) % MOST + 16, &state);
		p[size++] = 0xff;
		p[size++] = 0xd9;
		memset(p + size, 0xff, TRAILER);
		h = header_of(p, size + TRAILER);
		ck_assert_int_eq(
			strip_room(p, size + TRAILER, &h, size + 3, &dst, &n), 0);
		ck_assert_uint_eq(n, size);
		ck_assert_int_eq(memcmp(dst, p, size), 0);
		free(dst);
		ck_assert_int_eq(strip(p, size - 1, &h), -ENODATA);
	}
	free(p);
}
END_TEST

/* Each place of EOI around the ends of the first three pieces of any likely size. */
START_TEST(test_eoi_at_edges)
{
	struct stream head = head_of(16);
	uint8_t *p = malloc(head.size + (400 << 10)), *dst;
	size_t piece, edge, n, got;

	ck_assert_ptr_nonnull(p);
	memcpy(p, head.p, head.size);
	memset(p + head.size, 0x55, 400 << 10);
	for (piece = 1 << 10; piece <= 128 << 10; piece *= 2) {
		for (edge = piece; edge <= 3 * piece; edge += piece) {
			for (n = edge - 4; n < edge + 4; n++) {
				size_t size = head.size + n + 2;
				struct libcodec_jpeg_header h;

				memcpy(p + size - 2, "\xff\xd9", 2);
				h = header_of(p, size + 4);
				ck_assert_int_eq(
					strip_room(p, size + 4, &h, size, &dst, &got), 0);
				ck_assert_uint_eq(got, size);
				ck_assert_int_eq(memcmp(dst, p, size), 0);
				free(dst);
				memset(p + size - 2, 0x55, 2);
			}
		}
	}
	free(p);
}
END_TEST

/* --- DNL --- */

/* The height by a DNL, with bytes around it. */
static struct stream with_dnl(unsigned int sof_height, unsigned int height,
			      const char *before, const char *behind)
{
	struct stream s = head_of(sof_height);
	uint8_t lines[2] = { (uint8_t)(height >> 8), (uint8_t)height };

	put_data(&s);
	put(&s, before, strlen(before));
	put_segment(&s, 0xdc, lines, 2);
	put(&s, behind, strlen(behind));
	put_marker(&s, 0xd9);
	return s;
}

START_TEST(test_dnl)
{
	static const unsigned int heights[] = { 1, 16, 255, 256 };
	struct stream s, want;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		want = head_of(heights[i]);
		put_data(&want);
		put_marker(&want, 0xd9);
		s = with_dnl(0, heights[i], "", "");
		assert_stripped(&s, &want);
		/* What the frame header says already. */
		s = with_dnl(heights[i], heights[i], "", "");
		assert_stripped(&s, &want);
		/* The frame header is believed, as by the cpu backend. */
		s = with_dnl(heights[i], 77, "", "");
		assert_stripped(&s, &want);
		s = with_dnl(0, heights[i], "", " stray \xff\xff");
		assert_stripped(&s, &want);
	}
	/* Fill bytes before a marker stay where they are the scan's. */
	s = with_dnl(0, 16, "\xff\xff", "");
	want = head_of(16);
	put_data(&want);
	put(&want, "\xff\xff\xff\xd9", 4);
	assert_stripped(&s, &want);
}
END_TEST

START_TEST(test_dnl_behind)
{
	struct stream s = with_dnl(0, 16, "", "\xff\xd0\x12"), next = whole();

	assert_refused_with(&s, -EOPNOTSUPP); /* more data */
	s = with_dnl(0, 16, "", "\xff\xdc\x01\x01");
	assert_refused_with(&s, -EOPNOTSUPP);
	s = with_dnl(0, 16, "", "");
	s.size -= 2;
	assert_refused_with(&s, -ENODATA);
	put(&s, next.p, next.size);
	assert_refused_with(&s, -ENODATA);

	/* Lengths that no DNL has, and one that is cut off. */
	s = head_of(16);
	put_data(&s);
	put_segment(&s, 0xdc, "\0\20\0", 3);
	put_marker(&s, 0xd9);
	assert_refused_with(&s, -EBADMSG);
	s = with_dnl(16, 16, "", "");
	s.size -= 3;
	assert_refused_with(&s, -EBADMSG);
	s.size -= 2;
	assert_refused_with(&s, -EBADMSG);
}
END_TEST

/* --- room --- */

/* Each room below the size is too small; above it there are as many zeros as fit. */
START_TEST(test_room)
{
	struct fx_jpeg j;
	struct libcodec_jpeg_header h;
	size_t size, n, room, i, full;
	uint8_t *p, *dst, *want;

	fx_jpeg_init(&j, 35, 19, FX_420);
	j.flags = FX_NO_DHT | FX_TRAILER | FX_DNL;
	j.orientation = 6;
	size = write_jpeg(&j, &p);
	h = header_of(p, size);
	ck_assert_int_eq(strip_room(p, size, &h, lc_jpeg_strip_bound(size), &want, &n), 0);
	full = (n + LC_JPEG_STRIP_ALIGN - 1) / LC_JPEG_STRIP_ALIGN * LC_JPEG_STRIP_ALIGN;
	ck_assert_uint_ne(full, n);
	for (room = 0; room < full + 80; room++) {
		size_t got;
		int r = strip_room(p, size, &h, room, &dst, &got);

		ck_assert_int_eq(r, room < n ? -ENOSPC : 0);
		if (r == 0) {
			ck_assert_uint_eq(got, n);
			ck_assert_int_eq(memcmp(dst, want, n), 0);
		}
		for (i = n; r == 0 && i < room; i++)
			ck_assert_uint_eq(dst[i], i < full ? 0 : POISON);
		free(dst);
	}
	ck_assert_int_eq(lc_jpeg_strip(p, size, &h, NULL, 0, &n, &n), -ENOSPC);
	free(want);
	free(p);
}
END_TEST

START_TEST(test_bound)
{
	size_t n;

	for (n = 0; n < 300; n++) {
		size_t bound = lc_jpeg_strip_bound(n);

		ck_assert_uint_ge(bound, n + 420);
		ck_assert_uint_lt(bound, n + 420 + 64);
		ck_assert_uint_eq(bound % 64, 0);
	}
	ck_assert_uint_eq(lc_jpeg_strip_bound(SIZE_MAX), SIZE_MAX);
	ck_assert_uint_eq(lc_jpeg_strip_bound(SIZE_MAX - 482), SIZE_MAX);
	ck_assert_uint_eq(lc_jpeg_strip_bound(SIZE_MAX - 483), SIZE_MAX - 63);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("jpeg-strip");
	TCase *header = tcase_create("header"), *tables = tcase_create("tables"),
	      *scan = tcase_create("scan"), *room = tcase_create("room");

	tcase_add_test(header, test_nothing_to_do);
	tcase_add_test(header, test_segments);
	tcase_add_test(header, test_app0_and_14);
	tcase_add_test(header, test_between);
	tcase_add_test(header, test_before_soi);
	tcase_add_test(header, test_other_header);
	suite_add_tcase(s, header);
	tcase_add_test(tables, test_annex_k);
	tcase_add_test(tables, test_no_tables_for_others);
	suite_add_tcase(s, tables);
	tcase_add_test(scan, test_trailer);
	tcase_add_test(scan, test_fill_before_eoi);
	tcase_add_test(scan, test_cut);
	tcase_add_test(scan, test_no_eoi);
	tcase_add_test(scan, test_markers_behind);
	tcase_add_test(scan, test_not_interleaved);
	tcase_add_loop_test(scan, test_long_scans, 0, 4);
	tcase_add_test(scan, test_eoi_at_edges);
	tcase_add_test(scan, test_dnl);
	tcase_add_test(scan, test_dnl_behind);
	suite_add_tcase(s, scan);
	tcase_add_test(room, test_room);
	tcase_add_test(room, test_bound);
	suite_add_tcase(s, room);
	return s;
}

int main(void)
{
	return test_main("jpeg-strip", make);
}
