/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A record out of what its writer knows. It is written twice, into its digest and into the
 * buffer, and checked as it is written, so that what comes out can be read again.
 */
#include "digest-text.h"
#include "export.h"
#include "record-scalar.h"
#include "record-sort.h"
#include "record-text.h"
#include "record-write.h"

#include <string.h>

/* --- parts of it: false where a record can't have what was given --- */

static bool put_value(struct lc_record_out *out, const char *s)
{
	size_t n, i, part;

	if (!s)
		return false;
	n = strnlen(s, PEL_ENCODE_RECORD_MAX_VALUE + 1);
	if (n > PEL_ENCODE_RECORD_MAX_VALUE)
		return false;
	for (i = 0; i < n; i += part) {
		part = lc_utf8_length(s + i, s + n);
		if (!part)
			return false;
	}
	lc_record_put_string(out, s, n);
	return out->text.n <= PEL_ENCODE_RECORD_MAX_BYTES; /* else stop here */
}

/* What must be there. */
static bool put_name(struct lc_record_out *out, const char *s)
{
	return s && *s && put_value(out, s);
}

/* A member that may be missing; *comma: whether one is needed, and from then on it is. */
static bool put_optional(struct lc_record_out *out, const char *key, const char *s,
			 bool *comma)
{
	if (!s)
		return true;
	lc_record_put_text(out, *comma ? ",\"" : "\"");
	lc_record_put_text(out, key);
	lc_record_put_text(out, "\":");
	*comma = true;
	return put_value(out, s);
}

static bool put_param(struct lc_record_out *out, const PelorusEncodeParam *p)
{
	uint32_t i, max = p->is_array ? PEL_ENCODE_RECORD_MAX_ARRAY : 1;

	if (!p->values || !p->nb_values || p->nb_values > max)
		return false;
	lc_record_put_string(out, p->key, strlen(p->key));
	lc_record_put_text(out, p->is_array ? ":[" : ":");
	for (i = 0; i < p->nb_values; i++) {
		if (i)
			lc_record_put_text(out, ",");
		if (!put_value(out, p->values[i]))
			return false;
	}
	if (p->is_array)
		lc_record_put_text(out, "]");
	return true;
}

static bool is_key(const char *key)
{
	size_t n = key ? strnlen(key, PEL_ENCODE_RECORD_MAX_KEY + 1) : 0;

	return n && lc_record_key_length(key, key + n) == n;
}

static int compare_params(const void *list, unsigned int a, unsigned int b)
{
	const PelorusEncodeParam *params = list;

	return strcmp(params[a].key, params[b].key);
}

static bool put_params(struct lc_record_out *out, const PelorusEncodeParam *params,
		       uint32_t n)
{
	uint8_t order[PEL_ENCODE_RECORD_MAX_MEMBERS];
	uint32_t i;

	if (n > PEL_ENCODE_RECORD_MAX_MEMBERS || (n && !params))
		return false;
	for (i = 0; i < n; i++)
		if (!is_key(params[i].key))
			return false;
	if (!lc_record_sort(order, n, compare_params, params))
		return false;
	lc_record_put_text(out, "{");
	for (i = 0; i < n; i++) {
		if (i)
			lc_record_put_text(out, ",");
		if (!put_param(out, &params[order[i]]))
			return false;
	}
	lc_record_put_text(out, "}");
	return true;
}

/* What encoders and filters have alike, up to their end. */
static bool put_settings(struct lc_record_out *out, const PelorusEncodeParam *params,
			 uint32_t n, const PelorusEncodeParam *unknown,
			 uint32_t n_unknown, const char *version)
{
	lc_record_put_text(out, ",\"params\":");
	if (!put_params(out, params, n))
		return false;
	lc_record_put_text(out, ",\"unknown_params\":");
	if (!put_params(out, unknown, n_unknown))
		return false;
	lc_record_put_text(out, ",\"version\":");
	if (!put_name(out, version))
		return false;
	lc_record_put_text(out, "}");
	return true;
}

/* --- its members, in order --- */

static bool put_encoder(struct lc_record_out *out, const PelorusEncodeRecordInput *in)
{
	lc_record_put_text(out, "\"encoder\":{\"codec\":");
	if (!put_name(out, in->encoder_codec))
		return false;
	lc_record_put_text(out, ",\"name\":");
	if (!put_name(out, in->encoder_name))
		return false;
	return put_settings(out, in->encoder_params, in->nb_encoder_params,
			    in->encoder_unknown_params, in->nb_encoder_unknown_params,
			    in->encoder_version);
}

static bool put_filter(struct lc_record_out *out, const PelorusEncodeFilter *f)
{
	lc_record_put_text(out, "{\"library\":");
	if (!put_name(out, f->library))
		return false;
	lc_record_put_text(out, ",\"name\":");
	if (!put_name(out, f->name))
		return false;
	return put_settings(out, f->params, f->nb_params, f->unknown_params,
			    f->nb_unknown_params, f->version);
}

