/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where the pictures of one file go: see decode-write.h.
 */
#include "config.h"

#include "decode-write.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool same_file(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Returns false where it is said in @out why. */
static bool may_write(const char *path, const struct decode_target *t,
		      const struct picture *p, struct decode_outcome *out)
{
	const char *why = output_refuses(t->kind, p->dtype);

	if (same_file(t->file, path))
		why = "is the input itself";
	if (why)
		report_output(&out->report, path, why);
	return !why;
}

static void write_alone(const char *path, const struct decode_target *t,
			const struct picture *p, struct decode_outcome *out)
{
	int r;

	if (!may_write(path, t, p, out))
		return;
	r = output_write(path, t->kind, p);
	if (r < 0)
		report_output(&out->report, path, strerror(-r));
}

static void write_numbered(struct decode_writer *w, const struct picture *p,
			   struct decode_outcome *out)
{
	const struct decode_target *t = w->target;
	char *path;

	if (asprintf(&path, "%s-%0*" PRIu64 "%s", t->output, DECODE_NUMBER_DIGITS,
		     out->frame, t->number_suffix) < 0) {
		report_errno(&out->report, -ENOMEM, "out of memory");
		return;
	}
	write_alone(path, t, p, out);
	free(path);
}

static bool fits(struct decode_writer *w, const struct picture *p,
		 struct decode_outcome *out)
{
	const struct output *o = &w->output;
	char why[128];

	if (output_fits(o, p))
		return true;
	snprintf(why, sizeof(why), "a frame of %ux%u %s among those of %ux%u %s",
		 p->width, p->height, libcodec_format_name(p->format), o->width,
		 o->height, libcodec_format_name(o->format));
	report_output(&out->report, w->target->output, why);
	return false;
}

/* What cannot be written once is not tried with the frames that follow. */
static void write_failed(struct decode_writer *w, struct decode_outcome *out, int error)
{
	report_output(&out->report, w->target->output, strerror(-error));
	if (w->open)
		output_close(&w->output, error);
	w->open = false;
	w->dead = true;
}

static void write_appended(struct decode_writer *w, const struct picture *p,
			   struct decode_outcome *out)
{
	const struct decode_target *t = w->target;
	int r = 0;

	if (!w->open) {
		w->dead = !may_write(t->output, t, p, out);
		if (w->dead)
			return;
		r = output_open(&w->output, t->output, t->kind);
		w->open = r == 0;
	}
	if (r == 0 && !fits(w, p, out))
		return;
	if (r == 0)
		r = output_add(&w->output, p);
	if (r < 0)
		write_failed(w, out, r);
}

void decode_write(struct decode_writer *w, const struct picture *p,
		  struct decode_outcome *out)
{
	const struct decode_target *t = w->target;

	if (!t->series)
		write_alone(t->output, t, p, out);
	else if (t->number_suffix)
		write_numbered(w, p, out);
	else
		write_appended(w, p, out);
}

void decode_write_end(struct decode_writer *w, struct decode_outcome *out)
{
	int r;

	if (!w->open)
		return;
	w->open = false;
	r = output_close(&w->output, 0);
	if (r < 0)
		report_output(&out->report, w->target->output, strerror(-r));
}
