/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The numbers of the Pelorus interop ABI 1.4, which are promises: constants, bits and names,
 * results and their words. The layout of structs is asserted in the headers.
 */
#include "config.h"

#include <string.h>

#include <pelorus/carrier.h>
#include <pelorus/encode_record.h>
#include <pelorus/libcodec.h>
#include <pelorus/telemetry.h>

#include "test.h"

struct number {
	uint64_t is, want;
};

#define CHECK_NUMBERS(table)                                                             \
	do {                                                                             \
		for (size_t i = 0; i < sizeof(table) / sizeof((table)[0]); i++)          \
			ck_assert_msg((table)[i].is == (table)[i].want, "row %zu", i);   \
	} while (0)

START_TEST(test_identity)
{
	static const uint8_t uuid[] = { 0xe1, 0xd7, 0xc4, 0xa2, 0x6b, 0x93, 0x4f, 0x08,
					0x9a, 0x55, 0x0f, 0x3c, 0x2d, 0xb1, 0x7e, 0x64 };
	static const uint8_t carrier[] = { 0x3f, 0x9b, 0x37, 0xb8, 0xfd, 0x9a, 0x46, 0x21,
					   0x92, 0x0e, 0x9b, 0x78, 0xb5, 0x5c, 0xf9, 0xb5 };
	static const uint8_t magic[] = { 0x50, 0x45, 0x4c, 0x4f, 0x52, 0x31, 0, 0 };

	ck_assert_uint_eq(PELORUS_SIDEDATA_UUID_LEN, 16);
	ck_assert_uint_eq(sizeof(pelorus_sidedata_uuid), 16);
	ck_assert_uint_eq(sizeof(pelorus_carrier_uuid), 16);
	ck_assert_mem_eq(pelorus_sidedata_uuid, uuid, 16);
	ck_assert_mem_eq(pelorus_carrier_uuid, carrier, 16);
	ck_assert_uint_eq(PELORUS_MAGIC_LEN, 8);
	ck_assert_mem_eq(PELORUS_MAGIC_STR, magic, 8);
	ck_assert_uint_eq(PEL_FOURCC('P', 'L', 'R', 'S'), 0x53524c50);
	ck_assert_uint_eq(PEL_FOURCC(0xff, 0xfe, 0xfd, 0xfc), 0xfcfdfeff);
	ck_assert_uint_eq(LIBCODEC_PEL_PRODUCER, 0x4344434c);
	ck_assert_str_eq(PEL_ENCODE_RECORD_SCHEMA, "pelorus/encode-record/1");
}
END_TEST

START_TEST(test_constants)
{
	static const struct number table[] = {
		{ PELORUS_ABI_MAJOR, 1 },
		{ PELORUS_ABI_MINOR, 4 },
		{ PELORUS_CARRIER_MINOR, 5 },
		{ PEL_TLM_MAP_MAX_ELEMS, 1048576 },
		{ PEL_TLM_KNOWN_MASK, 0x7fffff },
		{ PEL_ENCODE_RECORD_MAJOR, 1 },
		{ PEL_ENCODE_RECORD_LOCATOR_MAX, 4096 },
		{ PEL_DIGEST_TEXT_SIZE, 72 },
		{ PEL_ENCODE_RECORD_MAX_BYTES, 65536 },
		{ PEL_ENCODE_RECORD_MAX_MEMBERS, 256 },
		{ PEL_ENCODE_RECORD_MAX_ARRAY, 64 },
		{ PEL_ENCODE_RECORD_MAX_DEPTH, 4 },
		{ PEL_ENCODE_RECORD_MAX_KEY, 64 },
		{ PEL_ENCODE_RECORD_MAX_VALUE, 1024 },
		{ PEL_ENCODE_RECORD_DIGEST_SIZE, 32 },
		{ PEL_ENCODE_RECORD_SCALAR_SIZE, 24 },
		{ PEL_CARRIER_MAX_LEN(0), 1 },
		{ PEL_CARRIER_MAX_LEN(253), 254 },
		{ PEL_CARRIER_MAX_LEN(254), 256 },
		{ PEL_CARRIER_MAX_LEN(508 + 1), 512 },
		{ sizeof(PEL_CARRIER_MAX_LEN((uint8_t)0)), sizeof(size_t) },
	};

	CHECK_NUMBERS(table);
}
END_TEST

