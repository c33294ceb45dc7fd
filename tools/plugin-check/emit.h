/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Documents made from what the plugin says: a manifest, and its capabilities. They run in
 * a child like a level.
 */
#ifndef LC_KIT_EMIT_H
#define LC_KIT_EMIT_H

#include "levels.h"

extern const struct kit_level kit_emit_manifest;
extern const struct kit_level kit_emit_caps;

#endif
