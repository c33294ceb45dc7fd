/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* A folder with one manifest that names the plugin at hand by its path. */
#ifndef LC_KIT_BED_MANIFEST_H
#define LC_KIT_BED_MANIFEST_H

#include <stddef.h>

#include "kit.h"

#define BED_DIR_MAX 256

/*
 * Make the folder and the manifest: the one that was given, else the one beside the
 * plugin that names it, else one made from what the plugin says; Library= is the
 * plugin's path in each. Returns 0 with *ret_matches (it has a [Match] section) and
 * @dir, or a negative errno with a sentence in @why.
 */
int bed_manifest_new(const struct kit *kit, char dir[BED_DIR_MAX], bool *ret_matches,
		     char *why, size_t why_size);

/* Take both away again: contexts read manifests once. */
void bed_manifest_remove(const char *dir);

#endif
