/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It writes to descriptors that are not its own. */
#include "mock.h"

#include <unistd.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	char text[700];
	int fd;

	memset(text, 'x', sizeof(text));
	for (fd = STDERR_FILENO + 1; fd < 64; fd++)
		if (write(fd, text, sizeof(text)) < 0 && errno != EBADF)
			break;
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-scribbles", mock->plugin.init = init)
