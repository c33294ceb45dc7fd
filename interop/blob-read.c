/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Blobs, read: bytes from outside, of which nothing is believed. Offsets and sizes are
 * held against what there is before a pointer is made of them.
 */
#include "export.h"

#include <stdbool.h>
#include <string.h>

#include "blob.h"
#include "bytes.h"

LC_EXPORT const uint8_t pelorus_sidedata_uuid[PELORUS_SIDEDATA_UUID_LEN] = {
	0xe1, 0xd7, 0xc4, 0xa2, 0x6b, 0x93, 0x4f, 0x08,
	0x9a, 0x55, 0x0f, 0x3c, 0x2d, 0xb1, 0x7e, 0x64,
};

/* A blob whose header has been looked at. */
struct image {
	const uint8_t *start; /* behind the UUID */
	size_t size;          /* bytes from there on that were received */
	uint32_t total_size;  /* that the image says it has, not above size */
	uint32_t directory;   /* where it begins, behind the header */
	uint32_t directory_end;
};

static bool has_header(const uint8_t *blob, size_t len)
{
	return len >= LC_BLOB_UUID + LC_BLOB_HEADER &&
	       !memcmp(blob, pelorus_sidedata_uuid, LC_BLOB_UUID) &&
	       !memcmp(blob + LC_BLOB_UUID, PELORUS_MAGIC_STR, PELORUS_MAGIC_LEN);
}

static uint16_t major_of(const uint8_t *blob)
{
	return lc_get_le16(blob + LC_BLOB_UUID + 8);
}

static pel_result open_image(const uint8_t *blob, size_t len, struct image *ret)
{
	const uint8_t *h = blob + LC_BLOB_UUID;

	if (!has_header(blob, len))
		return PEL_ERR_ABSENT;
	if (major_of(blob) != PELORUS_ABI_MAJOR)
		return PEL_ERR_ABI;
	ret->start = h;
	ret->size = len - LC_BLOB_UUID;
	ret->total_size = lc_get_le32(h + 12);
	ret->directory = lc_get_le16(h + 22);
	ret->directory_end = lc_get_le16(h + 20); /* sections */
	ret->directory_end = ret->directory + LC_BLOB_ENTRY * ret->directory_end;
	if (ret->total_size > ret->size || ret->directory < LC_BLOB_HEADER)
		return PEL_ERR_TRUNCATED;
	return PEL_OK;
}

LC_EXPORT int pel_blob_is_present(const uint8_t *blob, size_t len)
{
	return blob && has_header(blob, len) && major_of(blob) == PELORUS_ABI_MAJOR;
}

/* The first entry of a section counts; NULL without one. */
static const uint8_t *find_entry(const struct image *image, uint32_t id)
{
	uint32_t at;

	for (at = image->directory; at < image->directory_end; at += LC_BLOB_ENTRY)
		if (lc_get_le32(image->start + at) == id)
			return image->start + at;
	return NULL;
}

LC_EXPORT pel_result pel_blob_find_section(const uint8_t *blob, size_t len,
					   enum pel_section sec,
					   size_t consumer_known_size,
					   const void **out_ptr, size_t *out_size)
{
	uint32_t id = (uint32_t)sec, offset, size;
	const uint8_t *entry;
	struct image image;
	pel_result r;

	if (out_ptr)
		*out_ptr = NULL;
	if (out_size)
		*out_size = 0;
	if (!blob || !out_ptr || !out_size)
		return PEL_ERR_INVALID;
	r = open_image(blob, len, &image);
	if (r != PEL_OK)
		return r;
	if (image.directory % 8)
		return PEL_ERR_ABI;
	if (image.directory_end > image.size)
		return PEL_ERR_TRUNCATED;
	if (!(lc_get_le32(image.start + 16) & id))
		return PEL_ERR_ABSENT;
	entry = find_entry(&image, id);
	if (!entry)
		return PEL_ERR_ABSENT;

	offset = lc_get_le32(entry + 4);
	size = lc_get_le32(entry + 8);
	if (offset % 8)
		return PEL_ERR_ABI;
	/* What was received is the bound here, not total_size: the ABI has it so. */
	if (offset > image.size || size > image.size - offset)
		return PEL_ERR_TRUNCATED;
	*out_ptr = image.start + offset;
	*out_size = size < consumer_known_size ? size : consumer_known_size;
	return PEL_OK;
}

LC_EXPORT pel_result pel_blob_map(const uint8_t *blob, size_t len, uint32_t offset,
				  uint32_t size, uint32_t elem_count, uint32_t elem_size,
				  const void **out_ptr)
{
	struct image image;
	pel_result r;

	if (out_ptr)
		*out_ptr = NULL;
	if (!blob || !out_ptr || !elem_count || !elem_size)
		return PEL_ERR_INVALID;
	r = open_image(blob, len, &image);
	if (r != PEL_OK)
		return r;
	if ((uint64_t)elem_count * elem_size != size)
		return PEL_ERR_ABI;
	if (offset % 8 || offset < image.directory_end)
		return PEL_ERR_ABI;
	/* Here total_size is the bound. */
	if (offset > image.total_size || size > image.total_size - offset)
		return PEL_ERR_TRUNCATED;
	*out_ptr = image.start + offset;
	return PEL_OK;
}
