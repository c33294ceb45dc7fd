/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Closing a session clears what all of them share. */
#include "mock-decoding.h"

#include <unistd.h>

static uint32_t sessions_closed;

static void session_close(void *session)
{
	__atomic_fetch_add(&sessions_closed, 1, __ATOMIC_RELAXED);
	decoding_session_close(session);
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t before = __atomic_load_n(&sessions_closed, __ATOMIC_RELAXED), verdict;

	usleep(1000);
	verdict = decoding_decode(session, job, result);
	if (before == __atomic_load_n(&sessions_closed, __ATOMIC_RELAXED))
		return verdict;
	result->error = -EIO;
	return LIBCODEC_VERDICT_FALLBACK;
}

DECODING_PLUGIN("mock-close-clears", mock->ops.session_close = session_close;
		mock->ops.decode = decode)
