/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Turns a message into one clean line and hands it to whoever listens.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "env.h"
#include "log.h"

#define LINE_MAX_BYTES 1024 /* longer messages are cut */

static const char *const level_names[] = {
	[LIBCODEC_LOG_NONE] = "none",
	[LIBCODEC_LOG_ERROR] = "error",
	[LIBCODEC_LOG_WARNING] = "warning",
	[LIBCODEC_LOG_INFO] = "info",
	[LIBCODEC_LOG_DEBUG] = "debug",
};

int lc_log_level_from_env(void)
{
	const char *value = lc_env("LIBCODEC_DEBUG");
	size_t i;

	if (!value || !*value)
		return LIBCODEC_LOG_NONE;
	for (i = 0; i < LC_ARRAY_SIZE(level_names); i++)
		if (!strcmp(value, level_names[i]))
			return (int)i;
	return -EINVAL;
}

/* One line stays one line, and a terminal's escape sequences stay dead. */
static void make_printable(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*text = *text == '\t' ? ' ' : '?';
}

/* In one write, so that lines of several threads don't mix. */
static void write_stderr(int level, const char *text)
{
	char line[LINE_MAX_BYTES + 32];
	ssize_t n;
	int len;

	len = snprintf(line, sizeof(line), "libcodec: %s: %s\n", level_names[level],
		       text);
	if (len < 0)
		return;
	do
		n = write(STDERR_FILENO, line, (size_t)len);
	while (n < 0 && errno == EINTR);
}

void lc_log_emit(const struct lc_log *log, int level, const char *fmt, ...)
{
	int saved_errno = errno;
	char text[LINE_MAX_BYTES];
	va_list ap;

	if (level < LIBCODEC_LOG_ERROR)
		level = LIBCODEC_LOG_ERROR;
	if (level > LIBCODEC_LOG_DEBUG)
		level = LIBCODEC_LOG_DEBUG;
	va_start(ap, fmt);
	if (vsnprintf(text, sizeof(text), fmt, ap) < 0)
		text[0] = '\0';
	va_end(ap);
	make_printable(text);
	if (log->fn)
		log->fn(log->data, level, text);
	else
		write_stderr(level, text);
	errno = saved_errno;
}
