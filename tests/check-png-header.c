/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * PNG headers: legal, illegal, cut and random ones, built here chunk by chunk. They are
 * handed over in memory of their exact size, for AddressSanitizer.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "bitstream/png-header.h"
#include "internal.h"

#include "test.h"

#define MUTATIONS 200000

struct png {
	size_t size;
	uint8_t p[2048];
};

static const struct lc_limits wide = { 65535, 65535, UINT64_C(1) << 28, 1 << 24 };

/* Bit by bit, unlike what is tested. */
static uint32_t crc_of(const uint8_t *p, size_t n)
{
	uint32_t crc = UINT32_MAX;
	int i;

	while (n--)
		for (crc ^= *p++, i = 0; i < 8; i++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
	return ~crc;
}

static void put(struct png *f, const void *bytes, size_t n)
{
	if (f->size + n > sizeof(f->p))
		ck_abort_msg("the test's file is full");
	if (n)
		memcpy(f->p + f->size, bytes, n);
	f->size += n;
}

static void put32(struct png *f, uint32_t v)
{
	uint8_t b[4] = { (uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8),
			 (uint8_t)v };

	put(f, b, 4);
}

/* Returns where its length field is. */
static size_t chunk(struct png *f, const char *type, const void *data, size_t n)
{
	size_t at = f->size;

	put32(f, (uint32_t)n);
	put(f, type, 4);
	put(f, data, n);
	put32(f, crc_of(f->p + at + 4, n + 4));
	return at;
}

static void bad_chunk(struct png *f, const char *type, const void *data, size_t n)
{
	chunk(f, type, data, n);
	f->p[f->size - 1] ^= 1;
}

/* The thirteen bytes of an IHDR. */
struct ihdr {
	uint32_t width, height;
	uint8_t depth, type, compression, filter, interlace;
};

static void ihdr(struct png *f, const struct ihdr *h)
{
	struct png body = { 0 };

	put32(&body, h->width);
	put32(&body, h->height);
	put(&body, &h->depth, 1);
	put(&body, &h->type, 1);
	put(&body, &h->compression, 1);
	put(&body, &h->filter, 1);
	put(&body, &h->interlace, 1);
	chunk(f, "IHDR", body.p, body.size);
}

static void signature(struct png *f)
{
	f->size = 0;
	put(f, "\x89PNG\r\n\x1a\n", 8);
}

static void begin(struct png *f, uint8_t depth, uint8_t type)
{
	signature(f);
	ihdr(f, &(struct ihdr){ 5, 3, depth, type, 0, 0, 0 });
}

static size_t end(struct png *f)
{
	size_t at = chunk(f, "IDAT", "\x78\x9c\x63\0\0\0\1\0\1", 9);

	chunk(f, "IEND", NULL, 0);
	return at;
}

static int parse_with(const struct png *f, const struct lc_limits *limits,
		      struct libcodec_png_header *h, struct lc_fault *fault)
{
	struct libcodec_png_header untouched;
	uint8_t *copy = malloc(f->size ? f->size : 1);
	int r;

	/* No ck_assert where all is well: each call of one is a write to a pipe. */
	if (!copy)
		ck_abort_msg("out of memory");
	if (f->size)
		memcpy(copy, f->p, f->size);
	memset(&untouched, 0x5a, sizeof(untouched));
	memset(fault, 0, sizeof(*fault));
	*h = untouched;
	r = lc_png_header_parse(copy, f->size, limits, h, fault);
	free(copy);
	if (!r)
		return 0;
	if (r != fault->error || !fault->message[0] || fault->offset > f->size ||
	    memcmp(h, &untouched, sizeof(*h)))
		ck_abort_msg("%d, fault %d at %llu: %s", r, fault->error,
			     (unsigned long long)fault->offset, fault->message);
	return r;
}

/* A stream that parses. */
static struct libcodec_png_header good(const struct png *f)
{
	struct libcodec_png_header h;
	struct lc_fault fault;
	int r = parse_with(f, &wide, &h, &fault);

	ck_assert_msg(r == 0, "%d: %s", r, fault.message);
	ck_assert_uint_eq(h.struct_size, sizeof(h));
	return h;
}

/* One that is corrupt, but not by its end. */
static void corrupt(const struct png *f)
{
	struct libcodec_png_header h;
	struct lc_fault fault;

	ck_assert_int_eq(parse_with(f, &wide, &h, &fault), -EBADMSG);
	ck_assert_msg(!fault.truncated, "%s", fault.message);
	ck_assert_uint_eq(fault.feature, LIBCODEC_FEATURE_NONE);
}

static void truncated(const struct png *f)
{
	struct libcodec_png_header h;
	struct lc_fault fault;

	ck_assert_int_eq(parse_with(f, &wide, &h, &fault), -EBADMSG);
	ck_assert_msg(fault.truncated, "%s", fault.message);
	ck_assert_uint_eq(fault.offset, f->size);
}

START_TEST(test_plain)
{
	struct libcodec_png_header h;
	struct png f;
	size_t idat;

	signature(&f);
	ihdr(&f, &(struct ihdr){ 640, 481, 16, 6, 0, 0, 1 });
	chunk(&f, "gAMA", "\0\0\xb1\x8f", 4);
	chunk(&f, "tEXt", "Title\0x", 7);
	idat = end(&f);
	h = good(&f);
	ck_assert_uint_eq(h.width, 640);
	ck_assert_uint_eq(h.height, 481);
	ck_assert_uint_eq(h.bit_depth, 16);
	ck_assert_uint_eq(h.colour_type, 6);
	ck_assert_uint_eq(h.interlace, 1);
	ck_assert_uint_eq(h.flags, LIBCODEC_PNG_GAMA);
	ck_assert_uint_eq(h.gamma, 45455);
	ck_assert_uint_eq(h.orientation, 0);
	ck_assert_uint_eq(h.exif_offset, 0);
	ck_assert_uint_eq(h.exif_size, 0);
	ck_assert_uint_eq(h.reserved, 0);
	ck_assert_uint_eq(h.idat_offset, idat);
}
END_TEST

START_TEST(test_signature)
{
	struct png f, bad;
	size_t i;

	begin(&f, 8, 2);
	end(&f);
	for (i = 0; i < 8; i++) {
		bad = f;
		bad.p[i] ^= 0x20;
		corrupt(&bad);
		bad.size = i + 1;
		corrupt(&bad);
		bad = f;
		bad.size = i;
		truncated(&bad);
		ck_assert_int_eq(lc_png_detect(f.p, i), i >= 4);
	}
	ck_assert(lc_png_detect(f.p, f.size));
	f.p[3] = 'g';
	ck_assert(!lc_png_detect(f.p, f.size));
}
END_TEST

START_TEST(test_depths)
{
	static const struct {
		uint8_t type, depth;
	} legal[] = {
		{ 0, 1 }, { 0, 2 },  { 0, 4 },	{ 0, 8 }, { 0, 16 },
		{ 2, 8 }, { 2, 16 }, { 3, 1 },	{ 3, 2 }, { 3, 4 },
		{ 3, 8 }, { 4, 8 },  { 4, 16 }, { 6, 8 }, { 6, 16 },
	};
	struct libcodec_png_header h;
	unsigned int type, depth, i, n = 0;
	struct png f;

	for (type = 0; type < 256; type++)
		for (depth = 0; depth < 256; depth++) {
			begin(&f, (uint8_t)depth, (uint8_t)type);
			chunk(&f, "PLTE", "abc", 3);
			end(&f);
			for (i = 0; i < LC_ARRAY_SIZE(legal); i++)
				if (legal[i].type == type && legal[i].depth == depth)
					break;
			if (i == LC_ARRAY_SIZE(legal)) {
				corrupt(&f);
				continue;
			}
			h = good(&f);
			ck_assert_uint_eq(h.colour_type, type);
			ck_assert_uint_eq(h.bit_depth, depth);
			n++;
		}
	ck_assert_uint_eq(n, 15);
}
END_TEST

START_TEST(test_ihdr)
{
	static const struct ihdr bad[] = {
		{ 5, 3, 8, 2, 1, 0, 0 },	  { 5, 3, 8, 2, 0, 1, 0 },
		{ 5, 3, 8, 2, 0, 0, 2 },	  { 5, 3, 8, 2, 255, 0, 0 },
		{ 0, 3, 8, 2, 0, 0, 0 },	  { 5, 0, 8, 2, 0, 0, 0 },
		{ 0x80000000, 3, 8, 2, 0, 0, 0 }, { 5, UINT32_MAX, 8, 2, 0, 0, 0 },
	};
	struct png f;
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(bad); i++) {
		signature(&f);
		ihdr(&f, &bad[i]);
		end(&f);
		corrupt(&f);
	}
	/* Each bit of it is under its CRC. */
	for (i = 16; i < 33; i++) {
		begin(&f, 8, 2);
		end(&f);
		f.p[i] ^= 0x01;
		corrupt(&f);
	}
	for (i = 12; i <= 14; i += 2) {
		signature(&f);
		chunk(&f, "IHDR", "\0\0\0\1\0\0\0\1\x08\2\0\0\0\0", i);
		end(&f);
		corrupt(&f);
	}
}
END_TEST

