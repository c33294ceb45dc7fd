/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The options of codecctl bench.
 */
#ifndef CODECCTL_BENCH_OPTIONS_H
#define CODECCTL_BENCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct bench_options {
	bool compare, json, stages;
	bool same_simd; /* hold peers to the instruction set that we are held to */
	uint32_t simd; /* that we are held to, LIBCODEC_SIMD_*; AUTO: not held */
	uint32_t threads; /* 1 and more */
	uint64_t budget_ns; /* for all files together */
	uint32_t output_format; /* LIBCODEC_FORMAT_RGB, _NV12, or 0: native */
	const char *html; /* or NULL */
	const char *turbojpeg; /* a library to load, or NULL: the system's */
	const char *backend; /* or NULL: whatever decodes on the CPU */
	char *command_line; /* as it was typed, for the page */
	char **files;
	int n_files;
};

/* Returns 0, or an exit code after a message. */
int bench_options_parse(struct bench_options *opt, int argc, char **argv);
void bench_options_done(struct bench_options *opt);

/*
 * Whether peers are to be held to opt->simd: they are asked to, and there is a level of
 * x86 that we are held to.
 */
bool bench_options_hold_peers(const struct bench_options *opt);

/* The word of --format. */
const char *bench_options_mode(const struct bench_options *opt);

/* What "codecctl help bench" prints. */
extern const char bench_options_help[];

#endif
