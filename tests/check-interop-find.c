/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Sections that are looked for in blobs: of goldens, and of blobs that are broken in one way
 * or cut at any byte, at any address, with nothing behind them.
 */
#include "config.h"

#include <string.h>

#include <pelorus/interop.h>

#include "guarded.h"
#include "interop-golden.h"
#include "test.h"

#define ROOM 512

static pel_result find(const uint8_t *blob, size_t len, uint32_t sec, size_t known,
		       const void **p, size_t *got)
{
	*p = blob;
	*got = 99;
	return pel_blob_find_section(blob, len, (enum pel_section)sec, known, p, got);
}

/* --- goldens --- */

static const struct {
	const uint8_t *blob;
	size_t len;
	uint32_t sec;
	size_t known, offset, got; /* offset in the image */
} sections[] = {
	{ golden_motion, 120, PEL_SEC_MOTION, 36, 64, 36 },
	{ golden_motion, 120, PEL_SEC_MOTION, 32, 64, 32 }, /* a consumer of ABI 1.3 */
	{ golden_motion, 120, PEL_SEC_MOTION, 1000, 64, 36 },
	{ golden_motion, 120, PEL_SEC_MOTION, 0, 64, 0 },
	{ golden_motion_1_3, 112, PEL_SEC_MOTION, 36, 64, 32 },
	{ golden_telemetry_frame, 184, PEL_SEC_ENC_TELEMETRY, 104, 64, 104 },
	{ golden_telemetry_frame, 184, PEL_SEC_ENC_TELEMETRY, 8, 64, 8 },
	{ golden_telemetry_maps, 240, PEL_SEC_ENC_TELEMETRY, 104, 64, 104 },
	{ golden_telemetry_rows, 204, PEL_SEC_ENC_TELEMETRY, 104, 64, 104 },
	{ golden_telemetry_odd, 195, PEL_SEC_ENC_TELEMETRY, 104, 64, 104 },
	{ golden_record, 151, PEL_SEC_ENCODE_RECORD, 48, 64, 48 },
	{ golden_padding, 152, PEL_SEC_BANDING, 24, 80, 24 },
	{ golden_padding, 152, PEL_SEC_VARIANCE, 28, 104, 28 },
	{ golden_padding, 152, PEL_SEC_VARIANCE, 12, 104, 12 },
	{ golden_qp_report, 150, PEL_SEC_QPREPORT, 64, 64, 64 },
	{ golden_qp_report, 150, PEL_SEC_QPREPORT, 8, 64, 8 },
};

/* Also with bytes behind the blob. */
START_TEST(test_golden)
{
	size_t len = sections[_i].len, known = sections[_i].known, got;
	uint8_t blob[ROOM] = { 0 };
	const void *p;

	memcpy(blob, sections[_i].blob, len);
	for (; len < sections[_i].len + 20; len++) {
		quick_assert(pel_blob_is_present(blob, len) == 1);
		quick_assert(find(blob, len, sections[_i].sec, known, &p, &got) == PEL_OK);
		quick_assert(p == blob + 16 + sections[_i].offset);
		quick_assert(got == sections[_i].got);
	}
}
END_TEST

/* Every section that a golden hasn't got is absent, also from one with none. */
START_TEST(test_absent)
{
	const struct golden *g = &goldens[_i];
	uint32_t mask, bit;
	const void *p;
	size_t got;

	memcpy(&mask, g->bytes + 16 + 16, 4);
	for (bit = 1; bit; bit <<= 1) {
		quick_assert(find(g->bytes, g->size, bit, 100, &p, &got) ==
			     (mask & bit ? PEL_OK : PEL_ERR_ABSENT));
		quick_assert((mask & bit) || (!p && !got));
	}
	/* No section, and several at once, are none. */
	ck_assert_int_eq(find(g->bytes, g->size, 0, 100, &p, &got), PEL_ERR_ABSENT);
	ck_assert_int_eq(find(g->bytes, g->size, 0x3ff, 100, &p, &got), PEL_ERR_ABSENT);
}
END_TEST

