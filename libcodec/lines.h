/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A list of lines for people that only grows, up to a bound: what was noticed, what was
 * decided. A line lives as long as the list.
 */
#ifndef LC_LINES_H
#define LC_LINES_H

#include <pthread.h>

#include "internal.h"

#define LC_LINES_MAX 1024

struct lc_lines {
	pthread_mutex_t lock;
	char **list;
	size_t n;
};

void lc_lines_init(struct lc_lines *lines);
void lc_lines_done(struct lc_lines *lines);

/*
 * Keep a copy, unless the same line is there. Without memory, or past the bound, it is
 * left out. [any]
 */
void lc_lines_add(struct lc_lines *lines, const char *text);

/* Line @index, or NULL past the last. [any] */
const char *lc_lines_get(struct lc_lines *lines, size_t index);

#endif
