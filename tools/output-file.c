/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A file that appears whole or not at all: see output-file.h.
 */
#include "config.h"

#include "output-file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codecctl.h"

bool output_file_is_special(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* The half file, for the signal handler. */
static char *volatile half_file;

static void on_signal(int number)
{
	if (half_file)
		unlink(half_file);
	signal(number, SIG_DFL);
	raise(number);
}

static void watch_signals(void)
{
	static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };
	static bool watching;
	struct sigaction action = { .sa_handler = on_signal }, old;
	size_t i;

	if (watching)
		return;
	watching = true;
	for (i = 0; i < CTL_ARRAY_SIZE(numbers); i++)
		if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
			sigaction(numbers[i], &action, NULL);
}

/* "DIR/NAME" becomes "DIR/.codecctl-XXXXXX": the same folder, no longer name. */
static char *temporary_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	int dir = slash ? (int)(slash - path) + 1 : 0;
	char *name;

	if (asprintf(&name, "%.*s.codecctl-XXXXXX", dir, path) < 0)
		return NULL;
	return name;
}

/* Make the file, with the mode that open() would give it, unlike mkstemp(). */
static int open_temporary(char *name)
{
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	fd = mkostemp(name, O_CLOEXEC);
	if (fd >= 0)
		fchmod(fd, 0666 & ~mask);
	return fd;
}

static void forget(struct output_file *f)
{
	half_file = NULL;
	free(f->target);
	free(f->temporary);
	*f = (struct output_file){ 0 };
}

static int open_regular(struct output_file *f, const char *path)
{
	int fd, r;

	f->target = realpath(path, NULL); /* a link stays, its target is replaced */
	if (!f->target)
		f->target = strdup(path);
	f->temporary = f->target ? temporary_name(f->target) : NULL;
	if (!f->temporary)
		return -ENOMEM;
	watch_signals();
	fd = open_temporary(f->temporary);
	if (fd < 0)
		return -errno;
	half_file = f->temporary;
	f->to = fdopen(fd, "w");
	if (f->to)
		return 0;
	r = -errno;
	close(fd);
	unlink(f->temporary);
	return r;
}

int output_file_open(struct output_file *f, const char *path)
{
	int r;

	*f = (struct output_file){ 0 };
	if (!strcmp(path, "-")) {
		f->to = stdout;
		return 0;
	}
	if (output_file_is_special(path)) {
		f->to = fopen(path, "we");
		return f->to ? 0 : -errno;
	}
	r = open_regular(f, path);
	if (r < 0)
		forget(f);
	return r;
}

/* The first failure counts. */
static int flush_or_close(FILE *to, int error)
{
	int r;

	errno = 0;
	r = to == stdout ? fflush(to) : fclose(to);
	if (r != 0 && error == 0)
		error = errno ? -errno : -EIO;
	if (error < 0 && to == stdout)
		clearerr(stdout); /* it is reported with the file, once */
	return error;
}

int output_file_close(struct output_file *f, int error)
{
	error = flush_or_close(f->to, error);
	if (error == 0 && f->temporary && rename(f->temporary, f->target) < 0)
		error = -errno;
	if (error < 0 && f->temporary)
		unlink(f->temporary);
	forget(f);
	return error;
}
