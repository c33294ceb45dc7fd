/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One JPEG frame: what is needed of it is set up, its scans are decoded, its rows are
 * written. A sequential file of one scan is decoded and written MCU row by MCU row from a
 * band of scratch; one of several scans (T.81 A.2.3) is gathered in whole planes first, a
 * progressive one in coefficients. Scratch memory only grows, so a stream of one geometry
 * allocates once.
 */
#include "cpu-features.h"
#include "jpeg-parallel.h"
#include "verdict.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define SCRATCH_ALIGN 64 /* bytes: a cache line, and the widest vector */

/*
 * How many blocks the scans of a progressive file may visit, besides sixteen times those
 * of the picture: a small file must not keep us busy with refinements of a large picture.
 */
#define PROGRESSIVE_VISITS (UINT64_C(1) << 20)

/* How a frame is gathered before it is written. */
enum gather {
	GATHER_BAND,   /* one MCU row of samples */
	GATHER_PLANES, /* all samples */
	GATHER_COEFS,  /* all coefficients, and one MCU row of samples */
};

/* One call: so that functions need not hand round five things. */
struct call {
	struct lc_jpeg_session *s;
	const struct libcodec_decode_job *job;
	struct libcodec_decode_result *result;
	struct libcodec_jpeg_header header; /* brought forward from scan to scan */
	unsigned int latched; /* components whose quantisation table is set, a bit each */
	/* Progressive: */
	unsigned int has_dc;  /* components of which there is anything, a bit each */
	uint8_t missing[LC_JPEG_COMPONENTS][64]; /* low bits of each coefficient to come */
	uint64_t visits;      /* blocks visited by scans so far */
	uint64_t end;         /* of what was read of the stream */
};

/* The job is inside of what plugin.c advertises; the host has matched it, so look anyway. */
static uint32_t check_job(const struct libcodec_decode_job *job,
			  struct libcodec_decode_result *result)
{
	const struct libcodec_jpeg_header *h = job->jpeg;
	const struct libcodec_surface *surface = job->surface;

	if (h->process != LIBCODEC_PROCESS_BASELINE &&
	    h->process != LIBCODEC_PROCESS_EXTENDED &&
	    h->process != LIBCODEC_PROCESS_PROGRESSIVE)
		return lc_not_applicable(result, LIBCODEC_REASON_PROCESS,
				      LIBCODEC_FEATURE_NONE, h->process);
	if (h->precision != 8)
		return lc_not_applicable(result, LIBCODEC_REASON_DEPTH,
				      LIBCODEC_FEATURE_PRECISION, h->precision);
	if (h->n_components != 1 && h->n_components != 3)
		return lc_not_applicable(result, LIBCODEC_REASON_COMPONENTS,
				      LIBCODEC_FEATURE_COMPONENTS, h->n_components);
	if (surface->dtype != LIBCODEC_DTYPE_U8)
		return lc_not_applicable(result, LIBCODEC_REASON_DTYPE,
				      LIBCODEC_FEATURE_DTYPE, surface->dtype);
	if (!lc_jpeg_can_write(h->colour, h->sampling, surface->format))
		return lc_not_applicable(result, LIBCODEC_REASON_FORMAT,
				      LIBCODEC_FEATURE_FORMAT, surface->format);
	if (!surface->data)
		return lc_not_applicable(result, LIBCODEC_REASON_MEMORY,
				      LIBCODEC_FEATURE_MEMORY, surface->memory);
	return LIBCODEC_VERDICT_DONE;
}

static uint64_t align_up(uint64_t n)
{
	return (n + SCRATCH_ALIGN - 1) & ~(uint64_t)(SCRATCH_ALIGN - 1);
}

/*
 * The geometry, T.81 A.1.1 and A.2: factors over the largest, whole MCUs. Returns the
 * bytes of scratch that it takes; of these the last *ret_coefs are coefficients.
 */
static uint64_t frame_layout(struct lc_jpeg_frame *f, const struct libcodec_jpeg_header *h,
			     enum gather gather, uint64_t *ret_coefs)
{
	uint64_t samples = 0, coefs = 0;
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
		p->blocks_stride = f->mcus_x * p->h;
		p->stride = p->blocks_stride * 8;
		p->rows = (gather == GATHER_PLANES ? f->mcus_y : 1) * p->v * 8;
		p->direct_width = 0;
		p->offset = (size_t)samples;
		samples += align_up((uint64_t)p->stride * p->rows);
		p->coef_offset = (size_t)coefs;
		p->blocks = (size_t)p->blocks_stride * f->mcus_y * p->v;
		if (gather == GATHER_COEFS)
			coefs += p->blocks * (uint64_t)(64 * sizeof(*p->coef) + sizeof(*p->coded));
	}
	*ret_coefs = align_up(coefs);
	return samples + *ret_coefs;
}

