/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl identify: what files hold, by their headers, and who would decode them.
 */
#include "config.h"

#include "codecctl.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

#include <libcodec/decoder.h>

#include "attempts.h"
#include "colour.h"
#include "describe.h"
#include "exif-report.h"
#include "frames.h"
#include "input.h"
#include "report.h"

/* Where counting the pictures of one file ends. */
#define PICTURES_MAX 1000000

struct identify {
	bool use_json, exif;
	struct libcodec_decoder_params params;
	struct libcodec_decoder *dec;
	struct input input;
	struct json json;
};

/* One file: its header's facts or the failure, and where its Exif block is. */
struct found {
	const char *file;
	struct libcodec_image_info info;
	struct report report;
	bool has_exif;
	size_t exif_offset, exif_size;
	uint64_t pictures;
	size_t second; /* where the second one begins, if there is one */
};

static void probe_file(struct identify *id, const char *file, struct found *found)
{
	const char *why;
	int r;

	*found = (struct found){ .file = file, .info.struct_size = sizeof(found->info) };
	if (input_read(&id->input, file, &why) < 0) {
		report_input(&found->report, why);
		return;
	}
	r = libcodec_decoder_probe(id->dec, id->input.data, id->input.size, NULL,
				   &found->info);
	if (r < 0) {
		report_decoder(&found->report, id->dec, r);
		return;
	}
	found->has_exif = libcodec_find_exif(id->input.data, id->input.size,
					     &found->exif_offset, &found->exif_size) == 0;
	found->pictures = 1; /* what looks like a JPEG in a PNG is compressed data */
	if (found->info.codec == LIBCODEC_CODEC_JPEG)
		found->pictures = frames_count(id->input.data, id->input.size,
					       PICTURES_MAX, &found->second);
}

static void print_more(const struct found *found)
{
	if (found->pictures < 2)
		return;
	printf("  more: %s%" PRIu64 " further picture%s, the first at byte %zu\n",
	       found->pictures == PICTURES_MAX ? "at least " : "", found->pictures - 1,
	       found->pictures == 2 ? "" : "s", found->second);
}

static void print_exif(const struct identify *id, const struct found *found)
{
	puts(found->has_exif ? "  Exif:" : "  Exif: none");
	if (found->has_exif)
		exif_report_print(stdout, id->input.data + found->exif_offset,
				  found->exif_size);
}

static void print_metadata(const struct libcodec_image_info *info)
{
	if (info->present & LIBCODEC_INFO_EXIF)
		puts("  metadata: Exif");
	if (info->present & LIBCODEC_INFO_RESTART_INTERVAL)
		printf("  restart interval: %u MCUs\n", info->restart_interval);
}

static void print_text(struct identify *id, const struct found *found)
{
	if (found->report.class_name)
		return;
	describe_header(stdout, found->file, &found->info);
	fputs("  decodes to: ", stdout);
	describe_layout(stdout, &found->info);
	printf(", capacity %" PRIu64 " bytes\n", found->info.capacity);
	describe_orientation(stdout, &found->info);
	print_metadata(&found->info);
	colour_print(stdout, &found->info);
	print_more(found);
	fputs("  backends that would take it: ", stdout);
	attempts_print_takers(stdout, id->dec);
	putchar('\n');
	attempts_print_refusals(stdout, id->dec);
	if (id->exif)
		print_exif(id, found);
}

static void header_json(struct json *j, const struct libcodec_image_info *info)
{
	json_key_string(j, "codec", libcodec_codec_name(info->codec));
	json_key_u64(j, "width", info->width);
	json_key_u64(j, "height", info->height);
	json_key_string(j, "process", libcodec_process_name(info->process));
	json_key_string(j, "sampling", libcodec_sampling_name(info->sampling));
	json_key_u64(j, "components", info->components);
	json_key_u64(j, "bit_depth", info->bit_depth);
	json_key_optional(j, "restart_interval",
			  info->present & LIBCODEC_INFO_RESTART_INTERVAL,
			  info->restart_interval);
	json_key_optional(j, "orientation", info->present & LIBCODEC_INFO_ORIENTATION,
			  info->orientation);
	json_key_u64(j, "rotation", info->rotation_degrees);
	json_key_bool(j, "flip", info->flip_horizontal);
	json_key_bool(j, "has_exif", info->present & LIBCODEC_INFO_EXIF);
	json_key_bool(j, "has_icc", info->present & LIBCODEC_INFO_ICC);
	describe_layout_json(j, info);
	json_key_u64(j, "capacity", info->capacity);
}