/* --- what was packed --- */

/* Three sections with a value of each, and one that isn't there. */
START_TEST(test_round_trip)
{
	static const PelorusSideData meta = { .frame_pts = 1 };
	static const PelorusBandingSection banding = { .global_banding_risk = 0.42f,
						       .flat_area_fraction = 0.61f };
	static const PelorusVarianceSection variance = { .texture_energy = 0.33f };
	static const PelorusFilmGrainSection grain = { .seed = UINT64_C(0xdeadbeefcafe),
						       .num_y_points = 3,
						       .apply = 1 };
	static const PelorusPackSection list[] = {
		{ PEL_SEC_BANDING, &banding, sizeof(banding) },
		{ PEL_SEC_VARIANCE, &variance, sizeof(variance) },
		{ PEL_SEC_FILMGRAIN, &grain, sizeof(grain) },
	};
	uint8_t blob[ROOM];
	size_t len, got, i;
	const void *p;

	ck_assert_int_eq(pel_blob_pack_into(&meta, list, 3, blob, ROOM, &len), PEL_OK);
	for (i = 0; i < 3; i++) {
		ck_assert_int_eq(find(blob, len, list[i].id, list[i].size, &p, &got), PEL_OK);
		ck_assert_uint_eq(got, list[i].size);
		ck_assert_mem_eq(p, list[i].data, got);
	}
	ck_assert_int_eq(find(blob, len, PEL_SEC_MOTION, 36, &p, &got), PEL_ERR_ABSENT);
}
END_TEST

/* Who knows less of a section than the writer gets what it knows. */
static const struct {
	enum pel_section id;
	uint32_t size;
	size_t known;
} shorter[] = {
	{ PEL_SEC_BANDING, 24, 1 },        { PEL_SEC_VARIANCE, 28, 12 },
	{ PEL_SEC_DENOISE, 28, 24 },       { PEL_SEC_FILMGRAIN, 216, 206 },
	{ PEL_SEC_MOTION, 36, 32 },        { PEL_SEC_QPREPORT, 64, 8 },
	{ PEL_SEC_MOTION_CONF, 16, 8 },    { PEL_SEC_COMPLEXITY, 16, 4 },
	{ PEL_SEC_ENC_TELEMETRY, 104, 8 }, { PEL_SEC_ENCODE_RECORD, 48, 32 },
};

START_TEST(test_shorter)
{
	static const PelorusSideData meta = { .frame_pts = 1 };
	static const uint8_t bytes[216] = { 1 };
	const PelorusPackSection list = { shorter[_i].id, bytes, shorter[_i].size };
	uint8_t blob[ROOM];
	const void *p;
	size_t len, got;

	ck_assert_int_eq(pel_blob_pack_into(&meta, &list, 1, blob, ROOM, &len), PEL_OK);
	ck_assert_int_eq(find(blob, len, shorter[_i].id, shorter[_i].known, &p, &got), PEL_OK);
	ck_assert_uint_eq(got, shorter[_i].known);
	ck_assert_int_eq(find(blob, len, shorter[_i].id, SIZE_MAX, &p, &got), PEL_OK);
	ck_assert_uint_eq(got, shorter[_i].size);
}
END_TEST

/* --- broken --- */

/* A change of the golden of motion: at @at in the blob, @size bytes become @value. */
struct change {
	const char *what;
	size_t at, size;
	uint32_t value;
	pel_result want;
	int present;
};

enum {
	HEADER = 16,
	ENTRY = 16 + 48,
};

