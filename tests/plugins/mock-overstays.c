/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Waits for its device as long as it takes, whatever the deadline is. */
#include "mock-decoding.h"

#include <unistd.h>

#define WAIT_US 150000

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	struct decoding_session *s = session;
	struct libcodec_decode_job no_deadline = *job;

	no_deadline.deadline_ns = 0;
	if (job->deadline_ns && s->host->now_ns(s->host) >= job->deadline_ns)
		usleep(WAIT_US);
	return decoding_decode(session, &no_deadline, result);
}

DECODING_PLUGIN("mock-overstays", mock->ops.decode = decode)
