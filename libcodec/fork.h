/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Whether this process is still the one that opened something: a device's session is not
 * for a child, which shares its descriptors and not its place in the driver's queues.
 */
#ifndef LC_FORK_H
#define LC_FORK_H

#include "internal.h"

/* How many fork()s lie between this process and the first one; see lc_fork_watch(). */
extern uint32_t lc_forks; /* atomic */

/* Begin to count. Once is enough. [any] */
void lc_fork_watch(void);

/* Without a system call, as getpid() is one. [any] */
static inline uint32_t lc_fork_count(void)
{
	return __atomic_load_n(&lc_forks, __ATOMIC_RELAXED);
}

#endif
