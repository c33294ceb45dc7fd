/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A reader of ELF files by <elf.h> alone.
 */
#include "config.h"

#include "elf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEGMENTS_MAX 256
#define DYNAMIC_MAX  4096
#define SYMBOLS_MAX  (UINT64_C(1) << 20)
#define NOTES_MAX    256
#define FILE_MAX     (UINT64_C(1) << 30)

/* Our own ELF header, by the linker's leave. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

bool kit_elf_same_class(const ElfW(Ehdr) *head)
{
	const union {
		uint16_t word;
		uint8_t first;
	} order = { .word = 1 };
	uint8_t class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;

	return head->e_ident[EI_CLASS] == class &&
	       head->e_ident[EI_DATA] == (order.first ? ELFDATA2LSB : ELFDATA2MSB);
}

bool kit_elf_same_machine(const ElfW(Ehdr) *head)
{
	return !&__ehdr_start || head->e_machine == __ehdr_start.e_machine;
}

/* Bytes of the file, or NULL. */
static const uint8_t *at_offset(const struct kit_elf *e, uint64_t offset, uint64_t size)
{
	if (offset > e->size || size > e->size - offset)
		return NULL;
	return e->data + offset;
}

bool kit_elf_segment(const struct kit_elf *e, unsigned int i, ElfW(Phdr) *ret)
{
	const uint8_t *p;

	if (i >= e->head.e_phnum || i >= SEGMENTS_MAX)
		return false;
	p = at_offset(e, (uint64_t)e->head.e_phoff + i * sizeof(*ret), sizeof(*ret));
	if (!p)
		return false;
	memcpy(ret, p, sizeof(*ret));
	return true;
}

/*
 * What the loaded object has at an address, as far as it comes from the file. *ret_left:
 * bytes from there to the segment's end.
 */
static const uint8_t *at_address(const struct kit_elf *e, uint64_t address,
				 uint64_t *ret_left)
{
	ElfW(Phdr) ph;
	unsigned int i;

	for (i = 0; kit_elf_segment(e, i, &ph); i++) {
		if (ph.p_type != PT_LOAD || address < ph.p_vaddr ||
		    address - ph.p_vaddr >= ph.p_filesz)
			continue;
		*ret_left = ph.p_filesz - (address - ph.p_vaddr);
		return at_offset(e, ph.p_offset + (address - ph.p_vaddr), *ret_left);
	}
	return NULL;
}

bool kit_elf_dynamic(const struct kit_elf *e, int64_t tag, unsigned int nth,
		     uint64_t *ret_value)
{
	ElfW(Dyn) d;
	uint64_t i;

	for (i = 0; i < e->n_dynamic; i++) {
		memcpy(&d, e->dynamic + i * sizeof(d), sizeof(d));
		if (d.d_tag == DT_NULL)
			return false;
		if (d.d_tag != tag || nth-- > 0)
			continue;
		*ret_value = d.d_un.d_val;
		return true;
	}
	return false;
}

const char *kit_elf_string(const struct kit_elf *e, uint64_t offset)
{
	if (!e->strings || offset >= e->strings_size ||
	    !memchr(e->strings + offset, 0, (size_t)(e->strings_size - offset)))
		return NULL;
	return e->strings + offset;
}

bool kit_elf_symbol(const struct kit_elf *e, uint64_t i, ElfW(Sym) *ret,
		    const char **ret_name)
{
	if (i >= e->n_symbols)
		return false;
	memcpy(ret, e->symbols + i * sizeof(*ret), sizeof(*ret));
	*ret_name = kit_elf_string(e, ret->st_name);
	if (!*ret_name)
		*ret_name = "";
	return true;
}

/* --- how many symbols there are: nothing says it outright --- */

static uint32_t word(const uint8_t *p, uint64_t index)
{
	uint32_t w;

	memcpy(&w, p + index * sizeof(w), sizeof(w));
	return w;
}

/* DT_HASH: buckets, chains, and there is a chain for each symbol. */
static uint64_t count_by_hash(const struct kit_elf *e)
{
	uint64_t address, left = 0;
	const uint8_t *p;

	if (!kit_elf_dynamic(e, DT_HASH, 0, &address))
		return 0;
	p = at_address(e, address, &left);
	return p && left >= 8 ? word(p, 1) : 0;
}

