/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Plugins whose files are bad, as a user meets them: each is refused at its stage, with
 * an errno and a sentence that names the file and the reason, and cpu goes on decoding.
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "context.h"
#include "host.h"
#include "loader.h"
#include "testbed.h"

#define PATIENCE_S 5 /* a file that is waited for would hang for ever */

static struct testbed tb;
static char path[128]; /* of the bad file */
static uint8_t *picture;
static size_t picture_size;

static void (*before_dlopen)(void), (*after_dlopen)(void);

void *__real_dlopen(const char *file, int flags);
void *__wrap_dlopen(const char *file, int flags);

/* Stands between the loader and the dynamic linker. */
void *__wrap_dlopen(const char *file, int flags)
{
	void *handle;

	if (before_dlopen)
		before_dlopen();
	handle = __real_dlopen(file, flags);
	if (after_dlopen)
		after_dlopen();
	return handle;
}

static void setup(void)
{
	testbed_init(&tb);
	testbed_add_cpu(&tb);
	snprintf(path, sizeof(path), "%s/bad.so", tb.dir);
	picture = test_read_file("fixtures/data/jpeg-420-40x40-dri1.jpg", &picture_size);
}

static void teardown(void)
{
	char command[160];

	free(picture);
	snprintf(command, sizeof(command), "rm -rf '%s'", tb.dir);
	ck_assert_int_eq(system(command), 0);
}

/* Copy a mock to @to. */
static void copy_mock(const char *mock, const char *to)
{
	char from[4096];
	uint8_t *data;
	size_t size;
	FILE *f;

	snprintf(from, sizeof(from), "%s/stage/mocks/mock-%s.so", test_builddir(), mock);
	data = test_read_file(from, &size);
	f = fopen(to, "wbe");
	ck_assert_msg(f != NULL, "%s", to);
	ck_assert_uint_eq(fwrite(data, 1, size, f), size);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_eq(chmod(to, 0644), 0);
	free(data);
}

/* A manifest, read before that of cpu, for the bad file. */
static void put_manifest(const char *file, const char *name, const char *library)
{
	char text[512];
	int n;

	n = snprintf(text, sizeof(text),
		     "[Plugin]\nName=%s\nLibrary=%s\nAbi=1.0\nFamily=image-decoder\n"
		     "Band=hardware\n[Codec]\nCodec=jpeg\n",
		     name, library);
	testbed_write(&tb, file, text, (size_t)n);
}

/* Who decodes a good picture. */
static const char *decoded_by(struct libcodec_context *ctx)
{
	struct libcodec_decoder *dec = testbed_decoder(ctx, NULL);
	struct libcodec_image *image = testbed_image(ctx, TESTBED_IMAGE_MAX);
	struct libcodec_result result = { .struct_size = sizeof(result) };
	static char backend[32];
	int r;

	r = libcodec_decoder_decode(dec, picture, picture_size, image, NULL);
	ck_assert_int_eq(libcodec_decoder_get_result(dec, &result), 0);
	ck_assert_msg(r == 0, "%s", result.message);
	snprintf(backend, sizeof(backend), "%s", result.backend);
	libcodec_image_unref(image);
	libcodec_decoder_unref(dec);
	return backend;
}

static struct libcodec_plugin_info get(struct libcodec_context *ctx, unsigned int index)
{
	struct libcodec_plugin_info info = { .struct_size = sizeof(info) };

	ck_assert_int_eq(libcodec_context_get_plugin(ctx, index, &info), 0);
	return info;
}

static void is_one_line(const char *message)
{
	for (; *message; message++)
		ck_assert_msg((unsigned char)*message >= 0x20 && *message != 0x7f,
			      "0x%02x", (unsigned char)*message);
}

/* What the loader says of the bad file. */
static struct lc_refusal load(const char *name)
{
	static struct lc_log silent;
	static struct lc_workers workers; /* which nobody asks for a thread */
	static const struct lc_opener opener; /* nor this one for a device */
	static struct lc_host host;
	struct libcodec_image_decoder_ops ops;
	struct libcodec_plugin desc;
	struct lc_refusal why = { 0 };
	int r;

