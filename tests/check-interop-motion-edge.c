/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The edge of motion cells: named by the section, inferred from the sizes, assumed, or not
 * to be known.
 */
#include "config.h"

#include <string.h>

#include <pelorus/libcodec.h>

#include "guarded.h"
#include "interop-golden.h"
#include "test.h"

#define NONE     LIBCODEC_PEL_EDGE_NONE
#define NAMED    LIBCODEC_PEL_EDGE_NAMED
#define INFERRED LIBCODEC_PEL_EDGE_INFERRED
#define ASSUMED  LIBCODEC_PEL_EDGE_ASSUMED

static const struct {
	const char *what;
	uint32_t width, height;
	uint16_t cols, rows;
	size_t got;
	uint8_t log2; /* what the section says where it has the field */
	enum libcodec_pel_edge how;
	uint32_t edge;
} cases[] = {
	{ "named", 1920, 1080, 120, 68, 36, 4, NAMED, 16 },
	{ "named in the last byte that there is", 1920, 1080, 120, 68, 33, 4, NAMED, 16 },
	{ "one byte less", 1920, 1080, 120, 68, 32, 4, INFERRED, 16 },
	{ "named 0", 1920, 1080, 120, 68, 36, 0, INFERRED, 16 },
	{ "named 8", 1920, 1080, 240, 135, 36, 3, NAMED, 8 },
	{ "named 32", 1920, 1080, 60, 34, 36, 5, NAMED, 32 },
	/* Names are not bound to what is inferred. */
	{ "named 64", 1920, 1080, 30, 17, 36, 6, NAMED, 64 },
	{ "named 4", 1920, 1080, 480, 270, 36, 2, NAMED, 4 },
	/* A name that does not make the grid is as good as none. */
	{ "named wrongly", 1920, 1080, 120, 68, 36, 3, INFERRED, 16 },
	{ "named wrongly in one direction", 1920, 1080, 60, 68, 36, 5, NONE, 0 },
	{ "named beyond numbers", 1920, 1080, 120, 68, 36, 32, INFERRED, 16 },
	{ "named 255", 1920, 1080, 120, 68, 36, 255, INFERRED, 16 },
	{ "named 31, and so it is", 100, 100, 1, 1, 36, 31, NAMED, 0x80000000u },
	{ "no section", 1920, 1080, 120, 68, 0, 0, INFERRED, 16 },
	{ "8", 1920, 1080, 240, 135, 32, 0, INFERRED, 8 },
	{ "32", 1920, 1080, 60, 34, 32, 0, INFERRED, 32 },
	{ "20, which is no power of two", 1920, 1080, 96, 54, 32, 0, INFERRED, 20 },
	{ "odd sizes", 1919, 1079, 120, 68, 32, 0, INFERRED, 16 },
	/* 64x64 with 8x8 cells is made by edges of 8 and 9. */
	{ "two, and 16 is none", 64, 64, 8, 8, 32, 0, NONE, 0 },
	{ "two, but named", 64, 64, 8, 8, 36, 3, NAMED, 8 },
	/* 32x32 with 2x2 cells: 16 to 31. */
	{ "many from 16 on", 32, 32, 2, 2, 32, 0, ASSUMED, 16 },
	/* 176x144 with 11x9: 16 and 17; with 12x10 one of 15. */
	{ "16 and 17", 176, 144, 11, 9, 32, 0, ASSUMED, 16 },
	{ "15", 176, 144, 12, 10, 32, 0, INFERRED, 15 },
	{ "one cell of all sizes", 8, 8, 1, 1, 32, 0, ASSUMED, 16 },
	{ "one cell of 17 and more", 17, 1, 1, 1, 32, 0, NONE, 0 },
	{ "one cell of 32", 32, 32, 1, 1, 32, 0, INFERRED, 32 },
	{ "one cell of 33", 33, 33, 1, 1, 32, 0, NONE, 0 },
	{ "too fine", 1920, 1080, 480, 270, 32, 0, NONE, 0 },
	{ "too coarse", 1920, 1080, 30, 17, 32, 0, NONE, 0 },
	{ "columns and rows differ", 1920, 1080, 120, 34, 32, 0, NONE, 0 },
	{ "no columns", 1920, 1080, 0, 68, 36, 4, NONE, 0 },
	{ "no rows", 1920, 1080, 120, 0, 36, 4, NONE, 0 },
	{ "no width", 0, 1080, 120, 68, 36, 4, NONE, 0 },
	{ "no height", 1920, 0, 120, 68, 36, 4, NONE, 0 },
	{ "no frame and no grid", 0, 0, 0, 0, 36, 4, NONE, 0 },
	/* No name is not the name of single samples. */
	{ "a cell for each sample, named 0", 4, 4, 4, 4, 36, 0, NONE, 0 },
	{ "a cell for each sample, named beyond numbers", 4, 4, 4, 4, 36, 32, NONE, 0 },
	{ "a cell for each sample, not named", 4, 4, 4, 4, 32, 0, NONE, 0 },
	/* What 0 - 1 would make of the grid. */
	{ "no height, two rows", 100, 0, 1, 2, 36, 31, NONE, 0 },
	{ "no width, two columns", 0, 100, 2, 1, 36, 31, NONE, 0 },
	{ "as wide as can be", UINT32_MAX, UINT32_MAX, 1, 1, 36, 31, NONE, 0 },
	{ "as wide as can be, in two", UINT32_MAX, UINT32_MAX, 2, 2, 36, 31, NAMED,
	  0x80000000u },
};

