/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Software that refuses to work in the child of a fork(). */
#include "mock-decoding.h"

#include <unistd.h>

static pid_t owner;

static int session_open(void *priv, void *device, void **ret_session)
{
	owner = getpid();
	return decoding_session_open(priv, device, ret_session);
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	if (getpid() == owner)
		return decoding_decode(session, job, result);
	result->error = -ECHILD;
	return LIBCODEC_VERDICT_FALLBACK;
}

DECODING_PLUGIN("mock-no-fork", mock->ops.session_open = session_open;
		mock->ops.decode = decode)
