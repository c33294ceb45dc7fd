/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * CAPTURE buffers and surfaces of every kind for the tests of copy-out, and where V4L2's
 * documentation says that each sample lies in such a buffer.
 */
#ifndef COPY_BED_H
#define COPY_BED_H

#include <stdbool.h>
#include <stdint.h>

#include "backends/v4l2/copy-out.h"

#include "guarded.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* A CAPTURE format. */
struct form {
	const char *name;
	uint32_t fourcc, native, sampling;
	unsigned int planes; /* of memory */
	unsigned int cx, cy; /* pixels that share a chroma sample */
};

#define N_FORMS 25
extern const struct form forms[N_FORMS];

enum sample { Y, CB, CR };

struct place {
	unsigned int memory;
	uint64_t at;
};

/* Where the sample of pixel x, y lies. */
struct place where(const struct lc_v4l2_source *s, enum sample what, uint64_t x,
		   uint64_t y);

/* Pairs of pixels in 4 bytes. */
bool is_packed_422(const struct form *f);

/* Chroma planes of half stride in luma's memory: that stride is even. */
bool halves_stride(const struct form *f);

/* Memory for sources and a destination, and what should be in that. */
struct bed {
	struct arena src[3], dst;
	uint8_t *want;
};

/* Bytes for a picture, however it lies there. */
#define ROOM(w, h) (4 * (size_t)((w) + 200) * ((h) + 40))

void bed_init(struct bed *b, size_t most);
void bed_done(struct bed *b);

/* How a case differs from the plainest: bytes and pixels more than needed. */
struct variant {
	uint32_t src_pad; /* bytes at the end of a source row, made even where it must */
	uint32_t src_align; /* of source strides */
	uint32_t left, top;
	uint32_t right, bottom; /* padding of the buffer */
	uint32_t dst_pad; /* bytes at the end of a destination row */
	uint32_t dst_gap; /* bytes before each plane */
};

#define N_VARIANTS 9
extern const struct variant variants[N_VARIANTS]; /* the first one is the plainest */

/*
 * A buffer of random samples with a visible picture of that size, at either end of the
 * bed's memory. Its sizes are the least: up to the last sample.
 */
void source_make(const struct form *f, const struct variant *v, uint32_t w, uint32_t h,
		 struct bed *b, bool at_end, struct lc_v4l2_source *s);

/* Luma samples for one of chroma in a surface; 0: none. */
uint32_t shared_x(uint32_t format);
uint32_t shared_y(uint32_t format);

/* A surface whose size is the least. */
void surface_make(uint32_t format, const struct variant *v, uint32_t w, uint32_t h,
		  struct libcodec_surface *s);

#endif
