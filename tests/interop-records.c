/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Telemetry records whose blobs are known.
 */
#include "config.h"

#include "interop-records.h"

#define FRAME(mask)                                                                      \
	.present_mask = mask, .display_index = 4, .decode_index = 1, .frame_bytes = 1000,    \
	.header_bits = 2000, .residual_bits = 6000, .avg_qp = 30, .psnr_y = 41.5f,       \
	.ssim_y = 0.98f, .intra_fraction = 0.25f, .inter_fraction = 0.5f,                \
	.skip_fraction = 0.25f, .codec = PEL_TLM_CODEC_HEVC,                             \
	.qp_scale = PEL_QP_SCALE_SLICE_QP, .picture_type = PEL_PICTURE_P,                \
	.frame_flags = PEL_TLM_FRAME_SHOWN, .coded_bit_depth = 10,                       \
	.metric_source = PEL_TLM_METRIC_ENCODER, .adapter = PEL_TLM_ADAPTER_EXTERNAL

const PelorusSideData record_meta = { .frame_pts = 77, .producer_id = 0x544d4c54 };

const PelorusEncTelemetryInput record_frame = {
	.frame = { FRAME(0x42fcbf), .granularity = PEL_TLM_GRAN_FRAME },
};

const PelorusEncTelemetryInput record_maps = {
	.frame = {
		FRAME(0x7afcbf),
		.granularity = PEL_TLM_GRAN_BLOCK,
		.map_cols = 4,
		.map_rows = 2,
		.block_size_log2 = 4,
	},
	.qp_map = (const int16_t[]){ 120, 124, 128, 132, 116, 120, 124, 204 },
	.bits_map = (const uint32_t[]){ 900, 1200, 40, 0, 0, 3100, 77, 5 },
	.mode_map = (const uint8_t[]){ 1, 2, 2, 3, 3, 2, 1, 0 },
};

const PelorusEncTelemetryInput record_rows = {
	.frame = {
		.present_mask = 0x52c065,
		.frame_bytes = 4625,
		.avg_qp = 27,
		.avg_qp_norm = 27,
		.map_cols = 1,
		.map_rows = 5,
		.codec = PEL_TLM_CODEC_H264,
		.qp_scale = PEL_QP_SCALE_SLICE_QP,
		.picture_type = PEL_PICTURE_I,
		.frame_flags = PEL_TLM_FRAME_KEY | PEL_TLM_FRAME_SHOWN,
		.granularity = PEL_TLM_GRAN_ROW,
		.block_size_log2 = 6,
		.coded_bit_depth = 8,
		.adapter = PEL_TLM_ADAPTER_EXTERNAL,
	},
	.bits_map = (const uint32_t[]){ 7000, 8000, 9000, 10000, 3000 },
};

const PelorusEncTelemetryInput record_odd = {
	.frame = {
		.present_mask = 0x6bc023,
		.display_index = 16,
		.decode_index = 1,
		.avg_qp = 54,
		.map_cols = 3,
		.map_rows = 1,
		.codec = PEL_TLM_CODEC_AV1,
		.qp_scale = PEL_QP_SCALE_AV1_QINDEX,
		.picture_type = PEL_PICTURE_P,
		.frame_flags = PEL_TLM_FRAME_REFERENCE,
		.granularity = PEL_TLM_GRAN_BLOCK,
		.block_size_log2 = 6,
		.coded_bit_depth = 8,
		.adapter = PEL_TLM_ADAPTER_EXTERNAL,
	},
	.qp_map = (const int16_t[]){ 216, 1020, 0 },
	.mode_map = (const uint8_t[]){ 2, 3, 1 },
};
