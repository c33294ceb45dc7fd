/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: JPEG markers, to the first scan and from scan to scan. What the parser
 * tells must lie inside of the stream, and it allocates nothing.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "bitstream/jpeg-header.h"

#include "fuzz.h"

const size_t fuzz_alloc_limit;

static void check_fault(const struct lc_fault *f, int r, size_t size)
{
	FUZZ_CHECK(r == -EBADMSG || r == -EOPNOTSUPP || r == -EFBIG, "%d", r);
	FUZZ_CHECK(f->error == r, "%d is reported for %d", f->error, r);
	FUZZ_CHECK(f->offset <= size, "byte %llu of %zu", (unsigned long long)f->offset,
		   size);
	FUZZ_CHECK(memchr(f->message, '\0', sizeof(f->message)), "message without end");
	FUZZ_CHECK(f->message[0], "%d without a message", r);
	FUZZ_CHECK(!f->truncated || r == -EBADMSG, "truncated, but %d", r);
	FUZZ_CHECK((r == -EBADMSG) == (f->feature == LIBCODEC_FEATURE_NONE),
		   "%d with feature %u", r, f->feature);
}

static void check_tables(const struct libcodec_jpeg_header *h, const uint8_t *data,
			 size_t size)
{
	unsigned int class, i, k, symbols;
	uint64_t at;

	for (i = 0; i < 4; i++) {
		at = h->dqt_offset[i];
		if (at)
			FUZZ_CHECK(at + 64 * (1 + (h->dqt_wide >> i & 1)) <= size,
				   "quantiser %u at %llu of %zu", i,
				   (unsigned long long)at, size);
	}
	for (class = 0; class < 2; class ++) {
		for (i = 0; i < 4; i++) {
			at = h->dht_offset[class][i];
			if (!at)
				continue;
			FUZZ_CHECK(at + 16 <= size, "Huffman table %u,%u at %llu of %zu",
				   class, i, (unsigned long long)at, size);
			for (k = symbols = 0; k < 16; k++)
				symbols += data[at + k];
			FUZZ_CHECK(symbols <= 256 && at + 16 + symbols <= size,
				   "Huffman table %u,%u: %u symbols", class, i, symbols);
		}
	}
}

static void check_frame(const struct libcodec_jpeg_header *h,
			const struct lc_limits *limits)
{
	unsigned int i, h_max = 0, v_max = 0;

	FUZZ_CHECK(h->width && h->width <= limits->max_width, "%u", h->width);
	FUZZ_CHECK(h->height && h->height <= limits->max_height, "%u", h->height);
	FUZZ_CHECK((uint64_t)h->width * h->height <= limits->max_pixels, "%ux%u",
		   h->width, h->height);
	FUZZ_CHECK(h->n_components >= 1 && h->n_components <= 4, "%u", h->n_components);
	for (i = 0; i < h->n_components; i++) {
		const struct libcodec_jpeg_component *c = &h->component[i];

		FUZZ_CHECK(c->h >= 1 && c->h <= 4 && c->v >= 1 && c->v <= 4, "%ux%u",
			   c->h, c->v);
		FUZZ_CHECK(c->tq <= 3, "%u", c->tq);
		h_max = c->h > h_max ? c->h : h_max;
		v_max = c->v > v_max ? c->v : v_max;
	}
	FUZZ_CHECK(h->h_max == h_max && h->v_max == v_max, "%ux%u", h->h_max, h->v_max);
	FUZZ_CHECK(h->orientation <= 8, "%u", h->orientation);
	FUZZ_CHECK(h->sampling <= LIBCODEC_SAMPLING_MIXED, "%u", h->sampling);
	FUZZ_CHECK(h->colour <= LIBCODEC_COLOUR_YCCK, "%u", h->colour);
}

static void check_scan(const struct libcodec_jpeg_header *h, size_t size)
{
	unsigned int i, seen = 0;

	FUZZ_CHECK(h->n_scan >= 1 && h->n_scan <= h->n_components, "%u", h->n_scan);
	for (i = 0; i < h->n_scan; i++) {
		FUZZ_CHECK(h->scan[i].index < h->n_components, "%u", h->scan[i].index);
		FUZZ_CHECK(!(seen >> h->scan[i].index & 1), "component %u twice",
			   h->scan[i].index);
		FUZZ_CHECK(h->scan[i].dc <= 3 && h->scan[i].ac <= 3, "%u %u",
			   h->scan[i].dc, h->scan[i].ac);
		seen |= 1u << h->scan[i].index;
	}
	FUZZ_CHECK(h->scan_offset && h->scan_offset <= size, "%llu of %zu",
		   (unsigned long long)h->scan_offset, size);
	FUZZ_CHECK(h->exif_offset <= size && h->exif_size <= size - h->exif_offset,
		   "Exif at %llu", (unsigned long long)h->exif_offset);
	FUZZ_CHECK(h->icc_size <= size, "%llu", (unsigned long long)h->icc_size);
}

static void check_header(const struct libcodec_jpeg_header *h, const uint8_t *data,
			 size_t size, const struct lc_limits *limits)
{
	check_frame(h, limits);
	check_scan(h, size);
	check_tables(h, data, size);
}

static void walk(const uint8_t *data, size_t size, const struct lc_limits *limits)
{
	struct libcodec_jpeg_header h = { .struct_size = sizeof(h) };
	struct lc_fault f = { 0 };
	uint64_t from, end = 0;
	int r;

	r = lc_jpeg_header_parse(data, size, limits, &h, &f);
	if (r < 0) {
		check_fault(&f, r, size);
		return;
	}
	FUZZ_CHECK(r == 0, "%d", r);
	for (;;) {
		check_header(&h, data, size, limits);
		from = h.scan_offset;
		r = lc_jpeg_header_next_scan(data, size, from, &h, &end, &f);
		if (r < 0) {
			check_fault(&f, r, size);
			return;
		}
		FUZZ_CHECK(end >= from && end <= size, "from %llu to %llu of %zu",
			   (unsigned long long)from, (unsigned long long)end, size);
		if (r == 0)
			return;
		FUZZ_CHECK(r == 1 && h.scan_offset > from, "no step from %llu",
			   (unsigned long long)from);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct lc_limits limits[] = {
		{ UINT32_MAX, UINT32_MAX, UINT64_MAX, UINT64_MAX },
		{ 640, 480, 64 * 64, 512 },
	};
	struct libcodec_jpeg_header h = { .struct_size = sizeof(h) };
	struct fuzz_alloc a;

	fuzz_alloc_start(FUZZ_CALL);
	if (lc_jpeg_detect(data, size)) {
		walk(data, size, &limits[0]);
		walk(data, size, &limits[1]);
	} else {
		struct lc_fault f = { 0 };

		FUZZ_CHECK(lc_jpeg_header_parse(data, size, &limits[0], &h, &f) < 0,
			   "a header without SOI");
		check_fault(&f, f.error, size);
	}
	a = fuzz_alloc_read(FUZZ_CALL);
	FUZZ_CHECK(!a.calls, "%llu allocations", a.calls);
	return 0;
}
