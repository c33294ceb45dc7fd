/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Counts forks, in the child.
 */
#include "fork.h"

#include <pthread.h>

uint32_t lc_forks;

static void in_child(void)
{
	__atomic_add_fetch(&lc_forks, 1, __ATOMIC_RELAXED);
}

static void watch(void)
{
	pthread_atfork(NULL, NULL, in_child);
}

void lc_fork_watch(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, watch);
}