START_TEST(test_enumerations)
{
	static const struct number table[] = {
		{ PEL_SEC_BANDING, 0x1 },
		{ PEL_SEC_VARIANCE, 0x2 },
		{ PEL_SEC_DENOISE, 0x4 },
		{ PEL_SEC_FILMGRAIN, 0x8 },
		{ PEL_SEC_MOTION, 0x10 },
		{ PEL_SEC_QPREPORT, 0x20 },
		{ PEL_SEC_MOTION_CONF, 0x40 },
		{ PEL_SEC_COMPLEXITY, 0x80 },
		{ PEL_SEC_ENC_TELEMETRY, 0x100 },
		{ PEL_SEC_ENCODE_RECORD, 0x200 },
		{ PEL_LAYOUT_420, 0 },
		{ PEL_LAYOUT_422, 1 },
		{ PEL_LAYOUT_444, 2 },
		{ PEL_GRAIN_NONE, 0 },
		{ PEL_GRAIN_AOM, 1 },
		{ PEL_GRAIN_H274, 2 },
		{ PEL_QPSRC_NONE, 0 },
		{ PEL_QPSRC_QSV, 1 },
		{ PEL_QPSRC_NVENC, 2 },
		{ PEL_QPSRC_VULKAN, 3 },
		{ PEL_MOTION_CONF_SAD, 0 },
		{ PEL_TLM_CODEC_H264, 1 },
		{ PEL_TLM_CODEC_HEVC, 2 },
		{ PEL_TLM_CODEC_VVC, 3 },
		{ PEL_TLM_CODEC_AV1, 4 },
		{ PEL_TLM_CODEC_VP9, 5 },
		{ PEL_QP_SCALE_SLICE_QP, 1 },
		{ PEL_QP_SCALE_AV1_QINDEX, 2 },
		{ PEL_QP_SCALE_VP9_QINDEX, 3 },
		{ PEL_QP_SCALE_AV1_ENCODER_QP, 4 },
		{ PEL_PICTURE_I, 1 },
		{ PEL_PICTURE_P, 2 },
		{ PEL_PICTURE_B, 3 },
		{ PEL_TLM_GRAN_FRAME, 1 },
		{ PEL_TLM_GRAN_ROW, 2 },
		{ PEL_TLM_GRAN_BLOCK, 3 },
		{ PEL_BLOCK_MODE_NONE, 0 },
		{ PEL_BLOCK_MODE_INTRA, 1 },
		{ PEL_BLOCK_MODE_INTER, 2 },
		{ PEL_BLOCK_MODE_SKIP, 3 },
		{ PEL_TLM_METRIC_ENCODER, 1 },
		{ PEL_TLM_METRIC_ADAPTER_SSE, 2 },
		{ PEL_TLM_ADAPTER_FFMPEG_QUALITY_STATS, 1 },
		{ PEL_TLM_ADAPTER_X265_CSV, 2 },
		{ PEL_TLM_ADAPTER_SVTAV1_STAT_FILE, 3 },
		{ PEL_TLM_ADAPTER_LIBAOM_STATS, 4 },
		{ PEL_TLM_ADAPTER_VVENC_LOG, 5 },
		{ PEL_TLM_ADAPTER_QSV, 6 },
		{ PEL_TLM_ADAPTER_NVENC, 7 },
		{ PEL_TLM_ADAPTER_AMF, 8 },
		{ PEL_TLM_ADAPTER_VULKAN_FEEDBACK, 9 },
		{ PEL_TLM_ADAPTER_EXTERNAL, 10 },
		{ PEL_DIGEST_ALG_SHA256, 1 },
		{ PEL_LOCATOR_NONE, 0 },
		{ PEL_LOCATOR_MEDIA_PATH, 1 },
		{ PEL_LOCATOR_URI, 2 },
		{ PEL_TLM_FRAME_KEY, 1 },
		{ PEL_TLM_FRAME_REFERENCE, 2 },
		{ PEL_TLM_FRAME_SHOWN, 4 },
		{ PEL_TLM_FRAME_SCENE_CUT, 8 },
	};

	CHECK_NUMBERS(table);
}
END_TEST

