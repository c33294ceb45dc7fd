/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which files codecctl bench measures, and their bytes.
 */
#ifndef CODECCTL_BENCH_FILES_H
#define CODECCTL_BENCH_FILES_H

#include "bench.h"

/*
 * Add a picture for each file of the options, and for each of a folder, and read them.
 * What can't be read has a report. Returns 0 or -ENOMEM.
 */
int bench_files_load(struct bench *b);
/* Set @b->prefix. */
void bench_files_shorten(struct bench *b);

#endif
