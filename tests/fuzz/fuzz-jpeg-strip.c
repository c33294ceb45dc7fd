/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: JPEGs stripped for hardware. What comes of one says the same as before, has
 * the same samples where it had any, holds nothing that must go, and is stripped into
 * itself. Bytes before SOI are allowed.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream/jpeg-header.h"
#include "bitstream/jpeg-strip.h"

#include "fuzz.h"

#define PIXELS_MAX  (1u << 20)
#define SCRATCH_MAX (32u << 20)

const size_t fuzz_alloc_limit = 160u << 20;

static const struct lc_limits limits = { UINT32_MAX, UINT32_MAX, PIXELS_MAX, UINT64_MAX };

/* A picture that was parsed, in memory of its exact size. */
struct picture {
	uint8_t *bytes;
	size_t size;
	struct libcodec_jpeg_header h;
};

static void *copy(const void *bytes, size_t size)
{
	void *p = malloc(size ? size : 1);

	FUZZ_CHECK(p, "no memory");
	if (size)
		memcpy(p, bytes, size);
	return p;
}

/* The first SOI that a marker follows, where the bytes don't begin with one. */
static size_t find_soi(const uint8_t *p, size_t size)
{
	size_t i;

	if (lc_jpeg_detect(p, size))
		return 0;
	for (i = 0; i + 2 < size; i++)
		if (p[i] == 0xff && p[i + 1] == 0xd8 && p[i + 2] == 0xff)
			return i;
	return size;
}

/* --- the stripped header --- */

static void check_tables(const struct picture *a, const struct picture *b)
{
	unsigned int class, i, k, n;

	for (i = 0; i < 4; i++) {
		uint64_t at = a->h.dqt_offset[i], now = b->h.dqt_offset[i];

		FUZZ_CHECK(!at == !now, "quantiser %u", i);
		FUZZ_CHECK(!at || !memcmp(a->bytes + at, b->bytes + now,
					  64u << (a->h.dqt_wide >> i & 1)),
			   "quantiser %u differs", i);
	}
	for (class = 0; class < 2; class ++) {
		for (i = 0; i < 4; i++) {
			uint64_t at = a->h.dht_offset[class][i],
				 now = b->h.dht_offset[class][i];

			if (!at) {
				FUZZ_CHECK(!now || a->h.flags & LIBCODEC_JPEG_NO_DHT,
					   "table %u,%u is new", class, i);
				continue;
			}
			for (k = 0, n = 16; k < 16; k++)
				n += a->bytes[at + k];
			FUZZ_CHECK(now && !memcmp(a->bytes + at, b->bytes + now, n),
				   "table %u,%u differs", class, i);
		}
	}
}

/* The same but for what is dropped and added, and where it is. */
static void check_header(const struct picture *a, const struct picture *b)
{
	const uint32_t gone = LIBCODEC_JPEG_EXIF | LIBCODEC_JPEG_ICC |
			      LIBCODEC_JPEG_NO_DHT | LIBCODEC_JPEG_DNL;
	struct libcodec_jpeg_header want = a->h;

	want.flags &= ~gone;
	want.orientation = 0;
	want.exif_size = want.exif_offset = want.icc_size = 0;
	want.scan_offset = b->h.scan_offset;
	memcpy(want.dqt_offset, b->h.dqt_offset, sizeof(want.dqt_offset));
	memcpy(want.dht_offset, b->h.dht_offset, sizeof(want.dht_offset));
	FUZZ_CHECK(!memcmp(&want, &b->h, sizeof(want)), "another header");
	check_tables(a, b);
}

/* A walk as a simple parser does it, which finds all that must not be there. */
static void check_walk(const struct picture *p)
{
	const uint8_t *b = p->bytes;
	size_t i = 2;

	FUZZ_CHECK(p->size > 4 && b[0] == 0xff && b[1] == 0xd8, "no SOI");
	FUZZ_CHECK(b[p->size - 2] == 0xff && b[p->size - 1] == 0xd9, "no EOI");
	for (;;) {
		FUZZ_CHECK(i + 4 <= p->size && b[i] == 0xff, "no marker at %zu", i);
		FUZZ_CHECK(!(b[i + 1] >= 0xe1 && b[i + 1] <= 0xed) && b[i + 1] != 0xef &&
				   b[i + 1] != 0xfe && b[i + 1] != 0xdc,
			   "0x%02x at %zu", b[i + 1], i);
		if (b[i + 1] == 0xda)
			break;
		i += 2 + (size_t)(b[i + 2] << 8 | b[i + 3]);
	}
	for (i = p->h.scan_offset; i + 2 < p->size; i++)
		FUZZ_CHECK(b[i] != 0xff || b[i + 1] == 0 || b[i + 1] == 0xff ||
				   (b[i + 1] >= 0xd0 && b[i + 1] <= 0xd7),
			   "0x%02x in the scan, at %zu", b[i + 1], i);
}

/* --- samples --- */

