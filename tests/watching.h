/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Listens to a watch of devices for tests: what was told, and what is there by it, which
 * is what a user of udev/watch.h would make of it.
 */
#ifndef LC_TESTS_WATCHING_H
#define LC_TESTS_WATCHING_H

#include <stdbool.h>
#include <stddef.h>

#include "udev/watch.h"

/* What a device was when it was told of. */
struct watched {
	enum lc_watch_what what;
	char syspath[512];
	char sysname[64];
	char subsystem[64];
	char devtype[64];
	char driver[64];
	char node[256];
	char properties[2048]; /* a '\n' after each */
	char tags[256];
	uint64_t devnum;
	bool marked; /* in the scan that runs */
};

#define WATCHED_MAX 1024

struct watching {
	struct lc_watch *watch;
	struct watched there[WATCHED_MAX]; /* by what was told: in no order */
	size_t n_there;
	struct watched scanned[WATCHED_MAX]; /* by the last scan: in its order */
	size_t n_scanned;
	struct watched last; /* PRESENT or GONE */
	bool in_scan;
	bool node_asked; /* lc_watch_node() for each that is PRESENT */
	unsigned int scans, present, gone;
};

struct watching *watching_new(void);
void watching_free(struct watching *x);

/* It is the lc_watch_fn; @data is a struct watching. */
void watching_told(void *data, enum lc_watch_what what,
		   const struct lc_watch_device *dev);

/* Begin to listen; fails the test where that fails. */
void watching_start(struct watching *x, enum lc_watch_mode mode,
		    const char *const *subsystems);

/* Dispatch as long as the descriptor is readable; how often. */
unsigned int watching_take(struct watching *x);

/* The same until nothing has come for 250 ms. */
void watching_settle(struct watching *x);

/* The same until @n devices are there, which fails the test after some seconds. */
void watching_until(struct watching *x, size_t n);

/* Forget the counts, not what is there. */
void watching_reset(struct watching *x);

/* What is there at that syspath, or NULL. */
const struct watched *watching_find(const struct watching *x, const char *syspath);

/* Open descriptors of this process. */
unsigned int watching_count_fds(void);

#endif
