/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Rules in processes of their own, and the watch over them.
 */
#include "config.h"

#include "case.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define POLL_MS	 2
#define NS_PER_S 1000000000

int64_t kit_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void kit_sleep_ms(unsigned int ms)
{
	struct timespec t = {
		.tv_sec = ms / 1000,
		.tv_nsec = (long)(ms % 1000) * 1000000,
	};

	while (nanosleep(&t, &t) < 0 && errno == EINTR)
		;
}

/* How much a status weighs against another one. */
static int weight(uint32_t status)
{
	switch (status) {
	case KIT_FAIL:
		return 3;
	case KIT_WARN:
		return 2;
	case KIT_SKIP:
	case KIT_UNCLAIMED:
		return 1;
	default:
		return 0;
	}
}

void kit_found(struct kit_case *c, unsigned int index, enum kit_status status,
	       const char *fmt, ...)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct kit_case_finding *f = &c->shared->findings[index];
	va_list ap;

	pthread_mutex_lock(&lock);
	if (f->count && f->status == status) {
		f->count++;
	} else if (!f->count || weight(status) > weight(f->status)) {
		va_start(ap, fmt);
		vsnprintf(f->text, sizeof(f->text), fmt, ap);
		va_end(ap);
		f->status = status;
		f->count = 1;
	}
	pthread_mutex_unlock(&lock);
}

bool kit_has_failed(const struct kit_case *c, unsigned int index)
{
	const volatile struct kit_case_finding *f = &c->shared->findings[index];

	return f->count && f->status == KIT_FAIL;
}

void kit_beat(struct kit_case *c)
{
	__atomic_fetch_add(&c->shared->beats, 1, __ATOMIC_RELAXED);
}

void kit_doing(struct kit_case *c, const char *what)
{
	snprintf(c->shared->doing, sizeof(c->shared->doing), "%s", what);
	kit_beat(c);
}

void kit_may_take(struct kit_case *c, unsigned int seconds)
{
	__atomic_store_n(&c->shared->limit, seconds, __ATOMIC_RELAXED);
	kit_beat(c);
}

/*
 * Wait for the rule's process. Returns its status, or -1 after it hung and was killed.
 * The parent, which has a clock of its own for a rule, hears that this one goes on.
 */
static int watch(const struct kit_case *c, const char *rule, pid_t pid)
{
	const struct kit_shared *shared = c->shared;
	int64_t since = kit_now_ns(), told = since;
	uint64_t beats = 0, now;
	int status;
	pid_t r;

	for (;;) {
		r = waitpid(pid, &status, WNOHANG);
		if (r == pid)
			return status;
		if (r < 0 && errno != EINTR)
			return 0;
		now = __atomic_load_n(&shared->beats, __ATOMIC_RELAXED);
		if (now != beats) {
			beats = now;
			since = kit_now_ns();
			if (since - told > NS_PER_S) {
				kit_begin(c->kit, rule);
				told = since;
			}
		} else if (kit_now_ns() - since >
			   (int64_t)__atomic_load_n(&shared->limit, __ATOMIC_RELAXED) *
				   NS_PER_S) {
			break;
		}
		kit_sleep_ms(POLL_MS);
	}
	kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return -1;
}

/* Crash, exit or hang: a finding of the first rule. */
static void judge_end(struct kit_case *c, int status)
{
	const char *at = c->shared->doing[0] ? c->shared->doing : "the start";

	c->shared->doing[sizeof(c->shared->doing) - 1] = '\0';
	if (status == -1)
		kit_fail(c, "hangs: no return within %u s at: %s", c->shared->limit, at);
	else if (WIFSIGNALED(status))
		kit_fail(c, "crashes with signal %d (%s) at: %s", WTERMSIG(status),
			 strsignal(WTERMSIG(status)), at);
	else if (!c->shared->done)
		kit_fail(c, "ends the process, with status %d, at: %s",
			 WIFEXITED(status) ? WEXITSTATUS(status) : -1, at);
}

static void report(struct kit_case *c, const struct kit_rule *rule)
{
	unsigned int i;

	for (i = 0; i < KIT_CASE_RULES && rule->ids[i]; i++) {
		const struct kit_case_finding *f = &c->shared->findings[i];

		if (!f->count)
			kit_report(c->kit, rule->ids[i], KIT_SKIP,
				   "not reached, since %s failed", rule->ids[0]);
		else if (f->count > 1)
			kit_report(c->kit, rule->ids[i], (enum kit_status)f->status,
				   "%s (and %u more)", f->text, f->count - 1);
		else
			kit_report(c->kit, rule->ids[i], (enum kit_status)f->status, "%s",
				   f->text);
	}
}

/*
 * In a child; at once where the findings go to memory, which is for a debugger. The
 * parent's death ends the child, too: it may be one that hangs.
 */
static void run_rule(struct kit_case *c, const struct kit_rule *rule)
{
	pid_t parent = getpid(), pid;

	kit_begin(c->kit, rule->ids[0]);
	memset(c->shared, 0, sizeof(*c->shared));
	c->shared->limit = KIT_HANG_SECONDS;
	pid = c->kit->report >= 0 ? fork() : 0;
	if (pid < 0) {
		kit_skip(c, "no process for it: %s", strerror(errno));
		return;
	}
	if (!pid) {
		if (c->kit->report >= 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			if (getppid() != parent)
				_exit(0);
		}
		rule->run(c);
		c->shared->done = 1;
		if (c->kit->report >= 0)
			_exit(0);
		return;
	}
	judge_end(c, watch(c, rule->ids[0], pid));
}

void kit_run_rules(struct kit *kit, const struct kit_rule *rules, size_t n)
{
	struct kit_case c = { .kit = kit };
	size_t i;

	c.shared = mmap(NULL, sizeof(*c.shared), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (c.shared == MAP_FAILED) {
		for (i = 0; i < n; i++)
			kit_report(kit, rules[i].ids[0], KIT_SKIP, "no memory");
		return;
	}
	for (i = 0; i < n; i++) {
		run_rule(&c, &rules[i]);
		report(&c, &rules[i]);
	}
	munmap(c.shared, sizeof(*c.shared));
}
