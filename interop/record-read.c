/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The grammar of a record's text (RFC 8259, narrowed) and its limits: one pass with a
 * stack of the containers that are open.
 */
#include "record-read.h"
#include "record-text.h"

#include <stdint.h>

struct container {
	char end; /* the bracket that closes it */
	unsigned int entries;
};

struct reader {
	const char *p, *end;
	struct container open[LC_RECORD_LEVELS];
	unsigned int depth; /* how many are open */
};

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool next_is(const struct reader *r, char c)
{
	return r->p < r->end && *r->p == c;
}

static bool take(struct reader *r, char c)
{
	if (!next_is(r, c))
		return false;
	r->p++;
	return true;
}

static void take_space(struct reader *r)
{
	while (r->p < r->end && is_space(*r->p))
		r->p++;
}

static bool take_key(struct reader *r)
{
	size_t n;

	if (!take(r, '"'))
		return false;
	n = lc_record_key_length(r->p, r->end);
	r->p += n;
	return n && take(r, '"');
}

/* A character as it is or escaped; its bytes in UTF-8, or 0. */
static unsigned int take_char(struct reader *r)
{
	unsigned int n;
	int32_t c;

	if (take(r, '\\')) {
		c = lc_record_unescape(&r->p, r->end);
		return c < 0 ? 0 : lc_utf8_size((uint32_t)c);
	}
	if ((unsigned char)*r->p < 0x20)
		return 0;
	n = lc_utf8_length(r->p, r->end);
	r->p += n;
	return n;
}

static bool take_string(struct reader *r)
{
	unsigned int n, size = 0;

	if (!take(r, '"'))
		return false;
	while (r->p < r->end && *r->p != '"') {
		n = take_char(r);
		size += n;
		if (!n || size > PEL_ENCODE_RECORD_MAX_VALUE)
			return false;
	}
	return take(r, '"');
}

static bool enter(struct reader *r, char end)
{
	if (r->depth == LC_RECORD_LEVELS)
		return false;
	r->open[r->depth++] = (struct container){ .end = end };
	return true;
}

/* A string, or the bracket that opens a container. */
static bool take_value(struct reader *r)
{
	if (take(r, '{'))
		return enter(r, '}');
	if (take(r, '['))
		return enter(r, ']');
	return take_string(r);
}

/* A member or an element, of which there may be so many. */
static bool take_entry(struct reader *r)
{
	struct container *in = &r->open[r->depth - 1];

	if (in->end == ']')
		return ++in->entries <= PEL_ENCODE_RECORD_MAX_ARRAY && take_value(r);
	if (++in->entries > PEL_ENCODE_RECORD_MAX_MEMBERS || !take_key(r))
		return false;
	take_space(r);
	if (!take(r, ':'))
		return false;
	take_space(r);
	return take_value(r);
}

/* What comes next in a container: its end, or an entry. */
static bool take_next(struct reader *r)
{
	struct container *in = &r->open[r->depth - 1];

	take_space(r);
	if (take(r, in->end)) {
		r->depth--;
		return true;
	}
	if (in->entries) {
		if (!take(r, ','))
			return false;
		take_space(r);
	}
	return take_entry(r);
}

bool lc_record_check(const char *json, size_t len)
{
	struct reader r = { .p = json };

	if (len > PEL_ENCODE_RECORD_MAX_BYTES)
		return false;
	r.end = json + len;
	take_space(&r);
	if (!take(&r, '{') || !enter(&r, '}'))
		return false;
	while (r.depth)
		if (!take_next(&r))
			return false;
	take_space(&r);
	return r.p == r.end;
}

const char *lc_record_skip_space(const char *p)
{
	while (is_space(*p))
		p++;
	return p;
}

/* The same for a key. */
static const char *skip_string(const char *p)
{
	for (p++; *p != '"'; p++)
		if (*p == '\\')
			p++;
	return p + 1;
}

const char *lc_record_skip_value(const char *p)
{
	unsigned int depth = 0;

	do {
		if (*p == '"') {
			p = skip_string(p);
			continue;
		}
		if (*p == '{' || *p == '[')
			depth++;
		else if (*p == '}' || *p == ']')
			depth--;
		p++;
	} while (depth);
	return p;
}
