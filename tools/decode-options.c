/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The options of codecctl decode, and which of them exclude each other.
 */
#include "config.h"

#include "decode-options.h"

#include <getopt.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codecctl.h"
#include "frames.h"

#define STRIDE_ALIGN_MAX 4096
#define THREADS_MAX	 1024

enum {
	OPT_FORMAT = 256,
	OPT_DTYPE,
	OPT_DCT,
	OPT_BACKEND,
	OPT_DEVICE,
	OPT_REQUIRE_HARDWARE,
	OPT_MEMORY,
	OPT_STRIDE_ALIGN,
	OPT_THREADS,
	OPT_REPEAT,
	OPT_HASH,
	OPT_JSON,
	OPT_ACCEPT,
	OPT_EXIF_ANYWHERE,
	OPT_ALL,
};

static const struct option long_options[] = {
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "dtype", required_argument, NULL, OPT_DTYPE },
	{ "dct", required_argument, NULL, OPT_DCT },
	{ "backend", required_argument, NULL, OPT_BACKEND },
	{ "device", required_argument, NULL, OPT_DEVICE },
	{ "require-hardware", no_argument, NULL, OPT_REQUIRE_HARDWARE },
	{ "memory", required_argument, NULL, OPT_MEMORY },
	{ "stride-align", required_argument, NULL, OPT_STRIDE_ALIGN },
	{ "threads", required_argument, NULL, OPT_THREADS },
	{ "repeat", required_argument, NULL, OPT_REPEAT },
	{ "hash", no_argument, NULL, OPT_HASH },
	{ "output", required_argument, NULL, 'o' },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "accept", required_argument, NULL, OPT_ACCEPT },
	{ "exif-anywhere", no_argument, NULL, OPT_EXIF_ANYWHERE },
	{ "all", no_argument, NULL, OPT_ALL },
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
		opt->settings.memory = LIBCODEC_MEMORY_DMABUF;
	else
		return usage("--memory takes auto, host or dmabuf");
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

static uint32_t accept_by_name(const char *name, size_t length)
{
	static const struct {
		const char *name;
		uint32_t bit;
	} words[] = {
		{ "partial", LIBCODEC_ACCEPT_PARTIAL },
		{ "checksums", LIBCODEC_ACCEPT_BAD_CHECKSUM },
	};
	size_t i;

	for (i = 0; i < CTL_ARRAY_SIZE(words); i++)
		if (strlen(words[i].name) == length &&
		    !strncmp(words[i].name, name, length))
			return words[i].bit;
	return 0;
}

static int set_accept(struct decode_options *opt, const char *text)
{
	size_t length;
	uint32_t bit;

	for (;; text += length + 1) {
		length = strcspn(text, ",");
		bit = accept_by_name(text, length);
		if (!bit)
			return usage("--accept takes partial, checksums or both with a "
				     "comma between");
		opt->settings.params.accept |= bit;
		if (!text[length])
			return CTL_OK;
	}
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
	case OPT_DEVICE:
		opt->settings.params.device = optarg;
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
	case OPT_ACCEPT:
		return set_accept(opt, optarg);
	case OPT_EXIF_ANYWHERE:
		opt->settings.params.exif_anywhere = 1;
		return CTL_OK;
	case OPT_ALL:
		opt->all = true;
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

bool decode_options_series(const struct decode_options *opt, const char *file)
{
	return opt->all || frames_expected_in(file);
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

/* One file for all frames has to be of a kind that holds them. */
static int check_series(const struct decode_options *opt)
{
	int i;

	if (opt->output_is_dir || output_holds_several(opt->kind))
		return CTL_OK;
	for (i = 0; i < opt->n_files; i++)
		if (decode_options_series(opt, opt->files[i]))
			return ctl_usage("decode",
					 "%s: all frames of %s need a directory, or one "
					 "file that ends in .y4m or .yuv",
					 opt->output, opt->files[i]);
	return CTL_OK;
}

static int check_output(struct decode_options *opt)
{
	const char *why;
	int r;

	if (!opt->output)
		return CTL_OK;
	opt->output_is_dir = is_dir(opt->output);
	opt->kind = opt->output_is_dir ? OUTPUT_PNG : output_kind_of(opt->output);
	if (opt->n_files > 1 && !opt->output_is_dir && !to_stdout(opt))
		return ctl_usage("decode",
				 "%s: with several files the output must be a "
				 "directory that is there",
				 opt->output);
	if (opt->kind == OUTPUT_NONE)
		return ctl_usage("decode",
				 "%s: the output's name must end in " OUTPUT_SUFFIXES,
				 opt->output);
	why = output_refuses(opt->kind, opt->settings.params.dtype);
	if (why)
		return usage(why);
	r = check_series(opt);
	return r ? r : check_stdout(opt);
}

int decode_options_parse(struct decode_options *opt, int argc, char **argv)
{
	int c, r;

	*opt = (struct decode_options){
		.settings.params.struct_size = sizeof(opt->settings.params),
		.settings.repeat = 1,
		.talk = stdout,
	};
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

const char decode_options_help[] =
	"  --format FORMAT     native (default), rgb or nv12, where it costs nothing\n"
	"  --dtype T           u8 (default), u16, i8, i16 or f32; JPEG is u8 only\n"
	"  --dct METHOD        accurate (default) or fast\n"
	"  --backend NAME      this backend and no other\n"
	"  --device NODE       this device and no other, by its node or its path in /sys\n"
	"  --accept WHAT       deliver what is not whole, too: partial (samples that end\n"
	"                      early or are damaged), checksums (wrong ones in a PNG),\n"
	"                      or both with a comma between\n"
	"  --all               decode all JPEG pictures of each file, as is done for\n"
	"                      Motion JPEG (.mjpeg, .mjpg) without it\n"
	"  --exif-anywhere     look for a PNG's orientation behind the samples, too\n"
	"  --require-hardware  fail rather than decode on the CPU\n"
	"  --memory KIND       auto (default), host or dmabuf\n"
	"  --stride-align N    rows begin at multiples of N bytes, a power of two\n"
	"  --threads N         how many threads a backend may use (default 1)\n"
	"  --repeat N          decode N times into the same image, and time it\n"
	"  --hash              print the SHA-256 of the visible pixels\n"
	"  -o, --output OUT    write to OUT; its name ends in " OUTPUT_SUFFIXES ";\n"
	"                      a directory gets a NAME.png of each file, of frames\n"
	"                      NAME-000001.png and on; .y4m and .yuv take all frames of\n"
	"                      a file; \"-\" is raw planes to standard output\n"
	"  --json              one JSON document, an array with an object a file, or a\n"
	"                      frame\n"
	"  -v, --verbose       what each backend said, and what came\n"
	"\n"
	"FILE may be \"-\" for standard input.\n";
