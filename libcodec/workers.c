/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Lends threads. A call takes workers out of the idle list, makes what is missing, offers
 * its job to each, works itself, takes back what nobody took up, waits for the others and
 * puts all of them into the list again. Nothing is ever waited for before the caller has
 * worked through all that is left, so a call ends even where no worker moves.
 *
 * A worker belongs to one call at a time, hence all of the hand-over is in one word of
 * its own, which is a futex:
 *
 *	IDLE -> PARKED              the worker, before it sleeps
 *	IDLE, PARKED -> OFFERED     the caller, who wakes it where it was PARKED
 *	OFFERED -> RUNNING          the worker, which from now on uses the job
 *	OFFERED -> IDLE             the caller, who takes the job back
 *	RUNNING -> AWAITED          the caller, before it sleeps
 *	RUNNING, AWAITED -> IDLE    the worker, which wakes the caller where it was AWAITED
 *	                            and doesn't touch the job, on its stack, any more
 *	IDLE, PARKED -> QUIT        lc_workers_done()
 */
#include "config.h"

#include "workers.h"

#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"

#define CACHE_LINE  64
#define STACK_BYTES (1u << 20) /* the contract of the ABI says so */
#define SPINS_MAX   4096 /* should the clock stand still */

/*
 * How long a worker looks out for the next job before it sleeps, and a caller for the end
 * of its own. Measured with two threads pinned to two CPUs of a virtual machine: a worker
 * that sleeps begins 35 to 45 us after the call, one that still looks out 0.3 us after it;
 * two halves of 1 ms, with calls back to back or 20 us apart, take 501 us rather than 571.
 * It is spent once per job, and an idle process spins not at all.
 */
#define SPIN_NS 30000

enum { IDLE, PARKED, OFFERED, RUNNING, AWAITED, QUIT };

/* One call, on the stack of its caller. */
struct job {
	void (*fn)(void *arg, uint32_t index);
	void *arg;
	uint32_t n;
	uint32_t next;   /* atomic; the first index that nobody has taken */
	uint32_t n_took; /* atomic; threads that ran an index */
};

struct lc_worker {
	uint32_t state __attribute__((aligned(CACHE_LINE))); /* atomic, a futex */
	uint32_t number;              /* 1 upwards; constant */
	struct job *job;              /* from OFFERED on */
	struct lc_worker *next_idle;  /* in the idle list, or in that of one call */
	struct lc_worker *next_made;
	pthread_t thread;
};

/* Whether this thread is in a job of any context. */
static __thread bool inside;

/* --- fork --- */

/*
 * A child has none of the threads, and whoever held a lock is not there either. All of
 * the process's contexts are listed so that the child can begin anew.
 */
static struct {
	pthread_mutex_t lock; /* taken before that of a context */
	struct lc_workers *list;
} process = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void before_fork(void)
{
	pthread_mutex_lock(&process.lock);
}

static void after_fork_parent(void)
{
	pthread_mutex_unlock(&process.lock);
}

static void forget(struct lc_workers *ws)
{
	struct lc_worker *w;

	while ((w = ws->all)) {
		ws->all = w->next_made;
		free(w);
	}
	ws->idle = NULL;
	ws->n = 0;
}

static void after_fork_child(void)
{
	struct lc_workers *ws;

	for (ws = process.list; ws; ws = ws->next) {
		pthread_mutex_init(&ws->lock, NULL);
		forget(ws);
	}
	pthread_mutex_unlock(&process.lock);
}

static void register_fork(void)
{
	pthread_atfork(before_fork, after_fork_parent, after_fork_child);
}

/* --- waiting --- */

