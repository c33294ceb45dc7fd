/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * JPEG headers: what well-formed ones say, by hand and from the writer; and the way from
 * scan to scan.
 */
#include "config.h"

#include "jpeg-stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <libcodec/codec.h>

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
#define N_PROCESSES ((int)(sizeof(processes) / sizeof(processes[0])))

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

static Suite *make_suite(void)
{
	Suite *s = suite_create("markers");
	TCase *tc = tcase_create("markers");

	tcase_add_test(tc, test_minimal);
	tcase_add_test(tc, test_segments);
	tcase_add_test(tc, test_table_again);
	tcase_add_loop_test(tc, test_processes, 0, N_PROCESSES);
	tcase_add_test(tc, test_samplings);
	tcase_add_test(tc, test_one_component);
	tcase_add_test(tc, test_colours);
	tcase_add_test(tc, test_apps);
	tcase_add_test(tc, test_orientation);
	tcase_add_loop_test(tc, test_kinds, 0, N_KINDS);
	tcase_add_loop_test(tc, test_scans, 0, 8);
	tcase_add_test(tc, test_between_scans);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("markers", make_suite);
}
