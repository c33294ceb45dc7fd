/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The record of one device, in room of a fixed size: whatever comes from outside is cut
 * to fit.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "watch-private.h"

void lc_seen_copy(char *to, size_t size, const char *from)
{
	size_t len = from ? strlen(from) : 0;

	if (len >= size)
		len = 0;
	if (len)
		memcpy(to, from, len);
	to[len] = '\0';
}

/* The kernel writes the slashes of a name as '!'; so does libudev read it. */
static void name_of(const char *syspath, char *name, size_t size)
{
	const char *slash = strrchr(syspath, '/');

	lc_seen_copy(name, size, slash ? slash + 1 : syspath);
	for (; *name; name++) {
		if (*name == '!')
			*name = '/';
	}
}

int lc_seen_start(struct lc_seen *s, const char *syspath)
{
	if (!syspath || strlen(syspath) >= sizeof(s->syspath))
		return -ENAMETOOLONG;
	lc_seen_copy(s->syspath, sizeof(s->syspath), syspath);
	name_of(syspath, s->sysname, sizeof(s->sysname));
	s->node[0] = s->subsystem[0] = s->devtype[0] = s->driver[0] = '\0';
	s->dev.devnum = 0;
	s->n_properties = s->n_tags = s->used = 0;
	return 0;
}

/* "first" or "first=second", or NULL without room. */
static const char *keep(struct lc_seen *s, const char *first, const char *second)
{
	size_t n = strlen(first), m = second ? strlen(second) + 1 : 0;
	size_t left = sizeof(s->text) - s->used;
	char *text = s->text + s->used;

	if (n >= left || m >= left - n)
		return NULL;
	memcpy(text, first, n);
	if (second) {
		text[n] = '=';
		memcpy(text + n + 1, second, m - 1);
	}
	text[n + m] = '\0';
	s->used += n + m + 1;
	return text;
}

/* Whether it is of an event: the same device would look changed by it. */
static bool is_of_event(const char *key)
{
	size_t n = strcspn(key, "=");

	return (n == 6 && !memcmp(key, "ACTION", n)) ||
	       (n == 6 && !memcmp(key, "SEQNUM", n)) ||
	       (n > 6 && !memcmp(key, "SYNTH_", 6));
}

void lc_seen_property(struct lc_seen *s, const char *key, const char *value)
{
	const char *text;

	if (s->n_properties == LC_PROPERTIES_MAX || is_of_event(key))
		return;
	text = keep(s, key, value);
	if (text)
		s->properties[s->n_properties++] = text;
}

void lc_seen_tag(struct lc_seen *s, const char *tag)
{
	const char *text;

	if (s->n_tags == LC_TAGS_MAX)
		return;
	text = keep(s, tag, NULL);
	if (text)
		s->tags[s->n_tags++] = text;
}

static int compare(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

void lc_seen_finish(struct lc_seen *s)
{
	qsort(s->properties, s->n_properties, sizeof(s->properties[0]), compare);
	s->properties[s->n_properties] = NULL;
	qsort(s->tags, s->n_tags, sizeof(s->tags[0]), compare);
	s->tags[s->n_tags] = NULL;
	s->dev.syspath = s->syspath;
	s->dev.sysname = s->sysname;
	s->dev.subsystem = s->subsystem;
	s->dev.devtype = s->devtype;
	s->dev.driver = s->driver;
	s->dev.node = s->node;
	s->dev.properties = s->properties;
	s->dev.tags = s->tags;
}
