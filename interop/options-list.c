/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Options within a value, "k=v:k=v", as FFmpeg's -x264-params and SvtAv1EncApp's
 * --svtav1-params have them.
 */
#include "options.h"

#include <string.h>

static bool is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* A byte of a token, or its escape. False: it is a quote, which is no byte of it. */
static bool token_byte(const char **p, const char *end, bool *in_quotes, char *ret)
{
	char c = *(*p)++;

	if (c == '\'') {
		*in_quotes = !*in_quotes;
		return false;
	}
	if (c == '\\' && !*in_quotes && *p < end)
		c = *(*p)++;
	*ret = c;
	return true;
}

bool lc_options_token(const char **p, const char *end, char stop, char *out,
		      size_t *ret_n)
{
	bool in_quotes = false;
	size_t n = 0, last = 0; /* last: the bytes up to where space may be cut off */

	while (*p < end && is_space(**p))
		++*p;
	while (*p < end && (in_quotes || **p != stop)) {
		bool plain = !in_quotes && is_space(**p);
		char c;

		if (!token_byte(p, end, &in_quotes, &c)) {
			last = n;
			continue;
		}
		if (n == PEL_ENCODE_RECORD_MAX_VALUE)
			return false;
		out[n++] = c;
		if (!plain)
			last = n;
	}
	*ret_n = last;
	return true;
}

/* Where a value ends: at a colon, or at the end of the list. */
static const char *value_end(const char *p, const char *end, enum lc_option_list kind)
{
	bool in_quotes = false;
	char c;

	if (kind != LC_OPTION_LIST_FFMPEG) {
		const char *colon = memchr(p, ':', (size_t)(end - p));

		return colon ? colon : end;
	}
	while (p < end && (in_quotes || *p != ':'))
		token_byte(&p, end, &in_quotes, &c);
	return p;
}

/* Whether a token's bytes are not those that it stands for. */
static bool is_quoted(const char *p, const char *end)
{
	size_t n = (size_t)(end - p);

	return n && (memchr(p, '\\', n) || memchr(p, '\'', n) || is_space(*p) ||
		     is_space(end[-1]));
}

/* One option, which ends at @end; @equals stands before it, or is NULL. */
static bool take_item(struct lc_options *o, const struct lc_option_table *t,
		      enum lc_option_list kind, const char *item, const char *equals,
		      const char *end)
{
	const char *key_end = equals ? equals : end;
	const char *value = equals ? equals + 1 : NULL;
	size_t size = value ? (size_t)(end - value) : 0;
	bool quoted = kind == LC_OPTION_LIST_FFMPEG && value && is_quoted(value, end);
	struct lc_option_match m;

	if (!size) {
		if (kind != LC_OPTION_LIST_X264)
			return false;
		value = "1";
		size = 1;
	}
	if (kind == LC_OPTION_LIST_FFMPEG) {
		while (item < key_end && is_space(*item))
			item++;
		while (item < key_end && is_space(key_end[-1]))
			key_end--;
	}
	m = lc_option_match(t, item, (size_t)(key_end - item), true);
	return lc_options_take(o, &m, item, (size_t)(key_end - item), value, size,
			       quoted);
}

bool lc_options_take_list(struct lc_options *o, const struct lc_option_table *t,
			  enum lc_option_list kind, const char *list)
{
	const char *end = list + strlen(list), *p = list;

	while (p < end) {
		bool whole = kind == LC_OPTION_LIST_FFMPEG;
		const char *limit = whole ? end : value_end(p, end, kind);
		const char *equals = memchr(p, '=', (size_t)(limit - p));
		const char *stop = limit;

		/* FFmpeg's names go on to the sign, whatever they have in them. */
		if (whole && equals)
			stop = value_end(equals + 1, end, kind);
		if (!take_item(o, t, kind, p, equals, stop))
			return false;
		p = stop < end ? stop + 1 : end;
	}
	return true;
}
