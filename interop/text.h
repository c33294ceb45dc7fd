/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A text that is written into somebody's buffer as far as it has room, and is counted
 * beyond that. Numbers have a point whatever the locale says.
 */
#ifndef INTEROP_TEXT_H
#define INTEROP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lc_text {
	char *buf;
	size_t cap; /* bytes of buf */
	size_t n; /* bytes of the text; SIZE_MAX: more than can be counted */
};

void lc_text_put(struct lc_text *t, const char *bytes, size_t n);
void lc_text_puts(struct lc_text *t, const char *s);
/* The NUL behind it; false where there is no room for that. */
bool lc_text_end(const struct lc_text *t);
void lc_text_put_uint(struct lc_text *t, uint64_t v);

/*
 * As few digits as a float is known by, in the form of JSON: lc_decimal_float() makes the
 * same float of them. @v is finite; -0 becomes 0.
 */
void lc_text_put_float(struct lc_text *t, float v);

#endif
