/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The host table that a plugin gets: services over the dispatcher's log, clock, trace,
 * JPEG header parser, threads, devices and dma-bufs. One table per plugin, so that its lines carry
 * its name.
 */
#ifndef LC_HOST_H
#define LC_HOST_H

#include "internal.h"
#include "log.h"
#include "memory/dmabuf-alloc.h"
#include "opener.h"
#include "workers.h"

#include <libcodec/plugin.h>

struct lc_host {
	struct libcodec_host table; /* first: a plugin hands it back */
	struct lc_log *log;
	struct lc_workers *workers;
	const struct lc_opener *opener;
	struct lc_dmabufs *dmabufs;
	const char *plugin; /* name, for log lines */
};

void lc_host_init(struct lc_host *host, struct lc_log *log, struct lc_workers *workers,
		  const struct lc_opener *opener, struct lc_dmabufs *dmabufs,
		  const char *plugin);

#endif
