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

#include <libcodec/plugin.h>

#include "elf-file.h"

#define PHDRS_MAX 128  /* program headers; real plugins have about ten */
#define NOTES_MAX 1024 /* in all segments together; real plugins have two to four */

/* @size bytes at @at, or -EBADMSG where the file ends before. */
static int read_at(int fd, void *buffer, size_t size, uint64_t at)
{
	size_t done = 0;
	ssize_t n;

	if (at > (uint64_t)INT64_MAX - size)
		return -EBADMSG;
	while (done < size) {
		n = pread(fd, (char *)buffer + done, size - done, (off_t)(at + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return -EBADMSG;
		done += (size_t)n;
	}
	return 0;
}

/* --- will the dynamic linker take it --- */

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

/* Program header @i of a file whose header is @e. */
static int read_phdr(int fd, const ElfW(Ehdr) *e, unsigned int i, ElfW(Phdr) *ret_p)
{
	uint64_t at = (uint64_t)e->e_phoff + i * sizeof(*ret_p);

	if (e->e_phentsize != sizeof(*ret_p) || e->e_phnum > PHDRS_MAX ||
	    at < e->e_phoff)
		return -EBADMSG;
	return read_at(fd, ret_p, sizeof(*ret_p), at);
}

static bool is_there(const ElfW(Phdr) *p, uint64_t file_size)
{
	return p->p_offset <= file_size && p->p_filesz <= file_size - p->p_offset;
}

/*
 * Everything that the linker will map must be there: beyond the end waits a SIGBUS. 0,
 * -EBADMSG where something is missing, or another negative errno.
 */
static int check_segments(int fd, const ElfW(Ehdr) *e, uint64_t file_size)
{
	unsigned int i;
	ElfW(Phdr) p;
	int r;

	for (i = 0; i < e->e_phnum; i++) {
		r = read_phdr(fd, e, i, &p);
		if (r < 0)
			return r;
		if (p.p_type == PT_LOAD && !is_there(&p, file_size))
			return -EBADMSG;
	}
	return 0;
}

int lc_elf_check(int fd, const char *path, struct lc_refusal *why)
{
	char theirs[24], ours[24];
	struct stat st;
	ElfW(Ehdr) e;
	int r;

	r = fstat(fd, &st) < 0 ? -errno : read_at(fd, &e, SELFMAG, 0);
	if (r == -EBADMSG || (r == 0 && memcmp(e.e_ident, ELFMAG, SELFMAG)))
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
				 "%s is not a shared object (no ELF file)", path);
	if (r == 0)
		r = read_at(fd, &e, sizeof(e), 0);
	if (r < 0)
		goto unreadable;
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
	r = check_segments(fd, &e, (uint64_t)st.st_size);
	if (r == 0)
		return 0;
unreadable:
	if (r == -EBADMSG)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
				 "%s is cut short", path);
	return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, r, "%s: %m", path);
}

/* --- the note --- */

/* Where the notes of a segment lie in the file, and how they are aligned in there. */
struct notes {
	uint64_t at, end;
	uint64_t align;
};

/* The note's struct is read in one piece, so its fields must stand where ELF has them. */
_Static_assert(offsetof(struct libcodec_plugin_note, owner) == sizeof(ElfW(Nhdr)),
	       "the owner follows the ELF note's header");
_Static_assert(offsetof(struct libcodec_plugin_note, abi_major) % 8 == 0,
	       "the descriptor begins at the same place with either alignment");

#define DESC_SIZE                              \
	(sizeof(struct libcodec_plugin_note) - \
	 offsetof(struct libcodec_plugin_note, abi_major))

static uint64_t align_up(uint64_t n, uint64_t align)
{
	return (n + align - 1) & ~(align - 1);
}

/* The length of a text that is terminated and padded with NULs, or -1. */
static int padded_length(const char *text, size_t room)
{
	size_t n = strnlen(text, room), i;

	for (i = n; i < room; i++)
		if (text[i])
			return -1;
	return n < room ? (int)n : -1;
}

static bool is_name(const char *name, size_t room)
{
	int n = padded_length(name, room), i;

	for (i = 0; i < n; i++)
		if (!(name[i] >= 'a' && name[i] <= 'z') &&
		    !(name[i] >= '0' && name[i] <= '9') && !(name[i] == '-' && i))
			return false;
	return n > 0;
}

static bool is_version(const char *version, size_t room)
{
	int n = padded_length(version, room), i;

	for (i = 0; i < n; i++)
		if ((unsigned char)version[i] < 0x20 || version[i] == 0x7f)
			return false;
	return n >= 0;
}

