/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a record's keys and strings are made of: ASCII, UTF-8, and JSON's escapes. All
 * reads stop at @end.
 */
#ifndef INTEROP_RECORD_TEXT_H
#define INTEROP_RECORD_TEXT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Bytes of the key that begins at @p and ends at @end, at a quote, or at what no key has.
 * 0 where there is none, or one that is too long.
 */
size_t lc_record_key_length(const char *p, const char *end);

/* Bytes of the well-formed character of UTF-8 at @p, before @end; 0 where there is none. */
unsigned int lc_utf8_length(const char *p, const char *end);

/* Bytes of character @c in UTF-8. */
unsigned int lc_utf8_size(uint32_t c);

/*
 * The character of the escape whose backslash lies before *p, which is moved behind it.
 * Negative where it is no escape, or half of a surrogate pair.
 */
int32_t lc_record_unescape(const char **p, const char *end);

#endif