static const struct change changes[] = {
	{ "nothing", 0, 0, 0, PEL_OK, 1 },
	{ "another UUID", 0, 1, 0, PEL_ERR_ABSENT, 0 },
	{ "another UUID, at its end", 15, 1, 0, PEL_ERR_ABSENT, 0 },
	{ "another magic", HEADER, 1, 'Q', PEL_ERR_ABSENT, 0 },
	{ "another magic, at its end", HEADER + 7, 1, 1, PEL_ERR_ABSENT, 0 },
	{ "major 2", HEADER + 8, 2, 2, PEL_ERR_ABI, 0 },
	{ "major 0", HEADER + 8, 2, 0, PEL_ERR_ABI, 0 },
	{ "major 257", HEADER + 8, 2, 257, PEL_ERR_ABI, 0 },
	{ "minor 0", HEADER + 10, 2, 0, PEL_OK, 1 },
	{ "minor 65535", HEADER + 10, 2, 65535, PEL_OK, 1 },
	{ "longer by one", HEADER + 12, 4, 105, PEL_ERR_TRUNCATED, 1 },
	{ "as long as can be", HEADER + 12, 4, UINT32_MAX, PEL_ERR_TRUNCATED, 1 },
	/* A section is bounded by what was received, not by the image's size. */
	{ "shorter than the section", HEADER + 12, 4, 99, PEL_OK, 1 },
	{ "no image at all", HEADER + 12, 4, 0, PEL_OK, 1 },
	{ "no mask", HEADER + 16, 4, 0, PEL_ERR_ABSENT, 1 },
	{ "another mask", HEADER + 16, 4, 0x20, PEL_ERR_ABSENT, 1 },
	{ "bits that nobody knows", HEADER + 16, 4, 0xffffffff, PEL_OK, 1 },
	{ "no entry", HEADER + 20, 2, 0, PEL_ERR_ABSENT, 1 },
	{ "a directory up to the end", HEADER + 20, 2, 3, PEL_OK, 1 },
	{ "a directory over the end", HEADER + 20, 2, 4, PEL_ERR_TRUNCATED, 1 },
	{ "65535 entries", HEADER + 20, 2, 65535, PEL_ERR_TRUNCATED, 1 },
	{ "a short header", HEADER + 22, 2, 40, PEL_ERR_TRUNCATED, 1 },
	{ "a header of 47", HEADER + 22, 2, 47, PEL_ERR_TRUNCATED, 1 },
	{ "a header of 52", HEADER + 22, 2, 52, PEL_ERR_ABI, 1 },
	{ "a header of 65535", HEADER + 22, 2, 65535, PEL_ERR_ABI, 1 },
	{ "a header of 65528", HEADER + 22, 2, 65528, PEL_ERR_TRUNCATED, 1 },
	/* The directory is then the section's first bytes. */
	{ "a longer header", HEADER + 22, 2, 64, PEL_ERR_ABSENT, 1 },
	{ "an entry of another", ENTRY, 4, 0x20, PEL_ERR_ABSENT, 1 },
	{ "an entry of two", ENTRY, 4, 0x30, PEL_ERR_ABSENT, 1 },
	{ "an odd place", ENTRY + 4, 4, 68, PEL_ERR_ABI, 1 },
	{ "a place behind the end", ENTRY + 4, 4, 112, PEL_ERR_TRUNCATED, 1 },
	{ "the last place of all", ENTRY + 4, 4, 0xfffffff8, PEL_ERR_TRUNCATED, 1 },
	{ "over the header", ENTRY + 4, 4, 0, PEL_OK, 1 },
	{ "over the directory", ENTRY + 4, 4, 48, PEL_OK, 1 },
	{ "of no byte", ENTRY + 8, 4, 0, PEL_OK, 1 },
	{ "up to the end", ENTRY + 8, 4, 40, PEL_OK, 1 },
	{ "one byte more", ENTRY + 8, 4, 41, PEL_ERR_TRUNCATED, 1 },
	{ "as many as can be", ENTRY + 8, 4, UINT32_MAX, PEL_ERR_TRUNCATED, 1 },
	{ "another struct's minor", ENTRY + 12, 4, UINT32_MAX, PEL_OK, 1 },
};

START_TEST(test_changes)
{
	const struct change *c = &changes[_i];
	uint8_t blob[sizeof(golden_motion)];
	const void *p;
	size_t got;

	memcpy(blob, golden_motion, sizeof(blob));
	memcpy(blob + c->at, &c->value, c->size);
	ck_assert_msg(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got) == c->want, "%s",
		      c->what);
	ck_assert(c->want == PEL_OK ? p != NULL : !p && !got);
	ck_assert_int_eq(pel_blob_is_present(blob, sizeof(blob)), c->present);
}
END_TEST

