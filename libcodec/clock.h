/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The one clock of deadlines, retries and spans.
 */
#ifndef LC_CLOCK_H
#define LC_CLOCK_H

#include <stdint.h>

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t lc_now_ns(void);

#endif
