/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * PNG up to the first IDAT, by ISO/IEC 15948 clause 5 and 11.2. Freestanding but for the
 * fault's text.
 */
#ifndef LC_PNG_HEADER_H
#define LC_PNG_HEADER_H

#include "fault.h"

#include <libcodec/plugin.h>

/* Whether the bytes begin like a PNG (its first four bytes suffice). */
bool lc_png_detect(const uint8_t *data, size_t size);

/*
 * Parse up to the first IDAT, of which the length and type must be there. Returns 0, or
 * @ret_fault's error. eXIf is looked for before IDAT only. The limit for segments holds
 * for the chunks before IDAT. An ancillary chunk that is wrong in itself (CRC, length) is
 * ignored; a critical one, or one of an unknown critical type, is -EBADMSG.
 */
int lc_png_header_parse(const uint8_t *data, size_t size, const struct lc_limits *limits,
			struct libcodec_png_header *ret_header, struct lc_fault *ret_fault);

/*
 * Look for an eXIf behind the data as well: reads chunk after chunk from the first IDAT to
 * IEND. What is damaged there ends the search; *header changes where one is found.
 */
void lc_png_find_exif(const uint8_t *data, size_t size, struct libcodec_png_header *header);

#endif
