/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Streams made segment by segment or by the writer, and the parser's answers to them.
 */
#include "config.h"

#include "jpeg-stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <libcodec/codec.h>

#define STREAM (256 * 1024)

const struct lc_limits limits = {
	.max_width = 65535,
	.max_height = 65535,
	.max_pixels = UINT64_C(1) << 28,
	.max_segment_bytes = 16 << 20,
};

void put(struct stream *s, const void *bytes, size_t n)
{
	if (s->size + n > sizeof(s->p))
		ck_abort_msg("the test's stream is full");
	memcpy(s->p + s->size, bytes, n);
	s->size += n;
}

void put_marker(struct stream *s, unsigned int marker)
{
	put(s, (const uint8_t[]){ 0xff, (uint8_t)marker }, 2);
}

void put_segment(struct stream *s, unsigned int marker, const void *body, size_t n)
{
	put_marker(s, marker);
	put(s, (const uint8_t[]){ (uint8_t)((n + 2) >> 8), (uint8_t)(n + 2) }, 2);
	put(s, body, n);
}

void put_dqt(struct stream *s, unsigned int tq)
{
	uint8_t body[65];

	memset(body, 16, sizeof(body));
	body[0] = (uint8_t)tq;
	put_segment(s, 0xdb, body, sizeof(body));
}

struct frame frame_of(unsigned int n)
{
	return (struct frame){
		.sof = 0xc0,
		.precision = 8,
		.width = 24,
		.height = 16,
		.n = n,
		.id = { 1, 2, 3, 4 },
		.hv = { 0x11, 0x11, 0x11, 0x11 },
	};
}

void put_frame(struct stream *s, const struct frame *f)
{
	uint8_t body[6 + 12] = { (uint8_t)f->precision,	   (uint8_t)(f->height >> 8),
				 (uint8_t)f->height,	   (uint8_t)(f->width >> 8),
				 (uint8_t)f->width,	   (uint8_t)f->n };
	unsigned int i;

	for (i = 0; i < f->n; i++) {
		body[6 + 3 * i] = f->id[i];
		body[7 + 3 * i] = f->hv[i];
		body[8 + 3 * i] = f->tq[i];
	}
	put_segment(s, f->sof, body, 6 + 3 * f->n);
}

void put_scan(struct stream *s, const struct frame *f, unsigned int n)
{
	uint8_t body[1 + 8 + 3] = { (uint8_t)n };
	static const uint8_t data[64] = { 0x55 };
	unsigned int i;

	for (i = 0; i < n; i++)
		body[1 + 2 * i] = f->id[i];
	body[1 + 2 * n + 1] = 63;
	put_segment(s, 0xda, body, 4 + 2 * n);
	put(s, data, sizeof(data));
	put_marker(s, 0xd9);
}

struct stream stream_of(const struct frame *f, unsigned int n_scan)
{
	struct stream s = { 0 };

	put_marker(&s, 0xd8);
	put_dqt(&s, 0);
	put_frame(&s, f);
	put_scan(&s, f, n_scan);
	return s;
}

int parse(const uint8_t *p, size_t size, struct libcodec_jpeg_header *h,
	  struct lc_fault *fault)
{
	uint8_t *copy = malloc(size ? size : 1);
	int r;

	if (!copy)
		ck_abort_msg("out of memory");
	if (size)
		memcpy(copy, p, size);
	*fault = (struct lc_fault){ 0 };
	r = lc_jpeg_header_parse(copy, size, &limits, h, fault);
	free(copy);
	return r;
}

void check_fault(int r, const struct lc_fault *f, size_t size)
{
	if (r != f->error || (r != -EBADMSG && r != -EOPNOTSUPP && r != -EFBIG))
		ck_abort_msg("returned %d, the fault says %d", r, f->error);
	if (!f->message[0] || !memchr(f->message, 0, sizeof(f->message)))
		ck_abort_msg("no message");
	if (f->offset > size)
		ck_abort_msg("offset %llu of %zu bytes", (unsigned long long)f->offset, size);
	if ((f->feature == LIBCODEC_FEATURE_NONE) != (r == -EBADMSG))
		ck_abort_msg("error %d with feature %u", r, f->feature);
	if (f->truncated && r != -EBADMSG)
		ck_abort_msg("truncated, but %d", r);
}

void assert_parses(const struct stream *s, struct libcodec_jpeg_header *h)
{
	struct lc_fault fault;
	int r = parse(s->p, s->size, h, &fault);

	if (r)
		ck_abort_msg("%d: %s", r, fault.message);
}

