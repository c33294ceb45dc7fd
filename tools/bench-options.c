/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The options of codecctl bench, and which of them exclude each other.
 */
#include "config.h"

#include "bench-options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codecctl.h"

#define THREADS_MAX	1024
#define SECONDS_DEFAULT 10
#define SECONDS_MAX	86400

enum {
	OPT_COMPARE = 256,
	OPT_THREADS,
	OPT_SECONDS,
	OPT_FORMAT,
	OPT_JSON,
	OPT_HTML,
	OPT_TURBOJPEG,
	OPT_BACKEND,
	OPT_STAGES,
	OPT_PEER_SIMD,
};

static const struct option long_options[] = {
	{ "compare", no_argument, NULL, OPT_COMPARE },
	{ "threads", required_argument, NULL, OPT_THREADS },
	{ "seconds", required_argument, NULL, OPT_SECONDS },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "html", required_argument, NULL, OPT_HTML },
	{ "turbojpeg", required_argument, NULL, OPT_TURBOJPEG },
	{ "backend", required_argument, NULL, OPT_BACKEND },
	{ "stages", no_argument, NULL, OPT_STAGES },
	{ "peer-simd", required_argument, NULL, OPT_PEER_SIMD },
	{ NULL, 0, NULL, 0 },
};

static int usage(const char *sentence)
{
	return ctl_usage("bench", "%s", sentence);
}

static int set_threads(struct bench_options *opt, const char *text)
{
	uint64_t value;

	if (!ctl_number(text, 1, THREADS_MAX, &value))
		return usage("--threads takes a number from 1 to 1024");
	opt->threads = (uint32_t)value;
	return CTL_OK;
}

/* The program never leaves the C locale, so the point is a point. */
static int set_seconds(struct bench_options *opt, const char *text)
{
	double value;
	char *end;

	if (strspn(text, "0123456789.") != strlen(text))
		return usage("--seconds takes a number from 0 to 86400, such as 0.5");
	value = strtod(text, &end);
	if (end == text || *end || value > SECONDS_MAX)
		return usage("--seconds takes a number from 0 to 86400, such as 0.5");
	opt->budget_ns = (uint64_t)(value * 1e9);
	return CTL_OK;
}

static int set_format(struct bench_options *opt, const char *text)
{
	if (!strcmp(text, "native"))
		opt->output_format = 0;
	else if (!strcmp(text, "rgb"))
		opt->output_format = LIBCODEC_FORMAT_RGB;
	else if (!strcmp(text, "nv12"))
		opt->output_format = LIBCODEC_FORMAT_NV12;
	else
		return usage("--format takes native, rgb or nv12");
	return CTL_OK;
}

static int set_peer_simd(struct bench_options *opt, const char *text)
{
	if (strcmp(text, "best") && strcmp(text, "same"))
		return usage("--peer-simd takes best or same");
	opt->same_simd = !strcmp(text, "same");
	return CTL_OK;
}

bool bench_options_hold_peers(const struct bench_options *opt)
{
#if defined(__x86_64__) || defined(__i386__)
	return opt->same_simd && opt->simd != LIBCODEC_SIMD_AUTO;
#else
	return false;
#endif
}

/* What the library itself makes of it; from here it is told by the decoder's settings. */
static uint32_t simd_of_environment(void)
{
	const char *name = secure_getenv("LIBCODEC_FORCE_X86");
	int simd = name ? libcodec_simd_by_name(name) : 0;

	return simd < 0 ? LIBCODEC_SIMD_AUTO : (uint32_t)simd;
}

const char *bench_options_mode(const struct bench_options *opt)
{
	switch (opt->output_format) {
	case LIBCODEC_FORMAT_RGB:
		return "rgb";
	case LIBCODEC_FORMAT_NV12:
		return "nv12";
	default:
		return "native";
	}
}