START_TEST(test_order)
{
	struct png f;

	signature(&f);
	chunk(&f, "tEXt", "a\0b", 3);
	ihdr(&f, &(struct ihdr){ 5, 3, 8, 2, 0, 0, 0 });
	end(&f);
	corrupt(&f);
	signature(&f);
	end(&f);
	corrupt(&f);
	begin(&f, 8, 2);
	ihdr(&f, &(struct ihdr){ 5, 3, 8, 2, 0, 0, 0 });
	end(&f);
	corrupt(&f);
	begin(&f, 8, 2);
	chunk(&f, "IEND", NULL, 0);
	corrupt(&f);
	begin(&f, 8, 2);
	chunk(&f, "ABCD", NULL, 0);
	end(&f);
	corrupt(&f);
	begin(&f, 8, 2);
	chunk(&f, "abcd", NULL, 0);
	end(&f);
	good(&f);
	begin(&f, 8, 2);
	chunk(&f, "ab1d", NULL, 0);
	end(&f);
	corrupt(&f);
	begin(&f, 8, 2);
	put32(&f, 0x80000000);
	put(&f, "abcd", 4);
	end(&f);
	corrupt(&f);
	/* What comes after the first IDAT's type is not looked at. */
	begin(&f, 8, 2);
	put32(&f, 0x7fffffff);
	put(&f, "IDAT", 4);
	good(&f);
	f.p[f.size - 8] = 0xff;
	corrupt(&f);
}
END_TEST

