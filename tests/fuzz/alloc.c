/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The project's allocations, by the linker's --wrap: counted, and failing where a target
 * asks for it. The list of functions is FUZZ_WRAP in local.mk. AddressSanitizer and its
 * kin report all allocations of the process; there their report counts.
 */
#include "config.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
int __real_posix_memalign(void **ret_p, size_t align, size_t size);
void __real_free(void *p);
char *__real_realpath(const char *path, char *resolved);
char *__real_getcwd(char *buf, size_t size);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
int __wrap_posix_memalign(void **ret_p, size_t align, size_t size);
void __wrap_free(void *p);
char *__wrap_strdup(const char *s);
char *__wrap_strndup(const char *s, size_t n);
char *__wrap_realpath(const char *path, char *resolved);
char *__wrap_getcwd(char *buf, size_t size);
int __wrap_vasprintf(char **ret_s, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));
int __wrap_asprintf(char **ret_s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
int __wrap___vasprintf_chk(char **ret_s, int flag, const char *fmt, va_list ap)
	__attribute__((format(printf, 3, 0)));
int __wrap___asprintf_chk(char **ret_s, int flag, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *,
								size_t),
					      void (*on_free)(const volatile void *))
	__attribute__((weak));

static struct fuzz_alloc windows[FUZZ_WINDOWS];
static bool hooked;
static _Thread_local bool counted; /* not the threads of libFuzzer */

static bool breaking, broke, break_on;
static unsigned int sites_left;

static void count(long long bytes)
{
	int i;

	if (!counted)
		return;
	for (i = 0; i < FUZZ_WINDOWS; i++) {
		windows[i].live += bytes;
		if (windows[i].live > windows[i].peak)
			windows[i].peak = windows[i].live;
	}
}

static void count_new(void *p)
{
	int i;

	if (!p || !counted)
		return;
	for (i = 0; i < FUZZ_WINDOWS; i++)
		windows[i].calls++;
	count((long long)malloc_usable_size(p));
}

static void hook_malloc(const volatile void *p, size_t size)
{
	(void)size;
	count_new((void *)(uintptr_t)p);
}

static void hook_free(const volatile void *p)
{
	if (p)
		count(-(long long)malloc_usable_size((void *)(uintptr_t)p));
}

__attribute__((constructor)) static void hook(void)
{
	hooked = __sanitizer_install_malloc_and_free_hooks &&
		 __sanitizer_install_malloc_and_free_hooks(hook_malloc, hook_free) > 0;
}

void fuzz_alloc_start(enum fuzz_window window)
{
	counted = true;
	windows[window] = (struct fuzz_alloc){ 0 };
}

struct fuzz_alloc fuzz_alloc_read(enum fuzz_window window)
{
	return windows[window];
}

void fuzz_alloc_break(unsigned int site, bool on)
{
	breaking = true;
	broke = false;
	break_on = on;
	sites_left = site;
}

bool fuzz_alloc_heal(void)
{
	breaking = false;
	return broke;
}

/* Whether the allocation at hand is to fail. */
static bool fails(void)
{
	if (!breaking)
		return false;
	if (sites_left) {
		sites_left--;
		return false;
	}
	if (broke && !break_on)
		return false;
	broke = true;
	errno = ENOMEM;
	return true;
}

static void *allocated(void *p)
{
	if (!hooked)
		count_new(p);
	return p;
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : allocated(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : allocated(__real_calloc(n, size));
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
	return fails() ? NULL : allocated(__real_aligned_alloc(align, size));
}

int __wrap_posix_memalign(void **ret_p, size_t align, size_t size)
{
	int r;

	if (fails())
		return ENOMEM;
	r = __real_posix_memalign(ret_p, align, size);
	if (r == 0)
		allocated(*ret_p);
	return r;
}

void __wrap_free(void *p)
{
	if (p && !hooked)
		count(-(long long)malloc_usable_size(p));
	__real_free(p);
}

void *__wrap_realloc(void *p, size_t size)
{
	long long old = p && !hooked ? (long long)malloc_usable_size(p) : 0;
	void *q;

	if (fails())
		return NULL;
	q = __real_realloc(p, size);
	if (q && !hooked) {
		count(-old);
		count_new(q);
	}
	return q;
}

char *__wrap_strndup(const char *s, size_t n)
{
	size_t size = strnlen(s, n);
	char *copy = __wrap_malloc(size + 1);

	if (!copy)
		return NULL;
	memcpy(copy, s, size);
	copy[size] = '\0';
	return copy;
}

char *__wrap_strdup(const char *s)
{
	return __wrap_strndup(s, strlen(s));
}

char *__wrap_realpath(const char *path, char *resolved)
{
	char *p = fails() ? NULL : __real_realpath(path, resolved);

	return resolved ? p : allocated(p);
}

char *__wrap_getcwd(char *buf, size_t size)
{
	char *p = fails() ? NULL : __real_getcwd(buf, size);

	return buf ? p : allocated(p);
}

/* On failure *ret_s is undefined by the manual: make that as bad as it can be. */
int __wrap_vasprintf(char **ret_s, const char *fmt, va_list ap)
{
	va_list again;
	char *s;
	int n;

	*ret_s = (char *)(uintptr_t)0x5a5a5a5a;
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0)
		return -1;
	s = __wrap_malloc((size_t)n + 1);
	if (!s)
		return -1;
	vsnprintf(s, (size_t)n + 1, fmt, ap);
	*ret_s = s;
	return n;
}

int __wrap_asprintf(char **ret_s, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = __wrap_vasprintf(ret_s, fmt, ap);
	va_end(ap);
	return n;
}

int __wrap___vasprintf_chk(char **ret_s, int flag, const char *fmt, va_list ap)
{
	(void)flag;
	return __wrap_vasprintf(ret_s, fmt, ap);
}

int __wrap___asprintf_chk(char **ret_s, int flag, const char *fmt, ...)
{
	va_list ap;
	int n;

	(void)flag;
	va_start(ap, fmt);
	n = __wrap_vasprintf(ret_s, fmt, ap);
	va_end(ap);
	return n;
}

void fuzz_fail(const char *file, int line, const char *cond, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s:%d: not so: %s: ", file, line, cond);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}
