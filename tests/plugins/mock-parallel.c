/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It paints with as many threads as it may, in tasks that wait for those before them. */
#include "mock.h"

#define TASKS 4

struct picture {
	const struct libcodec_surface *surface;
	uint32_t done; /* atomic */
};

static int init(const struct libcodec_host *host, void **ret_priv)
{
	if (!LIBCODEC_HAS(host, parallel_for))
		return -ENOSYS;
	*ret_priv = (void *)(uintptr_t)host;
	return 0;
}

static void paint(void *arg, uint32_t index)
{
	struct picture *p = arg;

	while (__atomic_load_n(&p->done, __ATOMIC_ACQUIRE) != index)
		;
	if (index < p->surface->n_planes)
		mock_paint(p->surface, index + 1, MOCK_LUMA, MOCK_CHROMA);
	__atomic_store_n(&p->done, index + 1, __ATOMIC_RELEASE);
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	const struct libcodec_host *host = session;
	struct picture p = { .surface = job->surface };
	int r = host->parallel_for(host, job->threads, TASKS, paint, &p);

	if (r < 1 || r > (int)job->threads || p.done != TASKS) {
		result->error = -EPROTO;
		return LIBCODEC_VERDICT_FALLBACK;
	}
	result->consumed = job->size;
	return LIBCODEC_VERDICT_DONE;
}

MOCK_PLUGIN("mock-parallel", mock->plugin.init = init; mock->ops.decode = decode)
