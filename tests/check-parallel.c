/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A JPEG frame by several threads against the same by one: bytes, verdict, message,
 * offset and info are equal, for good pictures of all kinds, damaged ones, and whatever
 * order the threads run in. The cpu backend is linked in; parallel-wraps.c has the clock and
 * what came of sharing, run-order.c the order in which a frame's parts run.
 */
#include "config.h"

#include "testbed.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jpeg-parallel.h"
#include "jpeg-writer.h"
#include "parallel-wraps.h"
#include "run-order.h"

#define STREAM_MAX (1u << 19)
#define IMAGE_MAX  (1u << 20)
#define POISON	   0xa5

/* --- one decoder for one thread, one for several --- */

struct side {
	struct libcodec_decoder *dec;
	struct libcodec_image *image;
	uint8_t *pixels;
	int r;
	struct libcodec_image_info info;
	struct libcodec_result result;
};

static struct testbed tb;
static struct libcodec_context *ctx;
static struct side one, several;
static struct libcodec_decoder_params params;
static uint8_t *stream;
static size_t size;
static uint32_t rng = 1;

static uint32_t next_random(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

static unsigned int below(unsigned int n)
{
	return next_random() % n;
}

static void side_init(struct side *s)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.capacity = IMAGE_MAX,
	};

	s->dec = testbed_decoder(ctx, NULL);
	s->pixels = malloc(IMAGE_MAX);
	p.data = s->pixels;
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &s->image), 0);
}

static void side_done(struct side *s)
{
	libcodec_image_unref(s->image);
	libcodec_decoder_unref(s->dec);
	free(s->pixels);
}

static void setup(void)
{
	testbed_init(&tb);
	testbed_add_cpu(&tb);
	ctx = testbed_context(&tb);
	stream = malloc(STREAM_MAX);
	side_init(&one);
	side_init(&several);
	params = (struct libcodec_decoder_params){ .struct_size = sizeof(params) };
	lc_jpeg_parallel_bytes_min = 0;
}

static void teardown(void)
{
	side_done(&one);
	side_done(&several);
	free(stream);
	libcodec_context_unref(ctx);
	testbed_done(&tb);
}

/* A picture by our writer; what doesn't fit fails the test. */
static void write_stream(const struct fx_jpeg *j)
{
	size = fx_jpeg_write(j, stream, STREAM_MAX);
	ck_assert_uint_gt(size, 0);
}

static void read_stream(const char *path)
{
	uint8_t *data = test_read_file(path, &size);

	ck_assert_uint_le(size, STREAM_MAX);
	memcpy(stream, data, size);
	free(data);
}

/* How many bytes of the image may be written, and two rows more. */
static size_t used_bytes(void)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };

	if (libcodec_decoder_probe(one.dec, stream, size, one.image, &info) < 0)
		return 64;
	ck_assert_uint_le(info.capacity, IMAGE_MAX);
	return info.capacity + 4096 < IMAGE_MAX ? (size_t)info.capacity + 4096 :
						  IMAGE_MAX;
}

static void decode_side(struct side *s, const struct libcodec_decoder_params *p,
			size_t used)
{
	memset(s->pixels, POISON, used);
	memset(&s->info, 0, sizeof(s->info));
	s->info.struct_size = sizeof(s->info);
	s->result.struct_size = sizeof(s->result);
	ck_assert_int_eq(libcodec_decoder_set_params(s->dec, p), 0);
	s->r = libcodec_decoder_decode(s->dec, stream, size, s->image, &s->info);
	libcodec_decoder_get_result(s->dec, &s->result);
}

static size_t used; /* of the picture that decode_one() decoded */

static int decode_one(void)
{
	struct libcodec_decoder_params p = params;

	p.threads = 1;
	ck_assert_int_eq(libcodec_decoder_set_params(one.dec, &p), 0);
	used = used_bytes();
	decode_side(&one, &p, used);
	return one.r;
}

