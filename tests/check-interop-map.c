/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Maps and locators that are looked for in blobs by what a section says of them, which may
 * be anything.
 */
#include "config.h"

#include <string.h>

#include <pelorus/interop.h>

#include "guarded.h"
#include "interop-golden.h"
#include "test.h"

enum {
	HEADER = 16,
	/* Of golden_telemetry_maps: the image, and its map of QP. */
	TOTAL = 224,
	QP = 168,
};

static pel_result map(const uint8_t *blob, size_t len, uint32_t offset, uint32_t size,
		      uint32_t count, uint32_t elem, const void **p)
{
	*p = blob;
	return pel_blob_map(blob, len, offset, size, count, elem, p);
}

/* --- goldens --- */

static const struct {
	const uint8_t *blob;
	size_t len;
	uint32_t offset, size, count, elem;
} maps[] = {
	{ golden_telemetry_maps, 240, 168, 16, 8, 2 },
	{ golden_telemetry_maps, 240, 184, 32, 8, 4 },
	{ golden_telemetry_maps, 240, 216, 8, 8, 1 },
	{ golden_telemetry_rows, 204, 168, 20, 5, 4 },
	{ golden_telemetry_odd, 195, 168, 6, 3, 2 },
	{ golden_telemetry_odd, 195, 176, 3, 3, 1 },
	{ golden_record, 151, 112, 23, 23, 1 },
	{ golden_qp_report, 150, 128, 6, 6, 1 },
};

/* Cut off anywhere there is no map, and never a byte behind the end is looked at. */
START_TEST(test_golden)
{
	size_t len = maps[_i].len, n;
	struct arena a = arena_make(4096);
	const void *p;

	for (n = 0; n <= len; n++) {
		pel_result want = n == len ? PEL_OK :
				  n < 64   ? PEL_ERR_ABSENT :
					     PEL_ERR_TRUNCATED;
		uint8_t *blob = arena_place(&a, n, true);

		memcpy(blob, maps[_i].blob, n);
		quick_assert(map(blob, n, maps[_i].offset, maps[_i].size, maps[_i].count,
				 maps[_i].elem, &p) == want);
		quick_assert(p == (want == PEL_OK ? blob + 16 + maps[_i].offset : NULL));
	}
}
END_TEST

/* Its size by the header, its bytes by its length: what is there counts. */
START_TEST(test_cut_by_header)
{
	size_t len = maps[_i].len, n;
	struct arena a = arena_make(4096);
	const void *p;

	for (n = 64; n < len; n++) {
		uint8_t *blob = arena_place(&a, n, true);
		uint32_t total = (uint32_t)n - 16;

		memcpy(blob, maps[_i].blob, n);
		memcpy(blob + HEADER + 12, &total, 4);
		quick_assert(map(blob, n, maps[_i].offset, maps[_i].size, maps[_i].count,
				 maps[_i].elem, &p) ==
			     (total < maps[_i].offset + maps[_i].size ? PEL_ERR_TRUNCATED :
									PEL_OK));
	}
}
END_TEST

START_TEST(test_misaligned)
{
	_Alignas(8) uint8_t room[512];
	const void *p;
	size_t shift;

	for (shift = 1; shift < 8; shift++) {
		memcpy(room + shift, maps[_i].blob, maps[_i].len);
		quick_assert(map(room + shift, maps[_i].len, maps[_i].offset, maps[_i].size,
				 maps[_i].count, maps[_i].elem, &p) == PEL_OK);
		quick_assert(p == room + shift + 16 + maps[_i].offset);
		quick_assert(!memcmp(p, maps[_i].blob + 16 + maps[_i].offset, maps[_i].size));
	}
}
END_TEST

/* --- numbers of more than 16 bits --- */

/*
 * A section of 0x12340 bytes, a short one behind it, and a map of 0x20000 bytes at the end:
 * each number has an upper half that counts.
 */
