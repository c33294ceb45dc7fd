/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * JPEG headers: what well-formed ones say, why others are refused, cut at each byte and
 * mutated at random; and the way from scan to scan. Streams are handed over in memory of
 * their exact size, for AddressSanitizer.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream/jpeg-header.h"
#include "jpeg-writer.h"
#include "test.h"

#include <libcodec/codec.h>

#define MUTATIONS 300000
#define STREAM    (256 * 1024)

/* A decoder's defaults. */
static const struct lc_limits limits = {
	.max_width = 65535,
	.max_height = 65535,
	.max_pixels = UINT64_C(1) << 28,
	.max_segment_bytes = 16 << 20,
};

static uint32_t rng = 1;

static uint32_t next_random(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

/* A stream under construction. */
struct stream {
	size_t size;
	uint8_t p[4096];
};

static void put(struct stream *s, const void *bytes, size_t n)
{
	if (s->size + n > sizeof(s->p))
		ck_abort_msg("the test's stream is full");
	memcpy(s->p + s->size, bytes, n);
	s->size += n;
}

static void put_marker(struct stream *s, unsigned int marker)
{
	put(s, (const uint8_t[]){ 0xff, (uint8_t)marker }, 2);
}

static void put_segment(struct stream *s, unsigned int marker, const void *body, size_t n)
{
	put_marker(s, marker);
	put(s, (const uint8_t[]){ (uint8_t)((n + 2) >> 8), (uint8_t)(n + 2) }, 2);
	put(s, body, n);
}

static void put_dqt(struct stream *s, unsigned int tq)
{
	uint8_t body[65];

	memset(body, 16, sizeof(body));
	body[0] = (uint8_t)tq;
	put_segment(s, 0xdb, body, sizeof(body));
}

/* A frame header of three components at most, with ids @id and on, all with table 0. */
struct frame {
	unsigned int sof, precision, width, height, n;
	uint8_t id[4], hv[4], tq[4];
};

static struct frame frame_of(unsigned int n)
{
	return (struct frame){
		.sof = 0xc0,
		.precision = 8,
		.width = 24,
		.height = 16,
		.n = n,
		.id = { 1, 2, 3, 4 },
		.hv = { 0x11, 0x11, 0x11, 0x11 },
	};
}

static void put_frame(struct stream *s, const struct frame *f)
{
	uint8_t body[6 + 12] = { (uint8_t)f->precision,	   (uint8_t)(f->height >> 8),
				 (uint8_t)f->height,	   (uint8_t)(f->width >> 8),
				 (uint8_t)f->width,	   (uint8_t)f->n };
	unsigned int i;

	for (i = 0; i < f->n; i++) {
		body[6 + 3 * i] = f->id[i];
		body[7 + 3 * i] = f->hv[i];
		body[8 + 3 * i] = f->tq[i];
	}
	put_segment(s, f->sof, body, 6 + 3 * f->n);
}

static void put_scan(struct stream *s, const struct frame *f, unsigned int n)
{
	uint8_t body[1 + 8 + 3] = { (uint8_t)n };
	static const uint8_t data[64] = { 0x55 };
	unsigned int i;

	for (i = 0; i < n; i++)
		body[1 + 2 * i] = f->id[i];
	body[1 + 2 * n + 1] = 63;
	put_segment(s, 0xda, body, 4 + 2 * n);
	put(s, data, sizeof(data));
	put_marker(s, 0xd9);
}

static struct stream stream_of(const struct frame *f, unsigned int n_scan)
{
	struct stream s = { 0 };

	put_marker(&s, 0xd8);
	put_dqt(&s, 0);
	put_frame(&s, f);
	put_scan(&s, f, n_scan);
	return s;
}

static int parse(const uint8_t *p, size_t size, struct libcodec_jpeg_header *h,
		 struct lc_fault *fault)
{
	uint8_t *copy = malloc(size ? size : 1);
	int r;

	if (!copy)
		ck_abort_msg("out of memory");
	if (size)
		memcpy(copy, p, size);
	*fault = (struct lc_fault){ 0 };
	r = lc_jpeg_header_parse(copy, size, &limits, h, fault);
	free(copy);
	return r;
}

/* A refusal has an errno, a sentence and a place; a feature unless it is corrupt. */
static void check_fault(int r, const struct lc_fault *f, size_t size)
{
	if (r != f->error || (r != -EBADMSG && r != -EOPNOTSUPP && r != -EFBIG))
		ck_abort_msg("returned %d, the fault says %d", r, f->error);
	if (!f->message[0] || !memchr(f->message, 0, sizeof(f->message)))
		ck_abort_msg("no message");
	if (f->offset > size)
		ck_abort_msg("offset %llu of %zu bytes", (unsigned long long)f->offset, size);
	if ((f->feature == LIBCODEC_FEATURE_NONE) != (r == -EBADMSG))
		ck_abort_msg("error %d with feature %u", r, f->feature);
	if (f->truncated && r != -EBADMSG)
		ck_abort_msg("truncated, but %d", r);
}

static void assert_parses(const struct stream *s, struct libcodec_jpeg_header *h)
{
	struct lc_fault fault;
	int r = parse(s->p, s->size, h, &fault);

	if (r)
		ck_abort_msg("%d: %s", r, fault.message);
}

static void assert_refused(const struct stream *s, int error, uint32_t feature,
			   uint64_t detail)
{
	struct libcodec_jpeg_header h = { 0 };
	struct lc_fault fault;
	int r = parse(s->p, s->size, &h, &fault);

	if (r != error || fault.feature != feature || fault.detail != detail)
		ck_abort_msg("%d, feature %u, detail %llu: %s", r, fault.feature,
			     (unsigned long long)fault.detail, fault.message);
	check_fault(r, &fault, s->size);
	if (h.struct_size)
		ck_abort_msg("the header was written in spite of an error");
}

static void assert_corrupt(const struct stream *s)
{
	assert_refused(s, -EBADMSG, LIBCODEC_FEATURE_NONE, 0);
}

/* --- what well-formed headers say --------------------------------------------------- */

START_TEST(test_minimal)
{
	struct frame f = frame_of(3);
	struct libcodec_jpeg_header h;
	struct stream s;

	f.hv[0] = 0x21;
	f.id[2] = 77;
	s = stream_of(&f, 3);
	assert_parses(&s, &h);
	ck_assert_uint_eq(h.struct_size, sizeof(h));
	ck_assert_uint_eq(h.flags, LIBCODEC_JPEG_NO_DHT);
	ck_assert_uint_eq(h.process, LIBCODEC_PROCESS_BASELINE);
	ck_assert_uint_eq(h.sampling, LIBCODEC_SAMPLING_422);
	ck_assert_uint_eq(h.colour, LIBCODEC_COLOUR_YCBCR);
	ck_assert_uint_eq(h.width, 24);
	ck_assert_uint_eq(h.height, 16);
	ck_assert_uint_eq(h.precision, 8);
	ck_assert_uint_eq(h.n_components, 3);
	ck_assert_uint_eq(h.h_max, 2);
	ck_assert_uint_eq(h.v_max, 1);
	ck_assert_uint_eq(h.component[0].h, 2);
	ck_assert_uint_eq(h.component[2].id, 77);
	ck_assert_uint_eq(h.component[2].v, 1);
	ck_assert_uint_eq(h.restart_interval, 0);
	ck_assert_uint_eq(h.orientation, 0);
	ck_assert_uint_eq(h.n_scan, 3);
	ck_assert_uint_eq(h.scan[2].index, 2);
	ck_assert_uint_eq(h.se, 63);
	ck_assert_uint_eq(h.dqt_wide, 0);
	ck_assert_uint_eq(h.dqt_offset[0], 7);
	ck_assert_uint_eq(h.dqt_offset[1], 0);
	ck_assert_uint_eq(h.scan_offset, s.size - 66);
}
END_TEST

START_TEST(test_segments)
{
	static const uint8_t dri[] = { 0x12, 0x34 };
	uint8_t dht[17 + 3] = { 0x12, 0, 3, [17] = 9, 8, 7 }, dqt[129] = { 0x13 };
	struct frame f = frame_of(1);
	struct libcodec_jpeg_header h;
	struct stream s = { 0 };

	f.tq[0] = 3;
	f.sof = 0xc1;
	put_marker(&s, 0xd8);
	put_marker(&s, 0x01); /* TEM: no length */
	put_marker(&s, 0xd3);
	put_segment(&s, 0xdd, dri, 2);
	put_segment(&s, 0xdb, dqt, sizeof(dqt));
	put_segment(&s, 0xc4, dht, sizeof(dht));
	put_frame(&s, &f);
	put_segment(&s, 0xda, (const uint8_t[]){ 1, 1, 0x32, 1, 2, 0x34 }, 6);
	assert_corrupt(&s); /* no DC table 3 */

	dht[0] = 0x03;
	s.size -= 10;
	put_segment(&s, 0xc4, dht, sizeof(dht));
	put_segment(&s, 0xda, (const uint8_t[]){ 1, 1, 0x32, 1, 2, 0x34 }, 6);
	put(&s, dqt, 16);
	assert_parses(&s, &h);
	ck_assert_uint_eq(h.process, LIBCODEC_PROCESS_EXTENDED);
	ck_assert_uint_eq(h.restart_interval, 0x1234);
	ck_assert_uint_eq(h.dqt_wide, 1 << 3);
	ck_assert_uint_eq(h.dqt_offset[3], 6 + 6 + 5);
	ck_assert_uint_eq(h.dht_offset[1][2], h.dqt_offset[3] + 128 + 5);
	ck_assert_uint_eq(h.flags, 0);
	ck_assert_uint_eq(h.scan[0].dc, 3);
	ck_assert_uint_eq(h.scan[0].ac, 2);
	ck_assert_uint_eq(h.ss, 1);
	ck_assert_uint_eq(h.se, 2);
	ck_assert_uint_eq(h.ah, 3);
	ck_assert_uint_eq(h.al, 4);
}
END_TEST

/* A table that comes again replaces the first one, its width too. */
START_TEST(test_table_again)
{
	uint8_t wide[129] = { 0x10 };
	struct frame f = frame_of(1);
	struct libcodec_jpeg_header h;
	struct stream s = { 0 };

	put_marker(&s, 0xd8);
	put_segment(&s, 0xdb, wide, sizeof(wide));
	put_dqt(&s, 0);
	put_frame(&s, &f);
	put_scan(&s, &f, 1);
	assert_parses(&s, &h);
	ck_assert_uint_eq(h.dqt_wide, 0);
	ck_assert_uint_eq(h.dqt_offset[0], 2 + 133 + 5);
}
END_TEST

static const struct {
	unsigned int sof;
	uint32_t process;
} processes[] = {
	{ 0xc0, LIBCODEC_PROCESS_BASELINE },	 { 0xc1, LIBCODEC_PROCESS_EXTENDED },
	{ 0xc2, LIBCODEC_PROCESS_PROGRESSIVE },	 { 0xc3, LIBCODEC_PROCESS_LOSSLESS },
	{ 0xc5, LIBCODEC_PROCESS_HIERARCHICAL }, { 0xc6, LIBCODEC_PROCESS_HIERARCHICAL },
	{ 0xc7, LIBCODEC_PROCESS_HIERARCHICAL }, { 0xc9, LIBCODEC_PROCESS_ARITHMETIC },
	{ 0xca, LIBCODEC_PROCESS_ARITHMETIC },	 { 0xcb, LIBCODEC_PROCESS_ARITHMETIC },
	{ 0xcd, LIBCODEC_PROCESS_ARITHMETIC },	 { 0xce, LIBCODEC_PROCESS_ARITHMETIC },
	{ 0xcf, LIBCODEC_PROCESS_ARITHMETIC },	 { 0xf7, LIBCODEC_PROCESS_JPEG_LS },
};

START_TEST(test_processes)
{
	struct frame f = frame_of(3);
	struct libcodec_jpeg_header h;
	struct stream s;

	f.sof = processes[_i].sof;
	f.precision = 12;
	s = stream_of(&f, 3);
	assert_parses(&s, &h);
	ck_assert_uint_eq(h.process, processes[_i].process);
	ck_assert_uint_eq(h.precision, 12);
}
END_TEST

/* By division: chroma is whole luma samples wide and high, or it has no name. */
static uint32_t sampling_right(const unsigned int h[3], const unsigned int v[3])
{
	static const uint32_t names[5][5] = {
		[1] = { [1] = LIBCODEC_SAMPLING_444, [2] = LIBCODEC_SAMPLING_440 },
		[2] = { [1] = LIBCODEC_SAMPLING_422, [2] = LIBCODEC_SAMPLING_420 },
		[4] = { [1] = LIBCODEC_SAMPLING_411, [2] = LIBCODEC_SAMPLING_410 },
	};
	unsigned int rh[3], rv[3], i;

	for (i = 1; i < 3; i++) {
		rh[i] = h[0] / h[i];
		rv[i] = v[0] / v[i];
		if (rh[i] * h[i] != h[0] || rv[i] * v[i] != v[0] || !rh[i] || !rv[i])
			return LIBCODEC_SAMPLING_UNKNOWN;
	}
	if (rh[1] != rh[2] || rv[1] != rv[2])
		return LIBCODEC_SAMPLING_MIXED;
	return names[rh[1]][rv[1]] ? names[rh[1]][rv[1]] : LIBCODEC_SAMPLING_OTHER;
}

/* All 4096 factors of three components; interleaved they may have 10 blocks an MCU. */
START_TEST(test_samplings)
{
	unsigned int k, i;

	for (k = 0; k < 4096; k++) {
		unsigned int h[3], v[3], blocks = 0;
		struct frame f = frame_of(3);
		struct libcodec_jpeg_header header;
		struct stream s;

		for (i = 0; i < 3; i++) {
			h[i] = 1 + (k >> (4 * i) & 3);
			v[i] = 1 + (k >> (4 * i + 2) & 3);
			f.hv[i] = (uint8_t)(h[i] << 4 | v[i]);
			blocks += h[i] * v[i];
		}
		s = stream_of(&f, 1);
		assert_parses(&s, &header);
		if (header.sampling != sampling_right(h, v))
			ck_abort_msg("%ux%u,%ux%u,%ux%u: %u", h[0], v[0], h[1], v[1], h[2],
				     v[2], header.sampling);
		s = stream_of(&f, 3);
		if (blocks > 10)
			assert_corrupt(&s);
		else
			assert_parses(&s, &header);
	}
}
END_TEST

START_TEST(test_one_component)
{
	unsigned int hv;

	for (hv = 0; hv < 256; hv++) {
		struct frame f = frame_of(1);
		struct libcodec_jpeg_header h;
		struct stream s;

		f.hv[0] = (uint8_t)hv;
		s = stream_of(&f, 1);
		if (hv >> 4 < 1 || hv >> 4 > 4 || (hv & 15) < 1 || (hv & 15) > 4) {
			assert_corrupt(&s);
			continue;
		}
		assert_parses(&s, &h);
		ck_assert_uint_eq(h.sampling, LIBCODEC_SAMPLING_400);
		ck_assert_uint_eq(h.colour, LIBCODEC_COLOUR_GREY);
	}
}
END_TEST

/* The order of libjpeg's default_decompress_parms(). @adobe: -1 is no such segment. */
static uint32_t colour_right(unsigned int n, bool jfif, int adobe, bool rgb_ids)
{
	if (n == 1)
		return LIBCODEC_COLOUR_GREY;
	if (n == 2)
		return LIBCODEC_COLOUR_UNKNOWN;
	if (n == 4)
		return adobe == 2 ? LIBCODEC_COLOUR_YCCK : LIBCODEC_COLOUR_CMYK;
	if (jfif)
		return LIBCODEC_COLOUR_YCBCR;
	if (adobe >= 0)
		return adobe == 0 ? LIBCODEC_COLOUR_RGB : LIBCODEC_COLOUR_YCBCR;
	return rgb_ids ? LIBCODEC_COLOUR_RGB : LIBCODEC_COLOUR_YCBCR;
}

static void check_colour(unsigned int n, bool jfif, int adobe, bool rgb_ids)
{
	uint8_t app14[12] = "Adobe";
	struct frame f = frame_of(n);
	struct libcodec_jpeg_header h;
	struct stream s = { 0 };

	if (rgb_ids)
		memcpy(f.id, "RGB", 3);
	app14[11] = (uint8_t)adobe;
	put_marker(&s, 0xd8);
	if (jfif)
		put_segment(&s, 0xe0, "JFIF\0\1\1\0\0\1\0\1\0", 14);
	if (adobe >= 0)
		put_segment(&s, 0xee, app14, sizeof(app14));
	put_dqt(&s, 0);
	put_frame(&s, &f);
	put_scan(&s, &f, n);
	assert_parses(&s, &h);
	if (h.colour != colour_right(n, jfif, adobe, rgb_ids))
		ck_abort_msg("%u components, JFIF %d, Adobe %d, ids RGB %d: %u", n, jfif,
			     adobe, rgb_ids, h.colour);
	ck_assert_int_eq(!!(h.flags & LIBCODEC_JPEG_JFIF), jfif);
	ck_assert_int_eq(!!(h.flags & LIBCODEC_JPEG_ADOBE), adobe >= 0);
	if (adobe >= 0)
		ck_assert_int_eq((int)h.adobe_transform, adobe);
}

START_TEST(test_colours)
{
	unsigned int n, k;
	int adobe;

	for (n = 1; n <= 4; n++)
		for (adobe = -1; adobe <= 3; adobe++)
			for (k = 0; k < 4; k++)
				check_colour(n, k & 1, adobe, k & 2);
}
END_TEST

/* APP segments that only begin like what they should be are nobody's. */
START_TEST(test_apps)
{
	struct frame f = frame_of(3);
	struct libcodec_jpeg_header h;
	struct stream s = { 0 };

	put_marker(&s, 0xd8);
	put_segment(&s, 0xe0, "JFIF\0\1\1\0\0\1\0\1", 13);
	put_segment(&s, 0xee, "Adobe\0\0\0\0\0", 11);
	put_segment(&s, 0xe1, "http://ns.adobe.com/xap/1.0/", 29);
	put_segment(&s, 0xe1, "Exif\0", 6);
	put_segment(&s, 0xe2, "MPF", 4);
	put_segment(&s, 0xe5, "", 0);
	put_dqt(&s, 0);
	put_frame(&s, &f);
	put_scan(&s, &f, 3);
	assert_parses(&s, &h);
	ck_assert_uint_eq(h.flags, LIBCODEC_JPEG_NO_DHT);

	s.size = 2;
	put_segment(&s, 0xe0, "AVI1\0\0\0\0", 8);
	put_segment(&s, 0xe2, "ICC_PROFILE\0\1\1", 14);
	put_dqt(&s, 0);
	put_frame(&s, &f);
	put_scan(&s, &f, 3);
	assert_parses(&s, &h);
	ck_assert_uint_eq(h.flags,
			  LIBCODEC_JPEG_NO_DHT | LIBCODEC_JPEG_AVI1 | LIBCODEC_JPEG_ICC);
}
END_TEST

/* --- what the writer makes ---------------------------------------------------------- */

static size_t write_jpeg(const struct fx_jpeg *j, uint8_t **ret_p)
{
	uint8_t *p = malloc(STREAM);
	size_t size;

	ck_assert_ptr_nonnull(p);
	size = fx_jpeg_write(j, p, STREAM);
	ck_assert_uint_ne(size, 0);
	*ret_p = p;
	return size;
}

static void check_orientation(unsigned int orientation, unsigned int flags)
{
	struct libcodec_jpeg_header h;
	struct lc_fault fault;
	struct fx_jpeg j;
	uint8_t *p;
	size_t size;

	fx_jpeg_init(&j, 16, 16, FX_420);
	j.orientation = orientation;
	j.flags |= flags;
	size = write_jpeg(&j, &p);
	ck_assert_int_eq(parse(p, size, &h, &fault), 0);
	ck_assert(h.flags & LIBCODEC_JPEG_EXIF);
	ck_assert_uint_eq(h.orientation, orientation <= 8 ? orientation : 0);
	ck_assert_mem_eq(p + h.exif_offset, flags & FX_EXIF_BIG_ENDIAN ? "MM" : "II", 2);
	ck_assert_mem_eq(p + h.exif_offset - 6, "Exif\0", 6);
	ck_assert_uint_eq(h.exif_size, (size_t)(p[h.exif_offset - 8] << 8 |
						p[h.exif_offset - 7]) - 8);
	free(p);
}

START_TEST(test_orientation)
{
	static const unsigned int flags[] = {
		0,
		FX_EXIF_BIG_ENDIAN,
		FX_EXIF_LONG,
		FX_EXIF_BIG_ENDIAN | FX_EXIF_LONG,
		FX_EXIF_DAMAGED_MAKERNOTE,
	};
	unsigned int i, orientation;

	for (i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		for (orientation = 1; orientation <= 9; orientation++)
			check_orientation(orientation, flags[i]);
}
END_TEST

/* Valid streams of many kinds. */
static const struct {
	enum fx_sampling sampling;
	unsigned int flags, restart, orientation;
} kinds[] = {
	{ FX_420, 0, 0, 0 },
	{ FX_GREY, 0, 0, 0 },
	{ FX_444, FX_NO_DHT | FX_AVI1, 0, 0 },
	{ FX_422, FX_DQT16, 2, 0 },
	{ FX_420, FX_FILL_BYTES, 1, 0 },
	{ FX_411, FX_NONINTERLEAVED, 3, 0 },
	{ FX_440, FX_JUNK_BETWEEN_SEGMENTS, 0, 0 },
	{ FX_444, FX_NO_JFIF | FX_ADOBE0, 0, 6 },
	{ FX_420, FX_EXIF_BIG_ENDIAN | FX_ADOBE1, 0, 3 },
	{ FX_420, FX_EXIF_DAMAGED_MAKERNOTE | FX_EXIF_LONG, 0, 8 },
	{ FX_410, FX_ONE_SEGMENT | FX_OPT_DHT, 0, 0 },
	{ FX_422, FX_LONG_DHT | FX_TRAILER, 0, 0 },
	{ FX_420, FX_SHARED_TABLES | FX_NO_EOI, 0, 0 },
	{ FX_CMYK, FX_ADOBE2, 0, 0 },
	{ FX_444, FX_DQT16 | FX_FILL_BYTES | FX_JUNK_BETWEEN_SEGMENTS | FX_NONINTERLEAVED, 2,
	  5 },
};

#define N_KINDS (int)(sizeof(kinds) / sizeof(kinds[0]))

static size_t write_kind(int k, uint8_t **ret_p)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, 35, 19, kinds[k].sampling);
	j.flags |= kinds[k].flags;
	j.restart_interval = kinds[k].restart;
	j.orientation = kinds[k].orientation;
	return write_jpeg(&j, ret_p);
}

