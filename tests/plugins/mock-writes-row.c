/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Writes one row too many, as if pictures were a multiple of 2 high. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	const struct libcodec_surface *to = job->surface;
	uint32_t verdict = decoding_decode(session, job, result);
	uint8_t *row = (uint8_t *)to->data + to->plane_offset[0] +
		       (size_t)to->height * to->plane_stride[0];

	if (verdict == LIBCODEC_VERDICT_DONE && to->height & 1)
		memset(row, 0, to->width);
	return verdict;
}

DECODING_PLUGIN("mock-writes-row", mock->ops.decode = decode)
