/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Lines for people, kept.
 */
#include "lines.h"

#include <stdlib.h>

void lc_lines_init(struct lc_lines *lines)
{
	*lines = (struct lc_lines){ .n = 0 };
	pthread_mutex_init(&lines->lock, NULL);
}

void lc_lines_done(struct lc_lines *lines)
{
	size_t i;

	for (i = 0; i < lines->n; i++)
		free(lines->list[i]);
	free(lines->list);
	pthread_mutex_destroy(&lines->lock);
}

/* With the lock. */
static void add(struct lc_lines *lines, const char *text)
{
	char **list;
	char *copy;
	size_t i;

	if (lines->n == LC_LINES_MAX)
		return;
	for (i = 0; i < lines->n; i++)
		if (!strcmp(lines->list[i], text))
			return;
	if (lines->n == LC_LINES_MAX - 1)
		text = "more was noticed than is kept";
	list = realloc(lines->list, (lines->n + 1) * sizeof(*list));
	if (!list)
		return;
	lines->list = list;
	copy = strdup(text);
	if (copy)
		list[lines->n++] = copy;
}

void lc_lines_add(struct lc_lines *lines, const char *text)
{
	pthread_mutex_lock(&lines->lock);
	add(lines, text);
	pthread_mutex_unlock(&lines->lock);
}

const char *lc_lines_get(struct lc_lines *lines, size_t index)
{
	const char *text = NULL;

	pthread_mutex_lock(&lines->lock);
	if (index < lines->n)
		text = lines->list[index];
	pthread_mutex_unlock(&lines->lock);
	return text;
}