START_TEST(test_limits)
{
	static const struct {
		uint32_t width, height, feature;
		uint64_t detail;
	} over[] = {
		{ 101, 1, LIBCODEC_FEATURE_WIDTH, 101 },
		{ 1, 201, LIBCODEC_FEATURE_HEIGHT, 201 },
		{ 0x7fffffff, 0x7fffffff, LIBCODEC_FEATURE_WIDTH, 0x7fffffff },
		{ 100, 51, LIBCODEC_FEATURE_PIXELS, 5100 },
	};
	struct lc_limits limits = { 100, 200, 5000, 64 };
	struct libcodec_png_header h;
	struct lc_fault fault;
	uint8_t big[65] = { 0 };
	struct png f;
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(over); i++) {
		signature(&f);
		ihdr(&f, &(struct ihdr){ over[i].width, over[i].height, 8, 2, 0, 0, 0 });
		end(&f);
		ck_assert_int_eq(parse_with(&f, &limits, &h, &fault), -EFBIG);
		ck_assert_uint_eq(fault.feature, over[i].feature);
		ck_assert_uint_eq(fault.detail, over[i].detail);
	}
	for (i = 64; i <= 65; i++) {
		signature(&f);
		ihdr(&f, &(struct ihdr){ 100, 50, 8, 2, 0, 0, 0 });
		chunk(&f, "prVt", big, i);
		end(&f);
		ck_assert_int_eq(parse_with(&f, &limits, &h, &fault),
				 i == 64 ? 0 : -EFBIG);
	}
	ck_assert_uint_eq(fault.feature, LIBCODEC_FEATURE_SEGMENT);
	ck_assert_uint_eq(fault.detail, 65);
	/* Data is no header. */
	begin(&f, 8, 2);
	put32(&f, 1000);
	put(&f, "IDAT", 4);
	ck_assert_int_eq(parse_with(&f, &limits, &h, &fault), 0);
}
END_TEST

