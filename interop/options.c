/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Encoders' arguments as the parameters of an encode record: into the caller's storage,
 * once they have been taken apart.
 */
#include "options.h"

#include <string.h>

#include <pelorus/libcodec.h>

#include "export.h"
#include "options-scalar.h"
#include "text.h"

/* The caller's storage, which may be too small for what is put into it. */
struct storage {
	struct libcodec_pel_options *options;
	struct lc_text text;
	uint32_t nb_values;
};

/* --- strings --- */

/* A copy with a NUL; NULL: there is no room. */
static const char *put_string(struct storage *s, const char *p, size_t n)
{
	size_t at = s->text.n;

	lc_text_put(&s->text, p, n);
	lc_text_put(&s->text, "", 1);
	return s->text.n <= s->text.cap ? s->text.buf + at : NULL;
}

/* The same, but that a string which ends there is used as it is. */
static const char *use_string(struct storage *s, const char *p, size_t n)
{
	return p[n] ? put_string(s, p, n) : p;
}

static void put_value(struct storage *s, const char *value)
{
	if (s->nb_values < s->options->cap_values)
		s->options->values[s->nb_values] = value;
	s->nb_values++;
}

/* --- scalars --- */

/* Bytes of the record's spelling; 0: the text is no such value, and stays as it is. */
static size_t spell(uint8_t type, const char *text, size_t n, char out[LC_SCALAR_SIZE])
{
	uint64_t bits;
	int64_t v;
	bool on;

	switch (type) {
	case LC_OPTION_INT:
	case LC_OPTION_INTS:
		return lc_scalar_int(text, n, &v) ? lc_scalar_put_int(v, out) : 0;
	case LC_OPTION_SCALED:
		return lc_scalar_scaled(text, n, &v) ? lc_scalar_put_int(v, out) : 0;
	case LC_OPTION_KILO:
		if (!lc_scalar_scaled(text, n, &v))
			return 0;
		return lc_scalar_put_int(v / 1000, out);
	case LC_OPTION_REAL:
		return lc_scalar_real(text, n, &bits) ? lc_scalar_put_real(bits, out) : 0;
	case LC_OPTION_BOOL:
		if (!lc_scalar_bool(text, n, &on))
			return 0;
		strcpy(out, on ? "true" : "false");
		return strlen(out);
	default:
		return 0;
	}
}

/* @in_place: the text is in a string that lives on. */
static void put_scalar(struct storage *s, uint8_t type, const char *text, size_t n,
		       bool in_place)
{
	char out[LC_SCALAR_SIZE];
	size_t size = spell(type, text, n, out);

	if (size && (size != n || memcmp(out, text, n))) {
		put_value(s, put_string(s, out, size));
		return;
	}
	put_value(s, in_place ? use_string(s, text, n) : put_string(s, text, n));
}

/* How many integers with commas between them a text is; 0: it is no such list. */
static uint32_t count_ints(const char *text, size_t n)
{
	const char *p = text, *end = text + n;
	uint32_t count = 0;
	int64_t v;

	for (;;) {
		const char *comma = memchr(p, ',', (size_t)(end - p));
		const char *stop = comma ? comma : end;

		if (!lc_scalar_int(p, (size_t)(stop - p), &v) ||
		    ++count > PEL_ENCODE_RECORD_MAX_ARRAY)
			return 0;
		if (!comma)
			return count;
		p = comma + 1;
	}
}

static void put_ints(struct storage *s, const char *text, size_t n, bool in_place)
{
	const char *p = text, *end = text + n;

	while (p <= end) {
		const char *comma = memchr(p, ',', (size_t)(end - p));
		const char *stop = comma ? comma : end;

		put_scalar(s, LC_OPTION_INTS, p, (size_t)(stop - p), in_place);
		p = stop + 1;
	}
}

/* --- parameters --- */

static void fill(struct storage *s, const struct lc_option_pair *pair,
		 struct PelorusEncodeParam *ret)
{
	char token[PEL_ENCODE_RECORD_MAX_VALUE];
	const char *text = pair->value, *p = text;
	size_t n = pair->value_size;
	uint32_t first = s->nb_values, ints = 0;

