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

#endif
