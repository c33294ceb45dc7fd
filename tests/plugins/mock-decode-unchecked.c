/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Doesn't look whether the first frame got its memory. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	struct decoding_session *s = session;

	if (!s->p) {
		volatile char *volatile scratch = malloc(64);

		scratch[0] = 1;
		free((void *)scratch);
	}
	return decoding_decode(session, job, result);
}

DECODING_PLUGIN("mock-decode-unchecked", mock->ops.decode = decode)
