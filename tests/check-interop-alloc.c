/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Of libcodec-interop only pel_blob_pack() allocates, once, and gives up where there is no
 * memory.
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include <pelorus/carrier.h>
#include <pelorus/encode_record.h>
#include <pelorus/libcodec.h>

#include "alloc-counter.h"
#include "encode-record.h"
#include "interop-golden.h"
#include "interop-records.h"
#include "test.h"

static const PelorusMotionSection motion = { .block_size_log2 = 4 };
static const PelorusPackSection list = { PEL_SEC_MOTION, &motion, sizeof(motion) };
static const PelorusSideData meta = { .producer_id = 1 };

static void setup(void)
{
	if (!ALLOC_COUNTING)
		test_skip("malloc-counter", "malloc can't be counted in this build");
}

/* No memory: the linker leads pel_blob_pack()'s malloc here. */
static bool exhausted;

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n)
{
	return exhausted ? NULL : __real_malloc(n);
}

START_TEST(test_exhausted)
{
	uint8_t *blob = (uint8_t *)golden_record;
	size_t size = 7;
	pel_result r;

	exhausted = true;
	r = pel_blob_pack(&meta, &list, 1, &blob, &size);
	exhausted = false;
	ck_assert_int_eq(r, PEL_ERR_NOMEM);
	ck_assert_ptr_null(blob);
	ck_assert_uint_eq(size, 0);
}
END_TEST

START_TEST(test_pack)
{
	long bytes = alloc_bytes, taken, left;
	unsigned long calls = alloc_calls;
	uint8_t *blob;
	size_t size;
	pel_result r;

	r = pel_blob_pack(&meta, &list, 1, &blob, &size);
	taken = alloc_bytes - bytes;
	pel_blob_free(blob);
	left = alloc_bytes - bytes;
	calls = alloc_calls - calls;
	/* Only now, since Check allocates, too. */
	ck_assert_int_eq(r, PEL_OK);
	ck_assert_uint_eq(calls, 2);
	ck_assert_int_ge(taken, (long)size);
	ck_assert_int_eq(left, 0);

	/* What is refused is refused before. */
	calls = alloc_calls;
	r = pel_blob_pack(&meta, &list, 33, &blob, &size);
	calls = alloc_calls - calls;
	ck_assert_int_eq(r, PEL_ERR_RANGE);
	ck_assert_uint_eq(calls, 0);
}
END_TEST

static void call_all(void)
{
	PelorusQpReportInput in = { .blk_cols = 2, .blk_rows = 1 };
	static const int8_t blocks[2] = { 30, 31 };
	PelorusEncodeRecordSection record;
	PelorusQpReportSection report;
	uint8_t buf[512], carrier[512];
	PelorusX265Frame frames[4];
	char text[PEL_DIGEST_TEXT_SIZE];
	const uint8_t *unwrapped;
	const void *p;
	int8_t cell;
	uint32_t edge;
	size_t size, n;

	in.block_qp = blocks;
	memcpy(&record, golden_record + 80, sizeof(record));
	if (pel_blob_pack_into(&meta, &list, 1, buf, sizeof(buf), &size) ||
	    !pel_blob_is_present(buf, size) ||
	    pel_blob_find_section(buf, size, PEL_SEC_MOTION, 36, &p, &n) ||
	    pel_blob_map(golden_telemetry_maps, sizeof(golden_telemetry_maps), 168, 16, 8, 2,
			 &p) ||
	    pel_blob_carrier_encode(buf, size, carrier, sizeof(carrier), &n) ||
	    pel_blob_unwrap(carrier, n, buf, sizeof(buf), &unwrapped, &size) ||
	    pel_encode_record_digest_text(&record, 48, text, sizeof(text)) ||
	    pel_qp_report_from_blocks(&in, 1, 1, &report, &cell, 1) ||
	    pel_x265_csv_parse("/dev/null", frames, 4, &n) != PEL_ERR_ABSENT ||
	    libcodec_pel_motion_edge(&motion, 36, 32, 32, 2, 2, &edge) !=
		    LIBCODEC_PEL_EDGE_NAMED ||
	    !pel_result_str(PEL_OK) || !pelorus_version_string() || !pelorus_version())
		ck_abort_msg("a call failed");
	memset(frames, 0, sizeof(frames));
	if (pel_qp_report_from_x265_frames(frames, 4, NULL, &report))
		ck_abort_msg("a call failed");
}

