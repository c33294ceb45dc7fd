/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Waits for ever where its device would find a broken stream. */
#include "mock-decoding.h"

#include <unistd.h>

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t verdict = decoding_decode(session, job, result);

	while (verdict == LIBCODEC_VERDICT_CORRUPT && !result->truncated)
		pause();
	return verdict;
}

DECODING_PLUGIN("mock-hangs-on-damage", mock->ops.decode = decode)
