/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: PNG, its chunks and, where a backend decodes it, its samples. Mutations
 * get their checksums put right most of the time, else nothing came past them.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "bitstream/png-header.h"

#include "fuzz.h"

const size_t fuzz_alloc_limit = 160u << 20;

static void check_header(const struct libcodec_png_header *h, size_t size)
{
	FUZZ_CHECK(h->width && h->height, "%ux%u", h->width, h->height);
	FUZZ_CHECK(h->bit_depth <= 16 && !(h->bit_depth & (h->bit_depth - 1)) &&
			   h->bit_depth,
		   "%u", h->bit_depth);
	FUZZ_CHECK(h->colour_type <= 6 && h->colour_type != 1 && h->colour_type != 5,
		   "%u", h->colour_type);
	FUZZ_CHECK(h->interlace <= 1, "%u", h->interlace);
	FUZZ_CHECK(h->orientation <= 8, "%u", h->orientation);
	FUZZ_CHECK(h->idat_offset >= 8 + 25 && h->idat_offset + 8 <= size, "%llu of %zu",
		   (unsigned long long)h->idat_offset, size);
	FUZZ_CHECK(h->exif_offset <= size && h->exif_size <= size - h->exif_offset,
		   "Exif at %llu", (unsigned long long)h->exif_offset);
	FUZZ_CHECK(h->icc_size <= size, "%llu", (unsigned long long)h->icc_size);
}

static void parse(const uint8_t *data, size_t size, const struct lc_limits *limits)
{
	struct libcodec_png_header h = { .struct_size = sizeof(h) };
	struct lc_fault f = { 0 };
	struct fuzz_alloc a;
	int r;

	fuzz_alloc_start(FUZZ_CALL);
	r = lc_png_header_parse(data, size, limits, &h, &f);
	if (r == 0) {
		check_header(&h, size);
		FUZZ_CHECK(h.width <= limits->max_width && h.height <= limits->max_height,
			   "%ux%u", h.width, h.height);
		lc_png_find_exif(data, size, &h);
		check_header(&h, size);
	} else {
		FUZZ_CHECK(r == -EBADMSG || r == -EOPNOTSUPP || r == -EFBIG, "%d", r);
		FUZZ_CHECK(f.error == r && f.offset <= size, "%d at byte %llu of %zu",
			   f.error, (unsigned long long)f.offset, size);
		FUZZ_CHECK(f.message[0] && memchr(f.message, '\0', sizeof(f.message)),
			   "message");
	}
	a = fuzz_alloc_read(FUZZ_CALL);
	FUZZ_CHECK(!a.calls, "%llu allocations", a.calls);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct lc_limits limits[] = {
		{ UINT32_MAX, UINT32_MAX, UINT64_MAX, UINT64_MAX },
		{ 640, 480, 64 * 64, 512 },
	};
	const uint8_t *picture = data;
	struct fuzz_options opt;
	size_t picture_size = size;

	fuzz_options(&picture, &picture_size, &opt);
	parse(picture, picture_size, &limits[0]);
	parse(picture, picture_size, &limits[1]);
	if (lc_png_detect(picture, picture_size))
		fuzz_decode(data, size);
	return 0;
}

/* --- mutation --- */

static uint32_t be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* ISO/IEC 15948 annex D. */
static uint32_t crc32_of(const uint8_t *p, size_t n)
{
	uint32_t crc = 0xffffffff;
	int k;

	while (n--) {
		crc ^= *p++;
		for (k = 0; k < 8; k++)
			crc = crc & 1 ? 0xedb88320 ^ crc >> 1 : crc >> 1;
	}
	return ~crc;
}

/* The chunks' checksums, as far as their lengths lead on. */
static void mend(uint8_t *data, size_t size)
{
	size_t at = lc_png_detect(data, size) ? 8 : FUZZ_OPTIONS + 8, n;
	uint32_t crc;

	while (at + 12 <= size) {
		n = be32(data + at);
		if (n > size - at - 12)
			return;
		crc = crc32_of(data + at + 4, n + 4);
		at += n + 8;
		data[at++] = (uint8_t)(crc >> 24);
		data[at++] = (uint8_t)(crc >> 16);
		data[at++] = (uint8_t)(crc >> 8);
		data[at++] = (uint8_t)crc;
	}
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned int seed)
{
	size = LLVMFuzzerMutate(data, size, max_size);
	if (seed % 8)
		mend(data, size);
	return size;
}
