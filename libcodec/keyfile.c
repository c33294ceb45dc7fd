/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Splits a text into sections and pairs.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "keyfile.h"

#define PLUGIN_NAME_MAX 31

/* --- text --- */

int lc_text_quote(struct lc_text t)
{
	size_t n = t.size;

	if (n > LC_KEYFILE_QUOTE_MAX) {
		n = LC_KEYFILE_QUOTE_MAX;
		while (n && ((unsigned char)t.p[n] & 0xc0) == 0x80)
			n--; /* not through a character */
	}
	return (int)n;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

struct lc_text lc_text_trim(const char *p, const char *end)
{
	while (p < end && is_blank(*p))
		p++;
	while (p < end && is_blank(end[-1]))
		end--;
	return (struct lc_text){ p, (size_t)(end - p) };
}

bool lc_text_is(struct lc_text t, const char *word)
{
	return t.size == strlen(word) && !memcmp(t.p, word, t.size);
}

bool lc_text_is_foreign(struct lc_text t)
{
	return t.size >= 2 && !memcmp(t.p, "X-", 2);
}

char *lc_text_copy(struct lc_text t)
{
	return strndup(t.p, t.size);
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool lc_text_is_plugin_name(struct lc_text t)
{
	size_t i;

	if (!t.size || t.size > PLUGIN_NAME_MAX || !is_name_char(t.p[0]))
		return false;
	for (i = 1; i < t.size; i++)
		if (!is_name_char(t.p[i]) && t.p[i] != '-')
			return false;
	return true;
}

bool lc_text_next(struct lc_text *list, struct lc_text *ret_word)
{
	const char *end = list->p + list->size, *comma;

	if (!list->p)
		return false;
	comma = memchr(list->p, ',', list->size);
	*ret_word = lc_text_trim(list->p, comma ? comma : end);
	list->size = comma ? (size_t)(end - comma - 1) : 0;
	list->p = comma ? comma + 1 : NULL;
	return true;
}

/*
 * Bytes of the UTF-8 character at @p (the Unicode Standard, table 3-7: shortest form, no
 * surrogates), 0 where there is none.
 */
static size_t utf8_char(const unsigned char *p, size_t left)
{
	unsigned char low = 0x80, high = 0xbf;
	size_t n, i;

	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return 0;
	n = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	if (n > left)
		return 0;
	if (p[0] == 0xe0)
		low = 0xa0;
	else if (p[0] == 0xed)
		high = 0x9f;
	else if (p[0] == 0xf0)
		low = 0x90;
	else if (p[0] == 0xf4)
		high = 0x8f;
	if (p[1] < low || p[1] > high)
		return 0;
	for (i = 2; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

const char *lc_text_odd_bytes(const char *text, size_t size)
{
	const unsigned char *p = (const unsigned char *)text;
	size_t i = 0, n;

	while (i < size) {
		if (!p[i])
			return "a NUL byte";
		if ((p[i] < 0x20 && p[i] != '\t') || p[i] == 0x7f)
			return "a control character";
		n = utf8_char(p + i, size - i);
		if (!n)
			return "bytes that are not UTF-8";
		i += n;
	}
	return NULL;
}

void lc_notice(lc_notice_fn notice, void *data, int level, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	int n;

	if (!notice)
		return;
	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	notice(data, level, text);
	free(text);
}

/* --- lines --- */

static int read_section(struct lc_keyfile *kf, struct lc_text line)
{
	if (line.p[line.size - 1] != ']')
		return kf->wrong(kf->data, "a section without its ]");
	return kf->section(kf->data, lc_text_trim(line.p + 1, line.p + line.size - 1));
}

static int read_pair(struct lc_keyfile *kf, struct lc_text line)
{
	const char *equals = memchr(line.p, '=', line.size);
	struct lc_text key;

	if (!equals)
		return kf->wrong(kf->data, "neither [Section] nor Key=value");
	key = lc_text_trim(line.p, equals);
	if (!key.size)
		return kf->wrong(kf->data, "no key before the =");
	return kf->pair(kf->data, key, lc_text_trim(equals + 1, line.p + line.size));
}

static int read_line(struct lc_keyfile *kf, const char *begin, const char *end)
{
	const char *odd;
	struct lc_text line;

	if (end > begin && end[-1] == '\r')
		end--;
	odd = lc_text_odd_bytes(begin, (size_t)(end - begin));
	if (odd)
		return kf->wrong(kf->data, odd);
	line = lc_text_trim(begin, end);
	if (!line.size || line.p[0] == '#')
		return 0;
	return line.p[0] == '[' ? read_section(kf, line) : read_pair(kf, line);
}

int lc_keyfile_read(struct lc_keyfile *kf, const char *text, size_t size)
{
	const char *end = text + size, *next;
	char sentence[32];
	int r;

	kf->line = 0;
	while (text < end) {
		if (++kf->line > LC_KEYFILE_LINES_MAX) {
			snprintf(sentence, sizeof(sentence), "more than %d lines",
				 LC_KEYFILE_LINES_MAX);
			r = kf->wrong(kf->data, sentence);
			return r ? r : 1;
		}
		next = memchr(text, '\n', (size_t)(end - text));
		r = read_line(kf, text, next ? next : end);
		if (r)
			return r;
		text = next ? next + 1 : end;
	}
	return 0;
}
