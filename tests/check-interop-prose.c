/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What is packed of the structs of <pelorus/interop.h>, as a reader sees it that has no such
 * structs and counts bytes: each field of each section, by its name.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pelorus/interop.h>

#include "interop-golden.h"
#include "interop-prose.h"
#include "test.h"

static const PelorusSideData meta = {
	.frame_pts = 99,
	.plane_layout = PEL_LAYOUT_422,
	.bit_depth = 12,
	.grid_cols = 258,
	.grid_rows = 772,
	.producer_id = PEL_FOURCC('T', 'E', 'S', 'T'),
};

static void check(const uint8_t *blob, size_t len, const char *want)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(f);
	prose_print(blob, len, f);
	fclose(f);
	ck_assert_str_eq(text, want);
	free(text);
}

#define HEAD(mask) "ABI 1.4, mask " mask ", pts 99, layout 1, depth 12, grid 258x772, by TEST\n"

static void check_section(enum pel_section id, const void *data, size_t size,
			  const char *want)
{
	const PelorusPackSection list = { id, data, (uint32_t)size };
	uint8_t *blob;
	size_t len;

	ck_assert_int_eq(pel_blob_pack(&meta, &list, 1, &blob, &len), PEL_OK);
	check(blob, len, want);
	pel_blob_free(blob);
}

START_TEST(test_header)
{
	uint8_t *blob;
	size_t len;

	ck_assert_int_eq(pel_blob_pack(&meta, NULL, 0, &blob, &len), PEL_OK);
	check(blob, len, HEAD("0x0"));
	pel_blob_free(blob);
}
END_TEST

START_TEST(test_banding)
{
	static const PelorusBandingSection s = {
		.global_banding_risk = 0.5f,
		.flat_area_fraction = 0.25f,
		.cell_data_offset = 0x01020304,
		.cell_data_size = 0x05060708,
		.contour_strength_mean = -1.5f,
		.dominant_band_luma = 0.125f,
	};

	check_section(PEL_SEC_BANDING, &s, sizeof(s),
		      HEAD("0x1") "banding at 64, 24 of 24 bytes, minor 4\n"
				  "global_banding_risk 0.5\n"
				  "flat_area_fraction 0.25\n"
				  "cell_data_offset 16909060\n"
				  "cell_data_size 84281096\n"
				  "contour_strength_mean -1.5\n"
				  "dominant_band_luma 0.125\n");
}
END_TEST

START_TEST(test_variance)
{
	static const PelorusVarianceSection s = {
		.global_variance = 1,
		.edge_density = 2,
		.texture_energy = 3,
		.var_cell_offset = 4,
		.var_cell_size = 5,
		.edge_cell_offset = 6,
		.edge_cell_size = 7,
	};

	check_section(PEL_SEC_VARIANCE, &s, sizeof(s),
		      HEAD("0x2") "variance at 64, 28 of 28 bytes, minor 4\n"
				  "global_variance 1\n"
				  "edge_density 2\n"
				  "texture_energy 3\n"
				  "var_cell_offset 4\n"
				  "var_cell_size 5\n"
				  "edge_cell_offset 6\n"
				  "edge_cell_size 7\n");
}
END_TEST

START_TEST(test_denoise)
{
	static const PelorusDenoiseSection s = {
		.residual_energy_y = 1,
		.residual_energy_u = 2,
		.residual_energy_v = 3,
		.applied_strength = 4,
		.noise_sigma_estimate = 5,
		.psnr_vs_input = 6,
		.denoiser_id = 7,
	};

	check_section(PEL_SEC_DENOISE, &s, sizeof(s),
		      HEAD("0x4") "denoise at 64, 28 of 28 bytes, minor 4\n"
				  "residual_energy_y 1\n"
				  "residual_energy_u 2\n"
				  "residual_energy_v 3\n"
				  "applied_strength 4\n"
				  "noise_sigma_estimate 5\n"
				  "psnr_vs_input 6\n"
				  "denoiser_id 7\n");
}
END_TEST

