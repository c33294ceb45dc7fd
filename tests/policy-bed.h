/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the tests of the policy share: policies of a text, devices, what was noticed.
 */
#ifndef LC_TESTS_POLICY_BED_H
#define LC_TESTS_POLICY_BED_H

#include "policy.h"
#include "test.h"

#define POLICY_FILE "/etc/x/policy.conf" /* for notices, never opened */
#define REST        "[Policy]\nDeny=bad\n"

/* Of the last call of a function below. */
extern struct policy_notices {
	unsigned int n;
	int level;
	char first[512], last[512];
} notices;

void on_notice(void *data, int level, const char *text);

struct lc_policy *parse_bytes(const char *text, size_t size);
struct lc_policy *parse(const char *text);
void filter(struct lc_policy *policy, const char *backends, const char *device);

/* A device of video4linux, number 81:3. */
struct libcodec_device *device(const char *driver, const char *node);

/* Whether it does; then by whom must be @want_why. */
bool denies(struct lc_policy *policy, const char *plugin,
	    const struct libcodec_device *dev, const char *want_why);

/* All lines, each with a newline behind it. */
const char *lines(const struct lc_policy *policy);

/* A folder for one test, and a path in it with nothing there. */
extern char top[64];
extern char path[96];
void policy_setup(void);
void policy_teardown(void);

#endif
