/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Memory between two pages that are not there, and random bytes to put into it.
 */
#ifndef GUARDED_H
#define GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test.h"

/* The same numbers in each run. */
static inline uint32_t next_random(void)
{
	static uint32_t rng = 1;

	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

static inline void random_bytes(uint8_t *p, size_t n)
{
	while (n--)
		*p++ = (uint8_t)(next_random() >> 7);
}

struct arena {
	uint8_t *base;
	size_t size;
};

/* At least that many bytes; kept until the test's process ends. */
static inline struct arena arena_make(size_t least)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct arena a = { .size = (least + page - 1) / page * page };

	a.base = mmap(NULL, a.size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		      0);
	ck_assert(a.base != MAP_FAILED);
	a.base += page;
	ck_assert_int_eq(mprotect(a.base, a.size, PROT_READ | PROT_WRITE), 0);
	return a;
}

/* @n bytes at one end of it. */
static inline uint8_t *arena_place(const struct arena *a, uint64_t n, bool at_end)
{
	quick_assert(n <= a->size);
	return at_end ? a->base + a->size - n : a->base;
}

#endif
