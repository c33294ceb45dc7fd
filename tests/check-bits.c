/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The bit reader of entropy-coded data, and what feeds it, against one that goes bit by bit:
 * stuffing, fill bytes, markers, the zeros that stand in behind the end and when they are
 * noticed, where in the stream a bit is, and that nothing is read past the end.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dsp.h"
#include "feed.h"

#include "test.h"

#define DATA 4096
#define LONG (5 * LC_FEED_SIZE + 77)

static uint32_t rng = 1;

static uint32_t next_random(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

/* What a segment says: its bytes without stuffing, up to the first marker. */
struct plain {
	uint8_t byte[LONG];
	uint32_t place[LONG + 1]; /* of each in the segment, and where it ends */
	size_t size;
	size_t used; /* bits that were read, those behind the end too */
};

static void plain_of(struct plain *t, const uint8_t *p, size_t size)
{
	size_t i = 0;

	t->size = t->used = 0;
	t->place[0] = 0;
	while (i < size) {
		size_t next = i + 1;

		if (p[i] == 0xff) {
			while (next < size && p[next] == 0xff)
				next++;
			if (next == size || p[next] != 0)
				return;
			next++;
		}
		t->byte[t->size++] = p[i];
		t->place[t->size] = (uint32_t)next;
		i = next;
	}
}

static uint32_t plain_get(struct plain *t, unsigned int n)
{
	uint32_t v = 0;

	for (; n; n--, t->used++) {
		unsigned int bit = 0;

		if (t->used < 8 * t->size)
			bit = t->byte[t->used / 8] >> (7 - t->used % 8) & 1;
		v = v << 1 | bit;
	}
	return v;
}

static bool plain_overran(const struct plain *t)
{
	return t->used > 8 * t->size;
}

/* Memory of the exact size, so that AddressSanitizer sees what is read past it. */
static uint8_t *exact_copy(const uint8_t *p, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	ck_assert_ptr_nonnull(copy);
	if (size)
		memcpy(copy, p, size);
	return copy;
}

/* One for all tests of a process: what an interval leaves behind must not harm the next. */
static struct lc_feed feed;
static struct lc_bits b;
static struct plain t;

static void setup(void)
{
	lc_feed_init(&feed, lc_copy_until_ff_c);
}

static void start(const uint8_t *data, size_t size)
{
	lc_feed_start(&feed, &b, data, data + size);
}

/* As before each MCU, whose bits the tests take far less of. */
static void refill(void)
{
	lc_feed_ready(&feed, &b);
	lc_bits_refill(&b);
}

/* Behind the bytes that bits were read of; that is never behind the segment. */
static size_t place(const uint8_t *data)
{
	return (size_t)(lc_feed_position(&feed, &b) - data);
}

static size_t plain_place(void)
{
	size_t n = (t.used + 7) / 8;

	return t.place[n < t.size ? n : t.size];
}

/* Zeros for all that an MCU may take, whatever stood there before. */
static void check_padding(void)
{
	const uint8_t *p;

	for (p = b.end; p < b.end + LC_FEED_NEED + 8; p++)
		quick_assert(*p == 0 || !feed.ended);
}

/* Read all of it and 200 bits more, in pieces of 1 to @most bits, by both readers. */
static void compare(const uint8_t *p, size_t size, unsigned int most)
{
	uint8_t *data = exact_copy(p, size);

	plain_of(&t, data, size);
	start(data, size);
	check_padding();
	while (t.used < 8 * t.size + 200) {
		unsigned int n = 1 + next_random() % most;
		size_t at = t.used;
		uint32_t right = plain_get(&t, n);

		refill();
		quick_assert(lc_bits_left(&b) >= LC_BITS_REFILLED);
		quick_assert(lc_bits_peek(&b, n) == right);
		if (lc_bits_get(&b, n) != right)
			ck_abort_msg("bit %zu, %u bits", at, n);
		if (lc_bits_overran(&b) != plain_overran(&t))
			ck_abort_msg("%zu of %zu bits used", t.used, 8 * t.size);
		quick_assert(feed.next <= data + size);
		if (t.size < 64 || t.used % 64 == 0)
			quick_assert(place(data) == plain_place());
	}
	check_padding();
	free(data);
}

static void fill_random(uint8_t *p, size_t size, bool with_ff)
{
	size_t i;

	for (i = 0; i < size; i++) {
		p[i] = (uint8_t)(next_random() >> 8);
		if (p[i] == 0xff && !with_ff)
			p[i] = 0xfe;
	}
}

START_TEST(test_stuffing)
{
	static const uint8_t data[] = { 0xff, 0x00, 0x12, 0xff, 0x00, 0xff, 0x00, 0x34 };
	start(data, sizeof(data));
	refill();
	ck_assert_uint_eq(lc_bits_get(&b, 16), 0xff12);
	ck_assert_uint_eq(lc_bits_get(&b, 16), 0xffff);
	refill();
	ck_assert_uint_eq(lc_bits_get(&b, 8), 0x34);
	ck_assert(!lc_bits_overran(&b));
	lc_bits_drop(&b, 1);
	ck_assert(lc_bits_overran(&b));
}
END_TEST

/* A stuffed FF, and a marker, at each place of the first 24 bytes. */
START_TEST(test_ff_places)
{
	uint8_t data[40];
	size_t at;

	for (at = 0; at < 24; at++) {
		fill_random(data, sizeof(data), false);
		data[at] = 0xff;
		data[at + 1] = 0x00;
		compare(data, sizeof(data), 16);
		data[at + 1] = 0xd9;
		compare(data, sizeof(data), 16);
	}
}
END_TEST

START_TEST(test_random)
{
	uint8_t data[DATA];
	unsigned int most;

	for (most = 1; most <= 16; most++) {
		fill_random(data, sizeof(data), false);
		compare(data, sizeof(data), most);
	}
}
END_TEST

START_TEST(test_random_stuffed)
{
	uint8_t data[DATA];
	unsigned int i, most;

	for (most = 1; most <= 16; most++) {
		fill_random(data, sizeof(data), false);
		for (i = 0; i + 1 < sizeof(data); i += 37) {
			data[i] = 0xff;
			data[i + 1] = 0x00;
		}
		compare(data, sizeof(data), most);
	}
}
END_TEST

/* Runs of one to eleven FF before the stuffed zero: all of them are one byte FF. */
START_TEST(test_random_filled)
{
	uint8_t data[DATA];
	unsigned int i, n, most;

	for (most = 1; most <= 16; most++) {
		fill_random(data, sizeof(data), false);
		for (i = 0; i + 12 < sizeof(data); i += 23) {
			n = 1 + next_random() % 11;
			memset(data + i, 0xff, n);
			data[i + n] = 0x00;
		}
		compare(data, sizeof(data), most);
	}
}
END_TEST

/* Short segments, with whatever FF may come of itself: ends and markers at all places. */
START_TEST(test_random_short)
{
	uint8_t data[40];
	unsigned int i, k;

	for (i = 0; i < 20000; i++) {
		size_t size = next_random() % (sizeof(data) + 1);

		fill_random(data, sizeof(data), true);
		for (k = next_random() % 4; k; k--)
			data[next_random() % sizeof(data)] = 0xff;
		for (k = next_random() % 4; k; k--)
			data[next_random() % sizeof(data)] = 0x00;
		compare(data, size, 16);
	}
}
END_TEST

/* Where a marker stands the reader stays, however much is asked for. */
START_TEST(test_marker)
{
	static const uint8_t tails[][4] = {
		{ 0xff, 0xd0, 0x55, 0x55 },
		{ 0xff, 0xff, 0xd9, 0x55 },
		{ 0xff, 0x01, 0xff, 0x00 },
		{ 0xff, 0xff, 0xff, 0xff },
	};
	size_t head, k;

	for (k = 0; k < sizeof(tails) / sizeof(tails[0]); k++) {
		for (head = 0; head <= 20; head++) {
			uint8_t data[24];
					unsigned int i;

			memset(data, 0xa5, sizeof(data));
			memcpy(data + head, tails[k], 4);
			start(data, head + 4);
			for (i = 0; i < 100; i++) {
				refill();
				quick_assert(lc_bits_get(&b, 8) == (i < head ? 0xa5 : 0));
				quick_assert(lc_bits_overran(&b) == (i >= head));
			}
			ck_assert_ptr_eq(feed.next, data + head);
			ck_assert_ptr_eq(lc_feed_position(&feed, &b), data + head);
		}
	}
}
END_TEST

/* The first missing bit tells, and not the last one that is there. */
START_TEST(test_overran)
{
	uint8_t data[32];
	size_t size, used;

	memset(data, 0x5a, sizeof(data));
	for (size = 0; size <= sizeof(data); size++) {
	
		start(data, size);
		for (used = 1; used <= 8 * size + 300; used++) {
			refill();
			lc_bits_drop(&b, 1);
			quick_assert(lc_bits_overran(&b) == (used > 8 * size));
		}
	}
}
END_TEST

/* A new start forgets what was missing before. */
START_TEST(test_restart)
{
	static const uint8_t data[] = { 0x11, 0xff, 0xd0, 0x22, 0x33 };
	start(data, sizeof(data));
	refill();
	lc_bits_drop(&b, 20);
	ck_assert(lc_bits_overran(&b));
	ck_assert_ptr_eq(feed.next, data + 1);
	lc_feed_start(&feed, &b, feed.next + 2, data + sizeof(data));
	refill();
	ck_assert(!lc_bits_overran(&b));
	ck_assert_uint_eq(lc_bits_get(&b, 16), 0x2233);
}
END_TEST

/*
 * A run of FF is walked through once: either it ends in a stuffed zero, and the feed goes
 * behind it, or it stays there, and no later refill looks again.
 */
START_TEST(test_ff_run)
{
	const size_t size = 4 << 20;
	uint8_t *data = malloc(size);
	unsigned int i;

	ck_assert_ptr_nonnull(data);
	memset(data, 0xff, size);
	start(data, size);
	for (i = 0; i < 1000; i++) {
		refill();
		quick_assert(lc_bits_get(&b, 16) == 0);
		quick_assert(feed.next == data && feed.ended);
	}
	ck_assert(lc_bits_overran(&b));

	data[size - 2] = 0x00;
	data[size - 1] = 0x77;
	start(data, size);
	refill();
	ck_assert_uint_eq(lc_bits_get(&b, 16), 0xff77);
	ck_assert(!lc_bits_overran(&b));
	ck_assert_ptr_eq(feed.next, data + size);
	free(data);
}
END_TEST

/* Segments of all small sizes, at the end of memory that may be read. */
START_TEST(test_page_end)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size;
	uint8_t *map = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned int i;

	ck_assert_ptr_ne(map, MAP_FAILED);
	ck_assert_int_eq(mprotect(map + page, page, PROT_NONE), 0);
	for (i = 0; i < 3; i++) {
		for (size = 0; size <= 64; size++) {
			uint8_t *data = map + page - size;
		
			fill_random(data, size, false);
			if (i && size)
				data[size - 1] = 0xff;
			if (i == 2 && size >= 4)
				data[size - 4] = 0xff;
			plain_of(&t, data, size);
			start(data, size);
			while (t.used < 8 * size + 128) {
				refill();
				quick_assert(lc_bits_get(&b, 7) == plain_get(&t, 7));
			}
		}
	}
	munmap(map, 2 * page);
}
END_TEST

