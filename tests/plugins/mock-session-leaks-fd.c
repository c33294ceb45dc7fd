/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Sessions leave descriptors behind, one in 20 ms. */
#include "mock-decoding.h"

#include <unistd.h>

static int session_open(void *priv, void *device, void **ret_session)
{
	static int64_t last;

	if (decoding_due(priv, 20, &last))
		(void)!dup(STDIN_FILENO);
	return decoding_session_open(priv, device, ret_session);
}

DECODING_PLUGIN("mock-session-leaks-fd", mock->ops.session_open = session_open)
