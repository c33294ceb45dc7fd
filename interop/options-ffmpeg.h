/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * ffmpeg's options that an encoder knows by names of its own.
 */
#ifndef INTEROP_OPTIONS_FFMPEG_H
#define INTEROP_OPTIONS_FFMPEG_H

#include "options.h"

/* Encoders that have a table, by which -x264-params and the like are taken apart. */
enum lc_ffmpeg_encoder {
	LC_FFMPEG_X264,
	LC_FFMPEG_X265,
	LC_FFMPEG_SVTAV1,
	LC_FFMPEG_ENCODERS
};

struct lc_ffmpeg_name {
	const char *name; /* of FFmpeg */
	uint8_t type;     /* LC_OPTION_KILO, or 0: as FFmpeg's own */
	bool is_signed;   /* the encoder has negative numbers, too */
	const char *as[LC_FFMPEG_ENCODERS]; /* NULL: the encoder has no such option */
};

extern const struct lc_ffmpeg_name lc_ffmpeg_names[];
extern const size_t lc_ffmpeg_n_names;

#endif
