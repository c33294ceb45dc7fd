/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Why a plugin is not used, in a form that can be kept and shown.
 */
#ifndef LC_REFUSAL_H
#define LC_REFUSAL_H

#include "internal.h"

/* Why a plugin was refused. The message is one line: whose errand it was, and why. */
struct lc_refusal {
	uint32_t stage; /* LIBCODEC_PLUGIN_STAGE_* */
	int error;      /* negative errno */
	char message[320];
};

/* Fill @why; %m is @error's. Returns @error. */
int lc_refuse(struct lc_refusal *why, uint32_t stage, int error, const char *fmt, ...)
	LC_PRINTF(4, 5);

#endif