static bool put_filters(struct lc_record_out *out, const PelorusEncodeRecordInput *in)
{
	uint32_t i;

	if (in->nb_filters > PEL_ENCODE_RECORD_MAX_ARRAY ||
	    (in->nb_filters && !in->filters))
		return false;
	lc_record_put_text(out, ",\"filters\":[");
	for (i = 0; i < in->nb_filters; i++) {
		if (i)
			lc_record_put_text(out, ",");
		if (!put_filter(out, &in->filters[i]))
			return false;
	}
	lc_record_put_text(out, "]");
	return true;
}

static bool is_hardware_path(const char *s)
{
	static const char paths[][sizeof("videotoolbox")] = {
		"cpu", "vulkan", "nvenc", "qsv", "amf", "vaapi", "videotoolbox",
	};
	size_t i;

	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		if (!strcmp(s, paths[i]))
			return true;
	return false;
}

static bool put_hardware(struct lc_record_out *out, const PelorusEncodeRecordInput *in)
{
	bool comma = false;

	if (!in->hardware_path && !in->hardware_device && !in->hardware_driver)
		return true;
	if (in->hardware_path && !is_hardware_path(in->hardware_path))
		return false;
	lc_record_put_text(out, ",\"hardware\":{");
	if (!put_optional(out, "device", in->hardware_device, &comma) ||
	    !put_optional(out, "driver", in->hardware_driver, &comma) ||
	    !put_optional(out, "path", in->hardware_path, &comma))
		return false;
	lc_record_put_text(out, "}");
	return true;
}

static bool is_digest_text(const char *s)
{
	static const char name[] = "sha256:";

	if (strncmp(s, name, sizeof(name) - 1) != 0)
		return false;
	s += sizeof(name) - 1;
	return strspn(s, "0123456789abcdef") == (size_t)2 * LC_SHA256_DIGEST &&
	       !s[2 * LC_SHA256_DIGEST];
}

static bool put_input(struct lc_record_out *out, const PelorusEncodeRecordInput *in)
{
	bool comma = false;

	if (!in->input_digest && !in->input_id)
		return false;
	if (in->input_digest && !is_digest_text(in->input_digest))
		return false;
	lc_record_put_text(out, ",\"input\":{");
	if (!put_optional(out, "digest", in->input_digest, &comma) ||
	    !put_optional(out, "id", in->input_id, &comma))
		return false;
	lc_record_put_text(out, "}");
	return true;
}

/* What the digest doesn't cover. */
static void put_undigested(struct lc_record_out *out, const PelorusEncodeRecordInput *in,
			   const uint8_t digest[LC_SHA256_DIGEST])
{
	char text[PEL_DIGEST_TEXT_SIZE], elapsed[PEL_ENCODE_RECORD_SCALAR_SIZE];

	lc_digest_text(digest, text);
	lc_record_put_text(out, "\"digest\":\"");
	lc_record_put_text(out, text);
	lc_record_put_text(out, "\",");
	if (in->has_elapsed_ns) {
		lc_record_uint(in->elapsed_ns, elapsed);
		lc_record_put_text(out, "\"elapsed_ns\":\"");
		lc_record_put_text(out, elapsed);
		lc_record_put_text(out, "\",");
	}
}

/* @digest: NULL for the part of the record that is digested. */
static bool put_record(struct lc_record_out *out, const PelorusEncodeRecordInput *in,
		       const uint8_t *digest)
{
	lc_record_put_text(out, "{");
	if (digest)
		put_undigested(out, in, digest);
	if (!put_encoder(out, in) || !put_filters(out, in) || !put_hardware(out, in) ||
	    !put_input(out, in))
		return false;
	lc_record_put_text(out, ",\"schema\":\"" PEL_ENCODE_RECORD_SCHEMA "\"}");
	return true;
}

LC_EXPORT pel_result pel_encode_record_build(const PelorusEncodeRecordInput *in,
					     char *buf, size_t cap, size_t *out_len)
{
	struct lc_record_out out = { .text = { buf, cap, 0 } };
	uint8_t digest[LC_SHA256_DIGEST];
	struct lc_sha256 hash;
	struct lc_record_out digested = { .hash = &hash };

	if (!out_len)
		return PEL_ERR_INVALID;
	*out_len = 0;
	if (!in || (!buf && cap))
		return PEL_ERR_INVALID;
	lc_sha256_init(&hash);
	if (!put_record(&digested, in, NULL))
		return PEL_ERR_INVALID;
	lc_sha256_final(&hash, digest);
	if (!put_record(&out, in, digest))
		return PEL_ERR_INVALID;
	return lc_record_end(&out, out_len);
}