static int set_option(struct bench_options *opt, int c, char *const *argv)
{
	switch (c) {
	case OPT_COMPARE:
		opt->compare = true;
		return CTL_OK;
	case OPT_THREADS:
		return set_threads(opt, optarg);
	case OPT_SECONDS:
		return set_seconds(opt, optarg);
	case OPT_FORMAT:
		return set_format(opt, optarg);
	case OPT_JSON:
		opt->json = true;
		return CTL_OK;
	case OPT_STAGES:
		opt->stages = true;
		return CTL_OK;
	case OPT_HTML:
		opt->html = optarg;
		return CTL_OK;
	case OPT_TURBOJPEG:
		opt->turbojpeg = optarg;
		return CTL_OK;
	case OPT_PEER_SIMD:
		return set_peer_simd(opt, optarg);
	case OPT_BACKEND:
		opt->backend = optarg;
		return CTL_OK;
	default:
		return ctl_bad_option("bench", c, argv);
	}
}

/* A word as a shell would take it. */
static void put_word(FILE *to, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-_./=+:,@%";

	if (*word && strspn(word, plain) == strlen(word)) {
		fputs(word, to);
		return;
	}
	putc('\'', to);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", to);
		else
			putc(*word, to);
	putc('\'', to);
}

static char *join_words(int argc, char *const *argv)
{
	char *text = NULL;
	size_t size;
	FILE *to;
	int i;

	to = open_memstream(&text, &size);
	if (!to)
		return NULL;
	fputs("codecctl", to);
	for (i = 0; i < argc; i++) {
		putc(' ', to);
		put_word(to, argv[i]);
	}
	if (fclose(to) == 0)
		return text;
	free(text);
	return NULL;
}

static int check(const struct bench_options *opt)
{
	if (opt->n_files < 1)
		return usage("no file given");
	if (opt->turbojpeg && !opt->compare)
		return usage("--turbojpeg is of use with --compare only");
	if (opt->same_simd && !opt->compare)
		return usage("--peer-simd is of use with --compare only");
	if (opt->html && !strcmp(opt->html, "-"))
		return usage("--html writes a file, not standard output");
	return CTL_OK;
}

int bench_options_parse(struct bench_options *opt, int argc, char **argv)
{
	int c, r;

	*opt = (struct bench_options){
		.threads = 1,
		.simd = simd_of_environment(),
		.budget_ns = SECONDS_DEFAULT * UINT64_C(1000000000),
		.command_line = join_words(argc, argv), /* getopt sorts them */
	};
	while ((c = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
		r = set_option(opt, c, argv);
		if (r)
			return r;
	}
	opt->files = argv + optind;
	opt->n_files = argc - optind;
	return check(opt);
}

void bench_options_done(struct bench_options *opt)
{
	free(opt->command_line);
	opt->command_line = NULL;
}

const char bench_options_help[] =
	"  --compare           measure the libraries that are installed, too, with\n"
	"                      the same work: TurboJPEG, libavcodec, libpng, libspng\n"
	"  --format FORMAT     native (default), rgb or nv12\n"
	"  --seconds S         how long to measure, all files together (default 10);\n"
	"                      5 rounds are made at least\n"
	"  --threads N         how many threads we may use (default 1); with more\n"
	"                      than one the wall clock counts, and they are measured\n"
	"                      against one, too\n"
	"  --backend NAME      this backend and no other, by the wall clock if it\n"
	"                      isn't cpu; default: whatever decodes on the CPU\n"
	"  --turbojpeg PATH    the build of libturbojpeg to load\n"
	"  --peer-simd WHICH   what LIBCODEC_FORCE_X86 means for the libraries: best\n"
	"                      (default): nothing, they use all that the machine has;\n"
	"                      same: they are held to it, too, where they can be\n"
	"  --stages            tell where our time goes, by a trace of one decode, and\n"
	"                      how much of a frame is set-up\n"
	"  --json              one JSON document instead of the table\n"
	"  --html OUT          write a page with plots, too\n"
	"\n"
	"A DIR stands for the .jpg, .jpeg, .jpe, .jfif and .png files in it.\n"
	"A ratio above 1 says that we are faster.\n";
