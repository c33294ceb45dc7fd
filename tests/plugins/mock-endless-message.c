/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* A message that fills its array and has no end. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t verdict = decoding_decode(session, job, result);

	if (verdict == LIBCODEC_VERDICT_CORRUPT)
		memset(result->message, 'x', sizeof(result->message));
	return verdict;
}

DECODING_PLUGIN("mock-endless-message", mock->ops.decode = decode)
