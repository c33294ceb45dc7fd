/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A file that holds a Pelorus blob, as such or in a carrier.
 */
#ifndef BLOB_FILE_H
#define BLOB_FILE_H

#include <stddef.h>
#include <stdint.h>

#include <pelorus/interop.h>

#include "input.h"

struct blob_file {
	struct input input;
	uint8_t *scratch; /* of a carrier */
	const uint8_t *blob; /* in input or scratch, at a multiple of 8 */
	size_t size;
	bool is_carried;
	PelorusSideData header;
};

/*
 * Read @path, "-" for standard input. Returns 0, or -1 with a sentence in *ret_why that
 * is valid until the next call. What came before is gone either way.
 */
int blob_file_read(struct blob_file *f, const char *path, const char **ret_why);
void blob_file_done(struct blob_file *f);

/* Entry @index of the directory; false behind the last one or what was received. */
bool blob_file_entry(const struct blob_file *f, unsigned int index,
		     PelorusSectionDir *ret);

#endif