static void compare_sides(const char *what)
{
	const struct libcodec_result *a = &one.result, *b = &several.result;
	size_t i;

	ck_assert_msg(one.r == several.r, "%s: %d, not %d: %s", what, several.r, one.r,
		      b->message);
	ck_assert_msg(!strcmp(a->message, b->message), "%s: \"%s\", not \"%s\"", what,
		      b->message, a->message);
	if (a->offset != b->offset || a->truncated != b->truncated ||
	    a->verdict != b->verdict || a->stage != b->stage ||
	    a->feature != b->feature || a->detail != b->detail ||
	    a->reasons != b->reasons)
		ck_abort_msg("%s: another result, offset %llu, not %llu", what,
			     (unsigned long long)b->offset,
			     (unsigned long long)a->offset);
	if (memcmp(&one.info, &several.info, sizeof(one.info)))
		ck_abort_msg("%s: another info: consumed %llu, not %llu", what,
			     (unsigned long long)several.info.consumed,
			     (unsigned long long)one.info.consumed);
	if (one.r < 0 || !memcmp(one.pixels, several.pixels, used))
		return;
	for (i = 0; one.pixels[i] == several.pixels[i]; i++)
		;
	ck_abort_msg("%s: byte %zu of %zu is 0x%02x, not 0x%02x", what, i, used,
		     several.pixels[i], one.pixels[i]);
}

/* Against decode_one(). */
static void decode_several(unsigned int threads, enum run_order o, const char *what)
{
	struct libcodec_decoder_params p = params;
	char text[160];

	snprintf(text, sizeof(text), "%s, %u threads, order %d", what, threads, (int)o);
	p.threads = threads;
	run_order = o;
	n_shared = n_declined = n_mcus_ahead = 0;
	decode_side(&several, &p, used);
	compare_sides(text);
}

/* --- good pictures --- */

static const struct {
	enum fx_sampling sampling;
	unsigned int factors;
} kinds[] = {
	{ FX_420, 0 }, { FX_422, 0 }, { FX_444, 0 },  { FX_440, 0 },  { FX_411, 0 },
	{ FX_410, 0 }, { FX_441, 0 }, { FX_GREY, 0 }, { FX_GREY, 2 },
};
#define N_KINDS ((int)(sizeof(kinds) / sizeof(kinds[0])))

static const unsigned int thread_counts[] = { 2, 3, 4, 8, 16, 17 };
#define N_THREAD_COUNTS ((int)(sizeof(thread_counts) / sizeof(thread_counts[0])))

static const uint32_t outputs[] = { 0, LIBCODEC_FORMAT_NV12, LIBCODEC_FORMAT_RGB };

static void picture(struct fx_jpeg *j, int kind, unsigned int width, unsigned int height)
{
	fx_jpeg_init(j, width, height, kinds[kind].sampling);
	if (kinds[kind].factors)
		j->comp[0].h = j->comp[0].v = kinds[kind].factors;
}

/* MCUs of a row, and rows. */
static void mcus_of(const struct fx_jpeg *j, unsigned int *ret_x, unsigned int *ret_y)
{
	unsigned int h = 1, v = 1, i;

	for (i = 0; j->ncomp > 1 && i < j->ncomp; i++) {
		h = j->comp[i].h > h ? j->comp[i].h : h;
		v = j->comp[i].v > v ? j->comp[i].v : v;
	}
	*ret_x = (j->width + 8 * h - 1) / (8 * h);
	*ret_y = (j->height + 8 * v - 1) / (8 * v);
}

/* Each number of threads, in each order, @times with real ones. */
static void all_ways(const char *what, unsigned int times)
{
	unsigned int i, k;

	for (i = 0; i < N_THREAD_COUNTS; i++) {
		for (k = 0; k < RUN_THREADS && !ONLY_THREADS; k++)
			decode_several(thread_counts[i], (enum run_order)k, what);
		for (k = 0; k < times; k++)
			decode_several(thread_counts[i], RUN_THREADS, what);
	}
}

/*
 * The parts ahead are done when the front goes. A part falls into step sooner or later,
 * which needs some luck in pictures as small as these: so count.
 */
static unsigned int n_tried, n_met, n_fell_back;

static void try_to_meet(const char *what, unsigned int mcus)
{
	unsigned int threads;

	for (threads = 2; threads <= 4; threads++) {
		decode_several(threads, RUN_LAST_FIRST, what);
		n_tried++;
		n_fell_back += n_declined;
		n_met += n_shared && n_mcus_ahead > mcus / 4;
		ck_assert_uint_lt(n_mcus_ahead, mcus);
	}
}

