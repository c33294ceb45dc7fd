/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Huffman tables: which lengths are refused, that all codes of all lengths decode as an
 * independent coder wrote them, that the tables which a stream may leave out are
 * libjpeg's, and when a table is kept for the next frame.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dsp.h"
#include "feed.h"
#include "huffman.h"

#include "test.h"

#if defined(HAVE_TURBOJPEG) && HAVE_TURBOJPEG
#include <jpeglib.h>
#endif

#define SYMBOLS 3000

static uint32_t rng = 1;

static uint32_t next_random(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

/* A table as a DHT has it. */
struct dht {
	uint8_t counts[16];
	uint8_t symbols[256];
};

/* A code of it, by the flow charts of T.81 figures C.1 and C.2. */
struct code {
	unsigned int length;
	uint32_t bits;
};

static unsigned int codes_of(const struct dht *d, struct code codes[256])
{
	unsigned int n = 0, k, length, i;
	uint32_t code = 0;

	for (length = 1; length <= 16; length++)
		for (i = 0; i < d->counts[length - 1]; i++)
			codes[n++].length = length;
	for (k = 0; k < n; k++) {
		if (k) {
			code++;
			code <<= codes[k].length - codes[k - 1].length;
		}
		codes[k].bits = code;
	}
	return n;
}

/* Bits to bytes, with stuffing. */
struct writer {
	uint8_t byte[16 * SYMBOLS];
	size_t size;
	unsigned int acc, n;
};

static void put_bit(struct writer *w, unsigned int bit)
{
	w->acc = w->acc << 1 | bit;
	if (++w->n < 8)
		return;
	w->byte[w->size++] = (uint8_t)w->acc;
	if (w->acc == 0xff)
		w->byte[w->size++] = 0x00;
	w->acc = w->n = 0;
}

static void put_code(struct writer *w, const struct code *c)
{
	unsigned int i;

	for (i = c->length; i--;)
		put_bit(w, c->bits >> i & 1);
}

static void flush(struct writer *w)
{
	while (w->n)
		put_bit(w, 1);
}

static struct lc_huff *new_table(void)
{
	struct lc_huff *t = calloc(1, sizeof(*t));

	ck_assert_ptr_nonnull(t);
	return t;
}

/* What the next 16 bits @bits decode to; *ret_length is what was used of them. */
static int decode16(const struct lc_huff *t, uint32_t bits, unsigned int *ret_length)
{
	struct lc_bits b = { .buf = (uint64_t)bits << 48, .bits = 63 };
	int symbol = lc_huff_get(t, &b);

	*ret_length = 63 - b.bits;
	return symbol;
}

/* All 65536 of them, against a search through the list of codes. */
static void check_all_codes(const struct lc_huff *t, const struct dht *d)
{
	struct code codes[256];
	unsigned int n = codes_of(d, codes), k, length;
	uint32_t bits;

	for (bits = 0; bits < 65536; bits++) {
		int right = -1, symbol = decode16(t, bits, &length);

		for (k = 0; k < n; k++) {
			if (bits >> (16 - codes[k].length) == codes[k].bits) {
				right = d->symbols[k];
				break;
			}
		}
		/* ck_assert would make a system call for each of them. */
		if (symbol != right)
			ck_abort_msg("bits %04x: %d, not %d", bits, symbol, right);
		if (length != (right < 0 ? 0 : codes[k].length))
			ck_abort_msg("bits %04x: %u of them used", bits, length);
	}
}

static struct dht make_dht(const uint8_t counts[16])
{
	struct dht d = { 0 };
	unsigned int i;

	memcpy(d.counts, counts, 16);
	for (i = 0; i < 256; i++)
		d.symbols[i] = (uint8_t)(255 - i);
	return d;
}

START_TEST(test_two_symbols)
{
	struct dht d = { { 1, 1 }, { 0x42, 0x17 } };
	struct lc_huff *t = new_table();
	unsigned int length;

	ck_assert_int_eq(lc_huff_build(t, d.counts), 0);
	ck_assert(t->built);
	ck_assert_uint_eq(t->n_symbols, 2);
	ck_assert_int_eq(decode16(t, 0x0000, &length), 0x42);
	ck_assert_uint_eq(length, 1);
	ck_assert_int_eq(decode16(t, 0x8000, &length), 0x17);
	ck_assert_uint_eq(length, 2);
	ck_assert_int_eq(decode16(t, 0xc000, &length), -1);
	check_all_codes(t, &d);
	free(t);
}
END_TEST

static const struct {
	uint8_t counts[16];
	int r;
} kraft[] = {
	{ { 2 }, 0 },
	{ { 3 }, -EBADMSG },
	{ { 1, 2 }, 0 },
	{ { 1, 3 }, -EBADMSG },
	{ { 0, 4 }, 0 },
	{ { 0, 5 }, -EBADMSG },
	{ { 2, 1 }, -EBADMSG },
	{ { 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 }, -EBADMSG },
	{ { 0, 0, 0, 0, 0, 0, 0, 255 }, 0 },
	{ { 0, 0, 0, 0, 0, 0, 0, 255, 1 }, 0 },
	{ { 0, 0, 0, 0, 0, 0, 128, 128 }, -EBADMSG },
	{ { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2 }, 0 },
	{ { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3 }, -EBADMSG },
	{ { 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1 }, -EBADMSG },
	{ { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 255 }, 0 },
	/* More than 256 codes. */
	{ { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 255 }, -EBADMSG },
	{ { 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255 }, -EBADMSG },
};

/* Lengths that are no prefix code are refused; full and half-empty codes are not. */
START_TEST(test_kraft)
{
	struct dht d = make_dht(kraft[_i].counts);
	struct lc_huff *t = new_table();

	ck_assert_int_eq(lc_huff_build(t, d.counts), kraft[_i].r);
	ck_assert_int_eq(t->built, kraft[_i].r == 0);
	if (kraft[_i].r == 0)
		check_all_codes(t, &d);
	free(t);
}
END_TEST

START_TEST(test_empty)
{
	struct dht d = { 0 };
	struct lc_huff *t = new_table();

	ck_assert_int_eq(lc_huff_build(t, d.counts), 0);
	check_all_codes(t, &d);
	free(t);
}
END_TEST

/* One code of each length, so also on both sides of where the lookahead ends. */
START_TEST(test_lengths)
{
	struct dht d = { { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }, { 0 } };
	struct lc_huff *t = new_table();
	unsigned int i, length;

	for (i = 0; i < 16; i++)
		d.symbols[i] = (uint8_t)(0xa0 + i);
	ck_assert_int_eq(lc_huff_build(t, d.counts), 0);
	for (i = 1; i <= 16; i++) {
		uint32_t bits = (0xffffu << (17 - i)) & 0xffff;

		ck_assert_int_eq(decode16(t, bits, &length), (int)(0xa0 + i - 1));
		ck_assert_uint_eq(length, i);
	}
	ck_assert_int_eq(decode16(t, 0xffff, &length), -1);
	check_all_codes(t, &d);
	free(t);
}
END_TEST

/* Nothing but codes of one length. */
START_TEST(test_one_length)
{
	uint8_t counts[16] = { 0 };
	struct lc_huff *t = new_table();
	struct dht d;

	counts[_i - 1] = (uint8_t)(_i < 8 ? 1 << _i : 255);
	d = make_dht(counts);
	ck_assert_int_eq(lc_huff_build(t, d.counts), 0);
	check_all_codes(t, &d);
	free(t);
}
END_TEST

/* Random lengths that a prefix code can have, often not all of what it could. */
static struct dht random_dht(void)
{
	struct dht d = { 0 };
	unsigned int space = 1, left = 256, i, k;

	for (i = 0; i < 16; i++) {
		unsigned int most, n;

		space *= 2;
		most = space < left ? space : left;
		if (most > 255)
			most = 255;
		n = next_random() % 3 ? next_random() % (most / 4 + 2) : 0;
		if (n > most)
			n = most;
		d.counts[i] = (uint8_t)n;
		space -= n;
		left -= n;
		if (space > 65536)
			space = 65536;
	}
	for (i = 0; i < 256; i++)
		d.symbols[i] = (uint8_t)i;
	for (i = 255; i; i--) {
		uint8_t s = d.symbols[i];

		k = next_random() % (i + 1);
		d.symbols[i] = d.symbols[k];
		d.symbols[k] = s;
	}
	return d;
}

static void round_trip(const struct lc_huff *t, const struct dht *d)
{
	struct writer *w = calloc(1, sizeof(*w));
	uint8_t right[SYMBOLS];
	struct code codes[256];
	unsigned int n = codes_of(d, codes), i;
	static struct lc_feed feed;
	struct lc_bits b;

	ck_assert_ptr_nonnull(w);
	for (i = 0; n && i < SYMBOLS; i++) {
		unsigned int k = next_random() % n;

		put_code(w, &codes[k]);
		right[i] = d->symbols[k];
	}
	flush(w);
	lc_feed_init(&feed, lc_copy_until_ff_c);
	lc_feed_start(&feed, &b, w->byte, w->byte + w->size);
	for (i = 0; n && i < SYMBOLS; i++) {
		lc_feed_ready(&feed, &b);
		lc_bits_refill(&b);
		if (lc_huff_get(t, &b) != right[i])
			ck_abort_msg("symbol %u is not %d", i, right[i]);
	}
	ck_assert(!lc_bits_overran(&b));
	free(w);
}

START_TEST(test_random)
{
	struct lc_huff *t = new_table();
	unsigned int i;

	for (i = 0; i < 200; i++) {
		struct dht d = random_dht();

		ck_assert_int_eq(lc_huff_build(t, d.counts), 0);
		round_trip(t, &d);
		if (i % 10 == 0)
			check_all_codes(t, &d);
	}
	free(t);
}
END_TEST

/* Annex K's tables are prefix codes that leave out the code of ones only, and decode. */
START_TEST(test_annex_k)
{
	const uint8_t *k = lc_huff_annex_k[_i / 2][_i % 2];
	struct lc_huff *t = new_table();
	struct dht d = { 0 };
	unsigned int n = 0, i, length;

	ck_assert_int_eq(lc_huff_build(t, k), 0);
	for (i = 0; i < 16; i++)
		n += k[i];
	ck_assert_uint_eq(n, _i / 2 ? 162 : 12);
	memcpy(&d, k, 16 + n);
	check_all_codes(t, &d);
	round_trip(t, &d);
	ck_assert_int_eq(decode16(t, 0xffff, &length), -1);
	free(t);
}
END_TEST

#if defined(HAVE_TURBOJPEG) && HAVE_TURBOJPEG
static void compare_table(const uint8_t *ours, const JHUFF_TBL *theirs)
{
	unsigned int n = 0, i;

	ck_assert_ptr_nonnull(theirs);
	for (i = 0; i < 16; i++)
		n += ours[i];
	ck_assert_mem_eq(ours, theirs->bits + 1, 16);
	ck_assert_mem_eq(ours + 16, theirs->huffval, n);
}

START_TEST(test_annex_k_peer)
{
	struct jpeg_error_mgr error;
	struct jpeg_compress_struct c;
	unsigned int i;

	c.err = jpeg_std_error(&error);
	jpeg_create_compress(&c);
	c.input_components = 3;
	c.in_color_space = JCS_YCbCr;
	jpeg_set_defaults(&c);
	for (i = 0; i < 2; i++) {
		compare_table(lc_huff_annex_k[0][i], c.dc_huff_tbl_ptrs[i]);
		compare_table(lc_huff_annex_k[1][i], c.ac_huff_tbl_ptrs[i]);
	}
	jpeg_destroy_compress(&c);
}
END_TEST
#else
START_TEST(test_annex_k_peer)
{
	test_skip("turbojpeg", "built without libjpeg-turbo to compare with");
}
END_TEST
#endif

/* A mark in the table: what is kept still has it, what is made anew has not. */
static void mark(struct lc_huff *t)
{
	t->limit[0] = 0xdead;
}

static bool marked(const struct lc_huff *t)
{
	return t->limit[0] == 0xdead;
}

START_TEST(test_cache)
{
	struct dht a = make_dht((const uint8_t[16]){ 0, 1, 3, 2 });
	struct dht same, b;
	struct lc_huff *t = new_table();

	ck_assert_int_eq(lc_huff_build(t, a.counts), 0);
	mark(t);
	same = a;
	same.symbols[6]++; /* behind the table's end: not of it */
	ck_assert_int_eq(lc_huff_build(t, same.counts), 0);
	ck_assert(t->built && marked(t));
	check_all_codes(t, &a);

	b = a;
	b.symbols[5]++;
	ck_assert_int_eq(lc_huff_build(t, b.counts), 0);
	ck_assert(t->built && !marked(t));
	check_all_codes(t, &b);

	b.counts[3]--;
	mark(t);
	ck_assert_int_eq(lc_huff_build(t, b.counts), 0);
	ck_assert(!marked(t));
	check_all_codes(t, &b);
	free(t);
}
END_TEST

/* A refused table is neither kept nor does it leave the one before it in place. */
START_TEST(test_cache_refused)
{
	struct dht good = make_dht((const uint8_t[16]){ 0, 1, 3, 2 });
	struct dht bad = make_dht((const uint8_t[16]){ 1, 3 });
	struct lc_huff *t = new_table();

	ck_assert_int_eq(lc_huff_build(t, good.counts), 0);
	ck_assert_int_eq(lc_huff_build(t, bad.counts), -EBADMSG);
	ck_assert(!t->built);
	ck_assert_int_eq(lc_huff_build(t, bad.counts), -EBADMSG);
	ck_assert(!t->built);
	ck_assert_int_eq(lc_huff_build(t, good.counts), 0);
	ck_assert(t->built);
	check_all_codes(t, &good);
	free(t);
}
END_TEST

/* Going from long codes to short ones leaves nothing of the longer ones behind. */
START_TEST(test_rebuild)
{
	struct lc_huff *t = new_table();
	unsigned int i;

	for (i = 0; i < 20; i++) {
		struct dht longer = random_dht();
		struct dht shorter = make_dht((const uint8_t[16]){ 1 });

		ck_assert_int_eq(lc_huff_build(t, longer.counts), 0);
		ck_assert_int_eq(lc_huff_build(t, shorter.counts), 0);
		check_all_codes(t, &shorter);
	}
	free(t);
}
END_TEST

/* Table number @n of many. */
static struct dht numbered(unsigned int n)
{
	struct dht d = make_dht((const uint8_t[16]){ 0, 1, 3, 2 });

	d.symbols[0] = (uint8_t)n;
	return d;
}

/* Tables in turn are made once, as long as they aren't more than the cache has. */
START_TEST(test_cached)
{
	struct lc_huff_cache *cache = calloc(1, sizeof(*cache));
	const struct lc_huff *t[LC_HUFF_CACHE + 1];
	struct dht d, bad = make_dht((const uint8_t[16]){ 1, 3 });
	unsigned int i, round;

	ck_assert_ptr_nonnull(cache);
	for (round = 0; round < 3; round++) {
		for (i = 0; i < LC_HUFF_CACHE; i++) {
			d = numbered(i);
			if (round == 0) {
				t[i] = lc_huff_cached_ac(cache, d.counts);
				ck_assert_ptr_nonnull(t[i]);
				mark((struct lc_huff *)t[i]);
			}
			ck_assert_ptr_eq(lc_huff_cached_ac(cache, d.counts), t[i]);
			ck_assert(marked(t[i]));
		}
	}
	/* One more takes the place of the first, which was not used for longest. */
	d = numbered(LC_HUFF_CACHE);
	ck_assert_ptr_eq(lc_huff_cached_ac(cache, d.counts), t[0]);
	check_all_codes(t[0], &d);
	for (i = 1; i < LC_HUFF_CACHE; i++) {
		d = numbered(i);
		ck_assert_ptr_eq(lc_huff_cached_ac(cache, d.counts), t[i]);
		ck_assert(marked(t[i]));
	}
	/* What is refused costs one place and is no table. */
	ck_assert_ptr_null(lc_huff_cached_ac(cache, bad.counts));
	ck_assert_ptr_null(lc_huff_cached_ac(cache, bad.counts));
	for (i = 1; i < LC_HUFF_CACHE; i++) {
		d = numbered(i);
		ck_assert_ptr_eq(lc_huff_cached_ac(cache, d.counts), t[i]);
		ck_assert(marked(t[i]));
	}
	free(cache);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("huffman");
	TCase *tc = tcase_create("huffman");

	tcase_add_test(tc, test_two_symbols);
	tcase_add_loop_test(tc, test_kraft, 0, sizeof(kraft) / sizeof(kraft[0]));
	tcase_add_test(tc, test_empty);
	tcase_add_test(tc, test_lengths);
	tcase_add_loop_test(tc, test_one_length, 1, 17);
	tcase_add_test(tc, test_random);
	tcase_add_loop_test(tc, test_annex_k, 0, 4);
	tcase_add_test(tc, test_annex_k_peer);
	tcase_add_test(tc, test_cache);
	tcase_add_test(tc, test_cache_refused);
	tcase_add_test(tc, test_rebuild);
	tcase_add_test(tc, test_cached);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("huffman", make_suite);
}
