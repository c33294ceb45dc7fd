/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Telemetry of a stream as JSON, for people and scripts: what wasn't reported is not
 * there, names stand for numbers, and a QP is as the encoder has it.
 */
#include "export.h"

#include <pelorus/libcodec.h>

#include "telemetry-fields.h"
#include "telemetry.h"
#include "text.h"

#define BIT_QP_MAP   19
#define BIT_MODE_MAP 21

/* --- members --- */

static void put_name(struct lc_text *t, const char *name)
{
	lc_text_puts(t, "\"");
	lc_text_puts(t, name);
	lc_text_puts(t, "\"");
}

/* A frame's object has a member always, so that a comma may stand before others. */
static void put_key(struct lc_text *t, const char *key)
{
	lc_text_puts(t, ",");
	put_name(t, key);
	lc_text_puts(t, ":");
}

static void put_uint_member(struct lc_text *t, const char *key, uint32_t v)
{
	put_key(t, key);
	lc_text_put_uint(t, v);
}

static void put_name_member(struct lc_text *t, const char *key, const char *name)
{
	put_key(t, key);
	put_name(t, name);
}

/* --- maps --- */

/* A quarter more or less is what a map can say. */
static void put_qp(struct lc_text *t, int16_t quarters)
{
	lc_text_put_float(t, (float)quarters / 4);
}

static void put_element(struct lc_text *t, const PelorusEncTelemetryInput *in,
			unsigned int bit, uint32_t i)
{
	if (bit == BIT_QP_MAP)
		put_qp(t, in->qp_map[i]);
	else if (bit == BIT_MODE_MAP)
		put_name(t, lc_tlm_mode_name(in->mode_map[i]));
	else
		lc_text_put_uint(t, in->bits_map[i]);
}

static void put_map(struct lc_text *t, const PelorusEncTelemetryInput *in,
		    unsigned int bit)
{
	uint32_t i, n = lc_tlm_elements(&in->frame);

	for (i = 0; i < n; i++) {
		lc_text_puts(t, i ? "," : "[");
		put_element(t, in, bit, i);
	}
	lc_text_puts(t, "]");
}

/* --- a frame --- */

static void put_scalar(struct lc_text *t, const PelorusEncTelemetrySection *f,
		       unsigned int bit)
{
	const uint32_t counts[] = { f->display_index, f->decode_index, f->frame_bytes,
				    f->header_bits, f->residual_bits };
	const float values[] = { f->avg_qp,	    f->avg_qp_norm,    f->psnr_y,
				 f->psnr_u,	    f->psnr_v,	       f->ssim_y,
				 f->intra_fraction, f->inter_fraction, f->skip_fraction };

	if (bit < 5)
		lc_text_put_uint(t, counts[bit]);
	else if (bit < 14)
		lc_text_put_float(t, values[bit - 5]);
	else if (bit == 14)
		put_name(t, lc_tlm_picture_name(f->picture_type));
	else if (bit < BIT_QP_MAP)
		lc_text_puts(t, f->frame_flags >> (bit - 15) & 1 ? "true" : "false");
	else
		lc_text_put_uint(t, f->coded_bit_depth);
}

/* What a frame says without a bit of its own, if it goes with something that has one. */
static void put_tags(struct lc_text *t, const PelorusEncTelemetrySection *f)
{
	if (f->qp_scale)
		put_name_member(t, "qp_scale", lc_tlm_qp_scale_name(f->qp_scale));
	if (f->metric_source)
		put_name_member(t, "metric_source",
				lc_tlm_metric_source_name(f->metric_source));
	if (!lc_tlm_has_maps(f->granularity))
		return;
	put_uint_member(t, "map_cols", f->map_cols);
	put_uint_member(t, "map_rows", f->map_rows);
	put_uint_member(t, "block_size_log2", f->block_size_log2);
}

static void put_frame(struct lc_text *t, const PelorusEncTelemetryInput *in)
{
	const PelorusEncTelemetrySection *f = &in->frame;
	unsigned int bit;

	lc_text_puts(t, "{\"granularity\":");
	put_name(t, lc_tlm_granularity_name(f->granularity));
	put_tags(t, f);
	for (bit = 0; bit < LC_TLM_KEYS; bit++) {
		if (!(f->present_mask >> bit & 1))
			continue;
		put_key(t, lc_tlm_keys[bit]);
		if (bit >= BIT_QP_MAP && bit <= BIT_MODE_MAP)
			put_map(t, in, bit);
		else
			put_scalar(t, f, bit);
	}
	lc_text_puts(t, "}");
}

/* --- a stream --- */

/* Those of @mask, or all others. */
static void put_keys(struct lc_text *t, const char *key, uint64_t mask)
{
	const char *before = "[";
	unsigned int bit;

	put_key(t, key);
	for (bit = 0; bit < LC_TLM_KEYS; bit++) {
		if (!(mask >> bit & 1))
			continue;
		lc_text_puts(t, before);
		put_name(t, lc_tlm_keys[bit]);
		before = ",";
	}
	lc_text_puts(t, *before == '[' ? "[]" : "]");
}

static void put_stream(struct lc_text *t, const PelorusEncTelemetryInput *frames,
		       size_t n)
{
	uint8_t codec = frames->frame.codec, adapter = frames->frame.adapter;
	uint64_t caps = 0;
	size_t i;

	pel_tlm_adapter_caps(adapter, codec, &caps);
	lc_text_puts(t, "{\"schema\":\"pelorus/enc-telemetry/1\"");
	put_name_member(t, "codec", lc_tlm_codec_name(codec));
	put_name_member(t, "adapter", lc_tlm_adapter_name(adapter));
	put_keys(t, "available", caps);
	put_keys(t, "unavailable", PEL_TLM_KNOWN_MASK & ~caps);
	put_key(t, "frames");
	for (i = 0; i < n; i++) {
		lc_text_puts(t, i ? "," : "[");
		put_frame(t, &frames[i]);
	}
	lc_text_puts(t, "]}");
}

/* All records are good ones, and of one stream. */
static pel_result check(const PelorusEncTelemetryInput *frames, size_t n)
{
	pel_result r;
	size_t i;

	for (i = 0; i < n; i++) {
		r = pel_enc_telemetry_validate(&frames[i]);
		if (r != PEL_OK)
			return r;
		if (frames[i].frame.codec != frames->frame.codec ||
		    frames[i].frame.adapter != frames->frame.adapter)
			return PEL_ERR_INVALID;
	}
	return PEL_OK;
}

LC_EXPORT pel_result
libcodec_pel_telemetry_to_json(const PelorusEncTelemetryInput *frames, size_t n,
			       char *buf, size_t cap, size_t *out_len)
{
	struct lc_text t = { buf, cap, 0 };
	pel_result r;

	if (!out_len)
		return PEL_ERR_INVALID;
	*out_len = 0;
	if (!frames || !n || (!buf && cap))
		return PEL_ERR_INVALID;
	r = check(frames, n);
	if (r != PEL_OK)
		return r;
	put_stream(&t, frames, n);
	*out_len = t.n;
	return lc_text_end(&t) ? PEL_OK : PEL_ERR_RANGE;
}
