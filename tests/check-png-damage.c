/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Damage of all kinds before the PNG decoder of the cpu backend: wrong checksums,
 * pictures that are cut or changed at random, what of them can be had, and what comes
 * behind the samples.
 */
#include "config.h"

#include "png-call.h"

#ifdef HAVE_LIBPNG
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MUTATIONS 20000

/* --- damage --------------------------------------------------------------------- */

static uint32_t chunk_length(size_t at)
{
	return (uint32_t)stream[at] << 24 | (uint32_t)stream[at + 1] << 16 |
	       (uint32_t)stream[at + 2] << 8 | stream[at + 3];
}

/* The length field of the @n-th chunk of a type, or 0. */
static size_t find_chunk(const char *type, unsigned int n)
{
	size_t at;

	for (at = 8; at + 12 <= stream_size; at += 12 + chunk_length(at))
		if (!memcmp(stream + at + 4, type, 4) && !n--)
			return at;
	return 0;
}

START_TEST(test_checksums)
{
	static const unsigned int flags[] = { FX_PNG_BAD_IDAT_CRC, FX_PNG_BAD_ADLER,
					      FX_PNG_BAD_IDAT_CRC | FX_PNG_BAD_ADLER };
	unsigned int i, idat_size;
	struct fx_png p;

	/*
	 * One IDAT, several, and the Adler-32 in one of its own. libpng doesn't look at
	 * one that is spread over more than two: smaller IDATs are none of the test's.
	 */
	for (i = 0; i < 3; i++) {
		for (idat_size = 3; idat_size <= 200; idat_size++) {
			fx_png_init(&p, 9, 13, 2, 8);
			p.flags = flags[i] | (_i ? FX_PNG_ADAM7 : 0);
			p.idat_size = idat_size > 3 ? idat_size : 0;
			write_stream(&p);
			ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0),
					  LIBCODEC_VERDICT_CORRUPT);
			ck_assert_int_eq(call.result.error, -EBADMSG);
			ck_assert_uint_eq(call.result.truncated, 0);
			ck_assert_str_ne(call.result.message, "");
			ck_assert_uint_gt(call.result.offset, 0);
			ck_assert_uint_lt(call.result.offset, stream_size);
			ck_assert_uint_eq(decode_exact(stream, stream_size, 0,
						       LIBCODEC_ACCEPT_BAD_CHECKSUM),
					  LIBCODEC_VERDICT_DONE);
			ck_assert_uint_eq(call.result.partial, 0);
			ck_assert_uint_eq(call.result.consumed, stream_size);
			check_rows(&p, 0, 0, p.height);
			if (decode_exact(stream, stream_size, 0,
					 LIBCODEC_ACCEPT_PARTIAL) ==
			    LIBCODEC_VERDICT_DONE) {
				ck_assert_uint_eq(call.result.partial, 1);
				check_rows(&p, 0, 0, call.result.good_rows);
			}
		}
	}
}
END_TEST

/* A wrong CRC of what the picture does without is nothing. */
START_TEST(test_ancillary_crc)
{
	struct fx_png p;

	fx_png_init(&p, 9, 13, 0, 8);
	p.gamma = 45455;
	p.orientation = 6;
	p.flags = FX_PNG_EXIF_AFTER_IDAT;
	write_stream(&p);
	stream[find_chunk("gAMA", 0) + 8] ^= 1;
	stream[find_chunk("eXIf", 0) + 8] ^= 1;
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0), LIBCODEC_VERDICT_DONE);
	check_rows(&p, 0, 0, p.height);
	ck_assert_uint_eq(call.result.consumed, stream_size);
}
END_TEST

/* The key's chunk is damaged: no key, no alpha, whatever checksums are worth. */
START_TEST(test_key_crc)
{
	static const uint8_t key[] = { 0, 1, 0, 2, 0, 3 };
	static const uint32_t accept[] = { 0, LIBCODEC_ACCEPT_BAD_CHECKSUM };
	struct fx_png p;

	fx_png_init(&p, 9, 13, 2, 8);
	p.trns = key;
	p.ntrns = 6;
	write_stream(&p);
	stream[find_chunk("tRNS", 0) + 9] ^= 1;
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, accept[_i]),
			  LIBCODEC_VERDICT_DONE);
	ck_assert_uint_eq(call.channels, 3);
	check_rows(&p, 0, 0, p.height);
}
END_TEST

