/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Declines restart intervals, and doesn't say why. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	return job->jpeg->restart_interval ? LIBCODEC_VERDICT_NOT_APPLICABLE :
					     decoding_decode(session, job, result);
}

DECODING_PLUGIN("mock-declines-mutely", mock->ops.decode = decode)
