/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Writes the seeds of the fuzz target note into a folder: small ELF files of this
 * machine's kind, since those of another are turned away at their first bytes.
 */
#include "config.h"

#include <stdio.h>

#include "elf-image.h"

static struct elf_image img;

static int save(const char *folder, const char *name)
{
	char path[4096];
	size_t done;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "wbe");
	if (!f) {
		perror(path);
		return 1;
	}
	done = fwrite(img.bytes, 1, img.size, f);
	if (fclose(f) || done != img.size) {
		perror(path);
		return 1;
	}
	return 0;
}

static void append_ours(const char *name, const char *version)
{
	struct libcodec_plugin_note note = elf_image_ours(name, version);

	elf_image_append(&img, &note, sizeof(note));
}

/* As linkers do it: one to map, then notes of both alignments. */
static void make_linked(void)
{
	size_t from;

	elf_image_begin(&img, 3);
	from = elf_image_note(&img, "GNU", 5, 16, 8);
	elf_image_segment(&img, 1, PT_NOTE, from, 8);
	from = elf_image_note(&img, "GNU", 3, 20, 4);
	append_ours("seed", "1.0");
	elf_image_segment(&img, 2, PT_NOTE, from, 4);
	elf_image_segment(&img, 0, PT_LOAD, 0, 4096);
}

/* The least there is. */
static void make_small(void)
{
	size_t from;

	elf_image_begin(&img, 1);
	from = img.size;
	append_ours("a", "");
	elf_image_segment(&img, 0, PT_NOTE, from, 8);
}

static void make_two(const char *version)
{
	size_t from;

	elf_image_begin(&img, 1);
	from = img.size;
	append_ours("seed", "1");
	append_ours("seed", version);
	elf_image_segment(&img, 0, PT_NOTE, from, 4);
}

static void make_none(void)
{
	size_t from;

	elf_image_begin(&img, 2);
	from = elf_image_note(&img, "libcodec", 2, 64, 4);
	elf_image_segment(&img, 0, PT_NOTE, from, 4);
	elf_image_segment(&img, 1, PT_LOAD, 0, 4096);
}

int main(int argc, char **argv)
{
	int failed = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
		return 2;
	}
	make_linked();
	failed |= save(argv[1], "linked.so");
	elf_image_header(&img)->e_machine ^= 1;
	failed |= save(argv[1], "machine.so");
	make_small();
	failed |= save(argv[1], "small.so");
	make_two("1");
	failed |= save(argv[1], "twice.so");
	make_two("2");
	failed |= save(argv[1], "differ.so");
	make_none();
	failed |= save(argv[1], "none.so");
	return failed;
}
