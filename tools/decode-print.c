/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What became of a picture, in words and as JSON: see decode-print.h.
 */
#include "config.h"

#include "decode-print.h"

#include <inttypes.h>

#include "attempts.h"
#include "codecctl.h"
#include "describe.h"

static void print_times(FILE *to, const struct decode_options *opt,
			const struct decode_outcome *out)
{
	if (opt->settings.repeat > 1)
		fprintf(to, "%" PRIu64 " times, min %.3f ms, median %.3f ms",
			opt->settings.repeat, (double)out->min_ns / 1e6,
			(double)out->median_ns / 1e6);
	else
		fprintf(to, "%.3f ms", (double)out->min_ns / 1e6);
}

static bool is_whole(const struct libcodec_image_info *info)
{
	return !(info->present & (LIBCODEC_INFO_PARTIAL | LIBCODEC_INFO_UNREFINED));
}

/* What is missing of a picture that was accepted nevertheless; nothing if it is whole. */
static void print_missing(FILE *to, const char *before,
			  const struct libcodec_image_info *info)
{
	if (info->present & LIBCODEC_INFO_PARTIAL)
		fprintf(to, "%spartial: %u of %u rows are good", before, info->good_rows,
			info->height);
	if (info->present & LIBCODEC_INFO_UNREFINED)
		fprintf(to, "%sunrefined: the last refinement is missing", before);
}

/* "FILE: 1920x1080 NV12 u8 by cpu, 12.345 ms" */
static void print_summary(FILE *to, const struct decode_options *opt,
			  const struct decode_outcome *out)
{
	const struct libcodec_image_info *info = &out->info;

	ctl_put_text(to, out->name);
	fprintf(to, ": %ux%u %s %s by %s", info->width, info->height,
		libcodec_format_name(info->format), libcodec_dtype_name(info->dtype),
		info->backend);
	if (info->device)
		fprintf(to, " (%s)", info->device);
	fputs(", ", to);
	print_times(to, opt, out);
	print_missing(to, "; ", info);
	putc('\n', to);
}

static void print_decoded(const struct decode_options *opt,
			  const struct decode_outcome *out)
{
	const struct libcodec_image_info *info = &out->info;

	fputs("  in the image: ", opt->talk);
	describe_layout(opt->talk, info);
	fprintf(opt->talk, "; by %s%s%s%s%s\n", info->backend, info->device ? " (" : "",
		info->device ? info->device : "", info->device ? ")" : "",
		info->dct_method == LIBCODEC_DCT_FAST ? ", fast DCT" : "");
	fprintf(opt->talk, "  memory: %s, %s\n", libcodec_memory_name(out->memory),
		info->zero_copy ? "written by the device in place" : "no zero copy");
	fprintf(opt->talk,
		"  consumed: %" PRIu64 " of %zu bytes\n  time: ", info->consumed,
		out->bytes);
	print_times(opt->talk, opt, out);
	print_missing(opt->talk, "\n  ", info);
	putc('\n', opt->talk);
}

static void print_verbose(const struct decode_options *opt, struct libcodec_decoder *dec,
			  const struct decode_outcome *out)
{
	if (!out->probed)
		return;
	describe_header(opt->talk, out->name, &out->info);
	describe_orientation(opt->talk, &out->info);
	fputs("  backends, in the order of selection:\n", opt->talk);
	attempts_print(opt->talk, dec);
	if (out->decoded)
		print_decoded(opt, out);
}

/*
 * With -o, --hash and --json a picture has no line, but one that is not whole is told
 * where no JSON does it.
 */
static void print_line(const struct decode_options *opt, const struct decode_outcome *out)
{
	bool quiet = opt->output || opt->settings.hash || opt->json;

	if (!quiet || opt->settings.repeat > 1)
		print_summary(opt->talk, opt, out);
	else if (!opt->json && !is_whole(&out->info))
		print_summary(stderr, opt, out);
}

void decode_print(const struct decode_options *opt, const struct decode_outcome *out,
		  struct libcodec_decoder *dec)
{
	if (opt->verbose)
		print_verbose(opt, dec, out);
	else if (!out->report.class_name)
		print_line(opt, out);
	if (out->sha256[0] && !opt->json) {
		printf("%s  ", out->sha256);
		ctl_put_text(stdout, out->name);
		putchar('\n');
	}
	if (out->report.class_name)
		report_print(&out->report, out->name);
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

/* The method that was used, NULL for a PNG. */
static const char *dct_name(const struct libcodec_image_info *info)
{
	if (info->codec != LIBCODEC_CODEC_JPEG)
		return NULL;
	return info->dct_method == LIBCODEC_DCT_FAST ? "fast" : "accurate";
}

/* What was decoded. */
static void decoded_json(struct json *j, const struct decode_outcome *out)
{
	static const char *const keys[] = {
		"format",    "dtype",	  "strides",  "backend",   "device",
		"dct",	     "memory",	  "zero_copy", "consumed", "partial",
		"good_rows", "unrefined", "sha256",    "min_ns",   "median_ns",
		NULL,
	};
	const struct libcodec_image_info *info = &out->info;

	if (!out->decoded) {
		nulls_json(j, keys);
		return;
	}
	describe_layout_json(j, info);
	json_key_string(j, "backend", info->backend);
	json_key_string(j, "device", info->device);
	json_key_string(j, "dct", dct_name(info));
	json_key_string(j, "memory", libcodec_memory_name(out->memory));
	json_key_bool(j, "zero_copy", info->zero_copy);
	json_key_u64(j, "consumed", info->consumed);
	json_key_bool(j, "partial", info->present & LIBCODEC_INFO_PARTIAL);
	json_key_u64(j, "good_rows", info->good_rows);
	json_key_bool(j, "unrefined", info->present & LIBCODEC_INFO_UNREFINED);
	json_key_string(j, "sha256", out->sha256[0] ? out->sha256 : NULL);
	json_key_u64(j, "min_ns", out->min_ns);
	json_key_u64(j, "median_ns", out->median_ns);
}

void decode_json(struct json *j, const struct decode_outcome *out)
{
	json_object(j);
	json_key_string(j, "file", out->file);
	json_key_optional(j, "frame", out->frame, out->frame);
	header_json(j, out);
	decoded_json(j, out);
	json_key(j, "error");
	report_json(&out->report, j);
	json_close(j);
}
