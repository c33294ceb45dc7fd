/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* A session that was late once is late for ever. */
#include "mock-decoding.h"

static __thread bool was_late;

static int session_open(void *priv, void *device, void **ret_session)
{
	was_late = false;
	return decoding_session_open(priv, device, ret_session);
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t verdict =
		was_late ? decoding_late(result) : decoding_decode(session, job, result);

	was_late |= result->error == -ETIMEDOUT;
	return verdict;
}

DECODING_PLUGIN("mock-late-forever", mock->ops.session_open = session_open;
		mock->ops.decode = decode)
