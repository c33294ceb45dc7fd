/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The capability records of a plugin, got one by one.
 */
#ifndef LC_KIT_CAPLIST_H
#define LC_KIT_CAPLIST_H

#include "plugin.h"

#define KIT_CAPS_MAX 64  /* as many as libcodec takes */
#define KIT_CAP_ROOM 128 /* bytes behind a record: of a later minor, or nobody's */

struct kit_caps {
	unsigned int n;
	struct libcodec_cap caps[KIT_CAPS_MAX];
};

/* How a record looks to the plugin. */
enum kit_cap_view {
	KIT_CAP_EXACT,  /* of ABI 1.0; what lies behind it is nobody's */
	KIT_CAP_LONGER, /* of a host of a later minor */
};

/*
 * Get them all. Returns 0; -E2BIG where there are more than KIT_CAPS_MAX; -EFAULT where a
 * byte behind a record was written; -EBADMSG where struct_size was changed; -EPROTO where
 * cap_get returned something else than 0 and -ENOENT. *ret_index is the record to blame.
 */
int kit_caps_get(const struct kit_plugin *p, const struct kit_bound *b,
		 enum kit_cap_view view, struct kit_caps *ret, unsigned int *ret_index);

#endif
