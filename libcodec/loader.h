/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Loading one plugin: trust (trust.h), dlopen, the handshake, adoption of its tables. Knows
 * nothing of manifests' text or of decoding.
 */
#ifndef LC_LOADER_H
#define LC_LOADER_H

#include "internal.h"
#include "refusal.h"

#include <libcodec/plugin.h>

/*
 * Open @path, check, dlopen, shake hands. @name is the manifest's. On success the
 * plugin's descriptor and operations are copied at our size: slots that the plugin
 * doesn't have are stubs, so nobody tests a pointer again (ret_desc->ops is NULL: the
 * copy counts). Returns 0 or a negative errno with @ret_why filled. The object stays
 * mapped for ever either way. errno stays.
 */
int lc_loader_open(const char *path, const char *name, const struct libcodec_host *host,
		   struct libcodec_plugin *ret_desc,
		   struct libcodec_image_decoder_ops *ret_ops,
		   struct lc_refusal *ret_why);

#endif
