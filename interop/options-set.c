/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Options by their tables: what a name means, and the two sets that they go to, in which
 * the last value wins.
 */
#include "options.h"

#include <string.h>

#include "options-scalar.h"
#include "record-text.h"

/* --- tables --- */

static char dash(char c)
{
	return c == '_' ? '-' : c;
}

bool lc_option_is_named(const char *name, const char *text, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!name[i] || dash(name[i]) != dash(text[i]))
			return false;
	return !name[i];
}

const struct lc_option *lc_option_find(const struct lc_option_table *t, const char *name,
				       size_t n)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (lc_option_is_named(t->rows[i].name, name, n))
			return &t->rows[i];
	return NULL;
}

const struct lc_option *lc_option_letter(const struct lc_option_table *t, char letter)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (letter && t->rows[i].letter == letter)
			return &t->rows[i];
	return NULL;
}

static bool takes_value(const struct lc_option_table *t, const struct lc_option *row)
{
	switch (row->type) {
	case LC_OPTION_LEFT_OUT_FLAG:
	case LC_OPTION_WORD:
		return false;
	case LC_OPTION_BOOL:
		return t->flags & LC_OPTIONS_BOOLS_TAKE || row->flags & LC_OPTION_TAKES;
	default:
		return true;
	}
}

/* A row by its name or by that without its "no". */
static const struct lc_option *find(const struct lc_option_table *t, const char *name,
				    size_t n, bool in_list, bool *ret_negated)
{
	const struct lc_option *row = lc_option_find(t, name, n);
	size_t no = n > 2 && dash(name[2]) == '-' ? 3 : 2;

	*ret_negated = false;
	if (row || n <= no || memcmp(name, "no", 2) || !(t->flags & LC_OPTIONS_NO))
		return row;
	if (no == 2 && !(in_list && t->flags & LC_OPTIONS_BARE_NO))
		return NULL;
	*ret_negated = true;
	return lc_option_find(t, name + no, n - no);
}

struct lc_option_match lc_option_match(const struct lc_option_table *t, const char *name,
				       size_t n, bool in_list)
{
	struct lc_option_match m = { 0 };
	bool is_flag;

	m.row = find(t, name, n, in_list, &m.negated);
	if (m.row && in_list && m.row->flags & LC_OPTION_CLI)
		m.row = NULL;
	if (!m.row)
		return m;
	is_flag = m.negated || m.row->type == LC_OPTION_NOT;
	if (m.row->type == LC_OPTION_ALIAS || m.row->type == LC_OPTION_NOT) {
		m.negated ^= m.row->type == LC_OPTION_NOT;
		m.row = lc_option_find(t, m.row->to, strlen(m.row->to));
	}
	m.takes_value = !is_flag && takes_value(t, m.row);
	return m;
}

/* --- sets --- */

static bool is_key(const char *key, size_t n)
{
	return n && lc_record_key_length(key, key + n) == n;
}

static bool is_utf8(const char *text, size_t n)
{
	const char *p = text, *end = text + n;
	unsigned int size = 1;

	for (; p < end && size; p += size)
		size = lc_utf8_length(p, end);
	return size;
}

static bool is_value(const char *value, size_t n, bool quoted)
{
	char token[PEL_ENCODE_RECORD_MAX_VALUE];
	const char *p = value;

	if (!quoted)
		return n <= PEL_ENCODE_RECORD_MAX_VALUE && is_utf8(value, n);
	return lc_options_token(&p, value + n, ':', token, &n) && is_utf8(token, n);
}

static bool put(struct lc_option_set *set, const struct lc_option_pair *pair)
{
	uint32_t i;

	if (!is_key(pair->key, pair->key_size) ||
	    !is_value(pair->value, pair->value_size, pair->quoted))
		return false;
	for (i = 0; i < set->n; i++)
		if (set->pair[i].key_size == pair->key_size &&
		    !memcmp(set->pair[i].key, pair->key, pair->key_size))
			break;
	if (i == PEL_ENCODE_RECORD_MAX_MEMBERS)
		return false;
	set->pair[i] = *pair;
	if (i == set->n)
		set->n++;
	return true;
}

static bool make(struct lc_option_set *set, const char *key, size_t key_size,
		 uint8_t type, const char *value, size_t value_size, bool quoted)
{
	struct lc_option_pair pair = { key, value, key_size, value_size, type, quoted };

	return put(set, &pair);
}

bool lc_options_put_known(struct lc_options *o, const char *key, uint8_t type,
			  const char *value, size_t value_size, bool quoted)
{
	return make(&o->known, key, strlen(key), type, value, value_size, quoted);
}

bool lc_options_put_unknown(struct lc_options *o, const char *key, size_t key_size,
			    const char *value, size_t value_size, bool quoted)
{
	if (!value)
		return make(&o->unknown, key, key_size, LC_OPTION_TEXT, "true", 4, false);
	return make(&o->unknown, key, key_size, LC_OPTION_TEXT, value, value_size,
		    quoted);
}

/* --- what was given --- */

/* What a flag says of an option: numbers have 0 and 1. */
static bool put_flag(struct lc_options *o, const struct lc_option *row, bool on)
{
	bool number = row->type == LC_OPTION_INT || row->type == LC_OPTION_SCALED ||
		      row->type == LC_OPTION_REAL;
	const char *value = on ? "true" : "false";

	if (number)
		value = on ? "1" : "0";
	if (row->type == LC_OPTION_WORD)
		return lc_options_put_known(o, row->to, LC_OPTION_TEXT,
					    on ? row->as : value,
					    strlen(on ? row->as : value), false);
	return lc_options_put_known(o, row->name, row->type, value, strlen(value), false);
}

bool lc_options_take(struct lc_options *o, const struct lc_option_match *m,
		     const char *name, size_t name_size, const char *value,
		     size_t value_size, bool quoted)
{
	const struct lc_option *row = m->row;
	bool is_flag = row && (m->negated || row->type == LC_OPTION_WORD);
	bool on = true;

	if (row &&
	    (row->type == LC_OPTION_LEFT_OUT || row->type == LC_OPTION_LEFT_OUT_FLAG))
		return true;
	if (!row)
		return lc_options_put_unknown(o, name, name_size, value, value_size,
					      quoted);
	if (!value || (is_flag && lc_scalar_bool(value, value_size, &on)))
		return put_flag(o, row, on != m->negated);
	if (is_flag)
		return lc_options_put_unknown(o, name, name_size, value, value_size,
					      quoted);
	return lc_options_put_known(o, row->name, row->type, value, value_size, quoted);
}