/* Pixels that 64 bits don't count. */
START_TEST(test_limits_saturate)
{
	struct lc_limits limits = { UINT32_MAX, UINT32_MAX, UINT64_MAX, UINT64_MAX };
	struct lc_fault fault = { 0 };

	ck_assert_int_eq(lc_limits_check(&limits, UINT32_MAX, UINT32_MAX, 7, &fault), 0);
	limits.max_pixels = 1;
	ck_assert_int_eq(lc_limits_check(&limits, UINT32_MAX, UINT32_MAX, 7, &fault),
			 -EFBIG);
	ck_assert_uint_eq(fault.detail, UINT64_C(0xfffffffe00000001));
	ck_assert_uint_eq(fault.offset, 7);
	ck_assert_int_eq(lc_limits_check(&limits, UINT64_MAX, 1, 7, &fault), -EFBIG);
	ck_assert_uint_eq(fault.feature, LIBCODEC_FEATURE_WIDTH);
	ck_assert_int_eq(lc_limits_check(&limits, 0, UINT64_MAX, 7, &fault), -EBADMSG);
	ck_assert_uint_eq(fault.feature, LIBCODEC_FEATURE_NONE);
}
END_TEST

START_TEST(test_palette)
{
	static const uint8_t colours[259 * 3];
	static const struct {
		size_t bytes;
		bool legal;
	} lengths[] = { { 0, false }, { 1, false },  { 3, true },    { 4, false },
			{ 6, true },  { 768, true }, { 767, false }, { 771, false } };
	struct png f;
	size_t i;

	begin(&f, 8, 3);
	end(&f);
	corrupt(&f);
	begin(&f, 8, 3);
	chunk(&f, "PLTE", colours, 6);
	chunk(&f, "PLTE", colours, 6);
	end(&f);
	corrupt(&f);
	for (i = 0; i < LC_ARRAY_SIZE(lengths); i++) {
		begin(&f, 8, 3);
		chunk(&f, "PLTE", colours, lengths[i].bytes);
		end(&f);
		if (lengths[i].legal)
			good(&f);
		else
			corrupt(&f);
		/* A mere suggestion to a true-colour picture. */
		begin(&f, 8, 2);
		chunk(&f, "PLTE", colours, lengths[i].bytes);
		end(&f);
		good(&f);
		begin(&f, 8, 2);
		bad_chunk(&f, "PLTE", colours, lengths[i].bytes);
		end(&f);
		corrupt(&f);
	}
}
END_TEST

/* Colour type, depth, palette entries, length of tRNS, and whether that is one. */
static const struct {
	uint8_t type, depth;
	size_t palette, length;
	uint32_t has;
} trns_cases[] = {
	{ 0, 8, 0, 2, 1 }, { 0, 8, 0, 1, 0 },	  { 0, 8, 0, 3, 0 }, { 2, 16, 0, 6, 1 },
	{ 2, 8, 0, 2, 0 }, { 3, 8, 2, 1, 1 },	  { 3, 8, 2, 2, 1 }, { 3, 8, 2, 3, 0 },
	{ 3, 8, 2, 0, 0 }, { 3, 1, 4, 3, 0 },	  { 3, 1, 4, 2, 1 }, { 4, 8, 0, 2, 0 },
	{ 6, 8, 0, 6, 0 }, { 3, 8, 256, 256, 1 },
};

START_TEST(test_trns)
{
	static const uint8_t zeros[768];
	struct png f;
	int wrong;

	for (wrong = 0; wrong < 2; wrong++) {
		begin(&f, trns_cases[_i].depth, trns_cases[_i].type);
		if (trns_cases[_i].palette)
			chunk(&f, "PLTE", zeros, 3 * trns_cases[_i].palette);
		if (wrong)
			bad_chunk(&f, "tRNS", zeros, trns_cases[_i].length);
		else
			chunk(&f, "tRNS", zeros, trns_cases[_i].length);
		end(&f);
		ck_assert_uint_eq(!!(good(&f).flags & LIBCODEC_PNG_TRNS), wrong ? 0 : trns_cases[_i].has);
	}
	/* Before the palette there is nothing that it could be about. */
	begin(&f, 8, 3);
	chunk(&f, "tRNS", zeros, 1);
	chunk(&f, "PLTE", zeros, 6);
	end(&f);
	ck_assert_uint_eq(good(&f).flags & LIBCODEC_PNG_TRNS, 0);
}
END_TEST

static const uint8_t exif6[] = "MM\0\x2a\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0";
static const uint8_t exif3[] = "II\x2a\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\3\0\0\0\0\0\0\0";