/* All that a header says must lie in the stream and make sense, whatever it is. */
static void check_header(const struct libcodec_jpeg_header *h, const uint8_t *p,
			 size_t size)
{
	unsigned int i, k, h_max = 0, v_max = 0;
	bool bad = false;

	bad |= !h->width || !h->height || h->width > 65535 || h->height > 65535;
	bad |= h->n_components < 1 || h->n_components > 4;
	bad |= h->n_scan < 1 || h->n_scan > h->n_components;
	for (i = 0; !bad && i < h->n_components; i++) {
		const struct libcodec_jpeg_component *c = &h->component[i];

		bad |= c->h < 1 || c->h > 4 || c->v < 1 || c->v > 4 || c->tq > 3;
		h_max = c->h > h_max ? c->h : h_max;
		v_max = c->v > v_max ? c->v : v_max;
	}
	bad |= h_max != h->h_max || v_max != h->v_max;
	for (i = 0; !bad && i < h->n_scan; i++)
		bad |= h->scan[i].index >= h->n_components || h->scan[i].dc > 3 ||
		       h->scan[i].ac > 3;
	bad |= h->scan_offset < 2 || h->scan_offset > size;
	bad |= h->exif_offset > size || h->exif_size > size - h->exif_offset;
	for (i = 0; i < 4; i++)
		bad |= h->dqt_offset[i] &&
		       h->dqt_offset[i] + (64u << (h->dqt_wide >> i & 1)) > size;
	for (i = 0; !bad && i < 8; i++) {
		uint64_t at = h->dht_offset[i / 4][i % 4];
		unsigned int symbols = 0;

		if (!at)
			continue;
		bad |= at + 16 > size;
		for (k = 0; !bad && k < 16; k++)
			symbols += p[at + k];
		bad |= symbols > 256 || at + 16 + symbols > size;
	}
	for (i = 0; !bad && i < h->n_scan && h->process <= LIBCODEC_PROCESS_EXTENDED; i++)
		bad |= !h->dqt_offset[h->component[h->scan[i].index].tq];
	if (bad)
		ck_abort_msg("a parsed header that makes no sense");
}

