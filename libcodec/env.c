/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads the environment, and doesn't where the process has more rights than its caller.
 */
#include "config.h"

#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "env.h"

#define PREFIX "LIBCODEC_"

bool lc_privileged(void)
{
	return getauxval(AT_SECURE) != 0;
}

const char *lc_env(const char *name)
{
	return secure_getenv(name);
}

unsigned int lc_env_ignored(void)
{
	unsigned int n = 0;
	char **e;

	if (!lc_privileged() || !environ)
		return 0;
	for (e = environ; *e; e++)
		if (!strncmp(*e, PREFIX, strlen(PREFIX)))
			n++;
	return n;
}
