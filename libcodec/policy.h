/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the administrator (policy.conf) and the user (LIBCODEC_BACKENDS, LIBCODEC_DEVICE)
 * say of plugins: which come first, which are not used, which opt-in ones are, and on
 * which devices. Answers questions; constant after it was read.
 */
#ifndef LC_POLICY_H
#define LC_POLICY_H

#include "device.h"
#include "internal.h"
#include "manifest.h"
#include "match.h"

struct lc_policy;

/*
 * Read @path; that it isn't there, or is /dev/null, is an empty policy. A line that is
 * wrong is a notice "FILE:LINE: sentence" and left out, the others hold, but for those of
 * a [Device] that would mean too many devices then; a file that may not be trusted or
 * read is a notice and left out as a whole. 0 or -ENOMEM.
 */
int lc_policy_read(const char *path, lc_manifest_notice_fn notice, void *data,
		   struct lc_policy **ret_policy);
/* The same of a text in memory; @path is for the notices. */
int lc_policy_parse(const char *path, const char *text, size_t size,
		    lc_manifest_notice_fn notice, void *data,
		    struct lc_policy **ret_policy);
struct lc_policy *lc_policy_free(struct lc_policy *policy);

/*
 * Add the user's filters; NULL or "": none. @backends: names with commas between them:
 * only these, in this order ("v4l2-jpeg,cpu"), or all but these ("-nvjpeg"). @device: a
 * node, a syspath, or a link to a node (/dev/v4l/by-path/...), which is followed whenever
 * a question is asked. What is wrong in them is a notice; a filter of which nothing is
 * left allows nothing. Takes the place of earlier filters. 0 or -ENOMEM.
 */
int lc_policy_filter(struct lc_policy *policy, const char *backends, const char *device,
		     lc_manifest_notice_fn notice, void *data);

/*
 * Whether @plugin may not be used at all (@dev NULL), or not on @dev. Where it may not,
 * *ret_why (may be NULL) is who says so: "FILE:LINE", "LIBCODEC_BACKENDS" or
 * "LIBCODEC_DEVICE"; it lives as long as the policy. Any thread.
 */
bool lc_policy_denies(const struct lc_policy *policy, const char *plugin,
		      const struct libcodec_device *dev, const char **ret_why);

/* Whether an opt-in @plugin was asked for. Any thread. */
bool lc_policy_opts_in(const struct lc_policy *policy, const char *plugin);

/*
 * The place of @plugin (on @dev, or NULL) in the order that somebody gave, 0 first, or -1
 * where they didn't say. Places on different devices and without one can be compared:
 * all orders of [Device] sections come before that of [Policy]. Any thread.
 */
int lc_policy_place(const struct lc_policy *policy, const char *plugin,
		    const struct libcodec_device *dev);

/* Line @index of what it says, for people; NULL past the last. */
const char *lc_policy_line(const struct lc_policy *policy, unsigned int index);

#endif
