/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Blobs without a zero byte: as they must be, there and back, against a reader of COBS that
 * goes byte by byte; and carriers that are none.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <pelorus/carrier.h>

#include "guarded.h"
#include "interop-golden.h"
#include "test.h"

#define ROOM (1u << 17)

static uint8_t blob[ROOM], carrier[ROOM], back[ROOM];

static const PelorusSideData meta = {
	.frame_pts = 123456,
	.bit_depth = 10,
	.grid_cols = 16,
	.grid_rows = 9,
	.producer_id = PEL_FOURCC('P', 'L', 'R', 'S'),
};

/* A header, and @tail bytes of that value behind it. Returns the length. */
static size_t make_blob(size_t tail, uint8_t value)
{
	size_t size;

	quick_assert(pel_blob_pack_into(&meta, NULL, 0, blob, ROOM, &size) == PEL_OK);
	memset(blob + size, value, tail);
	return size + tail;
}

/* COBS, a byte at a time, as the paper has it; the length, or 0. */
static size_t read_cobs(const uint8_t *in, size_t n, uint8_t *out)
{
	unsigned int left = 0;
	bool zero = false;
	size_t size = 0;

	while (n--) {
		uint8_t c = *in++;

		if (!c)
			return 0;
		if (left) {
			out[size++] = c;
			left--;
			continue;
		}
		if (zero)
			out[size++] = 0;
		left = c - 1u;
		zero = c != 255;
	}
	return left ? 0 : size;
}

/* Encode @len bytes, and see that they come back by both ways. Returns the carrier's length. */
static size_t there_and_back(size_t len)
{
	const uint8_t *p;
	size_t size, n;

	quick_assert(pel_blob_carrier_encode(blob, len, NULL, 0, &n) == PEL_ERR_RANGE);
	quick_assert(pel_blob_carrier_encode(blob, len, carrier, n - 1, &size) ==
		     PEL_ERR_RANGE);
	quick_assert(size == n);
	quick_assert(pel_blob_carrier_encode(blob, len, carrier, n, &size) == PEL_OK);
	quick_assert(size == n && n <= PEL_CARRIER_MAX_LEN(len));
	quick_assert(!memcmp(carrier, pelorus_carrier_uuid, 16));
	quick_assert(!memchr(carrier, 0, n));

	quick_assert(read_cobs(carrier + 16, n - 16, back) == len - 16);
	quick_assert(!memcmp(back, blob + 16, len - 16));

	memset(back, 0xee, ROOM);
	quick_assert(pel_blob_unwrap(carrier, n, back, n - 1, &p, &size) == PEL_ERR_RANGE);
	quick_assert(size == n && !p);
	quick_assert(pel_blob_unwrap(carrier, n, back, n, &p, &size) == PEL_OK);
	quick_assert(p == back && size == len);
	quick_assert(!memcmp(back, blob, len));
	return n;
}

START_TEST(test_golden)
{
	size_t size;

	ck_assert_uint_eq(make_blob(0, 0), 64);
	blob[16 + 10] = PELORUS_CARRIER_MINOR;
	ck_assert_int_eq(pel_blob_carrier_encode(blob, 64, carrier, ROOM, &size), PEL_OK);
	ck_assert_uint_eq(size, sizeof(golden_carrier));
	ck_assert_mem_eq(carrier, golden_carrier, size);
	ck_assert_uint_eq(there_and_back(64), 65);
}
END_TEST

/* Where blocks end. */
static const struct {
	size_t tail;
	uint8_t value;
	size_t want;
} lengths[] = {
	{ 0, 0, 65 },     { 40000, 0, 40065 }, { 254, 1, 319 },
	{ 255, 1, 321 },  { 508, 1, 574 },     { 253, 255, 318 },
};

START_TEST(test_lengths)
{
	ck_assert_uint_eq(there_and_back(make_blob(lengths[_i].tail, lengths[_i].value)),
			  lengths[_i].want);
}
END_TEST

/* Zeros at random, of every share, with block ends everywhere. */
START_TEST(test_random)
{
	int i;

	for (i = 0; i < 2000; i++) {
		size_t len = make_blob(next_random() % 1200, 7), at;
		uint32_t rare = 1 + next_random() % 600;

		for (at = 64; at < len; at++)
			if (next_random() % rare == 0)
				blob[at] = 0;
		there_and_back(len);
	}
}
END_TEST

START_TEST(test_goldens)
{
	memcpy(blob, goldens[_i].bytes, goldens[_i].size);
	there_and_back(goldens[_i].size);
}
END_TEST

