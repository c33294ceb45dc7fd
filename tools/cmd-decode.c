/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl decode: the options, the names of the outputs, and what is printed.
 */
#include "config.h"

#include "codecctl.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attempts.h"
#include "decode-job.h"
#include "describe.h"
#include "progress.h"

#define STRIDE_ALIGN_MAX 4096
#define THREADS_MAX      1024

struct decode_options {
	struct decode_settings settings;
	const char *output; /* -o, or NULL */
	bool output_is_dir;
	bool json;
	bool verbose;
	char *const *files;
	int n_files;
	char **outputs; /* a path a file, or NULL */
	FILE *talk;     /* where text for people goes */
};

enum {
	OPT_FORMAT = 256,
	OPT_DTYPE,
	OPT_DCT,
	OPT_BACKEND,
	OPT_REQUIRE_HARDWARE,
	OPT_MEMORY,
	OPT_STRIDE_ALIGN,
	OPT_THREADS,
	OPT_REPEAT,
	OPT_HASH,
	OPT_JSON,
};

static const struct option long_options[] = {
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "dtype", required_argument, NULL, OPT_DTYPE },
	{ "dct", required_argument, NULL, OPT_DCT },
	{ "backend", required_argument, NULL, OPT_BACKEND },
	{ "require-hardware", no_argument, NULL, OPT_REQUIRE_HARDWARE },
	{ "memory", required_argument, NULL, OPT_MEMORY },
	{ "stride-align", required_argument, NULL, OPT_STRIDE_ALIGN },
	{ "threads", required_argument, NULL, OPT_THREADS },
	{ "repeat", required_argument, NULL, OPT_REPEAT },
	{ "hash", no_argument, NULL, OPT_HASH },
	{ "output", required_argument, NULL, 'o' },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "verbose", no_argument, NULL, 'v' },
	{ NULL, 0, NULL, 0 },
};

static int usage(const char *sentence)
{
	return ctl_usage("decode", "%s", sentence);
}

static int set_format(struct decode_options *opt, const char *text)
{
	if (!strcmp(text, "native"))
		opt->settings.params.output_format = 0;
	else if (!strcmp(text, "rgb"))
		opt->settings.params.output_format = LIBCODEC_FORMAT_RGB;
	else if (!strcmp(text, "nv12"))
		opt->settings.params.output_format = LIBCODEC_FORMAT_NV12;
	else
		return usage("--format takes native, rgb or nv12");
	return CTL_OK;
}

static int set_dtype(struct decode_options *opt, const char *text)
{
	int dtype = libcodec_dtype_by_name(text);

	if (dtype < 0)
		return usage("--dtype takes u8, u16, i8, i16 or f32");
	opt->settings.params.dtype = (uint32_t)dtype;
	return CTL_OK;
}

static int set_dct(struct decode_options *opt, const char *text)
{
	if (!strcmp(text, "accurate"))
		opt->settings.params.dct_method = LIBCODEC_DCT_ACCURATE;
	else if (!strcmp(text, "fast"))
		opt->settings.params.dct_method = LIBCODEC_DCT_FAST;
	else
		return usage("--dct takes accurate or fast");
	return CTL_OK;
}

static int set_memory(struct decode_options *opt, const char *text)
{
	if (!strcmp(text, "auto"))
		opt->settings.memory = LIBCODEC_MEMORY_AUTO;
	else if (!strcmp(text, "host"))
		opt->settings.memory = LIBCODEC_MEMORY_HOST;
	else if (!strcmp(text, "dmabuf"))
		return usage("this version does not deliver --memory dmabuf yet");
	else
		return usage("--memory takes auto or host");
	return CTL_OK;
}

static int set_stride_align(struct decode_options *opt, const char *text)
{
	uint64_t value;

	if (!ctl_number(text, 1, STRIDE_ALIGN_MAX, &value) || (value & (value - 1)))
		return usage("--stride-align takes a power of two up to 4096");
	opt->settings.stride_align = (uint32_t)value;
	return CTL_OK;
}

static int set_threads(struct decode_options *opt, const char *text)
{
	uint64_t value;

	if (!ctl_number(text, 1, THREADS_MAX, &value))
		return usage("--threads takes a number from 1 to 1024");
	opt->settings.params.threads = (uint32_t)value;
	return CTL_OK;
}

static int set_repeat(struct decode_options *opt, const char *text)
{
	if (!ctl_number(text, 1, DECODE_REPEAT_MAX, &opt->settings.repeat))
		return usage("--repeat takes a number from 1 to 1000000");
	return CTL_OK;
}