/* Scratch memory of that size at least; what grows it is told before it is taken. */
static int scratch_reserve(struct lc_jpeg_session *s, size_t size)
{
	char text[80];

	if (size <= s->scratch_size)
		return 0;
	snprintf(text, sizeof(text), "JPEG scratch memory grows to %zu bytes", size);
	s->host->log(s->host, LIBCODEC_LOG_DEBUG, text);
	free(s->scratch);
	s->scratch_size = 0;
	s->scratch = aligned_alloc(SCRATCH_ALIGN, size);
	if (!s->scratch)
		return -ENOMEM;
	s->scratch_size = size;
	return 0;
}

static uint32_t frame_begin(struct call *c, enum gather gather)
{
	struct lc_jpeg_session *s = c->s;
	uint64_t coefs, size = frame_layout(&s->frame, &c->header, gather, &coefs);
	unsigned int i;

	if (size > c->job->max_scratch_bytes || size > SIZE_MAX) {
		lc_say(c->result, "needs %llu bytes of scratch memory, the limit is %llu",
		    (unsigned long long)size,
		    (unsigned long long)c->job->max_scratch_bytes);
		return lc_not_applicable(c->result, LIBCODEC_REASON_SCANS,
				      LIBCODEC_FEATURE_MULTI_SCAN, size);
	}
	if (scratch_reserve(s, (size_t)size) < 0)
		return lc_fall_back(c->result, -ENOMEM, "no memory for scratch");
	for (i = 0; i < s->frame.n; i++) {
		struct lc_jpeg_plane *p = &s->frame.plane[i];

		p->data = s->scratch + p->offset;
		p->coef = (int16_t *)(s->scratch + (size - coefs) + p->coef_offset);
		p->coded = (uint64_t *)(p->coef + 64 * p->blocks);
	}
	memset(s->scratch + (size - coefs), 0, (size_t)coefs);
	return LIBCODEC_VERDICT_DONE;
}

/* The table that a component keeps from its first scan on. */
static void latch_quant(struct call *c, unsigned int index)
{
	unsigned int tq = c->header.component[index].tq, k;
	const uint8_t *p = c->job->data + c->header.dqt_offset[tq];
	bool wide = c->header.dqt_wide >> tq & 1;
	uint16_t *q = c->s->quant[index];

	if (c->latched >> index & 1)
		return;
	c->latched |= 1u << index;
	for (k = 0; k < 64; k++)
		q[lc_jpeg_natural[k]] =
			wide ? (uint16_t)(p[2 * k] << 8 | p[2 * k + 1]) : p[k];
	if (c->s->idct == &c->s->dsp.fast)
		lc_idct_fast_prescale(q);
}

/* @class 0: DC, 1: AC. A slot without a table has Annex K's; the host has seen to that. */
static int load_huff(struct call *c, unsigned int class, unsigned int id)
{
	uint64_t offset = c->header.dht_offset[class][id];
	const uint8_t *counts = offset ? c->job->data + offset
				       : lc_huff_annex_k[class][id & 1];

	struct lc_jpeg_session *s = c->s;
	int r = 0;

	if (c->header.process == LIBCODEC_PROCESS_PROGRESSIVE) {
		s->huff[class][id] = &s->plain[class][id];
		r = lc_huff_build(&s->plain[class][id], counts);
	} else {
		s->huff[class][id] = class ? lc_huff_cached_ac(&s->baked[1], counts)
					   : lc_huff_cached_dc(&s->baked[0], counts);
	}
	return r < 0 || !s->huff[class][id] ? -EBADMSG : 0;
}

/* Which Huffman tables a scan uses: a progressive one has DC or AC, or neither. */
static bool scan_uses(const struct libcodec_jpeg_header *h, unsigned int class)
{
	if (h->process != LIBCODEC_PROCESS_PROGRESSIVE)
		return true;
	return class == 0 ? h->ss == 0 && h->ah == 0 : h->ss > 0;
}

static int load_huff_if_used(struct call *c, unsigned int class, unsigned int id)
{
	const struct libcodec_jpeg_header *h = &c->header;

	if (!scan_uses(h, class))
		return 0;
	/* Annex K's tables are for sequential files: no progressive one leaves them out. */
	if (h->process == LIBCODEC_PROCESS_PROGRESSIVE && !h->dht_offset[class][id])
		return -EBADMSG;
	return load_huff(c, class, id);
}

