/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Takes files of our key-value format apart, line by line. The bytes are anybody's.
 */
#include "config.h"

#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "file.h"
#include "keyfile.h"
#include "trust.h"

#define QUOTE_MAX 48 /* bytes of a file's text that a message repeats */

/* --- pieces of a line --- */

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

int lc_text_quote_size(struct lc_text t)
{
	size_t n = t.size;

	if (n > QUOTE_MAX) {
		n = QUOTE_MAX;
		while (n && ((unsigned char)t.p[n] & 0xc0) == 0x80)
			n--; /* not through a character */
	}
	return (int)n;
}

bool lc_text_next_word(struct lc_text *rest, struct lc_text *ret_word)
{
	const char *comma, *end;

	if (!rest->p)
		return false;
	end = rest->p + rest->size;
	comma = memchr(rest->p, ',', rest->size);
	*ret_word = lc_text_trim(rest->p, comma ? comma : end);
	rest->p = comma ? comma + 1 : NULL;
	rest->size = comma ? (size_t)(end - comma - 1) : 0;
	return true;
}

bool lc_text_has_odd_component(struct lc_text path)
{
	const char *p = path.p, *end = path.p + path.size, *next;
	size_t n;

	for (;;) {
		next = memchr(p, '/', (size_t)(end - p));
		n = (size_t)((next ? next : end) - p);
		if (!n || (n == 1 && *p == '.') || (n == 2 && !memcmp(p, "..", 2)))
			return true;
		if (!next)
			return false;
		p = next + 1;
	}
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

/* --- lines --- */

void lc_keyfile_begin(struct lc_keyfile *k, const char *text, size_t size)
{
	*k = (struct lc_keyfile){ .next = text, .end = text + size };
}

static enum lc_keyfile_what wrong(struct lc_keyfile_line *l, enum lc_keyfile_what what,
				  const char *sentence)
{
	snprintf(l->wrong, sizeof(l->wrong), "%s", sentence);
	return what;
}

static enum lc_keyfile_what take_section(struct lc_keyfile *k, struct lc_text line,
					 struct lc_keyfile_line *l)
{
	k->in_section = true;
	if (line.p[line.size - 1] != ']')
		return wrong(l, LC_KEYFILE_WRONG_SECTION, "a section without its ]");
	l->name = lc_text_trim(line.p + 1, line.p + line.size - 1);
	return LC_KEYFILE_SECTION;
}

static enum lc_keyfile_what take_pair(const struct lc_keyfile *k, struct lc_text line,
				      struct lc_keyfile_line *l)
{
	const char *equals = memchr(line.p, '=', line.size);

	if (!equals)
		return wrong(l, LC_KEYFILE_WRONG_LINE, "neither [Section] nor Key=value");
	l->name = lc_text_trim(line.p, equals);
	l->value = lc_text_trim(equals + 1, line.p + line.size);
	if (!l->name.size)
		return wrong(l, LC_KEYFILE_WRONG_LINE, "no key before the =");
	if (!k->in_section) {
		snprintf(l->wrong, sizeof(l->wrong),
			 "%.*s stands before the first section",
			 lc_text_quote_size(l->name), l->name.p);
		return LC_KEYFILE_WRONG_LINE;
	}
	return LC_KEYFILE_PAIR;
}

/* LC_KEYFILE_END: nothing is said. */
static enum lc_keyfile_what take_line(struct lc_keyfile *k, const char *begin,
				      const char *end, struct lc_keyfile_line *l)
{
	const char *odd;
	struct lc_text line;
	bool section;

	if (end > begin && end[-1] == '\r')
		end--;
	line = lc_text_trim(begin, end);
	section = line.size && line.p[0] == '[';
	odd = lc_text_odd_bytes(begin, (size_t)(end - begin));
	if (odd) {
		k->in_section |= section;
		return wrong(l,
			     section ? LC_KEYFILE_WRONG_SECTION : LC_KEYFILE_WRONG_LINE,
			     odd);
	}
	if (!line.size || line.p[0] == '#')
		return LC_KEYFILE_END;
	return section ? take_section(k, line, l) : take_pair(k, line, l);
}

enum lc_keyfile_what lc_keyfile_next(struct lc_keyfile *k, struct lc_keyfile_line *l)
{
	enum lc_keyfile_what what = LC_KEYFILE_END;
	const char *begin, *newline;

	while (what == LC_KEYFILE_END && k->next < k->end) {
		if (++k->line > LC_KEYFILE_LINES_MAX) {
			k->next = k->end;
			snprintf(l->wrong, sizeof(l->wrong), "more than %d lines",
				 LC_KEYFILE_LINES_MAX);
			return LC_KEYFILE_TOO_LONG;
		}
		begin = k->next;
		newline = memchr(begin, '\n', (size_t)(k->end - begin));
		k->next = newline ? newline + 1 : k->end;
		what = take_line(k, begin, newline ? newline : k->end, l);
	}
	return what;
}

/* --- files --- */

static bool is_mask(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISCHR(st.st_mode) && st.st_rdev == makedev(1, 3);
}

ssize_t lc_keyfile_load(const char *path, char buffer[LC_KEYFILE_BYTES_MAX + 1],
			char *why, size_t why_size)
{
	ssize_t n;
	int fd, r;

	if (is_mask(path))
		return 0;
	r = lc_trust_open(path, &fd, why, why_size);
	if (r < 0)
		return r;
	n = lc_read_up_to(fd, buffer, LC_KEYFILE_BYTES_MAX + 1);
	close(fd);
	if (n < 0)
		snprintf(why, why_size, "%s: cannot be read", path);
	return n;
}
