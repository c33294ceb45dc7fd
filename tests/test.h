/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What every unit test shares. A test program is Check suites in fork mode that speak TAP:
 *
 *	static Suite *make(void) { ... }
 *
 *	int main(void)
 *	{
 *		return test_main("bits", make);
 *	}
 *
 * CK_FORK=no keeps it in one process for a debugger, CK_RUN_CASE=NAME runs one test case.
 */

#ifndef LC_TESTS_TEST_H
#define LC_TESTS_TEST_H

#include <check.h>
#include <stddef.h>
#include <stdint.h>

/*
 * For loops: each of Check's own macros makes a system call, also where nothing fails. This one
 * says of a failure what was asked, and no values.
 */
#define quick_assert(x)                                                                  \
	do {                                                                             \
		if (!(x))                                                                \
			ck_abort_msg("failed: %s", #x);                                  \
	} while (0)

/*
 * Run the suite that make() builds, print TAP, and last "# NAME: N passed, N failed". Returns the
 * exit status of the program: 0 when nothing failed, else 1.
 */
int test_main(const char *name, Suite *(*make)(void));

/*
 * End the current test as skipped. need names what it lacks in a word ("turbojpeg"): where the
 * comma-separated LIBCODEC_TEST_REQUIRE has that word, the test fails instead. why is a sentence
 * for the reader. Call it from a test or its setup, in the thread that runs the test.
 */
void test_skip(const char *need, const char *why) __attribute__((noreturn));

/* The top of the source and of the build tree, "." when run by hand in the top folder. */
const char *test_srcdir(void);
const char *test_builddir(void);

/*
 * Read a whole file, by its path below the top of the source ("fixtures/data/x.jpg") or absolute.
 * Fails the test when it cannot. The caller frees.
 */
uint8_t *test_read_file(const char *path, size_t *ret_size);

#endif