static void check_met(void)
{
	ck_assert_msg(2 * n_met > n_tried, "%u of %u met", n_met, n_tried);
	ck_assert_msg(10 * n_fell_back < n_tried, "%u of %u fell back", n_fell_back,
		      n_tried);
}

START_TEST(without_restarts)
{
	static const unsigned int qualities[] = { 30, 75, 100 };
	unsigned int q, o, x, y;
	char what[80];

	for (q = 0; q < 3; q++) {
		for (o = 0; o < 3; o++) {
			struct fx_jpeg j;

			picture(&j, _i, 203 + 50 * q, 161 + 7 * o);
			j.quality = qualities[q];
			j.seed = q;
			if (o == 1)
				j.pattern = FX_PAT_NOISE;
			params.output_format = outputs[o];
			write_stream(&j);
			mcus_of(&j, &x, &y);
			snprintf(what, sizeof(what), "quality %u, output %u", j.quality,
				 o);
			ck_assert_int_eq(decode_one(), 0);
			try_to_meet(what, x * y);
			all_ways(what, 3);
		}
	}
	check_met();
}
END_TEST

START_TEST(flat_and_extreme)
{
	static const enum fx_pattern patterns[] = {
		FX_PAT_FLAT,	 FX_PAT_GRADIENT,  FX_PAT_EXTREMES,  FX_PAT_COEF_DC11,
		FX_PAT_COEF_ZRL, FX_PAT_COEF_LAST, FX_PAT_COEF_FULL, FX_PAT_COEF_EXTREME,
	};
	static const unsigned int flags[] = { 0,	   FX_OPT_DHT,
					      FX_LONG_DHT, FX_NO_DHT,
					      FX_NO_EOI,   FX_TRAILER | FX_FILL_BYTES };
	unsigned int i, f;
	char what[80];

	for (i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		for (f = 0; f < sizeof(flags) / sizeof(flags[0]); f++) {
			struct fx_jpeg j;

			picture(&j, _i, 171, 139);
			j.pattern = patterns[i];
			j.flags = flags[f];
			if (i >= 3)
				j.quality = 100;
			if (i > 3)
				j.width = 83;
			write_stream(&j);
			params.output_format = outputs[(i + f) % 3];
			snprintf(what, sizeof(what), "pattern %d, flags 0x%x",
				 (int)patterns[i], flags[f]);
			ck_assert_int_eq(decode_one(), 0);
			all_ways(what, 1);
		}
	}
}
END_TEST

/* Whatever the tables are, the end of the scan is no reason to begin anew. */
START_TEST(tables)
{
	static const unsigned int flags[] = { 0, FX_OPT_DHT, FX_LONG_DHT,
					      FX_SHARED_TABLES };
	unsigned int f, side, x, y, pattern;
	char what[80];

	for (f = 0; f < 4; f++) {
		for (side = 0; side < 4; side++) {
			for (pattern = FX_PAT_WAVES; pattern <= FX_PAT_NOISE; pattern++) {
				struct fx_jpeg j;

				picture(&j, _i, 250 + 3 * side, 180 + 5 * side);
				j.pattern = (enum fx_pattern)pattern;
				j.flags = flags[f];
				j.seed = side;
				write_stream(&j);
				mcus_of(&j, &x, &y);
				snprintf(what, sizeof(what), "flags 0x%x, side %u",
					 flags[f], side);
				ck_assert_int_eq(decode_one(), 0);
				/* These two fall into step too seldom to count on it. */
				if (pattern == FX_PAT_GRADIENT || flags[f] == FX_LONG_DHT)
					all_ways(what, 0);
				else
					try_to_meet(what, x * y);
			}
		}
	}
	check_met();
}
END_TEST

