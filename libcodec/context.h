/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The context: log, threads, plugins, devices, events, reference count.
 */
#ifndef LC_CONTEXT_H
#define LC_CONTEXT_H

#include "calls.h"
#include "events.h"
#include "hotplug.h"
#include "internal.h"
#include "log.h"
#include "registry.h"
#include "workers.h"

struct libcodec_context {
	unsigned int refs; /* atomic */
	struct lc_log log;
	struct lc_workers workers; /* outlive the plugins, which use them */
	struct lc_opener opener;
	struct lc_dmabufs dmabufs;
	struct lc_registry registry;
	struct lc_hotplug hotplug;
	struct lc_events events;
	struct lc_calls calls;
	/* The dispatch thread's; -1 until libcodec_context_get_fd(). */
	int epoll_fd, timer_fd;
	uint32_t forks; /* lc_fork_count() when they were opened */
};

/* The dispatch thread's descriptors. (context-dispatch.c) */
void lc_context_close_fds(struct libcodec_context *ctx);

#endif
