/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * JPEG headers that are refused, and why; those that are cut at each byte, and those that
 * are mutated at random.
 */
#include "config.h"

#include "jpeg-stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libcodec/codec.h>

#define MUTATIONS 300000

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

static uint32_t rng = 1;

static uint32_t next_random(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

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

#define N(a) (int)(sizeof(a) / sizeof((a)[0]))

static Suite *make_suite(void)
{
	Suite *s = suite_create("markers-damage");
	TCase *tc = tcase_create("markers-damage");

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
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("markers-damage", make_suite);
}