START_TEST(test_kinds)
{
	struct libcodec_jpeg_header h;
	struct lc_fault fault;
	uint8_t *p;
	size_t size = write_kind(_i, &p);

	ck_assert_msg(parse(p, size, &h, &fault) == 0, "%s", fault.message);
	check_header(&h, p, size);
	ck_assert_uint_eq(h.width, 35);
	ck_assert_uint_eq(h.height, 19);
	ck_assert_uint_eq(h.restart_interval, kinds[_i].restart);
	ck_assert_uint_eq(h.orientation, kinds[_i].orientation);
	ck_assert_int_eq(!!h.dqt_wide, !!(kinds[_i].flags & FX_DQT16));
	ck_assert_int_eq(!!(h.flags & LIBCODEC_JPEG_NO_DHT), !!(kinds[_i].flags & FX_NO_DHT));
	ck_assert_int_eq(!!(h.flags & LIBCODEC_JPEG_AVI1), !!(kinds[_i].flags & FX_AVI1));
	free(p);
}
END_TEST

/* Less than the header is never a header: bytes are missing, and it says so. */
START_TEST(test_cut)
{
	struct libcodec_jpeg_header h;
	struct lc_fault fault;
	uint8_t *p;
	size_t size = write_kind(_i, &p), header, cut;

	ck_assert_int_eq(parse(p, size, &h, &fault), 0);
	header = h.scan_offset;
	for (cut = 0; cut <= size; cut++) {
		int r = parse(p, cut, &h, &fault);

		if (r == 0 && cut > header) {
			check_header(&h, p, cut);
			continue;
		}
		check_fault(r, &fault, cut);
		if (r != -EBADMSG || (cut >= 2 && !fault.truncated))
			ck_abort_msg("cut at %zu: %d, truncated %d: %s", cut, r,
				     fault.truncated, fault.message);
	}
	free(p);
}
END_TEST

