/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Two ways. Where restart markers cut the scan at the begin of MCU rows, threads take such
 * pieces in turn. Else the first thread begins at the front and the others ahead of it (see
 * jpeg-speculate.h), and once they have met all transform what was stored ahead.
 *
 * Whatever goes wrong, the frame is decoded anew by one thread: damage is judged in one place.
 */
#include "jpeg-parallel.h"
#include "jpeg-speculate.h"

#include <errno.h>
#include <stdlib.h>

#define ALIGN 64u

/* A thread that sleeps takes some 40 us to begin, in which 5000 bytes are decoded. */
unsigned int lc_jpeg_parallel_bytes_min = 16000;

/*
 * What a byte costs in entropy decoding, and a pixel in what comes after it, the kernels
 * taking one, two or four blocks at once; only the ratio counts. It tells how much the first
 * thread should take, which does both.
 */
#define BYTE_COST 7.0
static const double pixel_cost[] = { [1] = 1.2, [2] = 0.7, [4] = 0.45 };

struct lc_jpeg_worker {
	struct lc_jpeg_frame frame; /* whose planes are a band of this thread's own */
	struct lc_jpeg_scan scan;
	struct lc_jpeg_watch watch;
	struct lc_jpeg_ahead ahead;
} __attribute__((aligned(ALIGN)));

/* MCUs of the picture that lie in the store of one thread. */
struct span {
	const struct lc_jpeg_worker *worker;
	unsigned int first;        /* MCU of the picture */
	unsigned int at, n;        /* in the store */
	unsigned int dc[LC_JPEG_COMPONENTS]; /* to be added */
};

struct parallel {
	struct lc_jpeg_session *s;
	const struct libcodec_decode_job *job;
	unsigned int threads;
	struct lc_jpeg_worker *worker;
	int stop;                  /* atomic: 1: it has failed, or is done */
	int failed;                /* atomic */
	uint64_t end;              /* of the scan */
	/* Pieces by restart markers */
	unsigned int unit_rows, unit_intervals, n_units;
	uint64_t *unit;            /* where each begins */
	unsigned int next_unit;    /* atomic */
	/* Ahead */
	unsigned int mcus;
	unsigned int met_row;      /* mcus_y: nowhere */
	struct span span[LC_JPEG_THREADS_MAX];
	unsigned int n_spans;
	unsigned int next_row;     /* atomic */
};

static void fail(struct parallel *p)
{
	__atomic_store_n(&p->failed, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&p->stop, 1, __ATOMIC_RELAXED);
}

static bool stopped(const struct parallel *p)
{
	return __atomic_load_n(&p->stop, __ATOMIC_RELAXED);
}