/* Where the bytes of an uncut picture are no longer needed: behind the last IDAT. */
static size_t data_end(void)
{
	size_t at = find_chunk("IDAT", 0), end = 0;

	for (; at + 12 <= stream_size; at += 12 + chunk_length(at))
		if (!memcmp(stream + at + 4, "IDAT", 4))
			end = at + 12 + chunk_length(at);
	return end;
}

/* Cut to @n bytes. */
static void check_cut(const struct fx_png *p, size_t n, size_t end)
{
	uint32_t dtype = (uint32_t)n % N_DTYPES;
	uint32_t verdict = decode_exact(stream, n, dtype, 0);
	unsigned int y;

	if (!call.parsed)
		return;
	if (n >= end) {
		ck_assert_uint_eq(verdict, LIBCODEC_VERDICT_DONE);
		ck_assert_uint_eq(call.result.consumed, n);
		check_rows(p, dtype, 0, p->height);
		return;
	}
	ck_assert_uint_eq(verdict, LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(call.result.truncated, 1);
	ck_assert_uint_eq(call.result.offset, n);
	verdict = decode_exact(stream, n, dtype, LIBCODEC_ACCEPT_PARTIAL);
	check_poison();
	if (verdict == LIBCODEC_VERDICT_CORRUPT)
		return;
	ck_assert_uint_eq(verdict, LIBCODEC_VERDICT_DONE);
	ck_assert_uint_eq(call.result.partial, 1);
	ck_assert_uint_le(call.result.good_rows, p->height);
	ck_assert_uint_eq(call.result.consumed, n);
	check_rows(p, dtype, 0, call.result.good_rows);
	if (p->flags & FX_PNG_ADAM7)
		return;
	for (y = call.result.good_rows; y < p->height; y++)
		ck_assert(row_of(y)[0] == 0 &&
			  !memcmp(row_of(y), row_of(y) + 1, call.row - 1));
}

START_TEST(test_cut_anywhere)
{
	unsigned int variant;
	struct fx_png p;
	size_t n;

	for (variant = 0; variant < 4; variant++) {
		fx_png_init(&p, 19, 11, kinds[_i].colour, kinds[_i].depth);
		p.flags = variant & 1 ? FX_PNG_ADAM7 : 0;
		p.idat_size = variant & 2 ? 37 : 0;
		write_stream(&p);
		for (n = 0; n <= stream_size; n++)
			check_cut(&p, n, data_end());
	}
}
END_TEST

/* As many rows as the bytes hold: with stored blocks that can be counted. */
START_TEST(test_cut_gives_all_rows)
{
	struct fx_png p;
	size_t row = 3 * 50 + 1, first, n;

	fx_png_init(&p, 50, 100, 2, 8);
	p.filter = 0;
	write_stream(&p);
	first = find_chunk("IDAT", 0) + 8 + 2 + 5;
	for (n = first + row; n < first + 100 * row; n += 77) {
		ck_assert_uint_eq(decode_exact(stream, n, 0, LIBCODEC_ACCEPT_PARTIAL), 1);
		ck_assert_uint_eq(call.result.good_rows, (n - first) / row);
	}
	n = first + row - 1; /* not one row: nothing to deliver */
	ck_assert_uint_eq(decode_exact(stream, n, 0, LIBCODEC_ACCEPT_PARTIAL),
			  LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(call.result.truncated, 1);
}
END_TEST

/* Of interlaced pictures rows are whole in the last pass only. */
START_TEST(test_cut_interlaced)
{
	unsigned int most = 0;
	struct fx_png p;
	size_t n;

	fx_png_init(&p, 20, 20, 0, 8);
	p.flags = FX_PNG_ADAM7;
	write_stream(&p);
	for (n = find_chunk("IDAT", 0) + 40; n < data_end(); n++) {
		ck_assert_uint_eq(decode_exact(stream, n, 0, LIBCODEC_ACCEPT_PARTIAL), 1);
		ck_assert_uint_ge(call.result.good_rows, most);
		most = call.result.good_rows;
		check_rows(&p, 0, 0, most);
	}
	ck_assert_uint_eq(most, 20);
}
END_TEST

/* Damage in the third IDAT: rows out of the first two are good, later ones are not. */
START_TEST(test_damaged_chunk)
{
	struct fx_png p;
	size_t at;

	fx_png_init(&p, 30, 40, 2, 8);
	p.flags = _i ? FX_PNG_ADAM7 : 0;
	p.idat_size = 800;
	p.filter = 0;
	write_stream(&p);
	at = find_chunk("IDAT", 2);
	stream[at + 8 + 400] ^= 0x10;
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0),
			  LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(call.result.truncated, 0);
	ck_assert_uint_eq(call.result.offset, at);
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, LIBCODEC_ACCEPT_PARTIAL),
			  1);
	ck_assert_uint_eq(call.result.partial, 1);
	ck_assert_uint_eq(call.result.good_rows, _i ? 1 : (1600 - 7) / 91);
	check_rows(&p, 0, 0, call.result.good_rows);
	check_poison();
}
END_TEST

