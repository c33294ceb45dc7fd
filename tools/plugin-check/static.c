/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Level static: what can be told of the file without running it.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf.h"
#include "kit.h"
#include "names.h"
#include "wire.h"

#define ENTRY         "libcodec_plugin_entry"
#define LIST_BYTES    320
#define NEEDED_MAX    256
#define NOTE_DLOPEN   0x407c0c0au /* owner "FDO", the UAPI group's */
#define NOTE_BUILD_ID 3u          /* owner "GNU" */

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Words with commas between them; what doesn't fit is "...". */
struct list {
	char text[LIST_BYTES];
	unsigned int n;
};

static void add(struct list *l, const char *word)
{
	size_t at = strlen(l->text), size = strlen(word);

	l->n++;
	if (at + size + 8 < sizeof(l->text))
		snprintf(l->text + at, sizeof(l->text) - at, "%s%s", at ? ", " : "",
			 word);
	else if (at + 6 < sizeof(l->text) && (at < 3 || strcmp(l->text + at - 3, "...")))
		snprintf(l->text + at, sizeof(l->text) - at, " ...");
}

static bool is_one_of(const char *word, const char *const *words, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

/* --- S01 to S08: the file --- */

static const char *not_loadable(const struct kit_elf *e)
{
	uint64_t flags = 0;
	ElfW(Phdr) ph;
	unsigned int i;

	if (!kit_elf_same_machine(&e->head))
		return "is for another machine than this program";
	if (e->head.e_type != ET_DYN)
		return "is an ELF file, but not a shared object";
	if (kit_elf_dynamic(e, DT_FLAGS_1, 0, &flags) && (flags & DF_1_PIE))
		return "is a program, not a shared object";
	for (i = 0; i < e->head.e_phnum; i++) {
		if (!kit_elf_segment(e, i, &ph))
			return "is cut short, or has more segments than make sense";
		if (ph.p_type == PT_LOAD && (ph.p_offset > e->size ||
					     ph.p_filesz > e->size - ph.p_offset))
			return "is cut short";
	}
	return e->n_dynamic ? NULL : "has no dynamic segment";
}

static void check_file(struct kit *kit, const struct kit_elf *e)
{
	const char *why;

	kit_begin(kit, "S01");
	why = not_loadable(e);
	if (why)
		kit_report(kit, "S01", KIT_FAIL, "the file %s", why);
	else
		kit_report(kit, "S01", KIT_PASS, "a shared object for this machine");
}

/* What linkers of old put into every shared object. */
static const char *const of_the_linker[] = { "_init", "_fini", "_edata", "_end",
					     "__bss_start" };

static bool is_exported(const ElfW(Sym) *s)
{
	unsigned int bind = s->st_info >> 4, visibility = s->st_other & 3;

	return s->st_shndx != SHN_UNDEF && bind != STB_LOCAL &&
	       (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

static void check_exports(struct kit *kit, const struct kit_elf *e)
{
	struct list others = { "", 0 };
	bool entry = false, function = false;
	const char *name;
	ElfW(Sym) s;
	uint64_t i;

	kit_begin(kit, "S02");
	for (i = 0; kit_elf_symbol(e, i, &s, &name); i++) {
		if (!is_exported(&s) ||
		    is_one_of(name, of_the_linker, ARRAY_SIZE(of_the_linker)))
			continue;
		if (strcmp(name, ENTRY)) {
			add(&others, name);
			continue;
		}
		entry = true;
		function = (s.st_info & 15) == STT_FUNC;
	}
	if (!entry)
		kit_report(kit, "S02", KIT_FAIL, "%s is not exported%s%s", ENTRY,
			   others.n ? ", but " : "", others.text);
	else if (!function)
		kit_report(kit, "S02", KIT_FAIL, "%s is no function", ENTRY);
	else if (others.n)
		kit_report(kit, "S02", KIT_FAIL, "more than %s is exported: %s", ENTRY,
			   others.text);
	else
		kit_report(kit, "S02", KIT_PASS, "%s and nothing else is exported",
			   ENTRY);
}

static const char *note_is_wrong(const struct libcodec_plugin_note *n)
{
	if (n->abi_major != LIBCODEC_PLUGIN_ABI_MAJOR)
		return "is of another ABI than this kit";
	if (n->size < sizeof(*n) - offsetof(struct libcodec_plugin_note, abi_major))
		return "is shorter than ABI 1.0 has it";
	if (!memchr(n->name, 0, sizeof(n->name)) ||
	    !memchr(n->version, 0, sizeof(n->version)))
		return "has a text without an end";
	if (!kit_name_valid(n->name))
		return "has a name that is not [a-z0-9][a-z0-9-]{0,30}";
	return NULL;
}

static void check_note(struct kit *kit, const struct kit_elf *e)
{
	const size_t head = offsetof(struct libcodec_plugin_note, abi_major);
	struct libcodec_plugin_note n = { 0 };
	struct kit_elf_note raw;
	const char *why;

	kit_begin(kit, "S03");
	if (!kit_elf_note(e, "libcodec", LIBCODEC_PLUGIN_NOTE_TYPE, &raw)) {
		kit_report(kit, "S03", KIT_FAIL,
			   "no note in a PT_NOTE segment: LIBCODEC_PLUGIN_NOTE()");
		return;
	}
	if (raw.desc_size < sizeof(n) - head) {
		kit_report(kit, "S03", KIT_FAIL, "the note has %u bytes, ABI 1.0 has %zu",
			   raw.desc_size, sizeof(n) - head);
		return;
	}
	memcpy((uint8_t *)&n + head, raw.desc, sizeof(n) - head);
	why = note_is_wrong(&n);
	if (why) {
		kit_report(kit, "S03", KIT_FAIL, "the note %s", why);
		return;
	}
	kit_fact(kit, "name", n.name);
	kit_fact(kit, "version", n.version);
	kit_report(kit, "S03", KIT_PASS, "the note says %s %s, ABI %u.%u", n.name,
		   n.version, n.abi_major, n.abi_minor);
}

static bool flag(const struct kit_elf *e, int64_t tag, uint64_t bit)
{
	uint64_t value = 0;

	return kit_elf_dynamic(e, tag, 0, &value) && (value & bit);
}

static bool has_segment(const struct kit_elf *e, uint32_t type, ElfW(Phdr) *ret)
{
	unsigned int i;

	for (i = 0; kit_elf_segment(e, i, ret); i++)
		if (ret->p_type == type)
			return true;
	return false;
}

static void check_relro(struct kit *kit, const struct kit_elf *e)
{
	uint64_t value;
	bool now = flag(e, DT_FLAGS, DF_BIND_NOW) || flag(e, DT_FLAGS_1, DF_1_NOW) ||
		   kit_elf_dynamic(e, DT_BIND_NOW, 0, &value);
	ElfW(Phdr) ph;

	kit_begin(kit, "S04");
	if (!has_segment(e, PT_GNU_RELRO, &ph))
		kit_report(kit, "S04", KIT_FAIL, "no RELRO: link with -Wl,-z,relro");
	else if (!now)
		kit_report(kit, "S04", KIT_FAIL,
			   "symbols are bound late: link with -Wl,-z,now");
	else
		kit_report(kit, "S04", KIT_PASS, "RELRO, and all symbols bound at once");
}

static void check_text(struct kit *kit, const struct kit_elf *e)
{
	uint64_t value;
	ElfW(Phdr) ph;
	unsigned int i;

	kit_begin(kit, "S05");
	if (kit_elf_dynamic(e, DT_TEXTREL, 0, &value) || flag(e, DT_FLAGS, DF_TEXTREL)) {
		kit_report(kit, "S05", KIT_FAIL,
			   "there are relocations in code: compile with -fPIC");
		return;
	}
	for (i = 0; kit_elf_segment(e, i, &ph); i++) {
		if (ph.p_type != PT_LOAD || !(ph.p_flags & PF_W) || !(ph.p_flags & PF_X))
			continue;
		kit_report(kit, "S05", KIT_FAIL, "segment %u is writable and executable",
			   i);
		return;
	}
	kit_report(kit, "S05", KIT_PASS, "no relocations in code");
}

static void check_stack(struct kit *kit, const struct kit_elf *e)
{
	ElfW(Phdr) ph;

	kit_begin(kit, "S06");
	if (!has_segment(e, PT_GNU_STACK, &ph))
		kit_report(kit, "S06", KIT_FAIL,
			   "no PT_GNU_STACK: the stack becomes executable");
	else if (ph.p_flags & PF_X)
		kit_report(kit, "S06", KIT_FAIL, "it asks for an executable stack");
	else
		kit_report(kit, "S06", KIT_PASS, "the stack stays without code");
}

/* Each folder of the path has to begin with $ORIGIN. */
static bool path_is_own(const char *path)
{
	for (;;) {
		if (strncmp(path, "$ORIGIN", 7) && strncmp(path, "${ORIGIN}", 9))
			return false;
		path = strchr(path, ':');
		if (!path)
			return true;
		path++;
	}
}

static void check_runpath(struct kit *kit, const struct kit_elf *e)
{
	static const int64_t tags[] = { DT_RPATH, DT_RUNPATH };
	const char *path, *own = NULL;
	uint64_t value;
	size_t i;

	kit_begin(kit, "S07");
	for (i = 0; i < ARRAY_SIZE(tags); i++) {
		if (!kit_elf_dynamic(e, tags[i], 0, &value))
			continue;
		path = kit_elf_string(e, value);
		if (path && path_is_own(path)) {
			own = path;
			continue;
		}
		kit_report(kit, "S07", KIT_FAIL, "libraries are looked for in %s",
			   path ? path : "a place that cannot be read");
		return;
	}
	kit_report(kit, "S07", KIT_PASS, "%s%s",
		   own ? "no RPATH but " : "no RPATH or RUNPATH", own ? own : "");
}

static void check_build_id(struct kit *kit, const struct kit_elf *e)
{
	struct kit_elf_note n;
	char text[48] = "";
	uint32_t i;

	kit_begin(kit, "S08");
	if (!kit_elf_note(e, "GNU", NOTE_BUILD_ID, &n) || !n.desc_size) {
		kit_report(kit, "S08", KIT_WARN,
			   "no build-id: link with -Wl,--build-id, or nobody finds "
			   "the symbols of a crash");
		return;
	}
	for (i = 0; i < n.desc_size && i < 20; i++)
		snprintf(text + 2 * i, sizeof(text) - 2 * i, "%02x", n.desc[i]);
	kit_report(kit, "S08", KIT_PASS, "build-id %s", text);
}

/* --- S09 to S11: what it wants from others --- */

/* They end the process or change what belongs to all of it. */
static const char *const forbidden[] = {
	"_Exit", "__sysv_signal", "_exit", "abort", "bsd_signal", "chdir", "chroot",
	"clearenv", "daemon", "execl", "execle", "execlp", "execv", "execve", "execvp",
	"exit", "fchdir", "popen", "putenv", "quick_exit", "setegid", "setenv",
	"seteuid", "setgid", "setlocale", "setpgid", "setrlimit", "setrlimit64",
	"setsid", "setuid", "sigaction", "signal", "sigprocmask", "sigset", "system",
	"sysv_signal", "umask", "unsetenv", "vfork",
};

/* They may be in order, and often aren't. */
static const char *const doubtful[] = {
	"__assert_fail", "__fprintf_chk", "__printf_chk", "__vfprintf_chk",
	"__vprintf_chk", "atexit", "err", "errx", "feenableexcept", "fesetenv",
	"fesetround", "fork", "perror", "posix_spawn", "posix_spawnp", "printf",
	"pthread_exit", "putchar", "puts", "sigaltstack", "stderr", "stdout", "vprintf",
	"warn", "warnx",
};

static void check_imports(struct kit *kit, const struct kit_elf *e)
{
	struct list never = { "", 0 }, rarely = { "", 0 };
	const char *name;
	ElfW(Sym) s;
	uint64_t i;

	kit_begin(kit, "S09");
	for (i = 0; kit_elf_symbol(e, i, &s, &name); i++) {
		if (s.st_shndx != SHN_UNDEF)
			continue;
		if (is_one_of(name, forbidden, ARRAY_SIZE(forbidden)))
			add(&never, name);
		else if (is_one_of(name, doubtful, ARRAY_SIZE(doubtful)))
			add(&rarely, name);
	}
	if (never.n)
		kit_report(kit, "S09", KIT_FAIL,
			   "it imports what no plugin may call: %s", never.text);
	else if (rarely.n)
		kit_report(kit, "S09", KIT_WARN,
			   "it imports what plugins have little use for: %s",
			   rarely.text);
	else
		kit_report(kit, "S09", KIT_PASS,
			   "it imports nothing that ends or changes the process");
}

/* Libraries that a host shouldn't load before somebody wants their hardware. */
static const char *const sdks[] = {
	"libEGL.so", "libGL.so", "libGLESv2.so", "libGLX.so", "libOpenCL.so",
	"libOpenGL.so", "libX11.so", "libcuda.so", "libcudart.so", "libdrm_amdgpu.so",
	"libmfx.so", "libnppc.so", "libnvcuvid.so", "libnvidia-encode.so",
	"libnvjpeg.so", "librocm.so", "libva.so", "libvdpau.so", "libvpl.so",
	"libvulkan.so", "libwayland-client.so",
};

static const char *sdk_of(const char *library)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sdks); i++)
		if (!strncmp(library, sdks[i], strlen(sdks[i])))
			return sdks[i];
	return NULL;
}

