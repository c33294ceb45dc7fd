/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Writes after it returned: what a device still had in its pipe. */
#include "mock-decoding.h"

#include <pthread.h>
#include <unistd.h>

#define LATE_US 20000

static void *late(void *arg)
{
	volatile uint8_t *sample = arg;

	usleep(LATE_US);
	*sample = *sample;
	return NULL;
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t verdict = decoding_decode(session, job, result);
	pthread_t thread;

	if (verdict == LIBCODEC_VERDICT_DONE &&
	    pthread_create(&thread, NULL, late, job->surface->data) == 0)
		pthread_detach(thread);
	return verdict;
}

DECODING_PLUGIN("mock-writes-late", mock->ops.decode = decode)
