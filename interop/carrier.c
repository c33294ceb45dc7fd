/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Blobs in COBS, which have no zero byte (Cheshire and Baker, "Consistent Overhead Byte
 * Stuffing", without the delimiter).
 */
#include "export.h"

#include <stdbool.h>
#include <string.h>

#include <pelorus/carrier.h>

#include "blob.h"

/* A block of that many bytes stands for no zero. */
#define FULL 254

LC_EXPORT const uint8_t pelorus_carrier_uuid[PELORUS_SIDEDATA_UUID_LEN] = {
	0x3f, 0x9b, 0x37, 0xb8, 0xfd, 0x9a, 0x46, 0x21,
	0x92, 0x0e, 0x9b, 0x78, 0xb5, 0x5c, 0xf9, 0xb5,
};

/* How many bytes there are up to a zero, or @n. Most runs in a blob are short, or none. */
static size_t run_of(const uint8_t *p, size_t n)
{
	const uint8_t *zero;
	size_t i;

	for (i = 0; i < n && i < 16; i++)
		if (!p[i])
			return i;
	zero = i < n ? memchr(p + i, 0, n - i) : NULL;
	return zero ? (size_t)(zero - p) : n;
}

/*
 * Writes @n bytes, of which there is one at least, in COBS to @out, if that isn't NULL.
 * Returns how many bytes that takes.
 */
static size_t stuff(const uint8_t *p, size_t n, uint8_t *out)
{
	size_t taken = 0;
	bool zero;

	do {
		size_t most = n < FULL ? n : FULL, run = run_of(p, most);

		zero = run < most;
		if (out) {
			out[taken] = (uint8_t)(run + 1);
			if (run)
				memcpy(out + taken + 1, p, run);
		}
		taken += run + 1;
		p += run + zero;
		n -= run + zero;
		/* A zero at the end takes an empty block, a full block takes none. */
	} while (n || zero);
	return taken;
}

/* Takes @n bytes of COBS apart. false: they are none. @out has room for @n. */
static bool unstuff(const uint8_t *p, size_t n, uint8_t *out, size_t *ret_size)
{
	size_t size = 0;
	bool full = false;

	while (n) {
		size_t run = (size_t)p[0] - 1;

		if (!p[0] || run > n - 1 || run_of(p + 1, run) < run)
			return false;
		if (full && !run && n == 1)
			return false; /* nobody writes it so */
		if (run)
			memcpy(out + size, p + 1, run);
		size += run;
		p += run + 1;
		n -= run + 1;
		full = run == FULL;
		if (n && !full)
			out[size++] = 0;
	}
	*ret_size = size;
	return true;
}

LC_EXPORT pel_result pel_blob_carrier_encode(const uint8_t *blob, size_t len,
					     uint8_t *out, size_t cap, size_t *out_len)
{
	const uint8_t *image;
	size_t size;

	if (!out_len)
		return PEL_ERR_INVALID;
	*out_len = 0;
	if (!blob || (!out && cap))
		return PEL_ERR_INVALID;
	if (!pel_blob_is_present(blob, len))
		return PEL_ERR_ABSENT;
	image = blob + LC_BLOB_UUID;
	size = len - LC_BLOB_UUID;
	*out_len = LC_BLOB_UUID + stuff(image, size, NULL);
	if (cap < *out_len)
		return PEL_ERR_RANGE;
	memcpy(out, pelorus_carrier_uuid, LC_BLOB_UUID);
	stuff(image, size, out + LC_BLOB_UUID);
	return PEL_OK;
}

LC_EXPORT pel_result pel_blob_unwrap(const uint8_t *data, size_t len, uint8_t *scratch,
				     size_t cap, const uint8_t **out_blob,
				     size_t *out_len)
{
	size_t size;

	if (out_blob)
		*out_blob = NULL;
	if (!data || !out_blob || !out_len || (!scratch && cap))
		return PEL_ERR_INVALID;
	*out_len = 0;
	if (len < LC_BLOB_UUID)
		return PEL_ERR_ABSENT;
	if (!memcmp(data, pelorus_sidedata_uuid, LC_BLOB_UUID)) {
		*out_blob = data;
		*out_len = len;
		return PEL_OK;
	}
	if (memcmp(data, pelorus_carrier_uuid, LC_BLOB_UUID))
		return PEL_ERR_ABSENT;
	if (cap < len) {
		*out_len = len;
		return PEL_ERR_RANGE;
	}
	if (!unstuff(data + LC_BLOB_UUID, len - LC_BLOB_UUID, scratch + LC_BLOB_UUID,
		     &size))
		return PEL_ERR_ABI;
	if (size < LC_BLOB_HEADER)
		return PEL_ERR_TRUNCATED;
	memcpy(scratch, pelorus_sidedata_uuid, LC_BLOB_UUID);
	*out_blob = scratch;
	*out_len = LC_BLOB_UUID + size;
	return PEL_OK;
}
