/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How long libcodec-interop takes for a frame: `make bench-interop`. Minima of many runs;
 * what has maps against memcpy() of as many bytes, by turns. Fails where a promise is not
 * kept: 200 ns for a record without maps, written and found, and half the rate of
 * memcpy() with the maps of a frame of 8K in blocks of 8x8.
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <pelorus/telemetry.h>

#include "interop-records.h"

#define CALLS	    1000 /* of short ones between two looks at the clock */
#define RUNS	    400
#define LIMIT_NS    200.0
#define LIMIT_RATIO 2.0

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* What was measured may not be left out. */
static void keep(const void *p)
{
	__asm__ volatile("" : : "r"(p) : "memory");
}

struct frame {
	PelorusEncTelemetryInput in;
	uint8_t *blob;
	size_t size, room;
};

static void die(const char *what)
{
	fprintf(stderr, "bench-interop: %s\n", what);
	exit(2);
}

static void pack(struct frame *f)
{
	if (pel_enc_telemetry_pack(&record_meta, &f->in, f->blob, f->room, &f->size) !=
	    PEL_OK)
		die("a record is refused");
	keep(f->blob);
}

static void pack_section(struct frame *f)
{
	PelorusPackSection s = { PEL_SEC_ENC_TELEMETRY, &f->in.frame,
				 sizeof(f->in.frame) };

	if (pel_blob_pack_into(&record_meta, &s, 1, f->blob, f->room, &f->size) != PEL_OK)
		die("a section is refused");
	keep(f->blob);
}

static void find(struct frame *f)
{
	const void *found;
	size_t got;

	if (pel_blob_find_section(f->blob, f->size, PEL_SEC_ENC_TELEMETRY,
				  sizeof(f->in.frame), &found, &got) != PEL_OK)
		die("a section is lost");
	keep(found);
}

static double time_short(void (*call)(struct frame *f), struct frame *f)
{
	double best = 1e18, begin, took;
	int run, i;

	for (run = 0; run < RUNS; run++) {
		begin = now_ns();
		for (i = 0; i < CALLS; i++)
			call(f);
		took = (now_ns() - begin) / CALLS;
		best = took < best ? took : best;
	}
	return best;
}

/* By turns, so that both have the same machine. */
static void time_against_copy(struct frame *f, double *ret_pack, double *ret_copy)
{
	double begin, took;
	uint8_t *from, *to;
	int run;

	pack(f);
	from = malloc(f->size);
	to = malloc(f->size);
	if (!from || !to)
		die("no memory");
	memset(from, 1, f->size);
	memset(to, 2, f->size);
	*ret_pack = *ret_copy = 1e18;
	for (run = 0; run < RUNS; run++) {
		begin = now_ns();
		pack(f);
		took = now_ns() - begin;
		*ret_pack = took < *ret_pack ? took : *ret_pack;
		begin = now_ns();
		memcpy(to, from, f->size);
		keep(to);
		took = now_ns() - begin;
		*ret_copy = took < *ret_copy ? took : *ret_copy;
	}
	free(to);
	free(from);
}

/* 7680x4320 in blocks of 8x8. */
static struct frame make_8k(void)
{
	enum { COLS = 960, ROWS = 540, N = COLS * ROWS };
	struct frame f = { .in = record_maps };
	int16_t *qp = malloc(N * sizeof(*qp));
	uint32_t *bits = malloc(N * sizeof(*bits));
	uint8_t *modes = malloc(N), *blob = malloc(N * 7 + 1024);
	uint32_t i;

	if (!qp || !bits || !modes || !blob)
		die("no memory");
	for (i = 0; i < N; i++) {
		qp[i] = (int16_t)(i % 205);
		bits[i] = i * 2654435761u;
		modes[i] = (uint8_t)(i % 4);
	}
	f.in.frame.map_cols = COLS;
	f.in.frame.map_rows = ROWS;
	f.in.frame.block_size_log2 = 3;
	f.in.qp_map = qp;
	f.in.bits_map = bits;
	f.in.mode_map = modes;
	f.blob = blob;
	f.room = N * 7 + 1024;
	return f;
}

static int is_within(const char *what, double value, double limit, const char *unit)
{
	printf("%-44s %8.2f %-4s (limit %.0f)%s\n", what, value, unit, limit,
	       value <= limit ? "" : "  TOO SLOW");
	return value <= limit;
}

int main(void)
{
	uint8_t buf[1024];
	struct frame small = { .in = record_frame, .blob = buf, .room = sizeof(buf) };
	struct frame large = make_8k();
	double packed, copied;
	int ok = 1;

	ok &= is_within("pel_enc_telemetry_pack, no maps", time_short(pack, &small),
			LIMIT_NS, "ns");
	ok &= is_within("pel_blob_pack_into, the same section",
			time_short(pack_section, &small), LIMIT_NS, "ns");
	ok &= is_within("pel_blob_find_section", time_short(find, &small), LIMIT_NS,
			"ns");
	time_against_copy(&large, &packed, &copied);
	printf("%-44s %8.2f ms   for %zu bytes, memcpy %.2f ms\n",
	       "pel_enc_telemetry_pack, 3 maps of 960x540", packed / 1e6, large.size,
	       copied / 1e6);
	ok &= is_within("the same, in times that memcpy takes", packed / copied,
			LIMIT_RATIO, "");
	free(large.blob);
	free((void *)large.in.qp_map);
	free((void *)large.in.bits_map);
	free((void *)large.in.mode_map);
	return !ok;
}