/* --- what is refused ---------------------------------------------------------------- */

START_TEST(test_no_jpeg)
{
	static const char *const streams[] = { "", "\xff", "\xd8\xff", "\xff\xd9\xff\xd8",
					       "\x89PNG\r\n\x1a\n", "GIF89a", "text" };
	unsigned int i;

	for (i = 0; i < sizeof(streams) / sizeof(streams[0]); i++) {
		struct stream s = { 0 };

		put(&s, streams[i], strlen(streams[i]));
		assert_corrupt(&s);
		ck_assert(!lc_jpeg_detect(s.p, s.size));
	}
}
END_TEST

START_TEST(test_order)
{
	struct frame f = frame_of(3);
	struct stream s = { 0 };

	/* A scan before any frame. */
	put_marker(&s, 0xd8);
	put_dqt(&s, 0);
	put_scan(&s, &f, 3);
	assert_corrupt(&s);

	/* No frame at all, and no end. */
	s.size = 2;
	put_dqt(&s, 0);
	assert_corrupt(&s);
	put_marker(&s, 0xd9);
	assert_corrupt(&s);

	/* Two frames. */
	s.size = 2;
	put_dqt(&s, 0);
	put_frame(&s, &f);
	put_frame(&s, &f);
	put_scan(&s, &f, 3);
	assert_corrupt(&s);

	/* A second SOI. */
	s.size = 2;
	put_marker(&s, 0xd8);
	put_dqt(&s, 0);
	put_frame(&s, &f);
	put_scan(&s, &f, 3);
	assert_corrupt(&s);

	/* No quantisation table. */
	s.size = 2;
	put_frame(&s, &f);
	put_scan(&s, &f, 3);
	assert_corrupt(&s);
}
END_TEST

