/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A counter on the terminal: see progress.h.
 */
#include "config.h"

#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define FIRST_NS UINT64_C(1000000000)
#define EVERY_NS UINT64_C(100000000)

static struct {
	bool active, shown;
	uint64_t done, total, next_ns;
} progress;

uint64_t progress_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * UINT64_C(1000000000) + (uint64_t)ts.tv_nsec;
}

void progress_begin(uint64_t total)
{
	progress.active = isatty(STDERR_FILENO);
	progress.done = 0;
	progress.total = total;
	progress.next_ns = progress.active ? progress_now_ns() + FIRST_NS : 0;
}

bool progress_wanted(void)
{
	return progress.active;
}

void progress_more(uint64_t frames)
{
	progress.total += frames;
}

void progress_tick(void)
{
	uint64_t now;

	progress.done++;
	if (!progress.active || progress.total < 2)
		return;
	now = progress_now_ns();
	if (now < progress.next_ns)
		return;
	progress.next_ns = now + EVERY_NS;
	progress.shown = true;
	fprintf(stderr, "\rcodecctl: %" PRIu64 " of %" PRIu64 " frames\033[K",
		progress.done, progress.total);
	fflush(stderr);
}

void progress_clear(void)
{
	if (!progress.shown)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	progress.shown = false;
}

void progress_end(void)
{
	progress_clear();
	progress.active = false;
}
