/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Small ELF files in memory, for tests of who reads them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "elf-image.h"

/* The header of this very program: its class, byte order and machine are right. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

void elf_image_begin(struct elf_image *img, unsigned int n_phdrs)
{
	ElfW(Ehdr) *e = elf_image_header(img);

	memset(img, 0, sizeof(*img));
	*e = __ehdr_start;
	e->e_type = ET_DYN;
	e->e_phoff = sizeof(*e);
	e->e_phentsize = sizeof(ElfW(Phdr));
	e->e_phnum = (uint16_t)n_phdrs;
	e->e_shoff = 0;
	e->e_shnum = 0;
	e->e_shstrndx = 0;
	img->size = sizeof(*e);
	elf_image_append(img, NULL, n_phdrs * sizeof(ElfW(Phdr)));
}

ElfW(Ehdr) *elf_image_header(struct elf_image *img)
{
	return (ElfW(Ehdr) *)(void *)img->bytes;
}

ElfW(Phdr) *elf_image_phdr(struct elf_image *img, unsigned int i)
{
	return (ElfW(Phdr) *)(void *)(img->bytes + sizeof(ElfW(Ehdr))) + i;
}

size_t elf_image_append(struct elf_image *img, const void *data, size_t size)
{
	size_t at = img->size;

	if (size > sizeof(img->bytes) - at)
		abort();
	if (data)
		memcpy(img->bytes + at, data, size);
	img->size += size;
	return at;
}

static void pad(struct elf_image *img, size_t from, size_t align)
{
	while ((img->size - from) % align)
		elf_image_append(img, NULL, 1);
}

size_t elf_image_note(struct elf_image *img, const char *owner, uint32_t type,
		      size_t desc_size, size_t align)
{
	ElfW(Nhdr) n = {
		.n_namesz = (uint32_t)strlen(owner) + 1,
		.n_descsz = (uint32_t)desc_size,
		.n_type = type,
	};
	size_t at = elf_image_append(img, &n, sizeof(n));

	elf_image_append(img, owner, n.n_namesz);
	pad(img, at, align);
	elf_image_append(img, NULL, desc_size);
	pad(img, at, align);
	return at;
}

void elf_image_segment(struct elf_image *img, unsigned int i, uint32_t type, size_t from,
		       size_t align)
{
	ElfW(Phdr) *p = elf_image_phdr(img, i);

	p->p_type = type;
	p->p_flags = PF_R;
	p->p_offset = from;
	p->p_vaddr = p->p_paddr = from;
	p->p_filesz = p->p_memsz = img->size - from;
	p->p_align = align;
}

struct libcodec_plugin_note elf_image_ours(const char *name, const char *version)
{
	struct libcodec_plugin_note note = {
		.name_size = sizeof("libcodec"),
		.desc_size = 64,
		.type = LIBCODEC_PLUGIN_NOTE_TYPE,
		.owner = "libcodec",
		.abi_major = LIBCODEC_PLUGIN_ABI_MAJOR,
		.abi_minor = LIBCODEC_PLUGIN_ABI_MINOR,
		.size = 64,
	};

	strncpy(note.name, name, sizeof(note.name) - 1);
	strncpy(note.version, version, sizeof(note.version) - 1);
	return note;
}
