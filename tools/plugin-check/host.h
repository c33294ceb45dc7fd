/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kit's own host: the services of <libcodec/plugin.h>, by the public headers alone
 * and with a count of what the plugin took and didn't give back.
 */
#ifndef LC_KIT_HOST_H
#define LC_KIT_HOST_H

#include "kit.h"

#define KIT_LOG_MAX 256 /* bytes of the first line logged, with its NUL */

/* Made by kit_host_init(). The counts are atomic: read them relaxed, from any thread. */
struct kit_host {
	struct libcodec_host table; /* the plugin gets its address; first */
	const void *future[8];      /* what a table of a later minor would have: poison */
	uint32_t tracing;           /* 1: spans are asked for; set it between calls */
	uint32_t refuse_open;       /* an errno: device_open() fails with it; 0: works */
	uint32_t n_calls;           /* of any service */
	uint32_t n_logged;
	uint32_t n_spans; /* begun */
	int32_t open_spans;
	int32_t open_devices; /* descriptors that device_close() did not get */
	char first_log[KIT_LOG_MAX];
};

/*
 * Fill the table. parallel_for() makes threads for a call and joins them before it is
 * back, at most 16; with 0 or 1 it is a loop.
 */
void kit_host_init(struct kit_host *host);

#endif