/* DT_GNU_HASH: the end of the last bucket's chain is that of the table. */
static uint64_t count_by_gnu_hash(const struct kit_elf *e)
{
	uint64_t address, left = 0, words, buckets, chains, last = 0, i;
	uint32_t n_buckets, first, bloom;
	const uint8_t *p;

	if (!kit_elf_dynamic(e, DT_GNU_HASH, 0, &address))
		return 0;
	p = at_address(e, address, &left);
	words = left / 4;
	if (!p || words < 4)
		return 0;
	n_buckets = word(p, 0);
	first = word(p, 1);
	bloom = word(p, 2);
	buckets = 4 + (uint64_t)bloom * (sizeof(ElfW(Addr)) / 4);
	chains = buckets + n_buckets;
	if (chains > words)
		return 0;
	for (i = buckets; i < chains; i++)
		if (word(p, i) > last)
			last = word(p, i);
	if (last < first)
		return first;
	for (i = last - first; chains + i < words; i++)
		if (word(p, chains + i) & 1)
			return first + i + 1;
	return first;
}

/* Without a hash of the symbols that are undefined, the section's size knows them. */
static uint64_t count_by_section(const struct kit_elf *e, uint64_t symtab)
{
	const uint8_t *p;
	ElfW(Shdr) sh;
	unsigned int i;

	for (i = 0; i < e->head.e_shnum && i < SEGMENTS_MAX; i++) {
		p = at_offset(e, (uint64_t)e->head.e_shoff + i * sizeof(sh), sizeof(sh));
		if (!p)
			return 0;
		memcpy(&sh, p, sizeof(sh));
		if (sh.sh_type == SHT_DYNSYM && sh.sh_addr == symtab)
			return sh.sh_size / sizeof(ElfW(Sym));
	}
	return 0;
}

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void find_symbols(struct kit_elf *e)
{
	uint64_t address, left = 0, n;

	if (!kit_elf_dynamic(e, DT_SYMTAB, 0, &address))
		return;
	e->symbols = at_address(e, address, &left);
	if (!e->symbols)
		return;
	n = most(count_by_hash(e), count_by_gnu_hash(e));
	n = most(n, count_by_section(e, address));
	if (n > SYMBOLS_MAX)
		n = SYMBOLS_MAX;
	if (n > left / sizeof(ElfW(Sym)))
		n = left / sizeof(ElfW(Sym));
	e->n_symbols = n;
}

static void find_dynamic(struct kit_elf *e)
{
	uint64_t address, size, left = 0;
	ElfW(Phdr) ph;
	unsigned int i;

	for (i = 0; kit_elf_segment(e, i, &ph); i++) {
		if (ph.p_type != PT_DYNAMIC)
			continue;
		e->dynamic = at_offset(e, ph.p_offset, ph.p_filesz);
		if (e->dynamic)
			e->n_dynamic = ph.p_filesz / sizeof(ElfW(Dyn));
		if (e->n_dynamic > DYNAMIC_MAX)
			e->n_dynamic = DYNAMIC_MAX;
		break;
	}
	if (!kit_elf_dynamic(e, DT_STRTAB, 0, &address) ||
	    !kit_elf_dynamic(e, DT_STRSZ, 0, &size))
		return;
	e->strings = (const char *)at_address(e, address, &left);
	e->strings_size = size < left ? size : left;
}

/* --- opening --- */

static __attribute__((format(printf, 4, 5))) int say(char *why, size_t why_size, int r,
						     const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, why_size, fmt, ap);
	va_end(ap);
	return r;
}

static int map_file(const char *path, struct kit_elf *e, char *why, size_t why_size)
{
	struct stat st;
	void *data = MAP_FAILED;
	int fd, error;

	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 || fstat(fd, &st) < 0) {
		error = errno;
		if (fd >= 0)
			close(fd);
		return say(why, why_size, -error, "cannot be read: %s", strerror(error));
	}
	e->size = (uint64_t)st.st_size;
	if (S_ISREG(st.st_mode) && e->size && e->size <= FILE_MAX)
		data = mmap(NULL, (size_t)e->size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (data == MAP_FAILED)
		return say(why, why_size, -ENOEXEC, "cannot be mapped");
	e->data = data;
	return 0;
}

