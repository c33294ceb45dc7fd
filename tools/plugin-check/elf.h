/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads a shared object without running it. The file may be damaged or made to harm:
 * each offset is checked against the bytes that are there, each loop has an end.
 *
 * Only files of this program's own class and byte order are understood.
 */
#ifndef LC_KIT_ELF_H
#define LC_KIT_ELF_H

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kit_elf {
	const uint8_t *data; /* mapped */
	uint64_t size;
	ElfW(Ehdr) head;
	/* Of the dynamic segment, 0 where it has none. */
	const uint8_t *dynamic;
	uint64_t n_dynamic;
	const char *strings; /* DT_STRTAB */
	uint64_t strings_size;
	const uint8_t *symbols; /* DT_SYMTAB */
	uint64_t n_symbols;
};

/* Of the machine that this program runs on. */
bool kit_elf_same_class(const ElfW(Ehdr) *head);
bool kit_elf_same_machine(const ElfW(Ehdr) *head);

/*
 * Map @path and find the tables. Returns 0; -ENOEXEC with the sentence in @why where it
 * is no ELF file of our class, or is cut short; or another negative errno.
 */
int kit_elf_open(const char *path, struct kit_elf *ret, char *why, size_t why_size);
void kit_elf_close(struct kit_elf *e);

/* Program header @i; false past the last one. */
bool kit_elf_segment(const struct kit_elf *e, unsigned int i, ElfW(Phdr) *ret);

/* The @nth entry of the dynamic segment with that tag. */
bool kit_elf_dynamic(const struct kit_elf *e, int64_t tag, unsigned int nth,
		     uint64_t *ret_value);

/* A string of the dynamic segment by its offset; NULL: not there, or without an end. */
const char *kit_elf_string(const struct kit_elf *e, uint64_t offset);

/* Symbol @i; false past the last one. *ret_name is never NULL. */
bool kit_elf_symbol(const struct kit_elf *e, uint64_t i, ElfW(Sym) *ret,
		    const char **ret_name);

/* A note: what follows its three words, in the file's memory. */
struct kit_elf_note {
	uint32_t type;
	const char *owner; /* owner_size bytes, which may lack a NUL */
	uint32_t owner_size;
	const uint8_t *desc;
	uint32_t desc_size;
};

/* The first note with that owner and type in a PT_NOTE segment. */
bool kit_elf_note(const struct kit_elf *e, const char *owner, uint32_t type,
		  struct kit_elf_note *ret);

/* Whether a loaded segment has these bytes. */
bool kit_elf_contains(const struct kit_elf *e, const char *text);

#endif