/* No filter 5, no second byte of zlib that doesn't fit the first, no rows missing. */
START_TEST(test_corrupt_data)
{
	struct fx_png p;
	size_t idat;

	fx_png_init(&p, 8, 4, 0, 8);
	p.filter = 5;
	p.block_size = 9;
	write_stream(&p);
	idat = find_chunk("IDAT", 0);
	stream[idat + 8] = 0x77; /* compression method 7 */
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 3),
			  LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(call.result.offset, idat);
	write_stream(&p);
	stream[idat + 8 + 2 + 5] = 5; /* the filter */
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 3),
			  LIBCODEC_VERDICT_CORRUPT);
	write_stream(&p);
	stream[idat + 8 + 2] = 7; /* a block of type 3 */
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 3),
			  LIBCODEC_VERDICT_CORRUPT);
	write_stream(&p);
	stream[idat + 8 + 2 + 14] = 1; /* the last block comes early */
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0),
			  LIBCODEC_VERDICT_CORRUPT);
	ck_assert_uint_eq(call.result.truncated, 0);
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 3), LIBCODEC_VERDICT_DONE);
	ck_assert_uint_eq(call.result.partial, 1);
}
END_TEST

START_TEST(test_mutations)
{
	uint8_t *copy = malloc(STREAM_MAX);
	uint32_t seed = 99 + (uint32_t)_i;
	unsigned int n, flips, verdicts[6] = { 0 };
	size_t n_bytes;

	for (n = 0; n < MUTATIONS / 4; n++) {
		const struct picture_kind *k = &kinds[lcg(&seed) % N_KINDS];
		uint32_t verdict;

		if (_i & 1) {
			write_compressed(k, 1 + lcg(&seed) % 40, 1 + lcg(&seed) % 40,
					 lcg(&seed) & 1, seed);
		} else {
			struct fx_png p;

			fx_png_init(&p, 1 + lcg(&seed) % 20, 1 + lcg(&seed) % 20,
				    k->colour, k->depth);
			p.flags = lcg(&seed) & FX_PNG_ADAM7;
			p.idat_size = lcg(&seed) & 1 ? 1 + lcg(&seed) % 50 : 0;
			write_stream(&p);
		}
		memcpy(copy, stream, stream_size);
		for (flips = 1 + lcg(&seed) % 4; flips; flips--)
			copy[33 + lcg(&seed) % (stream_size - 33)] ^=
				(uint8_t)(1 << lcg(&seed) % 8);
		n_bytes = lcg(&seed) % 8 ? stream_size : lcg(&seed) % stream_size;
		if (lcg(&seed) & 1)
			lc_png_session_trim(
				call.s); /* so that each piece is malloc()'s */
		verdict = decode_exact(copy, n_bytes, lcg(&seed) % N_DTYPES,
				       lcg(&seed) & 3);
		ck_assert_uint_lt(verdict, 6);
		verdicts[verdict]++;
		if (!verdict)
			continue;
		check_poison();
		ck_assert_uint_le(call.result.consumed, n_bytes);
		ck_assert_uint_le(call.result.offset, n_bytes);
		ck_assert(verdict == LIBCODEC_VERDICT_DONE ||
			  verdict == LIBCODEC_VERDICT_CORRUPT);
	}
	free(copy);
	ck_assert_uint_gt(verdicts[LIBCODEC_VERDICT_DONE], 50);
	ck_assert_uint_gt(verdicts[LIBCODEC_VERDICT_CORRUPT], 50);
}
END_TEST

