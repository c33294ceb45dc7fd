/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The breaker's transitions, by the hand of a clock that is a number, and by threads.
 */
#include "config.h"

#include "test.h"

#include <pthread.h>
#include <string.h>

#include "breaker.h"

static struct lc_breaker b;

static void setup(void)
{
	memset(&b, 0, sizeof(b));
}

static void open_at(int64_t now)
{
	unsigned int i;

	for (i = 1; i < LC_BREAKER_FAILURES; i++)
		ck_assert_int_eq(lc_breaker_failure(&b, false, now), LC_BREAKER_STAYS);
	ck_assert(lc_breaker_is_closed(&b));
	ck_assert_int_eq(lc_breaker_failure(&b, false, now), LC_BREAKER_OPENED);
	ck_assert(!lc_breaker_is_closed(&b));
}

START_TEST(test_opens)
{
	open_at(1000);
	ck_assert_int_eq(lc_breaker_wait(&b, 1000), LC_BREAKER_DELAY);
	ck_assert(!lc_breaker_begin_trial(&b, 1000 + LC_BREAKER_DELAY - 1));
	/* A frame that was under way fails late: nothing changes, nobody is told. */
	ck_assert_int_eq(lc_breaker_failure(&b, false, 5000), LC_BREAKER_STAYS);
	ck_assert_int_eq(lc_breaker_wait(&b, 1000), LC_BREAKER_DELAY);
	/* One that comes out well late doesn't close it. */
	ck_assert_int_eq(lc_breaker_success(&b, false), LC_BREAKER_STAYS);
	ck_assert(!lc_breaker_is_closed(&b));
}
END_TEST

START_TEST(test_success_counts_anew)
{
	unsigned int i, k;

	for (k = 0; k < 5; k++) {
		for (i = 1; i < LC_BREAKER_FAILURES; i++)
			ck_assert_int_eq(lc_breaker_failure(&b, false, 0), LC_BREAKER_STAYS);
		ck_assert_int_eq(lc_breaker_success(&b, false), LC_BREAKER_STAYS);
	}
	open_at(0);
}
END_TEST

START_TEST(test_trial)
{
	int64_t now = 0, delay = LC_BREAKER_DELAY;
	unsigned int i;

	open_at(now);
	for (i = 0; i < 8; i++) {
		now += delay;
		ck_assert(lc_breaker_begin_trial(&b, now));
		ck_assert(!lc_breaker_begin_trial(&b, now)); /* one at a time */
		ck_assert_int_eq(lc_breaker_failure(&b, true, now), LC_BREAKER_OPENED);
		delay = delay * 2 < LC_BREAKER_DELAY_MAX ? delay * 2 : LC_BREAKER_DELAY_MAX;
		ck_assert_int_eq(lc_breaker_wait(&b, now), delay);
	}
	now += delay;
	ck_assert(lc_breaker_begin_trial(&b, now));
	ck_assert_int_eq(lc_breaker_success(&b, true), LC_BREAKER_SHUT);
	ck_assert(lc_breaker_is_closed(&b));
	open_at(now);
	ck_assert_int_eq(lc_breaker_wait(&b, now), LC_BREAKER_DELAY);
}
END_TEST

START_TEST(test_undecided)
{
	open_at(0);
	ck_assert(lc_breaker_begin_trial(&b, LC_BREAKER_DELAY));
	lc_breaker_undecided(&b, LC_BREAKER_DELAY);
	ck_assert(!lc_breaker_is_closed(&b));
	ck_assert(lc_breaker_begin_trial(&b, LC_BREAKER_DELAY));
}
END_TEST

START_TEST(test_trip)
{
	ck_assert_int_eq(lc_breaker_trip(&b, false, 7), LC_BREAKER_OPENED);
	ck_assert_int_eq(lc_breaker_trip(&b, false, 7), LC_BREAKER_STAYS);
	ck_assert_int_eq(lc_breaker_wait(&b, 7), LC_BREAKER_DELAY);
	ck_assert(lc_breaker_begin_trial(&b, 7 + LC_BREAKER_DELAY));
	ck_assert_int_eq(lc_breaker_trip(&b, true, 7), LC_BREAKER_OPENED);
	ck_assert_int_eq(lc_breaker_wait(&b, 7), 2 * LC_BREAKER_DELAY);
}
END_TEST

/* --- threads --- */

#define THREADS 4
#define ROUNDS  20000

static unsigned int opened, shut, in_trial; /* atomic */

/* Fails and succeeds at random; a clock of its own that runs far ahead each time. */
static void *report(void *arg)
{
	uint32_t random = 1 + (uint32_t)(uintptr_t)arg;
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		bool trial = false, good;
		enum lc_breaker_change change;

		random = random * 1664525 + 1013904223;
		good = random >> 28 == 0;
		if (!lc_breaker_is_closed(&b)) {
			trial = lc_breaker_begin_trial(&b, INT64_MAX / 2);
			if (!trial)
				continue;
			/* Nobody else has it. */
			ck_assert_uint_eq(__atomic_add_fetch(&in_trial, 1,
							     __ATOMIC_SEQ_CST), 1);
			__atomic_sub_fetch(&in_trial, 1, __ATOMIC_SEQ_CST);
		}
		change = good ? lc_breaker_success(&b, trial) :
				lc_breaker_failure(&b, trial, 0);
		if (change == LC_BREAKER_OPENED && !trial)
			__atomic_add_fetch(&opened, 1, __ATOMIC_RELAXED);
		if (change == LC_BREAKER_SHUT)
			__atomic_add_fetch(&shut, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

/* Each opening from closed is told once, and each closing. */
START_TEST(test_threads)
{
	pthread_t threads[THREADS];
	uintptr_t i;

	for (i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, report, (void *)i), 0);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	ck_assert_uint_gt(opened, 0);
	ck_assert_uint_eq(opened, shut + !lc_breaker_is_closed(&b));
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("breaker");
	TCase *tc = tcase_create("breaker");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, test_opens);
	tcase_add_test(tc, test_success_counts_anew);
	tcase_add_test(tc, test_trial);
	tcase_add_test(tc, test_undecided);
	tcase_add_test(tc, test_trip);
	tcase_add_test(tc, test_threads);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("breaker", make);
}
