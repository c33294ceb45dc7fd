/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Doesn't look whether session_open got its memory. */
#include "mock-decoding.h"

static int session_open(void *priv, void *device, void **ret_session)
{
	volatile char *volatile scratch = malloc(64);

	scratch[0] = 1;
	free((void *)scratch);
	return decoding_session_open(priv, device, ret_session);
}

DECODING_PLUGIN("mock-open-unchecked", mock->ops.session_open = session_open)
