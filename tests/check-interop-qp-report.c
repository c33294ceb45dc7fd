/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * QP reports: blocks folded to a grid, and a run of frames summed up.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <pelorus/interop.h>

#include "guarded.h"
#include "test.h"

/* --- blocks --- */

static const int8_t blocks[12] = { -3, -4, 10, 11, 20, 21, 30, 31, 5, 5, -1, -2 };

static const PelorusQpReportInput input = {
	.block_qp = blocks,
	.blk_cols = 4,
	.blk_rows = 3,
	.block_size_log2 = 4,
	.report_source = PEL_QPSRC_VULKAN,
	.avg_qp = 12.5f,
	.psnr_y = 41,
	.psnr_u = 42,
	.psnr_v = 43,
	.total_bits = UINT64_C(1) << 40,
	.num_intra_blocks = 1,
	.num_inter_blocks = 2,
	.num_skipped_blocks = 3,
};

/* What a report of the input has besides its map. */
static void check_scalars(const PelorusQpReportSection *s)
{
	static const uint8_t zeros[5];

	ck_assert(s->avg_qp == 12.5f && s->psnr_y == 41 && s->psnr_u == 42 && s->psnr_v == 43);
	ck_assert_uint_eq(s->total_bits, UINT64_C(1) << 40);
	ck_assert_uint_eq(s->num_intra_blocks, 1);
	ck_assert_uint_eq(s->num_inter_blocks, 2);
	ck_assert_uint_eq(s->num_skipped_blocks, 3);
	ck_assert_uint_eq(s->block_size_log2, 4);
	ck_assert_uint_eq(s->report_source, 3);
	ck_assert(s->honored_fraction == 0);
	ck_assert(!s->qp_cell_offset && !s->bits_cell_offset && !s->bits_cell_size);
	ck_assert_mem_eq(s->_pad, zeros, sizeof(zeros));
}

static const struct {
	uint16_t cols, rows;
	int8_t want[24];
} folds[] = {
	{ 2, 2, { -3, 10, 12, 14 } },
	{ 1, 1, { 10 } },
	{ 3, 2, { -3, -4, 10, 12, 13, 14 } },
	{ 4, 3, { -3, -4, 10, 11, 20, 21, 30, 31, 5, 5, -1, -2 } },
	{ 8, 3, { -3, -3, -4, -4, 10, 10, 11, 11, 20, 20, 21, 21,
		  30, 30, 31, 31, 5,  5,  5,  5,  -1, -1, -2, -2 } },
	{ 5, 4, { -3, -3, -4, 10, 11, -3, -3, -4, 10, 11,
		  20, 20, 21, 30, 31, 5,  5,  5,  -1, -2 } },
};

START_TEST(test_fold)
{
	uint32_t n = (uint32_t)folds[_i].cols * folds[_i].rows;
	struct arena in = arena_make(4096), out = arena_make(4096);
	int8_t *map = (int8_t *)arena_place(&out, n, true);
	PelorusQpReportInput guarded = input;
	PelorusQpReportSection s;

	guarded.block_qp = (int8_t *)arena_place(&in, sizeof(blocks), true);
	memcpy((int8_t *)guarded.block_qp, blocks, sizeof(blocks));
	memset(&s, 0xee, sizeof(s));
	ck_assert_int_eq(pel_qp_report_from_blocks(&guarded, folds[_i].cols, folds[_i].rows,
						   &s, map, n),
			 PEL_OK);
	ck_assert_mem_eq(map, folds[_i].want, n);
	ck_assert_uint_eq(s.qp_valid, 1);
	ck_assert_uint_eq(s.qp_cell_size, n);
	check_scalars(&s);
}
END_TEST

START_TEST(test_uniform)
{
	PelorusQpReportInput in = input;
	static const int8_t want[9] = { 30, 30, 30, 30, 30, 30, 30, 30, 99 };
	PelorusQpReportSection s;
	int8_t flat[32], map[9];

	memset(flat, 30, sizeof(flat));
	memset(map, 99, sizeof(map));
	in.block_qp = flat;
	in.blk_cols = 8;
	in.blk_rows = 4;
	ck_assert_int_eq(pel_qp_report_from_blocks(&in, 4, 2, &s, map, 9), PEL_OK);
	ck_assert_uint_eq(s.qp_cell_size, 8);
	ck_assert_mem_eq(map, want, sizeof(want));
}
END_TEST

