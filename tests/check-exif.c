/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Orientation out of Exif blocks: well formed, damaged, random; and what it means, pixel
 * by pixel. Blocks are handed over in memory of their exact size, for AddressSanitizer.
 */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream/exif.h"

#include "test.h"

#if defined(HAVE_LIBEXIF) && HAVE_LIBEXIF
#include <libexif/exif-data.h>
#endif

#define BYTE  1
#define ASCII 2
#define SHORT 3
#define LONG  4

#define ORIENTATION 0x0112

#define MUTATIONS 200000

/* A TIFF block under construction. */
struct tiff {
	bool big_endian;
	size_t size;
	uint8_t p[1024];
};

static void put(struct tiff *t, uint32_t v, unsigned int bytes)
{
	unsigned int i;

	if (t->size + bytes > sizeof(t->p))
		ck_abort_msg("the test's block is full");
	for (i = 0; i < bytes; i++) {
		unsigned int shift = 8 * (t->big_endian ? bytes - 1 - i : i);

		t->p[t->size++] = (uint8_t)(v >> shift);
	}
}

/* The header, gap bytes of filling, and the count of an IFD0 that begins there. */
static void begin(struct tiff *t, bool big_endian, size_t gap, uint32_t entries)
{
	*t = (struct tiff){ .big_endian = big_endian };
	put(t, big_endian ? 0x4d4d : 0x4949, 2);
	put(t, 42, 2);
	put(t, (uint32_t)(8 + gap), 4);
	while (gap--)
		put(t, 0xee, 1);
	put(t, entries, 2);
}

/* An entry whose one value stands in it, in the front of the four bytes. */
static void entry(struct tiff *t, uint32_t tag, uint32_t type, uint32_t count,
		  uint32_t value)
{
	unsigned int bytes = type == BYTE ? 1 : type == SHORT ? 2 : 4;

	put(t, tag, 2);
	put(t, type, 2);
	put(t, count, 4);
	put(t, value, bytes);
	put(t, 0, 4 - bytes);
}

static unsigned int orientation_of(const void *bytes, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);
	unsigned int v;

	/* No ck_assert here, nor above: each call of one is a write to a pipe. */
	if (!copy)
		ck_abort_msg("out of memory");
	if (size)
		memcpy(copy, bytes, size);
	v = lc_exif_orientation(copy, size);
	free(copy);
	if (v > 8)
		ck_abort_msg("an orientation of %u", v);
	return v;
}

static unsigned int of(const struct tiff *t)
{
	return orientation_of(t->p, t->size);
}

/* One entry of the test's choice. */
static unsigned int single(bool big_endian, uint32_t type, uint32_t count, uint32_t value)
{
	struct tiff t;

	begin(&t, big_endian, 0, 1);
	entry(&t, ORIENTATION, type, count, value);
	put(&t, 0, 4);
	return of(&t);
}

/* As a camera writes it: other entries around, sub IFD, maker note, next IFD. */
static void camera(struct tiff *t, bool big_endian, uint32_t value)
{
	begin(t, big_endian, 0, 5);
	entry(t, 0x010e, ASCII, 4, 0x61626300);
	entry(t, 0x010f, ASCII, 4, 0x61626300);
	entry(t, ORIENTATION, SHORT, 1, value);
	entry(t, 0x0128, SHORT, 1, 2);
	entry(t, 0x8769, LONG, 1, 8 + 2 + 5 * 12 + 4);
	put(t, 0, 4);
	put(t, 2, 2);
	entry(t, 0x9000, 7, 4, 0x30323330);
	entry(t, 0xa001, SHORT, 1, 1);
	put(t, 0, 4);
}

START_TEST(test_values)
{
	static const uint32_t types[] = { BYTE, SHORT, LONG };
	static const uint32_t none[] = { 0, 9, 99, 255 };
	struct tiff t;
	uint32_t v, i;
	int big;

	for (big = 0; big < 2; big++) {
		for (i = 0; i < 3; i++) {
			for (v = 1; v <= 8; v++)
				ck_assert_uint_eq(single(big, types[i], 1, v), v);
			for (v = 0; v < 4; v++)
				ck_assert_uint_eq(single(big, types[i], 1, none[v]), 0);
		}
		ck_assert_uint_eq(single(big, SHORT, 1, 0x0106), 0);
		ck_assert_uint_eq(single(big, LONG, 1, 0x00010006), 0);
		for (v = 1; v <= 8; v++) {
			camera(&t, big, v);
			ck_assert_uint_eq(of(&t), v);
		}
	}
}
END_TEST