/* --- what comes behind ---------------------------------------------------------- */

static void append(const void *p, size_t n)
{
	memcpy(stream + stream_size, p, n);
	stream_size += n;
}

static void append_chunk(const char *type, const void *p, size_t n, uint32_t damage)
{
	uint8_t head[8] = { (uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8),
			    (uint8_t)n };
	uint32_t crc;
	uint8_t tail[4];

	memcpy(head + 4, type, 4);
	append(head, 8);
	append(p, n);
	crc = fx_crc32(stream + stream_size - n - 4, n + 4) ^ damage;
	tail[0] = (uint8_t)(crc >> 24);
	tail[1] = (uint8_t)(crc >> 16);
	tail[2] = (uint8_t)(crc >> 8);
	tail[3] = (uint8_t)crc;
	append(tail, 4);
}

static void begin_tail(struct fx_png *p)
{
	fx_png_init(p, 9, 13, 0, 8);
	p->flags = FX_PNG_NO_IEND;
	write_stream(p);
}

static void check_tail(const struct fx_png *p, uint32_t verdict, size_t place)
{
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0), verdict);
	ck_assert_uint_eq(verdict == LIBCODEC_VERDICT_DONE ? call.result.consumed :
							     call.result.offset,
			  place);
	/* The picture is whole in any case. */
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, LIBCODEC_ACCEPT_PARTIAL),
			  1);
	ck_assert_uint_eq(call.result.partial, 0);
	check_rows(p, 0, 0, p->height);
}

START_TEST(test_tail)
{
	struct fx_png p;
	size_t at;

	begin_tail(&p); /* no IEND */
	check_tail(&p, LIBCODEC_VERDICT_DONE, stream_size);
	append("\0\0\0\0IE", 6); /* a cut one */
	check_tail(&p, LIBCODEC_VERDICT_DONE, stream_size);
	begin_tail(&p); /* other bytes after it */
	append_chunk("IEND", "", 0, 0);
	at = stream_size;
	append("\x89PNG\r\n\x1a\nxyz", 11);
	check_tail(&p, LIBCODEC_VERDICT_DONE, at);
	begin_tail(
		&p); /* ancillary ones before it, a wrong one too; more data; one cut */
	append_chunk("fdAT", "hello", 5, 1);
	append_chunk("IDAT", "", 0, 0);
	append_chunk("IDAT", "more", 4, 0);
	append_chunk("IEND", "??", 2, 0);
	check_tail(&p, LIBCODEC_VERDICT_DONE, stream_size);
	stream_size -= 20;
	check_tail(&p, LIBCODEC_VERDICT_DONE, stream_size);
	begin_tail(&p); /* damage */
	at = stream_size;
	append_chunk("IEND", "", 0, 1);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
	begin_tail(&p);
	append_chunk("IDAT", "more", 4, 1);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
	begin_tail(&p);
	append_chunk("ABCD", "more", 4, 0);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
	begin_tail(&p);
	append_chunk("a?cd", "more", 4, 0);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
	begin_tail(&p);
	append("\xff\xff\xff\xfftEXt    ", 12);
	check_tail(&p, LIBCODEC_VERDICT_CORRUPT, at);
}
END_TEST

static void add_tests(TCase *tc)
{
	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, call_setup, call_teardown);
	tcase_add_loop_test(tc, test_checksums, 0, 2);
	tcase_add_test(tc, test_ancillary_crc);
	tcase_add_loop_test(tc, test_key_crc, 0, 2);
	tcase_add_loop_test(tc, test_cut_anywhere, 0, N_KINDS);
	tcase_add_test(tc, test_cut_gives_all_rows);
	tcase_add_test(tc, test_cut_interlaced);
	tcase_add_loop_test(tc, test_damaged_chunk, 0, 2);
	tcase_add_test(tc, test_corrupt_data);
	tcase_add_loop_test(tc, test_mutations, 0, 4);
	tcase_add_test(tc, test_tail);
}
#endif

static Suite *make_suite(void)
{
	Suite *s = suite_create("png-damage");
	TCase *tc = tcase_create("png-damage");

#ifdef HAVE_LIBPNG
	add_tests(tc);
#else
	add_without_libpng(tc);
#endif
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("png-damage", make_suite);
}