/* Read the note at @at, which is ours, and hold it against one that came before it. */
static int take_note(int fd, uint64_t at, struct lc_plugin_identity *id, bool *found)
{
	struct lc_plugin_identity now = { 0 };
	struct libcodec_plugin_note note;
	int r;

	r = read_at(fd, &note, sizeof(note), at);
	if (r < 0)
		return r;
	if (note.size < DESC_SIZE || note.size > note.desc_size ||
	    !is_name(note.name, sizeof(note.name)) ||
	    !is_version(note.version, sizeof(note.version)))
		return -EBADMSG;
	now.abi_major = note.abi_major;
	now.abi_minor = note.abi_minor;
	memcpy(now.name, note.name, sizeof(now.name));
	memcpy(now.version, note.version, sizeof(now.version));
	if (*found && memcmp(id, &now, sizeof(now)))
		return -EBADMSG; /* it says two things */
	*id = now;
	*found = true;
	return 0;
}

/* 1 where the note at @at is ours, 0 where it isn't, or a negative errno. */
static int is_ours(int fd, const ElfW(Nhdr) *n, uint64_t at)
{
	char owner[sizeof("libcodec")];
	int r;

	if (n->n_type != LIBCODEC_PLUGIN_NOTE_TYPE || n->n_namesz != sizeof(owner))
		return 0;
	r = read_at(fd, owner, sizeof(owner), at + sizeof(*n));
	if (r < 0)
		return r;
	if (memcmp(owner, "libcodec", sizeof(owner)))
		return 0;
	return n->n_descsz < DESC_SIZE ? -EBADMSG : 1;
}

/* All notes of a segment. @budget: how many more there may be. */
static int walk_notes(int fd, struct notes s, unsigned int *budget,
		      struct lc_plugin_identity *id, bool *found)
{
	uint64_t left, desc, next;
	ElfW(Nhdr) n;
	int r;

	/* What is shorter than a header is padding. */
	for (; (left = s.end - s.at) >= sizeof(n); s.at += lc_min_u64(next, left)) {
		if (!*budget)
			return -EBADMSG;
		--*budget;
		r = read_at(fd, &n, sizeof(n), s.at);
		if (r < 0)
			return r;
		if (n.n_namesz > left - sizeof(n))
			return -EBADMSG;
		desc = align_up(sizeof(n) + (uint64_t)n.n_namesz, s.align);
		if (n.n_descsz && (desc > left || n.n_descsz > left - desc))
			return -EBADMSG;
		r = is_ours(fd, &n, s.at);
		if (r > 0)
			r = take_note(fd, s.at, id, found);
		if (r < 0)
			return r;
		next = align_up(desc + n.n_descsz, s.align);
	}
	return 0;
}

static bool is_native(const unsigned char *ident)
{
	int class = sizeof(ElfW(Addr)) == 8 ? ELFCLASS64 : ELFCLASS32;
	int order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB :
								ELFDATA2MSB;

	return !memcmp(ident, ELFMAG, SELFMAG) && ident[EI_CLASS] == class &&
	       ident[EI_DATA] == order;
}

/* Where the notes of a segment are. */
static int find_notes(const ElfW(Phdr) *p, uint64_t file_size, struct notes *ret_s)
{
	/* Up to 4, also none at all, means 4; readers of ELF know 8 besides. */
	if (p->p_align > 4 && p->p_align != 8)
		return -EBADMSG;
	if (!is_there(p, file_size))
		return -EBADMSG;
	ret_s->at = p->p_offset;
	ret_s->end = ret_s->at + p->p_filesz;
	ret_s->align = p->p_align == 8 ? 8 : 4;
	return 0;
}

int lc_elf_read_note(int fd, struct lc_plugin_identity *ret_id)
{
	struct lc_plugin_identity id = { 0 };
	unsigned int budget = NOTES_MAX, i;
	bool found = false;
	struct notes s;
	struct stat st;
	ElfW(Ehdr) e;
	ElfW(Phdr) p;
	int r;

	r = fstat(fd, &st) < 0 ? -errno : read_at(fd, &e, sizeof(e), 0);
	if (r == -EBADMSG || (r == 0 && !is_native(e.e_ident)))
		return -ENOEXEC;
	for (i = 0; r == 0 && i < e.e_phnum; i++) {
		r = read_phdr(fd, &e, i, &p);
		if (r < 0 || p.p_type != PT_NOTE)
			continue;
		r = find_notes(&p, (uint64_t)st.st_size, &s);
		if (r == 0)
			r = walk_notes(fd, s, &budget, &id, &found);
	}
	if (r == 0 && !found)
		r = -ENOENT;
	if (r == 0)
		*ret_id = id;
	return r;
}
