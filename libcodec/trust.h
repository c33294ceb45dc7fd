/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Whom files of the system may belong to before they are believed: plugins, manifests,
 * policy.
 */
#ifndef LC_TRUST_H
#define LC_TRUST_H

#include "internal.h"

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

#endif
