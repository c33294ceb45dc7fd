/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What is read of a plugin's ELF file before it is loaded: the note is found wherever a
 * linker puts it, and damage of every kind is an error and no more.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf-file.h"
#include "elf-image.h"
#include "test.h"

#define GNU 3u /* NT_GNU_BUILD_ID */

static struct elf_image img;
static struct lc_plugin_identity id;
static int fd = -1;

static void setup(void)
{
	fd = memfd_create("elf", MFD_CLOEXEC);
	ck_assert_int_ge(fd, 0);
}

static void teardown(void)
{
	close(fd);
}

/* The first @size bytes of the image as a file; what the reader says of it. */
static int read_part(size_t size)
{
	static const struct lc_plugin_identity untouched = { .abi_major = 77 };
	int r;

	ck_assert_int_eq(ftruncate(fd, 0), 0);
	ck_assert_int_eq(pwrite(fd, img.bytes, size, 0), (ssize_t)size);
	id = untouched;
	r = lc_elf_read_note(fd, &id);
	ck_assert_int_eq(lseek(fd, 0, SEEK_CUR), 0);
	if (r < 0) /* outputs on success only */
		ck_assert_int_eq(memcmp(&id, &untouched, sizeof(id)), 0);
	return r;
}

static int read_image(void)
{
	return read_part(img.size);
}

static size_t append_ours(const char *name, const char *version)
{
	struct libcodec_plugin_note note = elf_image_ours(name, version);

	return elf_image_append(&img, &note, sizeof(note));
}

/* An image of two segments, the second of which is notes: somebody's, then ours. */
static struct libcodec_plugin_note *make_good(size_t align)
{
	size_t from, ours;

	elf_image_begin(&img, 2);
	elf_image_segment(&img, 0, PT_LOAD, 0, 4096);
	from = elf_image_note(&img, "GNU", GNU, 20, align);
	ours = append_ours("cam", "1.2 beta");
	elf_image_segment(&img, 1, PT_NOTE, from, align);
	return (struct libcodec_plugin_note *)(void *)(img.bytes + ours);
}

static void is_cam(void)
{
	ck_assert_uint_eq(id.abi_major, LIBCODEC_PLUGIN_ABI_MAJOR);
	ck_assert_uint_eq(id.abi_minor, LIBCODEC_PLUGIN_ABI_MINOR);
	ck_assert_str_eq(id.name, "cam");
	ck_assert_str_eq(id.version, "1.2 beta");
}

/* --- what linkers made --- */

static int read_built(const char *file)
{
	char path[4096];
	int so, r;

	snprintf(path, sizeof(path), "%s/stage/%s", test_builddir(), file);
	so = open(path, O_RDONLY | O_CLOEXEC);
	ck_assert_msg(so >= 0, "%s", path);
	r = lc_elf_read_note(so, &id);
	close(so);
	return r;
}

START_TEST(reads_what_was_linked)
{
	ck_assert_int_eq(read_built("backends/cpu.so"), 0);
	ck_assert_str_eq(id.name, "cpu");
	ck_assert_str_eq(id.version, LIBCODEC_VERSION_STRING);
	ck_assert_uint_eq(id.abi_major, 1);
	ck_assert_uint_eq(id.abi_minor, 0);
	ck_assert_int_eq(read_built("mocks/mock-note-major.so"), 0);
	ck_assert_uint_eq(id.abi_major, 2);
	ck_assert_uint_eq(id.abi_minor, 1);
	ck_assert_str_eq(id.version, "4.2");
	ck_assert_int_eq(read_built("mocks/mock-no-note.so"), -ENOENT);
	ck_assert_int_eq(read_built("mocks/mock-note-broken.so"), -EBADMSG);
	ck_assert_int_eq(read_built("backends/50-cpu.conf"), -ENOEXEC);
}
END_TEST

/* --- where a note may be --- */

static const size_t aligns[] = { 0, 1, 2, 4, 8 };

START_TEST(finds_it_with_any_alignment)
{
	make_good(aligns[_i] == 8 ? 8 : 4);
	elf_image_phdr(&img, 1)->p_align = aligns[_i];
	ck_assert_int_eq(read_image(), 0);
	is_cam();
}
END_TEST

