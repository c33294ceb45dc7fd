/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The words of the plugin ABI: which names, licences and numbers there are, and what a
 * manifest calls them.
 */
#ifndef LC_KIT_NAMES_H
#define LC_KIT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* [a-z0-9][a-z0-9-]{0,30} */
bool kit_name_valid(const char *name);

/* An SPDX licence expression by its grammar; the list of licences is not known here. */
bool kit_license_valid(const char *text);

/* The manifest's words, or NULL where there is none. */
const char *kit_codec_word(uint32_t codec);
const char *kit_family_word(uint32_t family);
const char *kit_memory_word(uint32_t kind);

/* A FourCC for people: "NV12", or "0x3231564e" where it has odd characters. */
const char *kit_fourcc_text(uint32_t fourcc, char buffer[16]);

#endif