START_TEST(test_large)
{
	static const PelorusSideData meta = { .frame_pts = 1 };
	static uint8_t bytes[0x12340], blob[0x40000];
	static const PelorusMotionSection motion = { .block_size_log2 = 5 };
	static const PelorusPackSection list[] = {
		{ PEL_SEC_FILMGRAIN, bytes, sizeof(bytes) },
		{ PEL_SEC_MOTION, &motion, sizeof(motion) },
	};
	/* Behind header and directory, 48 + 32; and 36 bytes filled up to 40. */
	const uint32_t at = 80 + 0x12340, map_at = at + 40, total = map_at + 0x20000;
	const void *p;
	size_t len, got;

	random_bytes(bytes, sizeof(bytes));
	ck_assert_int_eq(pel_blob_pack_into(&meta, list, 2, blob, sizeof(blob), &len), PEL_OK);
	ck_assert_uint_eq(len, 16 + map_at);
	memcpy(blob + HEADER + 12, &total, 4);
	len = 16 + total;

	ck_assert_int_eq(pel_blob_find_section(blob, len, PEL_SEC_FILMGRAIN, SIZE_MAX, &p,
					       &got),
			 PEL_OK);
	ck_assert_ptr_eq(p, blob + 16 + 80);
	ck_assert_uint_eq(got, sizeof(bytes));
	ck_assert(!memcmp(p, bytes, got));
	ck_assert_int_eq(pel_blob_find_section(blob, len, PEL_SEC_MOTION, SIZE_MAX, &p, &got),
			 PEL_OK);
	ck_assert_ptr_eq(p, blob + 16 + at);
	ck_assert_uint_eq(got, 36);
	ck_assert(!memcmp(p, &motion, got));
	ck_assert_int_eq(map(blob, len, map_at, 0x20000, 0x8000, 4, &p), PEL_OK);
	ck_assert_ptr_eq(p, blob + 16 + map_at);

	/* A byte too few, of what was received and of what the header says. */
	ck_assert_int_eq(map(blob, len - 1, map_at, 0x20000, 0x8000, 4, &p),
			 PEL_ERR_TRUNCATED);
	blob[HEADER + 12]--;
	ck_assert_int_eq(map(blob, len, map_at, 0x20000, 0x8000, 4, &p), PEL_ERR_TRUNCATED);
}
END_TEST

/* --- what a section may say --- */

static const struct {
	uint32_t offset, size, count, elem;
	pel_result want;
} said[] = {
	{ QP, 16, 8, 2, PEL_OK },
	{ QP, 16, 7, 2, PEL_ERR_ABI },
	{ QP, 16, 9, 2, PEL_ERR_ABI },
	{ QP, 0, 8, 2, PEL_ERR_ABI },
	{ QP + 4, 16, 8, 2, PEL_ERR_ABI },
	{ QP + 1, 16, 8, 2, PEL_ERR_ABI },
	{ TOTAL + 8, 8, 8, 1, PEL_ERR_TRUNCATED },
	{ TOTAL, 8, 8, 1, PEL_ERR_TRUNCATED },
	{ 0xfffffff8, 8, 8, 1, PEL_ERR_TRUNCATED },
	/* 65536 x 65536 is no 32-bit 0. */
	{ QP, 0, 0x10000, 0x10000, PEL_ERR_ABI },
	{ QP, UINT32_MAX, UINT32_MAX, 1, PEL_ERR_TRUNCATED },
	{ QP, 1, UINT32_MAX, UINT32_MAX, PEL_ERR_ABI }, /* the product's lower half */
	/* The header and the directory are no map; behind them one may begin. */
	{ 0, 8, 8, 1, PEL_ERR_ABI },
	{ 48, 8, 8, 1, PEL_ERR_ABI },
	{ 56, 8, 8, 1, PEL_ERR_ABI },
	{ 64, 8, 8, 1, PEL_OK },
	{ 216, 8, 8, 1, PEL_OK }, /* up to the image's end */
	{ 216, 9, 9, 1, PEL_ERR_TRUNCATED },
	{ 216, 8, 1, 8, PEL_OK },
	/* As a clear bit leaves the two fields. */
	{ 0, 0, 8, 4, PEL_ERR_ABI },
	{ 0, 0, 0, 4, PEL_ERR_INVALID },
	{ QP, 16, 0, 2, PEL_ERR_INVALID },
	{ QP, 16, 8, 0, PEL_ERR_INVALID },
};

START_TEST(test_said)
{
	const void *p;

	ck_assert_int_eq(map(golden_telemetry_maps, 240, said[_i].offset, said[_i].size,
			     said[_i].count, said[_i].elem, &p),
			 said[_i].want);
	ck_assert_ptr_eq(p, said[_i].want == PEL_OK ?
				    golden_telemetry_maps + 16 + said[_i].offset :
				    NULL);
}
END_TEST

/* A map is bounded by the image's size, whatever was received behind it. */
START_TEST(test_total_size)
{
	uint8_t blob[256] = { 0 };
	const void *p;

	memcpy(blob, golden_telemetry_maps, 240);
	ck_assert_int_eq(map(blob, 256, 216, 16, 16, 1, &p), PEL_ERR_TRUNCATED);
	blob[HEADER + 12] = TOTAL + 8;
	ck_assert_int_eq(map(blob, 256, 216, 16, 16, 1, &p), PEL_OK);
	blob[HEADER + 12] = TOTAL - 1;
	ck_assert_int_eq(map(blob, 256, 216, 8, 8, 1, &p), PEL_ERR_TRUNCATED);
	blob[HEADER + 12] = TOTAL + 17;
	ck_assert_int_eq(map(blob, 256, 168, 16, 8, 2, &p), PEL_ERR_TRUNCATED);
}
END_TEST

/* --- the header --- */

