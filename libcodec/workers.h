/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The threads that a context lends to its plugins, behind parallel_for of
 * <libcodec/plugin.h>. None is there before a call asks for more than one thread; those
 * that were made sleep between calls, and end with the context.
 */
#ifndef LC_WORKERS_H
#define LC_WORKERS_H

#include <pthread.h>

#include "internal.h"

#define LC_WORKERS_MAX      63         /* of a context, besides the threads that call */
#define LC_WORKERS_RETRY_NS 1000000000 /* until a thread is tried again after a failure */

struct lc_worker;

struct lc_workers {
	pthread_mutex_t lock;   /* for all that follows; held for a few instructions */
	struct lc_worker *all;  /* by their next_made */
	struct lc_worker *idle; /* by their next_idle; belong to no call */
	uint32_t n;             /* of all */
	int64_t retry_at;       /* now_ns, after a thread could not be made; else 0 */
	struct lc_workers *prev, *next; /* of the process, for fork() */
};

void lc_workers_init(struct lc_workers *ws);
/* End and join the threads. Nobody is in lc_workers_run(), nor will be. */
void lc_workers_done(struct lc_workers *ws);

/* parallel_for of the plugin ABI, which has its contract. [any] */
int lc_workers_run(struct lc_workers *ws, uint32_t threads, uint32_t n,
		   void (*fn)(void *arg, uint32_t index), void *arg);

/*
 * Take the next index below @n into *ret_index; false where there is none left, and then
 * *next stays @n for ever, also where @n is UINT32_MAX.
 */
static inline bool lc_workers_claim(uint32_t *next, uint32_t n, uint32_t *ret_index)
{
	uint32_t i = __atomic_load_n(next, __ATOMIC_RELAXED);

	do {
		if (i >= n)
			return false;
	} while (!__atomic_compare_exchange_n(next, &i, i + 1, true, __ATOMIC_ACQ_REL,
					      __ATOMIC_RELAXED));
	*ret_index = i;
	return true;
}

#endif
