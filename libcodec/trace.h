/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Spans of this process, as Chrome's JSON trace. Off, a span is one relaxed load.
 */
#ifndef LC_TRACE_H
#define LC_TRACE_H

#include "internal.h"

#include <libcodec/trace.h>

/* Not 0 while a trace runs. Read relaxed; plugins read it through their host table. */
extern uint32_t lc_tracing;

/*
 * Begin a span; @name and @arg_name (or NULL) are literals. Returns a token, 0 for none.
 */
uint64_t lc_trace_begin_slow(const char *name, const char *arg_name, int64_t arg);
void lc_trace_end_slow(uint64_t token);

static inline uint64_t lc_trace_begin(const char *name, const char *arg_name, int64_t arg)
{
	if (lc_likely(!__atomic_load_n(&lc_tracing, __ATOMIC_RELAXED)))
		return 0;
	return lc_trace_begin_slow(name, arg_name, arg);
}

static inline void lc_trace_end(uint64_t token)
{
	if (lc_unlikely(token))
		lc_trace_end_slow(token);
}

#endif