/* With two faults the first one that is looked at tells. */
START_TEST(test_order)
{
	uint8_t blob[sizeof(golden_motion)];
	const void *p;
	size_t got;

	memcpy(blob, golden_motion, sizeof(blob));
	blob[ENTRY + 4] += 4;
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got), PEL_ERR_ABI);
	blob[HEADER + 16] = 0;
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got),
			 PEL_ERR_ABSENT);
	blob[HEADER + 20] = 200;
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got),
			 PEL_ERR_TRUNCATED);
	blob[HEADER + 22] = 52;
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got), PEL_ERR_ABI);
	blob[HEADER + 12] = 200;
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got),
			 PEL_ERR_TRUNCATED);
	blob[HEADER + 8] = 2;
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got), PEL_ERR_ABI);
	blob[HEADER] = 0;
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got),
			 PEL_ERR_ABSENT);
	ck_assert_int_eq(find(NULL, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got),
			 PEL_ERR_INVALID);
}
END_TEST

START_TEST(test_null)
{
	const void *p = golden_motion;
	size_t got = 99;

	ck_assert_int_eq(pel_blob_find_section(golden_motion, 120, PEL_SEC_MOTION, 36, NULL,
					       &got),
			 PEL_ERR_INVALID);
	ck_assert_uint_eq(got, 0);
	ck_assert_int_eq(pel_blob_find_section(golden_motion, 120, PEL_SEC_MOTION, 36, &p,
					       NULL),
			 PEL_ERR_INVALID);
	ck_assert_ptr_null(p);
	p = golden_motion;
	got = 99;
	ck_assert_int_eq(pel_blob_find_section(NULL, 120, PEL_SEC_MOTION, 36, &p, &got),
			 PEL_ERR_INVALID);
	ck_assert(!p && !got);
	ck_assert_int_eq(pel_blob_is_present(NULL, 120), 0);
}
END_TEST

START_TEST(test_no_blob)
{
	uint8_t noise[64];
	const void *p;
	size_t got;

	memset(noise, 0xab, sizeof(noise));
	ck_assert_int_eq(pel_blob_is_present(noise, sizeof(noise)), 0);
	ck_assert_int_eq(find(noise, sizeof(noise), PEL_SEC_MOTION, 36, &p, &got),
			 PEL_ERR_ABSENT);
	/* A carrier is no blob to these functions. */
	ck_assert_int_eq(pel_blob_is_present(golden_carrier, sizeof(golden_carrier)), 0);
	ck_assert_int_eq(find(golden_carrier, sizeof(golden_carrier), PEL_SEC_MOTION, 36, &p,
			      &got),
			 PEL_ERR_ABSENT);
}
END_TEST

/* --- directories --- */

/* A blob of two entries, of which the test says what they are. */
static void two_entries(uint8_t blob[sizeof(golden_padding)], uint32_t mask, uint32_t first,
			uint32_t second)
{
	memcpy(blob, golden_padding, sizeof(golden_padding));
	memcpy(blob + HEADER + 16, &mask, 4);
	memcpy(blob + ENTRY, &first, 4);
	memcpy(blob + ENTRY + 16, &second, 4);
}

