/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Stripped JPEGs keep their samples: all fixtures, and pictures of the writer with
 * segments, thumbnails, fill bytes and trailers put in at random, decoded before and after
 * by the cpu backend. Nothing that hardware chokes on is left.
 */
#include "config.h"

#include "decoding.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream/jpeg-header.h"
#include "bitstream/jpeg-strip.h"

#define ROUNDS 400

static const struct lc_limits limits = { 65535, 65535, UINT64_C(1) << 28, 16 << 20 };

/* What the decode of the stream in cpu.stream returns; poison where there is no sample. */
static int decode(size_t size, size_t *ret_consumed)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	int r;

	memset(cpu.pixels, POISON, TESTBED_IMAGE_MAX);
	r = libcodec_decoder_decode(cpu.dec, cpu.stream, size, cpu.image, &info);
	*ret_consumed = (size_t)info.consumed;
	return r;
}

/* Strip what is in cpu.stream into memory that the caller frees. */
static int strip(size_t size, uint8_t **ret_p, size_t *ret_size, size_t *ret_end)
{
	size_t room = lc_jpeg_strip_bound(size);
	struct libcodec_jpeg_header h;
	struct lc_fault fault;
	uint8_t *src = malloc(size + 1), *dst = malloc(room);
	int r;

	ck_assert(src && dst);
	memcpy(src, cpu.stream, size);
	r = lc_jpeg_header_parse(src, size, &limits, &h, &fault);
	ck_assert_msg(r == 0, "%d: %s", r, fault.message);
	r = lc_jpeg_strip(src, size, &h, dst, room, ret_size, ret_end);
	free(src);
	*ret_p = dst;
	return r;
}

/* A walk as a simple parser does it: no fill, no stray byte, nothing that is dropped. */
static void check_markers(const uint8_t *p, size_t size)
{
	size_t i = 2;

	ck_assert(p[0] == 0xff && p[1] == 0xd8);
	ck_assert(p[size - 2] == 0xff && p[size - 1] == 0xd9);
	for (;;) {
		ck_assert_uint_lt(i + 4, size);
		ck_assert_uint_eq(p[i], 0xff);
		ck_assert_uint_ge(p[i + 1], 0xc0);
		ck_assert(p[i + 1] <= 0xe0 || p[i + 1] == 0xee);
		ck_assert_uint_ne(p[i + 1], 0xdc);
		if (p[i + 1] == 0xda)
			return;
		i += 2 + (size_t)(p[i + 2] << 8 | p[i + 3]);
	}
}

/*
 * Strip the stream in cpu.stream: the outcome is @error, or the same samples, or the same
 * lack of them; and once more is no change.
 */
static void check_samples(const char *what, size_t size, int error)
{
	uint8_t *first = malloc(TESTBED_IMAGE_MAX), *p, *again;
	struct libcodec_image_layout l;
	int before, r, after;
	size_t n, m, end, consumed;

	before = decode(size, &consumed);
	l = layout();
	memcpy(first, cpu.pixels, TESTBED_IMAGE_MAX);
	r = strip(size, &p, &n, &end);
	ck_assert_msg(r == error, "%s: %d, not %d", what, r, error);
	if (r == 0) {
		struct libcodec_image_layout now;

		ck_assert_msg(before < 0 || end == consumed, "%s: the end is %zu, not %zu",
			      what, end, consumed);
		check_markers(p, n);
		memcpy(cpu.stream, p, n);
		after = decode(n, &consumed);
		now = layout();
		ck_assert_msg(after == before, "%s: %d, stripped %d", what, before, after);
		ck_assert_msg(memcmp(&l, &now, sizeof(l)) == 0, "%s: another layout", what);
		ck_assert_msg(before < 0 || !memcmp(first, cpu.pixels, TESTBED_IMAGE_MAX),
			      "%s: other samples", what);
		ck_assert_int_eq(strip(n, &again, &m, &end), 0);
		ck_assert_msg(m == n && !memcmp(p, again, n), "%s: a change again", what);
		free(again);
	}
	free(p);
	free(first);
}

/* --- fixtures --- */

/* What must be left to the cpu. */
static const struct {
	const char *name;
	int error;
} refused[] = {
	{ "jpeg-411-35x19-noninterleaved-dri2.jpg", -EOPNOTSUPP },
	{ "jpeg-420-35x19-noninterleaved.jpg", -EOPNOTSUPP },
	{ "jpeg-420-no-eoi.jpg", -ENODATA },
	{ "jpeg-corrupt-scan.jpg", -EOPNOTSUPP },
	{ "jpeg-progressive.jpg", -EOPNOTSUPP },
	{ "jpeg-truncated.jpg", -ENODATA },
};

static int expected(const char *name)
{
	unsigned int i;

	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (!strcmp(name, refused[i].name))
			return refused[i].error;
	return 0;
}

static bool is_jpeg(const char *name)
{
	size_t n = strlen(name);

	return n > 4 && !strcmp(name + n - 4, ".jpg");
}

