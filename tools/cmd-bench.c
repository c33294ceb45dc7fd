/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl bench: how fast we decode, alone or against other libraries.
 */
#include "config.h"

#include "codecctl.h"

#include <errno.h>
#include <string.h>

#include "bench.h"
#include "output-file.h"

static int write_html(const struct bench *b, const struct bench_machine *m)
{
	const char *path = b->opt->html;
	struct output_file f;
	int r;

	r = output_file_open(&f, path);
	if (r == 0) {
		bench_html(b, m, f.to);
		r = output_file_close(&f, ferror(f.to) ? -EIO : 0);
	}
	if (r == 0)
		return CTL_OK;
	ctl_error("%s: output: %s", path, strerror(-r));
	return CTL_FAILED;
}

static int tell(const struct bench *b)
{
	struct bench_machine machine;

	bench_machine_get(&machine);
	if (b->opt->json)
		bench_json(b, &machine, stdout);
	else if (b->n_good)
		bench_print(b, &machine, stdout);
	if (!b->opt->html || !b->n_good)
		return CTL_OK;
	return write_html(b, &machine);
}

static int measure(struct ctl *ctl, const struct bench_options *opt)
{
	struct bench b = { .opt = opt };
	int r, ret;

	ret = bench_run(&b, ctl->ctx);
	r = b.aborted ? CTL_OK : tell(&b);
	bench_done(&b);
	return r > ret ? r : ret;
}

static int run_bench(struct ctl *ctl, int argc, char **argv)
{
	struct bench_options opt;
	int r;

	r = bench_options_parse(&opt, argc, argv);
	if (!r && opt.stages && ctl->trace)
		r = ctl_usage("bench", "--stages makes a trace of its own, so --trace is "
				       "in its way");
	if (!r)
		r = ctl_open(ctl);
	if (!r)
		r = ctl_check_backend(ctl, opt.backend);
	if (!r)
		r = measure(ctl, &opt);
	bench_options_done(&opt);
	return r;
}

const struct ctl_command ctl_cmd_bench = {
	.name = "bench",
	.synopsis = "[OPTION...] FILE|DIR...",
	.summary = "measure how fast files decode, and compare with other libraries",
	.help = bench_options_help,
	.run = run_bench,
};
