/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Blobs, written: the caller's sections one after another, behind a header and a
 * directory.
 */
#include "export.h"

#include <stdlib.h>
#include <string.h>

#include "blob.h"
#include "bytes.h"

#define KNOWN_SECTIONS                                                                   \
	(PEL_SEC_BANDING | PEL_SEC_VARIANCE | PEL_SEC_DENOISE | PEL_SEC_FILMGRAIN |      \
	 PEL_SEC_MOTION | PEL_SEC_QPREPORT | PEL_SEC_MOTION_CONF | PEL_SEC_COMPLEXITY |  \
	 PEL_SEC_ENC_TELEMETRY | PEL_SEC_ENCODE_RECORD)
#define SECTIONS_MAX 32

void lc_blob_put_header(uint8_t *blob, const PelorusSideData *meta, uint32_t total_size,
			uint32_t section_mask, uint16_t section_count)
{
	uint8_t *h = blob + LC_BLOB_UUID;

	memcpy(blob, pelorus_sidedata_uuid, LC_BLOB_UUID);
	memcpy(h, PELORUS_MAGIC_STR, PELORUS_MAGIC_LEN);
	lc_put_le16(h + 8, PELORUS_ABI_MAJOR);
	lc_put_le16(h + 10, PELORUS_ABI_MINOR);
	lc_put_le32(h + 12, total_size);
	lc_put_le32(h + 16, section_mask);
	lc_put_le16(h + 20, section_count);
	lc_put_le16(h + 22, LC_BLOB_HEADER);
	lc_put_le64(h + 24, meta->frame_pts);
	h[32] = meta->plane_layout;
	h[33] = meta->bit_depth;
	lc_put_le16(h + 34, meta->grid_cols);
	lc_put_le16(h + 36, meta->grid_rows);
	lc_put_le16(h + 38, 0);
	lc_put_le32(h + 40, meta->producer_id);
	lc_put_le32(h + 44, 0);
}

void lc_blob_put_entry(uint8_t *blob, unsigned int index, uint32_t section_id,
		       uint32_t offset, uint32_t size)
{
	uint8_t *e = blob + LC_BLOB_UUID + LC_BLOB_HEADER + LC_BLOB_ENTRY * index;

	lc_put_le32(e, section_id);
	lc_put_le32(e + 4, offset);
	lc_put_le32(e + 8, size);
	lc_put_le32(e + 12, PELORUS_ABI_MINOR);
}

/* What is to be written, once the list has been checked. */
struct plan {
	const PelorusSideData *meta;
	const PelorusPackSection *sections;
	unsigned int n;
	uint32_t mask;
	uint32_t total_size; /* of the image */
};

static pel_result check_section(const PelorusPackSection *s, uint32_t seen)
{
	uint32_t id = (uint32_t)s->id;

	if (!s->data || !s->size)
		return PEL_ERR_INVALID;
	if (!id || (id & (id - 1)) || !(id & KNOWN_SECTIONS))
		return PEL_ERR_RANGE;
	if (id & seen)
		return PEL_ERR_INVALID;
	return PEL_OK;
}

/* Looks at the list alone: no byte of a section is read, so a size may be anything. */
static pel_result make_plan(const PelorusSideData *meta,
			    const PelorusPackSection *sections, int nb, struct plan *ret)
{
	uint64_t end;
	int i;

	if (!meta || nb < 0 || (nb && !sections))
		return PEL_ERR_INVALID;
	if (nb > SECTIONS_MAX)
		return PEL_ERR_RANGE;
	ret->meta = meta;
	ret->sections = sections;
	ret->n = (unsigned int)nb;
	ret->mask = 0;
	end = LC_BLOB_HEADER + LC_BLOB_ENTRY * (uint64_t)nb;
	for (i = 0; i < nb; i++) {
		pel_result r = check_section(&sections[i], ret->mask);

		if (r != PEL_OK)
			return r;
		ret->mask |= (uint32_t)sections[i].id;
		end += lc_blob_align(sections[i].size);
	}
	/* The second one is for 32-bit hosts, whose buffers can't be that long. */
	if (end > UINT32_MAX || end > SIZE_MAX - LC_BLOB_UUID)
		return PEL_ERR_RANGE;
	ret->total_size = (uint32_t)end;
	return PEL_OK;
}

static size_t plan_length(const struct plan *p)
{
	return (size_t)LC_BLOB_UUID + p->total_size;
}

/* Writes all of the plan's bytes to @blob, and no other. */
static void write_plan(const struct plan *p, uint8_t *blob)
{
	uint32_t at = LC_BLOB_HEADER + LC_BLOB_ENTRY * p->n;
	unsigned int i;

	lc_blob_put_header(blob, p->meta, p->total_size, p->mask, (uint16_t)p->n);
	for (i = 0; i < p->n; i++) {
		const PelorusPackSection *s = &p->sections[i];
		uint32_t room = (uint32_t)lc_blob_align(s->size);
		uint8_t *to = blob + LC_BLOB_UUID + at;

		lc_blob_put_entry(blob, i, (uint32_t)s->id, at, s->size);
		memcpy(to, s->data, s->size);
		memset(to + s->size, 0, room - s->size);
		at += room;
	}
}

LC_EXPORT pel_result pel_blob_pack(const PelorusSideData *meta,
				   const PelorusPackSection *sections, int nb,
				   uint8_t **out_blob, size_t *out_len)
{
	struct plan plan;
	uint8_t *blob;
	pel_result r;

	if (!out_blob || !out_len)
		return PEL_ERR_INVALID;
	*out_blob = NULL;
	*out_len = 0;
	r = make_plan(meta, sections, nb, &plan);
	if (r != PEL_OK)
		return r;
	blob = malloc(plan_length(&plan));
	if (!blob)
		return PEL_ERR_NOMEM;
	write_plan(&plan, blob);
	*out_blob = blob;
	*out_len = plan_length(&plan);
	return PEL_OK;
}

LC_EXPORT void pel_blob_free(uint8_t *blob)
{
	free(blob);
}

LC_EXPORT pel_result pel_blob_pack_into(const PelorusSideData *meta,
					const PelorusPackSection *sections, int nb,
					uint8_t *buf, size_t cap, size_t *out_len)
{
	struct plan plan;
	pel_result r;

	if (!out_len)
		return PEL_ERR_INVALID;
	*out_len = 0;
	if (!buf && cap)
		return PEL_ERR_INVALID;
	r = make_plan(meta, sections, nb, &plan);
	if (r != PEL_OK)
		return r;
	*out_len = plan_length(&plan);
	if (cap < *out_len)
		return PEL_ERR_RANGE;
	write_plan(&plan, buf);
	return PEL_OK;
}