/* Tables of the scan that the header is at. */
static uint32_t load_tables(struct call *c)
{
	const struct libcodec_jpeg_header *h = &c->header;
	unsigned int i;

	for (i = 0; i < h->n_scan; i++) {
		const struct libcodec_jpeg_scan_component *sc = &h->scan[i];

		latch_quant(c, sc->index);
		if (load_huff_if_used(c, 0, sc->dc) < 0)
			return lc_corrupt(c->result, h->scan_offset,
				       "a DC table of the scan is no prefix code");
		if (load_huff_if_used(c, 1, sc->ac) < 0)
			return lc_corrupt(c->result, h->scan_offset,
				       "an AC table of the scan is no prefix code");
	}
	return LIBCODEC_VERDICT_DONE;
}

static const char *scan_error(int error)
{
	switch (error) {
	case LC_SCAN_TRUNCATED:
		return "the scan ends before its last block";
	case LC_SCAN_MARKER:
		return "a marker inside of a scan";
	case LC_SCAN_RUN:
		return "a block has more coefficients than its band";
	case LC_SCAN_RESTART:
		return "a restart marker is not the one due";
	default:
		return "an invalid Huffman code";
	}
}

static uint32_t scan_failed(struct call *c)
{
	const struct lc_jpeg_scan *scan = &c->s->scan;

	c->result->truncated = scan->damage == LC_SCAN_TRUNCATED;
	return lc_corrupt(c->result, scan->damage_offset, scan_error(scan->damage));
}

/* Damage that the caller accepts: the picture is partial, from this row on. */
static void note_damage(struct call *c)
{
	const struct lc_jpeg_scan *scan = &c->s->scan;
	unsigned int row = scan->first_lost_row * lc_jpeg_mcu_height(&c->s->frame, &c->s->scan);

	if (c->header.process == LIBCODEC_PROCESS_PROGRESSIVE)
		row = 0; /* what this scan would have added is missing from there, and later ones */
	if (c->result->partial != 1 || row < c->result->good_rows)
		c->result->good_rows = row;
	c->result->partial = 1;
	if (!c->result->message[0])
		lc_say(c->result, "partial: %s", scan_error(scan->damage));
}

bool lc_jpeg_too_late(const struct lc_jpeg_session *s,
		      const struct libcodec_decode_job *job)
{
	return job->deadline_ns && s->host->now_ns(s->host) > job->deadline_ns;
}

static bool too_late(const struct call *c)
{
	return lc_jpeg_too_late(c->s, c->job);
}

int lc_jpeg_decode_row(const struct lc_jpeg_session *s, struct lc_jpeg_scan *scan,
		       unsigned int row, bool band)
{
	uint64_t span = libcodec_host_trace_begin(
		s->host, "codec.decode_jpeg.mcu_row.huffman_idct", "row", row);
	int r = lc_jpeg_scan_row(scan, row, band);

	libcodec_host_trace_end(s->host, span);
	return r;
}

void lc_jpeg_write_rows(const struct lc_jpeg_session *s, const struct lc_jpeg_frame *frame,
			const struct libcodec_surface *surface, unsigned int y,
			unsigned int rows)
{
	uint64_t span = libcodec_host_trace_begin(
		s->host, "codec.decode_jpeg.mcu_row.write", "row", y);

	lc_jpeg_write(&s->dsp, frame, surface, y, rows);
	libcodec_host_trace_end(s->host, span);
}

static void write_rows(struct call *c, unsigned int y, unsigned int rows)
{
	lc_jpeg_write_rows(c->s, &c->s->frame, c->job->surface, y, rows);
}

/*
 * Decode the scan at hand, whose tables are loaded; with @write each MCU row is written as
 * soon as it is there.
 */
static uint32_t decode_scan(struct call *c, bool write)
{
	struct lc_jpeg_session *s = c->s;
	unsigned int height, y;
	int r;

	lc_jpeg_scan_begin(&s->scan, s, &s->frame, c->job->data, (size_t)c->job->size,
			   c->job->accept & LIBCODEC_ACCEPT_PARTIAL);
	if (c->header.process == LIBCODEC_PROCESS_PROGRESSIVE &&
	    lc_jpeg_progressive_begin(&s->scan, &c->header) < 0)
		return lc_corrupt(c->result, c->header.scan_offset,
			       "a progressive scan's parameters make no sense");
	height = lc_jpeg_mcu_height(&s->frame, &s->scan);
	for (y = 0; y < s->scan.mcus_y; y++) {
		if (too_late(c))
			return lc_fall_back(c->result, -ETIMEDOUT, "the deadline passed");
		if (write)
			lc_jpeg_aim(&s->frame, c->job->surface, y * height,
				    lc_jpeg_mcu_width(&s->frame, &s->scan), height);
		r = lc_jpeg_decode_row(s, &s->scan, y, write);
		if (r < 0)
			return scan_failed(c);
		if (write)
			write_rows(c, y * height, height);
	}
	if (s->scan.damage)
		note_damage(c);
	c->end = lc_jpeg_scan_offset(&s->scan);
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
	uint64_t end = c->end;

	while (next_scan(c, end, &end) > 0)
		;
	return end;
}

