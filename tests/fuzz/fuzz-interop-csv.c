/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: CSV files of x265, in a file without a name. Rows are the same whatever the
 * room for them, and a report of them is one.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <pelorus/interop.h>

#include "fuzz.h"

/* The rows, twice. */
const size_t fuzz_alloc_limit = 4u << 20;

#define ROWS_MAX 20000

/* Its path; the same file each time, since a new one costs more than the parser. */
static const char *put_file(const uint8_t *data, size_t size)
{
	static char path[32];
	static int fd = -1;
	ssize_t n;

	if (fd < 0) {
		fd = memfd_create("csv", MFD_CLOEXEC);
		FUZZ_CHECK(fd >= 0, "no file");
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	FUZZ_CHECK(ftruncate(fd, 0) == 0, "no file");
	n = pwrite(fd, data, size, 0);
	FUZZ_CHECK(n == (ssize_t)size, "%zd of %zu", n, size);
	return path;
}

static void check_rows(const PelorusX265Frame *rows, size_t n)
{
	PelorusQpReportSection s;
	size_t i;
	pel_result r;

	for (i = 0; i < n; i++)
		FUZZ_CHECK(rows[i].slice_type && strchr("IPB?", rows[i].slice_type),
			   "%02x", rows[i].slice_type);
	r = pel_qp_report_from_x265_frames(rows, n, NULL, &s);
	FUZZ_CHECK(n ? r == PEL_OK || r == PEL_ERR_RANGE : r == PEL_ERR_INVALID, "%d", r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = put_file(data, size);
	PelorusX265Frame *rows, *half;
	size_t n = 0, all = 0;
	pel_result r;

	rows = calloc(ROWS_MAX, sizeof(*rows));
	FUZZ_CHECK(rows, "no memory");
	r = pel_x265_csv_parse(path, rows, ROWS_MAX, &all);
	FUZZ_CHECK(r == PEL_OK || r == PEL_ERR_ABSENT || r == PEL_ERR_RANGE, "%d", r);
	FUZZ_CHECK(all <= ROWS_MAX && (r != PEL_ERR_ABSENT || !all), "%d, %zu", r, all);
	if (r == PEL_OK)
		check_rows(rows, all);
	if (all > 1) {
		half = calloc(all / 2, sizeof(*half));
		FUZZ_CHECK(half, "no memory");
		r = pel_x265_csv_parse(path, half, all / 2, &n);
		FUZZ_CHECK(r == PEL_ERR_RANGE && n == all / 2, "%d, %zu of %zu", r, n,
			   all);
		FUZZ_CHECK(!memcmp(half, rows, n * sizeof(*half)), "other rows");
		free(half);
	}
	free(rows);
	return 0;
}
