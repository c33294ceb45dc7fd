/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a plugin's ELF file says of itself, read from the file with every bound checked:
 * nothing is mapped, no code of it runs.
 */
#include "config.h"

#include <link.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf-file.h"

#define PHDRS_MAX 128 /* program headers; real plugins have about ten */

/* Our own ELF header, by the linker's leave. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

static const char *machine_name(unsigned int machine, char buffer[24])
{
	switch (machine) {
	case EM_386:
		return "i386";
	case EM_X86_64:
		return "x86-64";
	case EM_ARM:
		return "arm";
	case EM_AARCH64:
		return "aarch64";
	case EM_RISCV:
		return "riscv";
	case EM_PPC64:
		return "ppc64";
	case EM_S390:
		return "s390";
	default:
		snprintf(buffer, 24, "machine %u", machine);
		return buffer;
	}
}

/* Everything that the linker will map must be there: beyond the end waits a SIGBUS. */
static bool segments_are_there(int fd, const ElfW(Ehdr) *e, uint64_t size)
{
	unsigned int i;

	if (e->e_phentsize != sizeof(ElfW(Phdr)) || e->e_phnum > PHDRS_MAX)
		return false;
	for (i = 0; i < e->e_phnum; i++) {
		uint64_t at = (uint64_t)e->e_phoff + i * sizeof(ElfW(Phdr));
		ElfW(Phdr) p;

		if (at > size ||
		    pread(fd, &p, sizeof(p), (off_t)at) != (ssize_t)sizeof(p))
			return false;
		if (p.p_type == PT_LOAD &&
		    (p.p_offset > size || p.p_filesz > size - p.p_offset))
			return false;
	}
	return true;
}

int lc_elf_check(int fd, const char *path, struct lc_refusal *why)
{
	char theirs[24], ours[24];
	struct stat st;
	ElfW(Ehdr) e;
	ssize_t n;

	n = pread(fd, &e, sizeof(e), 0);
	if (n < 0 || fstat(fd, &st) < 0)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -errno, "%s: %m", path);
	if (n < SELFMAG || memcmp(e.e_ident, ELFMAG, SELFMAG))
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
				 "%s is not a shared object (no ELF file)", path);
	if (n < (ssize_t)sizeof(e))
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
				 "%s is cut short", path);
	if (!&__ehdr_start)
		return 0;
	if (e.e_ident[EI_CLASS] != __ehdr_start.e_ident[EI_CLASS])
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
				 "%s is for %d bits, this process has %d", path,
				 e.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32,
				 __ehdr_start.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32);
	if (e.e_ident[EI_DATA] != __ehdr_start.e_ident[EI_DATA])
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
				 "%s is for the other byte order", path);
	if (e.e_machine != __ehdr_start.e_machine)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
				 "%s is for %s, this process runs on %s", path,
				 machine_name(e.e_machine, theirs),
				 machine_name(__ehdr_start.e_machine, ours));
	if (e.e_type != ET_DYN)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
				 "%s is an ELF file, but not a shared object", path);
	if (!segments_are_there(fd, &e, (uint64_t)st.st_size))
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
				 "%s is cut short", path);
	return 0;
}
