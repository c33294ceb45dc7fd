/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One JPEG frame: what is needed of it is set up, its scans are decoded, its rows are
 * written. A file of one scan is decoded and written MCU row by MCU row from a band of
 * scratch; one of several scans (T.81 A.2.3) is gathered in whole planes first. Scratch
 * memory only grows, so a stream of one geometry allocates once.
 */
#include "jpeg.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define SCRATCH_ALIGN 64 /* bytes: a cache line, and the widest vector */

/* One call: so that functions need not hand round five things. */
struct call {
	struct lc_jpeg_session *s;
	const struct libcodec_decode_job *job;
	struct libcodec_decode_result *result;
	struct libcodec_jpeg_header header; /* brought forward from scan to scan */
};

__attribute__((format(printf, 2, 3)))
static void say(struct libcodec_decode_result *result, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(result->message, sizeof(result->message), fmt, ap);
	va_end(ap);
}

static uint32_t corrupt(struct libcodec_decode_result *result, uint64_t offset,
			const char *what)
{
	result->error = -EBADMSG;
	result->offset = offset;
	say(result, "%s", what);
	return LIBCODEC_VERDICT_CORRUPT;
}

static uint32_t not_applicable(struct libcodec_decode_result *result, uint64_t reason,
			       uint32_t feature, uint64_t detail)
{
	result->error = -EOPNOTSUPP;
	result->reasons |= reason;
	result->feature = feature;
	result->detail = detail;
	return LIBCODEC_VERDICT_NOT_APPLICABLE;
}

static uint32_t fall_back(struct libcodec_decode_result *result, int error, const char *what)
{
	result->error = error;
	say(result, "%s", what);
	return LIBCODEC_VERDICT_FALLBACK;
}

/* The job is inside of what plugin.c advertises; the host has matched it, so look anyway. */
static uint32_t check_job(const struct libcodec_decode_job *job,
			  struct libcodec_decode_result *result)
{
	const struct libcodec_jpeg_header *h = job->jpeg;
	const struct libcodec_surface *surface = job->surface;

	if (h->process != LIBCODEC_PROCESS_BASELINE &&
	    h->process != LIBCODEC_PROCESS_EXTENDED)
		return not_applicable(result, LIBCODEC_REASON_PROCESS,
				      LIBCODEC_FEATURE_NONE, h->process);
	if (h->precision != 8)
		return not_applicable(result, LIBCODEC_REASON_DEPTH,
				      LIBCODEC_FEATURE_PRECISION, h->precision);
	if (h->n_components != 1 && h->n_components != 3)
		return not_applicable(result, LIBCODEC_REASON_COMPONENTS,
				      LIBCODEC_FEATURE_COMPONENTS, h->n_components);
	if (surface->dtype != LIBCODEC_DTYPE_U8)
		return not_applicable(result, LIBCODEC_REASON_DTYPE,
				      LIBCODEC_FEATURE_DTYPE, surface->dtype);
	if (!lc_jpeg_can_write(h->colour, h->sampling, surface->format))
		return not_applicable(result, LIBCODEC_REASON_FORMAT,
				      LIBCODEC_FEATURE_FORMAT, surface->format);
	if (!surface->data)
		return not_applicable(result, LIBCODEC_REASON_MEMORY,
				      LIBCODEC_FEATURE_MEMORY, surface->memory);
	return LIBCODEC_VERDICT_DONE;
}

/*
 * The geometry, T.81 A.1.1 and A.2: factors over the largest, whole MCUs. @whole: planes
 * for the picture, else for one MCU row. Returns the bytes of scratch that it takes.
 */
static uint64_t frame_layout(struct lc_jpeg_frame *f, const struct libcodec_jpeg_header *h,
			     bool whole)
{
	uint64_t offset = 0;
	unsigned int i;

	f->header = h;
	f->n = h->n_components;
	f->h_max = h->h_max;
	f->v_max = h->v_max;
	f->mcus_x = (h->width + 8 * h->h_max - 1) / (8 * h->h_max);
	f->mcus_y = (h->height + 8 * h->v_max - 1) / (8 * h->v_max);
	for (i = 0; i < f->n; i++) {
		struct lc_jpeg_plane *p = &f->plane[i];
		unsigned int width, height;

		p->h = h->component[i].h;
		p->v = h->component[i].v;
		width = (h->width * p->h + h->h_max - 1) / h->h_max;
		height = (h->height * p->v + h->v_max - 1) / h->v_max;
		p->blocks_x = (width + 7) / 8;
		p->blocks_y = (height + 7) / 8;
		p->stride = f->mcus_x * p->h * 8;
		p->rows = (whole ? f->mcus_y : 1) * p->v * 8;
		p->offset = offset;
		offset += (uint64_t)p->stride * p->rows;
		offset = (offset + SCRATCH_ALIGN - 1) & ~(uint64_t)(SCRATCH_ALIGN - 1);
	}
	return offset;
}

