/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* All of its sessions have one scratch picture. */
#include "mock-decoding.h"

#include <unistd.h>

#define SCRATCH_BYTES (8u << 20)
#define WAIT_US	      100

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	static uint8_t scratch[SCRATCH_BYTES];
	const struct libcodec_surface *to = job->surface;
	struct libcodec_surface mine = *to;
	struct libcodec_decode_job theirs = *job;
	uint32_t verdict, y;

	if (to->size > sizeof(scratch))
		return LIBCODEC_VERDICT_FALLBACK;
	mine.data = scratch;
	theirs.surface = &mine;
	verdict = decoding_decode(session, &theirs, result);
	usleep(WAIT_US);
	for (y = 0; verdict == LIBCODEC_VERDICT_DONE && y < to->height; y++) {
		size_t at = to->plane_offset[0] + (size_t)y * to->plane_stride[0];

		memcpy((uint8_t *)to->data + at, scratch + at, to->width);
	}
	return verdict;
}

DECODING_PLUGIN("mock-shares-state", mock->ops.decode = decode)
