/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How much of a frame is set-up: the time before its first MCU row and behind its last
 * one, where headers are parsed, tables made and the layout chosen.
 */
#ifndef CODECCTL_BENCH_SETUP_H
#define CODECCTL_BENCH_SETUP_H

#include "bench.h"

/*
 * Decode each picture some more times, first without a trace and then with one that is
 * written to @path, and fill its setup. Returns 0 or a negative errno.
 */
int bench_setup_measure(struct bench *b, const char *path);

#endif
