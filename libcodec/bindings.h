/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the two rooms of hotplug.h share: changes of the list. All of it with hp->lock.
 */
#ifndef LC_BINDINGS_H
#define LC_BINDINGS_H

#include "hotplug.h"

/* Put it in its place. False without memory. */
bool lc_binding_insert(struct lc_hotplug *hp, struct lc_binding *b);

struct lc_binding *lc_binding_find(const struct lc_hotplug *hp,
				   const struct lc_plugin *plugin, const char *syspath);

/* A binding's backend, if it has one, may be used no more. */
void lc_binding_drop(struct lc_hotplug *hp, struct lc_binding *b);

/* When to try again what failed: later each time. @delay: of the last time, or 0. */
int64_t lc_retry_time(int64_t *delay);

/* When its plugin is asked again. */
void lc_binding_schedule(struct lc_binding *b);

/*
 * Queue an event of it: with the lock under which it became so, that a frame which finds
 * the device gone at once is told after its coming. @ret_event is for lc_events_log(),
 * without the lock.
 */
void lc_binding_tell(struct lc_hotplug *hp, uint32_t type, const struct lc_binding *b,
		     uint32_t state, const char *message,
		     struct libcodec_event *ret_event);

#endif