static int set_option(struct decode_options *opt, int c, char *const *argv)
{
	switch (c) {
	case OPT_FORMAT:
		return set_format(opt, optarg);
	case OPT_DTYPE:
		return set_dtype(opt, optarg);
	case OPT_DCT:
		return set_dct(opt, optarg);
	case OPT_BACKEND:
		opt->settings.params.backend = optarg;
		return CTL_OK;
	case OPT_REQUIRE_HARDWARE:
		opt->settings.params.policy = LIBCODEC_POLICY_REQUIRE_HARDWARE;
		return CTL_OK;
	case OPT_MEMORY:
		return set_memory(opt, optarg);
	case OPT_STRIDE_ALIGN:
		return set_stride_align(opt, optarg);
	case OPT_THREADS:
		return set_threads(opt, optarg);
	case OPT_REPEAT:
		return set_repeat(opt, optarg);
	case OPT_HASH:
		opt->settings.hash = true;
		return CTL_OK;
	case 'o':
		opt->output = optarg;
		return CTL_OK;
	case OPT_JSON:
		opt->json = true;
		return CTL_OK;
	case 'v':
		opt->verbose = true;
		return CTL_OK;
	default:
		return ctl_bad_option("decode", c, argv);
	}
}

static bool to_stdout(const struct decode_options *opt)
{
	return opt->output && !strcmp(opt->output, "-");
}

static bool is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static enum output_kind kind_of(const struct decode_options *opt)
{
	return opt->output_is_dir ? OUTPUT_PNG : output_kind_of(opt->output);
}

/* Whether standard output is free for what is asked of it. */
static int check_stdout(const struct decode_options *opt)
{
	if (!to_stdout(opt))
		return CTL_OK;
	if (opt->json || opt->settings.hash)
		return usage("-o - leaves no standard output for --json or --hash");
	if (isatty(STDOUT_FILENO))
		return usage("-o - writes raw pixels, which is nothing for a terminal");
	return CTL_OK;
}

static int check_output(struct decode_options *opt)
{
	const char *why;

	if (!opt->output)
		return CTL_OK;
	opt->output_is_dir = is_dir(opt->output);
	if (opt->n_files > 1 && !opt->output_is_dir && !to_stdout(opt))
		return ctl_usage("decode",
				 "%s: with several files the output must be a "
				 "directory that is there",
				 opt->output);
	if (kind_of(opt) == OUTPUT_NONE)
		return ctl_usage("decode",
				 "%s: the output's name must end in " OUTPUT_SUFFIXES,
				 opt->output);
	why = output_refuses(kind_of(opt), opt->settings.params.dtype);
	if (why)
		return usage(why);
	return check_stdout(opt);
}

static int parse_options(struct decode_options *opt, int argc, char **argv)
{
	int c, r;

	while ((c = getopt_long(argc, argv, ":o:v", long_options, NULL)) != -1) {
		r = set_option(opt, c, argv);
		if (r)
			return r;
	}
	opt->files = argv + optind;
	opt->n_files = argc - optind;
	if (opt->n_files < 1)
		return usage("no file given");
	if (opt->settings.hash && !hash_available())
		return usage(
			"this codecctl was built without libmd, so there is no --hash");
	if (opt->json || to_stdout(opt))
		opt->talk = stderr;
	return check_output(opt);
}

/* "DIR/NAME.png" for "any/NAME.jpg"; "stdin" for "-". */
static char *name_in_dir(const char *dir, const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *base = slash ? slash + 1 : file;
	const char *dot = strrchr(base, '.');
	int length = (int)(dot && dot != base ? (size_t)(dot - base) : strlen(base));
	char *path;

	if (!strcmp(file, "-")) {
		base = "stdin";
		length = 5;
	}
	if (asprintf(&path, "%s%s%.*s.png", dir, dir[strlen(dir) - 1] == '/' ? "" : "/",
		     length, base) < 0)
		return NULL;
	return path;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Two files with one output would lose a picture: said before any work is done. */
static int check_clashes(const struct decode_options *opt)
{
	size_t n = (size_t)opt->n_files, i;
	char **sorted;
	int r = CTL_OK;

	if (!opt->output_is_dir)
		return CTL_OK;
	sorted = malloc(n * sizeof(*sorted));
	if (!sorted)
		return CTL_FAILED;
	memcpy(sorted, opt->outputs, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), compare_names);
	for (i = 1; i < n && !r; i++)
		if (!strcmp(sorted[i - 1], sorted[i]))
			r = ctl_usage("decode", "two files would both become %s",
				      sorted[i]);
	free(sorted);
	return r;
}