	lc_host_init(&host, &silent, &workers, &opener, NULL, name);
	r = lc_loader_open(path, name, &host.table, &desc, &ops, &why);
	ck_assert_int_eq(r, why.error);
	return why;
}

static void loader_refuses(const char *name, uint32_t stage, int error, const char *words)
{
	struct lc_refusal why = load(name);

	ck_assert_msg(why.error == error && why.stage == stage, "%u %d %s", why.stage,
		      why.error, why.message);
	ck_assert_msg(strstr(why.message, path) != NULL, "%s", why.message);
	ck_assert_msg(strstr(why.message, words) != NULL, "%s", why.message);
	is_one_line(why.message);
}

/* The same through a context, whose other plugin decodes. */
static void context_refuses(const char *name, uint32_t stage, int error,
			    const char *words)
{
	struct libcodec_context *ctx;
	struct libcodec_plugin_info info;

	put_manifest("10-bad.conf", name, path);
	ctx = testbed_context(&tb);
	ck_assert_str_eq(decoded_by(ctx), "cpu");
	info = get(ctx, 0);
	ck_assert_str_eq(info.name, name);
	ck_assert_uint_eq(info.state, LIBCODEC_PLUGIN_REFUSED);
	ck_assert_msg(info.stage == stage && info.error == error, "%u %d %s", info.stage,
		      info.error, info.message);
	ck_assert_msg(strstr(info.message, path) && strstr(info.message, words), "%s",
		      info.message);
	ck_assert_uint_eq(get(ctx, 1).state, LIBCODEC_PLUGIN_READY);
	libcodec_context_unref(ctx);
}

static void both_refuse(const char *name, uint32_t stage, int error, const char *words)
{
	struct timespec from, to;

	clock_gettime(CLOCK_MONOTONIC, &from);
	loader_refuses(name, stage, error, words);
	context_refuses(name, stage, error, words);
	clock_gettime(CLOCK_MONOTONIC, &to);
	ck_assert_int_lt(to.tv_sec - from.tv_sec, PATIENCE_S);
}

/* --- makers of bad files, at path --- */

static void write_bad(const char *text, size_t size)
{
	testbed_write(&tb, "bad.so", text, size);
}

static void make_nothing(void)
{
}

static void make_text(void)
{
	static const char text[] = "/* GNU ld script */ INPUT(libfoo.so)\n";

	write_bad(text, strlen(text));
}

static void make_empty(void)
{
	write_bad("", 0);
}

static void make_folder(void)
{
	ck_assert_int_eq(mkdir(path, 0755), 0);
}

static void make_fifo(void)
{
	ck_assert_int_eq(mkfifo(path, 0644), 0);
}

static void link_to(const char *to)
{
	ck_assert_int_eq(symlink(to, path), 0);
}

static void make_device(void)
{
	link_to("/dev/zero");
}

static void make_loop(void)
{
	link_to("bad.so");
}

static void make_dangling(void)
{
	link_to("gone/real.so");
}

static void make_good(void)
{
	copy_mock("good", path);
}

static void make_world_writable(void)
{
	make_good();
	ck_assert_int_eq(chmod(path, 0646), 0);
}

static void make_group_writable(void)
{
	make_good();
	ck_assert_int_eq(chmod(path, 0664), 0);
}

static void move_into_folder(mode_t mode)
{
	snprintf(path, sizeof(path), "%s/sub", tb.dir);
	ck_assert_int_eq(mkdir(path, 0755), 0);
	ck_assert_int_eq(chmod(path, mode), 0);
	strcat(path, "/bad.so");
	make_good();
}

static void make_in_world_writable(void)
{
	move_into_folder(01777); /* sticky is no excuse */
}

static void make_in_group_writable(void)
{
	move_into_folder(0775);
}

static void make_link_to_there(void)
{
	make_in_world_writable();
	snprintf(path, sizeof(path), "%s/bad.so", tb.dir);
	link_to("sub/bad.so");
}

