/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Takes all bytes for the picture's, those behind EOI too. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t verdict = decoding_decode(session, job, result);

	if (verdict == LIBCODEC_VERDICT_DONE)
		result->consumed = job->size;
	return verdict;
}

DECODING_PLUGIN("mock-consumes-all", mock->ops.decode = decode)
