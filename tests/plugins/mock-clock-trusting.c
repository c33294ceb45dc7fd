/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Loops until the clock has gone on, which one that jumps back need not do. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	struct decoding_session *s = session;
	int64_t begin = s->host->now_ns(s->host), now, last = begin;

	do {
		now = s->host->now_ns(s->host);
		if (now < last) /* "never happens" */
			abort();
		last = now;
	} while (now - begin < 1000);
	return decoding_decode(session, job, result);
}

DECODING_PLUGIN("mock-clock-trusting", mock->ops.decode = decode)