static void check_needed(struct kit *kit, const struct kit_elf *e)
{
	struct list all = { "", 0 }, heavy = { "", 0 }, paths = { "", 0 };
	bool ours = false;
	unsigned int i;
	uint64_t value;

	kit_begin(kit, "S10");
	for (i = 0; i < NEEDED_MAX && kit_elf_dynamic(e, DT_NEEDED, i, &value); i++) {
		const char *name = kit_elf_string(e, value);

		if (!name)
			name = "a name that cannot be read";
		add(&all, name);
		if (sdk_of(name))
			add(&heavy, name);
		if (strchr(name, '/'))
			add(&paths, name);
		if (!strncmp(name, "libcodec-1.so", 13))
			ours = true;
	}
	if (ours)
		kit_report(kit, "S10", KIT_FAIL,
			   "it is linked with libcodec, and plugins never are");
	else if (paths.n)
		kit_report(kit, "S10", KIT_FAIL, "it needs libraries by path: %s",
			   paths.text);
	else if (heavy.n)
		kit_report(kit, "S10", KIT_WARN,
			   "each program that loads it gets %s: use dlopen()",
			   heavy.text);
	else
		kit_report(kit, "S10", KIT_PASS, "it needs %s",
			   all.n ? all.text : "no library");
}

static void check_dlopen_note(struct kit *kit, const struct kit_elf *e)
{
	struct list named = { "", 0 }, silent = { "", 0 };
	struct kit_elf_note n;
	bool note;
	size_t i;

	kit_begin(kit, "S11");
	note = kit_elf_note(e, "FDO", NOTE_DLOPEN, &n);
	for (i = 0; i < ARRAY_SIZE(sdks); i++) {
		unsigned int nth;
		uint64_t value;
		bool needed = false;

		for (nth = 0; nth < NEEDED_MAX &&
			      kit_elf_dynamic(e, DT_NEEDED, nth, &value); nth++) {
			const char *name = kit_elf_string(e, value);

			needed |= name && sdk_of(name) == sdks[i];
		}
		if (needed || !kit_elf_contains(e, sdks[i]))
			continue;
		if (note && memmem(n.desc, n.desc_size, sdks[i], strlen(sdks[i])))
			add(&named, sdks[i]);
		else
			add(&silent, sdks[i]);
	}
	if (silent.n)
		kit_report(kit, "S11", KIT_WARN,
			   "it seems to open %s, and .note.dlopen doesn't say so",
			   silent.text);
	else if (named.n)
		kit_report(kit, "S11", KIT_PASS, ".note.dlopen names %s", named.text);
	else
		kit_report(kit, "S11", KIT_PASS,
			   "no library of an SDK is opened by its name");
}

