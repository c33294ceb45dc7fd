/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads a whole file, a pipe or standard input into memory that is kept for the next one.
 */
#ifndef CODECCTL_INPUT_H
#define CODECCTL_INPUT_H

#include <stddef.h>

/* Larger files are refused; larger pictures are over the decoder's limits anyway. */
#define INPUT_BYTES_MAX ((size_t)1 << 30)

struct input {
	unsigned char *data;
	size_t size;
	size_t capacity;
};

/*
 * Read @path, "-" for standard input.
 * Returns 0, or -1 with a sentence in *ret_why that is valid until the next call.
 */
int input_read(struct input *in, const char *path, const char **ret_why);

void input_done(struct input *in);

#endif
