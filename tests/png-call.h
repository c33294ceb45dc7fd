/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the tests of the PNG decoder share, check-png and its neighbours: a call of it as
 * the library would make it. The stream lies in memory of its exact size, the picture in
 * poisoned memory at an odd address.
 */
#ifndef LC_TESTS_PNG_CALL_H
#define LC_TESTS_PNG_CALL_H

#include "test.h"

#ifdef HAVE_LIBPNG
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libcodec/decoder.h>

#include "png-writer.h"

#include "backends/cpu/png.h"

#define STREAM_MAX (1u << 18)
#define PARENT_MAX (1u << 20)
#define POISON	   0xa5
#define N_KINDS	   15
#define N_DTYPES   5

/* Table 11.1: all that is legal. */
struct picture_kind {
	unsigned int colour, depth;
};

extern const struct picture_kind kinds[N_KINDS];
extern const uint8_t dtype_size[N_DTYPES];

/* What the decoder is told the time is, and how much later it is with each question. */
extern int64_t clock_ns, clock_step;

/* The stream at hand, and the memory that its picture goes into. */
extern uint8_t stream[STREAM_MAX];
extern size_t stream_size;
extern uint8_t parent[PARENT_MAX];

/* One call and all about it. */
struct call {
	struct lc_png_session *s;
	struct libcodec_png_header header;
	struct libcodec_surface surface;
	struct libcodec_decode_job job;
	struct libcodec_decode_result result;
	unsigned int channels;
	size_t pixel, row, pad; /* bytes; pad: between two rows */
	bool parsed;
};

extern struct call call;

/* The fixture of all these tests. */
void call_setup(void);
void call_teardown(void);

/* Parse @data and decode it; 0 where the header is refused already. */
uint32_t decode_bytes(const uint8_t *data, size_t n, uint32_t dtype, uint32_t accept);

/* The same in memory of its exact size. */
uint32_t decode_exact(const uint8_t *data, size_t n, uint32_t dtype, uint32_t accept);

const uint8_t *row_of(unsigned int y);
bool poisoned(const uint8_t *p, size_t n);

/* Before the picture, between its rows, behind it: nobody wrote there. */
void check_poison(void);

/* Rows @from to @to, exclusively, are the writer's samples. */
void check_rows(const struct fx_png *p, uint32_t dtype, unsigned int from,
		unsigned int to);

/* Make a picture the stream at hand. */
void write_stream(const struct fx_png *p);

/* The same with one that has some structure, compressed and filtered by libpng. */
void write_compressed(const struct picture_kind *k, unsigned int w, unsigned int h,
		      bool adam7, uint32_t seed);

/* The next number of a row of random ones, 24 bits. */
uint32_t lcg(uint32_t *state);
#else
/* One test, which is skipped. */
void add_without_libpng(TCase *tc);
#endif

#endif
