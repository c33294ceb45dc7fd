/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Opens nodes.
 */
#include "config.h"

#include "opener.h"

#include <fcntl.h>
#include <unistd.h>

int lc_opener_open(const struct lc_opener *opener, const char *node, int flags)
{
	int fd;

	if (opener->open)
		return opener->open(opener->data, node, flags);
	do
		fd = open(node, flags);
	while (fd < 0 && errno == EINTR);
	return fd < 0 ? -errno : fd;
}

void lc_opener_close(const struct lc_opener *opener, int fd)
{
	if (opener->close)
		opener->close(opener->data, fd);
	else
		close(fd);
}
