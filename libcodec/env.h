/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The only door to the environment (a test greps for any other getenv).
 */
#ifndef LC_ENV_H
#define LC_ENV_H

#include "internal.h"

/* The variable, or NULL: always NULL in a privileged process (secure_getenv). */
const char *lc_env(const char *name);

/* How many LIBCODEC_* variables are set though the process is privileged, else 0. */
unsigned int lc_env_ignored(void);

/* Whether the process runs with more rights than its caller (AT_SECURE). */
bool lc_privileged(void);

#endif
