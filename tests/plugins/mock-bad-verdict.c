/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its verdict is none. */
#include "mock.h"

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	return 77;
}

MOCK_PLUGIN("mock-bad-verdict", mock->ops.decode = decode)
