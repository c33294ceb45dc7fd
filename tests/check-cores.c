/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which cores of an Arm machine count as big, from a folder as the kernel shows it. Runs on
 * any machine.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "arm/cores.h"

#include "test.h"

#define MIDR_A53      0x410fd034u
#define MIDR_A55      0x412fd050u
#define MIDR_A76      0x414fd0b1u
#define MIDR_A510     0x411fd461u
#define MIDR_ALTRA    0x413fd0c1u /* Neoverse N1 */
#define MIDR_OTHER    0x610f0220u /* of another maker */
#define MIDR_OTHER_03 0x510fd034u /* the number of A53, of another maker */

static char dir[32];

static void setup(void)
{
	snprintf(dir, sizeof(dir), "/tmp/libcodec-cores-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
}

static void teardown(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -rf %s", dir);
	ck_assert_int_eq(system(command), 0);
}

/* The file of a core says @text. */
static void core_says(unsigned int core, const char *text)
{
	static const char *const below[] = { "", "/regs", "/regs/identification" };
	char path[128];
	unsigned int i;
	FILE *f;

	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s/cpu%u%s", dir, core, below[i]);
		ck_assert(!mkdir(path, 0755) || errno == EEXIST);
	}
	snprintf(path, sizeof(path), "%s/cpu%u/regs/identification/midr_el1", dir, core);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	fclose(f);
}

static void add_core(unsigned int core, uint32_t midr)
{
	char text[32];

	snprintf(text, sizeof(text), "0x%016x\n", (unsigned int)midr);
	core_says(core, text);
}

START_TEST(test_midr)
{
	ck_assert(lc_arm_core_in_order(MIDR_A53));
	ck_assert(lc_arm_core_in_order(MIDR_A55));
	ck_assert(lc_arm_core_in_order(MIDR_A510));
	ck_assert(!lc_arm_core_in_order(MIDR_A76));
	ck_assert(!lc_arm_core_in_order(MIDR_ALTRA));
	ck_assert(!lc_arm_core_in_order(MIDR_OTHER));
	ck_assert(!lc_arm_core_in_order(MIDR_OTHER_03));
}
END_TEST

START_TEST(test_folder)
{
	ck_assert_int_eq(lc_arm_any_big_core(dir, 8), -ENOENT);
	add_core(0, MIDR_A55);
	add_core(1, MIDR_A55);
	ck_assert_int_eq(lc_arm_any_big_core(dir, 8), 0);
	/* Core 2 is offline. */
	add_core(3, MIDR_A76);
	ck_assert_int_eq(lc_arm_any_big_core(dir, 8), 1);
	ck_assert_int_eq(lc_arm_any_big_core(dir, 3), 0);
	ck_assert_int_eq(lc_arm_any_big_core(dir, 0), -ENOENT);
}
END_TEST

/* What is no number says nothing. */
START_TEST(test_nonsense)
{
	core_says(0, "");
	core_says(1, "A76\n");
	core_says(2, "0x0000000000000000\n");
	ck_assert_int_eq(lc_arm_any_big_core(dir, 3), -ENOENT);
}
END_TEST

/* The question is answered once and for all. */
START_TEST(test_machine)
{
	ck_assert_int_eq(lc_arm_machine_is_big(), lc_arm_machine_is_big());
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("cores");
	TCase *tc = tcase_create("cores");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_midr);
	tcase_add_test(tc, test_folder);
	tcase_add_test(tc, test_nonsense);
	tcase_add_test(tc, test_machine);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("cores", make_suite);
}
