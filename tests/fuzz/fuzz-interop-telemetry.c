/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: telemetry records to be written. The input is the record's 104 bytes and what
 * its maps are filled with; a record that is good comes back out of its blob, and its JSON
 * is as long as it was said to be. Blocks of a QP report are folded by the same bytes.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <pelorus/libcodec.h>

#include "fuzz.h"

/* Maps, blob and JSON of up to ELEMENTS_MAX elements. */
const size_t fuzz_alloc_limit = 8u << 20;

/* Larger maps cost time and show nothing that these don't. */
#define ELEMENTS_MAX 4096

/* A map of the bytes of the input, again and again. */
static void *make_map(const uint8_t *data, size_t size, size_t n)
{
	uint8_t *p = fuzz_allocate(n);
	size_t i;

	for (i = 0; size && i < n; i++)
		p[i] = data[i % size];
	return p;
}

static void check_map(const uint8_t *blob, size_t size, uint64_t bit, const void *map,
		      size_t n)
{
	PelorusEncTelemetrySection t;
	const void *found;
	uint32_t elements;
	pel_result r;
	size_t got;

	r = pel_blob_find_section(blob, size, PEL_SEC_ENC_TELEMETRY, sizeof(t), &found,
				  &got);
	FUZZ_CHECK(r == PEL_OK && got == sizeof(t), "%d, %zu", r, got);
	memcpy(&t, found, sizeof(t));
	r = pel_enc_telemetry_map(blob, size, &t, got, bit, &found, &elements);
	FUZZ_CHECK(r == (map ? PEL_OK : PEL_ERR_ABSENT), "%d", r);
	if (map)
		FUZZ_CHECK(!memcmp(found, map, n), "another map");
}

static void check_json(const PelorusEncTelemetryInput *in)
{
	size_t need = 0, n = 0;
	pel_result r;
	char *text;

	r = libcodec_pel_telemetry_to_json(in, 1, NULL, 0, &need);
	FUZZ_CHECK(r == PEL_ERR_RANGE && need, "%d, %zu", r, need);
	text = fuzz_allocate(need + 1);
	r = libcodec_pel_telemetry_to_json(in, 1, text, need, &n);
	FUZZ_CHECK(r == PEL_ERR_RANGE && n == need, "%d, %zu", r, n);
	r = libcodec_pel_telemetry_to_json(in, 1, text, need + 1, &n);
	FUZZ_CHECK(r == PEL_OK && n == need && strlen(text) == n, "%d, %zu", r, n);
	FUZZ_CHECK(text[0] == '{' && text[n - 1] == '}', "%s", text);
	FUZZ_CHECK(!strstr(text, "nan") && !strstr(text, "inf\"") &&
			   !strstr(text, "\"\""),
		   "%s", text);
	free(text);
}

static void check_good(const PelorusEncTelemetryInput *in, size_t elements)
{
	static const PelorusSideData meta = { .frame_pts = 1 };
	size_t need = 0, n = 0;
	uint8_t *blob;
	pel_result r;

	r = pel_enc_telemetry_blob_size(in, &need);
	FUZZ_CHECK(r == PEL_OK && need >= 184, "%d, %zu", r, need);
	blob = fuzz_allocate(need);
	r = pel_enc_telemetry_pack(&meta, in, blob, need - 1, &n);
	FUZZ_CHECK(r == PEL_ERR_RANGE && n == need, "%d, %zu", r, n);
	r = pel_enc_telemetry_pack(&meta, in, blob, need, &n);
	FUZZ_CHECK(r == PEL_OK && n == need, "%d, %zu", r, n);
	check_map(blob, n, PEL_TLM_F_QP_MAP, in->qp_map, elements * 2);
	check_map(blob, n, PEL_TLM_F_BITS_MAP, in->bits_map, elements * 4);
	check_map(blob, n, PEL_TLM_F_MODE_MAP, in->mode_map, elements);
	check_json(in);
	free(blob);
}

static void normalize(const PelorusEncTelemetrySection *t)
{
	float norm = NAN;
	pel_result r;

	r = pel_qp_normalize(t->qp_scale, t->coded_bit_depth, t->avg_qp, &norm);
	FUZZ_CHECK(r == PEL_OK ? norm >= -26 && norm <= 63 : isnan(norm), "%d, %g", r,
		   (double)norm);
}

/* Blocks of the input's bytes, by the geometry of the record. */
static void fold(const PelorusEncTelemetrySection *t, const uint8_t *data, size_t size)
{
	PelorusQpReportInput in = {
		.blk_cols = t->map_cols % 64,
		.blk_rows = t->map_rows % 64,
		.avg_qp = t->avg_qp,
	};
	uint16_t cols = t->map_rows % 61, rows = t->map_cols % 59;
	size_t room = (size_t)cols * rows;
	PelorusQpReportSection s;
	int8_t *blocks, *cells = fuzz_allocate(room);
	pel_result r;

	blocks = make_map(data, size, (size_t)in.blk_cols * in.blk_rows);
	in.block_qp = blocks;
	r = pel_qp_report_from_blocks(&in, cols, rows, &s, cells, room);
	FUZZ_CHECK(r != PEL_OK || !s.qp_valid || s.qp_cell_size == room, "%d, %u", r,
		   s.qp_cell_size);
	free(blocks);
	free(cells);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	PelorusEncTelemetryInput in = { .qp_map = NULL };
	PelorusEncTelemetrySection *t = &in.frame;
	size_t elements;
	pel_result r;

	if (size < sizeof(*t))
		return 0;
	memcpy(t, data, sizeof(*t));
	data += sizeof(*t);
	size -= sizeof(*t);
	normalize(t);
	fold(t, data, size);
	elements = (size_t)t->map_cols * t->map_rows;
	if (elements > ELEMENTS_MAX)
		return 0;
	if (t->present_mask & PEL_TLM_F_QP_MAP)
		in.qp_map = make_map(data, size, elements * 2);
	if (t->present_mask & PEL_TLM_F_BITS_MAP)
		in.bits_map = make_map(data, size, elements * 4);
	if (t->present_mask & PEL_TLM_F_MODE_MAP)
		in.mode_map = make_map(data, size, elements);
	r = pel_enc_telemetry_validate(&in);
	FUZZ_CHECK(r == PEL_OK || r == PEL_ERR_INVALID || r == PEL_ERR_RANGE, "%d", r);
	if (r == PEL_OK)
		check_good(&in, elements);
	free((void *)(uintptr_t)in.qp_map);
	free((void *)(uintptr_t)in.bits_map);
	free((void *)(uintptr_t)in.mode_map);
	return 0;
}