START_TEST(test_types)
{
	uint32_t type;

	for (type = 0; type < 20; type++)
		if (type != BYTE && type != SHORT && type != LONG)
			ck_assert_uint_eq(single(false, type, 1, 6), 0);
	ck_assert_uint_eq(single(false, 0xffff, 1, 6), 0);
	ck_assert_uint_eq(single(true, SHORT, 0, 6), 0);
	/* The first of several that fit the field. */
	ck_assert_uint_eq(single(true, SHORT, 2, 6), 6);
	ck_assert_uint_eq(single(true, BYTE, 4, 6), 6);
	/* More: the field is an offset, here of the header's own 8. */
	ck_assert_uint_eq(single(false, LONG, 2, 4), 8);
	ck_assert_uint_eq(single(false, LONG, 2, 1000), 0);
	ck_assert_uint_eq(single(false, LONG, UINT32_MAX, UINT32_MAX), 0);
	ck_assert_uint_eq(single(false, BYTE, 5, 4), 8);
}
END_TEST

START_TEST(test_header)
{
	struct tiff t, bad;

	camera(&t, false, 6);
	bad = t;
	bad.p[0] = 'M';
	ck_assert_uint_eq(of(&bad), 0);
	bad.p[1] = 'M'; /* 42 is the wrong way round now */
	ck_assert_uint_eq(of(&bad), 0);
	bad = t;
	bad.p[0] = bad.p[1] = 'X';
	ck_assert_uint_eq(of(&bad), 0);
	bad = t;
	bad.p[2] = 43; /* BigTIFF */
	ck_assert_uint_eq(of(&bad), 0);
	bad = t;
	bad.p[3] = 1;
	ck_assert_uint_eq(of(&bad), 0);
	ck_assert_uint_eq(lc_exif_orientation(NULL, 0), 0);
	ck_assert_uint_eq(orientation_of("Exif\0\0II*\0", 10), 0);
}
END_TEST

START_TEST(test_ifd_offset)
{
	static const uint32_t nowhere[] = { 0x7fffffff, 0xffffffff, 0xfffffff8, 200,
					    1000 };
	struct tiff t;
	size_t i;

	for (i = 0; i < 300; i += 7) {
		begin(&t, i & 1, i, 1);
		entry(&t, ORIENTATION, SHORT, 1, 5);
		/* No next-IFD offset: nobody needs it. */
		ck_assert_uint_eq(of(&t), 5);
	}
	for (i = 0; i < 5; i++) {
		camera(&t, false, 6);
		ck_assert_uint_lt(t.size, 200);
		t.size = 4;
		put(&t, nowhere[i], 4);
		t.size = 150;
		ck_assert_uint_eq(of(&t), 0);
	}
	/* Into the header itself, to the last bytes, and behind them. */
	for (i = 0; i <= 151; i++) {
		camera(&t, true, 6);
		t.size = 4;
		put(&t, (uint32_t)i, 4);
		t.size = 150;
		if (i == 8)
			ck_assert_uint_eq(of(&t), 6);
		else
			of(&t); /* anything, within bounds */
	}
}
END_TEST

/* IFDs that point at each other, or at themselves, are walked once. */
START_TEST(test_cyclic)
{
	struct tiff t;

	begin(&t, false, 0, 2);
	entry(&t, 0x8769, LONG, 1, 8);
	entry(&t, 0x8825, LONG, 1, 8);
	put(&t, 8, 4);
	ck_assert_uint_eq(of(&t), 0);
	begin(&t, false, 0, 3);
	entry(&t, 0x8769, LONG, 1, 8);
	entry(&t, ORIENTATION, SHORT, 1, 8);
	entry(&t, 0x8825, LONG, 1, 0xffffffff);
	put(&t, 8, 4);
	ck_assert_uint_eq(of(&t), 8);
}
END_TEST

