/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The orientation out of an Exif block, by a walk of IFD0 and nothing else.
 */
#ifndef LC_EXIF_H
#define LC_EXIF_H

#include <stddef.h>
#include <stdint.h>

/*
 * @tiff is the TIFF header and what follows (@size bytes; may be anything). Returns 1 to
 * 8, or 0 where none is given or it makes no sense. Never an error, no allocation, bounded
 * by @size and by LC_EXIF_ENTRIES_MAX entries. BYTE, SHORT and LONG are taken, in either
 * byte order, the first value of several; the first entry that makes sense counts. Damage
 * elsewhere (maker notes, other IFDs, the next-IFD offset) is not looked at.
 */
#define LC_EXIF_ENTRIES_MAX 1024
unsigned int lc_exif_orientation(const uint8_t *tiff, size_t size);

/* Exif's 1 to 8 as clockwise degrees and a mirroring that comes first; 0 is as 1. */
void lc_exif_to_rotation(unsigned int orientation, uint32_t *ret_degrees,
			 uint32_t *ret_flip);

#endif