START_TEST(finds_it_in_any_place)
{
	size_t from;

	/* In the second segment with notes, between others, the last one not padded. */
	elf_image_begin(&img, 4);
	from = elf_image_note(&img, "GNU", 5, 16, 8);
	elf_image_segment(&img, 3, PT_NOTE, from, 8);
	from = elf_image_note(&img, "Linux", 0, 0, 4);
	append_ours("cam", "1.2 beta");
	elf_image_note(&img, "GNU", GNU, 5, 4);
	img.size -= 3;
	elf_image_segment(&img, 2, PT_NOTE, from, 4);
	ck_assert_int_eq(read_image(), 0);
	is_cam();
	/* An empty segment, one of zeros, and one that is too short for a note. */
	elf_image_phdr(&img, 0)->p_type = PT_NOTE;
	ck_assert_int_eq(read_image(), 0);
	from = elf_image_append(&img, NULL, 100);
	elf_image_segment(&img, 0, PT_NOTE, from, 4);
	elf_image_segment(&img, 1, PT_NOTE, from + 95, 4);
	ck_assert_int_eq(read_image(), 0);
	is_cam();
}
END_TEST

START_TEST(takes_a_longer_one)
{
	struct libcodec_plugin_note *note = make_good(4);

	elf_image_append(&img, NULL, 24);
	elf_image_segment(&img, 1, PT_NOTE, elf_image_phdr(&img, 1)->p_offset, 4);
	note->desc_size = 88;
	note->size = 80;
	ck_assert_int_eq(read_image(), 0);
	is_cam();
}
END_TEST

START_TEST(knows_what_is_not_ours)
{
	struct libcodec_plugin_note *note = make_good(4);

	note->type = 2;
	ck_assert_int_eq(read_image(), -ENOENT);
	note = make_good(4);
	note->owner[7] = 'x';
	ck_assert_int_eq(read_image(), -ENOENT);
	note = make_good(4);
	note->name_size = 8;
	ck_assert_int_eq(read_image(), -ENOENT);
	make_good(4);
	elf_image_phdr(&img, 1)->p_type = PT_LOAD;
	ck_assert_int_eq(read_image(), -ENOENT);
	elf_image_begin(&img, 0);
	ck_assert_int_eq(read_image(), -ENOENT);
}
END_TEST

START_TEST(knows_foreign_files)
{
	make_good(4);
	elf_image_header(&img)->e_ident[EI_CLASS] ^= 3;
	ck_assert_int_eq(read_image(), -ENOEXEC);
	make_good(4);
	elf_image_header(&img)->e_ident[EI_DATA] ^= 3;
	ck_assert_int_eq(read_image(), -ENOEXEC);
	make_good(4);
	elf_image_header(&img)->e_ident[EI_MAG3] = 'G';
	ck_assert_int_eq(read_image(), -ENOEXEC);
}
END_TEST

/* The same note twice is one; a file that says two things says nothing. */
START_TEST(refuses_two_that_differ)
{
	make_good(4);
	append_ours("cam", "1.2 beta");
	elf_image_segment(&img, 1, PT_NOTE, elf_image_phdr(&img, 1)->p_offset, 4);
	ck_assert_int_eq(read_image(), 0);
	is_cam();
	append_ours("cam", "1.3");
	ck_assert_int_eq(read_image(), 0);
	elf_image_segment(&img, 1, PT_NOTE, elf_image_phdr(&img, 1)->p_offset, 4);
	ck_assert_int_eq(read_image(), -EBADMSG);
}
END_TEST

/* --- damage --- */

static void edit_note(struct libcodec_plugin_note *note, int what)
{
	switch (what) {
	case 0: note->desc_size = 63; break;
	case 1: note->desc_size = 65; break;
	case 2: note->desc_size = UINT32_MAX; break;
	case 3: note->desc_size = UINT32_MAX - 23; break;
	case 4: note->name_size = UINT32_MAX; break;
	case 5: note->name_size = UINT32_MAX - 11; break;
	case 6: note->name_size = 77; break;
	case 7: note->size = 63; break;
	case 8: note->size = 65; break;
	case 9: note->name[0] = '\0'; break;
	case 10: note->name[0] = '-'; break;
	case 11: note->name[1] = 'A'; break;
	case 12: note->name[1] = '/'; break;
	case 13: memset(note->name, 'a', sizeof(note->name)); break;
	case 14: note->name[31] = 'a'; break;
	case 15: memset(note->version, '1', sizeof(note->version)); break;
	case 16: note->version[2] = '\n'; break;
	case 17: note->version[2] = 0x7f; break;
	case 18: note->version[23] = '1'; break;
	default: ck_abort();
	}
}

START_TEST(refuses_broken_notes)
{
	edit_note(make_good(4), _i);
	ck_assert_int_eq(read_image(), -EBADMSG);
	edit_note(make_good(8), _i);
	ck_assert_int_eq(read_image(), -EBADMSG);
}
END_TEST

