/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The walk over a record in the order of its keys. A level of the stack has the index of
 * one object's members, so a byte is passed over once for each level that it lies below,
 * and written once. All levels take some 9 KiB of stack.
 */
#include "record-order.h"
#include "record-read.h"
#include "record-sort.h"
#include "record-text.h"

#include <string.h>

/* Offsets in a text of PEL_ENCODE_RECORD_MAX_BYTES at the most. */
struct member {
	uint16_t key, value; /* the key's first letter; the value's quote or bracket */
	uint8_t key_size;
};

/* A container that is being written. */
struct level {
	const char *json; /* what the offsets count from */
	const char *element; /* of an array: the next one, or the bracket; else NULL */
	bool begun; /* the next entry needs a comma */
	unsigned int n_members, next;
	struct member members[PEL_ENCODE_RECORD_MAX_MEMBERS];
	uint8_t order[PEL_ENCODE_RECORD_MAX_MEMBERS];
};

struct walk {
	const char *json;
	enum lc_record_part part;
	struct lc_record_out *out;
	const char *digest;
	unsigned int depth;
	struct level levels[LC_RECORD_LEVELS];
};

/* --- reading --- */

/* Where the entry behind the one at @p begins, or the bracket is. */
static const char *skip_entry(const char *p)
{
	p = lc_record_skip_space(lc_record_skip_value(p));
	return *p == ',' ? lc_record_skip_space(p + 1) : p;
}

static int compare_members(const void *list, unsigned int a, unsigned int b)
{
	const struct level *l = list;
	const struct member *x = &l->members[a], *y = &l->members[b];
	unsigned int size = x->key_size < y->key_size ? x->key_size : y->key_size;
	int r = memcmp(l->json + x->key, l->json + y->key, size);

	return r ? r : x->key_size - y->key_size;
}

/* Find the members of the object at @p, and their order. */
static bool index_members(struct level *l, const char *p)
{
	p = lc_record_skip_space(p + 1);
	while (*p != '}') {
		struct member *m = &l->members[l->n_members++];
		const char *end = lc_record_skip_value(p);

		m->key = (uint16_t)(p + 1 - l->json);
		m->key_size = (uint8_t)(end - p - 2);
		p = lc_record_skip_space(lc_record_skip_space(end) + 1);
		m->value = (uint16_t)(p - l->json);
		p = skip_entry(p);
	}
	return lc_record_sort(l->order, l->n_members, compare_members, l);
}

/* --- writing --- */

/* A string, from quote to quote: what isn't escaped stays as it is. */
static void put_string(struct lc_record_out *out, const char *p, const char *end)
{
	while (p < end) {
		const char *escape = memchr(p, '\\', (size_t)(end - p));
		const char *run_end = escape ? escape : end;

		lc_record_put(out, p, (size_t)(run_end - p));
		p = run_end;
		if (escape) {
			p++;
			lc_record_put_char(out, (uint32_t)lc_record_unescape(&p, end));
		}
	}
}

static void put_comma(struct walk *w, struct level *l)
{
	if (w->out->muted)
		return;
	if (l->begun)
		lc_record_put(w->out, ",", 1);
	l->begun = true;
}

/* A string, or the bracket of a container, whose entries come next. */
static bool put_value(struct walk *w, const char *p)
{
	struct level *l;

	if (*p == '"') {
		put_string(w->out, p, lc_record_skip_value(p));
		return true;
	}
	l = &w->levels[w->depth++];
	l->json = w->json;
	l->element = *p == '[' ? lc_record_skip_space(p + 1) : NULL;
	l->begun = false;
	l->n_members = l->next = 0;
	lc_record_put(w->out, p, 1);
	return l->element || index_members(l, p);
}

static bool is_key(const char *json, const struct member *m, const char *key)
{
	return m->key_size == strlen(key) && !memcmp(json + m->key, key, m->key_size);
}

/* What is special of the root's members. */
static void begin_root_member(struct walk *w, const struct member *m)
{
	bool is_digest = is_key(w->json, m, "digest");

	if (is_digest)
		w->digest = w->json + m->value;
	w->out->muted = w->part == LC_RECORD_DIGESTED &&
			(is_digest || is_key(w->json, m, "elapsed_ns"));
}

/* Write up to the next value, which is returned; NULL behind the last. */
static const char *next_value(struct walk *w, struct level *l)
{
	const char *element = l->element;
	const struct member *m;

	if (element) {
		if (*element == ']')
			return NULL;
		l->element = skip_entry(element);
		put_comma(w, l);
		return element;
	}
	if (w->depth == 1)
		w->out->muted = false;
	if (l->next == l->n_members)
		return NULL;
	m = &l->members[l->order[l->next++]];
	if (w->depth == 1)
		begin_root_member(w, m);
	put_comma(w, l);
	lc_record_put_string(w->out, w->json + m->key, m->key_size);
	lc_record_put(w->out, ":", 1);
	return w->json + m->value;
}

bool lc_record_reorder(const char *json, enum lc_record_part part,
		       struct lc_record_out *out, const char **ret_digest)
{
	struct walk w;

	w.json = json;
	w.part = part;
	w.out = out;
	w.digest = NULL;
	w.depth = 0;
	if (!put_value(&w, lc_record_skip_space(json)))
		return false;
	while (w.depth) {
		struct level *l = &w.levels[w.depth - 1];
		const char *value = next_value(&w, l);

		if (value) {
			if (!put_value(&w, value))
				return false;
		} else {
			lc_record_put(out, l->element ? "]" : "}", 1);
			w.depth--;
		}
	}
	*ret_digest = w.digest;
	return true;
}
