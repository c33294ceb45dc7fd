/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Writes the whole of each row, up to the stride. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	const struct libcodec_surface *to = job->surface;
	uint32_t verdict = decoding_decode(session, job, result), y;
	uint8_t *row = (uint8_t *)to->data + to->plane_offset[0];

	for (y = 0; verdict == LIBCODEC_VERDICT_DONE && y < to->height; y++) {
		memset(row + to->width, 0, to->plane_stride[0] - to->width);
		row += to->plane_stride[0];
	}
	return verdict;
}

DECODING_PLUGIN("mock-writes-gap", mock->ops.decode = decode)
