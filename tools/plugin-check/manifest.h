/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The plugin's manifest, as far as the kit compares it with the plugin. Whether libcodec
 * takes it is libcodec's to say.
 */
#ifndef LC_KIT_MANIFEST_H
#define LC_KIT_MANIFEST_H

#include "kit.h"

#include <stddef.h>

#define KIT_MANIFEST_CODECS 8
#define KIT_MANIFEST_WORD   64

struct kit_manifest {
	char path[4096];
	char name[KIT_MANIFEST_WORD];
	char library[4096];
	char abi[KIT_MANIFEST_WORD];
	char family[KIT_MANIFEST_WORD];
	bool opt_in;
	bool match; /* has a [Match] section */
	char codecs[KIT_MANIFEST_CODECS][KIT_MANIFEST_WORD];
	unsigned int n_codecs;
};

/*
 * Find and read the one that --manifest names, or the only *.conf beside the plugin whose
 * Library is the plugin. Returns 0; -ENOENT where there is none; or another negative
 * errno. @why has the sentence.
 */
int kit_manifest_find(const struct kit *kit, struct kit_manifest *ret, char *why,
		      size_t why_size);

bool kit_manifest_has_codec(const struct kit_manifest *m, const char *word);

#endif