START_TEST(test_several)
{
	struct tiff t;

	begin(&t, true, 0, 6);
	entry(&t, ORIENTATION, ASCII, 1, 0x32000000);
	entry(&t, ORIENTATION, SHORT, 0, 2);
	entry(&t, ORIENTATION, SHORT, 1, 99);
	entry(&t, ORIENTATION, SHORT, 1, 3);
	entry(&t, ORIENTATION, SHORT, 1, 4);
	entry(&t, ORIENTATION, SHORT, 1, 0);
	ck_assert_uint_eq(of(&t), 3);
	/* Only in IFD1, the thumbnail's: not meant for the picture. */
	begin(&t, true, 0, 1);
	entry(&t, 0x0128, SHORT, 1, 2);
	put(&t, 8 + 2 + 12 + 4, 4);
	put(&t, 1, 2);
	entry(&t, ORIENTATION, SHORT, 1, 6);
	put(&t, 0, 4);
	ck_assert_uint_eq(of(&t), 0);
}
END_TEST

/* The entry counts once its twelve bytes are there, and not before. */
START_TEST(test_truncation)
{
	size_t size, full;
	struct tiff t;
	int big;

	for (big = 0; big < 2; big++) {
		camera(&t, big, 7);
		full = t.size;
		for (size = 0; size <= full; size++) {
			t.size = size;
			ck_assert_uint_eq(of(&t), size >= 8 + 2 + 3 * 12 ? 7 : 0);
		}
	}
}
END_TEST

START_TEST(test_damage)
{
	struct tiff t;
	size_t i;

	/* Everything but the header and the entry itself may be broken. */
	for (i = 8; i < 150; i++) {
		camera(&t, i & 1, 6);
		if (i >= t.size)
			break;
		if (i < 10 || (i >= 10 + 2 * 12 && i < 10 + 3 * 12))
			continue;
		t.p[i] = 0xff;
		ck_assert_uint_eq(of(&t), 6);
	}
	/* A maker note that leads out of the block, a sub IFD of 65535 entries. */
	begin(&t, false, 0, 3);
	entry(&t, 0x927c, 7, 0xffffffff, 0xfffffff0);
	entry(&t, 0x8769, LONG, 1, 8 + 2 + 3 * 12 + 4);
	entry(&t, ORIENTATION, SHORT, 1, 2);
	put(&t, 0xdeadbeef, 4);
	put(&t, 0xffff, 2);
	ck_assert_uint_eq(of(&t), 2);
	/* More entries promised than there is room for. */
	begin(&t, false, 0, 0xffff);
	entry(&t, 0x0128, SHORT, 1, 2);
	entry(&t, ORIENTATION, SHORT, 1, 2);
	ck_assert_uint_eq(of(&t), 2);
	/* Fewer: what lies behind is not IFD0. */
	begin(&t, false, 0, 1);
	entry(&t, 0x0128, SHORT, 1, 2);
	entry(&t, ORIENTATION, SHORT, 1, 2);
	ck_assert_uint_eq(of(&t), 0);
}
END_TEST

START_TEST(test_bounded)
{
	uint32_t i, n = LC_EXIF_ENTRIES_MAX;
	uint8_t *p = calloc(1, 10 + 12 * (size_t)(n + 1));

	ck_assert_ptr_nonnull(p);
	memcpy(p, "MM\0\x2a\0\0\0\x08\xff\xff", 10);
	for (i = n - 1; i <= n; i++) {
		uint8_t *e = p + 10 + 12 * (size_t)i;

		memcpy(e, "\x01\x12\0\x03\0\0\0\x01\0\x06", 10);
		ck_assert_uint_eq(lc_exif_orientation(p, 10 + 12 * (size_t)(n + 1)),
				  i < n ? 6 : 0);
		memset(e, 0, 12);
	}
	free(p);
}
END_TEST

static uint32_t random_next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

START_TEST(test_mutations)
{
	uint32_t seed = 0x2545f491, i, n, found = 0;
	struct tiff t;

	for (i = 0; i < MUTATIONS; i++) {
		camera(&t, i & 1, i % 8 + 1);
		for (n = random_next(&seed) % 6 + 1; n; n--)
			t.p[random_next(&seed) % t.size] = (uint8_t)random_next(&seed);
		if (random_next(&seed) % 4 == 0)
			t.size = random_next(&seed) % (t.size + 1);
		found += of(&t) != 0;
	}
	/* Most survive a few wrong bytes; none would be as suspicious as all. */
	ck_assert_uint_gt(found, MUTATIONS / 4);
	ck_assert_uint_lt(found, MUTATIONS);
}
END_TEST

