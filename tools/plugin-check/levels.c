/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The table of levels. A new level is a line here.
 */
#include "config.h"

#include "levels.h"

#include <string.h>

#include "wire.h"

const struct kit_level kit_levels[] = {
	{ "static", 'S', kit_static, false, false, 12 },
	{ "load", 'L', kit_load, true, false, 14 },
	{ "caps", 'C', kit_caps, true, false, 12 },
	{ "decode", 'D', kit_decode, true, false, 20 },
	{ "fault", 'F', kit_fault, true, false, 14 },
	{ "stress", 'T', kit_stress, true, true, 2 },
	{ NULL, '\0', NULL, false, false, 0 },
};

const struct kit_level *kit_level_named(const char *name, size_t size)
{
	const struct kit_level *level;

	for (level = kit_levels; level->name; level++)
		if (strlen(level->name) == size && !memcmp(level->name, name, size))
			return level;
	return NULL;
}

const struct kit_level *kit_level_of_rule(const char *rule)
{
	const struct kit_level *level;

	for (level = kit_levels; level->name && kit_rule_valid(rule); level++)
		if (level->letter == rule[0])
			return level;
	return NULL;
}
