/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kit's own reader of JPEG headers: what a plugin gets as job->jpeg, and what the
 * host's jpeg_next_scan() answers. It shares nothing with libcodec's parser, so that an
 * error needn't be in both.
 */
#ifndef LC_KIT_JPEG_H
#define LC_KIT_JPEG_H

#include "kit.h"

/*
 * Parse up to the first entropy-coded byte. Sets all of *ret_header, struct_size too.
 * Exif is found, its orientation is not read (0). Returns 0, or -EBADMSG.
 */
int kit_jpeg_header(const uint8_t *data, uint64_t size,
		    struct libcodec_jpeg_header *ret_header);

/* jpeg_next_scan() of the host, which has its contract. */
int kit_jpeg_next_scan(const uint8_t *data, uint64_t size, uint64_t from,
		       struct libcodec_jpeg_header *header, uint64_t *ret_end);

/*
 * jpeg_strip() of the host, but that it adds nothing: -EOPNOTSUPP where a table or the
 * height would have to be put in, too. @header is kit_jpeg_header()'s.
 */
int kit_jpeg_strip(const uint8_t *data, uint64_t size,
		   const struct libcodec_jpeg_header *header, uint8_t *dst, uint64_t room,
		   uint64_t *ret_size, uint64_t *ret_end);

#endif
