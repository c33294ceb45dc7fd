/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Whether a telemetry record is one that may be written. The order of the checks is the
 * ABI's: where several are wrong it decides which of two results comes.
 */
#include "export.h"

#include <float.h>

#include "qp-scale.h"
#include "telemetry.h"

/* What intra, inter and skip may come to together, for their roundings. */
#define FRACTIONS_MAX 1.001f

static bool has(const PelorusEncTelemetrySection *t, uint64_t bit)
{
	return t->present_mask & bit;
}

static bool is_from_to(unsigned int value, unsigned int low, unsigned int high)
{
	return value >= low && value <= high;
}

/* --- numbers that name something --- */

static bool are_names(const PelorusEncTelemetrySection *t)
{
	/* Bits 15 to 18 of the mask say which flags are known, from bit 0 on. */
	uint64_t known = t->present_mask / PEL_TLM_F_KEY_FRAME & LC_TLM_FRAME_FLAGS;

	if (!is_from_to(t->codec, PEL_TLM_CODEC_H264, PEL_TLM_CODEC_VP9) ||
	    !is_from_to(t->granularity, PEL_TLM_GRAN_FRAME, PEL_TLM_GRAN_BLOCK) ||
	    !is_from_to(t->adapter, PEL_TLM_ADAPTER_FFMPEG_QUALITY_STATS,
			PEL_TLM_ADAPTER_EXTERNAL))
		return false;
	if (t->present_mask & ~PEL_TLM_KNOWN_MASK)
		return false;
	if (has(t, PEL_TLM_F_PICTURE_TYPE) &&
	    !is_from_to(t->picture_type, PEL_PICTURE_I, PEL_PICTURE_B))
		return false;
	return !(t->frame_flags & ~known);
}

/* --- a field whose bit is clear --- */

