/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The key-value format of our own files, manifests and policy.conf: lines, what is wrong
 * with one, and how its text is repeated in a message. Knows no section and no key.
 *
 * The format: lines "[Section]" and "Key=value" with blanks around either ignored;
 * comments on lines of their own that begin with '#'; UTF-8; no continuation, no quoting.
 * Keys and values are case-sensitive. Keys and sections that begin with "X-" are somebody
 * else's.
 */
#ifndef LC_KEYFILE_H
#define LC_KEYFILE_H

#include <sys/types.h>

#include "internal.h"

#define LC_KEYFILE_BYTES_MAX 65536
#define LC_KEYFILE_LINES_MAX 512
#define LC_KEYFILE_WRONG_MAX 96 /* bytes of a sentence with its NUL */

/* --- pieces of a line --- */

struct lc_text {
	const char *p;
	size_t size;
};

/* From @p up to @end, without the blanks around. */
struct lc_text lc_text_trim(const char *p, const char *end);
bool lc_text_is(struct lc_text t, const char *word);
bool lc_text_is_foreign(struct lc_text t);

/* For "%.*s": as much of it as a message repeats, cut between characters. */
int lc_text_quote_size(struct lc_text t);

/*
 * The next word of a list with commas between, without blanks around; it may be empty.
 * *rest begins as the whole and becomes what follows. False past the last word.
 */
bool lc_text_next_word(struct lc_text *rest, struct lc_text *ret_word);

/* Whether a relative path has a component that is ".", ".." or nothing. */
bool lc_text_has_odd_component(struct lc_text path);

/* What is odd about bytes that should be plain text, for a message; NULL: nothing. */
const char *lc_text_odd_bytes(const char *p, size_t size);

/* --- lines --- */

struct lc_keyfile {
	const char *next, *end;
	unsigned int line; /* the one at hand, from 1 */
	bool in_section;
};

enum lc_keyfile_what {
	LC_KEYFILE_END,
	LC_KEYFILE_SECTION,       /* name */
	LC_KEYFILE_PAIR,          /* name and value */
	LC_KEYFILE_WRONG_SECTION, /* wrong; a section was meant, whose keys follow */
	LC_KEYFILE_WRONG_LINE,    /* wrong */
	LC_KEYFILE_TOO_LONG,      /* wrong: more lines than are taken; no more follow */
};

struct lc_keyfile_line {
	struct lc_text name, value;
	char wrong[LC_KEYFILE_WRONG_MAX]; /* one sentence, printable */
};

/* The text must stay where it is. */
void lc_keyfile_begin(struct lc_keyfile *k, const char *text, size_t size);

/* Go to the next line that says something. */
enum lc_keyfile_what lc_keyfile_next(struct lc_keyfile *k,
				     struct lc_keyfile_line *ret_line);

/* --- files --- */

/*
 * Read the file at @path, which must be one that may be trusted (lc_trust_open()). Bytes,
 * one more than LC_KEYFILE_BYTES_MAX where it is longer, 0 for /dev/null, or a negative
 * errno with the sentence in @why.
 */
ssize_t lc_keyfile_load(const char *path, char buffer[LC_KEYFILE_BYTES_MAX + 1],
			char *why, size_t why_size);

#endif
