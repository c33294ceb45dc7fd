/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its device gives up in the middle of a frame. */
#include "mock.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	mock_paint(job->surface, 1, MOCK_DIRT, MOCK_DIRT);
	result->error = -EIO;
	snprintf(result->message, sizeof(result->message), "the device gave up");
	return LIBCODEC_VERDICT_FALLBACK;
}

MOCK_PLUGIN("mock-falls-back", mock->ops.decode = decode)
