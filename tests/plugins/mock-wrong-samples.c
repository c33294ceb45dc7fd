/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Samples that are far from right: a few bits of each are lost. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	const struct libcodec_surface *to = job->surface;
	uint32_t verdict = decoding_decode(session, job, result), x, y;
	uint8_t *row = (uint8_t *)to->data + to->plane_offset[0];

	for (y = 0; verdict == LIBCODEC_VERDICT_DONE && y < to->height; y++) {
		for (x = 0; x < to->width; x++)
			row[x] &= 0xc0;
		row += to->plane_stride[0];
	}
	return verdict;
}

DECODING_PLUGIN("mock-wrong-samples", mock->ops.decode = decode)
