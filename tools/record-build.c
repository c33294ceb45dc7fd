/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Options and an encoder's arguments become an encode record.
 */
#include "config.h"

#include "record-build.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <pelorus/encode_record.h>
#include <pelorus/libcodec.h>

#include "codecctl.h"

#define FILTERS_MAX PEL_ENCODE_RECORD_MAX_ARRAY

struct builder {
	PelorusEncodeRecordInput in;
	const char *arguments; /* --arguments */
	PelorusEncodeFilter filters[FILTERS_MAX];
	void *filter_params[FILTERS_MAX];
	const char **filter_values[FILTERS_MAX];
	struct libcodec_pel_options options;
};

/* --- filters --- */

/* The text up to the next comma, which becomes its end. NULL where there is no more. */
static char *take_word(char **text)
{
	char *word = *text, *comma;

	if (!word)
		return NULL;
	comma = strchr(word, ',');
	if (comma)
		*comma = '\0';
	*text = comma ? comma + 1 : NULL;
	return word;
}

static unsigned int count_words(const char *text)
{
	unsigned int n = 0;

	while (text) {
		n++;
		text = strchr(text, ',');
		text = text ? text + 1 : NULL;
	}
	return n;
}

/* KEY=VALUE, as many as there are. */
static int parse_params(struct builder *b, PelorusEncodeFilter *f, char *text)
{
	unsigned int i, n = count_words(text);
	PelorusEncodeParam *params = calloc(n + 1, sizeof(*params));
	const char **values = calloc(n + 1, sizeof(*values));
	char *word, *equals;

	b->filter_params[b->in.nb_filters] = params;
	b->filter_values[b->in.nb_filters] = values;
	if (!params || !values) {
		ctl_error("out of memory");
		return CTL_FAILED;
	}
	for (i = 0; i < n; i++) {
		word = take_word(&text);
		equals = strchr(word, '=');
		if (!equals)
			return ctl_usage("record", "--filter: %s is no KEY=VALUE", word);
		*equals = '\0';
		values[i] = equals + 1;
		params[i] = (PelorusEncodeParam){ word, &values[i], 1, 0 };
	}
	f->params = params;
	f->nb_params = n;
	return CTL_OK;
}

static int add_filter(struct builder *b, char *text)
{
	PelorusEncodeFilter *f = &b->filters[b->in.nb_filters];
	int r;

	if (b->in.nb_filters == FILTERS_MAX)
		return ctl_usage("record", "more than %u filters", FILTERS_MAX);
	f->name = take_word(&text);
	f->library = take_word(&text);
	f->version = take_word(&text);
	if (!f->version)
		return ctl_usage("record",
				 "--filter takes NAME,LIBRARY,VERSION and parameters");
	r = parse_params(b, f, text);
	b->in.nb_filters++;
	return r;
}

/* --- the encoder's arguments --- */

static enum libcodec_pel_encoder syntax_of(const char *name)
{
	static const struct {
		const char *name;
		enum libcodec_pel_encoder encoder;
	} names[] = {
		{ "x264", LIBCODEC_PEL_ENCODER_X264 },
		{ "libx264", LIBCODEC_PEL_ENCODER_X264 },
		{ "x265", LIBCODEC_PEL_ENCODER_X265 },
		{ "libx265", LIBCODEC_PEL_ENCODER_X265 },
		{ "svtav1", LIBCODEC_PEL_ENCODER_SVTAV1 },
		{ "libsvtav1", LIBCODEC_PEL_ENCODER_SVTAV1 },
		{ "SvtAv1EncApp", LIBCODEC_PEL_ENCODER_SVTAV1 },
		{ "ffmpeg", LIBCODEC_PEL_ENCODER_FFMPEG },
	};
	size_t i;

	for (i = 0; i < CTL_ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i].name))
			return names[i].encoder;
	return 0;
}

/* Room for what the last call said that it needs, and at least one of each. */
static bool make_room(struct libcodec_pel_options *o)
{
	o->cap_params = o->nb_params + 1;
	o->cap_unknown_params = o->nb_unknown_params + 1;
	o->cap_values = o->nb_values + 1;
	o->cap_text = o->text_size + 1;
	o->params = calloc(o->cap_params, sizeof(*o->params));
	o->unknown_params = calloc(o->cap_unknown_params, sizeof(*o->unknown_params));
	o->values = calloc(o->cap_values, sizeof(*o->values));
	o->text = calloc(o->cap_text, 1);
	return o->params && o->unknown_params && o->values && o->text;
}

static int refuse_arguments(const struct libcodec_pel_options *o, pel_result r, int argc,
			    char *const *argv)
{
	if (r == PEL_ERR_INVALID && o->bad_arg < (uint32_t)argc)
		ctl_error("record: %s is no option that a record can have",
			  argv[o->bad_arg]);
	else if (r == PEL_ERR_ABSENT)
		ctl_error("record: the arguments name no file to write");
	else
		ctl_error("record: arguments: %s", pel_result_str(r));
	return CTL_FAILED;
}

