/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It claims everything and takes nothing. */
#include "mock.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	result->reasons = LIBCODEC_REASON_SUBSAMPLING;
	result->feature = LIBCODEC_FEATURE_SUBSAMPLING;
	snprintf(result->message, sizeof(result->message), "not on a Sunday");
	return LIBCODEC_VERDICT_NOT_APPLICABLE;
}

MOCK_PLUGIN("mock-declines", mock->ops.decode = decode)