START_TEST(test_film_grain)
{
	PelorusFilmGrainSection s = {
		.seed = UINT64_C(0xdeadbeefcafe),
		.num_y_points = 3,
		.num_uv_points = { 1, -2 },
		.scaling_shift = 8,
		.ar_coeff_lag = 2,
		.ar_coeff_shift = 9,
		.grain_scale_shift = -4,
		.uv_mult = { -128, 127 },
		.uv_mult_luma = { 5, -6 },
		.uv_offset = { -256, 255 },
		.apply = 1,
		.chroma_scaling_from_luma = 2,
		.overlap_flag = 3,
		.limit_output_range = 4,
		.grain_model = PEL_GRAIN_H274,
		.h274_model_id = 1,
		.h274_blending_mode = 6,
		.h274_log2_scale = 7,
	};

	/* The first and the last of each array, and a row's second field. */
	s.y_points[0][1] = 11;
	s.y_points[13][1] = 255;
	s.uv_points[0][0][0] = 21;
	s.uv_points[1][0][0] = 22;
	s.uv_points[1][9][1] = 23;
	s.ar_coeffs_y[0] = -1;
	s.ar_coeffs_y[23] = 127;
	s.ar_coeffs_uv[0][24] = -128;
	s.ar_coeffs_uv[1][0] = 31;
	s.ar_coeffs_uv[1][24] = 32;
	check_section(PEL_SEC_FILMGRAIN, &s, sizeof(s),
		      HEAD("0x8") "film_grain at 64, 216 of 216 bytes, minor 4\n"
				  "seed 244837814094590\n"
				  "num_y_points 3\n"
				  "num_uv_points 1 -2\n"
				  "scaling_shift 8\n"
				  "ar_coeff_lag 2\n"
				  "ar_coeff_shift 9\n"
				  "grain_scale_shift -4\n"
				  "uv_mult -128 127\n"
				  "uv_mult_luma 5 -6\n"
				  "uv_offset -256 255\n"
				  "apply 1\n"
				  "chroma_scaling_from_luma 2\n"
				  "overlap_flag 3\n"
				  "limit_output_range 4\n"
				  "y_points 0 11 0 0 0 0 0 0 0 0 0 0 0 0"
				  " 0 0 0 0 0 0 0 0 0 0 0 0 0 255\n"
				  "uv_points 21 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"
				  " 22 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 23\n"
				  "ar_coeffs_y -1 0 0 0 0 0 0 0 0 0 0 0"
				  " 0 0 0 0 0 0 0 0 0 0 0 127\n"
				  "ar_coeffs_uv 0 0 0 0 0 0 0 0 0 0 0 0 0"
				  " 0 0 0 0 0 0 0 0 0 0 0 -128"
				  " 31 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 32\n"
				  "grain_model 2\n"
				  "h274_model_id 1\n"
				  "h274_blending_mode 6\n"
				  "h274_log2_scale 7\n");
}
END_TEST

START_TEST(test_motion)
{
	static const PelorusMotionSection s = {
		.global_motion_x = 1,
		.global_motion_y = 2,
		.motion_magnitude_mean = 3,
		.motion_magnitude_p95 = 4,
		.motion_entropy = 5,
		.mv_field_offset = 6,
		.mv_field_size = 7,
		.has_scene_cut = 8,
		.block_size_log2 = 9,
	};

	check_section(PEL_SEC_MOTION, &s, sizeof(s),
		      HEAD("0x10") "motion at 64, 36 of 36 bytes, minor 4\n"
				   "global_motion_x 1\n"
				   "global_motion_y 2\n"
				   "motion_magnitude_mean 3\n"
				   "motion_magnitude_p95 4\n"
				   "motion_entropy 5\n"
				   "mv_field_offset 6\n"
				   "mv_field_size 7\n"
				   "has_scene_cut 8\n"
				   "block_size_log2 9\n");
	/* Without the tail of ABI 1.4. */
	check_section(PEL_SEC_MOTION, &s, 32,
		      HEAD("0x10") "motion at 64, 32 of 36 bytes, minor 4\n"
				   "global_motion_x 1\n"
				   "global_motion_y 2\n"
				   "motion_magnitude_mean 3\n"
				   "motion_magnitude_p95 4\n"
				   "motion_entropy 5\n"
				   "mv_field_offset 6\n"
				   "mv_field_size 7\n"
				   "has_scene_cut 8\n");
}
END_TEST