static int name_outputs(struct decode_options *opt)
{
	int i;

	if (!opt->output)
		return CTL_OK;
	opt->outputs = calloc((size_t)opt->n_files, sizeof(*opt->outputs));
	for (i = 0; opt->outputs && i < opt->n_files; i++) {
		opt->outputs[i] = opt->output_is_dir ?
					  name_in_dir(opt->output, opt->files[i]) :
					  strdup(opt->output);
		if (!opt->outputs[i])
			break;
	}
	if (i < opt->n_files) {
		ctl_error("out of memory");
		return CTL_FAILED;
	}
	return check_clashes(opt);
}

static void free_outputs(struct decode_options *opt)
{
	int i;

	for (i = 0; opt->outputs && i < opt->n_files; i++)
		free(opt->outputs[i]);
	free(opt->outputs);
}

/* A name that no manifest has is told before any file is read. */
static int check_backend(struct ctl *ctl, const char *name)
{
	struct libcodec_plugin_info info = { .struct_size = sizeof(info) };
	unsigned int i;

	if (!name)
		return CTL_OK;
	for (i = 0; libcodec_context_get_plugin(ctl->ctx, i, &info) == 0; i++)
		if (!strcmp(info.name, name))
			return CTL_OK;
	ctl_error("no such backend: %s", name);
	return CTL_NONE;
}

static void print_times(FILE *to, const struct decode_options *opt,
			const struct decode_outcome *out)
{
	if (opt->settings.repeat > 1)
		fprintf(to, "%" PRIu64 " times, min %.3f ms, median %.3f ms\n",
			opt->settings.repeat, (double)out->min_ns / 1e6,
			(double)out->median_ns / 1e6);
	else
		fprintf(to, "%.3f ms\n", (double)out->min_ns / 1e6);
}

/* "FILE: 1920x1080 NV12 u8 by cpu, 12.345 ms" */
static void print_summary(const struct decode_options *opt,
			  const struct decode_outcome *out)
{
	const struct libcodec_image_info *info = &out->info;

	ctl_put_text(opt->talk, out->file);
	fprintf(opt->talk, ": %ux%u %s %s by %s", info->width, info->height,
		libcodec_format_name(info->format), libcodec_dtype_name(info->dtype),
		info->backend);
	if (info->device)
		fprintf(opt->talk, " (%s)", info->device);
	fputs(", ", opt->talk);
	print_times(opt->talk, opt, out);
}

static void print_decoded(const struct decode_options *opt, const struct decode_job *job,
			  const struct decode_outcome *out)
{
	const struct libcodec_image_info *info = &out->info;

	fputs("  in the image: ", opt->talk);
	describe_layout(opt->talk, info);
	fprintf(opt->talk, "; by %s%s%s%s%s\n", info->backend, info->device ? " (" : "",
		info->device ? info->device : "", info->device ? ")" : "",
		info->zero_copy ? ", in place" : "");
	fprintf(opt->talk,
		"  consumed: %" PRIu64 " of %zu bytes\n  time: ", info->consumed,
		job->input.size);
	print_times(opt->talk, opt, out);
}

static void print_verbose(const struct decode_options *opt, const struct decode_job *job,
			  const struct decode_outcome *out)
{
	if (!out->probed)
		return;
	describe_header(opt->talk, out->file, &out->info);
	describe_orientation(opt->talk, &out->info);
	fputs("  backends, in the order of selection:\n", opt->talk);
	attempts_print(opt->talk, job->dec);
	if (out->decoded)
		print_decoded(opt, job, out);
}

static void print_text(const struct decode_options *opt, const struct decode_job *job,
		       const struct decode_outcome *out)
{
	bool quiet = opt->output || opt->settings.hash || opt->json;

	if (opt->verbose)
		print_verbose(opt, job, out);
	else if (!out->report.class_name && (!quiet || opt->settings.repeat > 1))
		print_summary(opt, out);
	if (out->sha256[0] && !opt->json) {
		printf("%s  ", out->sha256);
		ctl_put_text(stdout, out->file);
		putchar('\n');
	}
	if (out->report.class_name)
		report_print(&out->report, out->file);
}

static void nulls_json(struct json *j, const char *const *keys)
{
	for (; *keys; keys++)
		json_key_null(j, *keys);
}

/* What the header says. */
static void header_json(struct json *j, const struct decode_outcome *out)
{
	static const char *const keys[] = {
		"width", "height", "rotation", "flip", "process", "sampling", NULL,
	};
	const struct libcodec_image_info *info = &out->info;

	if (!out->probed) {
		nulls_json(j, keys);
		return;
	}
	json_key_u64(j, "width", info->width);
	json_key_u64(j, "height", info->height);
	json_key_u64(j, "rotation", info->rotation_degrees);
	json_key_bool(j, "flip", info->flip_horizontal);
	json_key_string(j, "process", libcodec_process_name(info->process));
	json_key_string(j, "sampling", libcodec_sampling_name(info->sampling));
}