/* The section lies at the end of memory, and at an odd address where its size is odd. */
START_TEST(test_cases)
{
	struct arena a = arena_make(4096);
	uint8_t *section = arena_place(&a, cases[_i].got, true);
	uint32_t edge = 99;

	memset(section, 0xff, cases[_i].got);
	if (cases[_i].got > 32)
		section[32] = cases[_i].log2;
	ck_assert_msg(libcodec_pel_motion_edge(section, cases[_i].got, cases[_i].width,
					       cases[_i].height, cases[_i].cols,
					       cases[_i].rows, &edge) == cases[_i].how,
		      "%s", cases[_i].what);
	ck_assert_uint_eq(edge, cases[_i].edge);
	ck_assert_int_eq(libcodec_pel_motion_edge(section, cases[_i].got, cases[_i].width,
						  cases[_i].height, cases[_i].cols,
						  cases[_i].rows, NULL),
			 cases[_i].how);
}
END_TEST

/* As a reader does it, with a section of each of the two ABIs. */
START_TEST(test_goldens)
{
	const void *p;
	uint32_t edge;
	size_t got;

	ck_assert_int_eq(pel_blob_find_section(golden_motion, sizeof(golden_motion),
					       PEL_SEC_MOTION, sizeof(PelorusMotionSection),
					       &p, &got),
			 PEL_OK);
	ck_assert_int_eq(libcodec_pel_motion_edge(p, got, 64, 64, 8, 8, &edge), NAMED);
	ck_assert_uint_eq(edge, 8);
	ck_assert_int_eq(pel_blob_find_section(golden_motion_1_3, sizeof(golden_motion_1_3),
					       PEL_SEC_MOTION, sizeof(PelorusMotionSection),
					       &p, &got),
			 PEL_OK);
	ck_assert_int_eq(libcodec_pel_motion_edge(p, got, 64, 64, 8, 8, &edge), NONE);
	ck_assert_int_eq(libcodec_pel_motion_edge(NULL, 36, 1920, 1080, 120, 68, &edge),
			 INFERRED);
	ck_assert_uint_eq(edge, 16);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-motion-edge");
	TCase *tc = tcase_create("edge");

	tcase_add_loop_test(tc, test_cases, 0, sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(tc, test_goldens);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-motion-edge", make_suite);
}
