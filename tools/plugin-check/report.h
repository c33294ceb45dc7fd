/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The findings of a run, and how they are told: text for people, TAP for test harnesses,
 * JSON to publish.
 */
#ifndef LC_KIT_REPORT_H
#define LC_KIT_REPORT_H

#include <stdio.h>

#include "wire.h"

#define KIT_FINDINGS_MAX 256
#define KIT_FACT_BYTES   208

enum kit_format {
	KIT_TEXT,
	KIT_TAP,
	KIT_JSON,
};

struct kit_finding {
	char rule[KIT_RULE_BYTES];
	const char *level;
	enum kit_status status;
	char text[KIT_TEXT_BYTES];
};

/* What the plugin says of itself; "" where it isn't known. */
struct kit_facts {
	char name[KIT_FACT_BYTES], version[KIT_FACT_BYTES], vendor[KIT_FACT_BYTES];
	char license[KIT_FACT_BYTES], abi[KIT_FACT_BYTES];
};

struct kit_results {
	enum kit_format format;
	FILE *to;
	const char *only; /* a rule: all others are dropped; or NULL */
	unsigned int n;
	struct kit_facts facts;
	struct kit_finding findings[KIT_FINDINGS_MAX];
};

/*
 * Add one finding, and print it where the format has a line for each. A rule that was
 * reported already becomes the worse of the two, and is not printed again but where it
 * got worse.
 */
void kit_results_add(struct kit_results *r, const char *level, const char *rule,
		     enum kit_status status, const char *text);
/* "key=value"; a key that is unknown is dropped. */
void kit_results_fact(struct kit_results *r, const char *text);

/* The rule's finding, or NULL. */
const struct kit_finding *kit_results_find(const struct kit_results *r, const char *rule);

/* The head and the closing lines, or all of the JSON document. */
void kit_results_begin(struct kit_results *r, const struct kit *kit);
void kit_results_end(struct kit_results *r, const struct kit *kit);

/* 0: passed, 1: failures, 77: nothing could run. */
int kit_results_exit(const struct kit_results *r);

#endif
