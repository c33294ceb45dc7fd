/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The sections of <pelorus/interop.h> as tables.
 */
#include "config.h"

#include "blob-fields.h"

#include <pelorus/interop.h>

#define AT(s, member, kind)	  { #member, offsetof(s, member), kind, 1, 0, -1, NULL }
#define LIST(s, member, kind, n)  { #member, offsetof(s, member), kind, n, 0, -1, NULL }
#define MAP(s, name, member, kind) { name, offsetof(s, member), kind, 1, 1, -1, NULL }
#define IF(s, bit, member, kind)  { #member, offsetof(s, member), kind, 1, 0, bit, NULL }
#define NAMED(s, bit, member, names) \
	{ #member, offsetof(s, member), BLOB_U8, 1, 0, bit, names }
#define MAP_IF(s, bit, name, member, kind) \
	{ name, offsetof(s, member), kind, 1, 1, bit, NULL }
#define END { NULL, 0, 0, 0, 0, -1, NULL }

#define S PelorusBandingSection
static const struct blob_field banding[] = {
	AT(S, global_banding_risk, BLOB_F32),
	AT(S, flat_area_fraction, BLOB_F32),
	AT(S, contour_strength_mean, BLOB_F32),
	AT(S, dominant_band_luma, BLOB_F32),
	MAP(S, "cells", cell_data_offset, BLOB_U8),
	END,
};
#undef S

#define S PelorusVarianceSection
static const struct blob_field variance[] = {
	AT(S, global_variance, BLOB_F32),
	AT(S, edge_density, BLOB_F32),
	AT(S, texture_energy, BLOB_F32),
	MAP(S, "variance_cells", var_cell_offset, BLOB_F32),
	MAP(S, "edge_cells", edge_cell_offset, BLOB_U8),
	END,
};
#undef S

#define S PelorusDenoiseSection
static const struct blob_field denoise[] = {
	AT(S, residual_energy_y, BLOB_F32),
	AT(S, residual_energy_u, BLOB_F32),
	AT(S, residual_energy_v, BLOB_F32),
	AT(S, applied_strength, BLOB_F32),
	AT(S, noise_sigma_estimate, BLOB_F32),
	AT(S, psnr_vs_input, BLOB_F32),
	AT(S, denoiser_id, BLOB_U8),
	END,
};
#undef S

#define S PelorusFilmGrainSection
static const char *const grain_models[] = { "none", "aom", "h274", NULL };
static const struct blob_field film_grain[] = {
	NAMED(S, -1, grain_model, grain_models),
	AT(S, seed, BLOB_U64),
	AT(S, apply, BLOB_U8),
	AT(S, num_y_points, BLOB_I32),
	LIST(S, num_uv_points, BLOB_I32, 2),
	AT(S, scaling_shift, BLOB_I32),
	AT(S, ar_coeff_lag, BLOB_I32),
	AT(S, ar_coeff_shift, BLOB_I32),
	AT(S, grain_scale_shift, BLOB_I32),
	LIST(S, uv_mult, BLOB_I32, 2),
	LIST(S, uv_mult_luma, BLOB_I32, 2),
	LIST(S, uv_offset, BLOB_I32, 2),
	AT(S, chroma_scaling_from_luma, BLOB_U8),
	AT(S, overlap_flag, BLOB_U8),
	AT(S, limit_output_range, BLOB_U8),
	LIST(S, y_points, BLOB_U8, 28),
	LIST(S, uv_points, BLOB_U8, 40),
	LIST(S, ar_coeffs_y, BLOB_I8, 24),
	LIST(S, ar_coeffs_uv, BLOB_I8, 50),
	AT(S, h274_model_id, BLOB_U8),
	AT(S, h274_blending_mode, BLOB_U8),
	AT(S, h274_log2_scale, BLOB_U8),
	END,
};
#undef S

#define S PelorusMotionSection
static const struct blob_field motion[] = {
	AT(S, global_motion_x, BLOB_F32),
	AT(S, global_motion_y, BLOB_F32),
	AT(S, motion_magnitude_mean, BLOB_F32),
	AT(S, motion_magnitude_p95, BLOB_F32),
	AT(S, motion_entropy, BLOB_F32),
	AT(S, has_scene_cut, BLOB_U8),
	AT(S, block_size_log2, BLOB_U8),
	MAP(S, "vectors", mv_field_offset, BLOB_I16),
	END,
};
#undef S

#define S PelorusQpReportSection
static const char *const report_sources[] = { "none", "qsv", "nvenc", "vulkan", NULL };
static const struct blob_field qp_report[] = {
	NAMED(S, -1, report_source, report_sources),
	AT(S, avg_qp, BLOB_F32),
	AT(S, psnr_y, BLOB_F32),
	AT(S, psnr_u, BLOB_F32),
	AT(S, psnr_v, BLOB_F32),
	AT(S, total_bits, BLOB_U64),
	AT(S, num_intra_blocks, BLOB_U32),
	AT(S, num_inter_blocks, BLOB_U32),
	AT(S, num_skipped_blocks, BLOB_U32),
	AT(S, honored_fraction, BLOB_F32),
	AT(S, block_size_log2, BLOB_U8),
	AT(S, qp_valid, BLOB_U8),
	MAP(S, "qp_cells", qp_cell_offset, BLOB_I8),
	MAP(S, "bits_cells", bits_cell_offset, BLOB_U32),
	END,
};
#undef S

#define S PelorusMotionConfSection
static const char *const conf_metrics[] = { "sad", NULL };
static const struct blob_field motion_conf[] = {
	NAMED(S, -1, conf_metric, conf_metrics),
	MAP(S, "cells", conf_field_offset, BLOB_U8),
	END,
};
#undef S

#define S PelorusComplexitySection
static const struct blob_field complexity[] = {
	AT(S, complexity, BLOB_F32),
	AT(S, texture_energy, BLOB_F32),
	AT(S, motion_component, BLOB_F32),
	AT(S, has_scene_cut, BLOB_U8),
	END,
};
#undef S

#define S PelorusEncTelemetrySection
static const char *const codecs[] = { "none", "h264", "hevc", "vvc", "av1", "vp9", NULL };
static const char *const scales[] = { "none",	    "slice_qp",	      "av1_qindex",
				      "vp9_qindex", "av1_encoder_qp", NULL };
static const char *const pictures[] = { "none", "i", "p", "b", NULL };
static const char *const granularities[] = { "none", "frame", "row", "block", NULL };
static const char *const metric_sources[] = { "none", "encoder", "adapter_sse", NULL };
static const char *const adapters[] = {
	"none",	     "ffmpeg_quality_stats", "x265_csv", "svtav1_stat_file", "libaom_stats",
	"vvenc_log", "qsv",		     "nvenc",	 "amf",		     "vulkan_feedback",
	"external",  NULL,
};
static const struct blob_field telemetry[] = {
	NAMED(S, -1, codec, codecs),
	NAMED(S, -1, adapter, adapters),
	NAMED(S, -1, granularity, granularities),
	AT(S, present_mask, BLOB_U64),
	IF(S, 0, display_index, BLOB_U32),
	IF(S, 1, decode_index, BLOB_U32),
	IF(S, 2, frame_bytes, BLOB_U32),
	IF(S, 3, header_bits, BLOB_U32),
	IF(S, 4, residual_bits, BLOB_U32),
	NAMED(S, -1, qp_scale, scales),
	IF(S, 5, avg_qp, BLOB_F32),
	IF(S, 6, avg_qp_norm, BLOB_F32),
	NAMED(S, -1, metric_source, metric_sources),
	IF(S, 7, psnr_y, BLOB_F32),
	IF(S, 8, psnr_u, BLOB_F32),
	IF(S, 9, psnr_v, BLOB_F32),
	IF(S, 10, ssim_y, BLOB_F32),
	IF(S, 11, intra_fraction, BLOB_F32),
	IF(S, 12, inter_fraction, BLOB_F32),
	IF(S, 13, skip_fraction, BLOB_F32),
	NAMED(S, 14, picture_type, pictures),
	AT(S, frame_flags, BLOB_U8),
	IF(S, 22, coded_bit_depth, BLOB_U8),
	AT(S, map_cols, BLOB_U16),
	AT(S, map_rows, BLOB_U16),
	AT(S, block_size_log2, BLOB_U8),
	MAP_IF(S, 19, "qp_map", qp_map_offset, BLOB_I16),
	MAP_IF(S, 20, "bits_map", bits_map_offset, BLOB_U32),
	MAP_IF(S, 21, "mode_map", mode_map_offset, BLOB_U8),
	END,
};
#undef S

#define S PelorusEncodeRecordSection
static const char *const digests[] = { "none", "sha256", NULL };
static const char *const locators[] = { "none", "media_path", "uri", NULL };
static const struct blob_field record[] = {
	NAMED(S, -1, digest_alg, digests),
	LIST(S, digest, BLOB_HEX, 32),
	NAMED(S, -1, locator_kind, locators),
	MAP(S, "locator", locator_offset, BLOB_TEXT),
	END,
};
#undef S

const struct blob_section blob_sections[BLOB_SECTIONS] = {
	{ PEL_SEC_BANDING, "banding", sizeof(PelorusBandingSection), banding },
	{ PEL_SEC_VARIANCE, "variance", sizeof(PelorusVarianceSection), variance },
	{ PEL_SEC_DENOISE, "denoise", sizeof(PelorusDenoiseSection), denoise },
	{ PEL_SEC_FILMGRAIN, "film_grain", sizeof(PelorusFilmGrainSection), film_grain },
	{ PEL_SEC_MOTION, "motion", sizeof(PelorusMotionSection), motion },
	{ PEL_SEC_QPREPORT, "qp_report", sizeof(PelorusQpReportSection), qp_report },
	{ PEL_SEC_MOTION_CONF, "motion_conf", sizeof(PelorusMotionConfSection), motion_conf },
	{ PEL_SEC_COMPLEXITY, "complexity", sizeof(PelorusComplexitySection), complexity },
	{ PEL_SEC_ENC_TELEMETRY, "enc_telemetry", sizeof(PelorusEncTelemetrySection),
	  telemetry },
	{ PEL_SEC_ENCODE_RECORD, "encode_record", sizeof(PelorusEncodeRecordSection), record },
};

size_t blob_kind_size(enum blob_kind kind)
{
	static const uint8_t sizes[] = {
		[BLOB_U8] = 1,	[BLOB_I8] = 1,	[BLOB_U16] = 2, [BLOB_I16] = 2, [BLOB_U32] = 4,
		[BLOB_I32] = 4, [BLOB_U64] = 8, [BLOB_F32] = 4, [BLOB_HEX] = 1, [BLOB_TEXT] = 1,
	};

	return sizes[kind];
}
