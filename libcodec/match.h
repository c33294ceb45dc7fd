/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which devices a manifest's [Match] or a policy's [Device] section means. Keys inside of
 * one are AND, several sections are OR; values are globs of fnmatch() without extensions,
 * but for Subsystem and Tag, which are words.
 */
#ifndef LC_MATCH_H
#define LC_MATCH_H

#include "device.h"
#include "internal.h"

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

bool lc_match_device(const struct lc_match *m, const struct libcodec_device *dev);
void lc_match_done(struct lc_match *m);

#endif
