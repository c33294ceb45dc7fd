/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The context: log, threads, registry, reference count.
 */
#ifndef LC_CONTEXT_H
#define LC_CONTEXT_H

#include "internal.h"
#include "log.h"
#include "registry.h"
#include "workers.h"

struct libcodec_context {
	unsigned int refs; /* atomic */
	struct lc_log log;
	struct lc_workers workers; /* outlive the plugins, which use them */
	struct lc_registry registry;
};

#endif
