/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads the keys of a manifest's [Match] and a policy's [Device] into a struct lc_match.
 */
#ifndef LC_MATCH_KEYS_H
#define LC_MATCH_KEYS_H

#include "internal.h"
#include "keyfile.h"
#include "match.h"

#define LC_MATCH_GLOB_MAX 255 /* bytes; what fnmatch() takes grows with them */
#define LC_MATCH_WRONG_MAX 192

/* Whether a section has a key of that name. Syspath is for policies alone. */
bool lc_match_has_key(struct lc_text name, bool policy);

/*
 * Take a key that lc_match_has_key() knows into @m. 0, -ENOMEM, or -EINVAL with the
 * sentence in @wrong; then @m is as it was, and still to be freed by lc_match_done().
 */
int lc_match_take(struct lc_match *m, struct lc_text name, struct lc_text value,
		  char wrong[LC_MATCH_WRONG_MAX]);

/* Whether it says anything. */
bool lc_match_is_empty(const struct lc_match *m);

/*
 * Whether it may match nothing without the udev database: there are no tags then, and of
 * properties those of the kernel alone.
 */
bool lc_match_needs_udev(const struct lc_match *m);

/* "Driver=mxc-jpeg, Attr=name:x", for people. The caller frees. 0 or -ENOMEM. */
int lc_match_describe(const struct lc_match *m, char **ret_text);

#endif
