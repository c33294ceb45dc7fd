/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The queue of events of a context. Anybody puts them in, the application takes them out;
 * each is logged as well.
 */
#ifndef LC_EVENTS_H
#define LC_EVENTS_H

#include <pthread.h>

#include "internal.h"
#include "log.h"

#define LC_EVENTS_KEPT 256

struct lc_events {
	pthread_mutex_t lock;
	struct lc_log *log;
	struct libcodec_event *ring; /* LC_EVENTS_KEPT; NULL until somebody listens */
	unsigned int first, n;
	uint64_t sequence;
	int fd; /* an eventfd that is readable after a push, or -1 */
};

void lc_events_init(struct lc_events *ev, struct lc_log *log);
void lc_events_done(struct lc_events *ev);

/* Begin to keep events. 0 or a negative errno. */
int lc_events_listen(struct lc_events *ev);

/* Fill in sequence and time, keep it where somebody listens. Calls nobody. [any] */
void lc_events_queue(struct lc_events *ev, struct libcodec_event *event);
/* Log it: that may be the application's, so without locks. [any] */
void lc_events_log(const struct lc_events *ev, const struct libcodec_event *event);

/* Make the descriptor readable without an event, and unreadable again. [any] */
void lc_events_wake(struct lc_events *ev);
void lc_events_woken(struct lc_events *ev);

/* The oldest one. 0 or -ENOENT. [any] */
int lc_events_take(struct lc_events *ev, struct libcodec_event *ret_event);

#endif
