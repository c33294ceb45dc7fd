/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads a file with a Pelorus blob, and what of it the library has no function for: the
 * header's fields and the list of sections, those that it doesn't know too.
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blob-file.h"

#include <pelorus/carrier.h>

/* Unwrap what was read. Returns 0 or -1 as blob_file_read(). */
static int unwrap(struct blob_file *f, const char **ret_why)
{
	pel_result r;

	f->scratch = malloc(f->input.size);
	if (!f->scratch) {
		*ret_why = "out of memory";
		return -1;
	}
	r = pel_blob_unwrap(f->input.data, f->input.size, f->scratch, f->input.size,
			    &f->blob, &f->size);
	if (r == PEL_OK && !pel_blob_is_present(f->blob, f->size))
		r = f->size < PELORUS_SIDEDATA_UUID_LEN + sizeof(f->header) ?
			    PEL_ERR_TRUNCATED :
			    PEL_ERR_ABI;
	if (r == PEL_OK)
		return 0;
	*ret_why = r == PEL_ERR_ABSENT ? "is no blob" : pel_result_str(r);
	return -1;
}

int blob_file_read(struct blob_file *f, const char *path, const char **ret_why)
{
	free(f->scratch);
	f->scratch = NULL;
	if (input_read(&f->input, path, ret_why) < 0)
		return -1;
	if (unwrap(f, ret_why) < 0)
		return -1;
	f->is_carried = f->blob == f->scratch;
	memcpy(&f->header, f->blob + PELORUS_SIDEDATA_UUID_LEN, sizeof(f->header));
	return 0;
}

void blob_file_done(struct blob_file *f)
{
	free(f->scratch);
	f->scratch = NULL;
	input_done(&f->input);
}

bool blob_file_entry(const struct blob_file *f, unsigned int index,
		     PelorusSectionDir *ret)
{
	size_t at = PELORUS_SIDEDATA_UUID_LEN + (size_t)f->header.header_size +
		    (size_t)index * sizeof(*ret);

	if (index >= f->header.section_count || at > f->size ||
	    f->size - at < sizeof(*ret))
		return false;
	memcpy(ret, f->blob + at, sizeof(*ret));
	return true;
}
