/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: progressive JPEG alone (T.81 annex G), settings from the first bytes of
 * the input. Mutations may add and repeat whole scans, which bytes by chance rarely do.
 */
#include "config.h"

#include <string.h>

#include "bitstream/jpeg-header.h"

#include "fuzz.h"

const size_t fuzz_alloc_limit = 160u << 20;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct lc_limits limits = { UINT32_MAX, UINT32_MAX, UINT64_MAX,
						 UINT64_MAX };
	struct libcodec_jpeg_header h = { .struct_size = sizeof(h) };
	const uint8_t *picture = data;
	struct fuzz_options opt;
	size_t picture_size = size;
	struct lc_fault f;

	fuzz_options(&picture, &picture_size, &opt);
	if (lc_jpeg_header_parse(picture, picture_size, &limits, &h, &f) == 0 &&
	    h.process == LIBCODEC_PROCESS_PROGRESSIVE)
		fuzz_decode(data, size);
	return 0;
}

/* The next FF DA from @at on, or @size. */
static size_t find_sos(const uint8_t *data, size_t size, size_t at)
{
	for (; at + 1 < size; at++)
		if (data[at] == 0xff && data[at + 1] == 0xda)
			return at;
	return size;
}

/* Put a copy of one scan of the stream before another one. */
static size_t repeat_scan(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	size_t scans[32], n = 0, at, from, to, length;

	for (at = find_sos(data, size, 0); at < size && n < 32; n++) {
		scans[n] = at;
		at = find_sos(data, size, at + 2);
	}
	if (!n)
		return 0;
	from = scans[seed % n];
	to = scans[seed / 32 % n];
	length = find_sos(data, size, from + 2) - from;
	if (length > max_size - size)
		return 0;
	memmove(data + to + length, data + to, size - to);
	if (from >= to)
		from += length;
	memmove(data + to, data + from, length);
	return size + length;
}

/* Change spectral selection or approximation of one scan, B.2.3. */
static bool change_scan(uint8_t *data, size_t size, unsigned int seed)
{
	size_t at = find_sos(data, size, seed % size), last;

	if (at == size)
		at = find_sos(data, size, 0);
	if (at + 4 >= size)
		return false;
	last = at + 5 + 2 * (size_t)data[at + 4];
	if (last + 2 >= size)
		return false;
	switch (seed >> 16 & 3) {
	case 0:
		data[last] = seed >> 18 & 63;
		return true;
	case 1:
		data[last + 1] = seed >> 18 & 63;
		return true;
	default:
		data[last + 2] = (uint8_t)((seed >> 18 & 3) << 4 | (seed >> 20 & 3));
		return true;
	}
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned int seed)
{
	size_t n;

	if (size > 4 && seed % 8 == 0) {
		n = repeat_scan(data, size, max_size, seed / 8);
		if (n)
			return n;
	}
	if (size > 4 && seed % 8 == 1 && change_scan(data, size, seed / 8))
		return size;
	return LLVMFuzzerMutate(data, size, max_size);
}