/* In the order of their bits, so that all of them together are the known ones. */
START_TEST(test_presence_bits)
{
	static const uint64_t bits[] = {
		PEL_TLM_F_DISPLAY_INDEX, PEL_TLM_F_DECODE_INDEX,   PEL_TLM_F_FRAME_BYTES,
		PEL_TLM_F_HEADER_BITS,   PEL_TLM_F_RESIDUAL_BITS,  PEL_TLM_F_AVG_QP,
		PEL_TLM_F_AVG_QP_NORM,   PEL_TLM_F_PSNR_Y,         PEL_TLM_F_PSNR_U,
		PEL_TLM_F_PSNR_V,        PEL_TLM_F_SSIM_Y,         PEL_TLM_F_INTRA_FRACTION,
		PEL_TLM_F_INTER_FRACTION, PEL_TLM_F_SKIP_FRACTION, PEL_TLM_F_PICTURE_TYPE,
		PEL_TLM_F_KEY_FRAME,     PEL_TLM_F_REFERENCE,      PEL_TLM_F_SHOWN,
		PEL_TLM_F_SCENE_CUT,     PEL_TLM_F_QP_MAP,         PEL_TLM_F_BITS_MAP,
		PEL_TLM_F_MODE_MAP,      PEL_TLM_F_CODED_BIT_DEPTH,
	};
	uint64_t all = 0;
	size_t i;

	for (i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		ck_assert_uint_eq(bits[i], UINT64_C(1) << i);
		all |= bits[i];
	}
	ck_assert_uint_eq(i, 23);
	ck_assert_uint_eq(all, PEL_TLM_KNOWN_MASK);
}
END_TEST

static const struct {
	pel_result r;
	int number;
	const char *words;
} results[] = {
	{ PEL_OK, 0, "ok" },
	{ PEL_ERR_INVALID, -1, "invalid argument" },
	{ PEL_ERR_NOMEM, -2, "out of memory" },
	{ PEL_ERR_RANGE, -3, "value out of range" },
	{ PEL_ERR_ABI, -4, "ABI major mismatch / corrupt framing" },
	{ PEL_ERR_ABSENT, -5, "data not present" },
	{ PEL_ERR_TRUNCATED, -6, "buffer truncated" },
	{ PEL_ERR_UNSUPPORTED, -7, "unsupported" },
	{ PEL_ERR_MISMATCH, -8, "digest mismatch" },
	{ (pel_result)-9, -9, "unknown error" },
	{ (pel_result)1, 1, "unknown error" },
	{ (pel_result)INT32_MIN, INT32_MIN, "unknown error" },
};

START_TEST(test_results)
{
	ck_assert_int_eq(results[_i].r, results[_i].number);
	ck_assert_str_eq(pel_result_str(results[_i].r), results[_i].words);
}
END_TEST

START_TEST(test_version)
{
	ck_assert_int_eq(PELORUS_VERSION_MAJOR, 0);
	ck_assert_int_eq(PELORUS_VERSION_MINOR, 4);
	ck_assert_int_eq(PELORUS_VERSION_PATCH, 0);
	ck_assert_int_eq(PELORUS_VERSION_INT, 0x000400);
	ck_assert_int_eq(pelorus_version(), 0x000400);
	ck_assert_str_eq(PELORUS_VERSION_STR, "0.4.0");
	ck_assert_str_eq(pelorus_version_string(), "0.4.0");
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-values");
	TCase *tc = tcase_create("values");

	tcase_add_test(tc, test_identity);
	tcase_add_test(tc, test_constants);
	tcase_add_test(tc, test_enumerations);
	tcase_add_test(tc, test_presence_bits);
	tcase_add_loop_test(tc, test_results, 0, sizeof(results) / sizeof(results[0]));
	tcase_add_test(tc, test_version);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-values", make_suite);
}
