/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which telemetry records may be written: a good one, and one change at a time.
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <pelorus/telemetry.h>

#include "interop-records.h"
#include "test.h"

/* The record with changes, each a statement about t, the frame, or in, all of it. */
#define GIVES(want, record, ...)                                                       \
	do {                                                                           \
		PelorusEncTelemetryInput in = (record);                                \
		PelorusEncTelemetrySection *t = &in.frame;                             \
                                                                                       \
		(void)t;                                                               \
		__VA_ARGS__;                                                           \
		if (pel_enc_telemetry_validate(&in) != (want))                         \
			ck_abort_msg("%s: %s", #__VA_ARGS__,                           \
				     pel_result_str(pel_enc_telemetry_validate(&in))); \
	} while (0)
#define OK(...)		  GIVES(PEL_OK, record_frame, __VA_ARGS__)
#define INVALID(...)	  GIVES(PEL_ERR_INVALID, record_frame, __VA_ARGS__)
#define RANGE(...)	  GIVES(PEL_ERR_RANGE, record_frame, __VA_ARGS__)
#define MAPS_OK(...)	  GIVES(PEL_OK, record_maps, __VA_ARGS__)
#define MAPS_INVALID(...) GIVES(PEL_ERR_INVALID, record_maps, __VA_ARGS__)
#define MAPS_RANGE(...)	  GIVES(PEL_ERR_RANGE, record_maps, __VA_ARGS__)

#define CLEAR(bit) (t->present_mask &= ~(uint64_t)(bit))
#define SET(bit)   (t->present_mask |= (bit))

START_TEST(test_good_ones)
{
	OK();
	MAPS_OK();
	GIVES(PEL_OK, record_rows);
	GIVES(PEL_OK, record_odd);
	ck_assert_int_eq(pel_enc_telemetry_validate(NULL), PEL_ERR_INVALID);
	OK(t->_pad[0] = 1);
}
END_TEST

START_TEST(test_names)
{
	INVALID(t->codec = 0);
	INVALID(t->codec = 6);
	OK(t->codec = PEL_TLM_CODEC_VVC);
	INVALID(t->granularity = 0);
	INVALID(t->granularity = 4);
	INVALID(t->adapter = 0);
	INVALID(t->adapter = 11);
	INVALID(SET(UINT64_C(1) << 23));
	INVALID(SET(UINT64_C(1) << 63));
	INVALID(t->picture_type = 0);
	INVALID(t->picture_type = 4);
	OK(t->picture_type = PEL_PICTURE_I);
	OK(t->picture_type = PEL_PICTURE_B);
}
END_TEST

START_TEST(test_flags)
{
	unsigned int i;

	OK(t->frame_flags = PEL_TLM_FRAME_KEY | PEL_TLM_FRAME_SHOWN);
	INVALID(t->frame_flags = PEL_TLM_FRAME_REFERENCE);
	INVALID(t->frame_flags = 0x10);
	INVALID(t->frame_flags = 0x80);
	/* Each has a bit of its own. */
	for (i = 0; i < 4; i++) {
		OK(CLEAR(15 * (UINT64_C(1) << 15)); SET(UINT64_C(1) << (15 + i));
		   t->frame_flags = (uint8_t)(1u << i));
		INVALID(CLEAR(15 * (UINT64_C(1) << 15)); SET(UINT64_C(1) << (15 + i));
			t->frame_flags = (uint8_t)(1u << ((i + 1) % 4)));
	}
}
END_TEST

/* A value other than 0 behind a clear bit, and what counts as 0. */
START_TEST(test_clear_bits)
{
	INVALID(CLEAR(PEL_TLM_F_DISPLAY_INDEX); t->display_index = 5);
	OK(CLEAR(PEL_TLM_F_DISPLAY_INDEX); t->display_index = 0);
	INVALID(CLEAR(PEL_TLM_F_DECODE_INDEX));
	INVALID(CLEAR(PEL_TLM_F_FRAME_BYTES));
	INVALID(CLEAR(PEL_TLM_F_HEADER_BITS));
	INVALID(CLEAR(PEL_TLM_F_RESIDUAL_BITS));
	INVALID(CLEAR(PEL_TLM_F_AVG_QP); t->qp_scale = 0);
	INVALID(t->avg_qp_norm = 30);
	OK(SET(PEL_TLM_F_AVG_QP_NORM); t->avg_qp_norm = 30);
	INVALID(CLEAR(PEL_TLM_F_PSNR_Y));
	INVALID(t->psnr_u = 40);
	INVALID(t->psnr_v = 40);
	INVALID(CLEAR(PEL_TLM_F_SSIM_Y));
	INVALID(CLEAR(PEL_TLM_F_INTRA_FRACTION));
	INVALID(CLEAR(PEL_TLM_F_INTER_FRACTION));
	INVALID(CLEAR(PEL_TLM_F_SKIP_FRACTION));
	INVALID(CLEAR(PEL_TLM_F_PICTURE_TYPE));
	INVALID(CLEAR(PEL_TLM_F_CODED_BIT_DEPTH));
	OK(t->psnr_u = -0.0f);
	INVALID(t->psnr_u = NAN);
}
END_TEST

