/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Names of telemetry's fields and numbers.
 */
#include "export.h"

#include "telemetry-fields.h"
#include "telemetry.h"

const char *const lc_tlm_keys[LC_TLM_KEYS] = {
	"display_index",  "decode_index",  "frame_bytes",     "header_bits",
	"residual_bits",  "avg_qp",	   "avg_qp_norm",     "psnr_y",
	"psnr_u",	  "psnr_v",	   "ssim_y",	      "intra_fraction",
	"inter_fraction", "skip_fraction", "picture_type",    "key_frame",
	"reference",	  "shown",	   "scene_cut",	      "qp_map",
	"bits_map",	  "mode_map",	   "coded_bit_depth",
};

#define NAME_OF(names, number)                                              \
	((number) < sizeof(names) / sizeof((names)[0]) && (names)[number] ? \
		 (names)[number] :                                          \
		 "")

const char *lc_tlm_codec_name(uint8_t codec)
{
	static const char *const names[] = {
		[PEL_TLM_CODEC_H264] = "h264", [PEL_TLM_CODEC_HEVC] = "hevc",
		[PEL_TLM_CODEC_VVC] = "vvc",   [PEL_TLM_CODEC_AV1] = "av1",
		[PEL_TLM_CODEC_VP9] = "vp9",
	};

	return NAME_OF(names, codec);
}

const char *lc_tlm_qp_scale_name(uint8_t scale)
{
	static const char *const names[] = {
		[PEL_QP_SCALE_SLICE_QP] = "slice_qp",
		[PEL_QP_SCALE_AV1_QINDEX] = "av1_qindex",
		[PEL_QP_SCALE_VP9_QINDEX] = "vp9_qindex",
		[PEL_QP_SCALE_AV1_ENCODER_QP] = "av1_encoder_qp",
	};

	return NAME_OF(names, scale);
}

const char *lc_tlm_picture_name(uint8_t type)
{
	static const char *const names[] = {
		[PEL_PICTURE_I] = "i",
		[PEL_PICTURE_P] = "p",
		[PEL_PICTURE_B] = "b",
	};

	return NAME_OF(names, type);
}

const char *lc_tlm_granularity_name(uint8_t granularity)
{
	static const char *const names[] = {
		[PEL_TLM_GRAN_FRAME] = "frame",
		[PEL_TLM_GRAN_ROW] = "row",
		[PEL_TLM_GRAN_BLOCK] = "block",
	};

	return NAME_OF(names, granularity);
}

const char *lc_tlm_mode_name(uint8_t mode)
{
	static const char *const names[] = {
		[PEL_BLOCK_MODE_NONE] = "none",
		[PEL_BLOCK_MODE_INTRA] = "intra",
		[PEL_BLOCK_MODE_INTER] = "inter",
		[PEL_BLOCK_MODE_SKIP] = "skip",
	};

	return NAME_OF(names, mode);
}

const char *lc_tlm_metric_source_name(uint8_t source)
{
	static const char *const names[] = {
		[PEL_TLM_METRIC_ENCODER] = "encoder",
		[PEL_TLM_METRIC_ADAPTER_SSE] = "adapter_sse",
	};

	return NAME_OF(names, source);
}

const char *lc_tlm_adapter_name(uint8_t adapter)
{
	static const char *const names[] = {
		[PEL_TLM_ADAPTER_FFMPEG_QUALITY_STATS] = "ffmpeg_quality_stats",
		[PEL_TLM_ADAPTER_X265_CSV] = "x265_csv",
		[PEL_TLM_ADAPTER_SVTAV1_STAT_FILE] = "svtav1_stat_file",
		[PEL_TLM_ADAPTER_LIBAOM_STATS] = "libaom_stats",
		[PEL_TLM_ADAPTER_VVENC_LOG] = "vvenc_log",
		[PEL_TLM_ADAPTER_QSV] = "qsv",
		[PEL_TLM_ADAPTER_NVENC] = "nvenc",
		[PEL_TLM_ADAPTER_AMF] = "amf",
		[PEL_TLM_ADAPTER_VULKAN_FEEDBACK] = "vulkan_feedback",
		[PEL_TLM_ADAPTER_EXTERNAL] = "external",
	};

	return NAME_OF(names, adapter);
}
