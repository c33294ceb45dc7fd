/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The host table that a plugin gets: services over the dispatcher's log, clock, trace,
 * JPEG header parser, threads and devices. One table per plugin, so that its lines carry
 * its name.
 */
#ifndef LC_HOST_H
#define LC_HOST_H

#include "internal.h"
#include "log.h"
#include "workers.h"

#include <libcodec/plugin.h>

/* How devices are opened and closed; NULL: open() and close(). */
struct lc_opener {
	int (*open)(void *data, const char *node, int flags);
	void (*close)(void *data, int fd);
	void *data;
};

struct lc_host {
	struct libcodec_host table; /* first: a plugin hands it back */
	struct lc_log *log;
	struct lc_workers *workers;
	const struct lc_opener *opener;
	const char *plugin; /* name, for log lines */
};

void lc_host_init(struct lc_host *host, struct lc_log *log, struct lc_workers *workers,
		  const struct lc_opener *opener, const char *plugin);

#endif
