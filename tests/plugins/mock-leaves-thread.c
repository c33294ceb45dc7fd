/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Its init starts a thread, which goes on for ever. */
#include "mock.h"

#include <pthread.h>
#include <unistd.h>

static void *work(void *arg)
{
	while (pause() < 0)
		;
	return NULL;
}

static int init(const struct libcodec_host *host, void **ret_priv)
{
	static int started;
	pthread_t thread;

	if (!started++)
		pthread_create(&thread, NULL, work, NULL);
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-leaves-thread", mock->plugin.init = init)