/* Segments between SOI and a frame that must be refused. */
static const struct {
	const char *what;
	unsigned int marker;
	size_t size;
	uint8_t body[24];
} bad_segments[] = {
	{ "DQT precision 2", 0xdb, 24, { 0x20 } },
	{ "DQT number 4", 0xdb, 24, { 0x04 } },
	{ "DQT cut off", 0xdb, 24, { 0x00 } },
	{ "DHT class 2", 0xc4, 24, { 0x20 } },
	{ "DHT number 4", 0xc4, 24, { 0x04 } },
	{ "DHT counts cut off", 0xc4, 16, { 0x00 } },
	{ "DHT symbols cut off", 0xc4, 18, { 0x00, 0, 2 } },
	{ "DHT, 510 codes", 0xc4, 18, { 0x00, 255, 255 } },
	{ "DRI of 3 bytes", 0xdd, 3, { 0 } },
	{ "DRI of 1 byte", 0xdd, 1, { 0 } },
	{ "SOF too short", 0xc0, 5, { 8, 0, 16, 0, 16 } },
	{ "SOF without component", 0xc0, 6, { 8, 0, 16, 0, 16, 0 } },
	{ "SOF too long", 0xc0, 10, { 8, 0, 16, 0, 16, 1, 1, 0x11, 0, 0 } },
	{ "SOF: a component missing", 0xc0, 9, { 8, 0, 16, 0, 16, 2, 1, 0x11, 0 } },
	{ "SOF, width 0", 0xc0, 9, { 8, 0, 16, 0, 0, 1, 1, 0x11, 0 } },
	{ "SOF, factor 0", 0xc0, 9, { 8, 0, 16, 0, 16, 1, 1, 0x10, 0 } },
	{ "SOF, factor 5", 0xc0, 9, { 8, 0, 16, 0, 16, 1, 1, 0x51, 0 } },
	{ "SOF, table 4", 0xc0, 9, { 8, 0, 16, 0, 16, 1, 1, 0x11, 4 } },
	{ "SOF, an id twice", 0xc0, 12, { 8, 0, 16, 0, 16, 2, 1, 0x11, 0, 1, 0x11, 0 } },
};

