/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Takes a signal for an error. */
#include "mock-decoding.h"

#include <time.h>

#define WAIT_NS 300000

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	const struct timespec wait = { .tv_nsec = WAIT_NS };

	if (nanosleep(&wait, NULL) < 0) {
		result->error = -errno;
		return LIBCODEC_VERDICT_FALLBACK;
	}
	return decoding_decode(session, job, result);
}

DECODING_PLUGIN("mock-eintr", mock->ops.decode = decode)
