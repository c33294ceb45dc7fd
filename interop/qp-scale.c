/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * QPs of all codecs on one scale, that of H.264: 6 * log2(Qstep / 0.625), where Qstep is
 * the step of an AC coefficient of luma in an orthonormal transform, of 8-bit samples.
 */
#include "export.h"

#include <math.h>

#include <pelorus/telemetry.h>

#include "qp-scale.h"

#define QINDEX_MAX     255
#define ENCODER_QP_MAX 63

struct lc_qp_range lc_qp_range(uint8_t scale, uint8_t codec, uint8_t bit_depth)
{
	bool is_51 = codec == PEL_TLM_CODEC_H264 || codec == PEL_TLM_CODEC_HEVC;

	switch (scale) {
	case PEL_QP_SCALE_AV1_QINDEX:
	case PEL_QP_SCALE_VP9_QINDEX:
		return (struct lc_qp_range){ 0, QINDEX_MAX };
	case PEL_QP_SCALE_AV1_ENCODER_QP:
		return (struct lc_qp_range){ 0, ENCODER_QP_MAX };
	default:
		return (struct lc_qp_range){
			.low = bit_depth ? -6 * (bit_depth - 8) : -24,
			.high = is_51 ? 51 : 63,
		};
	}
}

/*
 * Coefficients of AV1 and VP9 are 8 times what an orthonormal transform gives, in each
 * size of transform, and samples of 10 and 12 bits 4 and 16 times those of 8: Qstep is
 * step / 8 / 2^(depth - 8), and 8 * 0.625 is 5.
 */
static double norm_of_step(uint16_t step, uint8_t bit_depth)
{
	return 6 * log2(step / 5.0) - 6 * (bit_depth - 8);
}

/* Between two entries the norm is on the line between theirs. */
static double norm_of_qindex(double qindex, uint8_t bit_depth)
{
	const uint16_t *steps = lc_ac_steps[(bit_depth - 8) / 2];
	unsigned int i = (unsigned int)qindex;
	double low = norm_of_step(steps[i], bit_depth);

	if (i == QINDEX_MAX)
		return low;
	return low + (qindex - i) * (norm_of_step(steps[i + 1], bit_depth) - low);
}

/* As libaom, libvpx and SVT-AV1 have it: 4 for each, but for the last two. */
static double qindex_of_encoder_qp(double qp)
{
	if (qp <= 61)
		return qp * 4;
	if (qp <= 62)
		return 244 + (qp - 61) * (249 - 244);
	return 249 + (qp - 62) * (255 - 249);
}

LC_EXPORT pel_result pel_qp_normalize(uint8_t qp_scale, uint8_t coded_bit_depth, float qp,
				      float *out_norm)
{
	if (!out_norm || qp_scale < PEL_QP_SCALE_SLICE_QP ||
	    qp_scale > PEL_QP_SCALE_AV1_ENCODER_QP)
		return PEL_ERR_INVALID;
	if (!lc_is_bit_depth(coded_bit_depth) ||
	    !lc_qp_is_in(lc_qp_range(qp_scale, 0, coded_bit_depth), qp))
		return PEL_ERR_RANGE;
	switch (qp_scale) {
	case PEL_QP_SCALE_SLICE_QP:
		*out_norm = qp;
		break;
	case PEL_QP_SCALE_AV1_ENCODER_QP:
		*out_norm =
			(float)norm_of_qindex(qindex_of_encoder_qp(qp), coded_bit_depth);
		break;
	default:
		*out_norm = (float)norm_of_qindex(qp, coded_bit_depth);
		break;
	}
	return PEL_OK;
}
