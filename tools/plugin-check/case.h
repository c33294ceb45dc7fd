/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One rule at a time, each in a process of its own: a crash, an exit or a hang inside of
 * a plugin is the finding of that rule, and the next one starts afresh.
 */
#ifndef LC_KIT_CASE_H
#define LC_KIT_CASE_H

#include <stddef.h>

#include "kit.h"

#define KIT_TEXT_MAX	 320 /* bytes of a finding's sentence, with its NUL */
#define KIT_CASE_RULES	 8 /* rules that one function may answer */
#define KIT_HANG_SECONDS 5 /* without a beat: a hang */

/* What is shared between a rule's process and the level's. */
struct kit_case_finding {
	uint32_t status; /* enum kit_status */
	uint32_t count; /* findings of that status; the first one's text stays */
	char text[KIT_TEXT_MAX];
};

struct kit_shared {
	uint64_t beats; /* atomic */
	uint32_t done; /* the rule's function returned */
	uint32_t limit; /* seconds without a beat that are a hang */
	char doing[128]; /* what the rule is at, for the finding of a crash */
	struct kit_case_finding findings[KIT_CASE_RULES];
};

struct kit_case {
	struct kit *kit;
	struct kit_shared *shared;
};

/* A function and the rules that it answers, the first one at index 0, up to a NULL. */
struct kit_rule {
	void (*run)(struct kit_case *c);
	const char *ids[KIT_CASE_RULES + 1];
};

/* Run them in order, and report each id. */
void kit_run_rules(struct kit *kit, const struct kit_rule *rules, size_t n);

/*
 * Set the finding of the rule at @index. A FAIL stands over a WARN, that over a SKIP,
 * that over a PASS; of two alike the first stays and the others are counted. [any]
 */
void kit_found(struct kit_case *c, unsigned int index, enum kit_status status,
	       const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* The same for the first rule, which is mostly the only one. */
#define kit_fail(c, ...)      kit_found(c, 0, KIT_FAIL, __VA_ARGS__)
#define kit_warn(c, ...)      kit_found(c, 0, KIT_WARN, __VA_ARGS__)
#define kit_skip(c, ...)      kit_found(c, 0, KIT_SKIP, __VA_ARGS__)
#define kit_unclaimed(c, ...) kit_found(c, 0, KIT_UNCLAIMED, __VA_ARGS__)
#define kit_pass(c, ...)      kit_found(c, 0, KIT_PASS, __VA_ARGS__)

/* Whether the rule at @index has a FAIL. [any] */
bool kit_has_failed(const struct kit_case *c, unsigned int index);

/* Still alive, at this step: to be called at least once in KIT_HANG_SECONDS. */
void kit_doing(struct kit_case *c, const char *what);
void kit_beat(struct kit_case *c); /* [any] */

/* A step that may take longer. */
void kit_may_take(struct kit_case *c, unsigned int seconds);

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t kit_now_ns(void);
void kit_sleep_ms(unsigned int ms);

#endif
