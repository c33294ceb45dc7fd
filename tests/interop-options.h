/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Arguments of encoders for tests: as one string, and what comes of them as one, too.
 */
#ifndef LC_TESTS_INTEROP_OPTIONS_H
#define LC_TESTS_INTEROP_OPTIONS_H

#include <pelorus/encode_record.h>
#include <pelorus/libcodec.h>

#define X264   LIBCODEC_PEL_ENCODER_X264
#define X265   LIBCODEC_PEL_ENCODER_X265
#define SVTAV1 LIBCODEC_PEL_ENCODER_SVTAV1
#define FFMPEG LIBCODEC_PEL_ENCODER_FFMPEG

/* Storage that is enough for all that tests have, and what the last call left there. */
extern struct libcodec_pel_options options;

/* Anew: everything has room, and garbage in it. */
void options_reset(void);

/* Call the parser with arguments that one space parts. Their bytes live until the next. */
pel_result options_parse(enum libcodec_pel_encoder encoder, const char *args);

/*
 * "key=value" of all parameters with a space between them, then, if there are any, "|"
 * and the unknown ones; an array is key=[value,value]. Fails the test if anything is
 * amiss with how the arrays are filled.
 */
const char *options_text(void);

/* A row of a table. */
struct options_case {
	enum libcodec_pel_encoder encoder;
	const char *args;
	const char *want;
};

void options_check(const struct options_case *c);

#endif
