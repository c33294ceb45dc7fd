/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where our own time goes, by the spans of a trace.
 */
#ifndef CODECCTL_BENCH_STAGES_H
#define CODECCTL_BENCH_STAGES_H

#include "bench.h"

/*
 * Decode each picture once more while a trace is written, and sum its spans up in
 * @b->stages; then measure set-up. Returns 0 or a negative errno.
 */
int bench_stages_measure(struct bench *b);

#endif