/* More than the feed lays out at once, read as fast as MCUs may, with FF at all places. */
START_TEST(test_long)
{
	static uint8_t data[LONG];
	unsigned int i, k;

	for (k = 0; k < 12; k++) {
		fill_random(data, sizeof(data), false);
		for (i = 0; k && i + 1 < sizeof(data); i += 1 + next_random() % (1u << k)) {
			data[i] = 0xff;
			data[++i] = 0x00;
		}
		compare(data, sizeof(data), 16);
		compare(data, sizeof(data) / 3 + k, 16);
		compare(data, k, 16);
	}
}
END_TEST

/* An MCU that takes all that one may, from each place in what is laid out. */
START_TEST(test_need)
{
	static uint8_t data[LONG];
	size_t at, i;

	fill_random(data, sizeof(data), false);
	for (at = LC_FEED_SIZE - LC_FEED_NEED - 20; at < LC_FEED_SIZE - LC_FEED_NEED + 20; at++) {
		plain_of(&t, data, sizeof(data));
		start(data, sizeof(data));
		for (i = 0; i < at; i++, t.used += 8) {
			refill();
			lc_bits_drop(&b, 8);
		}
		lc_feed_ready(&feed, &b);
		for (i = 0; i < LC_FEED_NEED - 8; i++) {
			lc_bits_refill(&b);
			quick_assert(lc_bits_get(&b, 8) == plain_get(&t, 8));
		}
		quick_assert(!lc_bits_overran(&b));
		quick_assert(place(data) == plain_place());
	}
}
END_TEST

