/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Telemetry as JSON, byte for byte, and numbers in it.
 */
#include "config.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pelorus/libcodec.h>

#include "guarded.h"
#include "interop-records.h"
#include "test.h"
#include "text.h"

/* --- numbers --- */

static const struct {
	float value;
	const char *want;
} numbers[] = {
	{ 0, "0" },
	{ -0.0f, "0" },
	{ 1, "1" },
	{ 30, "30" },
	{ 100, "100" },
	{ -12.5f, "-12.5" },
	{ 0.1f, "0.1" },
	{ 0.98f, "0.98" },
	{ 41.2f, "41.2" },
	{ 0.35f, "0.35" },
	{ 1.0f / 3, "0.33333334" },
	{ 16777216, "16777216" },
	{ 1e14f, "100000000000000" },
	{ 1e15f, "1e15" },
	{ 0.00001f, "0.00001" },
	{ 0.0000123f, "0.0000123" },
	{ 0.000001f, "1e-6" },
	{ 1.5e-7f, "1.5e-7" },
	{ FLT_MAX, "3.4028235e38" },
	{ FLT_MIN, "1.1754944e-38" },
	{ 1.4012985e-45f, "1e-45" },
	{ -FLT_MAX, "-3.4028235e38" },
	{ 8388608.5f, "8388608" },
	{ 9999999, "9999999" },
	{ 0.99999994f, "0.99999994" },
};

START_TEST(test_numbers)
{
	char buf[64];
	struct lc_text t = { buf, sizeof(buf) - 1, 0 };

	lc_text_put_float(&t, numbers[_i].value);
	buf[t.n] = '\0';
	ck_assert_str_eq(buf, numbers[_i].want);
}
END_TEST

/* As few digits as printf() needs to come back to the same float, of all kinds of floats. */
START_TEST(test_shortest)
{
	char buf[64], shortest[64];
	unsigned int i, digits;
	size_t have, n;
	uint32_t bits;
	float v;

	for (i = 0; i < 50000; i++) {
		struct lc_text t = { buf, sizeof(buf) - 1, 0 };

		bits = next_random() & 0x7fffffff;
		memcpy(&v, &bits, sizeof(v));
		if (!isfinite(v) || v == 0)
			continue;
		lc_text_put_float(&t, v);
		buf[t.n] = '\0';
		quick_assert(strtof(buf, NULL) == v);
		for (digits = 1; digits < 9; digits++) {
			snprintf(shortest, sizeof(shortest), "%.*e", (int)digits - 1, (double)v);
			if (strtof(shortest, NULL) == v)
				break;
		}
		for (have = n = 0; buf[n] && buf[n] != 'e'; n++)
			have += buf[n] >= '0' && buf[n] <= '9' && (have || buf[n] != '0');
		/* Zeros at the end of a whole number are none of its digits. */
		if (!strchr(buf, '.'))
			while (n > 1 && buf[n - 1] == '0')
				have--, n--;
		quick_assert(have <= digits);
	}
}
END_TEST

START_TEST(test_short_text)
{
	char buf[8] = "zzzzzzz";
	struct lc_text t = { buf, 3, 0 };

	lc_text_puts(&t, "ab");
	lc_text_puts(&t, "cde");
	lc_text_puts(&t, "f");
	ck_assert_uint_eq(t.n, 6);
	ck_assert_str_eq(buf, "abczzzz");
	t.n = SIZE_MAX - 1;
	lc_text_puts(&t, "abc");
	lc_text_puts(&t, "abc");
	ck_assert_uint_eq(t.n, SIZE_MAX);
}
END_TEST

/* --- texts --- */

#define ALL_KEYS                                                                         \
	"\"display_index\",\"decode_index\",\"frame_bytes\",\"header_bits\","               \
	"\"residual_bits\",\"avg_qp\",\"avg_qp_norm\",\"psnr_y\",\"psnr_u\",\"psnr_v\","   \
	"\"ssim_y\",\"intra_fraction\",\"inter_fraction\",\"skip_fraction\","              \
	"\"picture_type\",\"key_frame\",\"reference\",\"shown\",\"scene_cut\",\"qp_map\"," \
	"\"bits_map\",\"mode_map\",\"coded_bit_depth\""
