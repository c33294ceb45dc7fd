/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Short lists of plugins' names.
 */
#include "config.h"

#include <stdlib.h>

#include "append.h"
#include "policy-private.h"

int lc_names_find(const struct lc_names *names, const char *name)
{
	unsigned int i;

	for (i = 0; i < names->n; i++)
		if (!strcmp(names->list[i], name))
			return (int)i;
	return -1;
}

bool lc_names_have(const struct lc_names *names, const char *name)
{
	return lc_names_find(names, name) >= 0;
}

int lc_names_add(struct lc_names *names, struct lc_text name)
{
	char copy[LC_PLUGIN_NAME_MAX + 1] = "";
	void *list;

	memcpy(copy, name.p, lc_min_u64(name.size, LC_PLUGIN_NAME_MAX));
	if (lc_names_have(names, copy))
		return 0;
	if (names->n == LC_POLICY_NAMES_MAX)
		return -E2BIG;
	list = realloc(names->list, (names->n + 1) * sizeof(*names->list));
	if (!list)
		return -ENOMEM;
	names->list = list;
	memcpy(names->list[names->n++], copy, sizeof(copy));
	return 0;
}

void lc_names_remove(struct lc_names *names, const char *name)
{
	int at = lc_names_find(names, name);

	if (at < 0)
		return;
	names->n--;
	memmove(names->list[at], names->list[at + 1],
		(names->n - (unsigned int)at) * sizeof(*names->list));
}

void lc_names_done(struct lc_names *names)
{
	free(names->list);
	*names = (struct lc_names){ 0 };
}

int lc_names_append(const struct lc_names *names, char **text)
{
	unsigned int i;
	int r = 0;

	for (i = 0; i < names->n && r == 0; i++)
		r = lc_append(text, "%s%s", i ? ", " : "", names->list[i]);
	return r;
}
