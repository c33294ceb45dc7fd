/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which file is written where: see decode-targets.h.
 */
#include "config.h"

#include "decode-targets.h"

#include <stdlib.h>
#include <string.h>

#include "codecctl.h"

#define DIR_SUFFIX ".png"

/* "DIR/NAME" and the suffix for "any/NAME.jpg"; "stdin" for "-". */
static char *name_in_dir(const char *dir, const char *file, const char *suffix)
{
	const char *slash = strrchr(file, '/');
	const char *base = slash ? slash + 1 : file;
	const char *dot = strrchr(base, '.');
	int length = (int)(dot && dot != base ? (size_t)(dot - base) : strlen(base));
	char *path;

	if (!strcmp(file, "-")) {
		base = "stdin";
		length = 5;
	}
	if (asprintf(&path, "%s%s%.*s%s", dir, dir[strlen(dir) - 1] == '/' ? "" : "/",
		     length, base, suffix) < 0)
		return NULL;
	return path;
}

/* Returns false where memory ran out. */
static bool set_target(const struct decode_options *opt, const char *file,
		       struct decode_target *t)
{
	*t = (struct decode_target){
		.file = file,
		.kind = opt->kind,
		.series = decode_options_series(opt, file),
	};
	if (!opt->output)
		return true;
	if (!opt->output_is_dir) {
		t->output = strdup(opt->output);
	} else if (t->series) {
		t->output = name_in_dir(opt->output, file, "");
		t->number_suffix = DIR_SUFFIX;
	} else {
		t->output = name_in_dir(opt->output, file, DIR_SUFFIX);
	}
	return t->output;
}

static int compare_outputs(const void *a, const void *b)
{
	const struct decode_target *const *x = a, *const *y = b;

	return strcmp((*x)->output, (*y)->output);
}

/* Whether @path may be a frame of the series: its output, "-", digits, the suffix. */
static bool is_frame_of(const struct decode_target *series, const char *path)
{
	size_t length = strlen(series->output), digits;

	if (strncmp(path, series->output, length) || path[length] != '-')
		return false;
	path += length + 1;
	digits = strspn(path, "0123456789");
	return digits >= DECODE_NUMBER_DIGITS &&
	       !strcmp(path + digits, series->number_suffix);
}

static int clash(const char *path)
{
	return ctl_usage("decode", "two files would both become %s", path);
}

/* @sorted by their outputs: what is equal is side by side. */
static int find_clash(struct decode_target *const *sorted, size_t n)
{
	size_t i, k;

	for (i = 1; i < n; i++)
		if (!strcmp(sorted[i - 1]->output, sorted[i]->output))
			return clash(sorted[i]->output);
	for (i = 0; i < n; i++)
		for (k = 0; sorted[i]->series && k < n; k++)
			if (!sorted[k]->series &&
			    is_frame_of(sorted[i], sorted[k]->output))
				return clash(sorted[k]->output);
	return CTL_OK;
}

/* Two files with one output would lose a picture: said before any work is done. */
static int check_clashes(struct decode_target *targets, size_t n)
{
	struct decode_target **sorted = malloc(n * sizeof(struct decode_target *));
	size_t i;
	int r;

	if (!sorted) {
		ctl_error("out of memory");
		return CTL_FAILED;
	}
	for (i = 0; i < n; i++)
		sorted[i] = &targets[i];
	qsort(sorted, n, sizeof(struct decode_target *), compare_outputs);
	r = find_clash(sorted, n);
	free(sorted);
	return r;
}

int decode_targets_new(const struct decode_options *opt, struct decode_target **ret)
{
	struct decode_target *targets;
	int i;

	targets = calloc((size_t)opt->n_files, sizeof(*targets));
	for (i = 0; targets && i < opt->n_files; i++)
		if (!set_target(opt, opt->files[i], &targets[i]))
			break;
	*ret = targets;
	if (i < opt->n_files) {
		ctl_error("out of memory");
		return CTL_FAILED;
	}
	return opt->output_is_dir ? check_clashes(targets, (size_t)opt->n_files) : CTL_OK;
}

void decode_targets_free(struct decode_target *targets, int n)
{
	int i;

	for (i = 0; targets && i < n; i++)
		free(targets[i].output);
	free(targets);
}