static void futex_wait(uint32_t *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void futex_wake(uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static uint32_t load(const struct lc_worker *w)
{
	return __atomic_load_n(&w->state, __ATOMIC_ACQUIRE);
}

static uint32_t exchange(struct lc_worker *w, uint32_t to)
{
	return __atomic_exchange_n(&w->state, to, __ATOMIC_ACQ_REL);
}

static bool change(struct lc_worker *w, uint32_t from, uint32_t to)
{
	return __atomic_compare_exchange_n(&w->state, &from, to, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_ACQUIRE);
}

static void pause_cpu(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

/* Wait a little for the state to be another one than @value. */
static void spin(const struct lc_worker *w, uint32_t value)
{
	int64_t end = 0;
	unsigned int i;

	for (i = 0; i < SPINS_MAX && load(w) == value; i++) {
		pause_cpu();
		if (i == 0)
			end = lc_now_ns() + SPIN_NS;
		else if (i % 16 == 0 && lc_now_ns() >= end)
			break;
	}
}

/* --- the worker --- */

static void take_part(struct job *job)
{
	uint32_t i;

	if (!lc_workers_claim(&job->next, job->n, &i))
		return;
	__atomic_fetch_add(&job->n_took, 1, __ATOMIC_RELAXED);
	do
		job->fn(job->arg, i);
	while (lc_workers_claim(&job->next, job->n, &i));
}

/* Until there is an offer, which may be taken back before it is taken up, or the end. */
static uint32_t await_offer(struct lc_worker *w)
{
	uint32_t state;

	spin(w, IDLE);
	for (;;) {
		state = load(w);
		if (state != IDLE && state != PARKED)
			return state;
		if (state == PARKED || change(w, IDLE, PARKED))
			futex_wait(&w->state, PARKED);
	}
}

static void *work(void *arg)
{
	struct lc_worker *w = arg;
	char name[16];

	snprintf(name, sizeof(name), "libcodec-%u", w->number);
	pthread_setname_np(pthread_self(), name);
	inside = true;
	while (await_offer(w) != QUIT) {
		if (!change(w, OFFERED, RUNNING))
			continue;
		take_part(w->job);
		if (exchange(w, IDLE) == AWAITED)
			futex_wake(&w->state);
	}
	return NULL;
}

/*
 * All signals are the program's, but for those that a thread brings upon itself: were
 * they blocked, the kernel would end the process without asking its handlers.
 */
static void worker_signals(sigset_t *ret_set)
{
	static const int own[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS };
	unsigned int i;

	sigfillset(ret_set);
	for (i = 0; i < LC_ARRAY_SIZE(own); i++)
		sigdelset(ret_set, own[i]);
}

static int start_thread(struct lc_worker *w)
{
	pthread_attr_t attr;
	sigset_t set, saved;
	int r;

	r = pthread_attr_init(&attr);
	if (r)
		return -r;
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	worker_signals(&set);
	pthread_sigmask(SIG_SETMASK, &set, &saved);
	r = pthread_create(&w->thread, &attr, work, w);
	pthread_sigmask(SIG_SETMASK, &saved, NULL);
	pthread_attr_destroy(&attr);
	return -r;
}

/* With the lock. A new worker, or NULL: there are enough, or it can't be had. */
static struct lc_worker *make(struct lc_workers *ws)
{
	struct lc_worker *w;

	if (ws->n == LC_WORKERS_MAX || (ws->retry_at && lc_now_ns() < ws->retry_at))
		return NULL;
	w = aligned_alloc(CACHE_LINE, sizeof(*w));
	if (w) {
		*w = (struct lc_worker){ .number = ws->n + 1 };
		if (start_thread(w) < 0) {
			free(w);
			w = NULL;
		}
	}
	if (!w) {
		ws->retry_at = lc_now_ns() + LC_WORKERS_RETRY_NS;
		return NULL;
	}
	ws->retry_at = 0;
	ws->n++;
	w->next_made = ws->all;
	ws->all = w;
	return w;
}

/* --- the caller --- */

/* At most @want workers, as a list; those that worked last come first. */
static struct lc_worker *borrow(struct lc_workers *ws, uint32_t want)
{
	struct lc_worker *list = NULL, **tail = &list, *w;

	pthread_mutex_lock(&ws->lock);
	for (; want; want--) {
		w = ws->idle;
		if (w)
			ws->idle = w->next_idle;
		else
			w = make(ws);
		if (!w)
			break;
		*tail = w;
		tail = &w->next_idle;
	}
	*tail = NULL;
	pthread_mutex_unlock(&ws->lock);
	return list;
}

static void give_back(struct lc_workers *ws, struct lc_worker *list)
{
	struct lc_worker **tail = &list;

	while (*tail)
		tail = &(*tail)->next_idle;
	pthread_mutex_lock(&ws->lock);
	*tail = ws->idle;
	ws->idle = list;
	pthread_mutex_unlock(&ws->lock);
}

static void offer(struct lc_worker *w, struct job *job)
{
	w->job = job;
	if (exchange(w, OFFERED) == PARKED)
		futex_wake(&w->state);
}

/* Take the job back, or wait until the worker has done with it. */
static void collect(struct lc_worker *w)
{
	if (change(w, OFFERED, IDLE))
		return;
	spin(w, RUNNING);
	/* From here on only the worker changes the state, besides us. */
	change(w, RUNNING, AWAITED);
	while (load(w) == AWAITED)
		futex_wait(&w->state, AWAITED);
}

static void run_shared(struct lc_workers *ws, uint32_t helpers, struct job *job)
{
	struct lc_worker *list = borrow(ws, helpers), *w;

	for (w = list; w; w = w->next_idle)
		offer(w, job);
	take_part(job);
	for (w = list; w; w = w->next_idle)
		collect(w);
	if (list)
		give_back(ws, list);
}

int lc_workers_run(struct lc_workers *ws, uint32_t threads, uint32_t n,
		   void (*fn)(void *arg, uint32_t index), void *arg)
{
	struct job job = { .fn = fn, .arg = arg, .n = n };
	uint32_t helpers;
	bool nested = inside;

	if (!fn)
		return -EINVAL;
	helpers = (uint32_t)lc_min_u64(threads, n);
	helpers = helpers ? (uint32_t)lc_min_u64(helpers - 1, LC_WORKERS_MAX) : 0;
	inside = true;
	if (helpers && !nested)
		run_shared(ws, helpers, &job);
	else
		take_part(&job);
	inside = nested;
	return (int)job.n_took;
}

/* --- life --- */

void lc_workers_init(struct lc_workers *ws)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, register_fork);
	*ws = (struct lc_workers){ .n = 0 };
	pthread_mutex_init(&ws->lock, NULL);
	pthread_mutex_lock(&process.lock);
	ws->next = process.list;
	if (ws->next)
		ws->next->prev = ws;
	process.list = ws;
	pthread_mutex_unlock(&process.lock);
}

void lc_workers_done(struct lc_workers *ws)
{
	struct lc_worker *w;

	pthread_mutex_lock(&process.lock);
	if (ws->prev)
		ws->prev->next = ws->next;
	else
		process.list = ws->next;
	if (ws->next)
		ws->next->prev = ws->prev;
	pthread_mutex_unlock(&process.lock);
	for (w = ws->all; w; w = w->next_made)
		if (exchange(w, QUIT) == PARKED)
			futex_wake(&w->state);
	for (w = ws->all; w; w = w->next_made)
		pthread_join(w->thread, NULL);
	forget(ws);
	pthread_mutex_destroy(&ws->lock);
}
