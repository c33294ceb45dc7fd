/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A telemetry record in a blob of its own: header, one entry of the directory, the
 * section, and behind it the maps, each at a multiple of 8.
 */
#include "export.h"

#include <string.h>

#include "blob.h"
#include "telemetry.h"

#define SECTION_AT (LC_BLOB_HEADER + LC_BLOB_ENTRY)

enum { QP, BITS, MODE, MAPS };

/* The three, in the order in which they lie. */
static const struct {
	uint64_t bit;
	uint32_t element_size;
} kinds[MAPS] = {
	[QP] = { PEL_TLM_F_QP_MAP, sizeof(int16_t) },
	[BITS] = { PEL_TLM_F_BITS_MAP, sizeof(uint32_t) },
	[MODE] = { PEL_TLM_F_MODE_MAP, sizeof(uint8_t) },
};

/* Where the maps lie in the image, 0 for those that are not there, and where it ends. */
struct plan {
	uint32_t offset[MAPS], size[MAPS];
	uint32_t total_size;
};

static void make_plan(const PelorusEncTelemetrySection *t, struct plan *ret)
{
	uint32_t end = SECTION_AT + sizeof(*t);
	unsigned int i;

	memset(ret, 0, sizeof(*ret));
	for (i = 0; i < MAPS; i++) {
		if (!(t->present_mask & kinds[i].bit))
			continue;
		ret->offset[i] = (uint32_t)lc_blob_align(end);
		ret->size[i] = lc_tlm_elements(t) * kinds[i].element_size;
		end = ret->offset[i] + ret->size[i];
	}
	ret->total_size = end;
}

static size_t plan_length(const struct plan *p)
{
	return (size_t)LC_BLOB_UUID + p->total_size;
}

LC_EXPORT pel_result pel_enc_telemetry_blob_size(const PelorusEncTelemetryInput *in,
						 size_t *out_len)
{
	struct plan plan;
	pel_result r;

	if (!out_len)
		return PEL_ERR_INVALID;
	*out_len = 0;
	r = pel_enc_telemetry_validate(in);
	if (r != PEL_OK)
		return r;
	make_plan(&in->frame, &plan);
	*out_len = plan_length(&plan);
	return PEL_OK;
}

static void put_section(uint8_t *image, const PelorusEncTelemetrySection *frame,
			const struct plan *p)
{
	PelorusEncTelemetrySection t = *frame;

	t.qp_map_offset = p->offset[QP];
	t.qp_map_size = p->size[QP];
	t.bits_map_offset = p->offset[BITS];
	t.bits_map_size = p->size[BITS];
	t.mode_map_offset = p->offset[MODE];
	t.mode_map_size = p->size[MODE];
	memset(t._pad, 0, sizeof(t._pad));
	memcpy(image + SECTION_AT, &t, sizeof(t));
}

static void put_maps(uint8_t *image, const PelorusEncTelemetryInput *in,
		     const struct plan *p)
{
	const void *const maps[MAPS] = { in->qp_map, in->bits_map, in->mode_map };
	uint32_t end = SECTION_AT + sizeof(in->frame);
	unsigned int i;

	for (i = 0; i < MAPS; i++) {
		if (!p->size[i])
			continue;
		memset(image + end, 0, p->offset[i] - end);
		memcpy(image + p->offset[i], maps[i], p->size[i]);
		end = p->offset[i] + p->size[i];
	}
}

LC_EXPORT pel_result pel_enc_telemetry_pack(const PelorusSideData *meta,
					    const PelorusEncTelemetryInput *in,
					    uint8_t *buf, size_t cap, size_t *out_len)
{
	struct plan plan;
	pel_result r;

	if (!out_len)
		return PEL_ERR_INVALID;
	*out_len = 0;
	if (!meta || !in || !buf)
		return PEL_ERR_INVALID;
	r = pel_enc_telemetry_validate(in);
	if (r != PEL_OK)
		return r;
	make_plan(&in->frame, &plan);
	*out_len = plan_length(&plan);
	if (cap < *out_len)
		return PEL_ERR_RANGE;
	lc_blob_put_header(buf, meta, plan.total_size, PEL_SEC_ENC_TELEMETRY, 1);
	lc_blob_put_entry(buf, 0, PEL_SEC_ENC_TELEMETRY, SECTION_AT, sizeof(in->frame));
	put_section(buf + LC_BLOB_UUID, &in->frame, &plan);
	put_maps(buf + LC_BLOB_UUID, in, &plan);
	return PEL_OK;
}

/* Says whether @bit is that of a map, and what the section says of it. */
static bool find_map(const PelorusEncTelemetrySection *t, uint64_t bit,
		     uint32_t *ret_offset, uint32_t *ret_size, uint32_t *ret_element)
{
	const uint32_t slots[MAPS][2] = {
		[QP] = { t->qp_map_offset, t->qp_map_size },
		[BITS] = { t->bits_map_offset, t->bits_map_size },
		[MODE] = { t->mode_map_offset, t->mode_map_size },
	};
	unsigned int i;

	for (i = 0; i < MAPS; i++) {
		if (bit != kinds[i].bit)
			continue;
		*ret_offset = slots[i][0];
		*ret_size = slots[i][1];
		*ret_element = kinds[i].element_size;
		return true;
	}
	return false;
}

LC_EXPORT pel_result pel_enc_telemetry_map(const uint8_t *blob, size_t len,
					   const PelorusEncTelemetrySection *t,
					   size_t got, uint64_t map_bit,
					   const void **out_ptr, uint32_t *out_elems)
{
	uint32_t offset, size, element;
	pel_result r;

	if (out_ptr)
		*out_ptr = NULL;
	if (out_elems)
		*out_elems = 0;
	if (!blob || !t || !out_ptr || !out_elems || got < sizeof(*t) ||
	    !find_map(t, map_bit, &offset, &size, &element))
		return PEL_ERR_INVALID;
	if (!(t->present_mask & map_bit) || !lc_tlm_has_maps(t->granularity))
		return PEL_ERR_ABSENT;
	if (!lc_tlm_is_grid(t) ||
	    (t->granularity == PEL_TLM_GRAN_ROW && t->map_cols != 1))
		return PEL_ERR_ABI;
	r = pel_blob_map(blob, len, offset, size, lc_tlm_elements(t), element, out_ptr);
	if (r == PEL_OK)
		*out_elems = lc_tlm_elements(t);
	return r;
}
