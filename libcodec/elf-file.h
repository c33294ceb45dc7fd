/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * ELF files of plugins, before anything of them is loaded.
 */
#ifndef LC_ELF_FILE_H
#define LC_ELF_FILE_H

#include "refusal.h"

/*
 * Whether the dynamic linker has a chance, in words that are plainer than its own and
 * before it maps a byte. @path is for the sentence. 0, or a negative errno with @why
 * filled.
 */
int lc_elf_check(int fd, const char *path, struct lc_refusal *why);

/* What a plugin's note says (LIBCODEC_PLUGIN_NOTE). */
struct lc_plugin_identity {
	uint16_t abi_major, abi_minor;
	char name[32];    /* [a-z0-9][a-z0-9-]{0,30}, terminated */
	char version[24]; /* terminated, without control characters */
};

/*
 * Find the note in the segments that say they hold notes (PT_NOTE), which strip leaves
 * alone. Bounded: a fixed number of headers and notes, and the contents of other notes
 * are not read. 0; -ENOENT where there is none; -EBADMSG where the notes are broken, or
 * two of ours differ; -ENOEXEC where this is no ELF file of our class and byte order; or
 * another negative errno.
 */
int lc_elf_read_note(int fd, struct lc_plugin_identity *ret_id);

#endif
