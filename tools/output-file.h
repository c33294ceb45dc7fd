/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A file that appears whole or not at all; standard output, a device or a pipe as it is.
 */
#ifndef CODECCTL_OUTPUT_FILE_H
#define CODECCTL_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* One is open at a time. All zero: none. */
struct output_file {
	FILE *to;
	char *target;    /* where a regular file will be, or NULL */
	char *temporary; /* what it is called until then */
};

/* A device, a pipe, a socket: there is nothing to rename. */
bool output_file_is_special(const char *path);

/* "-" is standard output. Returns 0 or a negative errno. */
int output_file_open(struct output_file *f, const char *path);

/*
 * Close it, and put a regular file in its place if @error is 0, else remove it. Returns
 * @error, or the failure to do so.
 */
int output_file_close(struct output_file *f, int error);

#endif
