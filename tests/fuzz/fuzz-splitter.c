/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: the splitter of Motion JPEG. It comes to an end, and its pictures lie in
 * the buffer one behind the other.
 */
#include "config.h"

#include <errno.h>

#include "fuzz.h"

const size_t fuzz_alloc_limit;

/* All pictures from @from on. */
static void split(const uint8_t *data, size_t size, size_t from)
{
	size_t offset, n, pictures = 0;
	int r;

	for (;;) {
		offset = n = SIZE_MAX;
		r = libcodec_next_jpeg(data, size, from, &offset, &n);
		if (r < 0)
			break;
		FUZZ_CHECK(r == 0, "%d", r);
		FUZZ_CHECK(offset >= from && offset <= size, "at %zu, from %zu of %zu",
			   offset, from, size);
		FUZZ_CHECK(n >= 2 && n <= size - offset, "%zu bytes at %zu of %zu", n,
			   offset, size);
		FUZZ_CHECK(data[offset] == 0xff && data[offset + 1] == 0xd8,
			   "no SOI at %zu", offset);
		FUZZ_CHECK(++pictures <= size / 2, "%zu pictures", pictures);
		from = offset + n;
	}
	FUZZ_CHECK(r == -ENOENT, "%d", r);
	FUZZ_CHECK(offset == SIZE_MAX && n == SIZE_MAX, "written on failure");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_alloc a;
	size_t offset, n;
	int r;

	fuzz_alloc_start(FUZZ_CALL);
	split(data, size, 0);
	split(data, size, size / 2);
	split(data, size, size);
	r = libcodec_next_jpeg(data, size, size + 1, &offset, &n);
	FUZZ_CHECK(r == -ENOENT || r == -EINVAL, "%d from behind the end", r);
	a = fuzz_alloc_read(FUZZ_CALL);
	FUZZ_CHECK(!a.calls, "%llu allocations", a.calls);
	return 0;
}
