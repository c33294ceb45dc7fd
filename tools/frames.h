/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The JPEG pictures of one file, one after another: Motion JPEG, and what a camera
 * appends.
 */
#ifndef CODECCTL_FRAMES_H
#define CODECCTL_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frames {
	const unsigned char *data;
	size_t size;
	uint64_t n;           /* frames so far: the number of this one, from 1 */
	size_t offset, bytes; /* this one, in data */
};

/* Whether the name says Motion JPEG: .mjpeg or .mjpg, in any case. */
bool frames_expected_in(const char *file);

/* Before the first frame of these bytes, which have to stay. */
void frames_begin(struct frames *f, const void *data, size_t size);
/* Go to the next one. Returns false where there is none. */
bool frames_next(struct frames *f);

/* How many there are, up to @max; *ret_second: where the second one begins. */
uint64_t frames_count(const void *data, size_t size, uint64_t max, size_t *ret_second);

#endif