static int parse_arguments(struct builder *b, int argc, char *const *argv)
{
	const char *program = b->arguments ? b->arguments : b->in.encoder_name;
	enum libcodec_pel_encoder encoder = syntax_of(program);
	struct libcodec_pel_options *o = &b->options;
	pel_result r;

	if (!argc)
		return CTL_OK;
	if (!encoder)
		return ctl_usage("record",
				 "%s: whose arguments are they? --arguments takes x264, "
				 "x265, svtav1 or ffmpeg",
				 program);
	o->struct_size = sizeof(*o);
	r = libcodec_pel_options_parse(encoder, (const char *const *)argv, (uint32_t)argc,
				       o);
	if (r == PEL_ERR_RANGE || r == PEL_OK) {
		if (!make_room(o)) {
			ctl_error("out of memory");
			return CTL_FAILED;
		}
		r = libcodec_pel_options_parse(encoder, (const char *const *)argv,
					       (uint32_t)argc, o);
	}
	if (r != PEL_OK)
		return refuse_arguments(o, r, argc, argv);
	b->in.encoder_params = o->params;
	b->in.nb_encoder_params = o->nb_params;
	b->in.encoder_unknown_params = o->unknown_params;
	b->in.nb_encoder_unknown_params = o->nb_unknown_params;
	return CTL_OK;
}

/* --- options --- */

enum {
	OPT_ENCODER = 256,
	OPT_ENCODER_VERSION,
	OPT_CODEC,
	OPT_INPUT_DIGEST,
	OPT_INPUT_ID,
	OPT_FILTER,
	OPT_HARDWARE,
	OPT_DEVICE,
	OPT_DRIVER,
	OPT_ELAPSED_NS,
	OPT_ARGUMENTS,
};

static const struct option long_options[] = {
	{ "encoder", required_argument, NULL, OPT_ENCODER },
	{ "encoder-version", required_argument, NULL, OPT_ENCODER_VERSION },
	{ "codec", required_argument, NULL, OPT_CODEC },
	{ "input-digest", required_argument, NULL, OPT_INPUT_DIGEST },
	{ "input-id", required_argument, NULL, OPT_INPUT_ID },
	{ "filter", required_argument, NULL, OPT_FILTER },
	{ "hardware", required_argument, NULL, OPT_HARDWARE },
	{ "device", required_argument, NULL, OPT_DEVICE },
	{ "driver", required_argument, NULL, OPT_DRIVER },
	{ "elapsed-ns", required_argument, NULL, OPT_ELAPSED_NS },
	{ "arguments", required_argument, NULL, OPT_ARGUMENTS },
	{ NULL, 0, NULL, 0 },
};

/* Where an option's text goes as it is; NULL for the others. */
static const char **text_for(struct builder *b, int option)
{
	switch (option) {
	case OPT_ENCODER:
		return &b->in.encoder_name;
	case OPT_ENCODER_VERSION:
		return &b->in.encoder_version;
	case OPT_CODEC:
		return &b->in.encoder_codec;
	case OPT_INPUT_DIGEST:
		return &b->in.input_digest;
	case OPT_INPUT_ID:
		return &b->in.input_id;
	case OPT_HARDWARE:
		return &b->in.hardware_path;
	case OPT_DEVICE:
		return &b->in.hardware_device;
	case OPT_DRIVER:
		return &b->in.hardware_driver;
	case OPT_ARGUMENTS:
		return &b->arguments;
	default:
		return NULL;
	}
}

static int take_option(struct builder *b, int c, char **argv)
{
	const char **text = text_for(b, c);

	if (text) {
		*text = optarg;
		return CTL_OK;
	}
	if (c == OPT_FILTER)
		return add_filter(b, optarg);
	if (c != OPT_ELAPSED_NS)
		return ctl_bad_option("record", c, argv);
	if (!ctl_number(optarg, 0, UINT64_MAX, &b->in.elapsed_ns))
		return ctl_usage("record", "--elapsed-ns takes a number");
	b->in.has_elapsed_ns = 1;
	return CTL_OK;
}

static int parse_options(struct builder *b, int argc, char **argv)
{
	int c, r;

	while ((c = getopt_long(argc, argv, "+:", long_options, NULL)) != -1) {
		r = take_option(b, c, argv);
		if (r)
			return r;
	}
	if (optind < argc && strcmp(argv[optind - 1], "--"))
		return ctl_usage("record",
				 "%s: the encoder's arguments stand behind \"--\"",
				 argv[optind]);
	if (!b->in.encoder_name || !b->in.encoder_version || !b->in.encoder_codec)
		return ctl_usage("record",
				 "build needs --encoder, --encoder-version and --codec");
	if (!b->in.input_digest && !b->in.input_id)
		return ctl_usage("record", "build needs --input-digest or --input-id");
	b->in.filters = b->filters;
	return parse_arguments(b, argc - optind, argv + optind);
}

static void free_builder(struct builder *b)
{
	unsigned int i;

	for (i = 0; i < FILTERS_MAX; i++) {
		free(b->filter_params[i]);
		free(b->filter_values[i]);
	}
	free(b->options.params);
	free(b->options.unknown_params);
	free(b->options.values);
	free(b->options.text);
}

int record_build(int argc, char **argv, char *text, size_t cap, size_t *ret_size)
{
	struct builder b = { .arguments = NULL };
	pel_result r;
	int ret;

	ret = parse_options(&b, argc, argv);
	if (ret == CTL_OK) {
		r = pel_encode_record_build(&b.in, text, cap, ret_size);
		if (r != PEL_OK) {
			ctl_error(
				"record: it can't be built of these: a name is empty, too long or "
				"twice, a digest or a hardware path is none, or it is over 64 KiB");
			ret = CTL_FAILED;
		}
	}
	free_builder(&b);
	return ret;
}
