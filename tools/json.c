/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A JSON writer: see json.h.
 */
#include "config.h"

#include "json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

void json_begin(struct json *j, FILE *to)
{
	memset(j, 0, sizeof(*j));
	j->to = to;
}

void json_begin_line(struct json *j, FILE *to)
{
	json_begin(j, to);
	j->compact = true;
}

void json_finish(struct json *j)
{
	assert(j->depth == 0);
	putc('\n', j->to);
}

static void new_line(struct json *j)
{
	unsigned int i;

	if (j->compact)
		return;
	putc('\n', j->to);
	for (i = 0; i < j->depth; i++)
		fputs("  ", j->to);
}

/* What stands before a value or a key. */
static void before_member(struct json *j)
{
	if (j->after_key) {
		j->after_key = false;
		return;
	}
	if (j->depth == 0)
		return;
	if (j->filled[j->depth])
		fputs(j->compact ? ", " : ",", j->to);
	j->filled[j->depth] = true;
	new_line(j);
}

static void open_level(struct json *j, char open, char close)
{
	before_member(j);
	assert(j->depth < JSON_DEPTH_MAX);
	putc(open, j->to);
	j->depth++;
	j->filled[j->depth] = false;
	j->close[j->depth] = close;
}

void json_object(struct json *j)
{
	open_level(j, '{', '}');
}

void json_array(struct json *j)
{
	open_level(j, '[', ']');
}

void json_close(struct json *j)
{
	unsigned int depth = j->depth;

	assert(depth > 0);
	j->depth--;
	if (j->filled[depth])
		new_line(j);
	putc(j->close[depth], j->to);
}

/* How many bytes follow the first byte of a UTF-8 sequence, or -1 for no first byte. */
static int utf8_tail(unsigned char c)
{
	if (c < 0x80)
		return 0;
	if (c >= 0xc2 && c <= 0xdf)
		return 1;
	if (c >= 0xe0 && c <= 0xef)
		return 2;
	if (c >= 0xf0 && c <= 0xf4)
		return 3;
	return -1;
}

/* The length of the valid sequence at @s, or 0. Unicode 15, table 3-7. */
static size_t utf8_length(const unsigned char *s)
{
	int tail = utf8_tail(s[0]), i;

	if (tail < 0)
		return 0;
	for (i = 1; i <= tail; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return (size_t)tail + 1;
}

static void put_ascii(FILE *to, unsigned char c)
{
	if (c == '"' || c == '\\')
		fprintf(to, "\\%c", c);
	else if (c == '\n')
		fputs("\\n", to);
	else if (c == '\t')
		fputs("\\t", to);
	else if (c < 0x20 || c == 0x7f)
		fprintf(to, "\\u%04x", c);
	else
		putc(c, to);
}

static void put_string(FILE *to, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t length;

	putc('"', to);
	while (*s) {
		length = utf8_length(s);
		if (length == 0)
			fputs("\\ufffd", to);
		else if (length == 1)
			put_ascii(to, *s);
		else
			fwrite(s, 1, length, to);
		s += length ? length : 1;
	}
	putc('"', to);
}

void json_key(struct json *j, const char *key)
{
	before_member(j);
	put_string(j->to, key);
	fputs(": ", j->to);
	j->after_key = true;
}

void json_string(struct json *j, const char *text)
{
	before_member(j);
	if (text)
		put_string(j->to, text);
	else
		fputs("null", j->to);
}

void json_u64(struct json *j, uint64_t value)
{
	before_member(j);
	fprintf(j->to, "%" PRIu64, value);
}

void json_i64(struct json *j, int64_t value)
{
	before_member(j);
	fprintf(j->to, "%" PRId64, value);
}

void json_double(struct json *j, double value)
{
	before_member(j);
	fprintf(j->to, "%.4f", value);
}

void json_float(struct json *j, float value)
{
	if (!isfinite(value)) {
		json_null(j);
		return;
	}
	before_member(j);
	fprintf(j->to, "%.9g", (double)value);
}

void json_bool(struct json *j, bool value)
{
	before_member(j);
	fputs(value ? "true" : "false", j->to);
}

void json_null(struct json *j)
{
	json_string(j, NULL);
}

void json_key_string(struct json *j, const char *key, const char *text)
{
	json_key(j, key);
	json_string(j, text);
}

void json_key_u64(struct json *j, const char *key, uint64_t value)
{
	json_key(j, key);
	json_u64(j, value);
}

void json_key_i64(struct json *j, const char *key, int64_t value)
{
	json_key(j, key);
	json_i64(j, value);
}

void json_key_bool(struct json *j, const char *key, bool value)
{
	json_key(j, key);
	json_bool(j, value);
}

void json_key_null(struct json *j, const char *key)
{
	json_key(j, key);
	json_null(j);
}

void json_key_optional(struct json *j, const char *key, bool present, uint64_t value)
{
	json_key(j, key);
	if (present)
		json_u64(j, value);
	else
		json_null(j);
}

void json_key_mask(struct json *j, const char *key, uint64_t mask,
		   const char *(*name)(uint32_t bit))
{
	uint32_t bit;

	json_key(j, key);
	json_array(j);
	for (bit = 0; bit < 64; bit++)
		if (mask >> bit & 1)
			json_string(j, name(bit));
	json_close(j);
}
