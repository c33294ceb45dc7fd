/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Decodes one file after another with one decoder and one image, which grows as needed.
 */
#ifndef CODECCTL_DECODE_JOB_H
#define CODECCTL_DECODE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include <libcodec/decoder.h>

#include "hash.h"
#include "input.h"
#include "output.h"
#include "report.h"

#define DECODE_REPEAT_MAX 1000000

struct decode_settings {
	struct libcodec_decoder_params params;
	uint32_t memory;       /* LIBCODEC_MEMORY_* */
	uint32_t stride_align; /* bytes, or 0 */
	uint64_t repeat;       /* how often each file is decoded, 1 or more */
	bool hash;
};

struct decode_job {
	struct libcodec_context *ctx;
	const struct decode_settings *settings;
	struct libcodec_decoder *dec;
	struct libcodec_image *image;
	struct input input;
	uint64_t *times; /* of settings->repeat frames */
};

/* What became of a file. */
struct decode_outcome {
	const char *file;
	bool probed;  /* info has what the header says */
	bool decoded; /* info has what was decoded */
	struct libcodec_image_info info;
	uint64_t min_ns, median_ns;
	char sha256[HASH_TEXT_SIZE]; /* "" where none was wanted */
	struct report report;
};

/* Returns 0 or a negative errno. decode_job_done() in any case. */
int decode_job_init(struct decode_job *job, struct libcodec_context *ctx,
		    const struct decode_settings *settings);
void decode_job_done(struct decode_job *job);

/*
 * Decode @file, settings->repeat times, hash it if that is wanted, and write it to
 * @output, unless NULL.
 */
void decode_job_run(struct decode_job *job, const char *file, const char *output,
		    enum output_kind kind, struct decode_outcome *ret);

#endif
