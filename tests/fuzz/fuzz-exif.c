/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: the walk to the orientation. The input is a TIFF block, or a JPEG or PNG
 * that has one, so that pictures are seeds.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "bitstream/exif.h"

#include "fuzz.h"

const size_t fuzz_alloc_limit = 4u << 20;

/* Where a mirrored and then turned picture has the pixel that was the top left one. */
static unsigned int corner(unsigned int orientation)
{
	uint32_t degrees = 77, flip = 77;

	lc_exif_to_rotation(orientation, &degrees, &flip);
	FUZZ_CHECK(degrees % 90 == 0 && degrees < 360 && flip <= 1, "%u, %u", degrees,
		   flip);
	return degrees / 90 * 2 + flip;
}

static void walk(const uint8_t *tiff, size_t size)
{
	unsigned int v, again;
	struct fuzz_alloc a;

	fuzz_alloc_start(FUZZ_CALL);
	v = lc_exif_orientation(tiff, size);
	a = fuzz_alloc_read(FUZZ_CALL);
	FUZZ_CHECK(v <= 8, "%u", v);
	FUZZ_CHECK(!a.calls, "%llu allocations", a.calls);
	again = lc_exif_orientation(tiff, size);
	FUZZ_CHECK(v == again, "%u, then %u", v, again);
	FUZZ_CHECK(corner(v) < 8, "%u", corner(v));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t offset, n;
	uint8_t *copy;

	walk(data, size);
	if (libcodec_find_exif(data, size, &offset, &n) == 0) {
		FUZZ_CHECK(offset <= size && n <= size - offset, "%zu, %zu of %zu",
			   offset, n, size);
		/* Its exact size, so that a step too far is one out of the memory. */
		copy = malloc(n ? n : 1);
		FUZZ_CHECK(copy, "no memory");
		memcpy(copy, data + offset, n);
		walk(copy, n);
		free(copy);
	}
	return 0;
}