/* Decode into poisoned memory. 0, or the decoder's error. */
static int decode(struct libcodec_context *ctx, const struct picture *p,
		  uint8_t **ret_pixels, size_t *ret_size)
{
	const struct libcodec_decoder_params params = {
		.struct_size = sizeof(params),
		.max_pixels = PIXELS_MAX,
		.max_scratch_bytes = SCRATCH_MAX,
	};
	struct libcodec_image_params ip = { .struct_size = sizeof(ip),
					    .width = 1,
					    .height = 1,
					    .format = LIBCODEC_FORMAT_GREY };
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_decoder *dec;
	struct libcodec_image *image;
	int r;

	FUZZ_CHECK(libcodec_decoder_new(ctx, &dec) == 0, "no decoder");
	r = libcodec_decoder_set_params(dec, &params);
	FUZZ_CHECK(r == 0, "%d", r);
	r = libcodec_decoder_probe(dec, p->bytes, p->size, NULL, &info);
	if (r == 0) {
		*ret_size = ip.capacity = info.capacity;
		*ret_pixels = ip.data = malloc(ip.capacity);
		FUZZ_CHECK(ip.data, "no memory");
		memset(ip.data, 0xa5, ip.capacity);
		FUZZ_CHECK(libcodec_image_new(ctx, &ip, &image) == 0, "no image");
		r = libcodec_decoder_decode(dec, p->bytes, p->size, image, &info);
		libcodec_image_unref(image);
		if (r < 0)
			free(ip.data);
	}
	libcodec_decoder_unref(dec);
	return r;
}

/* Where the picture decodes, the stripped one does, into the same. Returns whether so. */
static bool check_samples(const struct picture *a, const struct picture *b)
{
	static struct libcodec_context *ctx;
	uint8_t *want = NULL, *now = NULL;
	size_t n = 0, m = 0;
	int r;

	if (!ctx)
		FUZZ_CHECK(fuzz_context(&ctx) == 0, "no context");
	if (decode(ctx, a, &want, &n) < 0)
		return false;
	r = decode(ctx, b, &now, &m);
	FUZZ_CHECK(r == 0, "stripped, it is decoded with %d", r);
	FUZZ_CHECK(n == m && !memcmp(want, now, n), "other samples");
	free(want);
	free(now);
	return true;
}

/* --- the call --- */

/* Strip into @room bytes, no one more. */
static int strip(const uint8_t *data, size_t size, const struct libcodec_jpeg_header *h,
		 size_t room, struct picture *ret_p)
{
	uint8_t *dst = malloc(room ? room : 1);
	size_t n = SIZE_MAX, end = SIZE_MAX, i;
	struct fuzz_alloc a;
	int r;

	FUZZ_CHECK(dst, "no memory");
	fuzz_alloc_start(FUZZ_CALL);
	r = lc_jpeg_strip(data, size, h, dst, room, &n, &end);
	a = fuzz_alloc_read(FUZZ_CALL);
	FUZZ_CHECK(!a.calls, "%llu allocations", a.calls);
	FUZZ_CHECK(r == 0 ? n <= room : n == SIZE_MAX, "%d with %zu bytes", r, n);
	FUZZ_CHECK(r == 0 ? end <= size && end >= 2 && !memcmp(data + end - 2, "\xff\xd9", 2) :
			    end == SIZE_MAX, "%d with the end at %zu", r, end);
	if (r == 0) {
		for (i = n; i % LC_JPEG_STRIP_ALIGN && i < room; i++)
			FUZZ_CHECK(dst[i] == 0, "byte %zu behind %zu", i, n);
		ret_p->bytes = copy(dst, n);
		ret_p->size = n;
	}
	free(dst);
	return r;
}

static void strip_again(const struct picture *p)
{
	struct picture again;
	int r = strip(p->bytes, p->size, &p->h, p->size, &again);

	FUZZ_CHECK(r == 0, "%d the second time", r);
	FUZZ_CHECK(again.size == p->size && !memcmp(again.bytes, p->bytes, p->size),
		   "another picture the second time");
	free(again.bytes);
}

/* The picture at @a, which has bytes in front of it perhaps. */
static void check(const uint8_t *data, size_t size, const struct picture *a)
{
	size_t bound = lc_jpeg_strip_bound(size);
	struct lc_fault fault;
	struct picture b, none;
	int r;

	r = strip(data, size, &a->h, bound, &b);
	FUZZ_CHECK(r == 0 || r == -EOPNOTSUPP || r == -ENODATA || r == -EBADMSG, "%d", r);
	if (r < 0)
		return;
	FUZZ_CHECK(b.size <= size + 420 && bound % LC_JPEG_STRIP_ALIGN == 0,
		   "%zu bytes from %zu", b.size, size);
	r = strip(data, size, &a->h, b.size - 1, &none);
	FUZZ_CHECK(r == -ENOSPC, "%d with a byte too little", r);
	r = lc_jpeg_header_parse(b.bytes, b.size, &limits, &b.h, &fault);
	if (r == 0) {
		check_header(a, &b);
		check_walk(&b);
		strip_again(&b);
		check_samples(a, &b);
	} else {
		/* Without what follows EOI, its bytes may be too few for its size. */
		FUZZ_CHECK(r == -EBADMSG && fault.truncated, "%d: %s", r, fault.message);
		FUZZ_CHECK(!check_samples(a, &b), "stripped, it can't be parsed");
	}
	free(b.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t soi = find_soi(data, size);
	struct lc_fault fault;
	struct picture a;

	a.size = size - soi;
	a.bytes = copy(data + soi, a.size);
	if (lc_jpeg_header_parse(a.bytes, a.size, &limits, &a.h, &fault) == 0)
		check(data, size, &a);
	free(a.bytes);
	return 0;
}