static void nulls_json(struct json *j)
{
	static const char *const keys[] = {
		"codec",      "width",	   "height",	       "process",     "sampling",
		"components", "bit_depth", "restart_interval", "orientation", "rotation",
		"flip",	      "has_exif",  "has_icc",	       "format",      "dtype",
		"strides",    "capacity",  "colour",	       "pictures",    "backends",
	};
	size_t i;

	for (i = 0; i < CTL_ARRAY_SIZE(keys); i++)
		json_key_null(j, keys[i]);
}

static void found_json(struct identify *id, const struct found *found)
{
	struct json *j = &id->json;

	json_object(j);
	json_key_string(j, "file", found->file);
	if (found->report.class_name) {
		nulls_json(j);
	} else {
		header_json(j, &found->info);
		json_key(j, "colour");
		colour_json(j, &found->info);
		json_key_u64(j, "pictures", found->pictures);
		json_key(j, "backends");
		attempts_json(j, id->dec);
	}
	json_key(j, "exif");
	if (id->exif && found->has_exif)
		exif_report_json(j, id->input.data + found->exif_offset,
				 found->exif_size);
	else
		json_null(j);
	json_key(j, "error");
	report_json(&found->report, j);
	json_close(j);
}

static int identify_file(struct identify *id, const char *file)
{
	struct found found;

	probe_file(id, file, &found);
	if (found.report.class_name)
		report_print(&found.report, file);
	if (id->use_json)
		found_json(id, &found);
	else
		print_text(id, &found);
	return found.report.exit_code;
}

static int identify_files(struct identify *id, char *const *files, int n)
{
	int i, r, ret = CTL_OK;

	if (id->use_json) {
		json_begin(&id->json, stdout);
		json_array(&id->json);
	}
	for (i = 0; i < n; i++) {
		r = identify_file(id, files[i]);
		ret = r > ret ? r : ret;
	}
	if (id->use_json) {
		json_close(&id->json);
		json_finish(&id->json);
	}
	return ret;
}

enum {
	OPT_JSON = 256,
	OPT_EXIF,
	OPT_EXIF_ANYWHERE,
};

static const struct option long_options[] = {
	{ "json", no_argument, NULL, OPT_JSON },
	{ "exif", no_argument, NULL, OPT_EXIF },
	{ "exif-anywhere", no_argument, NULL, OPT_EXIF_ANYWHERE },
	{ NULL, 0, NULL, 0 },
};

static int parse_options(struct identify *id, int argc, char **argv)
{
	int c;

	while ((c = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
		switch (c) {
		case OPT_JSON:
			id->use_json = true;
			break;
		case OPT_EXIF:
			id->exif = true;
			break;
		case OPT_EXIF_ANYWHERE:
			id->params.exif_anywhere = 1;
			break;
		default:
			return ctl_bad_option("identify", c, argv);
		}
	}
	if (optind >= argc)
		return ctl_usage("identify", "no file given");
	if (id->exif && !exif_report_available())
		return ctl_usage("identify", "this codecctl was built without libexif, "
					     "so there is no --exif");
	return CTL_OK;
}

static int run_identify(struct ctl *ctl, int argc, char **argv)
{
	struct identify id = { .params.struct_size = sizeof(id.params) };
	int r;

	r = parse_options(&id, argc, argv);
	if (!r)
		r = ctl_open(ctl);
	if (r)
		return r;
	r = libcodec_decoder_new(ctl->ctx, &id.dec);
	if (r == 0)
		r = libcodec_decoder_set_params(id.dec, &id.params);
	if (r < 0) {
		ctl_error("cannot set up the decoder: %s", strerror(-r));
		r = CTL_FAILED;
	} else {
		r = identify_files(&id, argv + optind, argc - optind);
	}
	libcodec_decoder_unref(id.dec);
	input_done(&id.input);
	return r;
}

const struct ctl_command ctl_cmd_identify = {
	.name = "identify",
	.synopsis = "[--json] [--exif] [--exif-anywhere] FILE...",
	.summary = "tell what files hold and who would decode them",
	.help = "  --json           one JSON document, an array with an object a file\n"
		"  --exif           all entries of the Exif block\n"
		"  --exif-anywhere  look for a PNG's orientation behind the samples, too\n"
		"\n"
		"FILE may be \"-\" for standard input.\n",
	.run = run_identify,
};
