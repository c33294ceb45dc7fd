/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Takes memory for each frame, and gives it back. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	void *volatile scratch = malloc(4096);
	uint32_t verdict = decoding_decode(session, job, result);

	free(scratch);
	return verdict;
}

DECODING_PLUGIN("mock-allocates", mock->ops.decode = decode)
