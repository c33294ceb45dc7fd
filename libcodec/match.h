/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which devices a manifest's [Match] or a policy's [Device] section means. Keys inside of
 * one are AND, several sections are OR; values are globs of fnmatch() without extensions,
 * but for Subsystem, which is a word.
 */
#ifndef LC_MATCH_H
#define LC_MATCH_H

#include "device.h"
#include "internal.h"
#include "keyfile.h"

#define LC_MATCH_PAIRS_MAX 8 /* Attr, Property and Tag in one section, each */

/* NULL: anything. */
struct lc_match {
	char *subsystem, *devtype, *driver, *node, *syspath;
	struct lc_match_pair {
		char *key, *glob;
	} attrs[LC_MATCH_PAIRS_MAX], properties[LC_MATCH_PAIRS_MAX];
	char *tags[LC_MATCH_PAIRS_MAX];
	unsigned int n_attrs, n_properties, n_tags;
};

/*
 * Take a key of a section. 1: taken; 0: no key of these; -EINVAL with *ret_why, which
 * follows the key in a sentence ("Node is given twice"); -ENOMEM.
 */
int lc_match_take(struct lc_match *m, struct lc_text key, struct lc_text value,
		  const char **ret_why);

/* Whether it says nothing at all, and so would match everything. */
bool lc_match_is_empty(const struct lc_match *m);

bool lc_match_device(const struct lc_match *m, const struct libcodec_device *dev);
void lc_match_done(struct lc_match *m);

#endif
