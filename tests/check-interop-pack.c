/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Blobs that are packed: byte by byte what they must be, in whatever room they get, and the
 * order in which a wrong list is refused.
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include <pelorus/interop.h>

#include "guarded.h"
#include "interop-golden.h"
#include "interop-records.h"
#include "test.h"

#define ROOM 512

/* The header of most goldens, of motion and of telemetry. */
static const PelorusSideData common = {
	.frame_pts = 123456,
	.bit_depth = 10,
	.grid_cols = 16,
	.grid_rows = 9,
	.producer_id = PEL_FOURCC('P', 'L', 'R', 'S'),
};

static const PelorusMotionSection motion = {
	.global_motion_x = 1.5f,
	.global_motion_y = -0.25f,
	.motion_magnitude_mean = 2,
	.motion_magnitude_p95 = 7.5f,
	.motion_entropy = 0.5f,
	.has_scene_cut = 1,
	.block_size_log2 = 3,
};

/* Whether all bytes from @from up to @to are that one. */
static bool all_are(const uint8_t *p, size_t from, size_t to, uint8_t byte)
{
	for (; from < to; from++)
		if (p[from] != byte)
			return false;
	return true;
}

/* A blob under construction, with bytes behind it that nobody may write. */
struct work {
	uint8_t buf[ROOM];
	size_t size;
};

static void pack_one(struct work *w, const PelorusSideData *meta, enum pel_section id,
		     const void *data, uint32_t size)
{
	const PelorusPackSection list = { id, data, size };

	memset(w->buf, 0xee, ROOM);
	ck_assert_int_eq(pel_blob_pack_into(meta, &list, 1, w->buf, ROOM, &w->size), PEL_OK);
	ck_assert_uint_le(w->size, ROOM);
	ck_assert(all_are(w->buf, w->size, ROOM, 0xee));
}

/* As a producer does it: the map at the next multiple of 8, and the image ends with it. */
static void append(struct work *w, const void *map, size_t size)
{
	uint32_t total;

	while (w->size % 8)
		w->buf[w->size++] = 0;
	ck_assert_uint_le(w->size + size, ROOM);
	memcpy(w->buf + w->size, map, size);
	w->size += size;
	total = (uint32_t)(w->size - 16);
	memcpy(w->buf + 16 + 12, &total, 4);
}

#define ASSERT_GOLDEN(w, golden)                                                         \
	do {                                                                             \
		ck_assert_uint_eq((w)->size, sizeof(golden));                            \
		ck_assert_mem_eq((w)->buf, golden, sizeof(golden));                      \
	} while (0)

START_TEST(test_golden_header)
{
	struct work w;

	ck_assert_int_eq(pel_blob_pack_into(&common, NULL, 0, w.buf, ROOM, &w.size), PEL_OK);
	ASSERT_GOLDEN(&w, golden_header);
}
END_TEST

START_TEST(test_golden_motion)
{
	PelorusSideData meta = common;
	struct work w;

	meta.grid_cols = meta.grid_rows = 8;
	pack_one(&w, &meta, PEL_SEC_MOTION, &motion, sizeof(motion));
	ASSERT_GOLDEN(&w, golden_motion);

	/* The section of ABI 1.3 is shorter; it is our minor version that packs it. */
	pack_one(&w, &meta, PEL_SEC_MOTION, &motion, 32);
	ck_assert_uint_eq(w.buf[16 + 10], 4);
	ck_assert_uint_eq(w.buf[64 + 12], 4);
	w.buf[16 + 10] = w.buf[64 + 12] = 3;
	ASSERT_GOLDEN(&w, golden_motion_1_3);
}
END_TEST

START_TEST(test_golden_telemetry)
{
	PelorusEncTelemetrySection t = record_frame.frame;
	struct work w;

	pack_one(&w, &record_meta, PEL_SEC_ENC_TELEMETRY, &t, sizeof(t));
	ASSERT_GOLDEN(&w, golden_telemetry_frame);

	t = record_maps.frame;
	t.qp_map_offset = 168;
	t.qp_map_size = 16;
	t.bits_map_offset = 184;
	t.bits_map_size = 32;
	t.mode_map_offset = 216;
	t.mode_map_size = 8;
	pack_one(&w, &record_meta, PEL_SEC_ENC_TELEMETRY, &t, sizeof(t));
	append(&w, record_maps.qp_map, 16);
	append(&w, record_maps.bits_map, 32);
	append(&w, record_maps.mode_map, 8);
	ASSERT_GOLDEN(&w, golden_telemetry_maps);
}
END_TEST

