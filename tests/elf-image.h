/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Writes small ELF files in memory, as a linker would leave them for this machine or as
 * no linker would: headers, segments, notes. Nobody could run them.
 */
#ifndef LC_TESTS_ELF_IMAGE_H
#define LC_TESTS_ELF_IMAGE_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

#include <libcodec/plugin.h>

#define ELF_IMAGE_MAX 16384

struct elf_image {
	size_t size;
	_Alignas(8) uint8_t bytes[ELF_IMAGE_MAX];
};

/* Begin anew: the header of a shared object, and @n_phdrs empty program headers. */
void elf_image_begin(struct elf_image *img, unsigned int n_phdrs);

/* The header, and program header @i, to be changed in place. */
ElfW(Ehdr) *elf_image_header(struct elf_image *img);
ElfW(Phdr) *elf_image_phdr(struct elf_image *img, unsigned int i);

/* Append bytes (@data NULL: zeros). Returns where they begin. Aborts when it is full. */
size_t elf_image_append(struct elf_image *img, const void *data, size_t size);

/* Append a note of somebody, with its header, and padded on both sides of @desc. */
size_t elf_image_note(struct elf_image *img, const char *owner, uint32_t type,
		      size_t desc_size, size_t align);

/* Program header @i names what lies between @from and the end. */
void elf_image_segment(struct elf_image *img, unsigned int i, uint32_t type, size_t from,
		       size_t align);

/* A note of ours without fault. */
struct libcodec_plugin_note elf_image_ours(const char *name, const char *version);

#endif