/* Records of all levels, and into every kind of room. */
static void call_all_of_records(void)
{
	static const char json[] = "{\"b\":[{\"d\":[{\"f\":\"\\u00e9\"}],\"c\":\"1\"}]}";
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE];
	char number[PEL_ENCODE_RECORD_SCALAR_SIZE];
	static char buf[1024];
	size_t len;

	if (pel_encode_record_int(-1, number) || pel_encode_record_f64(0.5, number) ||
	    pel_encode_record_build(&worked_input, NULL, 0, &len) != PEL_ERR_RANGE ||
	    pel_encode_record_build(&worked_input, buf, sizeof(buf), &len) ||
	    pel_encode_record_verify(buf, len, NULL) ||
	    pel_encode_record_hash(json, strlen(json), digest) ||
	    pel_encode_record_canonicalize(json, strlen(json), buf, sizeof(buf), &len) ||
	    pel_encode_record_canonicalize(json, 9, buf, sizeof(buf), &len) !=
		    PEL_ERR_INVALID)
		ck_abort_msg("a call failed");
}

/* With all maps, to a blob, back and to JSON. */
static void call_all_of_telemetry(void)
{
	static char text[4096];
	static uint8_t buf[512];
	PelorusEncTelemetrySection t;
	const void *found;
	uint32_t elements;
	uint64_t mask;
	float norm;
	size_t n;

	if (pel_enc_telemetry_validate(&record_maps) ||
	    pel_enc_telemetry_blob_size(&record_maps, &n) ||
	    pel_enc_telemetry_pack(&meta, &record_maps, buf, sizeof(buf), &n) ||
	    pel_tlm_adapter_caps(PEL_TLM_ADAPTER_EXTERNAL, PEL_TLM_CODEC_AV1, &mask) ||
	    pel_qp_normalize(PEL_QP_SCALE_AV1_ENCODER_QP, 10, 30.5f, &norm) ||
	    libcodec_pel_telemetry_to_json(&record_maps, 1, text, sizeof(text), &n))
		ck_abort_msg("a call failed");
	memcpy(&t, buf + 80, sizeof(t));
	if (pel_enc_telemetry_map(buf, sizeof(golden_telemetry_maps), &t, sizeof(t),
				  PEL_TLM_F_QP_MAP, &found, &elements))
		ck_abort_msg("a call failed");
}

static void call_all_of_options(void)
{
	static const char *const args[] = { "--crf", "24.5", "--b_adapt", "2", "--new", "x" };
	PelorusEncodeParam params[4], unknown[4];
	const char *values[8];
	char text[256];
	struct libcodec_pel_options o = {
		.struct_size = sizeof(o),
		.cap_params = 4,
		.cap_unknown_params = 4,
		.cap_values = 8,
		.cap_text = sizeof(text),
		.params = params,
		.unknown_params = unknown,
		.values = values,
		.text = text,
	};

	if (libcodec_pel_options_parse(LIBCODEC_PEL_ENCODER_X264, args, 6, &o) ||
	    o.nb_params != 2 || o.nb_unknown_params != 1)
		ck_abort_msg("a call failed");
}

START_TEST(test_others)
{
	unsigned long calls = alloc_calls;

	call_all();
	call_all_of_records();
	call_all_of_telemetry();
	call_all_of_options();
	calls = alloc_calls - calls;
	ck_assert_uint_eq(calls, 0);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-alloc");
	TCase *tc = tcase_create("alloc");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, test_pack);
	tcase_add_test(tc, test_others);
	suite_add_tcase(s, tc);

	tc = tcase_create("exhausted");
	tcase_add_test(tc, test_exhausted);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-alloc", make_suite);
}
