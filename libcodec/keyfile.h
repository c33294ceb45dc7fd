/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The text format of manifests and policies: sections [Name]; lines "Key=value" with
 * blanks around either ignored; comments on lines of their own that begin with '#';
 * UTF-8; no continuation, no quoting. Keys and values are case-sensitive. Keys and
 * sections that begin with "X-" are somebody else's. Knows no key.
 */
#ifndef LC_KEYFILE_H
#define LC_KEYFILE_H

#include "internal.h"

#define LC_KEYFILE_BYTES_MAX 65536
#define LC_KEYFILE_LINES_MAX 512
#define LC_KEYFILE_QUOTE_MAX 48 /* bytes of a file's text that a message repeats */

/* A piece of a line. */
struct lc_text {
	const char *p;
	size_t size;
};

/* Receives "FILE:LINE: sentence"; @level is LIBCODEC_LOG_*. */
typedef void (*lc_notice_fn)(void *data, int level, const char *text);

/*
 * What a file says, line by line. Each returns 0 to go on, 1 to end well, or a negative
 * errno.
 */
struct lc_keyfile {
	void *data;
	unsigned int line; /* at hand, from 1 */
	int (*section)(void *data, struct lc_text name);
	int (*pair)(void *data, struct lc_text key, struct lc_text value);
	/* The line is nothing of all that; @sentence says why. */
	int (*wrong)(void *data, const char *sentence);
};

/* Read @text. 0, or what ended it. */
int lc_keyfile_read(struct lc_keyfile *kf, const char *text, size_t size);

/* What is odd about bytes that should be plain text, for a message; NULL: nothing. */
const char *lc_text_odd_bytes(const char *p, size_t size);

/* Between @p and @end, without the blanks around it. */
struct lc_text lc_text_trim(const char *p, const char *end);

bool lc_text_is(struct lc_text t, const char *word);

/* Whether it begins with "X-". */
bool lc_text_is_foreign(struct lc_text t);

/* For "%.*s": as much of it as a message repeats, not through a character. */
int lc_text_quote(struct lc_text t);

/* A copy with its NUL, or NULL without memory. */
char *lc_text_copy(struct lc_text t);

/* Whether it is a plugin's name: [a-z0-9][a-z0-9-]{0,30}. */
bool lc_text_is_plugin_name(struct lc_text t);

/*
 * Take the next word of a list with commas between them out of @list; false where there
 * is none left. There may be empty ones; an empty list is one of those.
 */
bool lc_text_next(struct lc_text *list, struct lc_text *ret_word);

/* Hand a formatted line to @notice, which may be NULL. */
void lc_notice(lc_notice_fn notice, void *data, int level, const char *fmt, ...)
	LC_PRINTF(4, 5);

#endif