START_TEST(test_tags)
{
	INVALID(t->qp_scale = 0);
	INVALID(t->qp_scale = PEL_QP_SCALE_AV1_QINDEX);
	INVALID(t->qp_scale = PEL_QP_SCALE_VP9_QINDEX);
	INVALID(t->qp_scale = PEL_QP_SCALE_AV1_ENCODER_QP);
	INVALID(t->qp_scale = 5);
	INVALID(t->codec = PEL_TLM_CODEC_AV1);
	INVALID(t->codec = PEL_TLM_CODEC_VP9);
	OK(t->codec = PEL_TLM_CODEC_H264);
	OK(t->codec = PEL_TLM_CODEC_AV1; t->qp_scale = PEL_QP_SCALE_AV1_ENCODER_QP);
	OK(t->codec = PEL_TLM_CODEC_VP9; t->qp_scale = PEL_QP_SCALE_VP9_QINDEX);
	INVALID(t->codec = PEL_TLM_CODEC_VP9; t->qp_scale = PEL_QP_SCALE_AV1_QINDEX);
	INVALID(t->codec = PEL_TLM_CODEC_AV1; t->qp_scale = PEL_QP_SCALE_VP9_QINDEX);
	/* Without a QP there is no scale. */
	INVALID(CLEAR(PEL_TLM_F_AVG_QP); t->avg_qp = 0);
	OK(CLEAR(PEL_TLM_F_AVG_QP); t->avg_qp = 0; t->qp_scale = 0);
	INVALID(t->metric_source = 0);
	INVALID(t->metric_source = 3);
	OK(t->metric_source = PEL_TLM_METRIC_ADAPTER_SSE);
	INVALID(CLEAR(PEL_TLM_F_PSNR_Y | PEL_TLM_F_SSIM_Y); t->psnr_y = t->ssim_y = 0);
	OK(CLEAR(PEL_TLM_F_PSNR_Y | PEL_TLM_F_SSIM_Y); t->psnr_y = t->ssim_y = 0;
	   t->metric_source = 0);
	/* SSIM alone has a source, too, and the norm a scale. */
	INVALID(CLEAR(PEL_TLM_F_PSNR_Y); t->psnr_y = 0; t->metric_source = 0);
	INVALID(CLEAR(PEL_TLM_F_AVG_QP); t->avg_qp = 0; SET(PEL_TLM_F_AVG_QP_NORM);
		t->qp_scale = 0);
}
END_TEST