START_TEST(test_fixtures)
{
	unsigned int stripped = 0, n_refused = 0, unparsed = 0;
	struct libcodec_jpeg_header h;
	struct lc_fault fault;
	char path[512];
	struct dirent *e;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/fixtures/data", test_srcdir());
	dir = opendir(path);
	ck_assert_ptr_nonnull(dir);
	while ((e = readdir(dir))) {
		uint8_t *p;
		size_t size;
		int error;

		if (!is_jpeg(e->d_name))
			continue;
		snprintf(path, sizeof(path), "fixtures/data/%s", e->d_name);
		p = test_read_file(path, &size);
		ck_assert_uint_le(size, TESTBED_STREAM_MAX);
		memcpy(cpu.stream, p, size);
		free(p);
		if (lc_jpeg_header_parse(cpu.stream, size, &limits, &h, &fault) < 0) {
			unparsed++;
			continue;
		}
		error = expected(e->d_name);
		check_samples(e->d_name, size, error);
		stripped += error == 0;
		n_refused += error != 0;
	}
	closedir(dir);
	ck_assert_uint_ge(stripped, 60);
	ck_assert_uint_eq(n_refused, sizeof(refused) / sizeof(refused[0]));
	ck_assert_uint_ge(unparsed, 10);
}
END_TEST

/* --- generated --- */

static uint32_t state;

static uint32_t below(uint32_t n)
{
	state = fx_hash(state, 1, 2, 3);
	return state % n;
}

static size_t add(uint8_t *out, size_t at, const void *bytes, size_t n)
{
	memcpy(out + at, bytes, n);
	return at + n;
}

/* A whole picture, as a thumbnail or behind EOI. */
static size_t add_picture(uint8_t *out, size_t at)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, 8 + below(20), 8 + below(20), kinds[below(N_KINDS)].sampling);
	return at + fx_jpeg_write(&j, out + at, 8192);
}

/* A segment that is dropped; some hold a picture, some what looks like markers. */
static size_t add_segment(uint8_t *out, size_t at)
{
	static const uint8_t markers[] = { 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8,
					   0xe9, 0xea, 0xeb, 0xec, 0xed, 0xef, 0xfe, 0xe0 };
	uint8_t marker = markers[below(sizeof(markers))];
	size_t start = at, n, k;

	at += 4;
	if (marker == 0xe0)
		at = add(out, at, "JFXX\0\20", 6);
	if (below(2))
		at = add_picture(out, at);
	for (k = below(40); k; k--)
		out[at++] = below(3) ? (uint8_t)below(256) : 0xff;
	n = at - start - 2;
	out[start] = 0xff;
	out[start + 1] = marker;
	out[start + 2] = (uint8_t)(n >> 8);
	out[start + 3] = (uint8_t)n;
	return at;
}

/* What may stand before a marker: segments, fill and stray bytes. */
static size_t add_something(uint8_t *out, size_t at)
{
	unsigned int k;

	for (k = below(3); k; k--)
		at = add_segment(out, at);
	if (!below(3))
		at = add(out, at, "stray", below(6));
	for (k = below(2) * below(9); k; k--)
		out[at++] = 0xff;
	return at;
}

/* The picture of @n bytes at @p, regular as the writer makes it, with all that into @out. */
static size_t decorate(const uint8_t *p, size_t n, uint8_t *out)
{
	size_t at = add(out, 0, p, 2), i = 2, k;
	bool sos = false;

	while (!sos) {
		size_t length = 2 + (size_t)(p[i + 2] << 8 | p[i + 3]);

		ck_assert_uint_eq(p[i], 0xff);
		sos = p[i + 1] == 0xda;
		at = add_something(out, at);
		at = add(out, at, p + i, length);
		i += length;
	}
	at = add(out, at, p + i, n - 2 - i);
	for (k = below(2) * below(9); k; k--)
		out[at++] = 0xff;
	at = add(out, at, p + n - 2, 2);
	if (below(2))
		at = add_picture(out, at);
	for (k = below(100); k; k--)
		out[at++] = below(3) ? (uint8_t)below(256) : 0xff;
	return at;
}

START_TEST(test_generated)
{
	static const unsigned int flags[] = { FX_NO_DHT,	FX_DQT16,   FX_OPT_DHT,
					      FX_LONG_DHT,	FX_DNL,	    FX_ONE_SEGMENT,
					      FX_SHARED_TABLES, FX_NO_JFIF, FX_AVI1,
					      FX_ADOBE1 };
	unsigned int round, k;
	uint8_t *plain = malloc(TESTBED_STREAM_MAX);
	char what[64];

	state = (uint32_t)_i + 1;
	for (round = 0; round < ROUNDS; round++) {
		struct fx_jpeg j;
		size_t n;

		fx_jpeg_init(&j, 1 + below(70), 1 + below(70), kinds[_i].sampling);
		j.flags = 0;
		for (k = below(3); k; k--)
			j.flags |= flags[below(sizeof(flags) / sizeof(flags[0]))];
		j.restart_interval = below(2) * below(9);
		j.orientation = below(9);
		j.seed = round;
		n = fx_jpeg_write(&j, plain, TESTBED_STREAM_MAX);
		ck_assert_uint_gt(n, 0);
		snprintf(what, sizeof(what), "round %u, flags 0x%x", round, j.flags);
		check_samples(what, decorate(plain, n, cpu.stream), 0);
	}
	free(plain);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("jpeg-strip-samples");
	TCase *tc = tcase_create("samples");

	tcase_add_checked_fixture(tc, decoding_setup, decoding_teardown);
	tcase_add_test(tc, test_fixtures);
	tcase_add_loop_test(tc, test_generated, 0, N_KINDS);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("jpeg-strip-samples", make);
}