/* Means go towards 0, and the ends of the type are reached. */
START_TEST(test_rounding)
{
	static const int8_t pairs[6] = { -128, -127, 127, 126, -1, 0 };
	static const int8_t want[3] = { -127, 126, 0 };
	PelorusQpReportInput in = input;
	PelorusQpReportSection s;
	int8_t map[3];

	in.block_qp = pairs;
	in.blk_cols = 6;
	in.blk_rows = 1;
	ck_assert_int_eq(pel_qp_report_from_blocks(&in, 3, 1, &s, map, 3), PEL_OK);
	ck_assert_mem_eq(map, want, 3);
}
END_TEST

/* The largest grids of blocks and of cells: products of 65535, and sums beyond 32 bits. */
START_TEST(test_large)
{
	PelorusQpReportInput in = input;
	PelorusQpReportSection s;
	int8_t *large = malloc(65535), map[3];
	size_t i;

	ck_assert_ptr_nonnull(large);
	memset(large, -128, 65535);
	in.block_qp = large;
	in.blk_cols = 65535;
	in.blk_rows = 1;
	ck_assert_int_eq(pel_qp_report_from_blocks(&in, 3, 1, &s, map, 3), PEL_OK);
	ck_assert(map[0] == -128 && map[1] == -128 && map[2] == -128);
	in.block_qp = blocks;
	in.blk_cols = 2;
	ck_assert_int_eq(pel_qp_report_from_blocks(&in, 65535, 1, &s, large, 65535), PEL_OK);
	for (i = 0; i < 65535; i++)
		quick_assert(large[i] == (i * 2 / 65535 ? -4 : -3));
	ck_assert_uint_eq(s.qp_cell_size, 65535);
	ck_assert_int_eq(pel_qp_report_from_blocks(&in, 65535, 65535, &s, large, 65535),
			 PEL_ERR_RANGE);
	free(large);
}
END_TEST

/* No blocks, or nowhere to put them: a report without a map. */
START_TEST(test_without_map)
{
	PelorusQpReportInput in = input;
	PelorusQpReportSection s;
	int8_t map[4] = { 99, 99, 99, 99 };
	int i;

	for (i = 0; i < 5; i++) {
		in = input;
		if (i == 0)
			in.block_qp = NULL;
		else if (i == 1)
			in.blk_cols = 0;
		else if (i == 2)
			in.blk_rows = 0;
		memset(&s, 0xee, sizeof(s));
		/* The room is not looked at then. */
		ck_assert_int_eq(pel_qp_report_from_blocks(&in, 2, 2, &s, i == 3 ? NULL : map,
							   i == 4 ? 4 : 0),
				 PEL_OK);
		check_scalars(&s);
		ck_assert_uint_eq(s.qp_valid, i == 4);
		ck_assert_uint_eq(s.qp_cell_size, i == 4 ? 4 : 0);
		ck_assert_int_eq(map[0], i == 4 ? -3 : 99);
	}
}
END_TEST