#define HEAD(codec)                                                                      \
	"{\"schema\":\"pelorus/enc-telemetry/1\",\"codec\":\"" codec "\","                \
	"\"adapter\":\"external\",\"available\":[" ALL_KEYS "],\"unavailable\":[],"       \
	"\"frames\":["
#define FRAME                                                                            \
	"\"display_index\":4,\"decode_index\":1,\"frame_bytes\":1000,\"header_bits\":2000,"\
	"\"residual_bits\":6000,\"avg_qp\":30,\"psnr_y\":41.5,\"ssim_y\":0.98,"           \
	"\"intra_fraction\":0.25,\"inter_fraction\":0.5,\"skip_fraction\":0.25,"          \
	"\"picture_type\":\"p\",\"key_frame\":false,\"shown\":true,"
#define SCALE "\"qp_scale\":\"slice_qp\","
#define JSON_FRAME                                                                       \
	"{\"granularity\":\"frame\"," SCALE "\"metric_source\":\"encoder\"," FRAME         \
	"\"coded_bit_depth\":10}"
#define JSON_MAPS                                                                        \
	"{\"granularity\":\"block\"," SCALE "\"metric_source\":\"encoder\","               \
	"\"map_cols\":4,\"map_rows\":2,\"block_size_log2\":4," FRAME                       \
	"\"qp_map\":[30,31,32,33,29,30,31,51],"                                            \
	"\"bits_map\":[900,1200,40,0,0,3100,77,5],"                                        \
	"\"mode_map\":[\"intra\",\"inter\",\"inter\",\"skip\",\"skip\",\"inter\","         \
	"\"intra\",\"none\"],\"coded_bit_depth\":10}"
#define JSON_ROWS                                                                        \
	"{\"granularity\":\"row\"," SCALE "\"map_cols\":1,\"map_rows\":5,"                 \
	"\"block_size_log2\":6,\"display_index\":0,\"frame_bytes\":4625,\"avg_qp\":27,"   \
	"\"avg_qp_norm\":27,\"picture_type\":\"i\",\"key_frame\":true,\"shown\":true,"    \
	"\"bits_map\":[7000,8000,9000,10000,3000],\"coded_bit_depth\":8}"
#define JSON_ODD                                                                         \
	"{\"granularity\":\"block\",\"qp_scale\":\"av1_qindex\",\"map_cols\":3,"           \
	"\"map_rows\":1,\"block_size_log2\":6,\"display_index\":16,\"decode_index\":1,"   \
	"\"avg_qp\":54,\"picture_type\":\"p\",\"key_frame\":false,\"reference\":true,"    \
	"\"shown\":false,\"qp_map\":[54,255,0],\"mode_map\":[\"inter\",\"skip\","        \
	"\"intra\"],\"coded_bit_depth\":8}"

static const struct {
	const PelorusEncTelemetryInput *in;
	const char *want;
} texts[] = {
	{ &record_frame, HEAD("hevc") JSON_FRAME "]}" },
	{ &record_maps, HEAD("hevc") JSON_MAPS "]}" },
	{ &record_rows, HEAD("h264") JSON_ROWS "]}" },
	{ &record_odd, HEAD("av1") JSON_ODD "]}" },
};