/* How many bytes are laid out before the one at @at of the segment, or NOT_YET. */
static uint64_t plain_before(size_t at)
{
	size_t n;

	for (n = 0; n <= t.size; n++)
		if (t.place[n] == at)
			return n;
	return LC_FEED_NOT_YET;
}

/* Read up to the mark and some way on: it is noted in time, and harms no bit. */
static void check_mark(const uint8_t *data, size_t size, size_t mark)
{
	uint64_t right = plain_before(mark);
	size_t end = mark < size ? mark + LC_FEED_SIZE + 1000 : mark;

	t.used = 0;
	feed.mark = data + mark;
	start(data, size);
	while (t.used < 8 * t.size + 200 && t.used < 8 * end) {
		unsigned int n = 1 + next_random() % 16;

		refill();
		quick_assert(lc_bits_get(&b, n) == plain_get(&t, n));
		quick_assert(feed.mark_at == LC_FEED_NOT_YET || feed.mark_at == right);
		quick_assert(right == LC_FEED_NOT_YET || t.used <= 8 * right ||
			     feed.mark_at == right);
		quick_assert(lc_bits_overran(&b) == plain_overran(&t));
		if (t.used % 64 == 0 && !plain_overran(&t))
			quick_assert(lc_feed_bits_before(&feed, &b) == t.used);
	}
	quick_assert(feed.mark_at == right);
	feed.mark = NULL;
}