START_TEST(test_noise)
{
	uint32_t seed = 0x9e3779b9, i;
	struct tiff t;
	size_t k;

	for (i = 0; i < MUTATIONS / 10; i++) {
		begin(&t, i & 1, 0, 3);
		for (k = random_next(&seed) % 100; k; k--)
			put(&t, random_next(&seed) & 0xff, 1);
		of(&t);
	}
}
END_TEST

/* What libexif makes of the same bytes. */
START_TEST(test_peer)
{
#if defined(HAVE_LIBEXIF) && HAVE_LIBEXIF
	uint8_t bytes[6 + sizeof(((struct tiff *)0)->p)];
	struct tiff t;
	uint32_t v;
	int big;

	memcpy(bytes, "Exif\0\0", 6);
	for (big = 0; big < 2; big++)
		for (v = 0; v <= 9; v++) {
			unsigned int theirs;
			ExifEntry *e;
			ExifData *d;

			camera(&t, big, v);
			memcpy(bytes + 6, t.p, t.size);
			d = exif_data_new_from_data(bytes, (unsigned int)(6 + t.size));
			ck_assert_ptr_nonnull(d);
			e = exif_data_get_entry(d, EXIF_TAG_ORIENTATION);
			ck_assert_ptr_nonnull(e);
			theirs = exif_get_short(e->data, exif_data_get_byte_order(d));
			exif_data_unref(d);
			ck_assert_uint_eq(theirs, v);
			ck_assert_uint_eq(of(&t), v >= 1 && v <= 8 ? theirs : 0);
		}
#else
	test_skip("libexif", "no peer to compare with");
#endif
}
END_TEST

#define W 5
#define H 3

struct point {
	uint32_t x, y;
};

/* Where a pixel of a W x H picture goes, by the words of Exif. */
static struct point destination(unsigned int orientation, struct point p)
{
	switch (orientation) {
	case 2:
		return (struct point){ W - 1 - p.x, p.y };
	case 3:
		return (struct point){ W - 1 - p.x, H - 1 - p.y };
	case 4:
		return (struct point){ p.x, H - 1 - p.y };
	case 5:
		return (struct point){ p.y, p.x };
	case 6:
		return (struct point){ H - 1 - p.y, p.x };
	case 7:
		return (struct point){ H - 1 - p.y, W - 1 - p.x };
	case 8:
		return (struct point){ p.y, W - 1 - p.x };
	default:
		return p;
	}
}

/* The same by mirroring, then quarter turns clockwise. */
static struct point transform(struct point p, uint32_t degrees, uint32_t flip)
{
	uint32_t width = W, height = H, k;

	if (flip)
		p.x = width - 1 - p.x;
	for (; degrees; degrees -= 90) {
		p = (struct point){ height - 1 - p.y, p.x };
		k = width;
		width = height;
		height = k;
	}
	return p;
}

START_TEST(test_rotation)
{
	uint32_t degrees = 1, flip = 2;
	struct point p, a, b;

	lc_exif_to_rotation((unsigned int)_i, &degrees, &flip);
	ck_assert_uint_eq(degrees % 90, 0);
	ck_assert_uint_lt(degrees, 360);
	ck_assert_uint_le(flip, 1);
	for (p.y = 0; p.y < H; p.y++)
		for (p.x = 0; p.x < W; p.x++) {
			a = destination((unsigned int)_i, p);
			b = transform(p, degrees, flip);
			ck_assert_uint_eq(a.x, b.x);
			ck_assert_uint_eq(a.y, b.y);
		}
}
END_TEST

START_TEST(test_rotation_unknown)
{
	uint32_t degrees = 1, flip = 2;

	lc_exif_to_rotation(UINT32_MAX, &degrees, &flip);
	ck_assert_uint_eq(degrees, 0);
	ck_assert_uint_eq(flip, 0);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("exif");
	TCase *tc = tcase_create("exif");

	tcase_add_test(tc, test_values);
	tcase_add_test(tc, test_types);
	tcase_add_test(tc, test_header);
	tcase_add_test(tc, test_ifd_offset);
	tcase_add_test(tc, test_cyclic);
	tcase_add_test(tc, test_several);
	tcase_add_test(tc, test_truncation);
	tcase_add_test(tc, test_damage);
	tcase_add_test(tc, test_bounded);
	tcase_add_test(tc, test_mutations);
	tcase_add_test(tc, test_noise);
	tcase_add_test(tc, test_peer);
	tcase_add_loop_test(tc, test_rotation, 0, 10);
	tcase_add_test(tc, test_rotation_unknown);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("exif", make_suite);
}
