/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Reads the byte behind the stream, as a reader of words does. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	const volatile uint8_t *behind = job->data + job->size;

	result->detail = *behind;
	return decoding_decode(session, job, result);
}

DECODING_PLUGIN("mock-reads-behind", mock->ops.decode = decode)
