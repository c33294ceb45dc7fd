/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Decodes one file after another: see decode-job.h.
 */
#include "config.h"

#include "decode-job.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

int decode_job_init(struct decode_job *job, struct libcodec_context *ctx,
		    const struct decode_settings *settings)
{
	int r;

	*job = (struct decode_job){ .ctx = ctx, .settings = settings };
	job->times = calloc(settings->repeat, sizeof(*job->times));
	if (!job->times)
		return -ENOMEM;
	r = libcodec_decoder_new(ctx, &job->dec);
	if (r < 0)
		return r;
	return libcodec_decoder_set_params(job->dec, &settings->params);
}

void decode_job_done(struct decode_job *job)
{
	libcodec_image_unref(job->image);
	libcodec_decoder_unref(job->dec);
	input_done(&job->input);
	free(job->frame_name);
	free(job->times);
}

static const unsigned char *picture_data(const struct decode_job *job)
{
	return job->frames.data + job->frames.offset;
}

static int probe(struct decode_job *job, struct decode_outcome *out)
{
	out->info.struct_size = sizeof(out->info);
	return libcodec_decoder_probe(job->dec, picture_data(job), job->frames.bytes,
				      job->image, &out->info);
}

/* A new image for the picture that was just probed. */
static int make_image(struct decode_job *job, struct decode_outcome *out)
{
	struct libcodec_image_params params = {
		.struct_size = sizeof(params),
		.width = out->info.width,
		.height = out->info.height,
		.format = out->info.format,
		.dtype = out->info.dtype,
		.memory = job->settings->memory,
		.stride_align = job->settings->stride_align,
	};
	int r;

	if (out->info.capacity > SIZE_MAX / 2) {
		report_errno(&out->report, -EFBIG,
			     "more bytes than this machine addresses");
		return -1;
	}
	r = libcodec_image_new(job->ctx, &params, &job->image);
	if (r < 0) {
		report_errno(&out->report, r,
			     (r == -EACCES || r == -EOPNOTSUPP) ?
				     "no dma-buf can be allocated here; --log info tells why" :
				     "cannot make an image of that size");
		return -1;
	}
	return 0;
}

/* See that the image is large enough; a header never makes one beyond the limits. */
static int fit_image(struct decode_job *job, struct decode_outcome *out)
{
	int r;

	r = probe(job, out);
	if (r == -ENOSPC && job->image) {
		job->image = libcodec_image_unref(job->image);
		r = probe(job, out);
	}
	if (r < 0) {
		report_decoder(&out->report, job->dec, r);
		return -1;
	}
	out->probed = true;
	return job->image ? 0 : make_image(job, out);
}

static int compare_u64(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void sum_up_times(struct decode_job *job, struct decode_outcome *out)
{
	uint64_t n = job->settings->repeat;

	qsort(job->times, n, sizeof(*job->times), compare_u64);
	out->min_ns = job->times[0];
	out->median_ns = job->times[n / 2];
	if (n % 2 == 0)
		out->median_ns = (job->times[n / 2 - 1] + job->times[n / 2]) / 2;
}

static uint32_t memory_of(struct libcodec_image *image)
{
	struct libcodec_image_layout layout = { .struct_size = sizeof(layout) };

	libcodec_image_get_layout(image, &layout);
	return layout.memory;
}

static int decode_frames(struct decode_job *job, struct decode_outcome *out)
{
	uint64_t i, start;
	int r;

	for (i = 0; i < job->settings->repeat; i++) {
		start = progress_now_ns();
		r = libcodec_decoder_decode(job->dec, picture_data(job),
					    job->frames.bytes, job->image, &out->info);
		job->times[i] = progress_now_ns() - start;
		if (r < 0) {
			report_decoder(&out->report, job->dec, r);
			return -1;
		}
		progress_tick();
	}
	out->decoded = true;
	out->memory = memory_of(job->image);
	sum_up_times(job, out);
	return 0;
}

static void use_pixels(struct decode_job *job, struct decode_outcome *out)
{
	struct picture p;
	int r;

	r = picture_map(&p, job->image);
	if (r < 0) {
		report_errno(&out->report, r, "cannot read the pixels");
		return;
	}
	if (job->settings->hash) {
		r = hash_picture(&p, out->sha256);
		if (r < 0)
			report_errno(&out->report, r, "cannot hash the pixels");
	}
	if (job->target->output && !out->report.class_name)
		decode_write(&job->writer, &p, out);
	picture_unmap(&p);
}

static void begin_outcome(const struct decode_target *target, struct decode_outcome *out)
{
	memset(out, 0, sizeof(*out));
	out->file = target->file;
	out->name = target->file;
}

static void expect_frames(const struct decode_job *job)
{
	const struct input *in = &job->input;
	size_t second;

	if (job->target->series && progress_wanted())
		progress_more(job->settings->repeat *
			      frames_count(in->data, in->size, UINT64_MAX, &second));
}

int decode_job_open(struct decode_job *job, const struct decode_target *target,
		    struct decode_outcome *ret)
{
	const char *why;

	begin_outcome(target, ret);
	if (input_read(&job->input, target->file, &why) < 0) {
		report_input(&ret->report, why);
		return -1;
	}
	job->target = target;
	job->writer = (struct decode_writer){ .target = target };
	job->ended = false;
	frames_begin(&job->frames, job->input.data, job->input.size);
	expect_frames(job);
	return 0;
}

/* An ordinary file is one picture, whatever it holds. */
static bool go_on(struct decode_job *job)
{
	if (job->ended || job->writer.dead)
		return false;
	if (job->target->series)
		return frames_next(&job->frames);
	job->ended = true;
	job->frames.bytes = job->input.size;
	return true;
}

static void name_frame(struct decode_job *job, struct decode_outcome *out)
{
	free(job->frame_name);
	job->frame_name = NULL;
	out->frame = job->frames.n;
	if (asprintf(&job->frame_name, "%s#%" PRIu64, out->file, out->frame) < 0)
		job->frame_name = NULL;
	else
		out->name = job->frame_name;
}

bool decode_job_next(struct decode_job *job, struct decode_outcome *ret)
{
	if (!go_on(job))
		return false;
	begin_outcome(job->target, ret);
	ret->bytes = job->frames.bytes;
	if (job->target->series)
		name_frame(job, ret);
	if (fit_image(job, ret) < 0 || decode_frames(job, ret) < 0)
		return true;
	if (job->target->output || job->settings->hash)
		use_pixels(job, ret);
	return true;
}

int decode_job_close(struct decode_job *job, struct decode_outcome *ret)
{
	begin_outcome(job->target, ret);
	if (job->target->series && job->frames.n == 0)
		report_errno(&ret->report, -EOPNOTSUPP, "there is no JPEG picture in it");
	decode_write_end(&job->writer, ret);
	return ret->report.class_name ? -1 : 0;
}
