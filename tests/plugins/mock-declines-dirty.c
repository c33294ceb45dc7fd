/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Finds restart intervals, which it can't do, only when the first row is written. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	if (!job->jpeg->restart_interval)
		return decoding_decode(session, job, result);
	memset(job->surface->data, MOCK_DIRT, job->surface->width);
	result->reasons = LIBCODEC_REASON_PROCESS;
	strcpy(result->message, "no restart intervals");
	return LIBCODEC_VERDICT_NOT_APPLICABLE;
}

DECODING_PLUGIN("mock-declines-dirty", mock->ops.decode = decode)