/* --- S12: who may change it --- */

static const char *distrust(const struct stat *st)
{
	if (st->st_uid != 0 && st->st_uid != geteuid())
		return "belongs neither to root nor to the user of this process";
	if (st->st_mode & S_IWOTH)
		return "may be written by everybody";
	if (st->st_mode & S_IWGRP)
		return "may be written by its group";
	return NULL;
}

/* The folder of a path, which is absolute. */
static int stat_folder(const char *path, struct stat *ret)
{
	const char *slash = strrchr(path, '/');
	char *folder;
	int r;

	folder = slash && slash > path ? strndup(path, (size_t)(slash - path)) :
					 strdup("/");
	if (!folder)
		return -ENOMEM;
	r = stat(folder, ret) < 0 ? -errno : 0;
	free(folder);
	return r;
}

static void check_trust(struct kit *kit)
{
	const char *what = "the file", *why = NULL;
	struct stat st;

	kit_begin(kit, "S12");
	if (stat(kit->path, &st) == 0)
		why = distrust(&st);
	if (!why && stat_folder(kit->path, &st) == 0) {
		why = distrust(&st);
		what = "its folder";
	}
	if (why)
		kit_report(kit, "S12", KIT_WARN, "%s %s: libcodec won't load it", what,
			   why);
	else
		kit_report(kit, "S12", KIT_PASS,
			   "nobody may change it but root and its user");
}

/* --- all --- */

void kit_static(struct kit *kit)
{
	char why[160];
	struct kit_elf e;

	kit_begin(kit, "S01");
	if (kit_elf_open(kit->path, &e, why, sizeof(why)) < 0) {
		kit_report(kit, "S01", KIT_FAIL, "the file %s", why);
		check_trust(kit);
		return;
	}
	check_file(kit, &e);
	check_exports(kit, &e);
	check_note(kit, &e);
	check_relro(kit, &e);
	check_text(kit, &e);
	check_stack(kit, &e);
	check_runpath(kit, &e);
	check_build_id(kit, &e);
	check_imports(kit, &e);
	check_needed(kit, &e);
	check_dlopen_note(kit, &e);
	check_trust(kit);
	kit_elf_close(&e);
}
