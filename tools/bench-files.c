/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which files codecctl bench measures, and their bytes: see bench-files.h.
 */
#include "config.h"

#include "bench-files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "codecctl.h"
#include "input.h"

/* A new picture, which owns @file, or NULL without memory. */
static struct bench_picture *add(struct bench *b, char *file)
{
	struct bench_picture *pictures;

	if (!file)
		return NULL;
	pictures = realloc(b->pictures, (b->n_pictures + 1) * sizeof(*pictures));
	if (!pictures) {
		free(file);
		return NULL;
	}
	b->pictures = pictures;
	memset(&pictures[b->n_pictures], 0, sizeof(*pictures));
	pictures[b->n_pictures].file = file;
	return &pictures[b->n_pictures++];
}

static int read_picture(struct bench_picture *pic)
{
	struct input in = { 0 };
	const char *why;

	if (input_read(&in, pic->file, &why) < 0) {
		report_input(&pic->report, why);
		input_done(&in);
		return 0;
	}
	pic->data = realloc(in.data, in.size + BENCH_PADDING);
	if (!pic->data) {
		input_done(&in);
		return -ENOMEM;
	}
	memset(pic->data + in.size, 0, BENCH_PADDING);
	pic->size = in.size;
	return 0;
}

static int add_file(struct bench *b, char *file)
{
	struct bench_picture *pic = add(b, file);

	return pic ? read_picture(pic) : -ENOMEM;
}

static int is_picture(const struct dirent *entry)
{
	static const char *const suffixes[] = { ".jpg", ".jpeg", ".jpe", ".jfif",
						".png" };
	const char *suffix = strrchr(entry->d_name, '.');
	size_t i;

	for (i = 0; suffix && i < CTL_ARRAY_SIZE(suffixes); i++)
		if (!strcasecmp(suffix, suffixes[i]))
			return 1;
	return 0;
}

static char *join(const char *dir, const char *name)
{
	const char *slash = dir[strlen(dir) - 1] == '/' ? "" : "/";
	char *path;

	return asprintf(&path, "%s%s%s", dir, slash, name) < 0 ? NULL : path;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* A folder without pictures is a failure, as a file that is none would be. */
static int add_refused(struct bench *b, const char *dir, const char *why)
{
	struct bench_picture *pic = add(b, strdup(dir));

	if (!pic)
		return -ENOMEM;
	report_input(&pic->report, why);
	return 0;
}

static int add_dir(struct bench *b, const char *dir)
{
	struct dirent **entries;
	int i, n, r = 0;

	n = scandir(dir, &entries, is_picture, by_name);
	if (n < 0)
		return add_refused(b, dir, strerror(errno));
	if (n == 0)
		r = add_refused(b, dir, "holds no .jpg, .jpeg, .jpe, .jfif or .png file");
	for (i = 0; i < n; i++) {
		if (r == 0)
			r = add_file(b, join(dir, entries[i]->d_name));
		free(entries[i]);
	}
	free(entries);
	return r;
}

static bool is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int bench_files_load(struct bench *b)
{
	const char *file;
	int i, r = 0;

	for (i = 0; i < b->opt->n_files && r == 0; i++) {
		file = b->opt->files[i];
		r = is_dir(file) ? add_dir(b, file) : add_file(b, strdup(file));
	}
	return r;
}

/* Up to behind the last slash that both have in common. */
static size_t common(const char *a, const char *b, size_t max)
{
	size_t i, ret = 0;

	for (i = 0; i < max && a[i] && a[i] == b[i]; i++)
		if (a[i] == '/')
			ret = i + 1;
	return ret;
}

void bench_files_shorten(struct bench *b)
{
	const char *first = b->pictures[0].file;
	size_t i;

	b->prefix = strlen(first);
	for (i = 0; i < b->n_pictures; i++)
		b->prefix = common(first, b->pictures[i].file, b->prefix);
}

const char *bench_short_name(const struct bench *b, const struct bench_picture *pic)
{
	return pic->file + b->prefix;
}
