/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl decode: from the options over the files and their frames to the exit code.
 */
#include "config.h"

#include "codecctl.h"

#include <string.h>

#include "decode-print.h"
#include "decode-targets.h"
#include "progress.h"

struct decode_run {
	const struct decode_options *opt;
	struct decode_job job;
	struct json json;
	int exit_code; /* the highest so far */
};

static void tell(struct decode_run *run, const struct decode_outcome *out)
{
	progress_clear();
	decode_print(run->opt, out, run->job.dec);
	if (run->opt->json)
		decode_json(&run->json, out);
	if (out->report.exit_code > run->exit_code)
		run->exit_code = out->report.exit_code;
}

static void decode_file(struct decode_run *run, const struct decode_target *target)
{
	struct decode_outcome out;

	if (decode_job_open(&run->job, target, &out) < 0) {
		tell(run, &out);
		return;
	}
	while (decode_job_next(&run->job, &out))
		tell(run, &out);
	if (decode_job_close(&run->job, &out) < 0)
		tell(run, &out);
}

/* Those of series are counted when they are open. */
static uint64_t known_frames(const struct decode_options *opt,
			     const struct decode_target *targets)
{
	uint64_t n = 0;
	int i;

	for (i = 0; i < opt->n_files; i++)
		n += !targets[i].series;
	return n * opt->settings.repeat;
}

static void decode_files(struct decode_run *run, const struct decode_target *targets)
{
	int i;

	json_begin(&run->json, stdout);
	if (run->opt->json)
		json_array(&run->json);
	progress_begin(known_frames(run->opt, targets));
	for (i = 0; i < run->opt->n_files; i++)
		decode_file(run, &targets[i]);
	progress_end();
	if (run->opt->json) {
		json_close(&run->json);
		json_finish(&run->json);
	}
}

static int run_job(struct ctl *ctl, const struct decode_options *opt,
		   const struct decode_target *targets)
{
	struct decode_run run = { .opt = opt };
	int r;

	r = decode_job_init(&run.job, ctl->ctx, &opt->settings);
	if (r < 0) {
		ctl_error("cannot set up the decoder: %s", strerror(-r));
		run.exit_code = CTL_FAILED;
	} else {
		decode_files(&run, targets);
	}
	decode_job_done(&run.job);
	return run.exit_code;
}

static int run_decode(struct ctl *ctl, int argc, char **argv)
{
	struct decode_target *targets = NULL;
	struct decode_options opt;
	int r;

	r = decode_options_parse(&opt, argc, argv);
	if (!r)
		r = decode_targets_new(&opt, &targets);
	if (!r)
		r = ctl_open(ctl);
	if (!r)
		r = ctl_check_backend(ctl, opt.settings.params.backend);
	if (!r)
		r = run_job(ctl, &opt, targets);
	decode_targets_free(targets, opt.n_files);
	return r;
}

const struct ctl_command ctl_cmd_decode = {
	.name = "decode",
	.synopsis = "[OPTION...] [-o OUT] FILE...",
	.summary = "decode files, and say who did it and how fast",
	.help = decode_options_help,
	.run = run_decode,
};
