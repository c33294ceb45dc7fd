/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It calls good streams broken. */
#include "mock.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	mock_paint(job->surface, 1, MOCK_DIRT, MOCK_DIRT);
	result->error = -EBADMSG;
	result->offset = job->size / 2;
	snprintf(result->message, sizeof(result->message), "I do not like it");
	return LIBCODEC_VERDICT_CORRUPT;
}

MOCK_PLUGIN("mock-lies-corrupt", mock->ops.decode = decode)
