/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A counter on the terminal for work that takes long. Does nothing where standard error
 * is no terminal.
 */
#ifndef CODECCTL_PROGRESS_H
#define CODECCTL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Count up to @total frames; nothing is shown for the first second. */
void progress_begin(uint64_t total);
/* Whether anybody looks, so that frames may be counted for it. */
bool progress_wanted(void);
/* There are so many frames more than was known at first. */
void progress_more(uint64_t frames);
/* One more is done. */
void progress_tick(void);
/* Wipe the counter off the line, before anything else is printed. */
void progress_clear(void);
/* No more counting. */
void progress_end(void);

/* The monotonic clock. */
uint64_t progress_now_ns(void);

#endif