START_TEST(test_depth_and_qp)
{
	RANGE(t->coded_bit_depth = 9);
	RANGE(t->coded_bit_depth = 0);
	RANGE(t->coded_bit_depth = 14);
	OK(t->coded_bit_depth = 8);
	OK(t->coded_bit_depth = 12);
	OK(t->avg_qp = 51);
	OK(t->avg_qp = -12);
	RANGE(t->avg_qp = 51.5f);
	RANGE(t->avg_qp = -12.5f);
	RANGE(t->avg_qp = NAN);
	RANGE(t->avg_qp = INFINITY);
	RANGE(t->coded_bit_depth = 8; t->avg_qp = -1);
	OK(t->coded_bit_depth = 12; t->avg_qp = -24);
	OK(CLEAR(PEL_TLM_F_CODED_BIT_DEPTH); t->coded_bit_depth = 0; t->avg_qp = -24);
	RANGE(CLEAR(PEL_TLM_F_CODED_BIT_DEPTH); t->coded_bit_depth = 0;
	      t->avg_qp = -24.5f);
	RANGE(t->codec = PEL_TLM_CODEC_H264; t->avg_qp = 52);
	OK(t->codec = PEL_TLM_CODEC_VVC; t->avg_qp = 63);
	RANGE(t->codec = PEL_TLM_CODEC_VVC; t->avg_qp = 63.5f);
	OK(t->codec = PEL_TLM_CODEC_AV1; t->qp_scale = PEL_QP_SCALE_AV1_QINDEX;
	   t->avg_qp = 255);
	RANGE(t->codec = PEL_TLM_CODEC_AV1; t->qp_scale = PEL_QP_SCALE_AV1_QINDEX;
	      t->avg_qp = 256);
	RANGE(t->codec = PEL_TLM_CODEC_AV1; t->qp_scale = PEL_QP_SCALE_AV1_QINDEX;
	      t->avg_qp = -0.5f);
	OK(t->codec = PEL_TLM_CODEC_AV1; t->qp_scale = PEL_QP_SCALE_AV1_ENCODER_QP;
	   t->avg_qp = 63);
	RANGE(t->codec = PEL_TLM_CODEC_AV1; t->qp_scale = PEL_QP_SCALE_AV1_ENCODER_QP;
	      t->avg_qp = 64);
}
END_TEST

START_TEST(test_metrics)
{
	OK(t->psnr_y = 0);
	OK(t->psnr_y = FLT_MAX);
	RANGE(t->psnr_y = -1);
	RANGE(t->psnr_y = INFINITY);
	RANGE(t->psnr_y = NAN);
	RANGE(SET(PEL_TLM_F_PSNR_U); t->psnr_u = -1);
	RANGE(SET(PEL_TLM_F_PSNR_V); t->psnr_v = -1);
	OK(SET(PEL_TLM_F_PSNR_U | PEL_TLM_F_PSNR_V));
	OK(t->ssim_y = 1);
	RANGE(t->ssim_y = 1.01f);
	RANGE(t->ssim_y = -0.01f);
	OK(SET(PEL_TLM_F_AVG_QP_NORM); t->avg_qp_norm = -1000);
	RANGE(SET(PEL_TLM_F_AVG_QP_NORM); t->avg_qp_norm = -INFINITY);
	RANGE(SET(PEL_TLM_F_AVG_QP_NORM); t->avg_qp_norm = NAN);
	OK(t->intra_fraction = 0.2509f);
	RANGE(t->intra_fraction = 0.252f);
	RANGE(t->intra_fraction = -0.01f);
	RANGE(t->inter_fraction = -0.01f);
	RANGE(t->skip_fraction = -0.01f);
	RANGE(t->intra_fraction = 1.0005f; t->inter_fraction = t->skip_fraction = 0);
	OK(t->intra_fraction = 1; t->inter_fraction = t->skip_fraction = 0);
}
END_TEST

START_TEST(test_bits)
{
	RANGE(t->header_bits = 2001);
	RANGE(t->residual_bits = 6001);
	OK(t->residual_bits = 5999);
	/* In 64 bits. */
	RANGE(t->header_bits = t->residual_bits = UINT32_MAX);
	RANGE(t->header_bits = t->residual_bits = UINT32_C(1) << 31);
	OK(t->frame_bytes = UINT32_MAX; t->header_bits = t->residual_bits = UINT32_MAX);
	/* Only where all three are known. */
	OK(CLEAR(PEL_TLM_F_FRAME_BYTES); t->frame_bytes = 0);
	OK(CLEAR(PEL_TLM_F_RESIDUAL_BITS); t->residual_bits = 0; t->header_bits = 9000);
	OK(CLEAR(PEL_TLM_F_HEADER_BITS); t->header_bits = 0; t->residual_bits = 9000);
}
END_TEST

