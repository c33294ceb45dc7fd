/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Declines a size that its capabilities have. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	if (job->surface->width != 64 || job->surface->height != 64)
		return decoding_decode(session, job, result);
	result->reasons = LIBCODEC_REASON_SIZE;
	return LIBCODEC_VERDICT_NOT_APPLICABLE;
}

DECODING_PLUGIN("mock-declines-claimed", mock->ops.decode = decode)
