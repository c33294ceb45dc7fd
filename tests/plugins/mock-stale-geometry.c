/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Keeps the height of its first frame for all that follow. */
#include "mock-decoding.h"

/* Around the session of mock-decoding.h. */
struct session {
	void *decoding;
	uint32_t height;
};

static int session_open(void *priv, void *device, void **ret_session)
{
	struct session *s = calloc(1, sizeof(*s));
	int r;

	if (!s)
		return -ENOMEM;
	r = decoding_session_open(priv, device, &s->decoding);
	if (r < 0)
		free(s);
	else
		*ret_session = s;
	return r;
}

static void session_close(void *session)
{
	struct session *s = session;

	decoding_session_close(s->decoding);
	free(s);
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	struct libcodec_surface to = *job->surface;
	struct libcodec_decode_job mine = *job;
	struct session *s = session;

	if (!s->height)
		s->height = to.height;
	if (s->height < to.height)
		to.height = s->height;
	mine.surface = &to;
	return decoding_decode(s->decoding, &mine, result);
}

DECODING_PLUGIN("mock-stale-geometry", mock->ops.session_open = session_open;
		mock->ops.session_close = session_close; mock->ops.decode = decode)