/* With nothing behind the buffers. */
START_TEST(test_guarded)
{
	struct arena in = arena_make(4096), out = arena_make(4096);
	const struct golden *g = &goldens[_i];
	size_t need = PEL_CARRIER_MAX_LEN(g->size), size;
	uint8_t *from = arena_place(&in, g->size, true);
	uint8_t *to, *again;
	const uint8_t *p;

	memcpy(from, g->bytes, g->size);
	ck_assert_int_eq(pel_blob_carrier_encode(from, g->size, NULL, 0, &need),
			 PEL_ERR_RANGE);
	to = arena_place(&out, need, true);
	ck_assert_int_eq(pel_blob_carrier_encode(from, g->size, to, need, &size), PEL_OK);
	again = arena_place(&in, need, true);
	ck_assert_int_eq(pel_blob_unwrap(to, need, again, need, &p, &size), PEL_OK);
	ck_assert_uint_eq(size, g->size);
	ck_assert_mem_eq(p, g->bytes, size);
}
END_TEST

/* A blob as such is given back where it lies, and needs no room. */
START_TEST(test_plain)
{
	const uint8_t *p;
	size_t size;

	ck_assert_int_eq(pel_blob_unwrap(goldens[_i].bytes, goldens[_i].size, NULL, 0, &p,
					 &size),
			 PEL_OK);
	ck_assert_ptr_eq(p, goldens[_i].bytes);
	ck_assert_uint_eq(size, goldens[_i].size);
	/* By its UUID alone. */
	ck_assert_int_eq(pel_blob_unwrap(goldens[_i].bytes, 16, NULL, 0, &p, &size), PEL_OK);
	ck_assert_uint_eq(size, 16);
	ck_assert_int_eq(pel_blob_unwrap(goldens[_i].bytes, 15, NULL, 0, &p, &size),
			 PEL_ERR_ABSENT);
	ck_assert(!p && !size);
}
END_TEST

/* --- what is none --- */

/* COBS behind the UUID: @n bytes of @code, a full block or not, and what follows. */
static const struct {
	const char *what;
	uint8_t bytes[8];
	size_t n;
	int full; /* full blocks in front of them */
	pel_result want;
	size_t size; /* of the image */
} streams[] = {
	{ "nothing", { 0 }, 0, 0, PEL_ERR_TRUNCATED, 0 },
	{ "one empty block", { 1 }, 1, 0, PEL_ERR_TRUNCATED, 0 },
	{ "a zero for a code", { 0 }, 1, 0, PEL_ERR_ABI, 0 },
	{ "a zero for a later code", { 1, 0 }, 2, 1, PEL_ERR_ABI, 0 },
	{ "a zero for data", { 3, 5, 0 }, 3, 1, PEL_ERR_ABI, 0 },
	{ "a block past the end", { 4, 5, 5 }, 3, 1, PEL_ERR_ABI, 0 },
	{ "a full block past the end", { 255, 5, 5 }, 3, 0, PEL_ERR_ABI, 0 },
	{ "a code without data", { 2 }, 1, 1, PEL_ERR_ABI, 0 },
	{ "a full block", { 0 }, 0, 1, PEL_OK, 254 },
	{ "an empty block behind a full one", { 1 }, 1, 1, PEL_ERR_ABI, 0 },
	{ "the same behind two", { 1 }, 1, 2, PEL_ERR_ABI, 0 },
	{ "a zero behind a full block", { 1, 1 }, 2, 1, PEL_OK, 255 },
	{ "a byte behind a full block", { 2, 9 }, 2, 1, PEL_OK, 255 },
	{ "two full blocks", { 0 }, 0, 2, PEL_OK, 508 },
	{ "two zeros behind two", { 1, 1, 1 }, 3, 2, PEL_OK, 510 },
};

START_TEST(test_streams)
{
	struct arena a = arena_make(4096), room = arena_make(4096);
	size_t full = 255 * (size_t)streams[_i].full, len = 16 + full + streams[_i].n, size;
	uint8_t *data = arena_place(&a, len, true);
	uint8_t *scratch = arena_place(&room, len, true);
	const uint8_t *p;
	pel_result r;

	memcpy(data, pelorus_carrier_uuid, 16);
	memset(data + 16, 255, full);
	memcpy(data + 16 + full, streams[_i].bytes, streams[_i].n);
	r = pel_blob_unwrap(data, len, scratch, len, &p, &size);
	ck_assert_msg(r == streams[_i].want, "%s", streams[_i].what);
	ck_assert_ptr_eq(p, r == PEL_OK ? scratch : NULL);
	ck_assert_uint_eq(size, r == PEL_OK ? 16 + streams[_i].size : 0);
}
END_TEST

/* Cut anywhere a carrier is broken or too short, and never more than it was. */
START_TEST(test_cut)
{
	struct arena a = arena_make(4096), room = arena_make(4096);
	const uint8_t *p;
	size_t len, size;

	for (len = 0; len < sizeof(golden_carrier); len++) {
		uint8_t *data = arena_place(&a, len, true);
		uint8_t *scratch = arena_place(&room, len, true);
		pel_result r;

		memcpy(data, golden_carrier, len);
		r = pel_blob_unwrap(data, len, scratch, len, &p, &size);
		if (len < 16)
			quick_assert(r == PEL_ERR_ABSENT);
		else
			quick_assert(r == PEL_ERR_ABI || r == PEL_ERR_TRUNCATED);
		quick_assert(!p && !size);
	}
}
END_TEST