START_TEST(test_bad_segment)
{
	struct frame f = frame_of(1);
	struct stream s = { 0 };

	put_marker(&s, 0xd8);
	put_dqt(&s, 0);
	put_segment(&s, bad_segments[_i].marker, bad_segments[_i].body,
		    bad_segments[_i].size);
	if (bad_segments[_i].marker != 0xc0)
		put_frame(&s, &f);
	put_scan(&s, &f, 1);
	assert_corrupt(&s);
}
END_TEST

/* There are 256 symbols, so no more codes, though the bytes of 257 are there. */
START_TEST(test_dht_codes)
{
	uint8_t body[17 + 257] = { 0x00, [15] = 255, [16] = 1 };
	struct frame f = frame_of(1);
	struct libcodec_jpeg_header h;
	unsigned int n;

	for (n = 256; n <= 257; n++, body[16]++) {
		struct stream s = { 0 };

		put_marker(&s, 0xd8);
		put_dqt(&s, 0);
		put_segment(&s, 0xc4, body, 17 + n);
		put_frame(&s, &f);
		put_scan(&s, &f, 1);
		if (n > 256)
			assert_corrupt(&s);
		else
			assert_parses(&s, &h);
	}
}
END_TEST

/* Scan headers for a frame of components 1, 2 and 3. */
static const struct {
	const char *what;
	size_t size;
	uint8_t body[16];
} bad_scans[] = {
	{ "empty", 0, { 0 } },
	{ "no component", 4, { 0 } },
	{ "too short", 5, { 1, 1, 0, 0, 63 } },
	{ "too long", 7, { 1, 1, 0, 0, 63, 0, 0 } },
	{ "more than the frame has", 12, { 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0 } },
	{ "unknown component", 6, { 1, 9, 0, 0, 63, 0 } },
	{ "a component twice", 8, { 2, 1, 0, 1, 0, 0, 63, 0 } },
	{ "DC table 4", 6, { 1, 1, 0x40, 0, 63, 0 } },
	{ "AC table 4", 6, { 1, 1, 0x04, 0, 63, 0 } },
	{ "DC table 2, which is missing", 6, { 1, 1, 0x20, 0, 63, 0 } },
	{ "AC table 3, which is missing", 6, { 1, 1, 0x03, 0, 63, 0 } },
};

START_TEST(test_bad_scan)
{
	struct frame f = frame_of(3);
	struct stream s = { 0 };
	static const uint8_t data[64];

	put_marker(&s, 0xd8);
	put_dqt(&s, 0);
	put_frame(&s, &f);
	put_segment(&s, 0xda, bad_scans[_i].body, bad_scans[_i].size);
	put(&s, data, sizeof(data));
	assert_corrupt(&s);
}
END_TEST

START_TEST(test_segment_length)
{
	struct frame f = frame_of(1);
	unsigned int length;

	for (length = 0; length < 3; length++) {
		struct stream s = { 0 };

		put_marker(&s, 0xd8);
		put_marker(&s, 0xe5);
		put(&s, (const uint8_t[]){ 0, (uint8_t)length }, 2);
		put_dqt(&s, 0);
		put_frame(&s, &f);
		put_scan(&s, &f, 1);
		if (length < 2) {
			assert_corrupt(&s);
		} else {
			struct libcodec_jpeg_header h;

			assert_parses(&s, &h);
		}
	}
}
END_TEST

static const struct {
	const char *file;
	int error;
	uint32_t feature;
	uint64_t detail;
	bool truncated;
} fixtures[] = {
	{ "empty.bin", -EBADMSG, 0, 0, false },
	{ "not-a-picture.gif", -EBADMSG, 0, 0, false },
	{ "not-a-picture.txt", -EBADMSG, 0, 0, false },
	{ "jpeg-soi-only.jpg", -EBADMSG, 0, 0, true },
	{ "jpeg-header-only.jpg", -EBADMSG, 0, 0, true },
	{ "jpeg-ends-in-sos.jpg", -EBADMSG, 0, 0, true },
	{ "jpeg-18-blocks-per-mcu.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-bad-dqt-precision.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-bad-quant-selector.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-bad-sof-length.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-bad-table-selector.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-factor-0.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-factor-5.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-no-dqt.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-unknown-scan-component.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-zero-width.jpg", -EBADMSG, 0, 0, false },
	{ "jpeg-zero-height.jpg", -EBADMSG, LIBCODEC_FEATURE_NONE, 0, false },
	{ "jpeg-65535x65535-in-200-bytes.jpg", -EFBIG, LIBCODEC_FEATURE_PIXELS,
	  UINT64_C(65535) * 65535, false },
	{ "jpeg-oversubscribed-dht.jpg", -EBADMSG, 0, 0, false },
	/* What is wrong with these is not in the header. */
	{ "jpeg-corrupt-scan.jpg", 0, 0, 0, false },
	{ "jpeg-wrong-rst-number.jpg", 0, 0, 0, false },
	{ "jpeg-progressive.jpg", 0, 0, 0, false },
	{ "jpeg-12bit.jpg", 0, 0, 0, false },
};

START_TEST(test_fixtures)
{
	struct libcodec_jpeg_header h;
	struct lc_fault fault;
	char path[128];
	uint8_t *p;
	size_t size;
	int r;

	snprintf(path, sizeof(path), "fixtures/data/%s", fixtures[_i].file);
	p = test_read_file(path, &size);
	r = parse(p, size, &h, &fault);
	ck_assert_msg(r == fixtures[_i].error, "%s: %d, %s", path, r, fault.message);
	if (r) {
		check_fault(r, &fault, size);
		ck_assert_uint_eq(fault.feature, fixtures[_i].feature);
		ck_assert_uint_eq(fault.detail, fixtures[_i].detail);
		ck_assert_int_eq(fault.truncated, fixtures[_i].truncated);
	} else {
		check_header(&h, p, size);
	}
	free(p);
}
END_TEST