static void edit_headers(ElfW(Ehdr) *e, ElfW(Phdr) *p, int what)
{
	switch (what) {
	case 0: e->e_phoff = img.size; break;
	case 1: e->e_phoff = img.size + 1; break;
	case 2: e->e_phoff = (ElfW(Off))-1; break;
	case 3: e->e_phoff = (ElfW(Off))0 - sizeof(*p); break;
	case 4: e->e_phentsize = sizeof(*p) - 1; break;
	case 5: e->e_phentsize = 0; break;
	case 6: e->e_phnum = 129; break;
	case 7: e->e_phnum = PN_XNUM; break;
	case 8: p->p_align = 16; break;
	case 9: p->p_align = 5; break;
	case 10: p->p_align = (ElfW(Off))-1; break;
	case 11: p->p_offset = img.size + 1; break;
	case 12: p->p_offset = (ElfW(Off))-8; break;
	case 13: p->p_filesz += 1; break;
	case 14: p->p_filesz = (ElfW(Off))-1; break;
	case 15: p->p_filesz -= 4; break;
	case 16: p->p_filesz = (ElfW(Off))0 - p->p_offset; break;
	default: ck_abort();
	}
}

START_TEST(refuses_broken_headers)
{
	make_good(4);
	edit_headers(elf_image_header(&img), elf_image_phdr(&img, 1), _i);
	ck_assert_int_eq(read_image(), -EBADMSG);
}
END_TEST

START_TEST(refuses_each_cut)
{
	size_t size, whole;

	make_good(4);
	whole = img.size;
	for (size = 0; size < whole; size++)
		ck_assert_int_eq(read_part(size),
				 size < sizeof(ElfW(Ehdr)) ? -ENOEXEC : -EBADMSG);
	ck_assert_int_eq(read_part(whole), 0);
}
END_TEST

/* 1024 notes are read, one more is not, in however many segments. */
START_TEST(counts_notes)
{
	unsigned int i;
	size_t from;

	elf_image_begin(&img, 2);
	from = append_ours("cam", "1.2 beta");
	for (i = 1; i < 1024; i++)
		elf_image_append(&img, NULL, sizeof(ElfW(Nhdr)));
	elf_image_segment(&img, 0, PT_NOTE, from, 4);
	ck_assert_int_eq(read_image(), 0);
	is_cam();
	elf_image_segment(&img, 1, PT_NOTE, from, 4);
	elf_image_phdr(&img, 1)->p_filesz = sizeof(struct libcodec_plugin_note);
	ck_assert_int_eq(read_image(), -EBADMSG);
}
END_TEST

/* As bad as it gets: all headers there may be, each naming all of the file. */
START_TEST(is_bounded)
{
	unsigned int i;

	elf_image_begin(&img, 128);
	elf_image_append(&img, NULL, ELF_IMAGE_MAX - img.size);
	for (i = 0; i < 128; i++)
		elf_image_segment(&img, i, PT_NOTE, sizeof(ElfW(Ehdr)) + 7168, 4);
	ck_assert_int_eq(read_image(), -EBADMSG);
}
END_TEST

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

START_TEST(survives_random_damage)
{
	unsigned int i, k, n, good = 0, broken = 0;
	struct lc_refusal why;
	uint32_t state = 1;
	int r;

	for (i = 0; i < 20000; i++) {
		make_good(i & 1 ? 4 : 8);
		n = 1 + next_random(&state) % 3;
		for (k = 0; k < n; k++)
			img.bytes[next_random(&state) % img.size] =
				(uint8_t)next_random(&state);
		r = read_image();
		ck_assert_msg(r == 0 || r == -ENOENT || r == -EBADMSG || r == -ENOEXEC,
			      "%d", r);
		good += r == 0;
		broken += r == -EBADMSG;
		if (r == 0) {
			ck_assert_uint_lt(strlen(id.name), sizeof(id.name));
			ck_assert_uint_lt(strlen(id.version), sizeof(id.version));
		}
		r = lc_elf_check(fd, "x.so", &why);
		ck_assert_msg(r == 0 || (r == -ENOEXEC && why.error == r &&
					 !strncmp(why.message, "x.so is ", 8)),
			      "%d %s", r, why.message);
	}
	ck_assert_uint_gt(good, 1000);
	ck_assert_uint_gt(broken, 1000);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("elf-file");
	TCase *t;

	t = tcase_create("note");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, reads_what_was_linked);
	tcase_add_loop_test(t, finds_it_with_any_alignment, 0, 5);
	tcase_add_test(t, finds_it_in_any_place);
	tcase_add_test(t, takes_a_longer_one);
	tcase_add_test(t, knows_what_is_not_ours);
	tcase_add_test(t, knows_foreign_files);
	tcase_add_test(t, refuses_two_that_differ);
	tcase_add_loop_test(t, refuses_broken_notes, 0, 19);
	tcase_add_loop_test(t, refuses_broken_headers, 0, 17);
	tcase_add_test(t, refuses_each_cut);
	tcase_add_test(t, counts_notes);
	tcase_add_test(t, is_bounded);
	tcase_add_test(t, survives_random_damage);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return test_main("elf-file", make);
}
