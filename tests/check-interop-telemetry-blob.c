/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Telemetry in blobs: written as the goldens are, and read by hostile ones' readers, too.
 */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <pelorus/telemetry.h>

#include "guarded.h"
#include "interop-golden.h"
#include "interop-records.h"
#include "test.h"

static const struct {
	const PelorusEncTelemetryInput *in;
	const uint8_t *blob;
	size_t size;
} cases[] = {
	{ &record_frame, golden_telemetry_frame, sizeof(golden_telemetry_frame) },
	{ &record_maps, golden_telemetry_maps, sizeof(golden_telemetry_maps) },
	{ &record_rows, golden_telemetry_rows, sizeof(golden_telemetry_rows) },
	{ &record_odd, golden_telemetry_odd, sizeof(golden_telemetry_odd) },
};

/* --- written --- */

START_TEST(test_goldens)
{
	struct arena a = arena_make(cases[_i].size);
	uint8_t *buf = arena_place(&a, cases[_i].size, true);
	PelorusEncTelemetryInput in = *cases[_i].in;
	size_t size = 1;

	/* What the packer fills in itself. */
	memset(in.frame._pad, 0x55, sizeof(in.frame._pad));
	if (in.qp_map)
		in.frame.qp_map_offset = in.frame.qp_map_size = 0x5555;
	ck_assert_int_eq(pel_enc_telemetry_blob_size(&in, &size), PEL_OK);
	ck_assert_uint_eq(size, cases[_i].size);
	memset(buf, 0xaa, size);
	size = 1;
	ck_assert_int_eq(
		pel_enc_telemetry_pack(&record_meta, &in, buf, cases[_i].size, &size),
		PEL_OK);
	ck_assert_uint_eq(size, cases[_i].size);
	ck_assert_mem_eq(buf, cases[_i].blob, size);
}
END_TEST

START_TEST(test_short_and_long)
{
	uint8_t buf[512], before[512];
	size_t size = 1;

	memset(buf, 0xaa, sizeof(buf));
	memcpy(before, buf, sizeof(buf));
	ck_assert_int_eq(pel_enc_telemetry_pack(&record_meta, cases[_i].in, buf,
						cases[_i].size - 1, &size),
			 PEL_ERR_RANGE);
	ck_assert_uint_eq(size, cases[_i].size);
	ck_assert_mem_eq(buf, before, sizeof(buf));
	ck_assert_int_eq(pel_enc_telemetry_pack(&record_meta, cases[_i].in, buf,
						sizeof(buf), &size),
			 PEL_OK);
	ck_assert_mem_eq(buf + cases[_i].size, before, sizeof(buf) - cases[_i].size);
}
END_TEST

START_TEST(test_refused)
{
	PelorusEncTelemetryInput bad = record_maps;
	uint8_t buf[512] = { 0 };
	static const uint8_t zeros[512];
	size_t size = 1;

	bad.frame.codec = 0;
	ck_assert_int_eq(pel_enc_telemetry_blob_size(&bad, &size), PEL_ERR_INVALID);
	ck_assert_uint_eq(size, 0);
	ck_assert_int_eq(pel_enc_telemetry_blob_size(NULL, &size), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_enc_telemetry_blob_size(&record_maps, NULL),
			 PEL_ERR_INVALID);
	size = 1;
	ck_assert_int_eq(
		pel_enc_telemetry_pack(&record_meta, &bad, buf, sizeof(buf), &size),
		PEL_ERR_INVALID);
	ck_assert_uint_eq(size, 0);
	bad.frame.codec = PEL_TLM_CODEC_HEVC;
	bad.frame.block_size_log2 = 1;
	size = 1;
	ck_assert_int_eq(pel_enc_telemetry_pack(&record_meta, &bad, buf, 1, &size),
			 PEL_ERR_RANGE);
	ck_assert_uint_eq(size, 0);
	ck_assert_int_eq(
		pel_enc_telemetry_pack(NULL, &record_maps, buf, sizeof(buf), &size),
		PEL_ERR_INVALID);
	ck_assert_int_eq(
		pel_enc_telemetry_pack(&record_meta, NULL, buf, sizeof(buf), &size),
		PEL_ERR_INVALID);
	ck_assert_int_eq(
		pel_enc_telemetry_pack(&record_meta, &record_maps, NULL, 0, &size),
		PEL_ERR_INVALID);
	ck_assert_int_eq(pel_enc_telemetry_pack(&record_meta, &record_maps, buf,
						sizeof(buf), NULL),
			 PEL_ERR_INVALID);
	ck_assert_mem_eq(buf, zeros, sizeof(buf));
}
END_TEST