START_TEST(test_components)
{
	uint8_t body[6 + 3 * 5] = { 8, 0, 16, 0, 16, 5 };
	struct frame f = frame_of(1);
	struct stream s = { 0 };
	unsigned int i;

	for (i = 0; i < 5; i++) {
		body[6 + 3 * i] = (uint8_t)i;
		body[7 + 3 * i] = 0x11;
	}
	put_marker(&s, 0xd8);
	put_dqt(&s, 0);
	put_segment(&s, 0xc0, body, sizeof(body));
	put_scan(&s, &f, 1);
	assert_refused(&s, -EOPNOTSUPP, LIBCODEC_FEATURE_COMPONENTS, 5);
}
END_TEST

/* A picture of 24x16 with an APP5 of 1002 bytes, by its length field. */
static int parse_limited(const struct lc_limits *l, struct lc_fault *fault)
{
	static const uint8_t app5[1000];
	struct frame f = frame_of(3);
	struct libcodec_jpeg_header h;
	struct stream s = { 0 };
	int r;

	put_marker(&s, 0xd8);
	put_segment(&s, 0xe5, app5, sizeof(app5));
	put_dqt(&s, 0);
	put_frame(&s, &f);
	put_scan(&s, &f, 3);
	*fault = (struct lc_fault){ 0 };
	r = lc_jpeg_header_parse(s.p, s.size, l, &h, fault);
	if (r)
		check_fault(r, fault, s.size);
	return r;
}

static void check_limit(struct lc_limits at, struct lc_limits below, uint32_t feature,
			uint64_t detail)
{
	struct lc_fault fault;

	ck_assert_int_eq(parse_limited(&at, &fault), 0);
	ck_assert_int_eq(parse_limited(&below, &fault), -EFBIG);
	ck_assert_uint_eq(fault.feature, feature);
	ck_assert_uint_eq(fault.detail, detail);
}

START_TEST(test_limits)
{
	struct lc_limits at = limits, below = limits;

	at.max_width = 24;
	below.max_width = 23;
	check_limit(at, below, LIBCODEC_FEATURE_WIDTH, 24);
	at = below = limits;
	at.max_height = 16;
	below.max_height = 15;
	check_limit(at, below, LIBCODEC_FEATURE_HEIGHT, 16);
	at = below = limits;
	at.max_pixels = 24 * 16;
	below.max_pixels = 24 * 16 - 1;
	check_limit(at, below, LIBCODEC_FEATURE_PIXELS, 24 * 16);
	at = below = limits;
	at.max_segment_bytes = 1002;
	below.max_segment_bytes = 1001;
	check_limit(at, below, LIBCODEC_FEATURE_SEGMENT, 1002);
}
END_TEST

/* A size that so few bytes can't hold, with a bit for each block's two codes. */
START_TEST(test_implausible)
{
	struct frame f = frame_of(1);
	struct libcodec_jpeg_header h;
	struct lc_fault fault;
	struct stream s;

	f.width = 8 * 66 * 4; /* 64 bytes and EOI hold as many blocks */
	f.height = 8;
	s = stream_of(&f, 1);
	assert_parses(&s, &h);
	f.width++;
	s = stream_of(&f, 1);
	ck_assert_int_eq(parse(s.p, s.size, &h, &fault), -EBADMSG);
	ck_assert(fault.truncated);
}
END_TEST

/* --- anything ----------------------------------------------------------------------- */

static void walk_scans(const uint8_t *p, size_t size, struct libcodec_jpeg_header *h)
{
	uint64_t at = h->scan_offset, end;
	struct lc_fault fault = { 0 };
	unsigned int n;
	int r = 1;

	for (n = 0; r > 0; n++) {
		end = UINT64_MAX;
		r = lc_jpeg_header_next_scan(p, size, at, h, &end, &fault);
		if (end > size || (r > 0 && end <= at) || n > size)
			ck_abort_msg("from %llu to %llu of %zu", (unsigned long long)at,
				     (unsigned long long)end, size);
		if (r < 0)
			check_fault(r, &fault, size);
		check_header(h, p, size);
		at = end;
	}
}

/* Bytes that mean something at many places. */
static uint8_t telling_byte(void)
{
	static const uint8_t bytes[] = { 0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x40, 0x7f,
					 0x80, 0xc0, 0xc1, 0xc4, 0xd0, 0xd8, 0xd9, 0xda,
					 0xdb, 0xdd, 0xe0, 0xe1, 0xff, 0xff, 0xff, 0xff };
	uint32_t r = next_random();

	return r & 0x100 ? (uint8_t)r : bytes[r % sizeof(bytes)];
}

/* @room ends where the allocation ends; the variant lies at its end. */
static void mutate(const uint8_t *p, size_t size, size_t header, uint8_t *room)
{
	size_t cut = next_random() % 4 ? size : next_random() % (size + 1);
	uint8_t *v = room + size - cut;
	struct libcodec_jpeg_header h;
	struct lc_fault fault = { 0 };
	unsigned int i;
	int r;

	memcpy(v, p, cut);
	for (i = 1 + next_random() % 4; i; i--) {
		size_t at = next_random() % header;

		if (at >= 2 && at < cut)
			v[at] = telling_byte();
	}
	r = lc_jpeg_header_parse(v, cut, &limits, &h, &fault);
	if (r) {
		check_fault(r, &fault, cut);
		return;
	}
	check_header(&h, v, cut);
	walk_scans(v, cut, &h);
}

START_TEST(test_mutations)
{
	struct libcodec_jpeg_header h;
	struct lc_fault fault;
	uint8_t *p, *room;
	size_t size = write_kind(_i, &p);
	unsigned int n;

	rng = 1 + (uint32_t)_i;
	ck_assert_int_eq(parse(p, size, &h, &fault), 0);
	room = malloc(size);
	ck_assert_ptr_nonnull(room);
	for (n = 0; n < MUTATIONS / N_KINDS; n++)
		mutate(p, size, h.scan_offset, room);
	free(room);
	free(p);
}
END_TEST

/* --- from scan to scan -------------------------------------------------------------- */