START_TEST(test_golden_rows)
{
	PelorusEncTelemetrySection t = record_rows.frame;
	struct work w;

	t.bits_map_offset = 168;
	t.bits_map_size = 20;
	pack_one(&w, &record_meta, PEL_SEC_ENC_TELEMETRY, &t, sizeof(t));
	append(&w, record_rows.bits_map, 20);
	ASSERT_GOLDEN(&w, golden_telemetry_rows);
}
END_TEST

START_TEST(test_golden_odd_maps)
{
	PelorusEncTelemetrySection t = record_odd.frame;
	struct work w;

	t.qp_map_offset = 168;
	t.qp_map_size = 6;
	t.mode_map_offset = 176;
	t.mode_map_size = 3;
	pack_one(&w, &record_meta, PEL_SEC_ENC_TELEMETRY, &t, sizeof(t));
	append(&w, record_odd.qp_map, 6);
	append(&w, record_odd.mode_map, 3);
	ASSERT_GOLDEN(&w, golden_telemetry_odd);
}
END_TEST

START_TEST(test_golden_record)
{
	/* SHA-256 of "abc", of FIPS 180-4's examples. */
	static const PelorusEncodeRecordSection record = {
		.digest = { 0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
			    0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
			    0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c,
			    0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad },
		.locator_offset = 112,
		.locator_size = 23,
		.digest_alg = PEL_DIGEST_ALG_SHA256,
		.locator_kind = PEL_LOCATOR_MEDIA_PATH,
		.record_major = PEL_ENCODE_RECORD_MAJOR,
	};
	struct work w;

	pack_one(&w, &common, PEL_SEC_ENCODE_RECORD, &record, sizeof(record));
	append(&w, "clip.encode-record.json", 23);
	ASSERT_GOLDEN(&w, golden_record);
}
END_TEST

START_TEST(test_golden_padding)
{
	static const PelorusBandingSection banding = {
		.global_banding_risk = 0.42f,
		.flat_area_fraction = 0.61f,
		.contour_strength_mean = 0.03f,
		.dominant_band_luma = 0.18f,
	};
	static const PelorusVarianceSection variance = {
		.global_variance = 0.25f,
		.edge_density = 0.10f,
		.texture_energy = 0.33f,
	};
	static const PelorusPackSection list[2] = {
		{ PEL_SEC_BANDING, &banding, sizeof(banding) },
		{ PEL_SEC_VARIANCE, &variance, sizeof(variance) },
	};
	struct work w;
	uint8_t *blob;
	size_t size;

	memset(w.buf, 0xee, ROOM);
	ck_assert_int_eq(pel_blob_pack_into(&common, list, 2, w.buf, ROOM, &w.size), PEL_OK);
	ASSERT_GOLDEN(&w, golden_padding);
	ck_assert_int_eq(pel_blob_pack(&common, list, 2, &blob, &size), PEL_OK);
	ck_assert_uint_eq(size, sizeof(golden_padding));
	ck_assert_mem_eq(blob, golden_padding, size);
	pel_blob_free(blob);
	pel_blob_free(NULL);
}
END_TEST

START_TEST(test_golden_qp_report)
{
	static const int8_t qp[6] = { 20, 21, 22, 23, 24, 25 };
	static const PelorusQpReportSection report = {
		.avg_qp = 27.5f,
		.psnr_y = 41.2f,
		.total_bits = 1234567,
		.num_intra_blocks = 40,
		.num_inter_blocks = 200,
		.num_skipped_blocks = 16,
		.qp_cell_offset = 128,
		.qp_cell_size = 6,
		.honored_fraction = 0.75f,
		.report_source = PEL_QPSRC_QSV,
		.block_size_log2 = 4,
		.qp_valid = 1,
	};
	PelorusSideData meta = common;
	struct work w;

	meta.grid_cols = 3;
	meta.grid_rows = 2;
	pack_one(&w, &meta, PEL_SEC_QPREPORT, &report, sizeof(report));
	append(&w, qp, sizeof(qp));
	ASSERT_GOLDEN(&w, golden_qp_report);
}
END_TEST

/* What the caller must not set is not taken from it. */
START_TEST(test_meta)
{
	/* Timestamp; layout, depth and grid; padding; producer; padding. */
	static const uint8_t want[24] = {
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
	};
	PelorusSideData meta;
	struct work w;

	memset(&meta, 0xff, sizeof(meta));
	ck_assert_int_eq(pel_blob_pack_into(&meta, NULL, 0, w.buf, ROOM, &w.size), PEL_OK);
	ck_assert_uint_eq(w.size, 64);
	ck_assert_mem_eq(w.buf, golden_header, 16 + 24);
	ck_assert_mem_eq(w.buf + 16 + 24, want, sizeof(want));
}
END_TEST