static int scratch_reserve(struct lc_jpeg_session *s, size_t size)
{
	if (size <= s->scratch_size)
		return 0;
	free(s->scratch);
	s->scratch_size = 0;
	s->scratch = aligned_alloc(SCRATCH_ALIGN, size);
	if (!s->scratch)
		return -ENOMEM;
	s->scratch_size = size;
	return 0;
}

static uint32_t frame_begin(struct call *c, bool whole)
{
	struct lc_jpeg_session *s = c->s;
	uint64_t size = frame_layout(&s->frame, &c->header, whole);
	unsigned int i;

	if (size > c->job->max_scratch_bytes || size > SIZE_MAX) {
		say(c->result, "needs %llu bytes of scratch memory, the limit is %llu",
		    (unsigned long long)size,
		    (unsigned long long)c->job->max_scratch_bytes);
		return not_applicable(c->result, LIBCODEC_REASON_SCANS,
				      LIBCODEC_FEATURE_MULTI_SCAN, 0);
	}
	if (scratch_reserve(s, (size_t)size) < 0)
		return fall_back(c->result, -ENOMEM, "no memory for scratch");
	for (i = 0; i < s->frame.n; i++)
		s->frame.plane[i].data = s->scratch + s->frame.plane[i].offset;
	return LIBCODEC_VERDICT_DONE;
}

static void load_quant(struct call *c, unsigned int tq)
{
	const uint8_t *p = c->job->data + c->header.dqt_offset[tq];
	bool wide = c->header.dqt_wide >> tq & 1;
	uint16_t *q = c->s->quant[tq];
	unsigned int k;

	for (k = 0; k < 64; k++)
		q[lc_jpeg_natural[k]] =
			wide ? (uint16_t)(p[2 * k] << 8 | p[2 * k + 1]) : p[k];
}

/* @class 0: DC, 1: AC. A slot without a table has Annex K's; the host has seen to that. */
static int load_huff(struct call *c, unsigned int class, unsigned int id)
{
	uint64_t offset = c->header.dht_offset[class][id];
	const uint8_t *counts = offset ? c->job->data + offset
				       : lc_huff_annex_k[class][id & 1];

	return lc_huff_build(&c->s->huff[class][id], counts);
}

/* Tables of the scan that the header is at. */
static uint32_t load_tables(struct call *c)
{
	const struct libcodec_jpeg_header *h = &c->header;
	unsigned int i;

	for (i = 0; i < h->n_scan; i++) {
		const struct libcodec_jpeg_scan_component *sc = &h->scan[i];

		load_quant(c, h->component[sc->index].tq);
		if (load_huff(c, 0, sc->dc) < 0)
			return corrupt(c->result, h->dht_offset[0][sc->dc],
				       "a Huffman table is no prefix code");
		if (load_huff(c, 1, sc->ac) < 0)
			return corrupt(c->result, h->dht_offset[1][sc->ac],
				       "a Huffman table is no prefix code");
	}
	return LIBCODEC_VERDICT_DONE;
}

static uint32_t scan_failed(struct call *c, int error)
{
	uint64_t offset = lc_jpeg_scan_offset(&c->s->scan);

	switch (error) {
	case LC_SCAN_TRUNCATED:
		c->result->truncated = 1;
		return corrupt(c->result, offset, "the scan ends before its last block");
	case LC_SCAN_MARKER:
		return corrupt(c->result, offset, "a marker inside of a scan");
	case LC_SCAN_RUN:
		return corrupt(c->result, offset, "a block has more than 64 coefficients");
	case LC_SCAN_RESTART:
		return corrupt(c->result, offset, "a restart marker is not the one due");
	default:
		return corrupt(c->result, offset, "an invalid Huffman code");
	}
}

static bool too_late(const struct call *c)
{
	return c->job->deadline_ns &&
	       c->s->host->now_ns(c->s->host) > c->job->deadline_ns;
}

/* Decode the scan at hand; with @write each MCU row is written as soon as it is there. */
static uint32_t decode_scan(struct call *c, bool write)
{
	struct lc_jpeg_session *s = c->s;
	unsigned int row_height, y;
	uint32_t verdict = load_tables(c);
	int r;

	if (verdict != LIBCODEC_VERDICT_DONE)
		return verdict;
	lc_jpeg_scan_begin(s, c->job->data, (size_t)c->job->size);
	row_height = s->scan.n == 1 ? 8 : 8 * s->frame.v_max;
	for (y = 0; y < s->scan.mcus_y; y++) {
		uint64_t span;

		if (too_late(c))
			return fall_back(c->result, -ETIMEDOUT, "the deadline passed");
		span = libcodec_host_trace_begin(
			s->host, "codec.decode_jpeg.mcu_row.huffman_idct", "row", y);
		r = lc_jpeg_scan_row(&s->scan, y, write);
		libcodec_host_trace_end(s->host, span);
		if (r < 0)
			return scan_failed(c, r);
		if (!write)
			continue;
		span = libcodec_host_trace_begin(s->host, "codec.decode_jpeg.mcu_row.write",
						 "row", y);
		lc_jpeg_write(&s->dsp, &s->frame, c->job->surface, y * row_height,
			      row_height);
		libcodec_host_trace_end(s->host, span);
	}
	return LIBCODEC_VERDICT_DONE;
}

