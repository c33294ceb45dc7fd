/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Runs a suite of Check and says how it went in TAP, with skipped tests as such.
 */
#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test.h"

/*
 * Check knows no skipped tests: one ends as a failure with this mark in front of its message, and
 * print_tap() turns it into TAP's directive.
 */
#define SKIP_MARK "SKIP: "

static int required(const char *need)
{
	const char *p = getenv("LIBCODEC_TEST_REQUIRE");
	size_t len = need ? strlen(need) : 0;

	while (p && len) {
		size_t n = strcspn(p, ", ");

		if (n == len && !memcmp(p, need, n))
			return 1;
		p = p[n] ? p + n + 1 : NULL;
	}
	return 0;
}

void test_skip(const char *need, const char *why)
{
	if (required(need))
		ck_abort_msg("%s is required, but: %s", need, why);
	ck_abort_msg(SKIP_MARK "%s%s%s", need ? need : "", need ? ": " : "", why);
	abort();
}

const char *test_srcdir(void)
{
	const char *dir = getenv("top_srcdir");

	return dir ? dir : ".";
}

const char *test_builddir(void)
{
	const char *dir = getenv("top_builddir");

	return dir ? dir : ".";
}

uint8_t *test_read_file(const char *path, size_t *ret_size)
{
	uint8_t *data = NULL;
	size_t size = 0, room = 0, n;
	char *full = NULL;
	FILE *f;

	if (path[0] != '/') {
		if (asprintf(&full, "%s/%s", test_srcdir(), path) < 0)
			ck_abort_msg("out of memory");
		path = full;
	}
	f = fopen(path, "rbe");
	ck_assert_msg(f != NULL, "%s: %s", path, strerror(errno));
	do {
		if (size == room) {
			room = room ? 2 * room : 65536;
			data = realloc(data, room);
			ck_assert_msg(data != NULL, "out of memory");
		}
		n = fread(data + size, 1, room - size, f);
		size += n;
	} while (n);
	ck_assert_msg(!ferror(f), "%s: cannot be read", path);
	fclose(f);
	free(full);
	*ret_size = size;
	return data;
}

/* Copy Check's TAP to stdout with skips as such; returns the number of failures. */
static int print_tap(const char *name, FILE *tap)
{
	int passed = 0, failed = 0, skipped = 0;
	char *line = NULL;
	size_t room = 0;

	while (getline(&line, &room, tap) > 0) {
		char *skip = strstr(line, ": " SKIP_MARK);

		if (!strncmp(line, "not ok ", 7) && skip) {
			*skip = '\0';
			printf("%s # SKIP %s", line + 4, skip + 2 + strlen(SKIP_MARK));
			skipped++;
			continue;
		}
		if (!strncmp(line, "ok ", 3))
			passed++;
		else if (!strncmp(line, "not ok ", 7))
			failed++;
		fputs(line, stdout);
	}
	free(line);
	printf("# %s: %d passed, %d failed", name, passed, failed);
	if (skipped)
		printf(", %d skipped", skipped);
	putchar('\n');
	return failed;
}

int test_main(const char *name, Suite *(*make)(void))
{
	char path[64];
	SRunner *sr;
	FILE *tap;
	int fd, failed;

	/* No file system is needed, and nothing is left behind by a crash. */
	fd = memfd_create("tap", MFD_CLOEXEC);
	if (fd < 0 || !(tap = fdopen(fd, "r"))) {
		printf("Bail out! memfd_create: %s\n", strerror(errno));
		return 1;
	}
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);

	sr = srunner_create(make());
	srunner_set_tap(sr, path);
	srunner_run_all(sr, CK_SILENT);
	srunner_free(sr);

	failed = print_tap(name, tap);
	fclose(tap);
	return failed ? 1 : 0;
}