START_TEST(test_exif)
{
	struct libcodec_png_header h;
	struct png f;
	size_t at;

	begin(&f, 8, 2);
	at = chunk(&f, "eXIf", exif6, 26);
	chunk(&f, "eXIf", exif3, 26);
	end(&f);
	h = good(&f);
	ck_assert_uint_eq(h.orientation, 6);
	ck_assert_uint_eq(h.exif_offset, at + 8);
	ck_assert_uint_eq(h.exif_size, 26);
	ck_assert_mem_eq(f.p + h.exif_offset, exif6, 26);

	/* One that is damaged is none. */
	begin(&f, 8, 2);
	bad_chunk(&f, "eXIf", exif6, 26);
	chunk(&f, "eXIf", NULL, 0);
	chunk(&f, "eXIf", exif3, 26);
	end(&f);
	ck_assert_uint_eq(good(&f).orientation, 3);
	/* Nor is one after the data. */
	begin(&f, 8, 2);
	chunk(&f, "IDAT", "x", 1);
	chunk(&f, "eXIf", exif6, 26);
	h = good(&f);
	ck_assert_uint_eq(h.orientation, 0);
	ck_assert_uint_eq(h.exif_size, 0);
	/* There, but without sense. */
	begin(&f, 8, 2);
	chunk(&f, "eXIf", "hello", 5);
	end(&f);
	h = good(&f);
	ck_assert_uint_eq(h.orientation, 0);
	ck_assert_uint_eq(h.exif_size, 5);
}
END_TEST

START_TEST(test_icc)
{
	struct png f;

	begin(&f, 8, 2);
	chunk(&f, "iCCP", "name\0\0x", 7);
	end(&f);
	ck_assert_uint_eq(good(&f).flags, LIBCODEC_PNG_ICC);
	begin(&f, 8, 2);
	bad_chunk(&f, "iCCP", "name\0\0x", 7);
	end(&f);
	ck_assert_uint_eq(good(&f).flags, 0);
}
END_TEST

/* 11.3.3: what says how colours are meant, and what of it is damaged says nothing. */
START_TEST(test_colour)
{
	static const char chrm[] = "\0\0\x7a\x26\0\0\x80\x84\0\0\xfa\0\0\0\x80\xe8"
				   "\0\0\x75\x30\0\0\xea\x60\0\0\x3a\x98\0\0\x17\x70";
	struct libcodec_png_header h;
	struct png f;

	begin(&f, 8, 2);
	chunk(&f, "cHRM", chrm, 32);
	chunk(&f, "sRGB", "\2", 1);
	chunk(&f, "cICP", "\x9\x10\0\1", 4);
	chunk(&f, "iCCP", "name\0\0profile", 13);
	end(&f);
	h = good(&f);
	ck_assert_uint_eq(h.flags, LIBCODEC_PNG_CHRM | LIBCODEC_PNG_SRGB |
					   LIBCODEC_PNG_CICP | LIBCODEC_PNG_ICC);
	ck_assert_uint_eq(h.chromaticities[0], 31270);
	ck_assert_uint_eq(h.chromaticities[7], 6000);
	ck_assert_uint_eq(h.srgb_intent, 2);
	ck_assert_uint_eq(h.cicp[0], 9);
	ck_assert_uint_eq(h.cicp[1], 16);
	ck_assert_uint_eq(h.cicp[3], 1);
	ck_assert_uint_eq(h.icc_size, 7);

	begin(&f, 8, 2);
	chunk(&f, "cHRM", chrm, 31);
	chunk(&f, "sRGB", "\4", 1);
	chunk(&f, "cICP", "\x9\x10\0", 3);
	chunk(&f, "iCCP", "name", 4);
	bad_chunk(&f, "gAMA", "\0\0\xb1\x8f", 4);
	end(&f);
	ck_assert_uint_eq(good(&f).flags, 0);
}
END_TEST

/* An eXIf behind the data is found by who asks, and by nobody else. */
START_TEST(test_exif_behind)
{
	struct libcodec_png_header h;
	struct png f;

	begin(&f, 8, 2);
	chunk(&f, "IDAT", "x", 1);
	chunk(&f, "IDAT", "y", 1);
	chunk(&f, "eXIf", exif6, 26);
	chunk(&f, "IEND", "", 0);
	h = good(&f);
	ck_assert_uint_eq(h.orientation, 0);
	lc_png_find_exif(f.p, f.size, &h);
	ck_assert_uint_eq(h.orientation, 6);
	ck_assert_uint_eq(h.exif_size, 26);
	/* Cut in it, it isn't there. */
	h = good(&f);
	lc_png_find_exif(f.p, f.size - 20, &h);
	ck_assert_uint_eq(h.orientation, 0);
}
END_TEST