static size_t align_up(size_t n)
{
	return (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

static void aim(struct parallel *p, struct lc_jpeg_worker *w, unsigned int row)
{
	unsigned int height = lc_jpeg_mcu_height(&w->frame, &w->scan);

	lc_jpeg_aim(&w->frame, p->job->surface, row * height,
		    lc_jpeg_mcu_width(&w->frame, &w->scan), height);
}

/* One MCU row to the worker's band. 0, an lc_jpeg_scan_error or LC_SCAN_MET. */
static int decode_row(struct parallel *p, struct lc_jpeg_worker *w, unsigned int row)
{
	if (lc_jpeg_too_late(p->s, p->job))
		return LC_SCAN_TRUNCATED;
	aim(p, w, row);
	return lc_jpeg_decode_row(p->s, &w->scan, row, true);
}

static void write_row(struct parallel *p, struct lc_jpeg_worker *w, unsigned int row)
{
	unsigned int height = lc_jpeg_mcu_height(&w->frame, &w->scan);

	lc_jpeg_write_rows(p->s, &w->frame, p->job->surface, row * height, height);
}

/* --- pieces by restart markers --- */

static unsigned int gcd(unsigned int a, unsigned int b)
{
	while (b) {
		unsigned int r = a % b;

		a = b;
		b = r;
	}
	return a;
}

static unsigned int divide_up(unsigned int a, unsigned int b)
{
	return a / b + (a % b != 0);
}

static void lay_out_units(struct parallel *p)
{
	const struct lc_jpeg_scan *scan = &p->s->scan;
	unsigned int common = gcd(scan->restart_interval, scan->mcus_x);

	p->unit_rows = scan->restart_interval / common;
	p->unit_intervals = scan->mcus_x / common;
	p->n_units = divide_up(scan->mcus_y, p->unit_rows);
}

/*
 * Where each unit begins: behind every so many markers, which count from RST0 on. Returns
 * whether all are there.
 */
static bool find_units(struct parallel *p)
{
	const struct lc_jpeg_scan *scan = &p->s->scan;
	const uint8_t *at = p->job->data + p->s->frame.header->scan_offset;
	unsigned int n, last = (p->n_units - 1) * p->unit_intervals;

	p->unit[0] = p->s->frame.header->scan_offset;
	for (n = 1; n <= last; n++) {
		if (lc_jpeg_find_marker(at, scan->stream_end, &at) !=
		    (int)(0xd0 + ((n - 1) & 7)))
			return false;
		if (n % p->unit_intervals == 0)
			p->unit[n / p->unit_intervals] = (uint64_t)(at - p->job->data);
	}
	return true;
}

static int decode_unit(struct parallel *p, struct lc_jpeg_worker *w, unsigned int unit)
{
	unsigned int row = unit * p->unit_rows, n;
	int r;

	if (unit)
		lc_jpeg_scan_seek(&w->scan, p->unit[unit], unit * p->unit_intervals);
	for (n = 0; n < p->unit_rows && row < w->scan.mcus_y; n++, row++) {
		r = decode_row(p, w, row);
		if (r < 0)
			return r;
		write_row(p, w, row);
	}
	if (unit == p->n_units - 1)
		p->end = lc_jpeg_scan_offset(&w->scan);
	return 0;
}

static void decode_units(void *arg, uint32_t index)
{
	struct parallel *p = arg;
	unsigned int unit;

	while (!stopped(p)) {
		unit = __atomic_fetch_add(&p->next_unit, 1, __ATOMIC_RELAXED);
		if (unit >= p->n_units)
			return;
		if (decode_unit(p, &p->worker[index], unit) < 0)
			fail(p);
	}
}

static int run_units(struct parallel *p)
{
	if (!find_units(p))
		return -EAGAIN;
	p->s->host->parallel_for(p->s->host, p->threads, p->threads, decode_units, p);
	return p->failed ? -EAGAIN : 0;
}

/* --- ahead --- */

/* The end of the data, less what is no scan of a picture: padding, and EOI before it. */
static const uint8_t *data_end(const struct libcodec_decode_job *job, const uint8_t *begin)
{
	const uint8_t *end = job->data + job->size;

	while (end != begin && end[-1] == 0)
		end--;
	return end;
}

/* Not behind an FF, which what follows may belong to. */
static const uint8_t *fit_start(const uint8_t *at, const uint8_t *end)
{
	while (at != end && at[-1] == 0xff)
		at++;
	return at;
}

/* Where the threads begin: the first has less, since it does all of its part at once. */
static void choose_starts(struct parallel *p)
{
	const uint8_t *begin = p->job->data + p->s->frame.header->scan_offset;
	const uint8_t *end = data_end(p->job, begin);
	double pixels = (double)p->s->frame.header->width * p->s->frame.header->height;
	double bytes = (double)(end - begin), n = p->threads;
	double entropy = BYTE_COST * bytes, rest = pixel_cost[p->s->idct->batch] * pixels;
	double first = entropy / (n * entropy + (n - 1) * rest);
	unsigned int i;

	for (i = 1; i < p->threads; i++) {
		struct lc_jpeg_ahead *a = &p->worker[i].ahead;
		double share = first + (1 - first) * (i - 1) / (n - 1);

		a->start = fit_start(begin + (size_t)(share * bytes), end);
		a->next = i + 1 < p->threads ? &p->worker[i + 1].ahead : NULL;
		a->thread = i;
		a->state = LC_AHEAD_FREE;
		a->begun = 0;
		lc_jpeg_watch(&p->worker[i - 1].scan, &p->worker[i - 1].watch, a);
	}
}

/* From the front, to the end or to where it meets the next one. */
static void run_first(struct parallel *p)
{
	struct lc_jpeg_worker *w = &p->worker[0];
	unsigned int row;
	int r = 0;

	/* Once more, for now there is a mark. */
	lc_feed_start(&w->scan.feed, &w->scan.bits,
		      p->job->data + w->frame.header->scan_offset, w->scan.stream_end);
	for (row = 0; row < w->scan.mcus_y; row++) {
		r = decode_row(p, w, row);
		if (r != 0)
			break;
		write_row(p, w, row);
	}
	p->met_row = row;
	if (r < 0)
		fail(p);
	if (r == 0) {
		p->end = lc_jpeg_scan_offset(&w->scan);
		__atomic_store_n(&p->stop, 1, __ATOMIC_RELAXED);
	}
}

static void run_segment(void *arg, uint32_t index)
{
	struct parallel *p = arg;
	struct lc_jpeg_worker *w = &p->worker[index];
	uint64_t span;

	if (index == 0) {
		run_first(p);
		return;
	}
	if (!lc_jpeg_ahead_begin(&w->scan, &w->ahead))
		return;
	span = libcodec_host_trace_begin(p->s->host, "codec.decode_jpeg.huffman_ahead",
					 "thread", index);
	while (!stopped(p) && lc_jpeg_run_ahead(&w->scan, &w->ahead, w->scan.mcus_x))
		if (lc_jpeg_too_late(p->s, p->job))
			fail(p);
	libcodec_host_trace_end(p->s->host, span);
}

/* The span of who was met at MCU @first of the picture, with those predictors before it. */
static int make_span(struct parallel *p, const struct lc_jpeg_watch *met, unsigned int first,
		     const unsigned int dc[LC_JPEG_COMPONENTS])
{
	const struct lc_jpeg_worker *w = &p->worker[met->ahead->thread];
	struct span *span = &p->span[p->n_spans++];
	unsigned int c;

	if (met->at < w->ahead.in_step || met->at > w->ahead.n)
		return -EAGAIN;
	*span = (struct span){ .worker = w, .first = first, .at = met->at };
	span->n = w->ahead.n - met->at;
	if (span->n > p->mcus - first)
		span->n = p->mcus - first;
	for (c = 0; c < w->scan.n; c++)
		span->dc[c] = dc[c] - lc_jpeg_ahead_predictor(&w->scan, &w->ahead, met->at, c);
	return 0;
}

/* The predictors behind a span. */
static void predictors_behind(const struct span *span, unsigned int dc[LC_JPEG_COMPONENTS])
{
	const struct lc_jpeg_worker *w = span->worker;
	unsigned int c;

	for (c = 0; c < w->scan.n; c++)
		dc[c] = span->dc[c] + lc_jpeg_ahead_predictor(&w->scan, &w->ahead,
							      span->at + span->n, c);
}

/* Where the scan ended: behind the picture's last MCU. */
static uint64_t end_of(const struct parallel *p, const struct span *span)
{
	const struct lc_jpeg_scan *scan = &span->worker->scan;
	const struct lc_jpeg_ahead *a = &span->worker->ahead;
	unsigned int last = span->at + span->n;
	uint64_t bits = last < a->n ? a->begin[last] : a->end;
	uint64_t bytes = (bits + 7) / 8;
	const uint8_t *at = bytes >= lc_feed_laid_out(&scan->feed, &scan->bits)
				    ? scan->feed.next
				    : lc_feed_place(&scan->feed, bytes);

	return (uint64_t)(at - p->job->data);
}

/*
 * Put together who has which MCUs, from the one that the first thread has met on. Where a
 * thread has not met the next one, the picture must end with it.
 */
static int join_spans(struct parallel *p)
{
	const struct lc_jpeg_worker *w = &p->worker[0];
	unsigned int first = p->met_row * w->scan.mcus_x + w->scan.met_x;
	unsigned int c, dc[LC_JPEG_COMPONENTS];
	const struct lc_jpeg_watch *met = &w->watch;

	for (c = 0; c < w->scan.n; c++)
		dc[c] = (unsigned int)w->scan.component[c].predictor;
	for (;;) {
		struct span *span = &p->span[p->n_spans];

		if (make_span(p, met, first, dc) < 0)
			return -EAGAIN;
		first += span->n;
		if (first == p->mcus) {
			p->end = end_of(p, span);
			return 0;
		}
		if (!span->worker->ahead.met)
			return -EAGAIN;
		met = &span->worker->watch;
		predictors_behind(span, dc);
	}
}

/* MCUs @x and all behind it of a row from the stores to the worker's band. */
static void transform_row(struct parallel *p, struct lc_jpeg_worker *w, unsigned int row,
			  unsigned int x)
{
	unsigned int mcu = row * w->scan.mcus_x + x, size, i;
	uint64_t trace = libcodec_host_trace_begin(
		p->s->host, "codec.decode_jpeg.mcu_row.idct", "row", row);

	for (i = 0; i < p->n_spans && x < w->scan.mcus_x; i++) {
		const struct span *span = &p->span[i];

		if (mcu < span->first || mcu >= span->first + span->n)
			continue;
		size = span->first + span->n - mcu;
		if (size > w->scan.mcus_x - x)
			size = w->scan.mcus_x - x;
		lc_jpeg_transform_ahead(&w->scan, &span->worker->ahead,
					span->at + (mcu - span->first), size, span->dc, x);
		x += size;
		mcu += size;
	}
	libcodec_host_trace_end(p->s->host, trace);
}

static void transform_rows(void *arg, uint32_t index)
{
	struct parallel *p = arg;
	struct lc_jpeg_worker *w = &p->worker[index];
	unsigned int row;

	while (!stopped(p)) {
		row = __atomic_fetch_add(&p->next_row, 1, __ATOMIC_RELAXED);
		if (row >= w->scan.mcus_y)
			return;
		if (lc_jpeg_too_late(p->s, p->job)) {
			fail(p);
			return;
		}
		aim(p, w, row);
		transform_row(p, w, row, 0);
		write_row(p, w, row);
	}
}

static int run_ahead(struct parallel *p)
{
	const struct libcodec_host *host = p->s->host;
	struct lc_jpeg_worker *w = &p->worker[0];

	choose_starts(p);
	host->parallel_for(host, p->threads, p->threads, run_segment, p);
	if (p->failed)
		return -EAGAIN;
	if (p->met_row == w->scan.mcus_y)
		return 0;
	if (join_spans(p) < 0)
		return -EAGAIN;
	/* The row in which they met begins in the first one's band. */
	transform_row(p, w, p->met_row, w->scan.met_x);
	write_row(p, w, p->met_row);
	p->next_row = p->met_row + 1;
	p->stop = 0;
	host->parallel_for(host, p->threads, p->threads, transform_rows, p);
	return p->failed ? -EAGAIN : 0;
}

/* --- memory --- */

/* Offsets into the block, which begins with the workers. */
struct layout {
	size_t bands, band;        /* of the first; bytes of each */
	size_t units;
	size_t stores, store;      /* of the first; bytes of each */
	size_t coefs, lasts;       /* bytes of them in a store; then come the begins */
	unsigned int capacity;     /* MCUs of a store */
	size_t size;
};

static size_t band_size(const struct lc_jpeg_frame *f)
{
	const struct lc_jpeg_plane *last = &f->plane[f->n - 1];

	return align_up(last->offset + (size_t)last->stride * last->rows);
}

/*
 * A thread may have to do more than its part: where the picture is denser at other places, and
 * where the next thread begins late.
 */
static unsigned int store_capacity(const struct parallel *p)
{
	unsigned int part = divide_up(p->mcus, p->threads - 1);

	if (p->n_units)
		return 0;
	return part < p->mcus / 4 ? 4 * part : p->mcus;
}

static struct layout lay_out(const struct parallel *p)
{
	const struct lc_jpeg_scan *scan = &p->s->scan;
	struct layout l = { .band = band_size(&p->s->frame), .capacity = store_capacity(p) };
	size_t groups = divide_up(l.capacity, LC_JPEG_GROUP);

	l.bands = align_up(p->threads * sizeof(struct lc_jpeg_worker));
	l.units = l.bands + p->threads * l.band;
	l.stores = l.units + align_up(p->n_units * sizeof(*p->unit));
	l.coefs = groups * scan->group_blocks * 64 * sizeof(int16_t);
	l.lasts = align_up(groups * scan->group_blocks);
	l.store = l.coefs + l.lasts + align_up(l.capacity * sizeof(uint64_t));
	l.size = l.stores + (p->threads - 1) * l.store;
	return l;
}

static int reserve(struct parallel *p, const struct layout *l)
{
	struct lc_jpeg_parallel_memory *m = &p->s->parallel;
	unsigned int i;

	if (l->size > p->job->max_scratch_bytes ||
	    p->s->scratch_size > p->job->max_scratch_bytes - l->size)
		return -EAGAIN;
	if (l->size > m->size) {
		lc_jpeg_parallel_trim(m);
		m->block = aligned_alloc(ALIGN, l->size);
		if (!m->block)
			return -EAGAIN;
		m->size = l->size;
	}
	p->worker = (struct lc_jpeg_worker *)m->block;
	for (i = 0; i < p->threads && m->threads != p->threads; i++) {
		lc_feed_init(&p->worker[i].scan.feed, p->s->dsp.copy_until_ff);
		p->worker[i].scan.coef_dirty = true;
	}
	m->threads = p->threads;
	return 0;
}

static void set_up_worker(struct parallel *p, const struct layout *l, unsigned int i)
{
	struct lc_jpeg_worker *w = &p->worker[i];
	uint8_t *block = p->s->parallel.block;
	unsigned int c;

	w->frame = p->s->frame;
	for (c = 0; c < w->frame.n; c++)
		w->frame.plane[c].data = block + l->bands + i * l->band +
					 w->frame.plane[c].offset;
	lc_jpeg_scan_begin(&w->scan, p->s, &w->frame, p->job->data, (size_t)p->job->size,
			   false);
	if (i && l->capacity) {
		uint8_t *store = block + l->stores + (i - 1) * l->store;

		w->ahead.capacity = l->capacity;
		w->ahead.coef = (int16_t *)store;
		w->ahead.last = store + l->coefs;
		w->ahead.begin = (uint64_t *)(store + l->coefs + l->lasts);
	}
}

static int set_up(struct parallel *p)
{
	struct layout l = lay_out(p);
	unsigned int i;

	if (reserve(p, &l) < 0)
		return -EAGAIN;
	p->unit = (uint64_t *)(p->s->parallel.block + l.units);
	for (i = 0; i < p->threads; i++)
		set_up_worker(p, &l, i);
	return 0;
}

void lc_jpeg_parallel_trim(struct lc_jpeg_parallel_memory *memory)
{
	free(memory->block);
	*memory = (struct lc_jpeg_parallel_memory){ NULL, 0, 0 };
}

/* --- the frame --- */

static bool can_share(const struct libcodec_host *host)
{
	return host->struct_size >= offsetof(struct libcodec_host, parallel_for) +
					    sizeof(host->parallel_for);
}

/* As many as the job allows, each with half the least bytes of a frame that is shared. */
static unsigned int useful_threads(const struct lc_jpeg_session *s,
				   const struct libcodec_decode_job *job)
{
	uint64_t bytes = job->size - s->frame.header->scan_offset;
	unsigned int n = job->threads;

	if (bytes < lc_jpeg_parallel_bytes_min)
		return 1;
	if (n > LC_JPEG_THREADS_MAX)
		n = LC_JPEG_THREADS_MAX;
	while (n > 2 && bytes / n < lc_jpeg_parallel_bytes_min / 2)
		n--;
	return n;
}

int lc_jpeg_parallel(struct lc_jpeg_session *s, const struct libcodec_decode_job *job,
		     uint64_t *ret_end)
{
	struct parallel p = { .s = s, .job = job };
	int r;

	p.threads = useful_threads(s, job);
	if (p.threads < 2 || !can_share(s->host))
		return -EAGAIN;
	/* For its geometry; workers have scans of their own. */
	lc_jpeg_scan_begin(&s->scan, s, &s->frame, job->data, (size_t)job->size, false);
	p.mcus = s->scan.mcus_x * s->scan.mcus_y;
	if (s->scan.restart_interval)
		lay_out_units(&p);
	if (s->scan.restart_interval && p.n_units < p.threads)
		return -EAGAIN;
	if (set_up(&p) < 0)
		return -EAGAIN;
	r = p.n_units ? run_units(&p) : run_ahead(&p);
	*ret_end = p.end;
	return r;
}
