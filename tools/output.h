/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What is written where: the format by the suffix, one picture in a file or several.
 */
#ifndef CODECCTL_OUTPUT_H
#define CODECCTL_OUTPUT_H

#include "output-file.h"
#include "picture.h"

enum output_kind {
	OUTPUT_NONE, /* the suffix says nothing */
	OUTPUT_YUV,
	OUTPUT_Y4M,
	OUTPUT_PGM,
	OUTPUT_PPM,
	OUTPUT_PNG,
};

#define OUTPUT_SUFFIXES ".yuv, .y4m, .pgm, .ppm or .png"

/*
 * The format for @path: by its suffix; raw planes for "-" (standard output) and for a
 * device or pipe without one.
 */
enum output_kind output_kind_of(const char *path);

/* Whether a file of that kind holds several pictures, one after another. */
bool output_holds_several(enum output_kind kind);

/* Why @kind cannot hold samples of @dtype, one sentence, or NULL where it can. */
const char *output_refuses(enum output_kind kind, uint32_t dtype);

/* An open output. */
struct output {
	struct output_file file;
	enum output_kind kind;
	bool begun;                     /* the first picture is in it */
	uint32_t width, height, format; /* of the first picture */
};

/* Returns 0 or a negative errno, as the others. output_close() after a success. */
int output_open(struct output *o, const char *path, enum output_kind kind);
/* Whether @p may follow what is there: .y4m has one size and format for all. */
bool output_fits(const struct output *o, const struct picture *p);
int output_add(struct output *o, const struct picture *p);
/* As output_file_close(): a regular file is there only after a success. */
int output_close(struct output *o, int error);

/* All of that for one picture. */
int output_write(const char *path, enum output_kind kind, const struct picture *p);

#endif