/* -0 is 0, and what is no number isn't. */
static bool are_clear_ones_zero(const PelorusEncTelemetrySection *t)
{
	const struct {
		uint64_t bit;
		bool is_zero;
	} fields[] = {
		{ PEL_TLM_F_DISPLAY_INDEX, t->display_index == 0 },
		{ PEL_TLM_F_DECODE_INDEX, t->decode_index == 0 },
		{ PEL_TLM_F_FRAME_BYTES, t->frame_bytes == 0 },
		{ PEL_TLM_F_HEADER_BITS, t->header_bits == 0 },
		{ PEL_TLM_F_RESIDUAL_BITS, t->residual_bits == 0 },
		{ PEL_TLM_F_AVG_QP, t->avg_qp == 0 },
		{ PEL_TLM_F_AVG_QP_NORM, t->avg_qp_norm == 0 },
		{ PEL_TLM_F_PSNR_Y, t->psnr_y == 0 },
		{ PEL_TLM_F_PSNR_U, t->psnr_u == 0 },
		{ PEL_TLM_F_PSNR_V, t->psnr_v == 0 },
		{ PEL_TLM_F_SSIM_Y, t->ssim_y == 0 },
		{ PEL_TLM_F_INTRA_FRACTION, t->intra_fraction == 0 },
		{ PEL_TLM_F_INTER_FRACTION, t->inter_fraction == 0 },
		{ PEL_TLM_F_SKIP_FRACTION, t->skip_fraction == 0 },
		{ PEL_TLM_F_PICTURE_TYPE, t->picture_type == 0 },
		{ PEL_TLM_F_CODED_BIT_DEPTH, t->coded_bit_depth == 0 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (!has(t, fields[i].bit) && !fields[i].is_zero)
			return false;
	return true;
}

/* --- what QPs and metrics are --- */

static bool is_scale_of_codec(uint8_t scale, uint8_t codec)
{
	switch (scale) {
	case PEL_QP_SCALE_SLICE_QP:
		return codec == PEL_TLM_CODEC_H264 || codec == PEL_TLM_CODEC_HEVC ||
		       codec == PEL_TLM_CODEC_VVC;
	case PEL_QP_SCALE_AV1_QINDEX:
	case PEL_QP_SCALE_AV1_ENCODER_QP:
		return codec == PEL_TLM_CODEC_AV1;
	case PEL_QP_SCALE_VP9_QINDEX:
		return codec == PEL_TLM_CODEC_VP9;
	default:
		return false;
	}
}

static struct lc_qp_range range_of(const PelorusEncTelemetrySection *t)
{
	return lc_qp_range(t->qp_scale, t->codec, t->coded_bit_depth);
}

static pel_result check_tags(const PelorusEncTelemetrySection *t)
{
	if (has(t, LC_TLM_QP_TAGGED) ? !is_scale_of_codec(t->qp_scale, t->codec) :
				       t->qp_scale)
		return PEL_ERR_INVALID;
	if (has(t, LC_TLM_METRICS) ? !is_from_to(t->metric_source, PEL_TLM_METRIC_ENCODER,
						 PEL_TLM_METRIC_ADAPTER_SSE) :
				     t->metric_source)
		return PEL_ERR_INVALID;
	if (has(t, PEL_TLM_F_CODED_BIT_DEPTH) && !lc_is_bit_depth(t->coded_bit_depth))
		return PEL_ERR_RANGE;
	if (has(t, PEL_TLM_F_AVG_QP) && !lc_qp_is_in(range_of(t), t->avg_qp))
		return PEL_ERR_RANGE;
	return PEL_OK;
}

/* --- metrics --- */

static bool are_metrics_in_range(const PelorusEncTelemetrySection *t)
{
	const struct {
		uint64_t bit;
		float value, low, high;
	} fields[] = {
		{ PEL_TLM_F_AVG_QP_NORM, t->avg_qp_norm, -FLT_MAX, FLT_MAX },
		{ PEL_TLM_F_PSNR_Y, t->psnr_y, 0, FLT_MAX },
		{ PEL_TLM_F_PSNR_U, t->psnr_u, 0, FLT_MAX },
		{ PEL_TLM_F_PSNR_V, t->psnr_v, 0, FLT_MAX },
		{ PEL_TLM_F_SSIM_Y, t->ssim_y, 0, 1 },
		{ PEL_TLM_F_INTRA_FRACTION, t->intra_fraction, 0, 1 },
		{ PEL_TLM_F_INTER_FRACTION, t->inter_fraction, 0, 1 },
		{ PEL_TLM_F_SKIP_FRACTION, t->skip_fraction, 0, 1 },
	};
	unsigned int i;

	/* What is no number is in no range. */
	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (has(t, fields[i].bit) && !(fields[i].value >= fields[i].low &&
					       fields[i].value <= fields[i].high))
			return false;
	return t->intra_fraction + t->inter_fraction + t->skip_fraction <= FRACTIONS_MAX;
}

/* The parts of a frame are no more than the frame. */
static bool do_bits_add_up(const PelorusEncTelemetrySection *t)
{
	uint64_t all =
		PEL_TLM_F_FRAME_BYTES | PEL_TLM_F_HEADER_BITS | PEL_TLM_F_RESIDUAL_BITS;

	return (t->present_mask & all) != all ||
	       (uint64_t)t->header_bits + t->residual_bits <=
		       (uint64_t)t->frame_bytes * 8;
}

/* --- maps --- */

static pel_result check_grid(const PelorusEncTelemetrySection *t)
{
	if (!lc_tlm_has_maps(t->granularity))
		return has(t, LC_TLM_MAPS) || t->map_cols || t->map_rows ||
				       t->block_size_log2 ?
			       PEL_ERR_INVALID :
			       PEL_OK;
	if (!has(t, LC_TLM_MAPS) ||
	    (t->granularity == PEL_TLM_GRAN_ROW && t->map_cols != 1))
		return PEL_ERR_INVALID;
	return lc_tlm_is_grid(t) ? PEL_OK : PEL_ERR_RANGE;
}

/* Where a map comes to lie is the packer's word: of one that is there it isn't read. */
static bool is_slot(bool present, const void *map, uint32_t offset, uint32_t size)
{
	return present ? map != NULL : !map && !offset && !size;
}

static bool are_slots(const PelorusEncTelemetryInput *in)
{
	const PelorusEncTelemetrySection *t = &in->frame;

	return is_slot(has(t, PEL_TLM_F_QP_MAP), in->qp_map, t->qp_map_offset,
		       t->qp_map_size) &&
	       is_slot(has(t, PEL_TLM_F_BITS_MAP), in->bits_map, t->bits_map_offset,
		       t->bits_map_size) &&
	       is_slot(has(t, PEL_TLM_F_MODE_MAP), in->mode_map, t->mode_map_offset,
		       t->mode_map_size);
}

static pel_result check_elements(const PelorusEncTelemetryInput *in)
{
	uint32_t n = lc_tlm_elements(&in->frame);
	struct lc_qp_range range = range_of(&in->frame);

	if (in->mode_map && !lc_tlm_are_up_to(in->mode_map, n, PEL_BLOCK_MODE_SKIP))
		return PEL_ERR_INVALID;
	if (in->qp_map && !lc_tlm_are_within(in->qp_map, n, (int16_t)(range.low * 4),
					     (int16_t)(range.high * 4)))
		return PEL_ERR_RANGE;
	return PEL_OK;
}

/* --- who says it --- */

/* An adapter that isn't known for the codec can know nothing of it. */
static bool can_be_known(const PelorusEncTelemetrySection *t)
{
	uint64_t mask = 0;

	pel_tlm_adapter_caps(t->adapter, t->codec, &mask);
	return !(t->present_mask & ~mask);
}

LC_EXPORT pel_result pel_enc_telemetry_validate(const PelorusEncTelemetryInput *in)
{
	const PelorusEncTelemetrySection *t;
	pel_result r;

	if (!in)
		return PEL_ERR_INVALID;
	t = &in->frame;
	if (!are_names(t) || !are_clear_ones_zero(t))
		return PEL_ERR_INVALID;
	r = check_tags(t);
	if (r != PEL_OK)
		return r;
	if (!are_metrics_in_range(t) || !do_bits_add_up(t))
		return PEL_ERR_RANGE;
	r = check_grid(t);
	if (r != PEL_OK)
		return r;
	if (!are_slots(in))
		return PEL_ERR_INVALID;
	r = check_elements(in);
	if (r != PEL_OK)
		return r;
	return can_be_known(t) ? PEL_OK : PEL_ERR_INVALID;
}

/*
 * Nothing is known yet of what libcodec's own readers of encoders' reports can say: only
 * who says that he knows better may write.
 */
LC_EXPORT pel_result pel_tlm_adapter_caps(uint8_t adapter, uint8_t codec,
					  uint64_t *out_mask)
{
	if (!out_mask)
		return PEL_ERR_INVALID;
	*out_mask = 0;
	if (!is_from_to(adapter, PEL_TLM_ADAPTER_FFMPEG_QUALITY_STATS,
			PEL_TLM_ADAPTER_EXTERNAL) ||
	    !is_from_to(codec, PEL_TLM_CODEC_H264, PEL_TLM_CODEC_VP9))
		return PEL_ERR_INVALID;
	if (adapter != PEL_TLM_ADAPTER_EXTERNAL)
		return PEL_ERR_UNSUPPORTED;
	*out_mask = PEL_TLM_KNOWN_MASK;
	return PEL_OK;
}