	if (pair->quoted) {
		lc_options_token(&p, text + n, ':', token, &n);
		text = token;
	}
	memset(ret, 0, sizeof(*ret));
	ret->key = use_string(s, pair->key, pair->key_size);
	if (pair->type == LC_OPTION_INTS)
		ints = count_ints(text, n);
	if (ints)
		put_ints(s, text, n, !pair->quoted);
	else
		put_scalar(s, pair->type, text, n, !pair->quoted);
	ret->is_array = ints > 0;
	ret->nb_values = s->nb_values - first;
	/* Where they don't fit, nothing of this is used. */
	if (s->nb_values <= s->options->cap_values)
		ret->values = s->options->values + first;
}

static void fill_all(struct storage *s, const struct lc_option_set *set,
		     struct PelorusEncodeParam *ret, uint32_t cap)
{
	struct PelorusEncodeParam spare;
	uint32_t i;

	for (i = 0; i < set->n; i++)
		fill(s, &set->pair[i], i < cap ? &ret[i] : &spare);
}

static pel_result store(const struct lc_options *o, struct libcodec_pel_options *options)
{
	struct storage s = { options, { options->text, options->cap_text, 0 }, 0 };

	fill_all(&s, &o->known, options->params, options->cap_params);
	fill_all(&s, &o->unknown, options->unknown_params, options->cap_unknown_params);
	options->nb_params = o->known.n;
	options->nb_unknown_params = o->unknown.n;
	options->nb_values = s.nb_values;
	options->text_size = (uint32_t)s.text.n;
	return options->nb_params > options->cap_params ||
			       options->nb_unknown_params > options->cap_unknown_params ||
			       options->nb_values > options->cap_values ||
			       options->text_size > options->cap_text ?
		       PEL_ERR_RANGE :
		       PEL_OK;
}

/* --- the call --- */

static bool is_sane(const char *const *argv, uint32_t argc,
		    const struct libcodec_pel_options *options)
{
	uint32_t i;

	if ((!argv && argc) || (!options->params && options->cap_params) ||
	    (!options->unknown_params && options->cap_unknown_params) ||
	    (!options->values && options->cap_values) ||
	    (!options->text && options->cap_text) ||
	    (options->flags & ~(uint32_t)LIBCODEC_PEL_OPTIONS_PROGRAM))
		return false;
	for (i = 0; i < argc; i++)
		if (!argv[i])
			return false;
	return true;
}

static pel_result walk(struct lc_options *o, enum libcodec_pel_encoder encoder,
		       const char *const *argv, uint32_t argc, uint32_t output,
		       uint32_t *bad)
{
	switch (encoder) {
	case LIBCODEC_PEL_ENCODER_X264:
		return lc_options_walk_getopt(o, &lc_options_x264, argv, argc, bad);
	case LIBCODEC_PEL_ENCODER_X265:
		return lc_options_walk_getopt(o, &lc_options_x265, argv, argc, bad);
	case LIBCODEC_PEL_ENCODER_SVTAV1:
		return lc_options_walk_svtav1(o, argv, argc, bad);
	case LIBCODEC_PEL_ENCODER_FFMPEG:
		return lc_options_walk_ffmpeg(o, argv, argc, output, bad);
	default:
		return PEL_ERR_UNSUPPORTED;
	}
}

LC_EXPORT pel_result libcodec_pel_options_parse(enum libcodec_pel_encoder encoder,
						const char *const *argv, uint32_t argc,
						struct libcodec_pel_options *options)
{
	uint32_t skip, bad = 0;
	struct lc_options o;
	pel_result r;

	if (!options || options->struct_size < sizeof(*options))
		return PEL_ERR_INVALID;
	options->nb_params = options->nb_unknown_params = options->nb_values = 0;
	options->text_size = 0;
	options->bad_arg = LIBCODEC_PEL_OPTIONS_NO_ARG;
	if (!is_sane(argv, argc, options))
		return PEL_ERR_INVALID;
	skip = argc && options->flags & LIBCODEC_PEL_OPTIONS_PROGRAM;
	o.known.n = o.unknown.n = 0;
	r = walk(&o, encoder, skip ? argv + 1 : argv, argc - skip, options->output, &bad);
	if (r == PEL_ERR_INVALID)
		options->bad_arg = bad + skip;
	return r ? r : store(&o, options);
}