/* Go on to the next scan: 1; 0 where the picture ends, and @ret_end is where. */
static int next_scan(struct call *c, uint64_t from, uint64_t *ret_end)
{
	return c->s->host->jpeg_next_scan(c->s->host, c->job->data, c->job->size, from,
					  &c->header, ret_end);
}

/*
 * Where a picture that is complete ends: whatever still stands before EOI, further scans
 * among it, is skipped, and what can't be read ends it.
 */
static uint64_t find_end(struct call *c)
{
	uint64_t end = lc_jpeg_scan_offset(&c->s->scan);

	while (next_scan(c, end, &end) > 0)
		;
	return end;
}

static uint32_t decode_single(struct call *c)
{
	uint32_t verdict = frame_begin(c, false);

	if (verdict != LIBCODEC_VERDICT_DONE)
		return verdict;
	return decode_scan(c, true);
}

/* The components of the scan at hand, one bit each. */
static unsigned int scan_mask(const struct libcodec_jpeg_header *h)
{
	unsigned int mask = 0, i;

	for (i = 0; i < h->n_scan; i++)
		mask |= 1u << h->scan[i].index;
	return mask;
}

static uint32_t decode_multi(struct call *c)
{
	struct lc_jpeg_session *s = c->s;
	unsigned int all = (1u << c->header.n_components) - 1, have = 0, mask;
	uint32_t verdict = frame_begin(c, true);
	uint64_t end;
	int r;

	if (verdict != LIBCODEC_VERDICT_DONE)
		return verdict;
	for (;;) {
		mask = scan_mask(&c->header);
		if (mask & have)
			return corrupt(c->result, c->header.scan_offset,
				       "a component is coded twice");
		verdict = decode_scan(c, false);
		if (verdict != LIBCODEC_VERDICT_DONE)
			return verdict;
		have |= mask;
		if (have == all)
			break;
		r = next_scan(c, lc_jpeg_scan_offset(&s->scan), &end);
		if (r < 0)
			return corrupt(c->result, end, "damage between two scans");
		if (r == 0) {
			c->result->truncated = 1;
			return corrupt(c->result, end,
				       "the picture ends before its last component");
		}
	}
	lc_jpeg_write(&s->dsp, &s->frame, c->job->surface, 0, c->header.height);
	return LIBCODEC_VERDICT_DONE;
}

uint32_t lc_jpeg_decode(struct lc_jpeg_session *s, const struct libcodec_decode_job *job,
			struct libcodec_decode_result *result)
{
	struct call c = { .s = s, .job = job, .result = result };
	uint32_t verdict = check_job(job, result);
	uint64_t span;

	if (verdict != LIBCODEC_VERDICT_DONE)
		return verdict;
	c.header = *job->jpeg;
	span = libcodec_host_trace_begin(s->host, "codec.decode_jpeg.mcu_loop", NULL, 0);
	if (c.header.n_scan == c.header.n_components)
		verdict = decode_single(&c);
	else
		verdict = decode_multi(&c);
	libcodec_host_trace_end(s->host, span);
	if (verdict == LIBCODEC_VERDICT_DONE) {
		result->dct_method = LIBCODEC_DCT_ACCURATE;
		result->consumed = find_end(&c);
	}
	s->frame.header = NULL;
	return verdict;
}

int lc_jpeg_session_new(const struct libcodec_host *host, struct lc_jpeg_session **ret_s)
{
	struct lc_jpeg_session *s = aligned_alloc(SCRATCH_ALIGN,
						  (sizeof(*s) + SCRATCH_ALIGN - 1) &
							  ~(size_t)(SCRATCH_ALIGN - 1));

	if (!s)
		return -ENOMEM;
	memset(s, 0, sizeof(*s));
	s->host = host;
	lc_jpeg_dsp_init_c(&s->dsp);
	*ret_s = s;
	return 0;
}

void lc_jpeg_session_trim(struct lc_jpeg_session *s)
{
	free(s->scratch);
	s->scratch = NULL;
	s->scratch_size = 0;
}

void lc_jpeg_session_free(struct lc_jpeg_session *s)
{
	lc_jpeg_session_trim(s);
	free(s);
}
