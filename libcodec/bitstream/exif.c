/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Exif's orientation: a bounded walk of IFD0 (CIPA DC-008, TIFF 6.0 section 2).
 */
#include "config.h"

#include "exif.h"

#include <stdbool.h>

#define TIFF_HEADER 8 /* bytes */
#define IFD_ENTRY   12 /* bytes: tag, type, count, value or offset */
#define IFD_INLINE  4 /* bytes of an entry's value field */

#define TAG_ORIENTATION 0x0112

#define TYPE_BYTE  1
#define TYPE_SHORT 3
#define TYPE_LONG  4

struct block {
	const uint8_t *p;
	size_t size;
	bool big_endian;
};

/* The callers have compared @at with the size. */
static uint32_t get16(const struct block *b, size_t at)
{
	const uint8_t *p = b->p + at;

	return b->big_endian ? p[0] << 8 | p[1] : p[1] << 8 | p[0];
}

static uint32_t get32(const struct block *b, size_t at)
{
	return b->big_endian ? get16(b, at) << 16 | get16(b, at + 2) :
			       get16(b, at + 2) << 16 | get16(b, at);
}

static bool block_open(struct block *b, const uint8_t *tiff, size_t size)
{
	if (!tiff || size < TIFF_HEADER || tiff[0] != tiff[1])
		return false;
	if (tiff[0] != 'I' && tiff[0] != 'M')
		return false;
	*b = (struct block){ tiff, size, tiff[0] == 'M' };
	return get16(b, 2) == 42;
}

static unsigned int type_size(uint32_t type)
{
	switch (type) {
	case TYPE_BYTE:
		return 1;
	case TYPE_SHORT:
		return 2;
	case TYPE_LONG:
		return 4;
	default:
		return 0;
	}
}

/* The first value of the entry at @at, or 0 where it has none that can be read. */
static uint32_t entry_value(const struct block *b, size_t at)
{
	unsigned int size = type_size(get16(b, at + 2));
	uint32_t count = get32(b, at + 4);
	size_t value = at + 8;

	if (!size || !count)
		return 0;
	/* More than the field holds: the field is where in the block the values are. */
	if (count > IFD_INLINE / size) {
		value = get32(b, value);
		if (value > b->size || b->size - value < size)
			return 0;
	}
	if (size == 1)
		return b->p[value];
	return size == 2 ? get16(b, value) : get32(b, value);
}

unsigned int lc_exif_orientation(const uint8_t *tiff, size_t size)
{
	size_t at, n, i;
	struct block b;
	uint32_t v;

	if (!block_open(&b, tiff, size))
		return 0;
	at = get32(&b, 4);
	if (at > size || size - at < 2)
		return 0;
	n = get16(&b, at);
	at += 2;
	if (n > (size - at) / IFD_ENTRY)
		n = (size - at) / IFD_ENTRY;
	if (n > LC_EXIF_ENTRIES_MAX)
		n = LC_EXIF_ENTRIES_MAX;
	for (i = 0; i < n; i++, at += IFD_ENTRY) {
		if (get16(&b, at) != TAG_ORIENTATION)
			continue;
		v = entry_value(&b, at);
		if (v >= 1 && v <= 8)
			return v;
	}
	return 0;
}

void lc_exif_to_rotation(unsigned int orientation, uint32_t *ret_degrees,
			 uint32_t *ret_flip)
{
	static const struct {
		uint16_t degrees, flip;
	} table[] = {
		{ 0, 0 },   { 0, 0 },  { 0, 1 },  { 180, 0 }, { 180, 1 },
		{ 270, 1 }, { 90, 0 }, { 90, 1 }, { 270, 0 },
	};

	if (orientation > 8)
		orientation = 0;
	*ret_degrees = table[orientation].degrees;
	*ret_flip = table[orientation].flip;
}