START_TEST(sizes)
{
	static const unsigned int sides[] = { 1, 2, 8, 15, 17, 33, 64, 130 };
	const unsigned int n = sizeof(sides) / sizeof(sides[0]);
	unsigned int i, k;
	char what[80];

	for (i = 0; i < n; i++) {
		for (k = 0; k < n; k++) {
			struct fx_jpeg j;

			picture(&j, _i, sides[i], sides[k]);
			j.seed = i * n + k;
			j.restart_interval = (i + k) % 3 == 2 ? 1 + k : 0;
			write_stream(&j);
			params.output_format = outputs[(i + k) % 3];
			snprintf(what, sizeof(what), "%ux%u", sides[i], sides[k]);
			ck_assert_int_eq(decode_one(), 0);
			all_ways(what, 1);
		}
	}
}
END_TEST

START_TEST(restarts)
{
	struct fx_jpeg j;
	unsigned int x, y, i, intervals[16], n = 0, rows, shared;
	char what[80];

	picture(&j, _i, 247, 381);
	mcus_of(&j, &x, &y);
	for (i = 0; i < 3; i++)
		intervals[n++] = (unsigned int[]){ 1, 4, 7 }[i];
	for (rows = 1; rows <= 3; rows++)
		intervals[n++] = rows * x;
	intervals[n++] = x / 2;
	intervals[n++] = x - 1;
	intervals[n++] = x + 1;
	intervals[n++] = 2 * x + 3;
	intervals[n++] = x * y;
	intervals[n++] = x * y + 1;
	intervals[n++] = 65535;
	for (i = 0; i < n; i++) {
		j.restart_interval = intervals[i];
		j.flags = i & 1 ? FX_STRAY_BEFORE_RST : FX_TRAILER;
		write_stream(&j);
		params.output_format = outputs[i % 3];
		snprintf(what, sizeof(what), "interval %u of %u", intervals[i], x);
		ck_assert_int_eq(decode_one(), 0);
		all_ways(what, 3);
		decode_several(2, RUN_THREADS, what);
		/* Where the pieces are rows, as many as there are threads. */
		shared = intervals[i] < x * y &&
			 (x % intervals[i] == 0 || intervals[i] % x == 0);
		ck_assert_msg(n_shared == 1 || !shared, "%s is not shared", what);
		ck_assert_uint_eq(n_mcus_ahead, 0);
	}
}
END_TEST

/* Many times with real threads: they meet at other places each time. */
START_TEST(photograph)
{
	unsigned int i, k, met = 0;

	params.output_format = outputs[_i];
	read_stream("fixtures/data/demo.jpg");
	ck_assert_int_eq(decode_one(), 0);
	try_to_meet("demo", 40 * 30);
	ck_assert_uint_eq(n_met, 3);
	for (i = 0; i < N_THREAD_COUNTS; i++) {
		for (k = 0; k < 40; k++) {
			decode_several(thread_counts[i], RUN_THREADS, "demo");
			ck_assert(n_shared == 1 || thread_counts[i] > 4);
			met += n_mcus_ahead > 0;
		}
	}
	/* Not a promise of the machine, but it would be a strange one. */
	ck_assert_uint_gt(met, 0);
}
END_TEST

/* By the default, small pictures are one thread's. */
START_TEST(small_ones_are_not_shared)
{
	struct fx_jpeg j;

	lc_jpeg_parallel_bytes_min = 16000;
	fx_jpeg_init(&j, 100, 100, FX_420);
	write_stream(&j);
	ck_assert_uint_lt(size, 16000);
	ck_assert_int_eq(decode_one(), 0);
	decode_several(4, RUN_THREADS, "small");
	ck_assert_uint_eq(n_shared, 0);
}
END_TEST

/* --- damage --- */

static uint8_t *good;
static size_t good_size;

/* The first byte of the scan, which begins behind a header of three components or one. */
static size_t scan_begin(void)
{
	size_t sos = fx_jpeg_find(good, good_size, 0xda);

	ck_assert_uint_lt(sos, good_size);
	return sos + 2 + (size_t)(good[sos + 2] << 8 | good[sos + 3]);
}

static void insert(size_t at, const void *bytes, size_t n)
{
	ck_assert_uint_le(size + n, STREAM_MAX);
	memmove(stream + at + n, stream + at, size - at);
	memcpy(stream + at, bytes, n);
	size += n;
}

static void cut(size_t at, size_t n)
{
	memmove(stream + at, stream + at + n, size - at - n);
	size -= n;
}

