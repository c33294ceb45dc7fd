/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where a picture is written: see output.h.
 */
#include "config.h"

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codecctl.h"
#include "writers.h"

static const struct {
	const char *suffix;
	enum output_kind kind;
	int (*write)(FILE *to, const struct picture *p);
} formats[] = {
	{ ".yuv", OUTPUT_YUV, write_yuv }, { ".y4m", OUTPUT_Y4M, write_y4m },
	{ ".pgm", OUTPUT_PGM, write_pgm }, { ".ppm", OUTPUT_PPM, write_ppm },
	{ ".png", OUTPUT_PNG, write_png },
};

static bool is_stdout(const char *path)
{
	return !strcmp(path, "-");
}

/* A device, a pipe, a socket: there is nothing to rename. */
static bool is_special(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

enum output_kind output_kind_of(const char *path)
{
	const char *name = strrchr(path, '/');
	const char *suffix = strrchr(name ? name : path, '.');
	size_t i;

	for (i = 0; suffix && i < CTL_ARRAY_SIZE(formats); i++)
		if (!strcmp(suffix, formats[i].suffix))
			return formats[i].kind;
	return is_stdout(path) || is_special(path) ? OUTPUT_YUV : OUTPUT_NONE;
}

const char *output_refuses(enum output_kind kind, uint32_t dtype)
{
	if (kind == OUTPUT_PNG && !write_png_available())
		return "this codecctl was built without libpng, so it writes no .png";
	if (kind == OUTPUT_Y4M && dtype != LIBCODEC_DTYPE_U8)
		return ".y4m holds dtype u8 only; .yuv holds any";
	if (kind != OUTPUT_YUV && dtype != LIBCODEC_DTYPE_U8 &&
	    dtype != LIBCODEC_DTYPE_U16)
		return ".pgm, .ppm and .png hold dtypes u8 and u16 only; .yuv holds any";
	return NULL;
}

static int put_picture(FILE *to, enum output_kind kind, const struct picture *p)
{
	size_t i;

	for (i = 0; i < CTL_ARRAY_SIZE(formats); i++)
		if (formats[i].kind == kind)
			return formats[i].write(to, p);
	return -EINVAL;
}

static int write_stdout(enum output_kind kind, const struct picture *p)
{
	int r = put_picture(stdout, kind, p);

	errno = 0;
	if (r == 0 && fflush(stdout) != 0)
		r = errno ? -errno : -EIO;
	if (r < 0)
		clearerr(stdout); /* it is reported with the file, once */
	return r;
}

/* Close @to; the first failure counts. */
static int finish(FILE *to, int r)
{
	errno = 0;
	if (fclose(to) != 0 && r == 0)
		r = errno ? -errno : -EIO;
	return r;
}

static int write_special(const char *path, enum output_kind kind, const struct picture *p)
{
	FILE *to = fopen(path, "we");

	if (!to)
		return -errno;
	return finish(to, put_picture(to, kind, p));
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

static int fill_temporary(char *name, enum output_kind kind, const struct picture *p)
{
	FILE *to;
	int fd, r;

	fd = open_temporary(name);
	if (fd < 0)
		return -errno;
	half_file = name;
	to = fdopen(fd, "w");
	if (to)
		return finish(to, put_picture(to, kind, p));
	r = -errno;
	close(fd);
	return r;
}

static int write_regular(const char *path, enum output_kind kind, const struct picture *p)
{
	char *temporary;
	int r;

	temporary = temporary_name(path);
	if (!temporary)
		return -ENOMEM;
	watch_signals();
	r = fill_temporary(temporary, kind, p);
	if (r == 0 && rename(temporary, path) < 0)
		r = -errno;
	if (r < 0 && half_file)
		unlink(temporary);
	half_file = NULL;
	free(temporary);
	return r;
}

int output_write(const char *path, enum output_kind kind, const struct picture *p)
{
	char *target;
	int r;

	if (is_stdout(path))
		return write_stdout(kind, p);
	if (is_special(path))
		return write_special(path, kind, p);
	target = realpath(path, NULL); /* a link stays, what it points to is replaced */
	r = write_regular(target ? target : path, kind, p);
	free(target);
	return r;
}
