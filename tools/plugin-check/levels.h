/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The levels that this program knows, in the order in which they run.
 */
#ifndef LC_KIT_LEVELS_H
#define LC_KIT_LEVELS_H

#include <stddef.h>

#include "kit.h"

struct kit_level {
	const char *name;
	char letter; /* of its rules */
	void (*run)(struct kit *kit);
	bool runs_plugin;   /* else it only reads the file */
	bool lasting;       /* each rule may take --seconds longer */
	unsigned int rules; /* how many of them may take all the time that one may */
};

/* A name of NULL at the end. */
extern const struct kit_level kit_levels[];

/* By its name, or by a rule of it ("L07"). NULL: none. */
const struct kit_level *kit_level_named(const char *name, size_t size);
const struct kit_level *kit_level_of_rule(const char *rule);

#endif
