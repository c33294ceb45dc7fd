/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The JPEG pictures of one file: see frames.h.
 */
#include "config.h"

#include "frames.h"

#include <string.h>
#include <strings.h>

#include <libcodec/decoder.h>

bool frames_expected_in(const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *suffix = strrchr(slash ? slash : file, '.');

	return suffix && (!strcasecmp(suffix, ".mjpeg") || !strcasecmp(suffix, ".mjpg"));
}

void frames_begin(struct frames *f, const void *data, size_t size)
{
	*f = (struct frames){ .data = data, .size = size };
}

bool frames_next(struct frames *f)
{
	if (libcodec_next_jpeg(f->data, f->size, f->offset + f->bytes, &f->offset,
			       &f->bytes) < 0)
		return false;
	f->n++;
	return true;
}

uint64_t frames_count(const void *data, size_t size, uint64_t max, size_t *ret_second)
{
	struct frames f;

	frames_begin(&f, data, size);
	while (f.n < max && frames_next(&f))
		if (f.n == 2)
			*ret_second = f.offset;
	return f.n;
}
