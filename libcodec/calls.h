/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Who is inside of which plugin, and until when: so that a plugin that overstays its
 * deadline can be named while it still hangs. A decoder writes its own entry without a
 * lock; the dispatch thread reads them all.
 */
#ifndef LC_CALLS_H
#define LC_CALLS_H

#include <pthread.h>

#include "internal.h"

#define LC_CALLS_SLACK_NS INT64_C(100000000) /* what is late by less is the scheduler's */
#define LC_CALLS_TICK_NS  INT64_C(100000000) /* how often is looked */

struct lc_plugin;

struct lc_call {
	int64_t deadline;               /* atomic; 0: no call with a deadline */
	const struct lc_plugin *plugin; /* atomic */
	uint64_t device;                /* atomic; id of the device */
	int64_t told;                   /* atomic: the deadline that was told to be over */
	struct lc_call *next;
	bool listed;
};

struct lc_calls {
	pthread_mutex_t lock;
	struct lc_call *list;
};

void lc_calls_init(struct lc_calls *calls);
void lc_calls_done(struct lc_calls *calls);

/* List @call, or take it off the list. True where that changed something. [any] */
bool lc_calls_list(struct lc_calls *calls, struct lc_call *call, bool on);

/* Whether any is listed. [any] */
bool lc_calls_any(struct lc_calls *calls);

/* The decoder's thread goes into a plugin and comes back. */
static inline void lc_call_begin(struct lc_call *call, const struct lc_plugin *plugin,
				 uint64_t device, int64_t deadline)
{
	__atomic_store_n(&call->plugin, plugin, __ATOMIC_RELAXED);
	__atomic_store_n(&call->device, device, __ATOMIC_RELAXED);
	__atomic_store_n(&call->deadline, deadline, __ATOMIC_RELEASE);
}

static inline void lc_call_end(struct lc_call *call)
{
	__atomic_store_n(&call->deadline, 0, __ATOMIC_RELEASE);
}

/* Whether the dispatch thread told of the call with @deadline already. */
static inline bool lc_call_was_told(const struct lc_call *call, int64_t deadline)
{
	return __atomic_load_n(&call->told, __ATOMIC_ACQUIRE) == deadline;
}

/*
 * Tell @fn of each call that is late and wasn't told of, without the lock: @fn may log.
 * @late: ns. [dispatch]
 */
typedef void (*lc_call_fn)(void *data, const struct lc_plugin *plugin, uint64_t device,
			   int64_t late);
void lc_calls_look(struct lc_calls *calls, int64_t now, lc_call_fn fn, void *data);

#endif