static int check_head(struct kit_elf *e, char *why, size_t why_size)
{
	if (e->size < SELFMAG || memcmp(e->data, ELFMAG, SELFMAG))
		return say(why, why_size, -ENOEXEC, "is no ELF file");
	if (e->size < sizeof(e->head))
		return say(why, why_size, -ENOEXEC, "is cut short");
	memcpy(&e->head, e->data, sizeof(e->head));
	if (!kit_elf_same_class(&e->head))
		return say(why, why_size, -ENOEXEC,
			   "is of %s bits and %s byte order, this program is not",
			   e->head.e_ident[EI_CLASS] == ELFCLASS64 ? "64" : "32",
			   e->head.e_ident[EI_DATA] == ELFDATA2LSB ? "little" : "big");
	if (e->head.e_phentsize != sizeof(ElfW(Phdr)) ||
	    e->head.e_shentsize > sizeof(ElfW(Shdr)))
		return say(why, why_size, -ENOEXEC, "has a header that makes no sense");
	return 0;
}

int kit_elf_open(const char *path, struct kit_elf *ret, char *why, size_t why_size)
{
	struct kit_elf e = { 0 };
	int r;

	r = map_file(path, &e, why, why_size);
	if (r < 0)
		return r;
	r = check_head(&e, why, why_size);
	if (r < 0) {
		kit_elf_close(&e);
		return r;
	}
	find_dynamic(&e);
	find_symbols(&e);
	*ret = e;
	return 0;
}

void kit_elf_close(struct kit_elf *e)
{
	if (e->data)
		munmap((void *)(uintptr_t)e->data, (size_t)e->size);
	e->data = NULL;
}

/* --- notes and bytes --- */

static uint64_t padded(uint64_t n, uint64_t align)
{
	return (n + align - 1) & ~(align - 1);
}

/* The note at @p, of at most @left bytes. Returns its bytes with padding, 0: none. */
static uint64_t read_note(const uint8_t *p, uint64_t left, uint64_t align,
			  struct kit_elf_note *ret)
{
	uint64_t desc;

	if (left < sizeof(ElfW(Nhdr)))
		return 0;
	ret->owner_size = word(p, 0);
	ret->desc_size = word(p, 1);
	ret->type = word(p, 2);
	desc = padded(12 + (uint64_t)ret->owner_size, align);
	if (desc > left || ret->desc_size > left - desc)
		return 0;
	ret->owner = (const char *)p + 12;
	ret->desc = p + desc;
	return padded(desc + ret->desc_size, align);
}

static bool owner_is(const struct kit_elf_note *n, const char *owner)
{
	size_t size = strlen(owner);

	return n->owner_size == size + 1 && !memcmp(n->owner, owner, size + 1);
}

bool kit_elf_note(const struct kit_elf *e, const char *owner, uint32_t type,
		  struct kit_elf_note *ret)
{
	unsigned int i, n = 0;
	ElfW(Phdr) ph;

	for (i = 0; kit_elf_segment(e, i, &ph); i++) {
		const uint8_t *p = at_offset(e, ph.p_offset, ph.p_filesz);
		uint64_t left = ph.p_filesz, size;

		if (ph.p_type != PT_NOTE || !p)
			continue;
		for (; n < NOTES_MAX; n++) {
			size = read_note(p, left, ph.p_align == 8 ? 8 : 4, ret);
			if (!size)
				break;
			if (owner_is(ret, owner) && ret->type == type)
				return true;
			if (size >= left)
				break;
			p += size;
			left -= size;
		}
	}
	return false;
}

bool kit_elf_contains(const struct kit_elf *e, const char *text)
{
	unsigned int i;
	ElfW(Phdr) ph;

	for (i = 0; kit_elf_segment(e, i, &ph); i++) {
		const uint8_t *p = at_offset(e, ph.p_offset, ph.p_filesz);

		if (ph.p_type == PT_LOAD && p &&
		    memmem(p, (size_t)ph.p_filesz, text, strlen(text)))
			return true;
	}
	return false;
}