/* Each place of the first bytes, on both sides of where the feed is full, and at the end. */
START_TEST(test_mark)
{
	static uint8_t data[LONG];
	static const size_t around[] = { 0, LC_FEED_SIZE, 2 * LC_FEED_SIZE, LONG };
	unsigned int i, k, w;
	size_t at, from, size;

	for (k = 0; k < 8; k++) {
		fill_random(data, sizeof(data), false);
		for (i = 0; k && i + 1 < sizeof(data); i += 1 + next_random() % (1u << k)) {
			data[i] = 0xff;
			data[++i] = 0x00;
		}
		size = sizeof(data) - next_random() % 100;
		if (k == 7) /* the segment ends before, in fill bytes and a marker */
			memcpy(data + 2 * LC_FEED_SIZE - 7, "\xff\xff\xd9", 3);
		plain_of(&t, data, size);
		for (w = 0; w < sizeof(around) / sizeof(around[0]); w++) {
			from = around[w] < 20 ? 0 : around[w] - 20;
			for (at = from; at < from + 40 && at <= size; at++)
				if (at == 0 || data[at - 1] != 0xff)
					check_mark(data, size, at);
		}
		check_mark(data, size, size);
		for (i = 0; i < 20; i++) {
			at = 1 + next_random() % (size - 1);
			if (data[at - 1] != 0xff)
				check_mark(data, size, at);
		}
	}
}
END_TEST

/* A mark that the reader comes to is noted as soon as it is laid out, not when it is read. */
START_TEST(test_mark_early)
{
	static uint8_t data[LONG];

	fill_random(data, sizeof(data), false);
	data[10] = 0xff;
	data[11] = 0x00;
	feed.mark = data + 12;
	start(data, sizeof(data));
	ck_assert_uint_eq(feed.mark_at, 11);
	feed.mark = data + LC_FEED_SIZE + 1; /* the feed is full before it */
	start(data, sizeof(data));
	ck_assert_uint_eq(feed.mark_at, LC_FEED_SIZE);
	feed.mark = data + LC_FEED_SIZE + 2;
	start(data, sizeof(data));
	ck_assert(feed.mark_at == LC_FEED_NOT_YET);
	feed.mark = data;
	start(data, sizeof(data));
	ck_assert_uint_eq(feed.mark_at, 0);
	feed.mark = NULL;
	start(data, sizeof(data));
	ck_assert(feed.mark_at == LC_FEED_NOT_YET);
}
END_TEST

/* All widths that peek allows. */
START_TEST(test_peek)
{
	static const uint8_t data[] = { 0x9c, 0x63, 0x5a, 0xa5, 0x0f, 0xf0, 0x12, 0x34 };
	unsigned int n;

	start(data, sizeof(data));
	refill();
	for (n = 1; n <= 32; n++)
		ck_assert_uint_eq(lc_bits_peek(&b, n), UINT32_C(0x9c635aa5) >> (32 - n));
}
END_TEST

START_TEST(test_extend)
{
	unsigned int n;
	uint32_t v;

	ck_assert_int_eq(lc_extend(5, 3), 5);
	ck_assert_int_eq(lc_extend(0, 3), -7);
	ck_assert_int_eq(lc_extend(1, 3), -6);
	ck_assert_int_eq(lc_extend(3, 3), -4);
	ck_assert_int_eq(lc_extend(0, 1), -1);
	ck_assert_int_eq(lc_extend(1, 1), 1);
	/* T.81 figure F.12: from 2^(n-1) on a value is itself, below it is shifted. */
	for (n = 1; n <= 16; n++) {
		int64_t all = INT64_C(1) << n;

		for (v = 0; v < all; v++)
			quick_assert(lc_extend(v, n) ==
				     (v >= all / 2 ? (int64_t)v : v - all + 1));
	}
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("bits");
	TCase *tc = tcase_create("bits");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, test_stuffing);
	tcase_add_test(tc, test_ff_places);
	tcase_add_test(tc, test_random);
	tcase_add_test(tc, test_random_stuffed);
	tcase_add_test(tc, test_random_filled);
	tcase_add_test(tc, test_random_short);
	tcase_add_test(tc, test_marker);
	tcase_add_test(tc, test_overran);
	tcase_add_test(tc, test_restart);
	tcase_add_test(tc, test_ff_run);
	tcase_add_test(tc, test_page_end);
	tcase_add_test(tc, test_long);
	tcase_add_test(tc, test_need);
	tcase_add_test(tc, test_mark);
	tcase_add_test(tc, test_mark_early);
	tcase_add_test(tc, test_peek);
	tcase_add_test(tc, test_extend);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("bits", make_suite);
}
