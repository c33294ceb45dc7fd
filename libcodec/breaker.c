/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The breaker's transitions. Several threads may report at once; each transition has one
 * winner, who is told, so that an event is sent once.
 */
#include "breaker.h"

static uint32_t load_state(const struct lc_breaker *b)
{
	return __atomic_load_n(&b->state, __ATOMIC_ACQUIRE);
}

static bool move(struct lc_breaker *b, uint32_t from, uint32_t to)
{
	return __atomic_compare_exchange_n(&b->state, &from, to, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_RELAXED);
}

/*
 * To OPEN from @from, through TRIAL: whoever is there alone may write the times, and
 * nobody begins a trial by old ones.
 */
static enum lc_breaker_change open_from(struct lc_breaker *b, uint32_t from, int64_t now)
{
	int64_t delay;

	if (from != LC_BREAKER_TRIAL && !move(b, from, LC_BREAKER_TRIAL))
		return LC_BREAKER_STAYS;
	delay = __atomic_load_n(&b->delay, __ATOMIC_RELAXED);
	delay = delay ? 2 * delay : LC_BREAKER_DELAY;
	if (delay > LC_BREAKER_DELAY_MAX)
		delay = LC_BREAKER_DELAY_MAX;
	__atomic_store_n(&b->delay, delay, __ATOMIC_RELAXED);
	__atomic_store_n(&b->retry_at, now + delay, __ATOMIC_RELAXED);
	__atomic_store_n(&b->state, LC_BREAKER_OPEN, __ATOMIC_RELEASE);
	return LC_BREAKER_OPENED;
}

bool lc_breaker_begin_trial(struct lc_breaker *b, int64_t now)
{
	if (load_state(b) != LC_BREAKER_OPEN ||
	    now < __atomic_load_n(&b->retry_at, __ATOMIC_RELAXED))
		return false;
	return move(b, LC_BREAKER_OPEN, LC_BREAKER_TRIAL);
}

enum lc_breaker_change lc_breaker_success(struct lc_breaker *b, bool trial)
{
	/* Nothing is written where nothing changes: the line is shared by all threads. */
	if (trial || load_state(b) == LC_BREAKER_CLOSED)
		if (__atomic_load_n(&b->failures, __ATOMIC_RELAXED))
			__atomic_store_n(&b->failures, 0, __ATOMIC_RELAXED);
	if (!trial)
		return LC_BREAKER_STAYS; /* begun before it opened, maybe */
	__atomic_store_n(&b->delay, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&b->state, LC_BREAKER_CLOSED, __ATOMIC_RELEASE);
	return LC_BREAKER_SHUT;
}

enum lc_breaker_change lc_breaker_failure(struct lc_breaker *b, bool trial, int64_t now)
{
	uint32_t failures = __atomic_add_fetch(&b->failures, 1, __ATOMIC_RELAXED);

	if (trial)
		return open_from(b, LC_BREAKER_TRIAL, now);
	if (failures < LC_BREAKER_FAILURES)
		return LC_BREAKER_STAYS;
	return open_from(b, LC_BREAKER_CLOSED, now);
}

enum lc_breaker_change lc_breaker_trip(struct lc_breaker *b, bool trial, int64_t now)
{
	__atomic_add_fetch(&b->failures, 1, __ATOMIC_RELAXED);
	return open_from(b, trial ? LC_BREAKER_TRIAL : LC_BREAKER_CLOSED, now);
}

void lc_breaker_undecided(struct lc_breaker *b, int64_t now)
{
	__atomic_store_n(&b->retry_at, now, __ATOMIC_RELAXED);
	__atomic_store_n(&b->state, LC_BREAKER_OPEN, __ATOMIC_RELEASE);
}

int64_t lc_breaker_wait(const struct lc_breaker *b, int64_t now)
{
	int64_t retry_at;

	if (load_state(b) != LC_BREAKER_OPEN)
		return 0;
	retry_at = __atomic_load_n(&b->retry_at, __ATOMIC_RELAXED);
	return retry_at > now ? retry_at - now : 0;
}
