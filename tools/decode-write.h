/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where the pictures of one file go: a file each, or all into one.
 */
#ifndef CODECCTL_DECODE_WRITE_H
#define CODECCTL_DECODE_WRITE_H

#include <libcodec/decoder.h>

#include "hash.h"
#include "output.h"
#include "report.h"

/* Numbers of frames in names of files have so many digits, or more. */
#define DECODE_NUMBER_DIGITS 6

/* What is to be done with a file. */
struct decode_target {
	const char *file;
	bool series;  /* all JPEG pictures in it are frames; else it is one picture */
	char *output; /* NULL: nothing is written */
	enum output_kind kind;
	/*
	 * Not NULL: each frame becomes a file, its name is output, "-", the number and
	 * this. Else a series becomes one file.
	 */
	const char *number_suffix;
};

/* What became of a picture, or of a file that could not be read or written. */
struct decode_outcome {
	const char *file;
	const char *name; /* "FILE#1" of a frame, else file; until the next call */
	uint64_t frame;   /* from 1; 0: the only picture, or the file as a whole */
	size_t bytes;     /* that the picture was decoded from */
	bool probed;      /* info has what the header says */
	bool decoded;     /* info has what was decoded */
	struct libcodec_image_info info;
	uint32_t memory; /* decoded: LIBCODEC_MEMORY_* */
	uint64_t min_ns, median_ns;
	char sha256[HASH_TEXT_SIZE]; /* "" where none was wanted */
	struct report report;
};

/* Of one file; begins with its target and zeros. */
struct decode_writer {
	const struct decode_target *target; /* has an output */
	struct output output;               /* for all frames, from the first good one on */
	bool open;
	bool dead; /* nothing more can be written */
};

/* Write a picture that became @out, which gets the failure. */
void decode_write(struct decode_writer *w, const struct picture *p,
		  struct decode_outcome *out);
/* No more pictures: what was open is put in place. */
void decode_write_end(struct decode_writer *w, struct decode_outcome *out);

#endif
