/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Sessions leave memory behind, 1 MiB in 20 ms. */
#include "mock-decoding.h"

#define LEAK_BYTES (1u << 20)

static int session_open(void *priv, void *device, void **ret_session)
{
	static void *volatile leaked;
	static int64_t last;

	if (decoding_due(priv, 20, &last)) {
		leaked = malloc(LEAK_BYTES);
		if (leaked)
			memset(leaked, 1, LEAK_BYTES);
	}
	return decoding_session_open(priv, device, ret_session);
}

DECODING_PLUGIN("mock-session-leaks-memory", mock->ops.session_open = session_open)
