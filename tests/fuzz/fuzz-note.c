/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: the ELF file of a plugin, as it is read before it is loaded.
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <libcodec/plugin.h>

#include "elf-file.h"

#include "fuzz.h"

/* Nothing at all is allocated; this is the input itself. */
const size_t fuzz_alloc_limit = 2u << 20;

/* A file that holds the input, the same one each time. */
static int file_of(const uint8_t *data, size_t size)
{
	static int fd = -1;

	if (fd < 0)
		fd = memfd_create("elf", MFD_CLOEXEC);
	FUZZ_CHECK(fd >= 0, "errno %d", errno);
	FUZZ_CHECK(ftruncate(fd, 0) == 0, "errno %d", errno);
	FUZZ_CHECK(pwrite(fd, data, size, 0) == (ssize_t)size, "errno %d", errno);
	return fd;
}

static bool is_name(const char *name)
{
	size_t n = strlen(name);

	return n && name[0] != '-' &&
	       n == strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
}

/* What was read stands somewhere in the input, as a note of ours. */
static bool is_in(const struct lc_plugin_identity *id, const uint8_t *data, size_t size)
{
	struct libcodec_plugin_note note;
	size_t i;

	for (i = 0; i + sizeof(note) <= size; i++) {
		memcpy(&note, data + i, sizeof(note));
		if (note.name_size == 9 && note.type == LIBCODEC_PLUGIN_NOTE_TYPE &&
		    note.desc_size >= 64 && !memcmp(note.owner, "libcodec", 9) &&
		    note.abi_major == id->abi_major && note.abi_minor == id->abi_minor &&
		    !memcmp(note.name, id->name, sizeof(note.name)) &&
		    !memcmp(note.version, id->version, sizeof(note.version)))
			return true;
	}
	return false;
}

static int read_note(int fd, const uint8_t *data, size_t size)
{
	struct lc_plugin_identity id, untouched;
	int r;

	memset(&id, 0x5a, sizeof(id));
	untouched = id;
	r = lc_elf_read_note(fd, &id);
	FUZZ_CHECK(r == 0 || r == -ENOENT || r == -EBADMSG || r == -ENOEXEC, "%d", r);
	if (r < 0) {
		FUZZ_CHECK(!memcmp(&id, &untouched, sizeof(id)), "%d", r);
		return r;
	}
	FUZZ_CHECK(memchr(id.name, 0, sizeof(id.name)) && is_name(id.name), "name");
	FUZZ_CHECK(memchr(id.version, 0, sizeof(id.version)), "version");
	FUZZ_CHECK(is_in(&id, data, size), "%s %s is not in there", id.name, id.version);
	return r;
}

static void check_elf(int fd)
{
	struct lc_refusal why = { 0 };
	const char *c;
	int r;

	r = lc_elf_check(fd, "a\n.so", &why);
	if (r == 0)
		return;
	FUZZ_CHECK(r == -ENOEXEC && why.error == r, "%d", r);
	FUZZ_CHECK(why.stage == LIBCODEC_PLUGIN_STAGE_LOAD, "%u", why.stage);
	FUZZ_CHECK(!strncmp(why.message, "a?.so is ", 9), "%s", why.message);
	for (c = why.message; *c; c++)
		FUZZ_CHECK((unsigned char)*c >= 0x20 && *c != 0x7f, "0x%02x", *c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = file_of(data, size), r;

	fuzz_alloc_start(FUZZ_CALL);
	r = read_note(fd, data, size);
	FUZZ_CHECK(read_note(fd, data, size) == r, "%d at first", r);
	check_elf(fd);
	FUZZ_CHECK(lseek(fd, 0, SEEK_CUR) == 0, "the file's position moved");
	FUZZ_CHECK(fuzz_alloc_read(FUZZ_CALL).calls == 0, "it allocates");
	return 0;
}