/* With one of everything; returns the offset of IDAT. */
static size_t rich(struct png *f)
{
	begin(f, 8, 3);
	chunk(f, "iCCP", "name\0\0x", 7);
	chunk(f, "PLTE", "abcdefghi", 9);
	chunk(f, "tRNS", "ab", 2);
	chunk(f, "eXIf", exif6, 26);
	return end(f);
}

START_TEST(test_cuts)
{
	struct png f;
	size_t idat = rich(&f), full = f.size;

	for (f.size = 0; f.size < idat + 8; f.size++)
		truncated(&f);
	for (; f.size <= full; f.size++)
		ck_assert_uint_eq(good(&f).orientation, 6);
}
END_TEST

/* A chunk whose length reaches behind the stream, by little or by much. */
START_TEST(test_lying_length)
{
	static const uint32_t lengths[] = { 24, 27, 100, 0xffffff };
	struct libcodec_png_header h;
	struct lc_fault fault;
	struct png f;
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(lengths); i++) {
		begin(&f, 8, 2);
		put32(&f, lengths[i]);
		put(&f, "eXIf", 4);
		put(&f, exif6, 26);
		truncated(&f);
	}
	begin(&f, 8, 2);
	put32(&f, 0x7fffffff);
	put(&f, "eXIf", 4);
	/* It is the bytes that are missing, whatever the limit. */
	ck_assert_int_eq(parse_with(&f, &wide, &h, &fault), -EBADMSG);
	ck_assert(fault.truncated);
}
END_TEST

static uint32_t random_next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* Give chunks their right CRC again, as far as they can be told apart. */
static void mend(struct png *f)
{
	size_t at = 8, n;
	uint32_t crc;
	int i;

	while (f->size - at >= 12) {
		n = (size_t)f->p[at + 2] << 8 | f->p[at + 3];
		if (n > f->size - at - 12)
			break;
		crc = crc_of(f->p + at + 4, n + 4);
		for (i = 0; i < 4; i++)
			f->p[at + 8 + n + (size_t)i] = (uint8_t)(crc >> (24 - 8 * i));
		at += 12 + n;
	}
}

START_TEST(test_mutations)
{
	uint32_t seed = 0x2545f491, i, n, passed = 0;
	struct libcodec_png_header h;
	struct lc_fault fault;
	struct png f, whole;

	rich(&whole);
	for (i = 0; i < MUTATIONS; i++) {
		f = whole;
		for (n = random_next(&seed) % 4 + 1; n; n--)
			f.p[random_next(&seed) % f.size] = (uint8_t)random_next(&seed);
		if (i & 1)
			mend(&f);
		if (random_next(&seed) % 8 == 0)
			f.size = random_next(&seed) % (f.size + 1);
		if (parse_with(&f, &wide, &h, &fault) < 0)
			continue;
		passed++;
		if (!h.width || !h.height || h.orientation > 8 ||
		    h.idat_offset + 8 > f.size ||
		    h.exif_offset + h.exif_size > h.idat_offset)
			ck_abort_msg("variant %u makes no sense", i);
	}
	ck_assert_uint_gt(passed, MUTATIONS / 100);
	ck_assert_uint_lt(passed, MUTATIONS);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("png-header");
	TCase *tc = tcase_create("png-header");

	tcase_add_test(tc, test_plain);
	tcase_add_test(tc, test_signature);
	tcase_add_test(tc, test_depths);
	tcase_add_test(tc, test_ihdr);
	tcase_add_test(tc, test_order);
	tcase_add_test(tc, test_limits);
	tcase_add_test(tc, test_limits_saturate);
	tcase_add_test(tc, test_palette);
	tcase_add_loop_test(tc, test_trns, 0, (int)LC_ARRAY_SIZE(trns_cases));
	tcase_add_test(tc, test_exif);
	tcase_add_test(tc, test_icc);
	tcase_add_test(tc, test_colour);
	tcase_add_test(tc, test_exif_behind);
	tcase_add_test(tc, test_cuts);
	tcase_add_test(tc, test_lying_length);
	tcase_add_test(tc, test_mutations);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("png-header", make_suite);
}