/* Where restart marker number @which stands, or the last one; 0 where there is none. */
static size_t find_rst(unsigned int which)
{
	size_t i, found = 0;

	for (i = scan_begin(); i + 1 < size; i++) {
		if (stream[i] != 0xff || stream[i + 1] < 0xd0 || stream[i + 1] > 0xd7)
			continue;
		found = i;
		if (which-- == 0)
			break;
	}
	return found;
}

enum damage {
	FLIP_BITS,
	SET_BYTES,
	CUT_OFF,
	CUT_OUT,
	RST_MISSING,
	RST_TWICE,
	RST_OTHER,
	RST_SWAPPED,
	RST_ADDED,
	EOI_EARLY,
	STRAY_BEFORE_RST,
	STRAY_BEFORE_EOI,
	GARBAGE_BEHIND,
	SECOND_PICTURE,
	FF_RUN,
	PART_TWICE,
	N_DAMAGES
};

static void add_random(size_t at, unsigned int n, bool with_markers)
{
	uint8_t bytes[600];
	unsigned int i;

	for (i = 0; i < n; i++) {
		bytes[i] = (uint8_t)below(256);
		if (bytes[i] == 0xff && !with_markers)
			bytes[i] = 0xfe;
	}
	insert(at, bytes, n);
}

static void damage(enum damage d)
{
	size_t begin = scan_begin();
	size_t at = begin + below((unsigned int)(good_size - begin - 2));
	size_t rst = find_rst(below(12)), n, next;
	uint8_t marker[2] = { 0xff, (uint8_t)(0xd0 + below(8)) };

	switch (d) {
	case FLIP_BITS:
		for (n = 1 + below(4); n; n--)
			stream[begin + below((unsigned int)(size - begin))] ^=
				(uint8_t)(1u << below(8));
		break;
	case SET_BYTES:
		for (n = below(20); n && at < size; n--, at++)
			stream[at] = (uint8_t)(below(2) ? 0xff : below(256));
		break;
	case CUT_OFF:
		size = at;
		break;
	case CUT_OUT:
		n = 1 + below(300);
		cut(at, n < size - at ? n : size - at);
		break;
	case RST_MISSING:
		if (rst)
			cut(rst, 2);
		break;
	case RST_TWICE:
		if (rst)
			insert(rst, stream + rst, 2);
		break;
	case RST_OTHER:
		if (rst)
			stream[rst + 1] = marker[1];
		break;
	case RST_SWAPPED:
		next = find_rst(below(12));
		if (rst && next) {
			marker[1] = stream[rst + 1];
			stream[rst + 1] = stream[next + 1];
			stream[next + 1] = marker[1];
		}
		break;
	case RST_ADDED:
		insert(at, marker, 2);
		break;
	case EOI_EARLY:
		insert(at, "\xff\xd9", 2);
		break;
	case STRAY_BEFORE_RST:
		if (rst)
			add_random(rst, 1 + below(20), false);
		break;
	case STRAY_BEFORE_EOI:
		add_random(size - 2, 1 + below(600), false);
		break;
	case GARBAGE_BEHIND:
		add_random(size, 1 + below(600), true);
		break;
	case SECOND_PICTURE:
		insert(size, good, good_size);
		break;
	case FF_RUN:
		for (n = 1 + below(30); n; n--)
			insert(at, "\xff", 1);
		break;
	case PART_TWICE:
		n = below(400);
		insert(at, good + at, n < good_size - at ? n : good_size - at);
		break;
	default:
		break;
	}
}

static const unsigned int bases[] = { 0, 0, 1, 4, 10, 11, 20, 33 };
#define N_BASES ((int)(sizeof(bases) / sizeof(bases[0])))

