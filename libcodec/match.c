/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads the keys of [Match] and [Device], and holds devices against them.
 */
#include "config.h"

#include <fnmatch.h>
#include <stdlib.h>

#include "match.h"

#define ATTR_MAX 4096 /* sysfs attributes are a page at most */

/* --- reading --- */

static bool is_subsystem(struct lc_text t)
{
	size_t i;

	for (i = 0; i < t.size; i++)
		if (!((t.p[i] >= 'a' && t.p[i] <= 'z') || (t.p[i] >= '0' && t.p[i] <= '9') ||
		      t.p[i] == '-' || t.p[i] == '_'))
			return false;
	return t.size > 0;
}

static int take_once(char **to, struct lc_text value, const char **ret_why)
{
	if (*to) {
		*ret_why = " is given twice";
		return -EINVAL;
	}
	*to = lc_text_copy(value);
	return *to ? 1 : -ENOMEM;
}

/* "NAME:GLOB" */
static int take_pair(struct lc_match_pair *pairs, unsigned int *n, struct lc_text value,
		     const char **ret_why)
{
	const char *end = value.p + value.size;
	const char *colon = memchr(value.p, ':', value.size);
	struct lc_match_pair pair;

	if (!colon || colon == value.p) {
		*ret_why = " is not of the form NAME:GLOB";
		return -EINVAL;
	}
	if (*n == LC_MATCH_PAIRS_MAX) {
		*ret_why = " is given more than 8 times";
		return -EINVAL;
	}
	pair.key = lc_text_copy((struct lc_text){ value.p, (size_t)(colon - value.p) });
	pair.glob = lc_text_copy((struct lc_text){ colon + 1, (size_t)(end - colon - 1) });
	if (!pair.key || !pair.glob) {
		free(pair.key);
		free(pair.glob);
		return -ENOMEM;
	}
	pairs[(*n)++] = pair;
	return 1;
}

static int take_tag(struct lc_match *m, struct lc_text value, const char **ret_why)
{
	if (m->n_tags == LC_MATCH_PAIRS_MAX) {
		*ret_why = " is given more than 8 times";
		return -EINVAL;
	}
	m->tags[m->n_tags] = lc_text_copy(value);
	if (!m->tags[m->n_tags])
		return -ENOMEM;
	m->n_tags++;
	return 1;
}

_Static_assert(LC_MATCH_PAIRS_MAX == 8, "two sentences name it");

int lc_match_take(struct lc_match *m, struct lc_text key, struct lc_text value,
		  const char **ret_why)
{
	const struct {
		const char *key;
		char **to;
	} globs[] = {
		{ "Subsystem", &m->subsystem }, { "Devtype", &m->devtype },
		{ "Driver", &m->driver },	{ "Node", &m->node },
		{ "Syspath", &m->syspath },
	};
	size_t i;

	if (!value.size) {
		*ret_why = " has no value";
		return -EINVAL;
	}
	if (lc_text_is(key, "Subsystem") && !is_subsystem(value)) {
		*ret_why = " is a word of [a-z0-9_-], no pattern";
		return -EINVAL;
	}
	for (i = 0; i < LC_ARRAY_SIZE(globs); i++)
		if (lc_text_is(key, globs[i].key))
			return take_once(globs[i].to, value, ret_why);
	if (lc_text_is(key, "Attr"))
		return take_pair(m->attrs, &m->n_attrs, value, ret_why);
	if (lc_text_is(key, "Property"))
		return take_pair(m->properties, &m->n_properties, value, ret_why);
	if (lc_text_is(key, "Tag"))
		return take_tag(m, value, ret_why);
	return 0;
}

bool lc_match_is_empty(const struct lc_match *m)
{
	return !m->subsystem && !m->devtype && !m->driver && !m->node && !m->syspath &&
	       !m->n_attrs && !m->n_properties && !m->n_tags;
}

static void free_pairs(struct lc_match_pair *pairs, unsigned int n)
{
	while (n--) {
		free(pairs[n].key);
		free(pairs[n].glob);
	}
}

void lc_match_done(struct lc_match *m)
{
	free(m->subsystem);
	free(m->devtype);
	free(m->driver);
	free(m->node);
	free(m->syspath);
	free_pairs(m->attrs, m->n_attrs);
	free_pairs(m->properties, m->n_properties);
	while (m->n_tags)
		free(m->tags[--m->n_tags]);
	memset(m, 0, sizeof(*m));
}

/* --- matching --- */

static bool fits(const char *glob, const char *text)
{
	return !glob || fnmatch(glob, text, 0) == 0;
}

static bool attrs_fit(const struct lc_match *m, const struct libcodec_device *dev)
{
	char text[ATTR_MAX];
	unsigned int i;

	for (i = 0; i < m->n_attrs; i++)
		if (lc_device_attr(dev, m->attrs[i].key, text, sizeof(text)) < 0 ||
		    !fits(m->attrs[i].glob, text))
			return false;
	return true;
}

static bool properties_fit(const struct lc_match *m, const struct libcodec_device *dev)
{
	unsigned int i;

	for (i = 0; i < m->n_properties; i++) {
		const char *value = lc_device_property(dev, m->properties[i].key);

		if (!value || !fits(m->properties[i].glob, value))
			return false;
	}
	for (i = 0; i < m->n_tags; i++)
		if (!lc_device_has_tag(dev, m->tags[i]))
			return false;
	return true;
}

bool lc_match_device(const struct lc_match *m, const struct libcodec_device *dev)
{
	if (m->subsystem && strcmp(m->subsystem, dev->subsystem) != 0)
		return false;
	return fits(m->devtype, dev->devtype) && fits(m->driver, dev->driver) &&
	       fits(m->node, dev->node) && fits(m->syspath, dev->syspath) &&
	       properties_fit(m, dev) && attrs_fit(m, dev);
}
