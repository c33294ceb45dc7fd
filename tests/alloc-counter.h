/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Counts the calls of malloc and its kin in the whole process, and the bytes that are taken
 * at the moment. For one source file of a test program, which gets the allocator's functions
 * by it.
 */
#ifndef LC_TESTS_ALLOC_COUNTER_H
#define LC_TESTS_ALLOC_COUNTER_H

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#if defined(__GLIBC__) && !defined(WITH_SANITIZER)
#define ALLOC_COUNTING 1

/* glibc's own, behind the public names that we take over. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static unsigned long alloc_calls; /* since the start; atomic */
static long alloc_bytes;          /* that are taken; atomic */

/* Returns @p, which is new. */
static void *alloc_taken(void *p)
{
	__atomic_fetch_add(&alloc_calls, 1, __ATOMIC_RELAXED);
	if (p)
		__atomic_fetch_add(&alloc_bytes, (long)malloc_usable_size(p),
				   __ATOMIC_RELAXED);
	return p;
}

void *malloc(size_t n)
{
	return alloc_taken(__libc_malloc(n));
}

void *calloc(size_t n, size_t size)
{
	return alloc_taken(__libc_calloc(n, size));
}

void *realloc(void *p, size_t n)
{
	long old = p ? (long)malloc_usable_size(p) : 0;
	void *q = __libc_realloc(p, n);

	if (q || !n)
		__atomic_fetch_sub(&alloc_bytes, old, __ATOMIC_RELAXED);
	return alloc_taken(q);
}

void *aligned_alloc(size_t align, size_t n)
{
	return alloc_taken(__libc_memalign(align, n));
}

void *memalign(size_t align, size_t n)
{
	return alloc_taken(__libc_memalign(align, n));
}

int posix_memalign(void **p, size_t align, size_t n)
{
	*p = alloc_taken(__libc_memalign(align, n));
	return *p ? 0 : ENOMEM;
}

void free(void *p)
{
	if (p) {
		__atomic_fetch_add(&alloc_calls, 1, __ATOMIC_RELAXED);
		__atomic_fetch_sub(&alloc_bytes, (long)malloc_usable_size(p),
				   __ATOMIC_RELAXED);
	}
	__libc_free(p);
}
#else
#define ALLOC_COUNTING 0
static const unsigned long alloc_calls;
static const long alloc_bytes __attribute__((unused));
#endif

#endif