/* The most that there may be: 2^20 elements of each map. */
START_TEST(test_largest)
{
	const size_t n = PEL_TLM_MAP_MAX_ELEMS, want = 16 + 168 + 7340032;
	PelorusEncTelemetryInput in = record_maps;
	int16_t *qp = calloc(n, sizeof(*qp));
	uint32_t *bits = calloc(n, sizeof(*bits));
	uint8_t *modes = calloc(n, 1), *buf = malloc(want);
	PelorusEncTelemetrySection t;
	const void *found;
	uint32_t elements;
	size_t size;

	ck_assert(qp && bits && modes && buf);
	qp[n - 1] = 99;
	bits[n - 1] = 0x12345678;
	modes[n - 1] = 3;
	in.frame.map_cols = in.frame.map_rows = 1024;
	in.qp_map = qp;
	in.bits_map = bits;
	in.mode_map = modes;
	ck_assert_int_eq(pel_enc_telemetry_pack(&record_meta, &in, buf, want, &size),
			 PEL_OK);
	ck_assert_uint_eq(size, want);
	memcpy(&t, buf + 80, sizeof(t));
	ck_assert_int_eq(pel_enc_telemetry_map(buf, size, &t, sizeof(t),
					       PEL_TLM_F_BITS_MAP, &found, &elements),
			 PEL_OK);
	ck_assert_uint_eq(elements, n);
	ck_assert_mem_eq(found, bits, n * sizeof(*bits));
	free(buf);
	free(modes);
	free(bits);
	free(qp);
}
END_TEST

/* --- read --- */

static PelorusEncTelemetrySection section_of(const uint8_t *blob, size_t size)
{
	PelorusEncTelemetrySection t = { .present_mask = 0 };
	const void *found;
	size_t got;

	ck_assert_int_eq(pel_blob_find_section(blob, size, PEL_SEC_ENC_TELEMETRY,
					       sizeof(t), &found, &got),
			 PEL_OK);
	ck_assert_uint_eq(got, sizeof(t));
	memcpy(&t, found, sizeof(t));
	return t;
}

static pel_result map_of(const uint8_t *blob, size_t size,
			 const PelorusEncTelemetrySection *t, uint64_t bit)
{
	const void *found = blob;
	uint32_t n = 77;
	pel_result r = pel_enc_telemetry_map(blob, size, t, sizeof(*t), bit, &found, &n);

	quick_assert(r == PEL_OK ? n > 0 && found : n == 0 && !found);
	return r;
}

START_TEST(test_maps)
{
	PelorusEncTelemetrySection t;
	const void *found;
	uint32_t n;

#define IS_MAP(bit, blob, map, count)                                               \
	do {                                                                        \
		t = section_of(blob, sizeof(blob));                                 \
		ck_assert_int_eq(pel_enc_telemetry_map(blob, sizeof(blob), &t,      \
						       sizeof(t), bit, &found, &n), \
				 PEL_OK);                                           \
		ck_assert_uint_eq(n, count);                                        \
		ck_assert_mem_eq(found, map, (count) * sizeof(*(map)));             \
	} while (0)
	IS_MAP(PEL_TLM_F_QP_MAP, golden_telemetry_maps, record_maps.qp_map, 8);
	IS_MAP(PEL_TLM_F_BITS_MAP, golden_telemetry_maps, record_maps.bits_map, 8);
	IS_MAP(PEL_TLM_F_MODE_MAP, golden_telemetry_maps, record_maps.mode_map, 8);
	IS_MAP(PEL_TLM_F_BITS_MAP, golden_telemetry_rows, record_rows.bits_map, 5);
	IS_MAP(PEL_TLM_F_QP_MAP, golden_telemetry_odd, record_odd.qp_map, 3);
	IS_MAP(PEL_TLM_F_MODE_MAP, golden_telemetry_odd, record_odd.mode_map, 3);
#undef IS_MAP
}
END_TEST

