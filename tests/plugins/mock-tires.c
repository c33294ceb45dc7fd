/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Gives up after some hundreds of frames, as if its buffers were never given back. */
#include "mock-decoding.h"

static __thread unsigned int frames;

static int session_open(void *priv, void *device, void **ret_session)
{
	frames = 0;
	return decoding_session_open(priv, device, ret_session);
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	if (++frames <= 500)
		return decoding_decode(session, job, result);
	result->error = -ENOMEM;
	return LIBCODEC_VERDICT_FALLBACK;
}

DECODING_PLUGIN("mock-tires", mock->ops.session_open = session_open;
		mock->ops.decode = decode)
