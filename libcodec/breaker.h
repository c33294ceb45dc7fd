/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The breaker of one backend on one device, shared by all decoders: what fails again and
 * again is passed over for a while, then tried with one frame. A state machine without a
 * clock or a lock of its own; closed, it costs a load a frame.
 */
#ifndef LC_BREAKER_H
#define LC_BREAKER_H

#include "internal.h"

#define LC_BREAKER_FAILURES  8u            /* in a row, to open it */
#define LC_BREAKER_DELAY     30000000000   /* ns until the first trial frame ... */
#define LC_BREAKER_DELAY_MAX 600000000000  /* ... doubling up to this */

enum lc_breaker_state {
	LC_BREAKER_CLOSED, /* frames go through */
	LC_BREAKER_OPEN,   /* none does, until retry_at */
	LC_BREAKER_TRIAL,  /* one frame is under way */
};

/* All of it atomic. Zero is a good beginning. */
struct lc_breaker {
	uint32_t state;    /* enum lc_breaker_state */
	uint32_t failures; /* in a row */
	int64_t retry_at;  /* on the caller's clock; where OPEN */
	int64_t delay;     /* ns, of the last opening */
};

enum lc_breaker_change {
	LC_BREAKER_STAYS,
	LC_BREAKER_OPENED,
	LC_BREAKER_SHUT, /* it closed again */
};

static inline bool lc_breaker_is_closed(const struct lc_breaker *b)
{
	return __atomic_load_n(&b->state, __ATOMIC_RELAXED) == LC_BREAKER_CLOSED;
}

/*
 * Ask for leave to try, where it isn't closed. True for one caller when its time has
 * come: that frame is the trial, and must be reported by one of the three below. [any]
 */
bool lc_breaker_begin_trial(struct lc_breaker *b, int64_t now);

/* A frame was delivered; @trial: begin_trial() let it through. [any] */
enum lc_breaker_change lc_breaker_success(struct lc_breaker *b, bool trial);

/* A frame failed that should have worked. [any] */
enum lc_breaker_change lc_breaker_failure(struct lc_breaker *b, bool trial, int64_t now);

/* It overstayed its deadline: opens at once. [any] */
enum lc_breaker_change lc_breaker_trip(struct lc_breaker *b, bool trial, int64_t now);

/* The trial frame says nothing of the device (not applicable, corrupt): the next one may. */
void lc_breaker_undecided(struct lc_breaker *b, int64_t now);

/* Nanoseconds until a trial; 0: closed, or due. [any] */
int64_t lc_breaker_wait(const struct lc_breaker *b, int64_t now);

#endif
