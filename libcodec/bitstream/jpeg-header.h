/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * JPEG markers, by ITU-T T.81 annex B: from SOI to the first SOS, and from the end of a
 * scan to the next SOS. Never allocates.
 */
#ifndef LC_JPEG_HEADER_H
#define LC_JPEG_HEADER_H

#include "fault.h"

#include <libcodec/plugin.h>

/* Whether the bytes begin like a JPEG: with SOI. */
bool lc_jpeg_detect(const uint8_t *data, size_t size);

/*
 * Parse up to the first byte of entropy-coded data. Returns 0, or @ret_fault's error.
 * A frame type that nobody here decodes is parsed like any other, so that it can be
 * reported; lc_jpeg_header_supported() judges.
 */
int lc_jpeg_header_parse(const uint8_t *data, size_t size, const struct lc_limits *limits,
			 struct libcodec_jpeg_header *ret_header,
			 struct lc_fault *ret_fault);

/*
 * From @from, a byte behind the entropy-coded data of a scan, to the next SOS. Returns 1
 * with *header brought up to it, 0 where the picture ends (EOI or end of the bytes), or
 * @ret_fault's error. *ret_end: the byte behind what was read.
 */
int lc_jpeg_header_next_scan(const uint8_t *data, size_t size, uint64_t from,
			     struct libcodec_jpeg_header *header, uint64_t *ret_end,
			     struct lc_fault *ret_fault);

#endif
