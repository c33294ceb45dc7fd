/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* A verdict of its own where a stream is broken. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t verdict = decoding_decode(session, job, result);

	return verdict == LIBCODEC_VERDICT_CORRUPT ? 77 : verdict;
}

DECODING_PLUGIN("mock-new-verdict", mock->ops.decode = decode)
