/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Looks at the calls that are under way.
 */
#include "calls.h"

void lc_calls_init(struct lc_calls *calls)
{
	*calls = (struct lc_calls){ .list = NULL };
	pthread_mutex_init(&calls->lock, NULL);
}

void lc_calls_done(struct lc_calls *calls)
{
	pthread_mutex_destroy(&calls->lock);
}

bool lc_calls_list(struct lc_calls *calls, struct lc_call *call, bool on)
{
	struct lc_call **at;
	bool changed;

	pthread_mutex_lock(&calls->lock);
	changed = call->listed != on;
	if (changed && on) {
		call->next = calls->list;
		calls->list = call;
	} else if (changed) {
		for (at = &calls->list; *at != call; at = &(*at)->next)
			;
		*at = call->next;
	}
	call->listed = on;
	pthread_mutex_unlock(&calls->lock);
	return changed;
}

bool lc_calls_any(struct lc_calls *calls)
{
	bool any;

	pthread_mutex_lock(&calls->lock);
	any = calls->list != NULL;
	pthread_mutex_unlock(&calls->lock);
	return any;
}

/* One that is late, as it was at one moment: the next call may begin meanwhile. */
static bool is_late(struct lc_call *call, int64_t now, const struct lc_plugin **ret_plugin,
		    uint64_t *ret_device, int64_t *ret_deadline)
{
	int64_t deadline = __atomic_load_n(&call->deadline, __ATOMIC_ACQUIRE);

	if (!deadline || now - deadline < LC_CALLS_SLACK_NS ||
	    lc_call_was_told(call, deadline))
		return false;
	*ret_plugin = __atomic_load_n(&call->plugin, __ATOMIC_ACQUIRE);
	*ret_device = __atomic_load_n(&call->device, __ATOMIC_ACQUIRE);
	*ret_deadline = deadline;
	return __atomic_load_n(&call->deadline, __ATOMIC_RELAXED) == deadline;
}

/* Mark one that is late. False: there is none. */
static bool find_late(struct lc_calls *calls, int64_t now, const struct lc_plugin **ret_plugin,
		      uint64_t *ret_device, int64_t *ret_deadline)
{
	struct lc_call *call;

	pthread_mutex_lock(&calls->lock);
	for (call = calls->list; call; call = call->next) {
		if (!is_late(call, now, ret_plugin, ret_device, ret_deadline))
			continue;
		__atomic_store_n(&call->told, *ret_deadline, __ATOMIC_RELEASE);
		break;
	}
	pthread_mutex_unlock(&calls->lock);
	return call != NULL;
}

void lc_calls_look(struct lc_calls *calls, int64_t now, lc_call_fn fn, void *data)
{
	const struct lc_plugin *plugin;
	int64_t deadline;
	uint64_t device;

	/* Each is told of once, so this ends: no call that begins now is late by @now. */
	while (find_late(calls, now, &plugin, &device, &deadline))
		fn(data, plugin, device, now - deadline);
}