/* 10 to 20 MCUs a row, by kind; the intervals above fit it or don't. */
static void damage_often(unsigned int times, bool lenient, unsigned int interval)
{
	unsigned int i, d, kind = below(N_KINDS);
	struct fx_jpeg j;
	char what[120];

	picture(&j, (int)kind, 160, 176);
	j.restart_interval = interval;
	j.quality = 50 + below(50);
	j.seed = next_random();
	if (below(3) == 0)
		j.flags = FX_OPT_DHT;
	write_stream(&j);
	good_size = size;
	good = malloc(size);
	memcpy(good, stream, size);
	params.accept = lenient ? LIBCODEC_ACCEPT_PARTIAL : 0;
	for (i = 0; i < times; i++) {
		uint32_t seed = rng;

		memcpy(stream, good, good_size);
		size = good_size;
		d = below(N_DAMAGES);
		damage((enum damage)d);
		if (below(4) == 0)
			damage(FLIP_BITS);
		params.output_format = outputs[below(3)];
		snprintf(what, sizeof(what), "damage %u of kind %u, interval %u, seed %u",
			 d, kind, interval, seed);
		decode_one();
		decode_several(2 + below(3), (enum run_order)below(N_RUN_ORDERS), what);
		decode_several(thread_counts[below(N_THREAD_COUNTS)],
			       (enum run_order)below(N_RUN_ORDERS), what);
	}
	free(good);
}

START_TEST(damaged)
{
	unsigned int i;

	rng = 77 + (uint32_t)_i;
	for (i = 0; i < 12; i++)
		damage_often(40, i & 1, bases[_i]);
}
END_TEST

/* Each frame stands alone: neither a bad one nor other threads spoil the next. */
START_TEST(threads_change_between_frames)
{
	unsigned int i;
	struct fx_jpeg j;

	for (i = 0; i < 300; i++) {
		picture(&j, (int)below(N_KINDS), 40 + below(300), 40 + below(200));
		j.restart_interval = below(3) ? 0 : 1 + below(30);
		j.seed = i;
		params.output_format = outputs[below(3)];
		params.accept = below(2);
		params.simd = below(LIBCODEC_SIMD_AVX512 + 1);
		write_stream(&j);
		if (below(3) == 0)
			stream[size / 2 + below((unsigned int)size / 2)] ^= 0x10;
		if (below(8) == 0)
			j.sof = 0xc2;
		decode_one();
		decode_several(1 + below(17), (enum run_order)below(N_RUN_ORDERS), "changing");
	}
}
END_TEST

/* --- limits --- */

START_TEST(deadlines)
{
	static const unsigned int intervals[] = { 0, 13, 26 };
	unsigned int i, k;
	struct fx_jpeg j;

	fx_jpeg_init(&j, 203, 400, FX_420);
	j.restart_interval = intervals[_i];
	write_stream(&j);
	clock_step = 1000000;
	for (k = 0; k < 2; k++) {
		/* In mid-frame, and behind its end. */
		params.deadline_ns = (k ? 1000000 : 8) * UINT64_C(1000000);
		ck_assert_int_eq(decode_one(), k ? 0 : -ETIMEDOUT);
		for (i = 0; i < N_THREAD_COUNTS; i++) {
			decode_several(thread_counts[i], RUN_LAST_FIRST, "deadline");
			/* With two rows an interval there are no more than 13 pieces. */
			ck_assert_uint_eq(n_declined,
					  !k || (_i == 2 && thread_counts[i] > 13));
			decode_several(thread_counts[i], RUN_THREADS, "deadline");
		}
	}
}
END_TEST

/* Where memory for the threads is not allowed, one does it; below that none may. */
START_TEST(little_memory)
{
	unsigned int shared = 0, declined = 0, failed = 0, bytes;
	struct fx_jpeg j;

	fx_jpeg_init(&j, 203, 400, FX_420);
	j.restart_interval = _i ? 13 : 0;
	write_stream(&j);
	for (bytes = 1000; bytes < 64000000; bytes += bytes / 3) {
		params.max_scratch_bytes = bytes;
		decode_one();
		/* A decoder of its own, since memory that is there is used. */
		libcodec_decoder_unref(several.dec);
		several.dec = testbed_decoder(ctx, NULL);
		decode_several(4, RUN_LAST_FIRST, "memory");
		failed += one.r < 0;
		shared += n_shared;
		declined += n_declined;
		if (one.r < 0)
			ck_assert_int_eq(one.r, -EOPNOTSUPP);
		/* Once it is enough it stays so. */
		ck_assert(!(shared && n_declined) && !(declined && one.r < 0));
	}
	ck_assert_uint_gt(failed, 0);
	ck_assert_uint_gt(declined, 0);
	ck_assert_uint_gt(shared, 0);
}
END_TEST

