/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the tests of JPEG headers share, check-markers and check-markers-damage: streams
 * made segment by segment or by the writer, and what the parser must answer. It gets them
 * in memory of their exact size, for AddressSanitizer.
 */
#ifndef LC_TESTS_JPEG_STREAM_H
#define LC_TESTS_JPEG_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "bitstream/jpeg-header.h"
#include "jpeg-writer.h"
#include "test.h"

#define N_KINDS 15

/* A decoder's defaults. */
extern const struct lc_limits limits;

/* A stream under construction. */
struct stream {
	size_t size;
	uint8_t p[4096];
};

/* A frame header of three components at most, with ids @id and on, all with table 0. */
struct frame {
	unsigned int sof, precision, width, height, n;
	uint8_t id[4], hv[4], tq[4];
};

struct frame frame_of(unsigned int n);

/* Put something at the end of a stream. */
void put(struct stream *s, const void *bytes, size_t n);
void put_marker(struct stream *s, unsigned int marker);
void put_segment(struct stream *s, unsigned int marker, const void *body, size_t n);
void put_dqt(struct stream *s, unsigned int tq);
void put_frame(struct stream *s, const struct frame *f);

/* A scan of the frame's first @n components, and EOI. */
void put_scan(struct stream *s, const struct frame *f, unsigned int n);

/* SOI, a table, the frame and such a scan. */
struct stream stream_of(const struct frame *f, unsigned int n_scan);

/* Parse a stream within the limits. */
int parse(const uint8_t *p, size_t size, struct libcodec_jpeg_header *h,
	  struct lc_fault *fault);

/* A refusal has an errno, a sentence and a place; a feature unless it is corrupt. */
void check_fault(int r, const struct lc_fault *f, size_t size);

/* All that a header says must lie in the stream and make sense, whatever it is. */
void check_header(const struct libcodec_jpeg_header *h, const uint8_t *p, size_t size);

void assert_parses(const struct stream *s, struct libcodec_jpeg_header *h);
void assert_refused(const struct stream *s, int error, uint32_t feature, uint64_t detail);
void assert_corrupt(const struct stream *s);

/* Valid streams of many kinds. */
struct stream_kind {
	enum fx_sampling sampling;
	unsigned int flags, restart, orientation;
};

extern const struct stream_kind kinds[N_KINDS];

/* Write a picture, one of kind @k or any; the caller frees. Returns its size. */
size_t write_kind(int k, uint8_t **ret_p);
size_t write_jpeg(const struct fx_jpeg *j, uint8_t **ret_p);

#endif
