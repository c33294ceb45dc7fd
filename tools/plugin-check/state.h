/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What belongs to the whole process, and so to no plugin: remembered before the plugin
 * runs, and compared afterwards.
 */
#ifndef LC_KIT_STATE_H
#define LC_KIT_STATE_H

#include <stdbool.h>
#include <stddef.h>

struct kit_state;

/* For one thread, the one that called. NULL: out of memory. */
struct kit_state *kit_state_take(void);
void kit_state_free(struct kit_state *s);

/* Whether all is as it was; if not, @why names the first thing that isn't. */
bool kit_state_same(const struct kit_state *s, char *why, size_t why_size);

/*
 * What a plugin takes of the system. A number of -1 couldn't be had (no /proc, another C
 * library).
 */
struct kit_usage {
	long fds, threads, mappings;
	long heap; /* bytes */
};

void kit_usage_take(struct kit_usage *u);

/*
 * The number of threads, once it is @expected or a second went by: the kernel forgets a
 * thread a little later than pthread_join() returns.
 */
long kit_threads_settled(long expected);

/* A descriptor that leads to a device, with the path in @path, or -1. */
int kit_device_fd(char *path, size_t size);

#endif