static void make_other_owner(void)
{
	if (geteuid() != 0)
		test_skip("root", "only root can give files away");
	make_good();
	ck_assert_int_eq(chown(path, 12345, 0), 0);
}

/* A good one with other bytes in its ELF header. */
static void edit_header(void (*edit)(ElfW(Ehdr) *e))
{
	ElfW(Ehdr) e;
	int fd;

	make_good();
	fd = open(path, O_RDWR | O_CLOEXEC);
	ck_assert_int_eq(pread(fd, &e, sizeof(e), 0), (ssize_t)sizeof(e));
	edit(&e);
	ck_assert_int_eq(pwrite(fd, &e, sizeof(e), 0), (ssize_t)sizeof(e));
	close(fd);
}

static void set_machine(ElfW(Ehdr) *e)
{
	e->e_machine = 99;
}

static void set_class(ElfW(Ehdr) *e)
{
	e->e_ident[EI_CLASS] ^= ELFCLASS32 ^ ELFCLASS64;
}

static void set_order(ElfW(Ehdr) *e)
{
	e->e_ident[EI_DATA] ^= ELFDATA2LSB ^ ELFDATA2MSB;
}

static void set_executable(ElfW(Ehdr) *e)
{
	e->e_type = ET_EXEC;
}

static void set_object(ElfW(Ehdr) *e)
{
	e->e_type = ET_REL;
}

static void set_far_headers(ElfW(Ehdr) *e)
{
	e->e_phoff = (ElfW(Off))-16;
}

static void set_many_headers(ElfW(Ehdr) *e)
{
	e->e_phnum = PN_XNUM;
}

static void make_machine(void)
{
	edit_header(set_machine);
}

static void make_class(void)
{
	edit_header(set_class);
}

static void make_order(void)
{
	edit_header(set_order);
}

static void make_executable(void)
{
	edit_header(set_executable);
}

static void make_object(void)
{
	edit_header(set_object);
}

static void make_far_headers(void)
{
	edit_header(set_far_headers);
}

static void make_many_headers(void)
{
	edit_header(set_many_headers);
}

/* This very program. */
static void make_program(void)
{
	size_t size;
	uint8_t *data = test_read_file("/proc/self/exe", &size);

	testbed_write(&tb, "bad.so", data, size);
	free(data);
}

static void make_undefined(void)
{
	copy_mock("undefined-symbol", path);
}

/* Its C library has a name that nobody has. */
static void make_needy(void)
{
	static const char name[] = "libc.so.";
	uint8_t *data, *at;
	size_t size;

	make_good();
	data = test_read_file(path, &size);
	at = memmem(data, size, name, strlen(name));
	if (!at)
		test_skip(NULL, "the C library has another name here");
	at[3] = '?';
	testbed_write(&tb, "bad.so", data, size);
	free(data);
}

static void make_no_entry(void)
{
	copy_mock("no-entry-symbol", path);
}

static void make_other_note(void)
{
	copy_mock("note-name", path);
}

#define FILE_ LIBCODEC_PLUGIN_STAGE_FILE
#define LOAD_ LIBCODEC_PLUGIN_STAGE_LOAD

