/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Calls a broken picture done, as it is good enough. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t verdict = decoding_decode(session, job, result);

	if (verdict != LIBCODEC_VERDICT_CORRUPT || result->truncated)
		return verdict;
	memset(result->message, 0, sizeof(result->message));
	result->offset = 0;
	return LIBCODEC_VERDICT_DONE;
}

DECODING_PLUGIN("mock-done-corrupt", mock->ops.decode = decode)
