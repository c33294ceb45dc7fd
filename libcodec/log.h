/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Logging of one context: silent by default, a callback or standard error. A message that
 * the level keeps back costs one load.
 */
#ifndef LC_LOG_H
#define LC_LOG_H

#include "internal.h"

struct lc_log {
	int level; /* LIBCODEC_LOG_* */
	libcodec_log_fn fn;
	void *data;
};

/*
 * The level that LIBCODEC_DEBUG asks for by its name, LIBCODEC_LOG_NONE without it, or
 * -EINVAL for a word that is no level.
 */
int lc_log_level_from_env(void);

/* Control characters become '?': one message is one line. errno stays. [any] */
void lc_log_emit(const struct lc_log *log, int level, const char *fmt, ...)
	LC_PRINTF(3, 4);

#define lc_log(log, lvl, ...)                                    \
	do {                                                     \
		if (lc_unlikely((lvl) <= (log)->level))          \
			lc_log_emit((log), (lvl), __VA_ARGS__);  \
	} while (0)

#endif
