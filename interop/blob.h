/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How a blob is framed, for those who write one and those who read it. Header and
 * directory are written and read byte by byte, so that a blob may lie at any address.
 */
#ifndef INTEROP_BLOB_H
#define INTEROP_BLOB_H

#include <stdint.h>

#include <pelorus/interop.h>

/* Bytes of a blob's parts. */
enum {
	LC_BLOB_UUID = PELORUS_SIDEDATA_UUID_LEN,
	LC_BLOB_HEADER = 48,
	LC_BLOB_ENTRY = 16, /* of the directory */
};

/* @n rounded up to where the next part of an image may begin. */
static inline uint64_t lc_blob_align(uint64_t n)
{
	return (n + 7) & ~(uint64_t)7;
}

/*
 * Write UUID and header: the caller's fields of @meta, and what the image is like. The
 * directory begins behind them.
 */
void lc_blob_put_header(uint8_t *blob, const PelorusSideData *meta, uint32_t total_size,
			uint32_t section_mask, uint16_t section_count);

/* Write entry @index of the directory. */
void lc_blob_put_entry(uint8_t *blob, unsigned int index, uint32_t section_id,
		       uint32_t offset, uint32_t size);

#endif
