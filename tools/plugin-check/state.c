/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Process state by the C library and /proc.
 */
#include "config.h"

#include "state.h"

#include <dirent.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <limits.h>
#include <locale.h>
#ifdef HAVE_MALLINFO2
#include <malloc.h>
#endif
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SIGNALS    65
#define FDS_MAX    1024
#define SETTLE_MS  1000

struct kit_state {
	struct {
		void *handler;
		int flags;
	} signals[SIGNALS];
	sigset_t mask;
	int rounding, traps;
	bool flushes;
	char *locale;
	locale_t thread_locale;
	mode_t umask;
	char *cwd;
	char **environ;
	unsigned char fds[FDS_MAX]; /* 1: open */
};

/* --- each of them --- */

static void take_signals(struct kit_state *s)
{
	struct sigaction sa;
	int i;

	for (i = 1; i < SIGNALS; i++) {
		if (sigaction(i, NULL, &sa) < 0)
			continue;
		s->signals[i].flags = sa.sa_flags;
		s->signals[i].handler = sa.sa_flags & SA_SIGINFO ?
						(void *)(uintptr_t)sa.sa_sigaction :
						(void *)(uintptr_t)sa.sa_handler;
	}
	pthread_sigmask(SIG_SETMASK, NULL, &s->mask);
}

/* Whether the processor takes small numbers for zero: what -ffast-math sets. */
static bool flushes_denormals(void)
{
	volatile float small = FLT_MIN, half = small / 2, same = half * 1.0f;

	return half == 0 || same == 0;
}

static void take_fp(struct kit_state *s)
{
	s->rounding = fegetround();
#ifdef __GLIBC__
	s->traps = fegetexcept();
#endif
	s->flushes = flushes_denormals();
}

static mode_t current_umask(void)
{
	mode_t mask = umask(077);

	umask(mask);
	return mask;
}

static void free_strings(char **list)
{
	size_t i;

	for (i = 0; list && list[i]; i++)
		free(list[i]);
	free(list);
}

static char **copy_strings(char *const *list)
{
	size_t n = 0, i;
	char **copy;

	while (list && list[n])
		n++;
	copy = calloc(n + 1, sizeof(*copy));
	for (i = 0; copy && i < n; i++) {
		copy[i] = strdup(list[i]);
		if (!copy[i]) {
			free_strings(copy);
			return NULL;
		}
	}
	return copy;
}

static void take_fds(unsigned char fds[FDS_MAX])
{
	int i;

	for (i = 0; i < FDS_MAX; i++)
		fds[i] = fcntl(i, F_GETFD) >= 0;
}

struct kit_state *kit_state_take(void)
{
	struct kit_state *s = calloc(1, sizeof(*s));
	const char *locale = setlocale(LC_ALL, NULL);

	if (!s)
		return NULL;
	take_signals(s);
	take_fp(s);
	s->locale = strdup(locale ? locale : "");
	s->thread_locale = uselocale((locale_t)0);
	s->umask = current_umask();
	s->cwd = getcwd(NULL, 0);
	s->environ = copy_strings(environ);
	take_fds(s->fds);
	if (s->locale && s->environ)
		return s;
	kit_state_free(s);
	return NULL;
}

void kit_state_free(struct kit_state *s)
{
	if (!s)
		return;
	free(s->locale);
	free(s->cwd);
	free_strings(s->environ);
	free(s);
}

/* --- compared --- */

/* The number of a signal that differs, or 0. */
static int changed_signal(const struct kit_state *a, const struct kit_state *b)
{
	int i;

	for (i = 1; i < SIGNALS; i++)
		if (a->signals[i].handler != b->signals[i].handler ||
		    a->signals[i].flags != b->signals[i].flags)
			return i;
	return 0;
}

/* sigset_t may have bits that mean nothing. */
static bool same_mask(const struct kit_state *a, const struct kit_state *b)
{
	int i;

	for (i = 1; i < SIGNALS; i++)
		if (sigismember(&a->mask, i) != sigismember(&b->mask, i))
			return false;
	return true;
}

