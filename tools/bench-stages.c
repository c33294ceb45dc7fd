/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where our own time goes: see bench-stages.h. The trace has one span on each line.
 */
#include "config.h"

#include "bench-stages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libcodec/trace.h>

#include "bench-setup.h"

static struct bench_stage *stage_by_name(struct bench *b, const char *name)
{
	struct bench_stage *stage;
	size_t i;

	for (i = 0; i < b->n_stages; i++)
		if (!strcmp(b->stages[i].name, name))
			return &b->stages[i];
	if (b->n_stages == BENCH_STAGES_MAX)
		return NULL;
	stage = &b->stages[b->n_stages++];
	snprintf(stage->name, sizeof(stage->name), "%s", name);
	return stage;
}

/* {"name":"codec.decode_png",...,"dur":51.897,...}, in microseconds */
static void take_line(struct bench *b, const char *line)
{
	const char *dur = strstr(line, "\"dur\":");
	char name[sizeof(b->stages[0].name)];
	struct bench_stage *stage;

	if (!dur || sscanf(line, "{\"name\":\"%63[^\"]\"", name) != 1)
		return;
	stage = stage_by_name(b, name);
	if (stage)
		stage->ns += strtod(dur + strlen("\"dur\":"), NULL) * 1000;
}

/* "codec.decode_png" of "codec.decode_png.inflate_rows" */
static size_t root_length(const char *name)
{
	size_t length = strcspn(name, ".");

	return name[length] ? length + 1 + strcspn(name + length + 1, ".") : length;
}

static double ns_of_root(const struct bench *b, const char *name)
{
	size_t i, length = root_length(name);

	for (i = 0; i < b->n_stages; i++)
		if (strlen(b->stages[i].name) == length &&
		    !strncmp(b->stages[i].name, name, length))
			return b->stages[i].ns;
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const struct bench_stage *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static int read_trace(struct bench *b, const char *path)
{
	FILE *from = fopen(path, "re");
	char line[1024];
	double root;
	size_t i;

	if (!from)
		return -errno;
	while (fgets(line, sizeof(line), from))
		take_line(b, line);
	fclose(from);
	qsort(b->stages, b->n_stages, sizeof(b->stages[0]), by_name);
	for (i = 0; i < b->n_stages; i++) {
		root = ns_of_root(b, b->stages[i].name);
		b->stages[i].share = root > 0 ? b->stages[i].ns / root : 0;
	}
	return 0;
}

static void decode_all(struct bench *b)
{
	struct bench_picture *pic;
	size_t i;

	for (i = 0; i < b->n_pictures; i++) {
		pic = &b->pictures[i];
		if (pic->result[0].measured)
			libcodec_decoder_decode(b->dec, pic->data, pic->size, pic->image,
						NULL);
	}
}

static int trace_into(struct bench *b, const char *path)
{
	int r;

	decode_all(b); /* so that the spans are not those of cold caches */
	r = libcodec_trace_start(path);
	if (r < 0)
		return r;
	decode_all(b);
	r = libcodec_trace_stop();
	if (r == 0)
		r = read_trace(b, path);
	return r < 0 ? r : bench_setup_measure(b, path);
}

int bench_stages_measure(struct bench *b)
{
	char path[] = P_tmpdir "/codecctl-bench-XXXXXX";
	int fd, r;

	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	close(fd);
	r = trace_into(b, path);
	unlink(path);
	return r;
}
