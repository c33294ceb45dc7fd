/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: the arguments of encoders. The first byte says whose they are and which
 * output is meant; the rest are arguments with a NUL between them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <pelorus/encode_record.h>
#include <pelorus/libcodec.h>

#include "fuzz.h"

/* Arguments, and storage of the size that is asked for. */
const size_t fuzz_alloc_limit = 4u << 20;

#define ARGS_MAX 1024

static const char *argv[ARGS_MAX];
static uint32_t argc;

static void split(char *bytes, size_t size)
{
	char *p = bytes, *end = bytes + size;

	for (argc = 0; p <= end && argc < ARGS_MAX; p += strlen(p) + 1)
		argv[argc++] = p;
}

static pel_result parse(uint8_t head, struct libcodec_pel_options *o)
{
	pel_result r;

	o->struct_size = sizeof(*o);
	o->flags = head >> 2 & 1;
	o->output = head >> 3 & 3;
	fuzz_alloc_start(FUZZ_CALL);
	r = libcodec_pel_options_parse((enum libcodec_pel_encoder)(1 + (head & 3)), argv,
				       argc, o);
	FUZZ_CHECK(fuzz_alloc_read(FUZZ_CALL).calls == 0, "it allocates");
	FUZZ_CHECK((r == PEL_ERR_INVALID) == (o->bad_arg != LIBCODEC_PEL_OPTIONS_NO_ARG),
		   "%d, argument %u", r, o->bad_arg);
	FUZZ_CHECK(r != PEL_ERR_INVALID || o->bad_arg < argc, "argument %u of %u",
		   o->bad_arg, argc);
	return r;
}

static void check_params(const PelorusEncodeParam *p, uint32_t n)
{
	uint32_t i, k;

	FUZZ_CHECK(n <= PEL_ENCODE_RECORD_MAX_MEMBERS, "%u", n);
	for (i = 0; i < n; i++) {
		size_t size = strlen(p[i].key);

		FUZZ_CHECK(size && size <= PEL_ENCODE_RECORD_MAX_KEY, "%zu", size);
		for (k = 0; k < size; k++)
			FUZZ_CHECK(p[i].key[k] > 0x20 && p[i].key[k] < 0x7f &&
					   p[i].key[k] != '"' && p[i].key[k] != '\\',
				   "%s", p[i].key);
		for (k = 0; k < i; k++)
			FUZZ_CHECK(strcmp(p[i].key, p[k].key), "%s", p[i].key);
		FUZZ_CHECK(
			p[i].is_array <= 1 && p[i].nb_values &&
				p[i].nb_values <=
					(p[i].is_array ? PEL_ENCODE_RECORD_MAX_ARRAY : 1),
			"%u", p[i].nb_values);
		for (k = 0; k < p[i].nb_values; k++)
			FUZZ_CHECK(strlen(p[i].values[k]) <= PEL_ENCODE_RECORD_MAX_VALUE,
				   "%s", p[i].key);
	}
}

/* What is accepted, a record takes; all of it may be longer than one can be. */
static void check_record(const struct libcodec_pel_options *o)
{
	PelorusEncodeRecordInput in = {
		.encoder_name = "n",
		.encoder_version = "v",
		.encoder_codec = "c",
		.encoder_params = o->params,
		.nb_encoder_params = o->nb_params,
		.encoder_unknown_params = o->unknown_params,
		.nb_encoder_unknown_params = o->nb_unknown_params,
		.input_id = "i",
	};
	size_t size = 0, bytes = 0;
	uint32_t i;
	pel_result r;

	for (i = 0; i < o->nb_values; i++)
		bytes += strlen(o->values[i]);
	r = pel_encode_record_build(&in, NULL, 0, &size);
	/* A byte takes up to 6, a key up to 64 and its signs 6. */
	FUZZ_CHECK(r == PEL_ERR_RANGE ||
			   6 * bytes + 70 * (o->nb_params + o->nb_unknown_params) > 60000,
		   "%d, %zu bytes of values", r, bytes);
}

/* With as much room as is needed; then with a byte, or an element, too little. */
static void check(uint8_t head, const struct libcodec_pel_options *needs)
{
	struct libcodec_pel_options o = {
		.cap_params = needs->nb_params,
		.cap_unknown_params = needs->nb_unknown_params,
		.cap_values = needs->nb_values,
		.cap_text = needs->text_size,
		.params = calloc(needs->nb_params, sizeof(*o.params)),
		.unknown_params = calloc(needs->nb_unknown_params, sizeof(*o.params)),
		.values = calloc(needs->nb_values, sizeof(*o.values)),
		.text = malloc(needs->text_size),
	};
	uint32_t *const caps[] = { &o.cap_params, &o.cap_unknown_params, &o.cap_values,
				   &o.cap_text };
	unsigned int i;
	pel_result r;

	for (i = 0; i < 4; i++) {
		if (!*caps[i])
			continue;
		--*caps[i];
		r = parse(head, &o);
		FUZZ_CHECK(r == PEL_ERR_RANGE && o.text_size == needs->text_size, "%d",
			   r);
		++*caps[i];
	}
	r = parse(head, &o);
	FUZZ_CHECK(r == PEL_OK, "%d", r);
	FUZZ_CHECK(o.nb_values >= o.nb_params + o.nb_unknown_params, "%u", o.nb_values);
	check_params(o.params, o.nb_params);
	check_params(o.unknown_params, o.nb_unknown_params);
	check_record(&o);
	free(o.params);
	free(o.unknown_params);
	free(o.values);
	free(o.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct libcodec_pel_options needs = { 0 };
	char *bytes;
	pel_result r;

	if (!size)
		return 0;
	bytes = fuzz_allocate(size);
	memcpy(bytes, data + 1, size - 1);
	bytes[size - 1] = 0;
	split(bytes, size - 1);
	r = parse(data[0], &needs);
	FUZZ_CHECK(r == PEL_OK || r == PEL_ERR_RANGE || r == PEL_ERR_INVALID ||
			   r == PEL_ERR_ABSENT,
		   "%d", r);
	if (r == PEL_OK || r == PEL_ERR_RANGE)
		check(data[0], &needs);
	free(bytes);
	return 0;
}
