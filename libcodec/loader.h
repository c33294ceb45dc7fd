/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Loading one plugin: trust, dlopen, the handshake, adoption of its tables. Knows nothing
 * of manifests' text or of decoding.
 */
#ifndef LC_LOADER_H
#define LC_LOADER_H

#include "internal.h"
#include "refusal.h"

#include <libcodec/plugin.h>

/*
 * Whether a file may be trusted, by its open descriptor: a regular file owned by root or
 * the effective user (root alone in a privileged process), not writable by group or
 * others. 0, -EPERM or another negative errno, with the sentence in @why. @path is for
 * the sentence.
 */
int lc_trust_file(int fd, const char *path, char *why, size_t why_size);
/* The same for a folder. */
int lc_trust_dir(int fd, const char *path, char *why, size_t why_size);

/*
 * Open a file for reading and hold it, its folder and, where @path is a link, the folder
 * of what it leads to against the rules above. Links are followed: what counts is who
 * may change what is at their end. Folders further up are not looked at; whoever may
 * write to those can rename what lies below. 0 with *ret_fd, or a negative errno with
 * the sentence in @why.
 */
int lc_trust_open(const char *path, int *ret_fd, char *why, size_t why_size);

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
