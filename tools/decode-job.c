/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Decodes one file after another: see decode-job.h.
 */
#include "config.h"

#include "decode-job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
	free(job->times);
}

static int probe(struct decode_job *job, struct decode_outcome *out)
{
	out->info.struct_size = sizeof(out->info);
	return libcodec_decoder_probe(job->dec, job->input.data, job->input.size,
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
		report_errno(&out->report, r, "cannot make an image of that size");
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

static int decode_frames(struct decode_job *job, struct decode_outcome *out)
{
	uint64_t i, start;
	int r;

	for (i = 0; i < job->settings->repeat; i++) {
		start = progress_now_ns();
		r = libcodec_decoder_decode(job->dec, job->input.data, job->input.size,
					    job->image, &out->info);
		job->times[i] = progress_now_ns() - start;
		if (r < 0) {
			report_decoder(&out->report, job->dec, r);
			return -1;
		}
		progress_tick();
	}
	out->decoded = true;
	sum_up_times(job, out);
	return 0;
}

static bool same_file(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static void write_picture(const struct picture *p, const char *output,
			  enum output_kind kind, struct decode_outcome *out)
{
	const char *why = NULL;
	int r;

	if (same_file(out->file, output)) {
		report_output(&out->report, output, "is the input itself");
		return;
	}
	why = output_refuses(kind, p->dtype);
	if (!why) {
		r = output_write(output, kind, p);
		why = r < 0 ? strerror(-r) : NULL;
	}
	if (why)
		report_output(&out->report, output, why);
}

static void use_pixels(struct decode_job *job, const char *output, enum output_kind kind,
		       struct decode_outcome *out)
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
	if (output && !out->report.class_name)
		write_picture(&p, output, kind, out);
	picture_unmap(&p);
}

void decode_job_run(struct decode_job *job, const char *file, const char *output,
		    enum output_kind kind, struct decode_outcome *ret)
{
	const char *why;

	memset(ret, 0, sizeof(*ret));
	ret->file = file;
	if (input_read(&job->input, file, &why) < 0) {
		report_input(&ret->report, why);
		return;
	}
	if (fit_image(job, ret) < 0 || decode_frames(job, ret) < 0)
		return;
	if (output || job->settings->hash)
		use_pixels(job, output, kind, ret);
}
