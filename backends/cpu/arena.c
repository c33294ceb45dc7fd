/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * First fit, free neighbours made one. What the block has no room for comes from malloc()
 * and is added to the block for the next frame.
 */
#include "arena.h"

#include <stdlib.h>

#define ARENA_ALIGN 16 /* bytes */

/* Before each piece of an arena's block. */
struct piece {
	size_t size; /* without this head; a multiple of ARENA_ALIGN */
	size_t used;
} __attribute__((aligned(ARENA_ALIGN)));

/* Before each piece that the block had no room for. */
struct lc_arena_spill {
	struct lc_arena_spill *next, *prev;
	size_t size; /* with this head */
} __attribute__((aligned(ARENA_ALIGN)));

static size_t arena_round(size_t n)
{
	return (n + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
}

/* The piece at @at, made one with the free pieces behind it. */
static struct piece *arena_piece(struct lc_arena *a, size_t at)
{
	struct piece *p = (struct piece *)(a->block + at);
	size_t next;

	while (!p->used && (next = at + sizeof(*p) + p->size) < a->end) {
		struct piece *q = (struct piece *)(a->block + next);

		if (q->used)
			break;
		p->size += sizeof(*q) + q->size;
	}
	return p;
}

/* Of a free piece: what isn't needed stays free. */
static void *arena_use(struct piece *p, size_t n)
{
	if (p->size >= n + sizeof(*p) + ARENA_ALIGN) {
		struct piece *rest = (struct piece *)((uint8_t *)(p + 1) + n);

		*rest = (struct piece){ .size = p->size - n - sizeof(*p) };
		p->size = n;
	}
	p->used = 1;
	return p + 1;
}

static void *arena_take_block(struct lc_arena *a, size_t n)
{
	struct piece *p;
	size_t at;

	for (at = 0; at < a->end; at += sizeof(*p) + p->size) {
		p = arena_piece(a, at);
		if (p->used)
			continue;
		if (p->size >= n)
			return arena_use(p, n);
		if (at + sizeof(*p) + p->size == a->end) {
			a->end = at;
			break;
		}
	}
	if (a->size - a->end < sizeof(*p) || a->size - a->end - sizeof(*p) < n)
		return NULL;
	p = (struct piece *)(a->block + a->end);
	*p = (struct piece){ .size = n, .used = 1 };
	a->end += sizeof(*p) + n;
	return p + 1;
}

static void *arena_take_spill(struct lc_arena *a, size_t n)
{
	struct lc_arena_spill *s;

	n += sizeof(*s);
	if (n > a->limit - a->size || a->spilled > a->limit - a->size - n)
		return NULL;
	s = malloc(n);
	if (!s)
		return NULL;
	*s = (struct lc_arena_spill){ .next = a->spills, .size = n };
	if (a->spills)
		a->spills->prev = s;
	a->spills = s;
	a->spilled += n;
	if (a->spilled > a->spilled_most)
		a->spilled_most = a->spilled;
	return s + 1;
}

void *lc_arena_take(struct lc_arena *a, size_t n)
{
	void *p = NULL;

	if (n < SIZE_MAX / 2) {
		n = arena_round(n);
		p = arena_take_block(a, n);
		if (!p)
			p = arena_take_spill(a, n);
	}
	if (!p)
		a->refused = true;
	return p;
}

void lc_arena_give(struct lc_arena *a, void *p)
{
	struct lc_arena_spill *s;

	if (!p)
		return;
	if (a->block && (uintptr_t)p - (uintptr_t)a->block < a->size) {
		((struct piece *)p - 1)->used = 0;
		return;
	}
	s = (struct lc_arena_spill *)p - 1;
	if (s->next)
		s->next->prev = s->prev;
	if (s->prev)
		s->prev->next = s->next;
	else
		a->spills = s->next;
	a->spilled -= s->size;
	free(s);
}

void lc_arena_trim(struct lc_arena *a)
{
	free(a->block);
	a->block = NULL;
	a->size = a->end = 0;
}

void lc_arena_begin(struct lc_arena *a, uint64_t limit)
{
	a->limit = limit < SIZE_MAX / 4 ? (size_t)limit : SIZE_MAX / 4;
	if (a->size > a->limit)
		lc_arena_trim(a);
	a->end = 0;
	a->spilled_most = 0;
	a->refused = false;
}

/* A block that can't be had is no harm: the next frame spills again. */
void lc_arena_end(struct lc_arena *a)
{
	size_t size = a->size + a->spilled_most;

	while (a->spills)
		lc_arena_give(a, a->spills + 1);
	a->end = 0;
	if (size == a->size)
		return;
	lc_arena_trim(a);
	a->block = malloc(size);
	if (a->block)
		a->size = size;
}
