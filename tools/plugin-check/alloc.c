/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A malloc that counts and fails. It takes no lock and asks nobody who the caller is: the
 * ranges of what doesn't count are written down beforehand.
 */
#include "config.h"

#include "alloc.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__) && !defined(WITH_SANITIZER)

/* glibc's own, behind the public names that are taken over here. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

#define RANGES_MAX 32

/* Code of the kit and of libcodec. Written while nothing is armed. */
static struct {
	uintptr_t from, to;
} ranges[RANGES_MAX];
static unsigned int n_ranges;

static bool armed_for_all; /* atomic */
static __thread bool armed;
static __thread bool fails; /* the one at fail_index */
static __thread unsigned int fail_index;
static unsigned int taken; /* atomic */

static bool is_ours(uintptr_t caller)
{
	unsigned int i;

	for (i = 0; i < n_ranges; i++)
		if (caller >= ranges[i].from && caller < ranges[i].to)
			return true;
	return false;
}

/* Count the call. Returns whether it must fail. */
static bool met(const void *caller)
{
	unsigned int index;

	if (!armed && !__atomic_load_n(&armed_for_all, __ATOMIC_RELAXED))
		return false;
	if (is_ours((uintptr_t)caller))
		return false;
	index = __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
	if (!fails || index != fail_index)
		return false;
	errno = ENOMEM;
	return true;
}

#define MUST_FAIL() met(__builtin_return_address(0))

void *malloc(size_t n)
{
	return MUST_FAIL() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	return MUST_FAIL() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	return MUST_FAIL() ? NULL : __libc_realloc(p, n);
}

void *aligned_alloc(size_t align, size_t n)
{
	return MUST_FAIL() ? NULL : __libc_memalign(align, n);
}

void *memalign(size_t align, size_t n)
{
	return MUST_FAIL() ? NULL : __libc_memalign(align, n);
}

int posix_memalign(void **p, size_t align, size_t n)
{
	void *q;

	if (align < sizeof(void *) || (align & (align - 1)))
		return EINVAL;
	q = MUST_FAIL() ? NULL : __libc_memalign(align, n);
	if (!q)
		return ENOMEM;
	*p = q;
	return 0;
}

const char *kit_alloc_unavailable(void)
{
	return NULL;
}

/* The program comes first and has no name; of libraries, libcodec alone is ours. */
static int note_object(struct dl_phdr_info *info, size_t size, void *data)
{
	bool *first = data;
	const char *name = strrchr(info->dlpi_name, '/');
	unsigned int i;

	(void)size;
	name = name ? name + 1 : info->dlpi_name;
	if (!*first && strncmp(name, "libcodec-1.so", strlen("libcodec-1.so")) != 0)
		return 0;
	*first = false;
	for (i = 0; i < info->dlpi_phnum && n_ranges < RANGES_MAX; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
			continue;
		ranges[n_ranges].from = info->dlpi_addr + p->p_vaddr;
		ranges[n_ranges].to = ranges[n_ranges].from + p->p_memsz;
		n_ranges++;
	}
	return 0;
}

static void prepare(void)
{
	bool first = true;

	n_ranges = 0;
	dl_iterate_phdr(note_object, &first);
	__atomic_store_n(&taken, 0, __ATOMIC_RELAXED);
}

void kit_alloc_count(bool all_threads)
{
	prepare();
	if (all_threads)
		__atomic_store_n(&armed_for_all, true, __ATOMIC_RELAXED);
	else
		armed = true;
}

void kit_alloc_fail_at(unsigned int index)
{
	prepare();
	fail_index = index;
	fails = true;
	armed = true;
}

unsigned int kit_alloc_stop(void)
{
	armed = false;
	fails = false;
	__atomic_store_n(&armed_for_all, false, __ATOMIC_RELAXED);
	return __atomic_load_n(&taken, __ATOMIC_RELAXED);
}

#else

const char *kit_alloc_unavailable(void)
{
#ifdef WITH_SANITIZER
	return "malloc is the sanitizer's in this build";
#else
	return "malloc can't be taken over with this C library";
#endif
}

void kit_alloc_count(bool all_threads)
{
	(void)all_threads;
}

void kit_alloc_fail_at(unsigned int index)
{
	(void)index;
}

unsigned int kit_alloc_stop(void)
{
	return 0;
}

#endif