START_TEST(test_directory)
{
	uint8_t blob[sizeof(golden_padding)];
	const void *p;
	size_t got;

	/* Of two entries the first one counts, and is not passed over when it is broken. */
	two_entries(blob, 1, 1, 1);
	ck_assert_int_eq(find(blob, sizeof(blob), 1, 100, &p, &got), PEL_OK);
	ck_assert_ptr_eq(p, blob + 16 + 80);
	ck_assert_uint_eq(got, 24);
	blob[ENTRY + 4]++;
	ck_assert_int_eq(find(blob, sizeof(blob), 1, 100, &p, &got), PEL_ERR_ABI);

	/* A bit without an entry, and an entry without its bit. */
	two_entries(blob, 0x13, 1, 2);
	ck_assert_int_eq(find(blob, sizeof(blob), 0x10, 100, &p, &got), PEL_ERR_ABSENT);
	two_entries(blob, 1, 1, 2);
	ck_assert_int_eq(find(blob, sizeof(blob), 2, 100, &p, &got), PEL_ERR_ABSENT);

	/* What a later version brings hides nothing. */
	two_entries(blob, 0x1002, 0x1000, 2);
	ck_assert_int_eq(find(blob, sizeof(blob), 2, 100, &p, &got), PEL_OK);
	ck_assert_ptr_eq(p, blob + 16 + 104);
	ck_assert_uint_eq(got, 28);

	/* Nor does it if it is broken. */
	memset(blob + ENTRY + 4, 0xff, 8);
	ck_assert_int_eq(find(blob, sizeof(blob), 2, 100, &p, &got), PEL_OK);
}
END_TEST

/* A section without bytes may begin where the image ends, and no later. */
START_TEST(test_nothing_at_the_end)
{
	uint8_t blob[sizeof(golden_motion)];
	uint32_t offset = sizeof(blob) - 16, size = 0;
	const void *p;
	size_t got;

	memcpy(blob, golden_motion, sizeof(blob));
	memcpy(blob + ENTRY + 4, &offset, 4);
	memcpy(blob + ENTRY + 8, &size, 4);
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got), PEL_OK);
	ck_assert_ptr_eq(p, blob + sizeof(blob));
	ck_assert_uint_eq(got, 0);
	offset += 8;
	memcpy(blob + ENTRY + 4, &offset, 4);
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got),
			 PEL_ERR_TRUNCATED);
	ck_assert(!p && !got);
}
END_TEST

/* A header that grew is passed over by its size. */
START_TEST(test_long_header)
{
	uint8_t blob[sizeof(golden_motion) + 8];
	uint32_t offset = 72;
	const void *p;
	size_t got;

	memcpy(blob, golden_motion, ENTRY);
	memset(blob + ENTRY, 0xff, 8);
	memcpy(blob + ENTRY + 8, golden_motion + ENTRY, sizeof(golden_motion) - ENTRY);
	blob[HEADER + 22] = 56;
	blob[HEADER + 12] += 8;
	memcpy(blob + ENTRY + 8 + 4, &offset, 4);
	ck_assert_int_eq(find(blob, sizeof(blob), PEL_SEC_MOTION, 36, &p, &got), PEL_OK);
	ck_assert_ptr_eq(p, blob + 16 + 72);
	ck_assert_mem_eq(p, golden_motion + 80, 36);
}
END_TEST

/* --- cut off, and at odd addresses --- */

/* Each golden, cut at each byte: too short for a header it is no blob, else it is cut. */
START_TEST(test_cut)
{
	const struct golden *g = &goldens[_i];
	struct arena a = arena_make(4096);
	uint32_t total, mask, bit;
	const void *p;
	size_t len, got;

	memcpy(&total, g->bytes + 16 + 12, 4);
	memcpy(&mask, g->bytes + 16 + 16, 4);
	ck_assert_uint_eq(g->size, 16 + total);
	for (len = 0; len < g->size; len++) {
		pel_result want = len < 64 ? PEL_ERR_ABSENT : PEL_ERR_TRUNCATED;
		uint8_t *blob = arena_place(&a, len, true);

		memcpy(blob, g->bytes, len);
		quick_assert(pel_blob_is_present(blob, len) == (len >= 64));
		for (bit = 1; bit <= 0x400; bit <<= 1)
			quick_assert(find(blob, len, bit, 1000, &p, &got) == want);

		/* The same by a header that does not say so. */
		if (len < 64)
			continue;
		total = (uint32_t)len - 16;
		memcpy(blob + 16 + 12, &total, 4);
		for (bit = 1; bit <= 0x400; bit <<= 1) {
			pel_result r = find(blob, len, bit, 1000, &p, &got);

			if (r == PEL_OK)
				quick_assert((const uint8_t *)p + got <= blob + len);
			else
				quick_assert(r == PEL_ERR_TRUNCATED ||
					     (r == PEL_ERR_ABSENT && !(mask & bit)));
		}
	}
}
END_TEST

