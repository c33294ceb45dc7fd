/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A record's text as it comes in.
 */
#ifndef INTEROP_RECORD_READ_H
#define INTEROP_RECORD_READ_H

#include <stdbool.h>
#include <stddef.h>

#include <pelorus/encode_record.h>

enum {
	LC_RECORD_LEVELS =
		1 + PEL_ENCODE_RECORD_MAX_DEPTH, /* the root, and those inside */
};

/*
 * Whether the text is a record's, in any spelling: in one pass all that is asked of one,
 * but that no key is there twice.
 */
bool lc_record_check(const char *json, size_t len);

/*
 * Where the space at @p, and the value at @p, end. Only for a text that lc_record_check()
 * has accepted, in which all that begins has an end.
 */
const char *lc_record_skip_space(const char *p);
const char *lc_record_skip_value(const char *p);

#endif
