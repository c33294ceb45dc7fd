/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Holds a device against the keys of one section. What needs a look into sysfs comes
 * last.
 */
#include "config.h"

#include <fnmatch.h>
#include <stdlib.h>

#include "match.h"

#define ATTR_MAX 4096 /* bytes; a page is what the kernel gives */

static bool fits(const char *glob, const char *value)
{
	return !glob || fnmatch(glob, value, 0) == 0;
}

static bool has_property(const struct libcodec_device *dev,
			 const struct lc_match_pair *want)
{
	const char *value = lc_device_property(dev, want->key);

	return value && fits(want->glob, value);
}

static bool has_attr(const struct libcodec_device *dev, const struct lc_match_pair *want)
{
	char value[ATTR_MAX + 1];
	int n = lc_device_attr(dev, want->key, value, sizeof(value));

	/* One with NUL bytes in it is no text. */
	return n >= 0 && strlen(value) == (size_t)n && fits(want->glob, value);
}

bool lc_match_device(const struct lc_match *m, const struct libcodec_device *dev)
{
	unsigned int i;

	if (m->subsystem && strcmp(m->subsystem, dev->subsystem))
		return false;
	if (!fits(m->devtype, dev->devtype) || !fits(m->driver, dev->driver) ||
	    !fits(m->node, dev->node) || !fits(m->syspath, dev->syspath))
		return false;
	for (i = 0; i < m->n_tags; i++)
		if (!lc_device_has_tag(dev, m->tags[i]))
			return false;
	for (i = 0; i < m->n_properties; i++)
		if (!has_property(dev, &m->properties[i]))
			return false;
	for (i = 0; i < m->n_attrs; i++)
		if (!has_attr(dev, &m->attrs[i]))
			return false;
	return true;
}

static void free_pairs(struct lc_match_pair *pairs, unsigned int n)
{
	while (n) {
		free(pairs[--n].key);
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