static size_t write_scans(unsigned int flags, unsigned int restart, uint8_t **ret_p)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, 35, 19, FX_420);
	j.flags |= flags;
	j.restart_interval = restart;
	return write_jpeg(&j, ret_p);
}

/* Walk the @n scans of a picture, one component each; its end must be @right. */
static void check_scans(const uint8_t *p, size_t size, unsigned int n, uint64_t right)
{
	struct libcodec_jpeg_header h;
	struct lc_fault fault = { 0 };
	uint64_t end = 0, at;
	unsigned int i;

	ck_assert_int_eq(lc_jpeg_header_parse(p, size, &limits, &h, &fault), 0);
	for (i = 0;; i++) {
		int r;

		if (n > 1) {
			ck_assert_uint_eq(h.n_scan, 1);
			ck_assert_uint_eq(h.scan[0].index, i);
		}
		at = h.scan_offset;
		r = lc_jpeg_header_next_scan(p, size, at, &h, &end, &fault);
		if (i + 1 == n) {
			ck_assert_int_eq(r, 0);
			break;
		}
		ck_assert_int_eq(r, 1);
		ck_assert_uint_eq(end, h.scan_offset);
		ck_assert_uint_gt(end, at);
		check_header(&h, p, size);
	}
	ck_assert_uint_eq(end, right);
	ck_assert_uint_eq(h.scan_offset, at);
}

START_TEST(test_scans)
{
	unsigned int flags = _i & 1 ? FX_NONINTERLEAVED : 0, n = _i & 1 ? 3 : 1;
	unsigned int restart = _i & 2 ? 2 : 0;
	uint8_t *p, *q, *both;
	size_t size, other;

	if (_i & 4)
		flags |= FX_FILL_BYTES;
	size = write_scans(flags, restart, &p);
	check_scans(p, size, n, size);

	/* Bytes behind EOI are not of the picture. */
	other = write_scans(flags | FX_TRAILER, restart, &q);
	ck_assert_uint_gt(other, size);
	check_scans(q, other, n, size);
	free(q);

	/* Nor is a second picture, with EOI before it and without. */
	other = write_scans(flags | FX_NO_EOI, restart, &q);
	ck_assert_uint_lt(other, size);
	check_scans(q, other, n, other);
	both = malloc(2 * size);
	ck_assert_ptr_nonnull(both);
	memcpy(both, p, size);
	memcpy(both + size, p, size);
	check_scans(both, 2 * size, n, size);
	memcpy(both, q, other);
	memcpy(both + other, p, size);
	check_scans(both, other + size, n, other);
	free(both);
	free(q);
	free(p);
}
END_TEST

/* Tables and intervals between scans are brought up to date; a bad segment is refused. */
START_TEST(test_between_scans)
{
	struct frame f = frame_of(2);
	struct stream s = stream_of(&f, 1);
	struct libcodec_jpeg_header h, before;
	struct lc_fault fault;
	uint64_t end = 0, from;
	size_t first = s.size - 2, dri;

	s.size = first;
	put_segment(&s, 0xdd, (const uint8_t[]){ 0, 7 }, 2);
	dri = first + 5;
	put_dqt(&s, 1);
	put_segment(&s, 0xda, (const uint8_t[]){ 1, 2, 0x11, 0, 63, 0 }, 6);
	assert_parses(&s, &h);
	before = h;
	from = h.scan_offset;
	ck_assert_int_eq(lc_jpeg_header_next_scan(s.p, s.size, from, &h, &end, &fault), 1);
	ck_assert_uint_eq(end, s.size);
	ck_assert_uint_eq(h.restart_interval, 7);
	ck_assert_uint_ne(h.dqt_offset[1], 0);
	ck_assert_uint_eq(h.dqt_offset[0], before.dqt_offset[0]);
	ck_assert_uint_eq(h.scan[0].index, 1);
	ck_assert_uint_eq(h.scan[0].dc, 1);

	/* The first of these bytes is the length: 5 for DRI is wrong. */
	h = before;
	s.p[dri - 2] = 5;
	ck_assert_int_eq(lc_jpeg_header_next_scan(s.p, s.size, from, &h, &end, &fault),
			 -EBADMSG);
	check_fault(-EBADMSG, &fault, s.size);
	ck_assert_uint_eq(end, fault.offset);
	ck_assert_mem_eq(&h, &before, sizeof(h));

	/* From behind the end. */
	ck_assert_int_eq(lc_jpeg_header_next_scan(s.p, s.size, s.size + 5, &h, &end, &fault),
			 0);
	ck_assert_uint_eq(end, s.size);
}
END_TEST

#define N(a) (int)(sizeof(a) / sizeof((a)[0]))

static Suite *make_suite(void)
{
	Suite *s = suite_create("markers");
	TCase *tc = tcase_create("markers");

	tcase_add_test(tc, test_minimal);
	tcase_add_test(tc, test_segments);
	tcase_add_test(tc, test_table_again);
	tcase_add_loop_test(tc, test_processes, 0, N(processes));
	tcase_add_test(tc, test_samplings);
	tcase_add_test(tc, test_one_component);
	tcase_add_test(tc, test_colours);
	tcase_add_test(tc, test_apps);
	tcase_add_test(tc, test_orientation);
	tcase_add_loop_test(tc, test_kinds, 0, N_KINDS);
	tcase_add_loop_test(tc, test_cut, 0, N_KINDS);
	tcase_add_test(tc, test_no_jpeg);
	tcase_add_test(tc, test_order);
	tcase_add_loop_test(tc, test_bad_segment, 0, N(bad_segments));
	tcase_add_test(tc, test_dht_codes);
	tcase_add_loop_test(tc, test_bad_scan, 0, N(bad_scans));
	tcase_add_test(tc, test_segment_length);
	tcase_add_loop_test(tc, test_fixtures, 0, N(fixtures));
	tcase_add_test(tc, test_components);
	tcase_add_test(tc, test_limits);
	tcase_add_test(tc, test_implausible);
	tcase_add_loop_test(tc, test_mutations, 0, N_KINDS);
	tcase_add_loop_test(tc, test_scans, 0, 8);
	tcase_add_test(tc, test_between_scans);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("markers", make_suite);
}
