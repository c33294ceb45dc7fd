/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How the parts of a frame run, by the linker's --wrap=lc_workers_run: for check-parallel and
 * the fuzzers.
 */
#ifndef RUN_ORDER_H
#define RUN_ORDER_H

/*
 * In all orders but the last one thread runs them, so that where they meet doesn't depend on
 * the machine: if the last one goes first, each finds the work of the next one done. What a
 * plugin may count on, a lower index begun before a higher one, holds for the last two alone;
 * ours does without. Seeds of the fuzzers have the numbers.
 */
enum run_order { RUN_LAST_FIRST, RUN_ODD_FIRST, RUN_FIRST_FIRST, RUN_THREADS, N_RUN_ORDERS };
extern enum run_order run_order;

#endif
