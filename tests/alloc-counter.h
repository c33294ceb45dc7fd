/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Counts the calls of malloc and its kin in the whole process. For one source file of a
 * test program, which gets the allocator's functions by it.
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

static void alloc_count(void)
{
	__atomic_fetch_add(&alloc_calls, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t n)
{
	alloc_count();
	return __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	alloc_count();
	return __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	alloc_count();
	return __libc_realloc(p, n);
}

void *aligned_alloc(size_t align, size_t n)
{
	alloc_count();
	return __libc_memalign(align, n);
}

void *memalign(size_t align, size_t n)
{
	alloc_count();
	return __libc_memalign(align, n);
}

int posix_memalign(void **p, size_t align, size_t n)
{
	alloc_count();
	*p = __libc_memalign(align, n);
	return *p ? 0 : ENOMEM;
}

void free(void *p)
{
	if (p)
		alloc_count();
	__libc_free(p);
}
#else
#define ALLOC_COUNTING 0
static const unsigned long alloc_calls;
#endif

#endif