/* At each misalignment. */
START_TEST(test_misaligned)
{
	const struct golden *g = &goldens[_i];
	_Alignas(8) uint8_t room[ROOM];
	const void *p, *want;
	size_t shift, got, want_got;
	uint32_t bit;

	for (shift = 1; shift < 8; shift++) {
		uint8_t *blob = room + shift;

		memcpy(blob, g->bytes, g->size);
		quick_assert(pel_blob_is_present(blob, g->size) == 1);
		for (bit = 1; bit <= 0x400; bit <<= 1) {
			pel_result r = find(g->bytes, g->size, bit, 1000, &want, &want_got);

			quick_assert(find(blob, g->size, bit, 1000, &p, &got) == r);
			quick_assert(got == want_got);
			quick_assert(r != PEL_OK || !memcmp(p, want, got));
		}
	}
}
END_TEST

/* Random changes, of the header and the directory above all: what is found can be read. */
START_TEST(test_random)
{
	const struct golden *g = &goldens[_i];
	struct arena a = arena_make(4096);
	volatile uint8_t sink = 0;
	int i, k, found = 0;

	for (i = 0; i < 20000; i++) {
		size_t len = next_random() % 4 ? g->size : next_random() % (g->size + 1);
		uint8_t *blob = arena_place(&a, len, true);
		uint32_t offset = 8 * (next_random() % 40), size = next_random() % 64;
		const void *p;
		size_t got;

		memcpy(blob, g->bytes, len);
		for (k = (int)(next_random() % 4); k > 0 && len > 24; k--) {
			size_t span = next_random() % 2 || len < 96 ? len : 96;

			blob[24 + next_random() % (span - 24)] = (uint8_t)next_random();
		}
		for (k = 0; k < 11; k++) {
			pel_result r = find(blob, len, 1u << k, SIZE_MAX, &p, &got);

			quick_assert(r == PEL_OK ? p != NULL : !p && !got);
			if (r != PEL_OK)
				continue;
			found++;
			quick_assert(((const uint8_t *)p - blob) % 8 == 0);
			while (got--)
				sink ^= ((const uint8_t *)p)[got];
		}
		if (pel_blob_map(blob, len, offset, size, size, 1, &p) == PEL_OK)
			for (got = size; got--;)
				sink ^= ((const uint8_t *)p)[got];
		else
			quick_assert(!p);
	}
	quick_assert(found > 100 || g->size == 64);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-find");
	TCase *tc = tcase_create("golden");

	tcase_add_loop_test(tc, test_golden, 0, sizeof(sections) / sizeof(sections[0]));
	tcase_add_loop_test(tc, test_absent, 0, GOLDENS);
	suite_add_tcase(s, tc);

	tc = tcase_create("packed");
	tcase_add_test(tc, test_round_trip);
	tcase_add_loop_test(tc, test_shorter, 0, sizeof(shorter) / sizeof(shorter[0]));
	suite_add_tcase(s, tc);

	tc = tcase_create("broken");
	tcase_add_loop_test(tc, test_changes, 0, sizeof(changes) / sizeof(changes[0]));
	tcase_add_test(tc, test_order);
	tcase_add_test(tc, test_null);
	tcase_add_test(tc, test_no_blob);
	tcase_add_test(tc, test_directory);
	tcase_add_test(tc, test_nothing_at_the_end);
	tcase_add_test(tc, test_long_header);
	suite_add_tcase(s, tc);

	tc = tcase_create("places");
	tcase_add_loop_test(tc, test_cut, 0, GOLDENS);
	tcase_add_loop_test(tc, test_misaligned, 0, GOLDENS);
	tcase_add_loop_test(tc, test_random, 0, GOLDENS);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-find", make_suite);
}
