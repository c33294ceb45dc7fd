/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where a picture is written: the format by the suffix, and files that appear whole or
 * not at all.
 */
#ifndef CODECCTL_OUTPUT_H
#define CODECCTL_OUTPUT_H

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

/* Why @kind cannot hold samples of @dtype, one sentence, or NULL where it can. */
const char *output_refuses(enum output_kind kind, uint32_t dtype);

/*
 * Write a picture. A regular file is written beside its place and renamed, so that a
 * failure leaves what was there before. Returns 0 or a negative errno.
 */
int output_write(const char *path, enum output_kind kind, const struct picture *p);

#endif