static uint32_t decode_single(struct call *c)
{
	uint32_t verdict = frame_begin(c, GATHER_BAND);

	if (verdict == LIBCODEC_VERDICT_DONE)
		verdict = load_tables(c);
	if (verdict != LIBCODEC_VERDICT_DONE)
		return verdict;
	if (lc_jpeg_parallel(c->s, c->job, &c->end) == 0)
		return LIBCODEC_VERDICT_DONE;
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

static unsigned int all_components(const struct call *c)
{
	return (1u << c->header.n_components) - 1;
}

/*
 * No more scans, for there are none (@r is 0) or what is there can't be read, though the
 * picture needs more. DONE where the caller accepts that.
 */
static uint32_t stump(struct call *c, int r, const char *what)
{
	c->result->truncated = r == 0;
	lc_corrupt(c->result, c->end, r < 0 ? "damage between two scans" : what);
	if (!(c->job->accept & LIBCODEC_ACCEPT_PARTIAL))
		return LIBCODEC_VERDICT_CORRUPT;
	c->result->partial = 1;
	c->result->good_rows = 0;
	return LIBCODEC_VERDICT_DONE;
}

/* Mid-grey for a component of which nothing came. */
static void blank_missing(struct call *c, unsigned int have)
{
	unsigned int i;

	for (i = 0; i < c->s->frame.n; i++) {
		const struct lc_jpeg_plane *p = &c->s->frame.plane[i];

		if (!(have >> i & 1))
			memset(p->data, 128, (size_t)p->stride * p->rows);
	}
}

/* Sequential scans of several, until each component was there once. */
static uint32_t gather_planes(struct call *c)
{
	unsigned int have = 0, mask;
	uint32_t verdict;
	int r;

	for (;;) {
		mask = scan_mask(&c->header);
		if (mask & have)
			return lc_corrupt(c->result, c->header.scan_offset,
				       "a component is coded twice");
		verdict = load_tables(c);
		if (verdict == LIBCODEC_VERDICT_DONE)
			verdict = decode_scan(c, false);
		if (verdict != LIBCODEC_VERDICT_DONE)
			return verdict;
		have |= mask;
		if (have == all_components(c))
			return LIBCODEC_VERDICT_DONE;
		r = next_scan(c, c->end, &c->end);
		if (r <= 0) {
			blank_missing(c, have);
			return stump(c, r, "the picture ends before its last component");
		}
	}
}

static uint32_t decode_multi(struct call *c)
{
	uint32_t verdict = frame_begin(c, GATHER_PLANES);

	if (verdict == LIBCODEC_VERDICT_DONE)
		verdict = gather_planes(c);
	if (verdict == LIBCODEC_VERDICT_DONE)
		write_rows(c, 0, c->header.height);
	return verdict;
}

/* Note what the scan at hand brings, and hold it against the budget. */
static uint32_t account_scan(struct call *c)
{
	const struct libcodec_jpeg_header *h = &c->header;
	const struct lc_jpeg_frame *f = &c->s->frame;
	uint64_t total = 0;
	unsigned int i, k;

	for (i = 0; i < f->n; i++)
		total += (uint64_t)f->plane[i].blocks_x * f->plane[i].blocks_y;
	for (i = 0; i < h->n_scan; i++) {
		const struct lc_jpeg_plane *p = &f->plane[h->scan[i].index];

		c->visits += (uint64_t)p->blocks_x * p->blocks_y;
		for (k = h->ss; k <= h->se && k < 64; k++)
			c->missing[h->scan[i].index][k] = h->al;
		if (h->ss == 0)
			c->has_dc |= 1u << h->scan[i].index;
	}
	if (c->visits > PROGRESSIVE_VISITS && c->visits > 16 * total)
		return lc_corrupt(c->result, h->scan_offset,
			       "more scans than a picture of that size can need");
	return LIBCODEC_VERDICT_DONE;
}

/* Whether every coefficient came down to its last bit. */
static bool fully_refined(const struct call *c)
{
	unsigned int i, k;

	for (i = 0; i < c->header.n_components; i++)
		for (k = 0; k < 64; k++)
			if (c->missing[i][k])
				return false;
	return true;
}

/*
 * After the last scan. A file may end short of the last bits (EOI says that it means to);
 * one that just stops is cut off.
 */
static uint32_t judge_progressive(struct call *c, int r)
{
	const uint8_t *p = c->job->data + c->end;
	bool eoi = c->end >= 2 && p[-2] == 0xff && p[-1] == 0xd9;

	if (c->has_dc != all_components(c))
		return stump(c, r, "the picture ends before its last component");
	if (c->result->partial || fully_refined(c))
		return LIBCODEC_VERDICT_DONE;
	if (!eoi)
		return stump(c, r, "the bytes end before the last scan");
	c->result->partial = 2;
	return LIBCODEC_VERDICT_DONE;
}

static uint32_t gather_coefs(struct call *c)
{
	uint32_t verdict;
	int r;

	memset(c->missing, 255, sizeof(c->missing));
	do {
		verdict = account_scan(c);
		if (verdict == LIBCODEC_VERDICT_DONE)
			verdict = load_tables(c);
		if (verdict == LIBCODEC_VERDICT_DONE)
			verdict = decode_scan(c, false);
		if (verdict != LIBCODEC_VERDICT_DONE)
			return verdict;
		r = next_scan(c, c->end, &c->end);
	} while (r > 0);
	return judge_progressive(c, r);
}

static uint32_t decode_progressive(struct call *c)
{
	unsigned int height, y;
	uint32_t verdict = frame_begin(c, GATHER_COEFS);

	if (verdict == LIBCODEC_VERDICT_DONE)
		verdict = gather_coefs(c);
	if (verdict != LIBCODEC_VERDICT_DONE)
		return verdict;
	height = 8 * c->s->frame.v_max;
	for (y = 0; y < c->s->frame.mcus_y; y++) {
		if (too_late(c))
			return lc_fall_back(c->result, -ETIMEDOUT, "the deadline passed");
		lc_jpeg_progressive_row(c->s, y);
		write_rows(c, y * height, height);
	}
	return LIBCODEC_VERDICT_DONE;
}

/* The host's levels count from AUTO, ours from none. */
static void choose_kernels(struct lc_jpeg_session *s, uint32_t simd)
{
	s->simd = simd;
	lc_jpeg_dsp_init(&s->dsp, simd == LIBCODEC_SIMD_AUTO ? lc_cpu_simd_level()
							     : simd - LIBCODEC_SIMD_NONE);
}

uint32_t lc_jpeg_decode(struct lc_jpeg_session *s, const struct libcodec_decode_job *job,
			struct libcodec_decode_result *result)
{
	struct call c = { .s = s, .job = job, .result = result };
	uint32_t verdict = check_job(job, result);
	uint64_t span;

	if (verdict != LIBCODEC_VERDICT_DONE)
		return verdict;
	if (job->simd != s->simd)
		choose_kernels(s, job->simd);
	s->idct = job->dct_method == LIBCODEC_DCT_FAST ? &s->dsp.fast : &s->dsp.accurate;
	c.header = *job->jpeg;
	span = libcodec_host_trace_begin(s->host, "codec.decode_jpeg.mcu_loop", NULL, 0);
	if (c.header.process == LIBCODEC_PROCESS_PROGRESSIVE)
		verdict = decode_progressive(&c);
	else if (c.header.n_scan == c.header.n_components)
		verdict = decode_single(&c);
	else
		verdict = decode_multi(&c);
	libcodec_host_trace_end(s->host, span);
	if (verdict == LIBCODEC_VERDICT_DONE) {
		result->dct_method = s->idct == &s->dsp.fast ? LIBCODEC_DCT_FAST
							      : LIBCODEC_DCT_ACCURATE;
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
	choose_kernels(s, LIBCODEC_SIMD_AUTO);
	lc_feed_init(&s->scan.feed, s->dsp.copy_until_ff);
	*ret_s = s;
	return 0;
}

void lc_jpeg_session_trim(struct lc_jpeg_session *s)
{
	free(s->scratch);
	s->scratch = NULL;
	s->scratch_size = 0;
	lc_jpeg_parallel_trim(&s->parallel);
}

void lc_jpeg_session_free(struct lc_jpeg_session *s)
{
	lc_jpeg_session_trim(s);
	free(s);
}
