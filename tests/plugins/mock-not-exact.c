/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Says BIT_EXACT, and rounds differently. */
#include "mock-decoding.h"

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	int r = decoding_cap_get(priv, device, index, cap);

	cap->flags |= LIBCODEC_CAP_BIT_EXACT;
	return r;
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t verdict = decoding_decode(session, job, result);
	uint8_t *sample = (uint8_t *)job->surface->data + job->surface->plane_offset[0];

	if (verdict == LIBCODEC_VERDICT_DONE)
		*sample ^= 1;
	return verdict;
}

DECODING_PLUGIN("mock-not-exact", mock->plugin.cap_get = cap_get;
		mock->ops.decode = decode)