/* What a larger picture has left counts where the limit becomes smaller. */
START_TEST(less_memory_later)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, 640, 400, FX_420);
	j.sof = 0xc2;
	write_stream(&j);
	ck_assert_int_eq(decode_one(), 0);
	decode_several(4, RUN_LAST_FIRST, "large");
	fx_jpeg_init(&j, 203, 200, FX_420);
	write_stream(&j);
	/* Enough for the threads, but not besides the 800 kB that are there. */
	params.max_scratch_bytes = 700000;
	ck_assert_int_eq(decode_one(), 0);
	decode_several(4, RUN_LAST_FIRST, "small");
	ck_assert_uint_eq(n_shared, 0);
}
END_TEST

START_TEST(trim)
{
	static const struct libcodec_host host = { .struct_size = sizeof(host) };
	struct lc_jpeg_session *s;

	ck_assert_int_eq(lc_jpeg_session_new(&host, &s), 0);
	s->parallel.block = aligned_alloc(64, 640);
	s->parallel.size = 640;
	s->parallel.threads = 4;
	lc_jpeg_session_trim(s);
	ck_assert_ptr_null(s->parallel.block);
	ck_assert_uint_eq(s->parallel.size, 0);
	ck_assert_uint_eq(s->parallel.threads, 0);
	lc_jpeg_session_free(s);
}
END_TEST

/* --- many decoders of one context --- */

#define USERS 4

struct user {
	struct side side;
	unsigned int threads;
	unsigned int wrong;
};

static void *use(void *arg)
{
	struct libcodec_decoder_params p = params;
	struct user *u = arg;
	int i;

	for (i = 0; i < 40; i++) {
		p.threads = 1 + (u->threads + (unsigned int)i) % 5;
		memset(u->side.pixels, POISON, used);
		u->wrong += libcodec_decoder_set_params(u->side.dec, &p) != 0;
		u->wrong += libcodec_decoder_decode(u->side.dec, stream, size,
						    u->side.image, NULL) != 0;
		u->wrong += memcmp(u->side.pixels, one.pixels, used) != 0;
	}
	return NULL;
}

START_TEST(many_decoders_at_once)
{
	struct user users[USERS];
	pthread_t threads[USERS];
	struct fx_jpeg j;
	int i;

	fx_jpeg_init(&j, 333, 217, FX_420);
	j.restart_interval = _i ? 21 : 0;
	write_stream(&j);
	ck_assert_int_eq(decode_one(), 0);
	run_order = RUN_THREADS;
	for (i = 0; i < USERS; i++) {
		users[i] = (struct user){ .threads = (unsigned int)i };
		side_init(&users[i].side);
		ck_assert_int_eq(pthread_create(&threads[i], NULL, use, &users[i]), 0);
	}
	for (i = 0; i < USERS; i++) {
		pthread_join(threads[i], NULL);
		ck_assert_uint_eq(users[i].wrong, 0);
		side_done(&users[i].side);
	}
	/* Four in five ask for more than one thread. */
	ck_assert_uint_eq(n_shared, USERS * 40 * 4 / 5);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("parallel");
	TCase *tc = tcase_create("good");
	const int kinds_tested = ONLY_THREADS ? 2 : N_KINDS;

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, without_restarts, 0, kinds_tested);
	tcase_add_loop_test(tc, flat_and_extreme, 0, kinds_tested);
	tcase_add_loop_test(tc, tables, 0, kinds_tested);
	tcase_add_loop_test(tc, sizes, 0, kinds_tested);
	tcase_add_loop_test(tc, restarts, 0, kinds_tested);
	tcase_add_loop_test(tc, photograph, 0, 3);
	tcase_add_test(tc, small_ones_are_not_shared);
	tcase_add_loop_test(tc, many_decoders_at_once, 0, 2);
	suite_add_tcase(s, tc);

	tc = tcase_create("damaged");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, damaged, 0, N_BASES);
	tcase_add_test(tc, threads_change_between_frames);
	suite_add_tcase(s, tc);

	tc = tcase_create("limits");
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, deadlines, 0, 3);
	tcase_add_loop_test(tc, little_memory, 0, 2);
	tcase_add_test(tc, less_memory_later);
	tcase_add_test(tc, trim);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("parallel", make_suite);
}
