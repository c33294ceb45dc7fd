/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What check-parallel has in its hands, by the linker's --wrap: the cpu backend instead of a
 * plugin that is loaded, the clock, and what came of sharing; and see run-order.h.
 */
#ifndef PARALLEL_WRAPS_H
#define PARALLEL_WRAPS_H

#include <stdint.h>

/* ThreadSanitizer has nothing to see where one thread does it all, and takes its time. */
#ifdef __SANITIZE_THREAD__
#define ONLY_THREADS 1
#else
#define ONLY_THREADS 0
#endif

/* What came of sharing. Atomic. */
extern unsigned int n_shared, n_declined, n_mcus_ahead;

/* Where it isn't 0, each look at the clock takes that long. */
extern int64_t clock_step; /* ns */
extern int64_t clock_now;  /* atomic */

#endif