START_TEST(test_no_maps)
{
	const size_t size = sizeof(golden_telemetry_maps);
	const uint8_t *blob = golden_telemetry_maps;
	const PelorusEncTelemetrySection good = section_of(blob, size);
	const void *found = blob;
	uint32_t n = 1;

#define GIVES(want, ...)                                                            \
	do {                                                                        \
		PelorusEncTelemetrySection t = good;                                \
                                                                                    \
		__VA_ARGS__;                                                        \
		ck_assert_msg(map_of(blob, size, &t, PEL_TLM_F_MODE_MAP) == (want), \
			      "%s", #__VA_ARGS__);                                  \
	} while (0)
	GIVES(PEL_OK, );
	GIVES(PEL_ERR_ABSENT, t.present_mask &= ~PEL_TLM_F_MODE_MAP);
	GIVES(PEL_ERR_ABSENT, t.granularity = PEL_TLM_GRAN_FRAME);
	GIVES(PEL_ERR_ABSENT, t.granularity = 4);
	GIVES(PEL_ERR_ABI, t.map_cols = 0);
	GIVES(PEL_ERR_ABI, t.map_rows = 0);
	GIVES(PEL_ERR_ABI, t.map_cols = 1024; t.map_rows = 1025);
	GIVES(PEL_ERR_ABI, t.map_cols = 65535; t.map_rows = 65535);
	GIVES(PEL_ERR_ABI, t.block_size_log2 = 1);
	GIVES(PEL_ERR_ABI, t.block_size_log2 = 8);
	GIVES(PEL_ERR_ABI, t.granularity = PEL_TLM_GRAN_ROW);
	GIVES(PEL_ERR_ABI, t.mode_map_size = 9);
	GIVES(PEL_ERR_ABI, t.mode_map_offset = 12);
	GIVES(PEL_ERR_ABI, t.mode_map_offset = 56);
	GIVES(PEL_ERR_TRUNCATED, t.mode_map_offset = 224);
	GIVES(PEL_ERR_TRUNCATED, t.mode_map_offset = 0xfffffff8);
#undef GIVES
	ck_assert_int_eq(map_of(blob, size, &good, PEL_TLM_F_SHOWN), PEL_ERR_INVALID);
	ck_assert_int_eq(map_of(blob, size, &good, 0), PEL_ERR_INVALID);
	ck_assert_int_eq(map_of(blob, size, &good, PEL_TLM_F_QP_MAP | PEL_TLM_F_MODE_MAP),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(map_of(NULL, size, &good, PEL_TLM_F_QP_MAP), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_enc_telemetry_map(blob, size, &good, 103, PEL_TLM_F_QP_MAP,
					       &found, &n),
			 PEL_ERR_INVALID);
	ck_assert(!found && !n);
	ck_assert_int_eq(pel_enc_telemetry_map(blob, size, NULL, 104, PEL_TLM_F_QP_MAP,
					       &found, &n),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(
		pel_enc_telemetry_map(blob, size, &good, 104, PEL_TLM_F_QP_MAP, NULL, &n),
		PEL_ERR_INVALID);
	ck_assert_int_eq(pel_enc_telemetry_map(blob, size, &good, 104, PEL_TLM_F_QP_MAP,
					       &found, NULL),
			 PEL_ERR_INVALID);
}
END_TEST

static void read_all(const uint8_t *blob, size_t size)
{
	static const uint64_t bits[] = { PEL_TLM_F_QP_MAP, PEL_TLM_F_BITS_MAP,
					 PEL_TLM_F_MODE_MAP };
	static const uint32_t sizes[] = { 2, 4, 1 };
	PelorusEncTelemetrySection t;
	const void *found;
	unsigned int i;
	uint32_t n;
	size_t got;

	if (pel_blob_find_section(blob, size, PEL_SEC_ENC_TELEMETRY, sizeof(t), &found,
				  &got) != PEL_OK ||
	    got < sizeof(t))
		return;
	memcpy(&t, found, sizeof(t));
	for (i = 0; i < 3; i++)
		if (pel_enc_telemetry_map(blob, size, &t, got, bits[i], &found, &n) ==
		    PEL_OK)
			quick_assert((const uint8_t *)found >= blob + 80 &&
				     n <= PEL_TLM_MAP_MAX_ELEMS &&
				     n * sizes[i] <= (size_t)(blob + size -
							      (const uint8_t *)found));
}

/* Cut off at each byte, and with each bit of each byte turned. */
START_TEST(test_hostile)
{
	struct arena a = arena_make(cases[_i].size);
	size_t size = cases[_i].size, i;
	uint8_t *blob;
	unsigned int bit;

	for (i = 0; i <= size; i++) {
		blob = arena_place(&a, i, true);
		memcpy(blob, cases[_i].blob, i);
		read_all(blob, i);
	}
	blob = arena_place(&a, size, true);
	for (i = 0; i < size; i++)
		for (bit = 0; bit < 8; bit++) {
			blob[i] ^= (uint8_t)(1u << bit);
			read_all(blob, size);
			blob[i] ^= (uint8_t)(1u << bit);
		}
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-telemetry-blob");
	TCase *tc = tcase_create("pack");

	tcase_add_loop_test(tc, test_goldens, 0, 4);
	tcase_add_loop_test(tc, test_short_and_long, 0, 4);
	tcase_add_test(tc, test_refused);
	tcase_add_test(tc, test_largest);
	suite_add_tcase(s, tc);

	tc = tcase_create("map");
	tcase_add_test(tc, test_maps);
	tcase_add_test(tc, test_no_maps);
	tcase_add_loop_test(tc, test_hostile, 0, 4);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-telemetry-blob", make_suite);
}