START_TEST(test_qp_report)
{
	static const PelorusQpReportSection s = {
		.avg_qp = 1,
		.psnr_y = 2,
		.psnr_u = 3,
		.psnr_v = 4,
		.total_bits = UINT64_C(0x0102030405060708),
		.num_intra_blocks = 5,
		.num_inter_blocks = 6,
		.num_skipped_blocks = 7,
		.qp_cell_offset = 8,
		.qp_cell_size = 9,
		.bits_cell_offset = 10,
		.bits_cell_size = 11,
		.honored_fraction = 12,
		.report_source = 13,
		.block_size_log2 = 14,
		.qp_valid = 15,
	};

	check_section(PEL_SEC_QPREPORT, &s, sizeof(s),
		      HEAD("0x20") "qp_report at 64, 64 of 64 bytes, minor 4\n"
				   "avg_qp 1\n"
				   "psnr_y 2\n"
				   "psnr_u 3\n"
				   "psnr_v 4\n"
				   "total_bits 72623859790382856\n"
				   "num_intra_blocks 5\n"
				   "num_inter_blocks 6\n"
				   "num_skipped_blocks 7\n"
				   "qp_cell_offset 8\n"
				   "qp_cell_size 9\n"
				   "bits_cell_offset 10\n"
				   "bits_cell_size 11\n"
				   "honored_fraction 12\n"
				   "report_source 13\n"
				   "block_size_log2 14\n"
				   "qp_valid 15\n");
}
END_TEST

START_TEST(test_small_ones)
{
	static const PelorusMotionConfSection conf = {
		.conf_field_offset = 1,
		.conf_field_size = 2,
		.conf_metric = 3,
	};
	static const PelorusComplexitySection complexity = {
		.complexity = 1,
		.texture_energy = 2,
		.motion_component = 3,
		.has_scene_cut = 4,
	};

	check_section(PEL_SEC_MOTION_CONF, &conf, sizeof(conf),
		      HEAD("0x40") "motion_conf at 64, 16 of 16 bytes, minor 4\n"
				   "conf_field_offset 1\n"
				   "conf_field_size 2\n"
				   "conf_metric 3\n");
	check_section(PEL_SEC_COMPLEXITY, &complexity, sizeof(complexity),
		      HEAD("0x80") "complexity at 64, 16 of 16 bytes, minor 4\n"
				   "complexity 1\n"
				   "texture_energy 2\n"
				   "motion_component 3\n"
				   "has_scene_cut 4\n");
}
END_TEST

START_TEST(test_telemetry)
{
	static const PelorusEncTelemetrySection s = {
		.present_mask = UINT64_C(0x8000000000000001),
		.display_index = 1,
		.decode_index = 2,
		.frame_bytes = 3,
		.header_bits = 4,
		.residual_bits = 5,
		.avg_qp = 6,
		.avg_qp_norm = 7,
		.psnr_y = 8,
		.psnr_u = 9,
		.psnr_v = 10,
		.ssim_y = 11,
		.intra_fraction = 12,
		.inter_fraction = 13,
		.skip_fraction = 14,
		.qp_map_offset = 15,
		.qp_map_size = 16,
		.bits_map_offset = 17,
		.bits_map_size = 18,
		.mode_map_offset = 19,
		.mode_map_size = 20,
		.map_cols = 0x1516,
		.map_rows = 0x1718,
		.codec = 25,
		.qp_scale = 26,
		.picture_type = 27,
		.frame_flags = 28,
		.granularity = 29,
		.block_size_log2 = 30,
		.coded_bit_depth = 31,
		.metric_source = 32,
		.adapter = 33,
	};

	check_section(PEL_SEC_ENC_TELEMETRY, &s, sizeof(s),
		      HEAD("0x100") "telemetry at 64, 104 of 104 bytes, minor 4\n"
				    "present_mask 9223372036854775809\n"
				    "display_index 1\n"
				    "decode_index 2\n"
				    "frame_bytes 3\n"
				    "header_bits 4\n"
				    "residual_bits 5\n"
				    "avg_qp 6\n"
				    "avg_qp_norm 7\n"
				    "psnr_y 8\n"
				    "psnr_u 9\n"
				    "psnr_v 10\n"
				    "ssim_y 11\n"
				    "intra_fraction 12\n"
				    "inter_fraction 13\n"
				    "skip_fraction 14\n"
				    "qp_map_offset 15\n"
				    "qp_map_size 16\n"
				    "bits_map_offset 17\n"
				    "bits_map_size 18\n"
				    "mode_map_offset 19\n"
				    "mode_map_size 20\n"
				    "map_cols 5398\n"
				    "map_rows 5912\n"
				    "codec 25\n"
				    "qp_scale 26\n"
				    "picture_type 27\n"
				    "frame_flags 28\n"
				    "granularity 29\n"
				    "block_size_log2 30\n"
				    "coded_bit_depth 31\n"
				    "metric_source 32\n"
				    "adapter 33\n");
}
END_TEST

