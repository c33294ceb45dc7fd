/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The arguments of x264 and x265, which are getopt_long()'s: --key value, --key=value,
 * letters that may stand together, and files anywhere among them. Names that are cut short
 * are not filled up, since what they mean changes with each version.
 */
#include "options.h"

#include <string.h>

struct walk {
	struct lc_options *o;
	const struct lc_option_table *t;
	const char *const *argv;
	uint32_t argc;
	uint32_t at; /* the next argument */
};

/* The next argument as a value; NULL: there is none. */
static const char *next_value(struct walk *w)
{
	return w->at < w->argc ? w->argv[w->at++] : NULL;
}

/* The value of an option that isn't known, if the next argument looks like one. */
static const char *next_guess(struct walk *w)
{
	if (w->at < w->argc && lc_options_is_value(w->argv[w->at]))
		return next_value(w);
	return NULL;
}

/* @inner: the value in the same argument, or NULL. */
static bool take(struct walk *w, const struct lc_option_match *m, const char *name,
		 size_t n, const char *inner)
{
	const char *value = inner;

	if (!value && m->takes_value) {
		value = next_value(w);
		if (!value)
			return false;
	} else if (!value && !m->row) {
		value = next_guess(w);
	}
	return lc_options_take(w->o, m, name, n, value, value ? strlen(value) : 0, false);
}

static bool take_long(struct walk *w, const char *arg)
{
	size_t n = strcspn(arg, "=");
	struct lc_option_match m = lc_option_match(w->t, arg, n, false);

	return take(w, &m, arg, n, arg[n] ? arg + n + 1 : NULL);
}

/* Letters, the last of which may have a value behind it. */
static bool take_letters(struct walk *w, const char *p)
{
	for (; *p; p++) {
		const struct lc_option *row = lc_option_letter(w->t, *p);
		struct lc_option_match m = { 0 };
		bool rest;

		if (row)
			m = lc_option_match(w->t, row->name, strlen(row->name), false);
		rest = p[1] && (m.takes_value || !row);
		if (!take(w, &m, p, 1, rest ? p + 1 : NULL))
			return false;
		if (rest)
			break;
	}
	return true;
}

pel_result lc_options_walk_getopt(struct lc_options *o, const struct lc_option_table *t,
				  const char *const *argv, uint32_t argc, uint32_t *bad)
{
	struct walk w = { o, t, argv, argc, 0 };

	while (w.at < argc) {
		const char *arg = argv[w.at];
		bool ok = true;

		*bad = w.at++;
		if (!strcmp(arg, "--"))
			break;
		if (arg[0] == '-' && arg[1] == '-')
			ok = take_long(&w, arg + 2);
		else if (arg[0] == '-')
			ok = take_letters(&w, arg + 1);
		if (!ok)
			return PEL_ERR_INVALID;
	}
	return PEL_OK;
}