START_TEST(test_blocks_refused)
{
	PelorusQpReportSection s, before;
	int8_t map[12] = { 99 };

	memset(&s, 0xee, sizeof(s));
	before = s;
	ck_assert_int_eq(pel_qp_report_from_blocks(NULL, 4, 3, &s, map, 12), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_qp_report_from_blocks(&input, 0, 3, &s, map, 12),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(pel_qp_report_from_blocks(&input, 4, 0, &s, map, 12),
			 PEL_ERR_INVALID);
	ck_assert_mem_eq(&s, &before, sizeof(s));
	ck_assert_int_eq(pel_qp_report_from_blocks(&input, 4, 3, NULL, map, 12),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(pel_qp_report_from_blocks(&input, 4, 3, &s, map, 11), PEL_ERR_RANGE);
	ck_assert_int_eq(map[0], 99);
	check_scalars(&s);
	ck_assert_uint_eq(s.qp_valid, 0);
	ck_assert_uint_eq(s.qp_cell_size, 0);
}
END_TEST

/* --- frames --- */

static const PelorusX265Frame frames[3] = {
	{ 0, 26, 24000, 42, 44, 47, 'I' },
	{ 2, 30, 8000, 40, 43, 45, 'P' },
	{ 1, 34, 3000, 38, 42, 46, 'B' },
};

static float honored(const PelorusX265Frame *f, size_t n, const float *requested)
{
	PelorusQpReportSection s;

	ck_assert_int_eq(pel_qp_report_from_x265_frames(f, n, requested, &s), PEL_OK);
	return s.honored_fraction;
}

START_TEST(test_frames)
{
	PelorusQpReportSection s, zero = { 0 };

	memset(&s, 0xee, sizeof(s));
	ck_assert_int_eq(pel_qp_report_from_x265_frames(frames, 3, NULL, &s), PEL_OK);
	ck_assert_uint_eq(s.total_bits, 35000);
	/* (26*24 + 30*8 + 34*3) / 35, and the same of PSNR. */
	ck_assert(fabsf(s.avg_qp - 27.6f) < 1e-6f);
	ck_assert(fabsf(s.psnr_y - (42 * 24 + 40 * 8 + 38 * 3) / 35.f) < 1e-5f);
	ck_assert(fabsf(s.psnr_u - (44 * 24 + 43 * 8 + 42 * 3) / 35.f) < 1e-5f);
	ck_assert(fabsf(s.psnr_v - (47 * 24 + 45 * 8 + 46 * 3) / 35.f) < 1e-5f);

	/* All else is 0. */
	s.total_bits = 0;
	s.avg_qp = s.psnr_y = s.psnr_u = s.psnr_v = 0;
	ck_assert_mem_eq(&s, &zero, sizeof(s));
}
END_TEST

START_TEST(test_no_bits)
{
	PelorusX265Frame f[3];
	PelorusQpReportSection s;

	memcpy(f, frames, sizeof(f));
	f[0].bits = f[1].bits = f[2].bits = 0;
	f[0].qp = 25;
	ck_assert_int_eq(pel_qp_report_from_x265_frames(f, 3, NULL, &s), PEL_OK);
	ck_assert(fabsf(s.avg_qp - 89 / 3.f) < 1e-6f);
	ck_assert(s.psnr_y == 0 && s.psnr_u == 0 && s.psnr_v == 0 && !s.total_bits);
}
END_TEST

/* The QP that was reached is 26, 30, 34: to the left, in the middle, to the right. */
static const struct {
	float requested[3];
	int agreeing;
} requests[] = {
	{ { 28, 28, 28 }, 1 },
	{ { 24, 30, 36 }, 3 },
	{ { 36, 30, 24 }, 1 },
	{ { 30, 30, 30.5f }, 2 },        /* -0.17, -0.17, 0.33: all but the first */
	{ { 29.75f, 30, 30.25f }, 3 },   /* a quarter is off the mean */
	{ { 29.875f, 30, 30.125f }, 1 }, /* an eighth is not */
	{ { 24, 36, 30 }, 1 },           /* -6, 6, 0: the first one */
	{ { NAN, 30, 34 }, 0 },          /* no mean, no agreement */
	{ { INFINITY, 30, 34 }, 0 },
};

/* Frames and requests lie at the end of memory. */
START_TEST(test_requests)
{
	struct arena a = arena_make(4096), b = arena_make(4096);
	PelorusX265Frame *f = (PelorusX265Frame *)arena_place(&a, sizeof(frames), true);
	float *requested = (float *)arena_place(&b, sizeof(requests[_i].requested), true);

	memcpy(f, frames, sizeof(frames));
	memcpy(requested, requests[_i].requested, sizeof(requests[_i].requested));
	ck_assert(honored(f, 3, requested) == (float)requests[_i].agreeing / 3);

	/* Nor does it agree if both are no numbers. */
	f[0].qp = NAN;
	requested[0] = NAN;
	ck_assert(honored(f, 3, requested) == 0);
}
END_TEST

START_TEST(test_frames_refused)
{
	PelorusX265Frame f[3];
	PelorusQpReportSection s;

	ck_assert_int_eq(pel_qp_report_from_x265_frames(NULL, 3, NULL, &s), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_qp_report_from_x265_frames(frames, 0, NULL, &s),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(pel_qp_report_from_x265_frames(frames, 3, NULL, NULL),
			 PEL_ERR_INVALID);
	memcpy(f, frames, sizeof(f));
	f[1].bits = UINT64_MAX - 24000;
	ck_assert_int_eq(pel_qp_report_from_x265_frames(f, 2, NULL, &s), PEL_OK);
	ck_assert_uint_eq(s.total_bits, UINT64_MAX);
	ck_assert_int_eq(pel_qp_report_from_x265_frames(f, 3, NULL, &s), PEL_ERR_RANGE);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-qp-report");
	TCase *tc = tcase_create("blocks");

	tcase_add_loop_test(tc, test_fold, 0, sizeof(folds) / sizeof(folds[0]));
	tcase_add_test(tc, test_uniform);
	tcase_add_test(tc, test_rounding);
	tcase_add_test(tc, test_large);
	tcase_add_test(tc, test_without_map);
	tcase_add_test(tc, test_blocks_refused);
	suite_add_tcase(s, tc);

	tc = tcase_create("frames");
	tcase_add_test(tc, test_frames);
	tcase_add_test(tc, test_no_bits);
	tcase_add_loop_test(tc, test_requests, 0, sizeof(requests) / sizeof(requests[0]));
	tcase_add_test(tc, test_frames_refused);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-qp-report", make_suite);
}
