/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Memory for a library that allocates as it pleases, but has to cost no allocation per
 * frame: pieces out of one block, which is emptied after each frame and has by then
 * learnt how large it should have been.
 */
#ifndef LC_CPU_ARENA_H
#define LC_CPU_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Memory of one frame: first fit in a block, malloc() where that is full. What spilled is
 * added to the block when the frame ends, so that the next frame like it finds room.
 */
struct lc_arena {
	uint8_t *block;
	size_t size, end;  /* of the block; where its last piece ends */
	struct lc_arena_spill *spills;
	size_t spilled, spilled_most;
	size_t limit;      /* of both together */
	bool refused;      /* something, because of the limit or for want of memory */
};

/* Before a frame: nothing is taken; no more than @limit bytes will be. */
void lc_arena_begin(struct lc_arena *a, uint64_t limit);
/* After it: everything is given back, whoever had it. */
void lc_arena_end(struct lc_arena *a);
/* Give the block back, too. Nothing may be taken. */
void lc_arena_trim(struct lc_arena *a);

/* @n bytes, aligned for anything, or NULL. */
void *lc_arena_take(struct lc_arena *a, size_t n);
/* Give a piece back; NULL is fine. */
void lc_arena_give(struct lc_arena *a, void *p);

#endif
