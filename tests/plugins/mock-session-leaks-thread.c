/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Sessions leave threads behind, one in 20 ms. */
#include "mock-decoding.h"

#include <pthread.h>
#include <unistd.h>

static void *wait_for_ever(void *arg)
{
	for (;;)
		pause();
	return arg;
}

static int session_open(void *priv, void *device, void **ret_session)
{
	static int64_t last;
	pthread_t thread;

	if (decoding_due(priv, 20, &last) &&
	    pthread_create(&thread, NULL, wait_for_ever, NULL) == 0)
		pthread_detach(thread);
	return decoding_session_open(priv, device, ret_session);
}

DECODING_PLUGIN("mock-session-leaks-thread", mock->ops.session_open = session_open)
