/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Says DONE, and leaves the last row as it was. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	struct libcodec_surface to = *job->surface;
	struct libcodec_decode_job less = *job;

	less.surface = &to;
	if (to.height > 1)
		to.height--;
	return decoding_decode(session, &less, result);
}

DECODING_PLUGIN("mock-unwritten", mock->ops.decode = decode)
