/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The conformance kit's inner contract: a level is a function that looks at one plugin and
 * reports findings by rule. The parent runs each level in a child of its own, reads the
 * findings from a pipe, and turns a crash or a hang into one.
 */
#ifndef LC_KIT_H
#define LC_KIT_H

#include <stdbool.h>
#include <stdint.h>

#include <libcodec/plugin.h>

enum kit_status {
	KIT_PASS,
	KIT_FAIL,
	KIT_WARN,
	KIT_SKIP, /* could not run here, or the plugin does not claim it; text says why */
	KIT_UNCLAIMED, /* the latter alone: "OK (not supported)"; counted as skipped */
};

struct kit {
	const char *path;     /* of the plugin */
	const char *manifest; /* path, or NULL: one is made from what the plugin says */
	const char *device;   /* node to bind to, or NULL */
	uint64_t seed;        /* of everything random */
	int report;           /* the pipe to the parent; -1: findings go to a list in memory */
	unsigned int seconds; /* for the long rules of stress */
};

/* Report one rule: "D07", and one sentence. A rule is reported once a run. */
void kit_report(struct kit *kit, const char *rule, enum kit_status status, const char *fmt,
		...) __attribute__((format(printf, 4, 5)));

/* The rule that runs now: what the parent names when the child crashes or hangs. */
void kit_begin(struct kit *kit, const char *rule);

/* The levels. */
void kit_static(struct kit *kit);
void kit_load(struct kit *kit);
void kit_caps(struct kit *kit);
void kit_decode(struct kit *kit);
void kit_fault(struct kit *kit);
void kit_stress(struct kit *kit);

#endif