/* What was decoded. */
static void decoded_json(struct json *j, const struct decode_outcome *out)
{
	static const char *const keys[] = {
		"format",   "dtype",  "strides", "backend",   "device", "zero_copy",
		"consumed", "sha256", "min_ns",	 "median_ns", NULL,
	};
	const struct libcodec_image_info *info = &out->info;

	if (!out->decoded) {
		nulls_json(j, keys);
		return;
	}
	describe_layout_json(j, info);
	json_key_string(j, "backend", info->backend);
	json_key_string(j, "device", info->device);
	json_key_bool(j, "zero_copy", info->zero_copy);
	json_key_u64(j, "consumed", info->consumed);
	json_key_string(j, "sha256", out->sha256[0] ? out->sha256 : NULL);
	json_key_u64(j, "min_ns", out->min_ns);
	json_key_u64(j, "median_ns", out->median_ns);
}

static void outcome_json(struct json *j, const struct decode_outcome *out)
{
	json_object(j);
	json_key_string(j, "file", out->file);
	header_json(j, out);
	decoded_json(j, out);
	json_key(j, "error");
	report_json(&out->report, j);
	json_close(j);
}

static int decode_files(const struct decode_options *opt, struct decode_job *job)
{
	enum output_kind kind = opt->output ? kind_of(opt) : OUTPUT_NONE;
	struct decode_outcome out;
	int i, ret = CTL_OK;
	struct json j;

	json_begin(&j, stdout);
	if (opt->json)
		json_array(&j);
	progress_begin(opt->settings.repeat * (uint64_t)opt->n_files);
	for (i = 0; i < opt->n_files; i++) {
		decode_job_run(job, opt->files[i], opt->outputs ? opt->outputs[i] : NULL,
			       kind, &out);
		progress_clear();
		print_text(opt, job, &out);
		if (opt->json)
			outcome_json(&j, &out);
		if (out.report.exit_code > ret)
			ret = out.report.exit_code;
	}
	progress_end();
	if (opt->json) {
		json_close(&j);
		json_finish(&j);
	}
	return ret;
}

static int run_job(struct ctl *ctl, const struct decode_options *opt)
{
	struct decode_job job;
	int r;

	r = decode_job_init(&job, ctl->ctx, &opt->settings);
	if (r < 0) {
		ctl_error("cannot set up the decoder: %s", strerror(-r));
		r = CTL_FAILED;
	} else {
		r = decode_files(opt, &job);
	}
	decode_job_done(&job);
	return r;
}

static int run_decode(struct ctl *ctl, int argc, char **argv)
{
	struct decode_options opt = {
		.settings.params.struct_size = sizeof(opt.settings.params),
		.settings.repeat = 1,
		.talk = stdout,
	};
	int r;

	r = parse_options(&opt, argc, argv);
	if (!r)
		r = name_outputs(&opt);
	if (!r)
		r = ctl_open(ctl);
	if (!r)
		r = check_backend(ctl, opt.settings.params.backend);
	if (!r)
		r = run_job(ctl, &opt);
	free_outputs(&opt);
	return r;
}

static const char help[] =
	"  --format FORMAT     native (default), rgb or nv12, where it costs nothing\n"
	"  --dtype T           u8 (default), u16, i8, i16 or f32; JPEG is u8 only\n"
	"  --dct METHOD        accurate (default) or fast\n"
	"  --backend NAME      this backend and no other\n"
	"  --require-hardware  fail rather than decode on the CPU\n"
	"  --memory KIND       auto (default) or host\n"
	"  --stride-align N    rows begin at multiples of N bytes, a power of two\n"
	"  --threads N         how many threads a backend may use (default 1)\n"
	"  --repeat N          decode N times into the same image, and time it\n"
	"  --hash              print the SHA-256 of the visible pixels\n"
	"  -o, --output OUT    write to OUT; its name ends in " OUTPUT_SUFFIXES ";\n"
	"                      a directory gets a NAME.png of each file; \"-\" is raw\n"
	"                      planes to standard output\n"
	"  --json              one JSON document, an array with an object a file\n"
	"  -v, --verbose       what each backend said, and what came\n"
	"\n"
	"FILE may be \"-\" for standard input.\n";

const struct ctl_command ctl_cmd_decode = {
	.name = "decode",
	.synopsis = "[OPTION...] [-o OUT] FILE...",
	.summary = "decode files, and say who did it and how fast",
	.help = help,
	.run = run_decode,
};