static const struct {
	void (*make)(void);
	const char *name; /* of the plugin */
	uint32_t stage;
	int error;
	const char *words;
} bad[] = {
	{ make_nothing, "x", FILE_, -ENOENT, "No such file" },
	{ make_text, "x", LOAD_, -ENOEXEC, "is not a shared object (no ELF file)" },
	{ make_empty, "x", LOAD_, -ENOEXEC, "is not a shared object (no ELF file)" },
	{ make_folder, "x", FILE_, -EPERM, "is not a regular file" },
	{ make_fifo, "x", FILE_, -EPERM, "is not a regular file" },
	{ make_device, "x", FILE_, -EPERM, "is not a regular file" },
	{ make_loop, "x", FILE_, -ELOOP, "symbolic links" },
	{ make_dangling, "x", FILE_, -ENOENT, "No such file" },
	{ make_world_writable, "mock-good", FILE_, -EPERM,
	  "may be written by everybody (mode 0646)" },
	{ make_group_writable, "mock-good", FILE_, -EPERM,
	  "may be written by its group (mode 0664)" },
	{ make_in_world_writable, "mock-good", FILE_, -EPERM,
	  "/sub may be written by everybody (mode 1777)" },
	{ make_in_group_writable, "mock-good", FILE_, -EPERM,
	  "/sub may be written by its group (mode 0775)" },
	{ make_link_to_there, "mock-good", FILE_, -EPERM,
	  "/sub may be written by everybody (mode 1777)" },
	{ make_other_owner, "mock-good", FILE_, -EPERM, "belongs to user 12345" },
	{ make_machine, "mock-good", LOAD_, -ENOEXEC, "is for machine 99, this process" },
	{ make_class, "mock-good", LOAD_, -ENOEXEC, " bits, this process has " },
	{ make_order, "mock-good", LOAD_, -ENOEXEC, "is for the other byte order" },
	{ make_executable, "mock-good", LOAD_, -ENOEXEC, "but not a shared object" },
	{ make_object, "mock-good", LOAD_, -ENOEXEC, "but not a shared object" },
	{ make_far_headers, "mock-good", LOAD_, -ENOEXEC, "is cut short" },
	{ make_many_headers, "mock-good", LOAD_, -ENOEXEC, "is cut short" },
	{ make_undefined, "mock-undefined-symbol", LOAD_, -ENOEXEC,
	  "mock_function_that_nobody_has" },
	{ make_needy, "mock-good", LOAD_, -ENOEXEC, "lib?.so." },
	{ make_no_entry, "mock-no-entry-symbol", LIBCODEC_PLUGIN_STAGE_ENTRY, -ENOSYS,
	  "does not export libcodec_plugin_entry" },
	{ make_other_note, "mock-note-name", LOAD_, -EINVAL,
	  "named mock-somebody-else, its manifest says mock-note-name" },
};

START_TEST(refuses_bad_files)
{
	bad[_i].make();
	both_refuse(bad[_i].name, bad[_i].stage, bad[_i].error, bad[_i].words);
}
END_TEST

static ElfW(Ehdr) read_header(void)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ElfW(Ehdr) e;

	ck_assert_int_eq(pread(fd, &e, sizeof(e), 0), (ssize_t)sizeof(e));
	close(fd);
	return e;
}

/* The linker's words where it could run at any address, else ours. */
START_TEST(refuses_programs)
{
	make_program();
	both_refuse("x", LOAD_, -ENOEXEC,
		    read_header().e_type == ET_DYN ? "executable" :
						     "but not a shared object");
}
END_TEST

/* --- cut files --- */

/* Where the last byte is that the linker maps, and the end of the program headers. */
static off_t needed_bytes(off_t *ret_headers)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ElfW(Ehdr) e = read_header();
	off_t end = 0;
	unsigned int i;
	ElfW(Phdr) p;

	for (i = 0; i < e.e_phnum; i++) {
		ck_assert_int_eq(pread(fd, &p, sizeof(p),
				       (off_t)(e.e_phoff + i * sizeof(p))),
				 (ssize_t)sizeof(p));
		if (p.p_type == PT_LOAD && (off_t)(p.p_offset + p.p_filesz) > end)
			end = (off_t)(p.p_offset + p.p_filesz);
	}
	close(fd);
	*ret_headers = (off_t)(e.e_phoff + e.e_phnum * sizeof(p));
	return end;
}

/* Wherever a copy was interrupted: a sentence, and no SIGBUS. */
START_TEST(refuses_each_cut)
{
	off_t headers, needed, size, step;

	make_good();
	needed = needed_bytes(&headers);
	ck_assert_int_gt(needed, headers);
	for (size = needed - 1; size >= 0; size -= step) {
		ck_assert_int_eq(truncate(path, size), 0);
		loader_refuses("mock-good", LOAD_, -ENOEXEC,
			       size < SELFMAG ? "no ELF file" : "is cut short");
		step = size > headers + 97 ? 97 : 1;
	}
	context_refuses("mock-good", LOAD_, -ENOEXEC, "no ELF file");
	/* What is behind that, the sections, nobody needs. */
	make_good();
	ck_assert_int_eq(truncate(path, needed), 0);
	ck_assert_int_eq(load("mock-good").error, 0);
}
END_TEST

