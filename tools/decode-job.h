/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Decodes one file after another, and all frames of one, with one decoder and one image,
 * which grows as needed.
 */
#ifndef CODECCTL_DECODE_JOB_H
#define CODECCTL_DECODE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include <libcodec/decoder.h>

#include "decode-write.h"
#include "frames.h"
#include "input.h"

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
	uint64_t *times; /* of settings->repeat frames */

	/* The file that is open. */
	const struct decode_target *target;
	struct input input;
	struct frames frames; /* at the picture that is decoded */
	char *frame_name;     /* "FILE#1", or NULL */
	struct decode_writer writer;
	bool ended; /* the only picture was taken */
};

/* Returns 0 or a negative errno. decode_job_done() in any case. */
int decode_job_init(struct decode_job *job, struct libcodec_context *ctx,
		    const struct decode_settings *settings);
void decode_job_done(struct decode_job *job);

/*
 * Read a file. Returns 0, or -1 with the reason in *ret; then there is nothing to close.
 * @target has to stay until it is closed.
 */
int decode_job_open(struct decode_job *job, const struct decode_target *target,
		    struct decode_outcome *ret);
/*
 * Decode its next picture, settings->repeat times, hash it if that is wanted, and write
 * it. Returns false where there is none left.
 */
bool decode_job_next(struct decode_job *job, struct decode_outcome *ret);
/* The file is done. Returns 0, or -1 with *ret where it failed as a whole. */
int decode_job_close(struct decode_job *job, struct decode_outcome *ret);

#endif
