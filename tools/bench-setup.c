/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How much of a frame is set-up: see bench-setup.h.
 *
 * A span costs a large part of a microsecond while it is written, and a small frame has
 * dozens of them, so the sum of what is outside of the rows would be mostly that.
 * Instead the first begin and the last end of a row are held against the call itself,
 * which leaves a handful of spans: for each one that is no row there is a begin and an
 * end. What these cost stands in the same trace: an MCU row is decoded and then written,
 * and from the end of the one span to the begin of the other there is nothing else. The
 * least such gap is taken off for each of them, so rather too little is.
 */
#include "config.h"

#include "bench-setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libcodec/trace.h>

#include "progress.h"

#define FRAMES_MIN 3
#define FRAMES_MAX 100
#define PICTURE_NS 40000000 /* for the frames of a picture */
#define NO_GAP	   UINT64_MAX

struct event {
	char name[64];
	unsigned int thread;
	uint64_t begin, end; /* ns */
};

/* One decode of a picture while a trace is written. */
struct frame {
	uint64_t begin, end; /* of the call */
	uint64_t first, last; /* where the first row begins, the last one ends; 0: none */
	unsigned int others; /* spans that are no rows */
};

struct frames {
	struct frame frame[FRAMES_MAX];
	size_t n;
	uint64_t gap; /* the least, or NO_GAP */
};

/* "12.034" in microseconds is 12034 ns. */
static bool take_ns(const char *line, const char *key, uint64_t *ret_ns)
{
	unsigned long long us;
	unsigned int ns;
	const char *at = strstr(line, key);

	if (!at || sscanf(at + strlen(key), "%llu.%3u", &us, &ns) != 2)
		return false;
	*ret_ns = us * UINT64_C(1000) + ns;
	return true;
}

static bool take_event(const char *line, struct event *ret)
{
	const char *thread = strstr(line, "\"tid\":");
	uint64_t duration;

	if (!thread || sscanf(line, "{\"name\":\"%63[^\"]\"", ret->name) != 1 ||
	    sscanf(thread, "\"tid\":%u", &ret->thread) != 1 ||
	    !take_ns(line, "\"ts\":", &ret->begin) ||
	    !take_ns(line, "\"dur\":", &duration))
		return false;
	ret->end = ret->begin + duration;
	return true;
}

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && !strcmp(text + n - m, end);
}

static bool is_row(const struct event *e)
{
	return strstr(e->name, ".mcu_row.") || ends_with(e->name, ".inflate_rows");
}

/* From the end of @a to the begin of @b, where nothing is between them. */
static uint64_t gap_between(const struct event *a, const struct event *b)
{
	if (!ends_with(a->name, ".mcu_row.huffman_idct") ||
	    !ends_with(b->name, ".mcu_row.write") || a->thread != b->thread ||
	    b->begin <= a->end)
		return NO_GAP;
	return b->begin - a->end;
}

static void account(struct frames *f, const struct event *e)
{
	struct frame *frame = NULL;
	size_t i;

	for (i = 0; i < f->n && !frame; i++)
		if (e->begin >= f->frame[i].begin && e->end <= f->frame[i].end)
			frame = &f->frame[i];
	if (!frame)
		return;
	if (!is_row(e)) {
		frame->others++;
		return;
	}
	if (!frame->first || e->begin < frame->first)
		frame->first = e->begin;
	if (e->end > frame->last)
		frame->last = e->end;
}

static int read_trace(const char *path, struct frames *f)
{
	struct event event, before = { .name = "" };
	FILE *from = fopen(path, "re");
	char line[1024];
	uint64_t gap;

	if (!from)
		return -errno;
	while (fgets(line, sizeof(line), from)) {
		if (!take_event(line, &event))
			continue;
		account(f, &event);
		gap = gap_between(&before, &event);
		if (gap < f->gap)
			f->gap = gap;
		before = event;
	}
	fclose(from);
	return 0;
}

static void decode_once(struct bench *b, const struct bench_picture *pic,
			struct frame *ret)
{
	*ret = (struct frame){ .begin = progress_now_ns() };
	libcodec_decoder_decode(b->dec, pic->data, pic->size, pic->image, NULL);
	ret->end = progress_now_ns();
}

/* As frames of one camera come: the same again and again. */
static void decode_frames(struct bench *b, const struct bench_picture *pic,
			  struct frames *f)
{
	uint64_t start = progress_now_ns();

	f->n = 0;
	f->gap = NO_GAP;
	do
		decode_once(b, pic, &f->frame[f->n++]);
	while (f->n < FRAMES_MIN ||
	       (f->n < FRAMES_MAX && progress_now_ns() - start < PICTURE_NS));
}

static uint64_t least_time(const struct frames *f)
{
	uint64_t least = UINT64_MAX;
	size_t i;

	for (i = 0; i < f->n; i++)
		if (f->frame[i].end - f->frame[i].begin < least)
			least = f->frame[i].end - f->frame[i].begin;
	return least;
}

/* The least of what is outside of the rows, the cost of spans still in it. */
static void take_setup(const struct frames *f, struct bench_setup *setup)
{
	uint64_t ns;
	size_t i;

	for (i = 0; i < f->n; i++) {
		const struct frame *frame = &f->frame[i];

		if (!frame->first)
			continue;
		ns = frame->first - frame->begin + (frame->end - frame->last);
		if (setup->measured && ns >= setup->ns)
			continue;
		setup->measured = true;
		setup->ns = ns;
		/* The last row's end, too, is written behind it. */
		setup->spans = frame->others + 1;
	}
}

static int measure_picture(struct bench *b, struct bench_picture *pic, const char *path,
			   struct frames *f)
{
	int r;

	decode_frames(b, pic, f);
	pic->setup.frame_ns = least_time(f);
	r = libcodec_trace_start(path);
	if (r < 0)
		return r;
	decode_frames(b, pic, f);
	r = libcodec_trace_stop();
	if (r == 0)
		r = read_trace(path, f);
	if (r == 0)
		take_setup(f, &pic->setup);
	return r;
}

static void take_off_spans(struct bench *b)
{
	struct bench_setup *setup;
	uint64_t cost;
	size_t i;

	for (i = 0; i < b->n_pictures; i++) {
		setup = &b->pictures[i].setup;
		cost = b->span_ns * setup->spans;
		setup->ns -= cost < setup->ns ? cost : setup->ns;
	}
}

int bench_setup_measure(struct bench *b, const char *path)
{
	struct frames *f = malloc(sizeof(*f));
	uint64_t gap = NO_GAP;
	size_t i;
	int r = 0;

	if (!f)
		return -ENOMEM;
	for (i = 0; i < b->n_pictures && r == 0; i++) {
		if (!b->pictures[i].result[0].measured)
			continue;
		r = measure_picture(b, &b->pictures[i], path, f);
		if (f->gap < gap)
			gap = f->gap;
	}
	free(f);
	b->span_ns = gap == NO_GAP ? 0 : gap;
	take_off_spans(b);
	return r;
}

double bench_setup_share(const struct bench_picture *pic)
{
	const struct bench_setup *setup = &pic->setup;

	return setup->frame_ns ? (double)setup->ns / (double)setup->frame_ns : 0;
}