/* --- files that are not what they were --- */

static void remove_file(void)
{
	ck_assert_int_eq(unlink(path), 0);
}

static void exchange_file(void)
{
	char other[160];

	snprintf(other, sizeof(other), "%s.new", path);
	copy_mock("good", other);
	ck_assert_int_eq(rename(other, path), 0);
}

START_TEST(vanishes_before_it_is_needed)
{
	struct libcodec_context *ctx;

	make_good();
	put_manifest("10-bad.conf", "mock-good", "bad.so");
	ctx = testbed_context(&tb);
	remove_file();
	ck_assert_str_eq(decoded_by(ctx), "cpu");
	ck_assert_uint_eq(get(ctx, 0).stage, FILE_);
	ck_assert_int_eq(get(ctx, 0).error, -ENOENT);
	ck_assert(strstr(get(ctx, 0).message, path));
	libcodec_context_unref(ctx);
}
END_TEST

START_TEST(vanishes_when_it_is_loaded)
{
	make_good();
	before_dlopen = remove_file;
	loader_refuses("mock-good", LOAD_, -ENOEXEC, "No such file");
	before_dlopen = NULL;
	make_good();
	after_dlopen = remove_file;
	loader_refuses("mock-good", FILE_, -EAGAIN,
		       "was exchanged while it was loaded");
}
END_TEST

START_TEST(is_exchanged_when_it_is_loaded)
{
	make_good();
	before_dlopen = exchange_file;
	loader_refuses("mock-good", FILE_, -EAGAIN,
		       "was exchanged while it was loaded");
	before_dlopen = NULL;
	context_refuses("other-name", LOAD_, -EINVAL, "named mock-good");
	ck_assert_int_eq(load("mock-good").error, 0);
}
END_TEST

/* What was loaded stays, whatever becomes of its file. */
START_TEST(vanishes_after_it_was_loaded)
{
	struct libcodec_context *ctx;

	make_good();
	put_manifest("10-bad.conf", "mock-good", "bad.so");
	ctx = testbed_context(&tb);
	ck_assert_str_eq(decoded_by(ctx), "mock-good");
	remove_file();
	ck_assert_str_eq(decoded_by(ctx), "mock-good");
	libcodec_context_unref(ctx);
}
END_TEST

/* One file is one plugin, by whatever names. */
START_TEST(has_two_names)
{
	struct libcodec_context *ctx;
	struct libcodec_plugin_info info;
	char cpu[160];

	snprintf(cpu, sizeof(cpu), "%s/cpu.so", tb.dir);
	ck_assert_int_eq(link(cpu, path), 0);
	put_manifest("60-bad.conf", "cpu-again", "bad.so");
	ctx = testbed_context(&tb);
	ck_assert_str_eq(decoded_by(ctx), "cpu");
	info = get(ctx, 1);
	ck_assert_uint_eq(info.state, LIBCODEC_PLUGIN_REFUSED);
	ck_assert_uint_eq(info.stage, FILE_);
	ck_assert_int_eq(info.error, -EEXIST);
	ck_assert_msg(strstr(info.message, path) && strstr(info.message, cpu), "%s",
		      info.message);
	libcodec_context_unref(ctx);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("loader-files");
	TCase *t;

	t = tcase_create("files");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, refuses_bad_files, 0, (int)LC_ARRAY_SIZE(bad));
	tcase_add_test(t, refuses_programs);
	tcase_add_test(t, refuses_each_cut);
	tcase_add_test(t, vanishes_before_it_is_needed);
	tcase_add_test(t, vanishes_when_it_is_loaded);
	tcase_add_test(t, is_exchanged_when_it_is_loaded);
	tcase_add_test(t, vanishes_after_it_was_loaded);
	tcase_add_test(t, has_two_names);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return test_main("loader-files", make);
}
