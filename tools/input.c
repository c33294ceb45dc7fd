/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads a whole file, a pipe or standard input: see input.h.
 */
#include "config.h"

#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOO_LARGE "is larger than 1 GiB"

static const char *errno_sentence(void)
{
	switch (errno) {
	case ENOENT:
	case ENOTDIR:
		return "no such file";
	case EACCES:
		return "permission denied";
	case EISDIR:
		return "is a directory";
	case ENOMEM:
		return "out of memory";
	default:
		return strerror(errno);
	}
}

static int grow(struct input *in, size_t capacity)
{
	unsigned char *data;

	if (capacity <= in->capacity)
		return 0;
	data = realloc(in->data, capacity);
	if (!data)
		return -1;
	in->data = data;
	in->capacity = capacity;
	return 0;
}

/* One byte more than the file is said to have, so that its end is seen by one read. */
static size_t first_capacity(const struct stat *st)
{
	if (S_ISREG(st->st_mode) && st->st_size > 0)
		return (size_t)st->st_size + 1;
	return 65536;
}

/* Returns 1 at the end, 0 to go on, -1 with @ret_why set. */
static int read_some(struct input *in, int fd, const char **ret_why)
{
	ssize_t n;

	if (in->size == in->capacity && grow(in, in->capacity * 2) < 0) {
		*ret_why = "out of memory";
		return -1;
	}
	n = read(fd, in->data + in->size, in->capacity - in->size);
	if (n < 0 && errno == EINTR)
		return 0;
	if (n < 0) {
		*ret_why = errno_sentence();
		return -1;
	}
	in->size += (size_t)n;
	if (in->size > INPUT_BYTES_MAX) {
		*ret_why = TOO_LARGE;
		return -1;
	}
	return n == 0;
}

static int read_fd(struct input *in, int fd, const char **ret_why)
{
	struct stat st;
	int r;

	in->size = 0;
	*ret_why = NULL;
	if (fstat(fd, &st) < 0)
		*ret_why = errno_sentence();
	else if (S_ISDIR(st.st_mode))
		*ret_why = "is a directory";
	else if (S_ISREG(st.st_mode) && (uint64_t)st.st_size > INPUT_BYTES_MAX)
		*ret_why = TOO_LARGE;
	else if (grow(in, first_capacity(&st)) < 0)
		*ret_why = "out of memory";
	if (*ret_why)
		return -1;
	do
		r = read_some(in, fd, ret_why);
	while (r == 0);
	if (r > 0 && in->size == 0)
		*ret_why = "is empty";
	return *ret_why ? -1 : 0;
}

int input_read(struct input *in, const char *path, const char **ret_why)
{
	int fd, r;

	if (!strcmp(path, "-"))
		return read_fd(in, STDIN_FILENO, ret_why);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0) {
		*ret_why = errno_sentence();
		return -1;
	}
	r = read_fd(in, fd, ret_why);
	close(fd);
	return r;
}

void input_done(struct input *in)
{
	free(in->data);
	memset(in, 0, sizeof(*in));
}