/* Random bytes and random changes: nothing but what is there is read and written. */
START_TEST(test_noise)
{
	struct arena a = arena_make(4096), room = arena_make(4096);
	int i, good = 0;

	for (i = 0; i < 100000; i++) {
		size_t len = 17 + next_random() % 80, size;
		uint8_t *data = arena_place(&a, len, true);
		uint8_t *scratch = arena_place(&room, len, true);
		const uint8_t *p;

		random_bytes(data, len);
		memcpy(data, pelorus_carrier_uuid, 16);
		if (i % 2) {
			memcpy(data, golden_carrier, len < 65 ? len : 65);
			data[16 + next_random() % (len - 16)] ^= 1;
		}
		if (pel_blob_unwrap(data, len, scratch, len, &p, &size) != PEL_OK) {
			quick_assert(!p && !size);
			continue;
		}
		good++;
		quick_assert(p == scratch && size >= 64 && size <= len);
	}
	ck_assert_int_gt(good, 100);
}
END_TEST

/* The least image: a header. */
START_TEST(test_least)
{
	uint8_t data[16 + 49], scratch[16 + 49];
	const uint8_t *p;
	size_t size;

	memcpy(data, pelorus_carrier_uuid, 16);
	memset(data + 16, 5, 49);
	data[16] = 48;
	ck_assert_int_eq(pel_blob_unwrap(data, 16 + 48, scratch, sizeof(scratch), &p, &size),
			 PEL_ERR_TRUNCATED);
	data[16] = 49;
	ck_assert_int_eq(pel_blob_unwrap(data, 16 + 49, scratch, sizeof(scratch), &p, &size),
			 PEL_OK);
	ck_assert_uint_eq(size, 64);
	/* What is in it is not this function's matter. */
	ck_assert_int_eq(pel_blob_is_present(p, size), 0);
}
END_TEST

START_TEST(test_refused)
{
	size_t len = make_blob(0, 0), size = 7;
	const uint8_t *p = blob;

	ck_assert_int_eq(pel_blob_carrier_encode(blob, len, carrier, ROOM, NULL),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(pel_blob_carrier_encode(NULL, len, carrier, ROOM, &size),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(size, 0);
	size = 7;
	ck_assert_int_eq(pel_blob_carrier_encode(blob, len, NULL, 1, &size), PEL_ERR_INVALID);
	ck_assert_uint_eq(size, 0);
	ck_assert_int_eq(pel_blob_carrier_encode(blob, 63, carrier, ROOM, &size),
			 PEL_ERR_ABSENT);
	ck_assert_int_eq(pel_blob_carrier_encode(golden_carrier, 65, carrier, ROOM, &size),
			 PEL_ERR_ABSENT);
	ck_assert_uint_eq(size, 0);

	size = 7;
	ck_assert_int_eq(pel_blob_unwrap(NULL, len, back, ROOM, &p, &size), PEL_ERR_INVALID);
	ck_assert(!p && size == 7);
	ck_assert_int_eq(pel_blob_unwrap(blob, len, back, ROOM, NULL, &size),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(size, 7);
	p = blob;
	ck_assert_int_eq(pel_blob_unwrap(blob, len, back, ROOM, &p, NULL), PEL_ERR_INVALID);
	ck_assert_ptr_null(p);
	ck_assert_int_eq(pel_blob_unwrap(blob, len, NULL, 1, &p, &size), PEL_ERR_INVALID);
	ck_assert_uint_eq(size, 7);
	/* Neither a blob nor a carrier, nor room for one. */
	memset(blob, 0xab, 64);
	ck_assert_int_eq(pel_blob_unwrap(blob, 64, back, ROOM, &p, &size), PEL_ERR_ABSENT);
	ck_assert(!p && !size);
	ck_assert_int_eq(pel_blob_unwrap(golden_carrier, 65, NULL, 0, &p, &size),
			 PEL_ERR_RANGE);
	ck_assert_uint_eq(size, 65);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-carrier");
	TCase *tc = tcase_create("carrier");

	tcase_add_test(tc, test_golden);
	tcase_add_loop_test(tc, test_lengths, 0, sizeof(lengths) / sizeof(lengths[0]));
	tcase_add_test(tc, test_random);
	tcase_add_loop_test(tc, test_goldens, 0, GOLDENS);
	tcase_add_loop_test(tc, test_guarded, 0, GOLDENS);
	tcase_add_loop_test(tc, test_plain, 0, GOLDENS);
	suite_add_tcase(s, tc);

	tc = tcase_create("broken");
	tcase_add_loop_test(tc, test_streams, 0, sizeof(streams) / sizeof(streams[0]));
	tcase_add_test(tc, test_cut);
	tcase_add_test(tc, test_noise);
	tcase_add_test(tc, test_least);
	tcase_add_test(tc, test_refused);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-carrier", make_suite);
}
