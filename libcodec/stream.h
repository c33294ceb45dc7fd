/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A stream as the dispatcher sees it: which codec, what its header says, and the traits
 * that capabilities are matched against. One header parse per frame.
 */
#ifndef LC_STREAM_H
#define LC_STREAM_H

#include "bitstream/fault.h"
#include "internal.h"

#include <libcodec/decoder.h>
#include <libcodec/plugin.h>

/* What matching looks at; compared as bytes, so no padding. */
struct lc_traits {
	uint32_t codec;      /* LIBCODEC_CODEC_* */
	uint32_t process;    /* LIBCODEC_PROCESS_* */
	uint32_t sampling;   /* LIBCODEC_SAMPLING_* */
	uint32_t colour;     /* LIBCODEC_COLOUR_* */
	uint32_t components;
	uint32_t bit_depth;
	uint32_t width, height;
	uint32_t several_scans; /* 1: more than the first scan is needed */
	uint32_t missing_dht;   /* 1: Annex K's tables are meant */
};

struct lc_stream {
	struct lc_traits traits;
	uint32_t native_format; /* LIBCODEC_FORMAT_*; 0: none has what the stream holds */
	uint32_t orientation;   /* Exif's, 0: not given */
	uint32_t present;       /* LIBCODEC_INFO_* */
	uint64_t exif_offset, exif_size;
	/* The codec's own header; which one: traits.codec. */
	struct libcodec_jpeg_header jpeg;
	struct libcodec_png_header png;
};

/* Detect and parse. Returns 0, or @ret_fault's error, and where it failed in *ret_stage. */
int lc_stream_parse(const void *data, size_t size, const struct lc_limits *limits,
		    struct lc_stream *ret_stream, uint32_t *ret_stage,
		    struct lc_fault *ret_fault);

/* PNG: look for the orientation behind the samples too, where none came before them. */
void lc_stream_find_exif(struct lc_stream *stream, const void *data, size_t size);

/*
 * Name what sets the stream apart from a plain baseline picture, as the reason why nobody
 * takes it: fills *ret_fault with -EOPNOTSUPP, the feature and a phrase.
 */
void lc_stream_blame(const struct lc_stream *stream, struct lc_fault *ret_fault);

/* Whether the codec's samples can have that dtype at all. */
bool lc_stream_has_dtype(const struct lc_stream *stream, uint32_t dtype);

/* The stream's part of an info; the rest of *ret_info is left alone. */
void lc_stream_describe(const struct lc_stream *stream, struct libcodec_image_info *ret_info);

#endif
