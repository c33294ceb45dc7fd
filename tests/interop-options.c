/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Arguments of encoders for tests.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "interop-options.h"
#include "test.h"

#define ARGS 2048

struct libcodec_pel_options options;

static PelorusEncodeParam params[257], unknown[257];
static const char *values[2048];
static char text[1 << 20];

void options_reset(void)
{
	memset(&options, 0xee, sizeof(options));
	memset(params, 0xee, sizeof(params));
	memset(unknown, 0xee, sizeof(unknown));
	memset(values, 0xee, sizeof(values));
	memset(text, 0xee, sizeof(text));
	options.struct_size = sizeof(options);
	options.flags = 0;
	options.output = 0;
	options.params = params;
	options.unknown_params = unknown;
	options.values = values;
	options.text = text;
	options.cap_params = 256;
	options.cap_unknown_params = 256;
	options.cap_values = 2048;
	options.cap_text = sizeof(text);
}

pel_result options_parse(enum libcodec_pel_encoder encoder, const char *args)
{
	static char bytes[1 << 17];
	const char *argv[ARGS];
	uint32_t argc = 0;
	char *p = bytes;

	ck_assert_uint_lt(strlen(args), sizeof(bytes));
	strcpy(bytes, args);
	while (*args && p) {
		char *space = strchr(p, ' ');

		ck_assert_uint_lt(argc, ARGS);
		argv[argc++] = p;
		if (space)
			*space++ = 0;
		p = space;
	}
	return libcodec_pel_options_parse(encoder, argv, argc, &options);
}

static size_t print_params(char *out, size_t size, const PelorusEncodeParam *p,
			   uint32_t n, uint32_t *nb_values)
{
	size_t at = 0;
	uint32_t i, k;

	for (i = 0; i < n; i++) {
		ck_assert_uint_ge(p[i].nb_values, 1);
		ck_assert(p[i].is_array || p[i].nb_values == 1);
		ck_assert_ptr_eq(p[i].values, options.values + *nb_values);
		*nb_values += p[i].nb_values;
		at += (size_t)snprintf(out + at, size - at, "%s%s=%s", i ? " " : "",
				       p[i].key, p[i].is_array ? "[" : "");
		for (k = 0; k < p[i].nb_values; k++)
			at += (size_t)snprintf(out + at, size - at, "%s%s", k ? "," : "",
					       p[i].values[k]);
		at += (size_t)snprintf(out + at, size - at, "%s",
				       p[i].is_array ? "]" : "");
		ck_assert_uint_lt(at, size);
	}
	return at;
}

const char *options_text(void)
{
	static char out[1 << 17];
	uint32_t nb_values = 0;
	size_t at;

	out[0] = 0;
	at = print_params(out, sizeof(out), options.params, options.nb_params,
			  &nb_values);
	if (options.nb_unknown_params) {
		at += (size_t)sprintf(out + at, "%s| ", at ? " " : "");
		print_params(out + at, sizeof(out) - at, options.unknown_params,
			     options.nb_unknown_params, &nb_values);
	}
	ck_assert_uint_eq(nb_values, options.nb_values);
	return out;
}

void options_check(const struct options_case *c)
{
	pel_result r;

	options_reset();
	r = options_parse(c->encoder, c->args);
	ck_assert_msg(r == PEL_OK, "%s: %s, argument %u", c->args, pel_result_str(r),
		      options.bad_arg);
	ck_assert_uint_eq(options.bad_arg, LIBCODEC_PEL_OPTIONS_NO_ARG);
	ck_assert_msg(!strcmp(options_text(), c->want), "%s\ngot:  %s\nwant: %s", c->args,
		      options_text(), c->want);
}
