/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How nodes of devices are opened and closed: by the application's functions, or plainly.
 */
#ifndef LC_OPENER_H
#define LC_OPENER_H

#include "internal.h"

/* NULL: open() and close(). */
struct lc_opener {
	int (*open)(void *data, const char *node, int flags);
	void (*close)(void *data, int fd);
	void *data;
};

/* A descriptor or a negative errno; survives EINTR. [any] */
int lc_opener_open(const struct lc_opener *opener, const char *node, int flags);
void lc_opener_close(const struct lc_opener *opener, int fd);

#endif