static const struct {
	size_t at, size;
	uint32_t value;
	pel_result want;
} headers[] = {
	{ 0, 1, 0, PEL_ERR_ABSENT },
	{ HEADER, 1, 0, PEL_ERR_ABSENT },
	{ HEADER + 8, 2, 2, PEL_ERR_ABI },
	{ HEADER + 10, 2, 99, PEL_OK },
	{ HEADER + 12, 4, 225, PEL_ERR_TRUNCATED },
	{ HEADER + 16, 4, 0, PEL_OK }, /* the mask is not looked at */
	/* Nor is whether the directory fits, but a map doesn't lie in it. */
	{ HEADER + 20, 2, 65535, PEL_ERR_ABI },
	{ HEADER + 20, 2, 7, PEL_OK },
	{ HEADER + 20, 2, 8, PEL_ERR_ABI },
	{ HEADER + 22, 2, 40, PEL_ERR_TRUNCATED },
	{ HEADER + 22, 2, 47, PEL_ERR_TRUNCATED },
	{ HEADER + 22, 2, 52, PEL_OK }, /* nor whether the header ends at a multiple of 8 */
	{ HEADER + 22, 2, 152, PEL_OK },
	{ HEADER + 22, 2, 153, PEL_ERR_ABI },
	{ HEADER + 22, 2, 65535, PEL_ERR_ABI },
};

START_TEST(test_headers)
{
	uint8_t blob[240];
	const void *p;

	memcpy(blob, golden_telemetry_maps, 240);
	memcpy(blob + headers[_i].at, &headers[_i].value, headers[_i].size);
	ck_assert_int_eq(map(blob, 240, QP, 16, 8, 2, &p), headers[_i].want);
	ck_assert_ptr_eq(p, headers[_i].want == PEL_OK ? blob + 16 + QP : NULL);
}
END_TEST

START_TEST(test_order)
{
	uint8_t blob[240];
	const void *p;

	memcpy(blob, golden_telemetry_maps, 240);
	/* Its size before its place, that before its end. */
	ck_assert_int_eq(map(blob, 240, 0xffffffff, 16, 7, 2, &p), PEL_ERR_ABI);
	ck_assert_int_eq(map(blob, 240, 0xffffffff, 16, 8, 2, &p), PEL_ERR_ABI);
	/* The header before all of that, and the arguments before it. */
	blob[HEADER + 12] = 225;
	ck_assert_int_eq(map(blob, 240, QP + 1, 16, 7, 2, &p), PEL_ERR_TRUNCATED);
	blob[HEADER + 8] = 2;
	ck_assert_int_eq(map(blob, 240, QP + 1, 16, 7, 2, &p), PEL_ERR_ABI);
	blob[0] = 0;
	ck_assert_int_eq(map(blob, 240, QP + 1, 16, 7, 2, &p), PEL_ERR_ABSENT);
	ck_assert_int_eq(map(blob, 240, QP + 1, 16, 0, 2, &p), PEL_ERR_INVALID);
	ck_assert_ptr_null(p);
}
END_TEST

START_TEST(test_null)
{
	const void *p = golden_motion;

	ck_assert_int_eq(pel_blob_map(NULL, 240, QP, 16, 8, 2, &p), PEL_ERR_INVALID);
	ck_assert_ptr_null(p);
	ck_assert_int_eq(pel_blob_map(golden_telemetry_maps, 240, QP, 16, 8, 2, NULL),
			 PEL_ERR_INVALID);
}
END_TEST

START_TEST(test_no_blob)
{
	uint8_t noise[64];
	const void *p;

	memset(noise, 0xab, sizeof(noise));
	ck_assert_int_eq(map(noise, sizeof(noise), 0, 8, 8, 1, &p), PEL_ERR_ABSENT);
	ck_assert_int_eq(map(noise, 0, 0, 8, 8, 1, &p), PEL_ERR_ABSENT);
}
END_TEST

static Suite *make_suite(void)
{
	const int n_maps = sizeof(maps) / sizeof(maps[0]);
	Suite *s = suite_create("interop-map");
	TCase *tc = tcase_create("golden");

	tcase_add_loop_test(tc, test_golden, 0, n_maps);
	tcase_add_loop_test(tc, test_cut_by_header, 0, n_maps);
	tcase_add_loop_test(tc, test_misaligned, 0, n_maps);
	suite_add_tcase(s, tc);

	tc = tcase_create("large");
	tcase_add_test(tc, test_large);
	suite_add_tcase(s, tc);

	tc = tcase_create("said");
	tcase_add_loop_test(tc, test_said, 0, sizeof(said) / sizeof(said[0]));
	tcase_add_test(tc, test_total_size);
	suite_add_tcase(s, tc);

	tc = tcase_create("header");
	tcase_add_loop_test(tc, test_headers, 0, sizeof(headers) / sizeof(headers[0]));
	tcase_add_test(tc, test_order);
	tcase_add_test(tc, test_null);
	tcase_add_test(tc, test_no_blob);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-map", make_suite);
}