void assert_refused(const struct stream *s, int error, uint32_t feature, uint64_t detail)
{
	struct libcodec_jpeg_header h = { 0 };
	struct lc_fault fault;
	int r = parse(s->p, s->size, &h, &fault);

	if (r != error || fault.feature != feature || fault.detail != detail)
		ck_abort_msg("%d, feature %u, detail %llu: %s", r, fault.feature,
			     (unsigned long long)fault.detail, fault.message);
	check_fault(r, &fault, s->size);
	if (h.struct_size)
		ck_abort_msg("the header was written in spite of an error");
}

void assert_corrupt(const struct stream *s)
{
	assert_refused(s, -EBADMSG, LIBCODEC_FEATURE_NONE, 0);
}

size_t write_jpeg(const struct fx_jpeg *j, uint8_t **ret_p)
{
	uint8_t *p = malloc(STREAM);
	size_t size;

	ck_assert_ptr_nonnull(p);
	size = fx_jpeg_write(j, p, STREAM);
	ck_assert_uint_ne(size, 0);
	*ret_p = p;
	return size;
}

const struct stream_kind kinds[N_KINDS] = {
	{ FX_420, 0, 0, 0 },
	{ FX_GREY, 0, 0, 0 },
	{ FX_444, FX_NO_DHT | FX_AVI1, 0, 0 },
	{ FX_422, FX_DQT16, 2, 0 },
	{ FX_420, FX_FILL_BYTES, 1, 0 },
	{ FX_411, FX_NONINTERLEAVED, 3, 0 },
	{ FX_440, FX_JUNK_BETWEEN_SEGMENTS, 0, 0 },
	{ FX_444, FX_NO_JFIF | FX_ADOBE0, 0, 6 },
	{ FX_420, FX_EXIF_BIG_ENDIAN | FX_ADOBE1, 0, 3 },
	{ FX_420, FX_EXIF_DAMAGED_MAKERNOTE | FX_EXIF_LONG, 0, 8 },
	{ FX_410, FX_ONE_SEGMENT | FX_OPT_DHT, 0, 0 },
	{ FX_422, FX_LONG_DHT | FX_TRAILER, 0, 0 },
	{ FX_420, FX_SHARED_TABLES | FX_NO_EOI, 0, 0 },
	{ FX_CMYK, FX_ADOBE2, 0, 0 },
	{ FX_444, FX_DQT16 | FX_FILL_BYTES | FX_JUNK_BETWEEN_SEGMENTS | FX_NONINTERLEAVED, 2,
	  5 },
};

size_t write_kind(int k, uint8_t **ret_p)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, 35, 19, kinds[k].sampling);
	j.flags |= kinds[k].flags;
	j.restart_interval = kinds[k].restart;
	j.orientation = kinds[k].orientation;
	return write_jpeg(&j, ret_p);
}

void check_header(const struct libcodec_jpeg_header *h, const uint8_t *p, size_t size)
{
	unsigned int i, k, h_max = 0, v_max = 0;
	bool bad = false;

	bad |= !h->width || !h->height || h->width > 65535 || h->height > 65535;
	bad |= h->n_components < 1 || h->n_components > 4;
	bad |= h->n_scan < 1 || h->n_scan > h->n_components;
	for (i = 0; !bad && i < h->n_components; i++) {
		const struct libcodec_jpeg_component *c = &h->component[i];

		bad |= c->h < 1 || c->h > 4 || c->v < 1 || c->v > 4 || c->tq > 3;
		h_max = c->h > h_max ? c->h : h_max;
		v_max = c->v > v_max ? c->v : v_max;
	}
	bad |= h_max != h->h_max || v_max != h->v_max;
	for (i = 0; !bad && i < h->n_scan; i++)
		bad |= h->scan[i].index >= h->n_components || h->scan[i].dc > 3 ||
		       h->scan[i].ac > 3;
	bad |= h->scan_offset < 2 || h->scan_offset > size;
	bad |= h->exif_offset > size || h->exif_size > size - h->exif_offset;
	for (i = 0; i < 4; i++)
		bad |= h->dqt_offset[i] &&
		       h->dqt_offset[i] + (64u << (h->dqt_wide >> i & 1)) > size;
	for (i = 0; !bad && i < 8; i++) {
		uint64_t at = h->dht_offset[i / 4][i % 4];
		unsigned int symbols = 0;

		if (!at)
			continue;
		bad |= at + 16 > size;
		for (k = 0; !bad && k < 16; k++)
			symbols += p[at + k];
		bad |= symbols > 256 || at + 16 + symbols > size;
	}
	for (i = 0; !bad && i < h->n_scan && h->process <= LIBCODEC_PROCESS_EXTENDED; i++)
		bad |= !h->dqt_offset[h->component[h->scan[i].index].tq];
	if (bad)
		ck_abort_msg("a parsed header that makes no sense");
}