/* With each room that is too small, and with the one that isn't. */
static void is_json(const PelorusEncTelemetryInput *frames, size_t n, const char *want)
{
	size_t length = strlen(want), size = 1, room;
	struct arena a = arena_make(length + 1);
	char *buf;

	ck_assert_int_eq(libcodec_pel_telemetry_to_json(frames, n, NULL, 0, &size),
			 PEL_ERR_RANGE);
	ck_assert_uint_eq(size, length);
	for (room = 0; room <= length; room++) {
		buf = (char *)arena_place(&a, room, true);
		size = 1;
		quick_assert(libcodec_pel_telemetry_to_json(frames, n, buf, room, &size) ==
			     PEL_ERR_RANGE);
		quick_assert(size == length);
	}
	buf = (char *)arena_place(&a, length + 1, true);
	ck_assert_int_eq(libcodec_pel_telemetry_to_json(frames, n, buf, length + 1, &size),
			 PEL_OK);
	ck_assert_uint_eq(size, length);
	ck_assert_str_eq(buf, want);
}

START_TEST(test_texts)
{
	is_json(texts[_i].in, 1, texts[_i].want);
}
END_TEST

START_TEST(test_frames)
{
	PelorusEncTelemetryInput frames[2] = { record_frame, record_maps };

	is_json(frames, 2, HEAD("hevc") JSON_FRAME "," JSON_MAPS "]}");
}
END_TEST

/* A quarter of a QP is what a map knows, below 0 too. */
START_TEST(test_quarters)
{
	PelorusEncTelemetryInput in = record_odd;
	char buf[2048];
	size_t size;

	in.frame.codec = PEL_TLM_CODEC_HEVC;
	in.frame.qp_scale = PEL_QP_SCALE_SLICE_QP;
	in.frame.coded_bit_depth = 10;
	in.frame.avg_qp = -0.0f;
	in.qp_map = (const int16_t[]){ -47, 5, 203 };
	ck_assert_int_eq(libcodec_pel_telemetry_to_json(&in, 1, buf, sizeof(buf), &size), PEL_OK);
	ck_assert(strstr(buf, "\"qp_map\":[-11.75,1.25,50.75]"));
	ck_assert(strstr(buf, "\"avg_qp\":0,"));
}
END_TEST

START_TEST(test_no_locale)
{
	static const char *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8" };
	unsigned int i;

	for (i = 0; i < 3 && !setlocale(LC_ALL, names[i]); i++)
		;
	is_json(&record_frame, 1, texts[0].want);
}
END_TEST

START_TEST(test_refused)
{
	PelorusEncTelemetryInput frames[2] = { record_frame, record_frame };
	char buf[4096];
	size_t size = 1;

#define GIVES(want, ...)                                                                 \
	do {                                                                             \
		size = 1;                                                                \
		ck_assert_int_eq(libcodec_pel_telemetry_to_json(__VA_ARGS__, &size), want); \
		ck_assert_uint_eq(size, 0);                                              \
	} while (0)
	GIVES(PEL_ERR_INVALID, NULL, 1, buf, sizeof(buf));
	GIVES(PEL_ERR_INVALID, frames, 0, buf, sizeof(buf));
	GIVES(PEL_ERR_INVALID, frames, 1, NULL, 1);
	frames[1].frame.codec = PEL_TLM_CODEC_H264;
	GIVES(PEL_ERR_INVALID, frames, 2, buf, sizeof(buf));
	frames[1] = record_frame;
	frames[1].frame.header_bits = 2001;
	GIVES(PEL_ERR_RANGE, frames, 2, buf, sizeof(buf));
#undef GIVES
	ck_assert_int_eq(libcodec_pel_telemetry_to_json(frames, 1, buf, sizeof(buf), NULL),
			 PEL_ERR_INVALID);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-telemetry-json");
	TCase *tc = tcase_create("numbers");

	tcase_add_loop_test(tc, test_numbers, 0, sizeof(numbers) / sizeof(numbers[0]));
	tcase_add_test(tc, test_shortest);
	tcase_add_test(tc, test_short_text);
	suite_add_tcase(s, tc);

	tc = tcase_create("json");
	tcase_add_loop_test(tc, test_texts, 0, 4);
	tcase_add_test(tc, test_frames);
	tcase_add_test(tc, test_quarters);
	tcase_add_test(tc, test_no_locale);
	tcase_add_test(tc, test_refused);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-telemetry-json", make_suite);
}