START_TEST(test_grid)
{
	INVALID(t->map_cols = 4);
	INVALID(t->map_rows = 4);
	INVALID(t->block_size_log2 = 3);
	INVALID(SET(PEL_TLM_F_QP_MAP));
	INVALID(SET(PEL_TLM_F_BITS_MAP));
	INVALID(SET(PEL_TLM_F_MODE_MAP));
	MAPS_INVALID(CLEAR(PEL_TLM_F_QP_MAP | PEL_TLM_F_BITS_MAP | PEL_TLM_F_MODE_MAP);
		     in.qp_map = NULL; in.bits_map = NULL; in.mode_map = NULL);
	MAPS_INVALID(t->granularity = PEL_TLM_GRAN_ROW);
	MAPS_OK(t->granularity = PEL_TLM_GRAN_ROW; t->map_cols = 1);
	MAPS_INVALID(t->granularity = PEL_TLM_GRAN_FRAME);
	MAPS_RANGE(t->block_size_log2 = 1);
	MAPS_RANGE(t->block_size_log2 = 8);
	MAPS_OK(t->block_size_log2 = 2);
	MAPS_OK(t->block_size_log2 = 7);
	MAPS_RANGE(t->map_cols = 0);
	MAPS_RANGE(t->map_rows = 0);
	MAPS_RANGE(t->map_cols = 65535; t->map_rows = 65535);
}
END_TEST

START_TEST(test_largest_grid)
{
	int16_t *qp = calloc(1024 * 1025, sizeof(*qp));
	uint32_t *bits = calloc(1024 * 1025, sizeof(*bits));
	uint8_t *modes = calloc(1024 * 1025, sizeof(*modes));

	ck_assert(qp && bits && modes);
	GIVES(PEL_OK, record_maps, t->map_cols = t->map_rows = 1024; in.qp_map = qp;
	      in.bits_map = bits; in.mode_map = modes);
	GIVES(PEL_ERR_RANGE, record_maps, t->map_cols = 1024; t->map_rows = 1025;
	      in.qp_map = qp; in.bits_map = bits; in.mode_map = modes);
	free(modes);
	free(bits);
	free(qp);
}
END_TEST

START_TEST(test_slots)
{
	INVALID(t->qp_map_offset = 64);
	INVALID(t->qp_map_size = 64);
	INVALID(t->bits_map_offset = 64);
	INVALID(t->bits_map_size = 64);
	INVALID(t->mode_map_offset = 64);
	INVALID(t->mode_map_size = 64);
	INVALID(in.qp_map = record_maps.qp_map);
	MAPS_INVALID(in.qp_map = NULL);
	MAPS_INVALID(in.bits_map = NULL);
	MAPS_INVALID(in.mode_map = NULL);
	MAPS_INVALID(CLEAR(PEL_TLM_F_BITS_MAP));
	MAPS_OK(CLEAR(PEL_TLM_F_BITS_MAP); in.bits_map = NULL);
	/* Where they come to lie is the packer's word. */
	MAPS_OK(t->qp_map_offset = t->bits_map_size = t->mode_map_offset = 3);
}
END_TEST

/* Each place in a map of an odd size, which is longer than what is looked at at once. */
START_TEST(test_elements)
{
	enum { N = 1021 };
	int16_t qp[N];
	uint8_t modes[N];
	uint32_t bits[N] = { 0 };
	PelorusEncTelemetryInput in = record_maps;
	unsigned int i;

	for (i = 0; i < N; i++) {
		qp[i] = (int16_t)(i % 2 ? 204 : -48);
		modes[i] = (uint8_t)(i % 4);
	}
	in.frame.map_cols = N;
	in.frame.map_rows = 1;
	in.qp_map = qp;
	in.bits_map = bits;
	in.mode_map = modes;
	ck_assert_int_eq(pel_enc_telemetry_validate(&in), PEL_OK);
	for (i = 0; i < N; i++) {
		static const int16_t outside[] = { 205, -49, INT16_MIN, INT16_MAX };
		static const uint8_t none[] = { 4, 128, 255 };
		int16_t was_qp = qp[i];
		uint8_t was_mode = modes[i];

		qp[i] = outside[i % 4];
		quick_assert(pel_enc_telemetry_validate(&in) == PEL_ERR_RANGE);
		/* A mode is looked at first. */
		modes[i] = none[i % 3];
		quick_assert(pel_enc_telemetry_validate(&in) == PEL_ERR_INVALID);
		qp[i] = was_qp;
		quick_assert(pel_enc_telemetry_validate(&in) == PEL_ERR_INVALID);
		modes[i] = was_mode;
	}
	ck_assert_int_eq(pel_enc_telemetry_validate(&in), PEL_OK);
}
END_TEST