static bool same_strings(char *const *a, char *const *b)
{
	size_t i;

	for (i = 0; a[i] && b[i]; i++)
		if (strcmp(a[i], b[i]))
			return false;
	return !a[i] && !b[i];
}

static bool same_cwd(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static int closed_fd(const struct kit_state *a, const struct kit_state *b)
{
	int i;

	for (i = 0; i < FDS_MAX; i++)
		if (a->fds[i] && !b->fds[i])
			return i;
	return -1;
}

static const char *difference(const struct kit_state *a, const struct kit_state *b)
{
	if (!same_mask(a, b))
		return "the signal mask";
	if (a->rounding != b->rounding)
		return "how floating point rounds";
	if (a->traps != b->traps)
		return "which floating-point errors trap";
	if (a->flushes != b->flushes)
		return "whether denormal floating-point numbers are zero";
	if (strcmp(a->locale, b->locale))
		return "the locale";
	if (a->thread_locale != b->thread_locale)
		return "the locale of the thread";
	if (a->umask != b->umask)
		return "the umask";
	if (!same_cwd(a->cwd, b->cwd))
		return "the working directory";
	if (!same_strings(a->environ, b->environ))
		return "the environment";
	return NULL;
}

bool kit_state_same(const struct kit_state *s, char *why, size_t why_size)
{
	struct kit_state *now = kit_state_take();
	const char *text;
	int sig, fd;

	if (!now) {
		snprintf(why, why_size, "no memory to compare");
		return false;
	}
	sig = changed_signal(s, now);
	fd = closed_fd(s, now);
	text = difference(s, now);
	if (sig)
		snprintf(why, why_size, "what signal %d (%s) does", sig, strsignal(sig));
	else if (text)
		snprintf(why, why_size, "%s", text);
	else if (fd >= 0)
		snprintf(why, why_size, "descriptor %d, which isn't its own: closed", fd);
	kit_state_free(now);
	return !sig && !text && fd < 0;
}

/* --- usage --- */

static long count_entries(const char *path)
{
	DIR *d = opendir(path);
	struct dirent *e;
	long n = 0;

	if (!d)
		return -1;
	while ((e = readdir(d)))
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

static long count_lines(const char *path)
{
	FILE *f = fopen(path, "re");
	long n = 0;
	int c;

	if (!f)
		return -1;
	while ((c = getc(f)) != EOF)
		n += c == '\n';
	fclose(f);
	return n;
}

static long heap_bytes(void)
{
#ifdef HAVE_MALLINFO2
	struct mallinfo2 m = mallinfo2();

	return (long)(m.uordblks + m.hblkhd);
#else
	return -1;
#endif
}

void kit_usage_take(struct kit_usage *u)
{
	u->fds = count_entries("/proc/self/fd");
	u->threads = count_entries("/proc/self/task");
	u->mappings = count_lines("/proc/self/maps");
	u->heap = heap_bytes();
}

long kit_threads_settled(long expected)
{
	long n = 0;
	int ms;

	for (ms = 0; ms < SETTLE_MS; ms++) {
		n = count_entries("/proc/self/task");
		if (n == expected || n < 0)
			break;
		poll(NULL, 0, 1);
	}
	return n;
}

/* Devices that everybody may open at any time. */
static bool is_harmless(const char *path)
{
	static const char *const names[] = { "/dev/null", "/dev/zero", "/dev/random",
					     "/dev/urandom" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(path, names[i]))
			return true;
	return false;
}

int kit_device_fd(char *path, size_t size)
{
	char link[64];
	struct stat st;
	ssize_t n;
	int fd;

	for (fd = STDERR_FILENO + 1; fd < FDS_MAX; fd++) {
		if (fstat(fd, &st) < 0 || !S_ISCHR(st.st_mode))
			continue;
		snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
		n = readlink(link, path, size - 1);
		if (n < 0)
			continue;
		path[n] = '\0';
		if (!is_harmless(path))
			return fd;
	}
	return -1;
}