/* --- what is refused --- */

static const uint8_t bytes[64] = { 1 };

#define SECTION(id, n) ((PelorusPackSection){ (enum pel_section)(id), bytes, n })
#define NO_DATA(id) ((PelorusPackSection){ (enum pel_section)(id), NULL, 8 })

static const struct {
	const char *what;
	int nb; /* 40: of the list that is too long */
	PelorusPackSection list[3];
	pel_result want;
} lists[] = {
	{ "a section without data", 1, { NO_DATA(1) }, PEL_ERR_INVALID },
	{ "a section of no byte", 1, { SECTION(1, 0) }, PEL_ERR_INVALID },
	{ "no id", 1, { SECTION(0, 8) }, PEL_ERR_RANGE },
	{ "two bits", 1, { SECTION(3, 8) }, PEL_ERR_RANGE },
	{ "a known and an unknown bit", 1, { SECTION(0x401, 8) }, PEL_ERR_RANGE },
	{ "bit 10", 1, { SECTION(0x400, 8) }, PEL_ERR_RANGE },
	{ "bit 31", 1, { SECTION(0x80000000u, 8) }, PEL_ERR_RANGE },
	{ "no data before no id", 1, { NO_DATA(0) }, PEL_ERR_INVALID },
	{ "twice", 2, { SECTION(2, 8), SECTION(2, 8) }, PEL_ERR_INVALID },
	{ "twice, apart", 3, { SECTION(2, 8), SECTION(1, 8), SECTION(2, 8) },
	  PEL_ERR_INVALID },
	{ "first things first", 2, { SECTION(0x400, 8), NO_DATA(1) }, PEL_ERR_RANGE },
	{ "a list before its length", 3,
	  { SECTION(1, UINT32_MAX), SECTION(2, UINT32_MAX), NO_DATA(4) }, PEL_ERR_INVALID },
	{ "4 GiB in one", 1, { SECTION(1, 0xfffffff9) }, PEL_ERR_RANGE },
	{ "4 GiB in two", 2, { SECTION(1, 0x80000000u), SECTION(2, 0x7ffffff8) },
	  PEL_ERR_RANGE },
	{ "less than none", -1, { SECTION(1, 8) }, PEL_ERR_INVALID },
};

START_TEST(test_lists)
{
	uint8_t *blob = (uint8_t *)bytes;
	uint8_t buf[16] = { 0 };
	size_t size = 1;

	ck_assert_msg(pel_blob_pack(&common, lists[_i].list, lists[_i].nb, &blob, &size) ==
			      lists[_i].want,
		      "%s", lists[_i].what);
	ck_assert_ptr_null(blob);
	ck_assert_uint_eq(size, 0);
	size = 1;
	ck_assert_msg(pel_blob_pack_into(&common, lists[_i].list, lists[_i].nb, buf,
					 sizeof(buf), &size) == lists[_i].want,
		      "into: %s", lists[_i].what);
	ck_assert_uint_eq(size, 0);
	size = 1;
	ck_assert_int_eq(pel_blob_pack_into(&common, lists[_i].list, lists[_i].nb, NULL, 0,
					    &size),
			 lists[_i].want);
	ck_assert_uint_eq(size, 0);
}
END_TEST

/* The number of sections is looked at before any of them; all that there are can be packed. */
START_TEST(test_many)
{
	PelorusPackSection list[33] = { { 0 } };
	uint8_t *blob;
	size_t size;
	int i;

	ck_assert_int_eq(pel_blob_pack(&common, list, 33, &blob, &size), PEL_ERR_RANGE);
	ck_assert_int_eq(pel_blob_pack(&common, list, 32, &blob, &size), PEL_ERR_INVALID);
	for (i = 0; i < 10; i++)
		list[i] = SECTION(1u << i, 1 + (uint32_t)i);
	ck_assert_int_eq(pel_blob_pack(&common, list, 10, &blob, &size), PEL_OK);
	ck_assert_uint_eq(size, 16 + 48 + 160 + 8 * 8 + 2 * 16);
	for (i = 0; i < 10; i++) {
		const void *p;
		size_t got;

		ck_assert_int_eq(pel_blob_find_section(blob, size, list[i].id, 100, &p, &got),
				 PEL_OK);
		ck_assert_uint_eq(got, 1 + (size_t)i);
		ck_assert_mem_eq(p, bytes, got);
	}
	pel_blob_free(blob);
}
END_TEST