START_TEST(test_element_ranges)
{
	static const struct {
		uint8_t codec, scale, depth;
		int16_t low, high;
	} cases[] = {
		{ PEL_TLM_CODEC_HEVC, PEL_QP_SCALE_SLICE_QP, 8, 0, 204 },
		{ PEL_TLM_CODEC_H264, PEL_QP_SCALE_SLICE_QP, 12, -96, 204 },
		{ PEL_TLM_CODEC_VVC, PEL_QP_SCALE_SLICE_QP, 10, -48, 252 },
		{ PEL_TLM_CODEC_AV1, PEL_QP_SCALE_AV1_QINDEX, 10, 0, 1020 },
		{ PEL_TLM_CODEC_VP9, PEL_QP_SCALE_VP9_QINDEX, 8, 0, 1020 },
		{ PEL_TLM_CODEC_AV1, PEL_QP_SCALE_AV1_ENCODER_QP, 8, 0, 252 },
	};
	int16_t qp[8] = { 0 };

#define ELEMENT(want, value)                                                       \
	GIVES(want, record_maps, t->codec = cases[_i].codec;                       \
	      t->qp_scale = cases[_i].scale; t->coded_bit_depth = cases[_i].depth; \
	      t->avg_qp = 30; in.qp_map = qp; qp[7] = (int16_t)(value))
	ELEMENT(PEL_OK, cases[_i].low);
	ELEMENT(PEL_OK, cases[_i].high);
	ELEMENT(PEL_ERR_RANGE, cases[_i].low - 1);
	ELEMENT(PEL_ERR_RANGE, cases[_i].high + 1);
#undef ELEMENT
}
END_TEST

/* Where several things are wrong, the order decides. */
START_TEST(test_order)
{
	/* Names and clear fields before ranges. */
	INVALID(t->avg_qp = NAN; t->codec = 0);
	INVALID(t->avg_qp = NAN; t->psnr_u = 1);
	INVALID(t->coded_bit_depth = 9; t->metric_source = 0);
	/* Ranges of metrics before the grid, the grid's before the slots. */
	RANGE(t->psnr_y = -1; t->map_cols = 1);
	RANGE(t->header_bits = 2001; t->qp_map_offset = 64);
	MAPS_RANGE(t->block_size_log2 = 1; in.qp_map = NULL);
	/* What an adapter can know comes last. */
	RANGE(t->adapter = PEL_TLM_ADAPTER_QSV; t->header_bits = 2001);
	RANGE(t->adapter = PEL_TLM_ADAPTER_QSV; t->psnr_y = NAN);
	INVALID(t->adapter = PEL_TLM_ADAPTER_QSV);
}
END_TEST

START_TEST(test_caps)
{
	uint64_t mask = 1;
	uint8_t adapter, codec;

	for (codec = 1; codec <= 5; codec++) {
		mask = 1;
		ck_assert_int_eq(
			pel_tlm_adapter_caps(PEL_TLM_ADAPTER_EXTERNAL, codec, &mask),
			PEL_OK);
		ck_assert_uint_eq(mask, 0x7fffff);
		for (adapter = 1; adapter < 10; adapter++) {
			mask = 1;
			ck_assert_int_eq(pel_tlm_adapter_caps(adapter, codec, &mask),
					 PEL_ERR_UNSUPPORTED);
			ck_assert_uint_eq(mask, 0);
		}
	}
	mask = 1;
	ck_assert_int_eq(pel_tlm_adapter_caps(0, 1, &mask), PEL_ERR_INVALID);
	ck_assert_uint_eq(mask, 0);
	ck_assert_int_eq(pel_tlm_adapter_caps(11, 1, &mask), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_tlm_adapter_caps(10, 0, &mask), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_tlm_adapter_caps(10, 6, &mask), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_tlm_adapter_caps(10, 1, NULL), PEL_ERR_INVALID);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-telemetry");
	TCase *tc = tcase_create("validate");

	tcase_add_test(tc, test_good_ones);
	tcase_add_test(tc, test_names);
	tcase_add_test(tc, test_flags);
	tcase_add_test(tc, test_clear_bits);
	tcase_add_test(tc, test_tags);
	tcase_add_test(tc, test_depth_and_qp);
	tcase_add_test(tc, test_metrics);
	tcase_add_test(tc, test_bits);
	tcase_add_test(tc, test_grid);
	tcase_add_test(tc, test_largest_grid);
	tcase_add_test(tc, test_slots);
	tcase_add_test(tc, test_elements);
	tcase_add_loop_test(tc, test_element_ranges, 0, 6);
	tcase_add_test(tc, test_order);
	tcase_add_test(tc, test_caps);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-telemetry", make_suite);
}
