/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where one JPEG of a buffer ends and the next begins: Motion JPEG, multipart streams,
 * pictures one behind the other. Looks at markers only.
 */
#include "../internal.h"
#include "jpeg-markers.h"

#include <libcodec/decoder.h>

/* Go to the next SOI that a marker follows. */
static bool find_soi(struct lc_reader *r)
{
	while (lc_rd_left(r) >= 3) {
		const uint8_t *ff = memchr(r->p, 0xff, lc_rd_left(r) - 2);

		if (!ff)
			return false;
		r->p = ff;
		if (ff[1] == M_SOI && ff[2] == 0xff)
			return true;
		r->p++;
	}
	return false;
}

/*
 * Whether a marker begins a segment with a length here. Within a scan only the markers
 * that may stand between scans do: any other is damage, and believing its length could
 * swallow the next picture.
 */
static bool has_segment(int marker, bool in_scan)
{
	if (lc_marker_standalone(marker))
		return false;
	if (!in_scan)
		return true;
	return marker == M_DHT || marker == M_SOS || marker == M_DQT || marker == M_DNL ||
	       marker == M_DRI || marker == M_COM ||
	       (marker >= M_APP0 && marker <= M_APP0 + 15);
}

/* Step over a segment; false where it is longer than the bytes. */
static bool skip_segment(struct lc_reader *r)
{
	int length = lc_rd_be16(r);

	return length >= 2 && lc_rd_skip(r, (size_t)length - 2) == 0;
}

/* The reader stands behind SOI; returns the offset behind the picture. */
static size_t find_end(struct lc_reader *r, size_t size)
{
	bool in_scan = false;
	int marker;

	for (;;) {
		marker = lc_next_marker(r);
		if (marker < 0)
			return size;
		if (marker == M_EOI)
			return lc_rd_offset(r);
		if (marker == M_SOI)
			return lc_rd_offset(r) - 2;
		if (!has_segment(marker, in_scan))
			continue;
		if (!skip_segment(r) && !in_scan)
			return size;
		in_scan |= marker == M_SOS;
	}
}

LC_EXPORT int libcodec_next_jpeg(const void *data, size_t size, size_t from,
				 size_t *ret_offset, size_t *ret_size)
{
	struct lc_reader r;
	size_t begin;

	if ((!data && size) || !ret_offset || !ret_size)
		return -EINVAL;
	if (from >= size)
		return -ENOENT;
	r = lc_reader_of(data, size);
	r.p += from;
	if (!find_soi(&r))
		return -ENOENT;
	begin = lc_rd_offset(&r);
	r.p += 2;
	*ret_size = find_end(&r, size) - begin;
	*ret_offset = begin;
	return 0;
}
