/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The keys that say which devices are meant, one table for all who read them.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "append.h"
#include "match-keys.h"

enum kind {
	KIND_WORD, /* [a-z0-9_-]+, once */
	KIND_GLOB, /* once */
	KIND_PAIR, /* NAME:GLOB, several times */
	KIND_TAG,  /* NAME, several times */
};

#define FIELD(name) offsetof(struct lc_match, name)

static const struct key {
	const char *name;
	enum kind kind;
	bool policy;  /* a policy's only */
	size_t field; /* where it goes ... */
	size_t count; /* ... and how many are there */
} keys[] = {
	{ "Subsystem", KIND_WORD, false, FIELD(subsystem), 0 },
	{ "Devtype", KIND_GLOB, false, FIELD(devtype), 0 },
	{ "Driver", KIND_GLOB, false, FIELD(driver), 0 },
	{ "Node", KIND_GLOB, false, FIELD(node), 0 },
	{ "Syspath", KIND_GLOB, true, FIELD(syspath), 0 },
	{ "Attr", KIND_PAIR, false, FIELD(attrs), FIELD(n_attrs) },
	{ "Property", KIND_PAIR, false, FIELD(properties), FIELD(n_properties) },
	{ "Tag", KIND_TAG, false, FIELD(tags), FIELD(n_tags) },
};

static void *field_of(struct lc_match *m, size_t offset)
{
	return (char *)m + offset;
}

static const void *const_field_of(const struct lc_match *m, size_t offset)
{
	return (const char *)m + offset;
}

static const struct key *find_key(struct lc_text name)
{
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(keys); i++)
		if (lc_text_is(name, keys[i].name))
			return &keys[i];
	return NULL;
}

bool lc_match_has_key(struct lc_text name, bool policy)
{
	const struct key *key = find_key(name);

	return key && (policy || !key->policy);
}

static int bad(char wrong[LC_MATCH_WRONG_MAX], const struct key *key,
	       struct lc_text value, const char *want)
{
	snprintf(wrong, LC_MATCH_WRONG_MAX, "%s=%.*s: not %s", key->name,
		 lc_text_quote_size(value), value.p, want);
	return -EINVAL;
}

static bool is_word(struct lc_text t)
{
	size_t i;

	for (i = 0; i < t.size; i++)
		if (!(t.p[i] >= 'a' && t.p[i] <= 'z') &&
		    !(t.p[i] >= '0' && t.p[i] <= '9') && t.p[i] != '_' && t.p[i] != '-')
			return false;
	return t.size > 0;
}

static int take_string(struct lc_text value, char **ret_string)
{
	*ret_string = strndup(value.p, value.size);
	return *ret_string ? 0 : -ENOMEM;
}

static int take_pair(struct lc_match_pair *pair, const struct key *key,
		     struct lc_text value, char wrong[LC_MATCH_WRONG_MAX])
{
	const char *colon = memchr(value.p, ':', value.size);
	struct lc_text name, glob;

	if (!colon)
		return bad(wrong, key, value, "of the form NAME:GLOB");
	name = lc_text_trim(value.p, colon);
	glob = lc_text_trim(colon + 1, value.p + value.size);
	if (!name.size || !glob.size)
		return bad(wrong, key, value, "of the form NAME:GLOB");
	if (key->field == FIELD(attrs) && lc_text_has_odd_component(name))
		return bad(wrong, key, value,
			   "an attribute, which is a path without \".\" and \"..\"");
	pair->key = strndup(name.p, name.size);
	pair->glob = strndup(glob.p, glob.size);
	if (pair->key && pair->glob)
		return 0;
	free(pair->key);
	free(pair->glob);
	return -ENOMEM;
}

static int take_several(struct lc_match *m, const struct key *key, struct lc_text value,
			char wrong[LC_MATCH_WRONG_MAX])
{
	unsigned int *n = field_of(m, key->count);
	int r;

	if (*n == LC_MATCH_PAIRS_MAX) {
		snprintf(wrong, LC_MATCH_WRONG_MAX, "%s is given more than %d times",
			 key->name, LC_MATCH_PAIRS_MAX);
		return -EINVAL;
	}
	if (key->kind == KIND_TAG)
		r = take_string(value, &m->tags[*n]);
	else
		r = take_pair((struct lc_match_pair *)field_of(m, key->field) + *n, key,
			      value, wrong);
	if (r == 0)
		++*n;
	return r;
}

int lc_match_take(struct lc_match *m, struct lc_text name, struct lc_text value,
		  char wrong[LC_MATCH_WRONG_MAX])
{
	const struct key *key = find_key(name);
	char **field = field_of(m, key->field);

	if (!value.size) {
		snprintf(wrong, LC_MATCH_WRONG_MAX, "%s has no value", key->name);
		return -EINVAL;
	}
	if (value.size > LC_MATCH_GLOB_MAX) {
		snprintf(wrong, LC_MATCH_WRONG_MAX, "%s has more than %d bytes",
			 key->name, LC_MATCH_GLOB_MAX);
		return -EINVAL;
	}
	if (key->kind == KIND_PAIR || key->kind == KIND_TAG)
		return take_several(m, key, value, wrong);
	if (*field) {
		snprintf(wrong, LC_MATCH_WRONG_MAX, "%s is given twice", key->name);
		return -EINVAL;
	}
	if (key->kind == KIND_WORD && !is_word(value))
		return bad(wrong, key, value, "a word of [a-z0-9_-]");
	return take_string(value, field);
}

bool lc_match_is_empty(const struct lc_match *m)
{
	return !m->subsystem && !m->devtype && !m->driver && !m->node && !m->syspath &&
	       !m->n_attrs && !m->n_properties && !m->n_tags;
}

bool lc_match_needs_udev(const struct lc_match *m)
{
	return m->n_properties || m->n_tags;
}

/* --- for people --- */

static int describe_key(const struct lc_match *m, const struct key *key, char **text)
{
	const struct lc_match_pair *pairs = const_field_of(m, key->field);
	char *const *strings = const_field_of(m, key->field);
	const unsigned int *count = const_field_of(m, key->count);
	bool several = key->kind == KIND_PAIR || key->kind == KIND_TAG;
	unsigned int n = several ? *count : strings[0] != NULL, i;
	int r = 0;

	for (i = 0; i < n && r == 0; i++) {
		if (key->kind == KIND_PAIR)
			r = lc_append(text, "%s%s=%s:%s", *text ? ", " : "", key->name,
				      pairs[i].key, pairs[i].glob);
		else
			r = lc_append(text, "%s%s=%s", *text ? ", " : "", key->name,
				      strings[i]);
	}
	return r;
}

int lc_match_describe(const struct lc_match *m, char **ret_text)
{
	char *text = NULL;
	size_t i;
	int r = 0;

	for (i = 0; i < LC_ARRAY_SIZE(keys) && r == 0; i++)
		r = describe_key(m, &keys[i], &text);
	if (r == 0 && !text)
		r = lc_append(&text, "anything");
	if (r < 0)
		free(text);
	else
		*ret_text = text;
	return r;
}