START_TEST(test_null)
{
	const PelorusPackSection list = SECTION(1, 8);
	uint8_t *blob = (uint8_t *)bytes, buf[ROOM];
	size_t size = 7;

	ck_assert_int_eq(pel_blob_pack(&common, &list, 1, NULL, &size), PEL_ERR_INVALID);
	ck_assert_uint_eq(size, 7);
	ck_assert_int_eq(pel_blob_pack(&common, &list, 1, &blob, NULL), PEL_ERR_INVALID);
	ck_assert_ptr_eq(blob, bytes);
	ck_assert_int_eq(pel_blob_pack(NULL, &list, 1, &blob, &size), PEL_ERR_INVALID);
	ck_assert_ptr_null(blob);
	ck_assert_uint_eq(size, 0);
	ck_assert_int_eq(pel_blob_pack(&common, NULL, 1, &blob, &size), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_blob_pack(&common, NULL, 33, &blob, &size), PEL_ERR_INVALID);

	ck_assert_int_eq(pel_blob_pack_into(&common, &list, 1, buf, ROOM, NULL),
			 PEL_ERR_INVALID);
	size = 7;
	ck_assert_int_eq(pel_blob_pack_into(&common, &list, 1, NULL, 8, &size),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(size, 0);
	/* The buffer is looked at before the list. */
	ck_assert_int_eq(pel_blob_pack_into(&common, &SECTION(0x400, 8), 1, NULL, 8, &size),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(pel_blob_pack_into(NULL, &list, 1, buf, ROOM, &size),
			 PEL_ERR_INVALID);
	ck_assert_int_eq(pel_blob_pack_into(&common, NULL, 1, buf, ROOM, &size),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(size, 0);
}
END_TEST

/* --- room --- */

/* At each length of the buffer, with nothing in front of it and behind it. */
START_TEST(test_room)
{
	const PelorusPackSection list = { PEL_SEC_MOTION, &motion, sizeof(motion) };
	const size_t need = sizeof(golden_motion);
	struct arena a = arena_make(4096);
	PelorusSideData meta = common;
	size_t cap, size;

	meta.grid_cols = meta.grid_rows = 8;
	ck_assert_int_eq(pel_blob_pack_into(&meta, &list, 1, NULL, 0, &size), PEL_ERR_RANGE);
	ck_assert_uint_eq(size, need);
	for (cap = 0; cap < need + 8; cap++) {
		uint8_t *buf = arena_place(&a, cap, true);
		pel_result want = cap < need ? PEL_ERR_RANGE : PEL_OK;

		memset(buf, 0xee, cap);
		quick_assert(pel_blob_pack_into(&meta, &list, 1, buf, cap, &size) == want);
		quick_assert(size == need);
		quick_assert(want != PEL_OK || !memcmp(buf, golden_motion, need));
		quick_assert(all_are(buf, want == PEL_OK ? need : 0, cap, 0xee));
	}
}
END_TEST

/* Sections of every short length end at a multiple of 8, with zeros, at any address. */
START_TEST(test_padding)
{
	struct arena data = arena_make(4096), out = arena_make(4096);
	uint32_t n;

	for (n = 1; n <= 40; n++) {
		const size_t need = 16 + 64 + (n + 7) / 8 * 8;
		uint8_t *section = arena_place(&data, n, true);
		uint8_t *buf = arena_place(&out, need, true) - n % 8;
		const PelorusPackSection list = { PEL_SEC_DENOISE, section, n };
		size_t size;

		random_bytes(section, n);
		memset(buf, 0xee, need);
		quick_assert(pel_blob_pack_into(&common, &list, 1, buf, need, &size) ==
			     PEL_OK);
		quick_assert(size == need);
		quick_assert(!memcmp(buf + 80, section, n));
		quick_assert(all_are(buf, 80 + n, need, 0));
	}
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-pack");
	TCase *tc = tcase_create("golden");

	tcase_add_test(tc, test_golden_header);
	tcase_add_test(tc, test_golden_motion);
	tcase_add_test(tc, test_golden_telemetry);
	tcase_add_test(tc, test_golden_rows);
	tcase_add_test(tc, test_golden_odd_maps);
	tcase_add_test(tc, test_golden_record);
	tcase_add_test(tc, test_golden_padding);
	tcase_add_test(tc, test_golden_qp_report);
	tcase_add_test(tc, test_meta);
	suite_add_tcase(s, tc);

	tc = tcase_create("refused");
	tcase_add_loop_test(tc, test_lists, 0, sizeof(lists) / sizeof(lists[0]));
	tcase_add_test(tc, test_many);
	tcase_add_test(tc, test_null);
	suite_add_tcase(s, tc);

	tc = tcase_create("room");
	tcase_add_test(tc, test_room);
	tcase_add_test(tc, test_padding);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-pack", make_suite);
}
