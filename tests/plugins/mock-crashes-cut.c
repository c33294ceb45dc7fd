/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Looks for EOI, and takes for granted that there is one. */
#include "mock-decoding.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	const volatile uint8_t *p = job->data + job->jpeg->scan_offset;

	while (!(p[0] == 0xff && p[1] == 0xd9))
		p++;
	return decoding_decode(session, job, result);
}

DECODING_PLUGIN("mock-crashes-cut", mock->ops.decode = decode)
