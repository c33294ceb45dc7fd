/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * See run-order.h.
 */
#include "config.h"

#include "run-order.h"
#include "workers.h"

enum run_order run_order;

int __real_lc_workers_run(struct lc_workers *ws, uint32_t threads, uint32_t n,
			  void (*fn)(void *arg, uint32_t index), void *arg);
int __wrap_lc_workers_run(struct lc_workers *ws, uint32_t threads, uint32_t n,
			  void (*fn)(void *arg, uint32_t index), void *arg);

int __wrap_lc_workers_run(struct lc_workers *ws, uint32_t threads, uint32_t n,
			  void (*fn)(void *arg, uint32_t index), void *arg)
{
	uint32_t i;

	if (run_order == RUN_THREADS)
		return __real_lc_workers_run(ws, threads, n, fn, arg);
	for (i = 0; i < n; i++) {
		if (run_order == RUN_LAST_FIRST)
			fn(arg, n - 1 - i);
		else if (run_order == RUN_FIRST_FIRST)
			fn(arg, i);
		else
			fn(arg, i < n / 2 ? 2 * i + 1 : 2 * (i - n / 2));
	}
	return n > 0;
}
