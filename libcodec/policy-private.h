/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the files of the policy share: rules of the file, filters of the environment. Both
 * are made by one thread, and constant once questions are asked.
 */
#ifndef LC_POLICY_PRIVATE_H
#define LC_POLICY_PRIVATE_H

#include "keyfile.h"
#include "policy.h"

#define LC_POLICY_NAMES_MAX   64
#define LC_POLICY_DEVICES_MAX 32

/* Plugins' names, each once. */
struct lc_names {
	char (*list)[LC_PLUGIN_NAME_MAX + 1];
	unsigned int n;
};

enum lc_rule_kind {
	LC_RULE_ORDER,
	LC_RULE_DENY,
	LC_RULE_DENY_ALL, /* without names */
	LC_RULE_OPT_IN,
};

/* One line of the file. */
struct lc_rule {
	enum lc_rule_kind kind;
	int device;  /* index of the section, -1: it isn't about devices */
	char *where; /* "FILE:LINE" */
	char *text;  /* what lc_policy_line() tells */
	struct lc_names names;
};

struct lc_policy {
	struct lc_rule *rules; /* in the order of the file */
	unsigned int n_rules;
	struct lc_match devices[LC_POLICY_DEVICES_MAX];
	unsigned int n_devices;
	/* LIBCODEC_BACKENDS */
	struct lc_names backends;
	bool only;           /* these, else all but these */
	char *backends_text; /* NULL: not filtered */
	/* LIBCODEC_DEVICE */
	char *device; /* "": there can be none; NULL: not filtered */
	char *device_text;
};

/* --- policy-names.c --- */

bool lc_names_have(const struct lc_names *names, const char *name);

/* The place of a name from 0, or -1. */
int lc_names_find(const struct lc_names *names, const char *name);

/* 0, also where it is there; -ENOMEM, or -E2BIG: there are LC_POLICY_NAMES_MAX. */
int lc_names_add(struct lc_names *names, struct lc_text name);
void lc_names_remove(struct lc_names *names, const char *name);
void lc_names_done(struct lc_names *names);

/* Append "a, b". 0 or -ENOMEM. */
int lc_names_append(const struct lc_names *names, char **text);

/* --- policy-filter.c --- */

/* Whether LIBCODEC_DEVICE lets @dev be used. */
bool lc_policy_filter_has(const struct lc_policy *policy,
			  const struct libcodec_device *dev);
void lc_policy_filter_done(struct lc_policy *policy);

/* --- policy.c --- */

/* Free the rules from @n on. */
void lc_policy_cut(struct lc_policy *policy, unsigned int n);

#endif