START_TEST(test_record)
{
	PelorusEncodeRecordSection s = {
		.locator_offset = 1,
		.locator_size = 2,
		.digest_alg = 3,
		.locator_kind = 4,
		.record_major = 5,
	};

	s.digest[0] = 6;
	s.digest[31] = 7;
	check_section(PEL_SEC_ENCODE_RECORD, &s, sizeof(s),
		      HEAD("0x200") "record at 64, 48 of 48 bytes, minor 4\n"
				    "digest 6 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"
				    " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 7\n"
				    "locator_offset 1\n"
				    "locator_size 2\n"
				    "digest_alg 3\n"
				    "locator_kind 4\n"
				    "record_major 5\n");
}
END_TEST

/* Several, in the order of the list, each behind what fills up the one before. */
START_TEST(test_several)
{
	static const PelorusMotionConfSection conf = { .conf_metric = 1 };
	static const PelorusMotionSection motion = { .block_size_log2 = 2 };
	static const PelorusVarianceSection variance = { .edge_cell_size = 3 };
	static const PelorusPackSection list[] = {
		{ PEL_SEC_MOTION_CONF, &conf, sizeof(conf) },
		{ PEL_SEC_MOTION, &motion, sizeof(motion) },
		{ PEL_SEC_VARIANCE, &variance, sizeof(variance) },
	};
	uint8_t *blob;
	size_t len;

	ck_assert_int_eq(pel_blob_pack(&meta, list, 3, &blob, &len), PEL_OK);
	check(blob, len,
	      HEAD("0x52") "motion_conf at 96, 16 of 16 bytes, minor 4\n"
			   "conf_metric 1\n"
			   "motion at 112, 36 of 36 bytes, minor 4\n"
			   "block_size_log2 2\n"
			   "variance at 152, 28 of 28 bytes, minor 4\n"
			   "edge_cell_size 3\n");
	pel_blob_free(blob);
}
END_TEST

/* The reader finds what is wrong, and reads what a program without our structs has made. */
START_TEST(test_reader)
{
	uint8_t blob[sizeof(golden_padding)];

	check(golden_qp_report, sizeof(golden_qp_report),
	      "ABI 1.4, mask 0x20, pts 123456, layout 0, depth 10, grid 3x2, by PLRS\n"
	      "qp_report at 64, 64 of 64 bytes, minor 4\n"
	      "avg_qp 27.5\n"
	      "psnr_y 41.2000008\n"
	      "total_bits 1234567\n"
	      "num_intra_blocks 40\n"
	      "num_inter_blocks 200\n"
	      "num_skipped_blocks 16\n"
	      "qp_cell_offset 128\n"
	      "qp_cell_size 6\n"
	      "honored_fraction 0.75\n"
	      "report_source 1\n"
	      "block_size_log2 4\n"
	      "qp_valid 1\n"
	      "6 bytes behind the sections\n");
	check(golden_carrier, sizeof(golden_carrier), "bad: no blob\n");
	check(golden_padding, sizeof(golden_padding) - 1,
	      "ABI 1.4, mask 0x3, pts 123456, layout 0, depth 10, grid 16x9, by PLRS\n"
	      "bad: sizes\n");
	memcpy(blob, golden_padding, sizeof(blob));
	memset(blob + 16 + 48 + 32, 0, 24); /* the first section */
	memset(blob + 16 + 48 + 56, 0, 28); /* the second one */
	blob[sizeof(blob) - 1] = 1;
	blob[16 + 38] = 1;
	check(blob, sizeof(blob),
	      "ABI 1.4, mask 0x3, pts 123456, layout 0, depth 10, grid 16x9, by PLRS\n"
	      "bad: padding of the header\n"
	      "banding at 80, 24 of 24 bytes, minor 4\n"
	      "variance at 104, 28 of 28 bytes, minor 4\n"
	      "bad: byte 135 is not zero\n");
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-prose");
	TCase *tc = tcase_create("prose");

	tcase_add_test(tc, test_header);
	tcase_add_test(tc, test_banding);
	tcase_add_test(tc, test_variance);
	tcase_add_test(tc, test_denoise);
	tcase_add_test(tc, test_film_grain);
	tcase_add_test(tc, test_motion);
	tcase_add_test(tc, test_qp_report);
	tcase_add_test(tc, test_small_ones);
	tcase_add_test(tc, test_telemetry);
	tcase_add_test(tc, test_record);
	tcase_add_test(tc, test_several);
	tcase_add_test(tc, test_reader);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-prose", make_suite);
}
